package machine

import "github.com/informerscope/informerscope/core/trace"

// Queue says which keys are owed a pass, and hands each to one worker at a time.
//
// A key is dirty while a pass is owed, processing while a worker holds it, queued while it
// stands in the line. Add makes it dirty; a dirty key that nobody holds goes into the line
// once, and one that is held takes its place at the back when it is done. So a key added
// many times runs at least once after the last Add, and never twice at the same time.
//
// Two surprises of client-go are kept, because a picture of the queue must show them:
//   - Done of a key that is queued and not processing puts it into the line a second time
//     (kubernetes/kubernetes#141079). Two workers may then hold it at once.
//   - A drain ends when no worker holds a key, even with keys left in the line.
//
// The zero Queue works and is silent. Source: client-go util/workqueue, queue.go (v0.37).
type Queue[T comparable] struct {
	namer[T]
	keys       table[T, pass]
	line       line[T]
	order      Order[T] // nil: line
	last       uint32   // 1 + the slot handed out last: most often the next to be done
	processing int
	shut       bool
	drain      bool
}

// Order is a line of the caller's own, such as one with priorities. Its methods are called
// from inside the queue's.
type Order[T any] interface {
	// Touch is called when a key that stands in the line is added again.
	Touch(k T)
	// Push puts k into the line.
	Push(k T)
	// Len is the number of keys in the line.
	Len() int
	// Pop takes the key that is next.
	Pop() T
}

// NewQueue returns an empty queue, first in first out.
func NewQueue[T comparable](tap trace.Tap, keyer Keyer[T]) *Queue[T] {
	return NewQueueWithOrder(nil, tap, keyer)
}

// NewQueueWithOrder returns an empty queue whose line is order; nil is first in first out.
func NewQueueWithOrder[T comparable](order Order[T], tap trace.Tap, keyer Keyer[T]) *Queue[T] {
	return &Queue[T]{namer: newNamer(tap, keyer), order: order}
}

// Add says that k is owed a pass. After ShutDown it does nothing.
func (q *Queue[T]) Add(k T) Wake {
	q.Begin()
	if q.shut {
		if q.On() {
			q.Bits(trace.QueueDropped, q.name(k), 0, 0)
		}
		return 0
	}
	at, isNew := q.keys.claimKey(k)
	if isNew && q.On() {
		q.keys.setID(at, q.name(k))
	}
	s := &q.keys.slots[at]
	before := s.val.bits()
	if before&trace.Dirty != 0 {
		if q.order != nil && before&trace.Processing == 0 {
			q.order.Touch(k)
		}
		if q.On() {
			q.Bits(trace.QueueAdd, q.keys.id(at), before, before)
		}
		return 0
	}
	s.val |= pass(trace.Dirty)
	if before&trace.Processing != 0 {
		if q.On() {
			q.Bits(trace.QueueAdd, q.keys.id(at), before, s.val.bits())
		}
		return 0
	}
	q.push(at)
	if q.On() {
		q.Bits(trace.QueueAdd, q.keys.id(at), before&^trace.Queued, q.keys.slots[at].val.bits())
	}
	return WakeGetter
}

// TryGet takes the head of the line: the caller holds it until Done. With GotNothing and
// GotShutDown the key is the zero T.
func (q *Queue[T]) TryGet() (T, Got) {
	q.Begin()
	if q.Len() == 0 {
		var zero T
		if q.shut {
			return zero, GotShutDown
		}
		if q.On() {
			q.Bits(trace.QueueBlocked, 0, 0, 0)
		}
		return zero, GotNothing
	}
	var at uint32
	if q.order == nil {
		at = q.line.pop(&q.keys)
	} else {
		at = q.popOrder()
	}
	s := &q.keys.slots[at]
	before := s.val.bits()
	q.line.leave(s, at)
	if before&trace.Processing == 0 {
		q.processing++
	}
	s.val = s.val&^pass(trace.Dirty) | pass(trace.Processing)
	q.last = at + 1
	if q.On() {
		q.Bits(trace.QueueGet, q.keys.id(at), before, s.val.bits())
	}
	return s.key, GotKey
}

// Done says that the worker is finished with k. A key that became dirty meanwhile goes to
// the back of the line. Done of a key the queue does not know has no effect.
func (q *Queue[T]) Done(k T) Wake {
	q.Begin()
	at := q.last - 1
	if at == none || q.keys.slots[at].key != k {
		at = q.keys.findKey(k)
	}
	if at == none {
		if q.On() {
			q.Bits(trace.QueueDone, q.name(k), 0, 0)
		}
		return 0
	}
	s := &q.keys.slots[at]
	before, op := s.val.bits(), trace.QueueDone
	var wake Wake
	if before&trace.Processing != 0 {
		s.val &^= pass(trace.Processing)
		if q.processing--; q.processing == 0 && q.drain {
			wake = WakeDrainers
		}
	} else if before&trace.Dirty != 0 {
		op = trace.QueueStray
	}
	if before&trace.Dirty == 0 {
		if q.On() {
			q.Bits(op, q.keys.id(at), before, s.val.bits())
		}
		if before&trace.Queued == 0 { // the key is nowhere any more
			if q.last == at+1 {
				q.last = 0
			}
			q.keys.remove(at)
		}
		return wake
	}
	q.push(at)
	if op == trace.QueueDone {
		before &^= trace.Queued
	}
	if q.On() {
		q.Bits(op, q.keys.id(at), before, q.keys.slots[at].val.bits())
	}
	return wake | WakeGetter
}

// push puts the key of slot at into the line, once more if it is there.
func (q *Queue[T]) push(at uint32) {
	if q.order == nil {
		q.line.push(&q.keys, at)
		return
	}
	q.line.enter(&q.keys.slots[at], at)
	q.order.Push(q.keys.slots[at].key)
}

// ShutDown ends the queue: Add does nothing from now on, getters get what is left and then
// GotShutDown. With drain the caller waits while MustDrain says so; a later ShutDown
// without drain releases it.
func (q *Queue[T]) ShutDown(drain bool) Wake {
	q.Begin()
	q.shut, q.drain = true, drain
	var a int64
	if drain {
		a = 1
	}
	q.Numbers(trace.QueueShut, 0, a, 0)
	return WakeGetters | WakeDrainers
}

// MustDrain reports whether who drains has to wait still: some worker holds a key, and no
// ShutDown without drain came since. Keys in the line do not count.
func (q *Queue[T]) MustDrain() bool { return q.drain && q.processing != 0 }

// ShuttingDown reports whether ShutDown was called.
func (q *Queue[T]) ShuttingDown() bool { return q.shut }

// Len is the length of the line: a key that a worker holds is not in it, dirty or not.
func (q *Queue[T]) Len() int {
	if q.order != nil {
		return q.order.Len()
	}
	return int(q.line.n)
}

// Membership returns what the queue knows of k, as bits: trace.Queued, Dirty, Processing.
func (q *Queue[T]) Membership(k T) uint8 {
	at := q.keys.findKey(k)
	if at == none {
		return 0
	}
	return q.keys.slots[at].val.bits()
}

// Each calls f with every known key and its membership bits (trace.Queued and so on): first
// the line from its head, a key once per place in it, then the others. A line of the
// caller's own has no order to show: then all keys come in no promised order.
func (q *Queue[T]) Each(f func(k T, bits uint8)) {
	q.line.each(&q.keys, func(s *slot[T, pass]) { f(s.key, s.val.bits()) })
	for i := range q.keys.slots {
		s := &q.keys.slots[i]
		if b := s.val.bits(); b != 0 && (q.order != nil || b&trace.Queued == 0) {
			f(s.key, b)
		}
	}
}

// popOrder takes the next of a line of the caller's own. That may hand out what it was never
// given; then the key is taken as if it had been.
func (q *Queue[T]) popOrder() uint32 {
	k := q.order.Pop()
	at, isNew := q.keys.claimKey(k)
	if isNew && q.On() {
		q.keys.setID(at, q.name(k))
	}
	return at
}
