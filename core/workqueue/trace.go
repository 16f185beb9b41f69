package workqueue

import (
	"reflect"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/utils/clock"
)

// A Trace sees what happens in one queue, its waiting items and its limiter included. Give
// it in the queue's config, and call Drain now and then:
//
//	seen := workqueue.NewTrace(1 << 16)
//	queue := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: "web", Trace: seen})
//	...
//	seen.Drain(recorder) // recorder.WriteText(), state.New(recorder) …
//
// Events go into a ring under the lock the queue holds anyway; nothing is called. An event
// costs the queue about 15 ns and no clock is read for it: its time is the last the queue
// knew, from an AddAfter, an item that became due, or a Drain. Without a Trace a queue costs
// what it would if there were none. It belongs to the queue it was first given to, and to
// those around it.
type Trace struct {
	lock  *sync.Mutex     // the queue's
	ring  *trace.Recorder // used under lock
	keyer any             // machine.Keyer of the items' type
	named bool            // an item is its text
	clock clock.PassiveClock
	start time.Time

	drain sync.Mutex      // one Drain at a time; the rest is used under it
	seen  uint64          // Seq of the last event that was drained
	into  *trace.Recorder // where the last Drain went
	ids   []trace.ID      // of into, by id of ring
	taps  []trace.Tap     // of into, by part of ring
	texts []string        // by id of ring
	parts []trace.Part    // by part of ring
	batch []trace.Event
}

// NewTrace returns a Trace that keeps the last events that were not drained: as many as
// given, rounded up to a power of two; below 2 is 2. It also keeps the text of each item it
// has seen.
func NewTrace(events int) *Trace { return &Trace{ring: trace.New(max(events, 2))} }

// Drain moves the events since the last Drain to into, and returns how many were lost before
// because the ring was full. The parts of the queue are called by its name, or "queue",
// "heap" and "limiter". No queue waits while into is written; into is not locked, and may
// gather what several Traces saw. Before the first queue it does nothing.
func (t *Trace) Drain(into *trace.Recorder) (lost uint64) {
	t.drain.Lock()
	defer t.drain.Unlock()
	if t.lock == nil {
		return 0
	}
	if into != t.into {
		t.into, t.ids, t.taps = into, nil, nil
	}
	lost = t.collect()
	for len(t.taps) < len(t.parts) {
		p := t.parts[len(t.taps)]
		if len(t.taps) == 0 { // part 0 is nobody
			t.taps = append(t.taps, trace.Tap{})
			continue
		}
		t.taps = append(t.taps, into.AddPart(p.Name, p.Kind))
	}
	for len(t.ids) < len(t.texts) {
		text := t.texts[len(t.ids)]
		if t.named || text == "" {
			t.ids = append(t.ids, into.Intern(text))
		} else {
			t.ids = append(t.ids, into.Fresh(text))
		}
	}
	for _, e := range t.batch {
		tap := t.taps[e.Part]
		into.At, into.Actor = e.At, 0
		if e.Flag&trace.First != 0 {
			tap.Begin()
		}
		to := tap.Emit(e.Op, t.ids[e.Key])
		to.A, to.B, to.Before, to.After = e.A, e.B, e.Before, e.After
	}
	return lost
}

// collect copies what is new out of the ring, under the queue's lock.
func (t *Trace) collect() (lost uint64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.Stamp(t.now())
	if oldest := t.ring.Oldest(); oldest > t.seen+1 {
		lost = oldest - t.seen - 1
	}
	t.batch = t.batch[:0]
	for seq := t.seen + lost + 1; seq <= t.ring.Len(); seq++ {
		e := t.ring.Event(seq)
		for int(e.Key) >= len(t.texts) {
			t.texts = append(t.texts, t.ring.Text(trace.ID(len(t.texts))))
		}
		t.batch = append(t.batch, e)
	}
	t.seen = t.ring.Len()
	t.parts = append(t.parts, t.ring.Parts()[len(t.parts):]...)
	return lost
}

// join makes the Trace one of the queue whose lock is given; nil is that of the queue it
// belongs to, or one of its own.
func (t *Trace) join(lock *sync.Mutex, c clock.PassiveClock) {
	t.drain.Lock()
	defer t.drain.Unlock()
	switch {
	case t.lock == nil:
		if lock == nil {
			lock = &sync.Mutex{}
		}
		t.lock, t.clock, t.start = lock, c, c.Now()
	case lock != nil && lock != t.lock:
		panic("workqueue: a Trace is given to a second queue; it belongs to one")
	}
}

// Join is for queues of other packages, as Part, KeyerOf and Stamp are beside our own: it makes the Trace that of the queue whose lock is given,
// and returns when the Trace's time starts.
func (t *Trace) Join(lock *sync.Mutex, c clock.PassiveClock) time.Time {
	t.join(lock, c)
	return t.start
}

// Part adds one of the machines of a queue to the Trace and returns what it emits into, under the
// queue's lock. A nil Trace is silent.
func (t *Trace) Part(queue, kind string) trace.Tap {
	if t == nil {
		return trace.Tap{}
	}
	name := kind
	if queue != "" {
		name = queue
		if kind != "queue" && kind != trace.PriorityKind {
			name += "-" + kind
		}
	} else if kind == trace.PriorityKind {
		name = "queue"
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.ring.AddPart(name, kind)
}

// KeyerOf returns the Keyer that all machines of the Trace share; nil of a nil Trace.
func KeyerOf[T comparable](t *Trace) machine.Keyer[T] {
	if t == nil {
		return nil
	}
	t.drain.Lock()
	defer t.drain.Unlock()
	if k, ok := t.keyer.(machine.Keyer[T]); ok {
		return k
	}
	k := machine.KeyDefault[T]()
	t.keyer, t.named = k, reflect.TypeFor[T]().Kind() == reflect.String
	return k
}

// now is the Trace's time.
func (t *Trace) now() machine.Time { return int64(t.clock.Since(t.start)) }

// Stamp says that it is now, for the events to come. The caller holds the queue's lock.
func (t *Trace) Stamp(now machine.Time) {
	if t != nil {
		t.ring.At = max(t.ring.At, now)
	}
}
