package sim

import (
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// newQueue builds queue, delay heap and limiter: together client-go's rate limiting queue.
func (w *World) newQueue() {
	keyer := machine.KeyDefault[string]()
	w.q = machine.NewQueue(w.rec.AddPart("queue", "queue"), keyer)
	w.delay = machine.NewDelay(w.rec.AddPart("heap", "heap"), keyer)
	tap := w.rec.AddPart("limiter", "limiter")
	if w.cfg.QPS == 0 {
		w.limit = machine.NewExponential(int64(w.cfg.Base), int64(w.cfg.Max), tap, keyer)
	} else {
		w.bucket = machine.NewBucket(w.cfg.QPS, w.cfg.Burst, trace.Tap{}, keyer)
		w.bucket.Tell(tap)
		w.limit = machine.NewMaxOf([]machine.Limiter[string]{
			machine.NewExponential(int64(w.cfg.Base), int64(w.cfg.Max), trace.Tap{}, keyer), w.bucket,
		}, tap, keyer)
	}
	w.addActor(&actor{name: "delay", next: w.nextDue, run: w.fire})
}

// nextDue: the delay loop adds one key at a time when its time has come. It ends with
// ShutDown; what waits then is never added, and stays in the picture as lost.
func (w *World) nextDue() (int64, string, bool) {
	at, ok := w.delay.Next()
	return at, "fire", ok && !w.q.ShuttingDown()
}

func (w *World) fire() {
	if key, ok := w.delay.Expire(w.now); ok {
		w.q.Add(key)
	}
}

// addAfter is the shell of AddAfter: what is due at once goes into the queue.
func (w *World) addAfter(key string, after machine.Dur) {
	if w.delay.AddAfter(w.now, key, after, w.q.ShuttingDown()) == machine.PlacedNow {
		w.q.Add(key)
	}
}

func (w *World) addRateLimited(key string) {
	w.addAfter(key, w.limit.When(w.now, key))
}

// shutDown ends the queue. With drain somebody called main waits inside the call until no
// worker holds a key: then his next action is to return.
func (w *World) shutDown(drain bool) {
	w.q.ShutDown(drain)
	if !drain {
		return
	}
	w.result = "returned"
	if !w.q.MustDrain() {
		return
	}
	w.result = "blocked"
	if !w.draining {
		w.draining = true
		var main *actor
		main = w.addActor(&actor{name: Main, run: func() {
			main.gone, w.draining, w.result = true, false, "returned"
		}, next: func() (int64, string, bool) { return 0, "return", !w.q.MustDrain() }})
	}
}

// Main is the actor that waits inside ShutDownWithDrain.
const Main = "main"

// done ends the pass of a key: of the caller where he holds it, else of the first who does.
func (w *World) done(key string, by *worker) {
	w.q.Done(key)
	if by == nil || !by.has || by.key != key {
		by = nil
	}
	for _, k := range w.workers {
		if k.has && k.key == key && (by == nil || by == k) {
			k.has, k.pc, k.until = false, 0, 0
			break
		}
	}
}
