package sim

import (
	"fmt"
	"slices"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// MaxTimes bounds how often one command repeats.
const MaxTimes = 10_000

// Do gives a command now. Its events are in the Recorder when it returns, and whoever it
// woke is due now but has not acted yet: see Run, Advance and StepActor. An error says
// what was seen and what was expected; then nothing has changed.
func (w *World) Do(c Command) error {
	v, ok := verbs[c.Verb]
	if !ok {
		return unknownVerb(c.Verb)
	}
	if err := w.allows(c, v); err != nil {
		return err
	}
	w.result = ""
	switch c.Verb {
	case "run":
		return w.Run(c.Text)
	case "step":
		w.StepActor(c.Actor)
		return nil
	}
	if c.acts(v) {
		w.StepActor(c.Actor)
		return nil
	}
	w.note(c)
	actor := uint16(0)
	if c.Actor != "" {
		actor = w.rec.ActorID(c.Actor)
	}
	w.began(actor, c.String())
	err := error(nil)
	for range max(c.Times, 1) {
		if err = w.do(c); err != nil {
			break
		}
	}
	w.settle()
	return err
}

// acts reports whether the command is an actor's own action; read is one of the
// reflector's, and a worker's call of a lister.
func (c Command) acts(v verb) bool { return v.own || c.Verb == "read" && c.Actor == "reflector" }

// allows refuses what cannot be done, before anything changes.
func (w *World) allows(c Command, v verb) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("sim: "+c.String()+": "+format, args...)
	}
	if c.Times < 0 || c.Times > MaxTimes {
		return bad("x%d: want 1 to %d times", c.Times, MaxTimes)
	}
	if w.crashed && c.Verb != "run" {
		return bad("the program has ended with a panic: nothing can be done after it")
	}
	if v.who == "" && c.Actor != "" {
		return bad("%s takes no actor: leave %s out", c.Verb, c.Actor)
	}
	if v.who == "worker" && w.worker(c.Actor) == nil {
		return w.noWorker(c, bad)
	}
	if v.informer && w.inf == nil {
		return bad("the engine workqueue has no informer: want classic, ordered or atomic")
	}
	if v.server && w.inf == nil {
		return bad("the engine workqueue has no API server: want classic, ordered or atomic")
	}
	if v.server && w.inf.server == nil {
		return bad("the API server is outside and is only read")
	}
	if c.acts(v) {
		return w.canAct(c, c.Verb, bad)
	}
	k := w.worker(c.Actor)
	if v.form == formKey || v.form == formKeyAfter {
		if c.Key == "" && (k == nil || !k.has) {
			return bad("%s holds no key: want one, as in %s a", c.Actor, c.Verb)
		}
		if c.Actor != "" && k == nil {
			return w.noWorker(c, bad)
		}
	}
	switch c.Verb {
	case "Get":
		if k.blocked {
			return bad("%s waits inside Get already: Add a key, and Get returns", k.name)
		}
		if k.stopped {
			return bad("%s has left: Get said that the queue is shut down: leave this out", k.name)
		}
	case "ok", "fail":
		if !k.has {
			return bad("%s holds no key: want %s Get before it", k.name, k.name)
		}
	case "read":
		if k == nil {
			return bad("want a worker before it, as in W1 read")
		}
	case "mutate":
		if _, ok := w.inf.index.Get(Object{NS: c.NS, Name: c.Name}.Key()); !ok {
			return bad("the store has no %s: start the informer and let it arrive first", Object{NS: c.NS, Name: c.Name}.Key())
		}
		if c.Node == "" {
			return bad("want the node to write into it, as in mutate %s n9", c.Name)
		}
	case "AddAfter":
		if c.After < 0 {
			return bad("want a duration that is not negative")
		}
	case "create", "update", "delete":
		return w.allowsWrite(c, bad)
	case "rv", "compact", "bookmark":
		if c.RV != "" && trace.Number(c.RV) == 0 {
			return bad("%q is not a resourceVersion: want a number, as in %s 12", c.RV, c.Verb)
		}
	case "start":
		if w.inf.refl != nil {
			return bad("the informer runs already: leave this out")
		}
	case "stop", "resync":
		if w.inf.refl == nil {
			return bad("the informer does not run: start it first")
		}
	case "add-index":
		_, _, err := keyOf(c.Text)
		return err
	case "add-handler":
		_, err := w.inf.handlerOf(c.Text)
		return err
	case "remove-handler":
		if !slices.ContainsFunc(w.inf.handlers, func(h *handler) bool { return h.name == c.Text }) {
			return bad("there is no such handler%s", Instead(c.Text, w.handlerNames()))
		}
	case "hold", "release":
		if !slices.ContainsFunc(w.actors, func(a *actor) bool { return a.name == c.Text && !a.gone }) {
			return bad("there is no such actor%s", Instead(c.Text, w.actorNames()))
		}
	case "worker":
		script, err := parseScript(c.Text)
		if err == nil && w.inf == nil && slices.ContainsFunc(script, func(o op) bool { return o.verb == "read" }) {
			return bad("the engine workqueue has no store to read: leave read out")
		}
		return err
	case "auto":
		if c.Text != "on" && c.Text != "off" {
			return bad("want on or off")
		}
	case "set":
		return w.allowsKnob(c, bad)
	case VerbListResult, VerbWatchOpened, VerbWatchEvent, VerbWatchClosed:
		if w.inf == nil || w.inf.server != nil {
			return bad("this world asks nobody outside")
		}
		if _, ok := watchTypes[c.Text]; c.Verb == VerbWatchEvent && !ok {
			return bad("unknown event type %q: want ADDED, MODIFIED, DELETED, BOOKMARK or ERROR", c.Text)
		}
	case "step":
		if c.Actor != "" {
			return w.canAct(c, "", bad)
		}
	}
	return nil
}

type badly = func(format string, args ...any) error

// canAct refuses an action that is not the actor's next, and says which is.
func (w *World) canAct(c Command, what string, bad badly) error {
	for _, a := range w.actors {
		switch {
		case a.name != c.Actor || a.gone:
		case !a.ready:
			return bad("%s has nothing to do now: what gives it work comes first", a.name)
		case what != "" && a.what != what:
			return bad("%s would %s next: want %s %s, or %s step", a.name, a.what, a.name, a.what, a.name)
		case a.at > w.now:
			return bad("%s waits until %s: let time pass first, as in +%s", a.name, w.clock(a.at), w.clock(a.at-w.now))
		default:
			return nil
		}
	}
	if c.Actor == "" {
		return bad("want an actor before it: %s", verbs[c.Verb].help)
	}
	return bad("there is no actor %q%s", c.Actor, Instead(c.Actor, w.actorNames()))
}

func (w *World) noWorker(c Command, bad badly) error {
	var names []string
	for _, k := range w.workers {
		names = append(names, k.name)
	}
	switch {
	case names == nil:
		return bad("there are no workers: want a header line workers: W1, or set workers 1 first")
	case c.Actor == "":
		return bad("want a worker before it: %s", either(names))
	}
	return bad("%q is not a worker%s", c.Actor, Instead(c.Actor, names))
}

func (w *World) actorNames() (names []string) {
	for _, a := range w.actors {
		if !a.gone {
			names = append(names, a.name)
		}
	}
	return names
}

func (w *World) handlerNames() (names []string) {
	for _, h := range w.inf.handlers {
		names = append(names, h.name)
	}
	return names
}

func (w *World) allowsWrite(c Command, bad badly) error {
	o := Object{NS: c.NS, Name: c.Name}
	if c.Name == "" {
		return bad("want a name")
	}
	_, err := w.inf.server.Get(resource, o.Key())
	if c.Verb == "create" && err == nil {
		return bad("%s exists already: update it, or delete it first", o.Key())
	}
	if c.Verb != "create" && err != nil {
		return bad("%s does not exist at the API server: create it first", o.Key())
	}
	if c.RV != "" && trace.Number(c.RV) == 0 {
		return bad("%q is not a resourceVersion: want a number", c.RV)
	}
	if c.RV != "" && trace.Number(c.RV) <= trace.Number(w.inf.server.RV()) {
		return bad("rv %s is not ahead of the server's %s: want a greater one, or none", c.RV, w.inf.server.RV())
	}
	return nil
}

func (w *World) allowsKnob(c Command, bad badly) error {
	switch c.Text {
	case "workers":
		if c.Value < 0 || c.Value > MaxWorkers || c.Value != float64(int(c.Value)) {
			return bad("want 0 to %d workers", MaxWorkers)
		}
	case "failure":
		if !(c.Value >= 0 && c.Value <= 1) {
			return bad("want a rate from 0 to 1")
		}
	case "duration":
		if c.After < 0 {
			return bad("want a duration that is not negative")
		}
	default:
		return bad("unknown knob %q%s", c.Text, Instead(c.Text, []string{"workers", "duration", "failure"}))
	}
	return nil
}

// do does what allows has allowed; its errors are the API server's.
func (w *World) do(c Command) error {
	k := w.worker(c.Actor)
	key := c.Key
	if key == "" && k != nil {
		key = k.key
	}
	f := w.inf
	switch c.Verb {
	case "Add":
		w.q.Add(key)
	case "AddAfter":
		w.addAfter(key, int64(c.After))
	case "AddRateLimited":
		w.addRateLimited(key)
	case "Forget":
		w.limit.Forget(key)
	case "Get":
		w.get(k)
	case "Done":
		w.done(key, k)
	case "ok", "fail":
		w.end(k, c.Verb == "ok")
	case "read":
		w.read(k, key)
	case "ShutDown":
		w.shutDown(false)
	case "ShutDownWithDrain":
		w.shutDown(true)
	case "mutate":
		f.touch(Object{NS: c.NS, Name: c.Name}.Key(), c.Node)
	case "worker":
		k.script, _ = parseScript(c.Text)
		k.pc, k.until = 0, 0
		if k.has {
			w.goOn(k)
		}
	case "auto":
		w.auto = c.Text == "on"
	case "set":
		switch c.Text {
		case "workers":
			w.setWorkers(int(c.Value))
		case "failure":
			w.fails = c.Value
		case "duration":
			w.takes = c.After
		}
	case "hold", "release":
		for _, a := range w.actors {
			if a.name == c.Text {
				a.held = c.Verb == "hold"
			}
		}
	case "start":
		f.start()
	case "stop":
		f.news(machine.In[object]{Kind: machine.Stop})
	case "resync":
		f.resyncs()
	case "add-index":
		f.addIndex(c.Text)
	case "add-handler", "remove-handler":
		f.register(c)
	case VerbListResult, VerbWatchOpened, VerbWatchEvent, VerbWatchClosed:
		f.inbox = append(f.inbox, input(c))
	default:
		return f.serve(c)
	}
	return nil
}

var watchTypes = map[string]int64{"ADDED": trace.WatchAdded, "MODIFIED": trace.WatchModified,
	"DELETED": trace.WatchDeleted, "BOOKMARK": trace.WatchBookmark, "ERROR": trace.WatchError}

// input reads a live answer.
func input(c Command) machine.In[object] {
	in := machine.In[object]{Gen: uint32(c.Gen), RV: c.RV}
	if c.Code != 0 {
		in.Fault = machine.Fault{Code: c.Code, Reason: c.Why, Text: c.Body}
		if c.Body == "" && c.Verb != VerbWatchEvent {
			in.Fault.Text = c.Text
		}
	}
	switch c.Verb {
	case VerbListResult:
		in.Kind = machine.ListAnswered
		for _, o := range c.Items {
			in.List = append(in.List, o.stored())
		}
	case VerbWatchOpened:
		in.Kind = machine.WatchOpened
	case VerbWatchClosed:
		in.Kind = machine.WatchClosed
	default:
		in.Kind, in.Type, in.End = machine.WatchEvent, watchTypes[c.Text], c.End || c.Value == 1
		if in.Type <= trace.WatchDeleted {
			in.Obj = Object{NS: c.NS, Name: c.Name, UID: c.UID, RV: c.RV, Node: c.Node, Body: c.Body}.stored()
		}
	}
	return in
}

func (o Object) stored() object {
	return &cluster.Object{Namespace: o.NS, Name: o.Name, UID: o.UID, RV: o.RV, Node: o.Node, Body: o.Body}
}

// serve does what happens at the API server.
func (f *informer) serve(c Command) error {
	s := f.server
	s.SetTime(f.w.now)
	write := Object{NS: c.NS, Name: c.Name, UID: c.UID, Node: c.Node, Body: c.Body}
	if c.RV != "" && (c.Verb == "create" || c.Verb == "update" || c.Verb == "delete") {
		if err := s.SetRV(trace.Number(c.RV)); err != nil {
			return err
		}
	}
	var err error
	switch c.Verb {
	case "create":
		_, err = s.Create(resource, *write.stored())
	case "update":
		old, gone := s.Get(resource, write.Key())
		if gone != nil {
			return gone
		}
		o := *old
		if c.Node != "" {
			o.Node = c.Node
		}
		if c.Body != "" {
			o.Body = c.Body
		}
		_, err = s.Update(resource, o)
	case "delete":
		_, err = s.Delete(resource, write.Key())
	case "rv":
		err = s.Skip(trace.Number(c.RV))
	case "bookmark":
		s.Bookmark(resource)
	case "compact":
		rv := c.RV
		if rv == "" {
			rv = s.RV()
		}
		s.Compact(trace.Number(rv))
	case "close":
		s.CloseWatches(cluster.Fault{})
	case "error":
		f.fail(c.Code)
	case "refuse":
		s.Fail("", 1, cluster.FaultOf(c.Code))
	case "partition":
		s.Partition()
	case "heal":
		s.Heal()
		if c.Code != 0 {
			f.fail(c.Code)
		}
	case "latency":
		f.latency = c.After
	}
	return err
}

// fail ends the open watch with a status, or else fails the next request.
func (f *informer) fail(code int) {
	fault := cluster.FaultOf(code)
	if f.watching {
		f.server.CloseWatches(fault)
	} else {
		f.server.Fail("", 1, fault)
	}
}
