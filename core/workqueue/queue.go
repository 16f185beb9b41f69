package workqueue

import (
	"reflect"
	"sync"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/utils/clock"
)

// TypedInterface is a work queue: keys go in by Add, workers take them by Get and give them
// back by Done.
type TypedInterface[T comparable] interface {
	// Add says that item is to be processed. It is ignored after ShutDown.
	Add(item T)
	// Len is the number of items that wait for a worker. Those being processed do not
	// count, even if they were added again.
	Len() int
	// Get waits for an item and takes it; Done must follow. With shutdown there is none and
	// will be none.
	Get() (item T, shutdown bool)
	// Done ends the processing of item. If it was added meanwhile it waits again.
	Done(item T)
	// ShutDown ends the queue: nothing is added any more, Get hands out what is left.
	ShutDown()
	// ShutDownWithDrain is ShutDown that waits until no item is being processed. A call of
	// ShutDown ends the waiting. It does not wait for items no worker has taken.
	ShutDownWithDrain()
	// ShuttingDown reports whether one of the two was called.
	ShuttingDown() bool
}

// Queue is the line of a work queue, for who wants another order than first in, first out.
// A work queue calls it from one goroutine at a time.
type Queue[T comparable] interface {
	// Touch is called when an item that waits is added again.
	Touch(item T)
	// Push puts item into the line.
	Push(item T)
	// Len is the number of items in the line.
	Len() int
	// Pop takes the next item; the line is not empty.
	Pop() (item T)
}

// DefaultQueue returns an empty line, first in, first out. A work queue without a Queue in
// its config has a line of this order that costs less.
func DefaultQueue[T comparable]() Queue[T] { return &fifo[T]{} }

type fifo[T comparable] struct {
	items []T
	head  int
}

func (f *fifo[T]) Touch(T) {}

func (f *fifo[T]) Push(item T) { f.items = append(f.items, item) }

func (f *fifo[T]) Len() int { return len(f.items) - f.head }

// Pop moves the rest to the front when half of the array is used up.
func (f *fifo[T]) Pop() T {
	var zero T
	item := f.items[f.head]
	f.items[f.head] = zero
	f.head++
	if 2*f.head >= len(f.items) {
		n := copy(f.items, f.items[f.head:])
		clear(f.items[n:])
		f.items, f.head = f.items[:n], 0
	}
	return item
}

// TypedQueueConfig says how a queue is made. The zero value is a queue without a name, on
// the real clock, first in, first out.
type TypedQueueConfig[T comparable] struct {
	// Name names the queue in metrics; without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil is the one of SetProvider, if any.
	MetricsProvider MetricsProvider
	// Clock replaces the real clock.
	Clock clock.WithTicker
	// Queue replaces the line.
	Queue Queue[T]
	// Trace sees what happens in the queue; nil is nobody. client-go has no such field.
	Trace *Trace
}

// Typed is a work queue; NewTyped makes one.
type Typed[T comparable] struct {
	mu      sync.Mutex
	getters sync.Cond // wait in Get
	drained sync.Cond // wait in ShutDownWithDrain
	waiting int       // how many wait in Get: none is the common case, and costs nothing
	queue   machine.Queue[T]
	// slow is set when a call of the machine may panic by the caller's doing (T may hold a
	// value without ==, or the line is the caller's), or is to be measured. Then it is made
	// under a deferred unlock, which a queue of strings, at 3 ns a call, does without.
	slow   bool
	counts *counts // nil without metrics
}

// NewTyped returns a queue without a name.
func NewTyped[T comparable]() *Typed[T] { return NewTypedWithConfig(TypedQueueConfig[T]{}) }

// NewTypedWithConfig returns a queue as config says. With metrics it starts a goroutine,
// which ShutDown and ShutDownWithDrain end.
func NewTypedWithConfig[T comparable](config TypedQueueConfig[T]) *Typed[T] {
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	var order machine.Order[T]
	if config.Queue != nil {
		order = config.Queue
	}
	q := &Typed[T]{slow: order != nil || !machine.Hashable(reflect.TypeFor[T]())}
	if config.Trace != nil {
		config.Trace.join(&q.mu, config.Clock)
	}
	q.queue = *machine.NewQueueWithOrder(order, config.Trace.Part(config.Name, "queue"), KeyerOf[T](config.Trace))
	q.getters.L, q.drained.L = &q.mu, &q.mu
	if p := providerFor(config.Name, config.MetricsProvider); p != nil {
		q.slow, q.counts = true, newCounts(p, config.Name, config.Clock)
		q.counts.run(q.updateUnfinished)
	}
	return q
}

func (q *Typed[T]) updateUnfinished() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.queue.ShuttingDown() {
		q.counts.Unfinished()
	}
}

// Add says that item is to be processed: once, however often it is added before a worker
// takes it, and once more if it is added while a worker has it. After ShutDown it is
// ignored. It panics on an item whose type has no ==.
func (q *Typed[T]) Add(item T) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		q.add(item)
		return
	}
	q.wake(q.queue.Add(item))
	q.mu.Unlock()
}

// add is Add for who holds the lock.
func (q *Typed[T]) add(item T) {
	wake, at, owed := q.queue.AddSlot(item)
	if q.counts != nil && owed {
		q.counts.add(at)
	}
	q.wake(wake)
}

// Len is the number of items that wait for a worker.
func (q *Typed[T]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue.Len()
}

// Get waits for an item and takes it. When the queue is shut down and empty it returns the
// zero item and true.
func (q *Typed[T]) Get() (item T, shutdown bool) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		return q.get()
	}
	item, got := q.queue.TryGet()
	for got == machine.GotNothing {
		item, got = q.await()
	}
	q.mu.Unlock()
	return item, got == machine.GotShutDown
}

// get is Get for who holds the lock.
func (q *Typed[T]) get() (item T, shutdown bool) {
	item, got := q.queue.TryGet()
	for got == machine.GotNothing {
		item, got = q.await()
	}
	if q.counts != nil && got == machine.GotKey {
		q.counts.get(q.queue.Slot(item))
	}
	return item, got == machine.GotShutDown
}

// await waits for a wake-up and asks the machine again.
func (q *Typed[T]) await() (T, machine.Got) {
	q.waiting++
	q.getters.Wait()
	q.waiting--
	return q.queue.TryGet()
}

// Done ends the processing of item. If it was added meanwhile it waits again, at the back.
func (q *Typed[T]) Done(item T) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		if q.counts != nil {
			q.counts.Done(q.queue.Slot(item))
		}
		q.wake(q.queue.Done(item))
		return
	}
	q.wake(q.queue.Done(item))
	q.mu.Unlock()
}

// ShutDown ends the queue. It may be called again.
func (q *Typed[T]) ShutDown() {
	defer q.counts.wait()
	q.counts.end()
	q.mu.Lock()
	defer q.mu.Unlock()
	q.wake(q.queue.ShutDown(false))
}

// ShutDownWithDrain ends the queue and waits until no item is being processed, or ShutDown
// is called. It waits for ever for a worker that does not call Done.
func (q *Typed[T]) ShutDownWithDrain() {
	defer q.counts.wait()
	q.counts.end()
	q.mu.Lock()
	defer q.mu.Unlock()
	q.wake(q.queue.ShutDown(true))
	for q.queue.MustDrain() {
		q.drained.Wait()
	}
}

// ShuttingDown reports whether the queue was shut down.
func (q *Typed[T]) ShuttingDown() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue.ShuttingDown()
}

// wake passes on what the machine said. Two conditions, because a Signal for a getter must
// not reach one who drains.
func (q *Typed[T]) wake(w machine.Wake) {
	if w != 0 && (w != machine.WakeGetter || q.waiting != 0) {
		q.signal(w)
	}
}

func (q *Typed[T]) signal(w machine.Wake) {
	switch {
	case w&machine.WakeGetters != 0:
		q.getters.Broadcast()
	case w&machine.WakeGetter != 0:
		q.getters.Signal()
	}
	if w&machine.WakeDrainers != 0 {
		q.drained.Broadcast()
	}
}
