package machine

import (
	"cmp"
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// lanes are the ready entries that can be taken, a lane a priority. The first one is found
// on a heap of lanes; one that has become empty stays there until it comes up, since most
// often it is filled again before.
type lanes struct {
	all    []lane
	tops   []uint32       // heap of lanes, the highest priority first
	of     map[int]uint32 // by priority
	spare  []uint32       // numbers of lanes that are given up
	filled int            // lanes with entries
	last   uint32         // the lane asked for last
}

// keptLanes is how many lanes are kept when they are empty.
const keptLanes = 64

// lane has the entries of one priority: a list through their slots, and a heap of those that
// came with a turn older than its last one. A turn on the heap that is not that of its slot
// any more is stale, and is skipped.
type lane struct {
	priority   int
	head, tail uint32 // 1 + slot; 0 is an empty list
	early      []turn
	n          int
	listed     bool // on the heap of lanes
	used       bool
}

// turn is an entry on the heap of a lane.
type turn struct {
	at   int64
	slot uint32
}

// find returns the number of the lane of a priority, a new one where there is none.
func (l *lanes) find(priority int) uint32 {
	if int(l.last) < len(l.all) && l.all[l.last].priority == priority && l.all[l.last].used {
		return l.last
	}
	i, ok := l.of[priority]
	if !ok {
		if l.of == nil {
			l.of = map[int]uint32{}
		}
		if n := len(l.spare); n > 0 {
			i, l.spare = l.spare[n-1], l.spare[:n-1]
		} else {
			i = uint32(len(l.all))
			l.all = append(l.all, lane{})
		}
		l.all[i], l.of[priority] = lane{priority: priority, used: true}, i
	}
	l.last = i
	return i
}

// top returns the number of the highest lane that has entries; false when none has.
func (l *lanes) top() (uint32, bool) {
	for len(l.tops) > 0 {
		i := l.tops[0]
		if l.all[i].n > 0 {
			return i, true
		}
		n := len(l.tops) - 1
		l.tops[0], l.tops = l.tops[n], l.tops[:n]
		l.sink(0)
		l.retire(i)
	}
	return 0, false
}

// retire takes note that an empty lane has left the heap.
func (l *lanes) retire(i uint32) {
	l.all[i].listed = false
	if len(l.of) > keptLanes {
		delete(l.of, l.all[i].priority)
		l.all[i] = lane{}
		l.spare = append(l.spare, i)
	}
}

// gain counts an entry more in lane i.
func (l *lanes) gain(i uint32) {
	a := &l.all[i]
	if a.n++; a.n > 1 {
		return
	}
	if l.filled++; a.listed {
		return
	}
	a.listed = true
	l.tops = append(l.tops, i)
	for at := len(l.tops) - 1; at > 0; {
		up := (at - 1) / 2
		if l.all[l.tops[up]].priority >= l.all[l.tops[at]].priority {
			break
		}
		l.tops[up], l.tops[at] = l.tops[at], l.tops[up]
		at = up
	}
}

// lose counts an entry less in lane i. When most lanes on the heap are empty it is made anew.
func (l *lanes) lose(i uint32) {
	a := &l.all[i]
	if a.n--; a.n > 0 {
		return
	}
	if a.early = a.early[:0]; cap(a.early) > smallTable {
		a.early = nil
	}
	if l.filled--; len(l.tops) <= 2*l.filled+keptLanes {
		return
	}
	full := l.tops[:0]
	for _, i := range l.tops {
		if l.all[i].n > 0 {
			full = append(full, i)
		} else {
			l.retire(i)
		}
	}
	l.tops = full
	slices.SortFunc(full, func(a, b uint32) int { return cmp.Compare(l.all[b].priority, l.all[a].priority) })
}

func (l *lanes) sink(at int) {
	for {
		kid := 2*at + 1
		if kid >= len(l.tops) {
			return
		}
		if right := kid + 1; right < len(l.tops) && l.all[l.tops[right]].priority > l.all[l.tops[kid]].priority {
			kid = right
		}
		if l.all[l.tops[at]].priority >= l.all[l.tops[kid]].priority {
			return
		}
		l.tops[at], l.tops[kid] = l.tops[kid], l.tops[at]
		at = kid
	}
}

// line puts the entry in slot at into the lane of its priority: to the back, or where an
// older turn belongs.
func (q *Priority[T]) line(at uint32) {
	slots := q.keys.slots
	e := &slots[at].val
	i := q.lanes.find(int(e.priority.time()))
	l := &q.lanes.all[i]
	if t := e.turn.time(); l.tail != 0 && t < slots[l.tail-1].val.turn.time() {
		e.stand(early)
		l.early = append(l.early, turn{t, at})
		for n := len(l.early) - 1; n > 0; {
			up := (n - 1) / 2
			if l.early[up].at < l.early[n].at {
				break
			}
			l.early[up], l.early[n] = l.early[n], l.early[up]
			n = up
		}
	} else {
		e.stand(onLine)
		e.a, e.b = l.tail, 0
		if l.tail == 0 {
			l.head = at + 1
		} else {
			slots[l.tail-1].val.b = at + 1
		}
		l.tail = at + 1
	}
	q.lanes.gain(i)
}

// unline takes the entry in slot at out of its lane. One on the heap leaves a stale turn there.
func (q *Priority[T]) unline(at uint32) {
	slots := q.keys.slots
	e := &slots[at].val
	i := q.lanes.find(int(e.priority.time()))
	if e.where() == onLine {
		l := &q.lanes.all[i]
		if e.a == 0 {
			l.head = e.b
		} else {
			slots[e.a-1].val.b = e.b
		}
		if e.b == 0 {
			l.tail = e.a
		} else {
			slots[e.b-1].val.a = e.a
		}
	}
	e.stand(absent)
	q.lanes.lose(i)
}

// first returns the slot of the entry that is next; false when none can be taken.
func (q *Priority[T]) first() (uint32, bool) {
	i, ok := q.lanes.top()
	if !ok {
		return 0, false
	}
	l := &q.lanes.all[i]
	for len(l.early) > 0 {
		t := l.early[0]
		if e := &q.keys.slots[t.slot].val; e.where() != early || e.turn.time() != t.at {
			l.dropEarly()
			continue
		}
		if l.head == 0 || t.at < q.keys.slots[l.head-1].val.turn.time() {
			return t.slot, true
		}
		break
	}
	return l.head - 1, true
}

// dropEarly removes the first turn of the heap.
func (l *lane) dropEarly() {
	n := len(l.early) - 1
	l.early[0], l.early = l.early[n], l.early[:n]
	for at := 0; ; {
		kid := 2*at + 1
		if kid >= n {
			return
		}
		if right := kid + 1; right < n && l.early[right].at < l.early[kid].at {
			kid = right
		}
		if l.early[at].at <= l.early[kid].at {
			return
		}
		l.early[at], l.early[kid] = l.early[kid], l.early[at]
		at = kid
	}
}

// unaside takes the entry in slot at out of those that are set aside.
func (q *Priority[T]) unaside(at uint32) {
	place, n := q.keys.slots[at].val.a, len(q.aside)-1
	moved := q.aside[n]
	q.aside[place], q.aside = moved, q.aside[:n]
	q.keys.slots[moved].val.a = place
}

// before reports whether the entry in slot a goes ahead of that in b.
func (q *Priority[T]) before(a, b uint32) bool {
	x, y := &q.keys.slots[a].val, &q.keys.slots[b].val
	if x.priority != y.priority {
		return x.priority.time() > y.priority.time()
	}
	return x.turn.time() < y.turn.time()
}

// skip tells of the entries that a Get passes over: those of locked keys ahead of the one in
// slot at, or all where there is none to take.
func (q *Priority[T]) skip(at uint32, ok bool) {
	for _, s := range q.inOrder(slices.Clone(q.aside)) {
		if !ok || q.before(s, at) {
			bits := q.keys.slots[s].val.bits()
			q.Bits(trace.QueueSkip, idOf(&q.namer, &q.keys, s), bits, bits)
		}
	}
}

func (q *Priority[T]) inOrder(slots []uint32) []uint32 {
	slices.SortFunc(slots, func(a, b uint32) int {
		if q.before(a, b) {
			return -1
		}
		return 1
	})
	return slots
}

// Each calls f with every known key, its membership bits (trace.Queued and so on), and the
// priority of its entry: first what is ready, in the order in which it will be taken, then
// the others, in no promised order.
func (q *Priority[T]) Each(f func(k T, bits uint8, priority int)) {
	var ready, others []uint32
	for i := range q.keys.slots {
		switch b := q.keys.slots[i].val.bits(); {
		case b&trace.Queued != 0:
			ready = append(ready, uint32(i))
		case q.keys.slots[i].val.standing != 0:
			others = append(others, uint32(i))
		}
	}
	for _, i := range append(q.inOrder(ready), others...) {
		s := &q.keys.slots[i]
		f(s.key, s.val.bits(), int(s.val.priority.time()))
	}
}
