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
	special    bool     // there is an order or an observer: one test a call for who has neither
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
	return &Queue[T]{namer: newNamer(tap, keyer), keys: newTable[T, pass](), order: order, special: order != nil || tap.On()}
}

// Add says that k is owed a pass. After ShutDown it does nothing.
func (q *Queue[T]) Add(k T) Wake {
	wake, _, _ := q.AddSlot(k)
	return wake
}

// AddSlot is Add that tells the key's Slot, and whether a pass is owed from now on: false after
// ShutDown, and when one was owed already.
func (q *Queue[T]) AddSlot(k T) (wake Wake, at Slot, owed bool) {
	if q.shut {
		// trace: queue.dropped
		q.unknown(trace.QueueDropped, k)
		return 0, NoSlot, false
	}
	at, _ = q.keys.claimKey(k)
	s := &q.keys.slots[at]
	before := s.val.bits()
	owed = before&trace.Dirty == 0
	s.val |= pass(trace.Dirty)
	if q.special {
		return q.added(at, before), at, owed
	}
	if before&(trace.Dirty|trace.Processing) != 0 {
		return 0, at, owed
	}
	q.line.push(&q.keys, at)
	return WakeGetter, at, owed
}

// added is the rest of Add for a special queue: the key in slot at is dirty now; before says
// what it was.
func (q *Queue[T]) added(at uint32, before uint8) Wake {
	switch {
	case before&trace.Dirty != 0:
		// trace: queue.add merged
		return q.merged(at, before)
	case before&trace.Processing != 0:
		// trace: queue.add owed
		return q.owed(at, before)
	}
	// trace: queue.add
	q.push(at)
	q.emit(trace.QueueAdd, at, before&^trace.Queued)
	return WakeGetter
}

// merged: one pass is owed already, and covers this Add as well.
func (q *Queue[T]) merged(at uint32, before uint8) Wake {
	if q.order != nil && before&trace.Processing == 0 {
		q.order.Touch(q.keys.slots[at].key)
	}
	q.emit(trace.QueueAdd, at, before)
	return 0
}

// owed: a worker holds the key; Done will put it into the line.
func (q *Queue[T]) owed(at uint32, before uint8) Wake {
	q.emit(trace.QueueAdd, at, before)
	return 0
}

// TryGet takes the head of the line: the caller holds it until Done. With GotNothing and
// GotShutDown the key is the zero T.
func (q *Queue[T]) TryGet() (T, Got) {
	if q.special {
		return q.trySpecial()
	}
	if q.line.n == 0 {
		return q.nothing()
	}
	return q.take(q.line.pop(&q.keys)), GotKey
}

// trySpecial is TryGet for a special queue.
func (q *Queue[T]) trySpecial() (T, Got) {
	if q.Len() == 0 {
		return q.nothing()
	}
	var at uint32
	if q.order == nil {
		at = q.line.pop(&q.keys)
	} else {
		// A line of the caller's own may hand out what it was never given; then the key is
		// taken as if it had been.
		at, _ = q.keys.claimKey(q.order.Pop())
	}
	before := q.keys.slots[at].val.bits()
	// trace: queue.get
	k := q.take(at)
	q.emit(trace.QueueGet, at, before)
	return k, GotKey
}

// take gives the key in slot at, which has just left the line, to a worker.
func (q *Queue[T]) take(at uint32) T {
	s := &q.keys.slots[at]
	q.line.leave(s, at)
	if s.val&pass(trace.Processing) == 0 {
		q.processing++
	}
	s.val = s.val&^pass(trace.Dirty) | pass(trace.Processing)
	q.last = at + 1
	return s.key
}

func (q *Queue[T]) nothing() (T, Got) {
	var zero T
	q.Begin()
	if q.shut {
		q.Bits(trace.QueueOver, 0, 0, 0)
		// trace: queue.over
		return zero, GotShutDown
	}
	q.Bits(trace.QueueBlocked, 0, 0, 0)
	// trace: queue.blocked
	return zero, GotNothing
}

// Slot is where the queue keeps what it knows of k; NoSlot when it knows nothing. It costs least
// for the key that TryGet has returned last.
func (q *Queue[T]) Slot(k T) Slot {
	return q.keys.findLast(q.last, k)
}

// Done says that the worker is finished with k. A key that became dirty meanwhile goes to
// the back of the line. Done of a key the queue does not know has no effect.
func (q *Queue[T]) Done(k T) Wake {
	at := q.Slot(k)
	if at == none {
		// trace: queue.done unknown
		q.unknown(trace.QueueDone, k)
		return 0
	}
	s := &q.keys.slots[at]
	before := s.val.bits()
	var wake Wake
	if before&trace.Processing != 0 {
		s.val &^= pass(trace.Processing)
		if q.processing--; q.processing == 0 && q.drain {
			wake = WakeDrainers
		}
	}
	if q.special {
		return wake | q.done(at, before)
	}
	if before&trace.Dirty == 0 {
		q.drop(at, before)
		return wake
	}
	q.line.push(&q.keys, at)
	return wake | WakeGetter
}

// done is the rest of Done for a special queue: no worker holds the key in slot at any more.
func (q *Queue[T]) done(at uint32, before uint8) Wake {
	if before&trace.Dirty == 0 {
		q.emit(trace.QueueDone, at, before)
		// trace: queue.done
		q.drop(at, before)
		return 0
	}
	// trace: queue.done again
	q.push(at)
	if before&trace.Processing == 0 {
		// trace: queue.stray
		q.emit(trace.QueueStray, at, before)
		return WakeGetter
	}
	q.emit(trace.QueueDone, at, before&^trace.Queued)
	return WakeGetter
}

// drop forgets a key that is neither owed a pass nor worked on, unless it is in the line.
func (q *Queue[T]) drop(at uint32, before uint8) {
	if before&trace.Queued != 0 {
		return
	}
	if q.last == at+1 {
		q.last = 0
	}
	q.keys.remove(at)
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

// emit records a transition of the key in slot at.
func (q *Queue[T]) emit(op trace.Op, at uint32, before uint8) {
	if q.On() {
		q.Begin()
		q.Bits(op, idOf(&q.namer, &q.keys, at), before, q.keys.slots[at].val.bits())
	}
}

// unknown records a call with a key the queue does not know.
func (q *Queue[T]) unknown(op trace.Op, k T) {
	if q.On() {
		q.Begin()
		q.Bits(op, q.name(k), 0, 0)
	}
}

// ShutDown ends the queue: Add does nothing from now on, getters get what is left and then
// GotShutDown. With drain the caller waits while MustDrain says so; a later ShutDown
// without drain releases it.
func (q *Queue[T]) ShutDown(drain bool) Wake {
	q.Begin()
	// trace: queue.shut
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
