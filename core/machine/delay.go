package machine

import "github.com/informerscope/informerscope/core/trace"

// Forever is the longest Dur and the last Time. A due time that would pass it stops there.
const Forever = 1<<63 - 1

// Delay holds keys until their time comes. Each key waits once: of two times the earlier
// wins. Keys that are due at the same time leave in the order in which that time was set,
// where client-go promises no order. There is no way to take a key back.
//
// The zero Delay works and is silent. Source: client-go util/workqueue, delaying_queue.go
// (v0.37).
type Delay[T comparable] struct {
	namer[T]
	keys  table[T, wait]
	heap  delayHeap
	seq   uint32 // of the newest heap entry; 0 is none
	epoch int64  // how often seq started anew
}

// wait is what is known of a waiting key. Its place on the heap is not: when a key becomes
// due earlier a second heap entry is pushed, and the first one, whose seq is not the key's
// any more, is skipped when it comes up.
type wait struct {
	due moment
	seq uint32
}

// moment is a Time in two halves: it needs no alignment, so a slot of a string is 32 bytes
// instead of 40.
type moment [2]uint32

func momentOf(t Time) moment { return moment{uint32(t), uint32(t >> 32)} }

func (m moment) time() Time { return int64(m[0]) | int64(m[1])<<32 }

// NewDelay returns an empty Delay.
func NewDelay[T comparable](tap trace.Tap, keyer Keyer[T]) *Delay[T] {
	return &Delay[T]{namer: newNamer(tap, keyer), keys: newTable[T, wait]()}
}

// AddAfter lets k wait until now+after and says what became of it. shut is whether the queue
// behind is shutting down: then k is dropped.
func (d *Delay[T]) AddAfter(now Time, k T, after Dur, shut bool) Placed {
	if shut {
		if d.On() {
			d.Begin()
			d.Emit(trace.QueueDropped, d.name(k))
		}
		// trace: queue.dropped heap
		return PlacedDropped
	}
	if after <= 0 {
		if d.On() {
			d.Begin()
			d.Emit(trace.HeapNow, d.name(k))
		}
		// trace: heap.now
		return PlacedNow
	}
	due := Time(Forever)
	if now <= Forever-after {
		due = now + after
	}
	at, isNew := d.keys.claimKey(k)
	s, op := &d.keys.slots[at], trace.HeapEarlier
	if isNew {
		op = trace.HeapAdd
	} else if s.val.due.time() <= due {
		if d.On() {
			d.emit(trace.HeapIgnored, at, due, 0)
		}
		// trace: heap.ignored
		return PlacedIgnored
	}
	d.number()
	s.val = wait{momentOf(due), d.seq}
	// trace: heap.add, heap.earlier
	d.heap.push(heapEntry{due, d.seq, at})
	if d.On() {
		d.emit(op, at, due, d.epoch<<32|int64(d.seq))
	}
	if d.heap[0].seq == d.seq {
		return PlacedFirst
	}
	return PlacedWaiting
}

// Expire takes one key whose time has come: due at now or before. Call it until it returns
// false.
func (d *Delay[T]) Expire(now Time) (T, bool) {
	d.prune()
	if len(d.heap) == 0 || d.heap[0].at > now {
		var zero T
		return zero, false
	}
	at := d.heap[0].slot
	// trace: heap.due
	d.heap.pop()
	k := d.keys.slots[at].key
	if d.On() {
		d.emit(trace.HeapDue, at, d.keys.slots[at].val.due.time(), 0)
	}
	d.keys.remove(at)
	if d.keys.live == 0 { // all other entries are stale
		d.heap = d.heap[:0]
	}
	if d.keys.cells == nil {
		d.heap = nil
	}
	return k, true
}

// emit records a transition of the key in slot at.
//
//go:noinline
func (d *Delay[T]) emit(op trace.Op, at uint32, a, b int64) {
	d.Begin()
	d.Numbers(op, idOf(&d.namer, &d.keys, at), a, b)
}

// Next returns when the next key is due; false when none waits.
func (d *Delay[T]) Next() (Time, bool) {
	d.prune()
	if len(d.heap) == 0 {
		return 0, false
	}
	return d.heap[0].at, true
}

// Len is the number of waiting keys.
func (d *Delay[T]) Len() int { return d.keys.live }

// Each calls f with every waiting key, when it is due, and its order among those due at the
// same time. The calls come in no promised order: sort by due, then order.
func (d *Delay[T]) Each(f func(k T, due Time, order int64)) {
	for i := range d.keys.slots {
		s := &d.keys.slots[i]
		if s.val.seq != 0 {
			f(s.key, s.val.due.time(), int64(s.val.seq))
		}
	}
}

func (d *Delay[T]) stale(e heapEntry) bool { return d.keys.slots[e.slot].val.seq != e.seq }

// prune removes stale entries from the top.
func (d *Delay[T]) prune() {
	for len(d.heap) > 0 && d.stale(d.heap[0]) {
		d.heap.pop()
	}
}

// number takes the next seq. It also keeps the heap in bounds: when most of it is stale, or
// when four thousand million numbers are used up, the heap is made anew.
func (d *Delay[T]) number() {
	if d.seq != 1<<32-1 && len(d.heap) <= 2*d.keys.live+64 {
		d.seq++
		return
	}
	live := d.heap[:0]
	for _, e := range d.heap {
		if !d.stale(e) {
			live = append(live, e)
		}
	}
	d.heap = live
	d.heap.sort()
	if d.seq != 1<<32-1 {
		d.seq++
		return
	}
	for i := range d.heap {
		d.heap[i].seq = uint32(i + 1)
		d.keys.slots[d.heap[i].slot].val.seq = uint32(i + 1)
	}
	d.seq = uint32(len(d.heap)) + 1
	d.epoch++
}
