package sim

import (
	"strings"
	"time"
)

// The verbs of the work queue, and of who works off it.
var queueVerbs = []verb{
	{
		name: "Add", form: formAdd, who: anybody, help: "a pass is owed for the key",
		called:  asCall,
		allow:   priorityAllowed,
		do:      func(w *World, c Command) error { w.q.add(w.now, w.keyOf(c), c.Priority); return nil },
		buttons: []Button{{Group: AtQueue, Act: "add"}},
	},
	{
		name: "AddAfter", form: formKeyAfter, who: anybody, help: "add the key after a time",
		called: asCallAfter,
		allow: func(w *World, c Command, bad badly) error {
			if c.After < 0 {
				return bad("want a duration that is not negative")
			}
			return priorityAllowed(w, c, bad)
		},
		do: func(w *World, c Command) error {
			w.q.addAfter(w.now, w.keyOf(c), c.Priority, int64(c.After))
			return nil
		},
		buttons: []Button{{Group: AtQueue, Act: "add-after", Label: "AddAfter 5s", Command: Command{After: 5 * time.Second}}},
	},
	{
		name: "AddRateLimited", form: formAdd, who: anybody, help: "count a failure and add the key after the limiter's wait",
		called:  asCall,
		allow:   priorityAllowed,
		do:      func(w *World, c Command) error { w.addRateLimited(w.keyOf(c), c.Priority); return nil },
		buttons: []Button{{Group: AtQueue, Act: "add-limited"}},
	},
	{
		name: "Forget", form: formKey, who: anybody, help: "clear the failure count",
		called:  asCall,
		do:      func(w *World, c Command) error { w.limit.Forget(w.keyOf(c)); return nil },
		buttons: []Button{{Group: AtQueue, Act: "forget"}},
	},
	{
		name: "Get", at: AtWorker, form: formNone, who: aWorker, help: "take the head of the queue, or wait",
		called:  asGet,
		allow:   canGet,
		do:      func(w *World, c Command) error { w.get(w.worker(c.Actor), false); return nil },
		buttons: []Button{{Group: AtWorker, Act: "get", When: Free}},
	},
	{
		name: "GetWithPriority", at: AtWorker, form: formNone, who: aWorker, help: "Get that also tells the priority, with which a failure is added again",
		queue:  PriorityQueue,
		called: asGet,
		allow:  canGet,
		do:     func(w *World, c Command) error { w.get(w.worker(c.Actor), true); return nil },
	},
	{
		name: "Done", form: formKey, who: anybody, help: "end the pass",
		called:  asCall,
		do:      func(w *World, c Command) error { w.done(w.keyOf(c), w.worker(c.Actor)); return nil },
		buttons: []Button{{Group: AtQueue, Act: "done"}, {Group: AtWorker, Act: "done", When: Busy}},
	},
	{
		name: "ShutDown", form: formNone, who: anybody, help: "no more Adds; Get drains what is queued",
		named:   "ShutDown()",
		allow:   downOnce,
		do:      func(w *World, _ Command) error { w.shutDown(false); return nil },
		buttons: []Button{{Group: AtQueue, Act: "shutdown"}},
	},
	{
		name: "ShutDownWithDrain", form: formNone, who: anybody, help: "shut down and wait for the passes under way",
		called:  asDrain,
		allow:   downOnce,
		do:      func(w *World, _ Command) error { w.shutDown(true); return nil },
		buttons: []Button{{Group: AtQueue, Act: "drain", Label: "…WithDrain", Said: "ShutDownWithDrain"}},
	},
	{
		name: "ok", at: AtWorker, form: formNone, who: aWorker, help: "the pass succeeded: Forget and Done",
		named: "{who} succeeds",
		allow: holdsAKey,
		do:    func(w *World, c Command) error { w.end(w.worker(c.Actor), true); return nil },
	},
	{
		name: "fail", at: AtWorker, form: formNone, who: aWorker, help: "the pass failed: AddRateLimited and Done",
		named:   "{who} fails",
		allow:   holdsAKey,
		do:      func(w *World, c Command) error { w.end(w.worker(c.Actor), false); return nil },
		buttons: []Button{{Group: AtWorker, Act: "fail", Message: "play.fails", Said: "play.fail", When: Busy}},
	},
	{
		name: "quit", at: AtWorker, form: formNone, who: aWorker, help: "the worker's code returns for good, and Done is skipped",
		named: "{who} leaves without Done",
		allow: runsItsCode,
		do:    func(w *World, c Command) error { w.quits(w.worker(c.Actor)); return nil },
	},
	{
		name: "panic", at: AtWorker, form: formPanic, who: aWorker, help: "a panic ends the program; caught: it goes on; deferred: and Done is called",
		called:  asPanic,
		allow:   runsItsCode,
		do:      func(w *World, c Command) error { w.panics(w.worker(c.Actor), c.Text); return nil },
		buttons: []Button{{Group: AtWorker, Act: "panic", Said: "play.panic", When: Busy, Command: Command{Text: uncaught}}},
	},
}

// canGet asks for a worker who is free to call Get.
func canGet(w *World, c Command, bad badly) error {
	switch k := w.worker(c.Actor); {
	case k.blocked:
		return bad("%s waits inside Get already: Add a key, and Get returns", k.name)
	case k.stopped:
		return bad("%s has left: Get said that the queue is shut down: leave this out", k.name)
	case k.quit:
		return bad("%s has returned for good: want another worker", k.name)
	case k.back > w.now:
		return bad("%s goes on a second after its panic, at %s: let time pass first, as in +%s", k.name, time.Duration(k.back), time.Duration(k.back-w.now))
	}
	return nil
}

// downOnce refuses what panics: controller-runtime's queue is shut down once.
func downOnce(w *World, _ Command, bad badly) error {
	if w.cfg.Queue == PriorityQueue && w.q.down() {
		return bad("the queue is shut down already, and a second time panics: leave this out")
	}
	return nil
}

// priorityAllowed refuses a priority where the queue has none.
func priorityAllowed(w *World, c Command, bad badly) error {
	if c.Priority != 0 && w.cfg.Queue != PriorityQueue {
		return bad("%s's queue has no priorities: want queue: %s in the header or the settings, or leave it out", w.cfg.Queue, PriorityQueue)
	}
	return nil
}

// formPanic is what becomes of a panic; it is uncaught where nothing is said.
var formPanic = form{
	fields: []Field{{Name: "how", Of: []string{caught, deferred}}},
	read: func(c *Command, words []string, want func(string) error) error {
		switch c.Text = strings.Join(words, " "); c.Text {
		case "":
			c.Text = uncaught
		case uncaught, caught, deferred:
		default:
			return want("nothing, caught or deferred after it")
		}
		return nil
	},
	print: func(c Command, word func(string)) {
		if c.Text != uncaught {
			word(c.Text)
		}
	},
}

// runsItsCode asks for a worker whose own code is on a key.
func runsItsCode(w *World, c Command, bad badly) error {
	if k := w.worker(c.Actor); k.blocked {
		return bad("%s waits inside Get, where none of its code runs: Add a key, and Get returns", k.name)
	}
	return holdsAKey(w, c, bad)
}

func holdsAKey(w *World, c Command, bad badly) error {
	if k := w.worker(c.Actor); !k.has {
		return bad("%s holds no key: want %s Get before it", k.name, k.name)
	}
	return nil
}
