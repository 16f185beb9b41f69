package machine

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// waiter is an entry that waits, on a heap of four children a node; see delayHeap. Its slot
// knows its place, so that it can leave from the middle.
type waiter struct {
	due  moment
	slot uint32
}

// wait lets the new entry in slot at wait until due.
func (q *Priority[T]) wait(at uint32, due Time, done *Outcome) {
	e := &q.keys.slots[at].val
	e.stand(waiting)
	e.a = uint32(len(q.waiting))
	// trace: heap.add priority
	q.waiting = append(q.waiting, waiter{momentOf(due), at})
	q.heap(trace.HeapAdd, at, due)
	q.sift(e.a)
	done.First = e.a == 0
}

// Expire makes one entry ready whose time has come: due at now or before. It takes a new turn,
// so that such entries go by when they became ready. Call it until it returns false. After
// ShutDown nothing becomes ready.
func (q *Priority[T]) Expire(now Time) (k T, done Outcome, ok bool) {
	if q.shut || len(q.waiting) == 0 || q.waiting[0].due.time() > now {
		return k, done, false
	}
	at, due := q.waiting[0].slot, q.waiting[0].due.time()
	if q.On() {
		q.Begin()
	}
	// trace: heap.due priority
	q.leaveWaiting(at)
	q.heap(trace.HeapDue, at, due)
	s := &q.keys.slots[at]
	s.val.turn = q.turn()
	done.Priority = int(s.val.priority.time())
	q.enter(at, trace.QueueAdd, &done)
	return s.key, done, true
}

// Next returns when the next wait ends; false when nothing waits, or never will be ready.
func (q *Priority[T]) Next() (Time, bool) {
	if q.shut || len(q.waiting) == 0 {
		return 0, false
	}
	return q.waiting[0].due.time(), true
}

// WaitingEntry is an entry that waits.
type WaitingEntry[T any] struct {
	Key      T
	Due      Time
	Priority int
}

// Waiting lists what waits, what becomes ready first at the front.
func (q *Priority[T]) Waiting() []WaitingEntry[T] {
	heap := slices.Clone(q.waiting)
	slices.SortFunc(heap, func(a, b waiter) int {
		if q.sooner(a, b) {
			return -1
		}
		return 1
	})
	all := make([]WaitingEntry[T], 0, len(heap))
	for _, w := range heap {
		s := &q.keys.slots[w.slot]
		all = append(all, WaitingEntry[T]{s.key, w.due.time(), int(s.val.priority.time())})
	}
	return all
}

// leaveWaiting takes the entry in slot at off the heap.
func (q *Priority[T]) leaveWaiting(at uint32) {
	e := &q.keys.slots[at].val
	place, n := e.a, uint32(len(q.waiting)-1)
	moved := q.waiting[n]
	q.waiting = q.waiting[:n]
	e.stand(absent)
	if place != n {
		q.waiting[place] = moved
		q.keys.slots[moved.slot].val.a = place
		q.sift(place)
	}
	if n == 0 && cap(q.waiting) > smallTable {
		q.waiting = nil
	}
}

// sooner says which of two waits ends first. Of those that end together it is the one that
// would be taken first.
func (q *Priority[T]) sooner(a, b waiter) bool {
	if a.due != b.due {
		return a.due.time() < b.due.time()
	}
	return q.before(a.slot, b.slot)
}

// sift moves the entry at a place of the heap to where it belongs.
func (q *Priority[T]) sift(place uint32) {
	h, slots := q.waiting, q.keys.slots
	w, i, n := h[place], int(place), len(h)
	for i > 0 {
		up := (i - 1) / 4
		if !q.sooner(w, h[up]) {
			break
		}
		h[i] = h[up]
		slots[h[i].slot].val.a = uint32(i)
		i = up
	}
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		kid := first
		for j := first + 1; j < min(first+4, n); j++ {
			if q.sooner(h[j], h[kid]) {
				kid = j
			}
		}
		if !q.sooner(h[kid], w) {
			break
		}
		h[i] = h[kid]
		slots[h[i].slot].val.a = uint32(i)
		i = kid
	}
	h[i] = w
	slots[w.slot].val.a = uint32(i)
}
