package sim

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// worker calls Get and Done, by command or by his script.
type worker struct {
	*actor
	script   []op
	pc       int
	key      string
	has      bool
	priority int   // of its key, where GetWithPriority told it
	blocked  bool  // inside Get
	asks     bool  // for the priority
	until    int64 // sleeps until then
	back     int64 // after a panic that was caught: when its goroutine goes on
	retired  bool  // takes nothing new
	stopped  bool  // Get said that the queue is shut down
	quit     bool  // its code has returned
}

// op is one line of a script.
type op struct {
	verb  string
	sleep time.Duration
	knob  bool // sleep as long as the knob says
}

// scriptVerbs are what a script may say beside "sleep d".
var scriptVerbs = []string{"get", "read", "ok", "fail", "ok|fail", "done", "forget", "requeue"}

// parseScript reads "get, read, sleep 3s, ok|fail".
func parseScript(text string) ([]op, error) {
	var script []op
	gets := 0
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if d, ok := strings.CutPrefix(part, "sleep "); ok {
			dur, err := duration(strings.TrimSpace(d))
			if err != nil {
				return nil, fmt.Errorf("sim: script %q: want a duration such as 3s, not %q", text, d)
			}
			script = append(script, op{verb: "sleep", sleep: dur})
			continue
		}
		if part == "sleep" {
			return nil, fmt.Errorf("sim: script %q: want a duration, as in sleep 3s", text)
		}
		if text == "" {
			return nil, fmt.Errorf("sim: an empty script: want one such as get, ok")
		}
		if !slices.Contains(scriptVerbs, part) {
			return nil, fmt.Errorf("sim: script %q: unknown word %q%s", text, part, Instead(part, append(slices.Clone(scriptVerbs), "sleep 3s")))
		}
		if part == "get" {
			gets++
		}
		script = append(script, op{verb: part})
	}
	if gets == 0 || script[0].verb != "get" {
		return nil, fmt.Errorf("sim: script %q: want get as its first word", text)
	}
	return script, nil
}

func (w *World) defaultScript() []op {
	script := []op{{verb: "get"}, {verb: "read"}, {verb: "sleep", knob: true}, {verb: "ok|fail"}}
	if w.inf == nil {
		script = slices.Delete(script, 1, 2)
	}
	return script
}

func (w *World) addWorker(name string) *worker {
	k := &worker{script: w.defaultScript()}
	k.actor = w.addActor(&actor{name: name})
	k.next = func() (int64, string, bool) { return w.nextOp(k) }
	k.run = func() { w.runOp(k) }
	w.workers = append(w.workers, k)
	return k
}

func (w *World) worker(name string) *worker {
	for _, k := range w.workers {
		if k.name == name {
			return k
		}
	}
	return nil
}

// Workers lists those that take keys, in the order they came.
func (w *World) Workers() []string {
	var names []string
	for _, k := range w.workers {
		if !k.retired {
			names = append(names, k.name)
		}
	}
	return names
}

// SetWorkers makes it n workers, 0 to MaxWorkers. New ones are called W1, W2 and so on;
// one too many ends his pass before he leaves.
func (w *World) SetWorkers(n int) error {
	return w.Do(Command{Verb: "set", Text: "workers", Value: float64(n)})
}

// MaxWorkers bounds SetWorkers.
const MaxWorkers = 100

func (w *World) setWorkers(n int) {
	for len(w.workers) < n {
		i := len(w.workers) + 1
		for w.worker(fmt.Sprintf("W%d", i)) != nil {
			i++
		}
		w.addWorker(fmt.Sprintf("W%d", i))
	}
	for i, k := range w.workers {
		k.retired = i >= n
		if k.retired && k.blocked {
			k.blocked = false
		}
	}
}

// nextOp: a worker inside Get wakes when there is a key; a scripted one goes on by himself.
func (w *World) nextOp(k *worker) (int64, string, bool) {
	switch {
	case k.stopped || k.quit:
		return 0, "", false
	case k.blocked:
		return 0, "get", w.q.takes()
	case !w.auto || k.retired && k.script[k.pc].verb == "get":
		return 0, "", false
	}
	return max(k.until, k.back), k.script[k.pc].verb, true
}

func (w *World) runOp(k *worker) {
	verb := k.script[k.pc].verb
	k.until = 0
	switch {
	case k.blocked || verb == "get":
		w.get(k, k.asks || !k.blocked)
		return
	case verb == "read":
		w.read(k, k.key)
	case verb == "ok|fail":
		w.end(k, w.rand.Below(1<<20) >= int64(w.fails*(1<<20)))
	case verb == "ok" || verb == "fail":
		w.end(k, verb == "ok")
	case verb == "done":
		w.done(k.key, k)
	case verb == "forget":
		w.limit.Forget(k.key)
	case verb == "requeue":
		w.addRateLimited(k.key, k.priority)
	}
	if k.has {
		w.goOn(k)
	}
}

// goOn moves to the next word of the script; a sleep only puts off the word after it.
func (w *World) goOn(k *worker) {
	for range k.script {
		k.pc = (k.pc + 1) % len(k.script)
		s := k.script[k.pc]
		if s.verb != "sleep" {
			return
		}
		d := s.sleep
		if s.knob {
			d = w.takes
		}
		k.until = max(k.until, w.now) + int64(d)
	}
}

// get is one Get: it hands out a key, or leaves the worker waiting inside. One that asks for the
// priority, as controller-runtime's workers do, is told it.
func (w *World) get(k *worker, asks bool) {
	k.asks = asks && w.cfg.Queue == PriorityQueue
	key, priority, got := w.q.get()
	if !k.asks {
		priority = 0
	}
	k.priority = priority
	switch got {
	case machine.GotNothing:
		k.blocked, w.result = true, "blocked"
	case machine.GotShutDown:
		k.blocked, k.stopped, w.result = false, true, "shutdown"
	default:
		k.blocked, k.has, k.key, w.result = false, true, key, key
		if w.cfg.Queue == PriorityQueue {
			w.result = trace.Ranked(key, int64(priority))
		}
		k.pc, k.until = 0, 0 // a pass before it may have been left in its sleep
		w.goOn(k)
	}
}

// read asks the store, as a lister does.
func (w *World) read(k *worker, key string) {
	w.tap.Begin()
	// trace: worker.read
	o, ok := w.inf.index.Get(key)
	e := w.tap.Emit(trace.WorkerRead, w.rec.Intern(key))
	w.result = "NotFound"
	if ok {
		w.result = o.Name + "@" + o.RV
		e.A, e.Val = trace.Number(o.RV), cluster.Ref(w.rec, o)
	}
}

// afterPanic is how long a worker stays away after a panic that was caught: the period with which
// controllers run their workers by wait.Until.
const afterPanic = time.Second

// What becomes of a worker's panic, by the word behind the verb. Uncaught is what client-go does by
// itself: HandleCrash logs the panic and panics again, ReallyCrash being true.
const (
	uncaught = "uncaught"
	caught   = "caught"   // ReallyCrash is false, and the code that panicked calls Done at its end
	deferred = "deferred" // ReallyCrash is false, and Done is deferred
)

// panics ends a pass with a panic. Whether Done is called or not, the limiter hears nothing, and
// nobody adds the key again.
func (w *World) panics(k *worker, how string) {
	key := k.key
	if how != uncaught {
		k.back = w.now + int64(afterPanic)
		k.has, k.pc, k.until = false, 0, 0
	}
	w.tap.Begin()
	// trace: worker.panic
	w.tap.Note(trace.WorkerPanic, w.rec.Intern(key), how, k.back, 0)
	switch how {
	case uncaught:
		w.crash(key, "assignment to entry in nil map")
	case deferred:
		w.done(key, k)
	}
}

// quits ends a pass, and the worker with it, by a return that skips Done.
func (w *World) quits(k *worker) {
	w.tap.Begin()
	// trace: worker.end quit
	w.tap.Note(trace.WorkerEnd, w.rec.Intern(k.key), "quit", 0, 0)
	k.has, k.quit = false, true
}

// end ends a pass the way controllers do: Forget after success, AddRateLimited after
// failure, Done after both.
func (w *World) end(k *worker, good bool) {
	key, result := k.key, "ok"
	if good {
		// trace: worker.end
		w.limit.Forget(key)
	} else {
		result = "failed"
		// trace: worker.end failed
		w.addRateLimited(key, k.priority)
	}
	w.tap.Begin()
	w.tap.Note(trace.WorkerEnd, w.rec.Intern(key), result, 0, 0)
	w.done(key, k)
}
