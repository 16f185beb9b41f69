package sim

import (
	"cmp"
	"slices"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// The queues that a World can have.
const (
	ClientGoQueue = "client-go"
	PriorityQueue = "priority" // controller-runtime's
)

// Queues are their names, the usual one first.
func Queues() []string { return []string{ClientGoQueue, PriorityQueue} }

// LowPriority is what controller-runtime's handlers give the keys of the first list and of
// resyncs. Source: sigs.k8s.io/controller-runtime v0.25.2, pkg/handler/eventhandler.go.
const LowPriority = -100

// On is the command as a queue is asked for it: client-go's has no priorities, so there they are left out, and on the
// way back they are there again.
func (c Command) On(queue string) Command {
	switch {
	case queue == PriorityQueue && c.meant != meant{}:
		c.Verb, c.Priority, c.meant = c.meant.verb, c.meant.priority, meant{}
	case queue != PriorityQueue && (c.Priority != 0 || c.Verb == "GetWithPriority"):
		c.meant, c.Priority = meant{c.Verb, c.Priority}, 0
		if c.Verb == "GetWithPriority" {
			c.Verb = "Get"
		}
	}
	return c
}

// workQueue is what workers take keys from: its machines and the shell around them.
type workQueue interface {
	add(now int64, key string, priority int)
	addAfter(now int64, key string, priority int, after machine.Dur)
	get() (key string, priority int, got machine.Got)
	done(key string)
	shutDown(drain bool)
	mustDrain() bool
	down() bool
	len() int // of the line
	// takes reports whether a Get would return at once.
	takes() bool
	// next is when the next wait ends; false when none will.
	next() (int64, bool)
	// fire ends one wait that is over.
	fire(now int64)
	// each calls f with the keys in the line, the next first, then the others with their bits, as
	// often as the machine has them.
	each(f func(key string, bits uint8, priority int, lined bool))
	// waiting lists what waits, the soonest first.
	waiting() []waitingKey
}

type waitingKey struct {
	key      string
	due      machine.Time
	priority int
	order    int64
}

// newQueue builds queue and limiter.
func (w *World) newQueue() {
	keyer := machine.KeyDefault[string]()
	if w.cfg.Queue == PriorityQueue {
		w.q = &withPriorities{machine.NewPriority(w.rec.AddPart("queue", trace.PriorityKind), keyer)}
	} else {
		w.q = &rateLimited{machine.NewQueue(w.rec.AddPart("queue", "queue"), keyer), machine.NewDelay(w.rec.AddPart("heap", "heap"), keyer)}
	}
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
	w.addActor(&actor{name: "delay", next: w.nextDue, run: func() { w.q.fire(w.now) }})
}

// nextDue: the delay loop adds one key at a time when its time has come. It ends with
// ShutDown; what waits then is never added, and stays in the picture as lost.
func (w *World) nextDue() (int64, string, bool) {
	at, ok := w.q.next()
	return at, "fire", ok && !w.q.down()
}

func (w *World) addRateLimited(key string, priority int) {
	if w.cfg.Queue == PriorityQueue && w.q.down() { // no failure is counted then
		w.q.add(w.now, key, priority)
		return
	}
	w.q.addAfter(w.now, key, priority, w.limit.When(w.now, key))
}

// rateLimited is client-go's rate limiting queue: queue and delay heap.
type rateLimited struct {
	queue *machine.Queue[string]
	heap  *machine.Delay[string]
}

func (q *rateLimited) add(_ int64, key string, _ int) { q.queue.Add(key) }

// addAfter is the shell of AddAfter: what is due at once goes into the queue.
func (q *rateLimited) addAfter(now int64, key string, _ int, after machine.Dur) {
	if q.heap.AddAfter(now, key, after, q.queue.ShuttingDown()) == machine.PlacedNow {
		q.queue.Add(key)
	}
}

func (q *rateLimited) get() (string, int, machine.Got) {
	key, got := q.queue.TryGet()
	return key, 0, got
}

func (q *rateLimited) done(key string)     { q.queue.Done(key) }
func (q *rateLimited) shutDown(drain bool) { q.queue.ShutDown(drain) }
func (q *rateLimited) mustDrain() bool     { return q.queue.MustDrain() }
func (q *rateLimited) down() bool          { return q.queue.ShuttingDown() }
func (q *rateLimited) len() int            { return q.queue.Len() }
func (q *rateLimited) takes() bool         { return q.queue.Len() > 0 || q.down() }
func (q *rateLimited) next() (int64, bool) { return q.heap.Next() }

func (q *rateLimited) fire(now int64) {
	if key, ok := q.heap.Expire(now); ok {
		q.queue.Add(key)
	}
}

func (q *rateLimited) each(f func(key string, bits uint8, priority int, lined bool)) {
	line := q.queue.Len()
	q.queue.Each(func(key string, bits uint8) {
		f(key, bits, 0, line > 0)
		line--
	})
}

func (q *rateLimited) waiting() (all []waitingKey) {
	q.heap.Each(func(key string, due machine.Time, order int64) {
		all = append(all, waitingKey{key: key, due: due, order: order})
	})
	slices.SortFunc(all, func(a, b waitingKey) int {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.order, b.order))
	})
	return all
}

// withPriorities is controller-runtime's queue.
type withPriorities struct{ queue *machine.Priority[string] }

func (q *withPriorities) add(now int64, key string, priority int) { q.queue.Add(now, key, priority, 0) }

func (q *withPriorities) addAfter(now int64, key string, priority int, after machine.Dur) {
	q.queue.Add(now, key, priority, after)
}

func (q *withPriorities) get() (string, int, machine.Got) { return q.queue.TryGet() }
func (q *withPriorities) done(key string)                 { q.queue.Done(key) }
func (q *withPriorities) shutDown(bool)                   { q.queue.ShutDown() } // a drain waits for nobody
func (q *withPriorities) mustDrain() bool                 { return false }
func (q *withPriorities) down() bool                      { return q.queue.ShuttingDown() }
func (q *withPriorities) len() int                        { return q.queue.Len() }
func (q *withPriorities) takes() bool                     { return q.queue.Takable() > 0 || q.down() }
func (q *withPriorities) next() (int64, bool)             { return q.queue.Next() }
func (q *withPriorities) fire(now int64)                  { q.queue.Expire(now) }

func (q *withPriorities) each(f func(key string, bits uint8, priority int, lined bool)) {
	q.queue.Each(func(key string, bits uint8, priority int) { f(key, bits, priority, bits&trace.Queued != 0) })
}

func (q *withPriorities) waiting() (all []waitingKey) {
	for _, w := range q.queue.Waiting() {
		all = append(all, waitingKey{key: w.Key, due: w.Due, priority: w.Priority})
	}
	return all
}

// shutDown ends the queue. With drain somebody called main waits inside the call until no
// worker holds a key: then his next action is to return.
func (w *World) shutDown(drain bool) {
	w.q.shutDown(drain)
	if !drain {
		return
	}
	w.result = "returned"
	if !w.q.mustDrain() {
		return
	}
	w.result = "blocked"
	if !w.draining {
		w.draining = true
		var main *actor
		main = w.addActor(&actor{name: Main, run: func() {
			main.gone, w.draining, w.result = true, false, "returned"
		}, next: func() (int64, string, bool) { return 0, "return", !w.q.mustDrain() }})
	}
}

// Main is the actor that waits inside ShutDownWithDrain.
const Main = "main"

// done ends the pass of a key: of the caller where he holds it, else of the first who does.
func (w *World) done(key string, by *worker) {
	w.q.done(key)
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
