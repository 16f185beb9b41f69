package machine

import "github.com/informerscope/informerscope/core/trace"

// line is the order of the queued keys, first in first out: a list that runs through the
// slots of the queue's table. A key stands in it by its own slot, so a place costs nothing.
//
// Only a stray Done puts a key into the line a second time. Each further place is a shadow: a
// slot without a key, whose hash says whose place it is.
type line[T comparable] struct {
	head, tail uint32 // 1 + slot; 0 is an empty line
	n          uint32
	more       map[uint32]uint32 // by slot: how many places a key has beyond the first
}

// pass is what the queue knows of a key: trace.Queued, Dirty, Processing, shadow, and from
// linkShift on 1 + the slot behind it in the line.
type pass uint32

const (
	shadow     pass = 1 << 3
	bitsOfPass pass = 1<<3 - 1
	linkShift       = 4 // slot numbers stay below maxSlots
)

func (p pass) bits() uint8 { return uint8(p & bitsOfPass) }

// push puts the key of slot at to the back of the line. Pointers into slots become invalid.
func (l *line[T]) push(t *table[T, pass], at uint32) {
	if l.enter(&t.slots[at], at) {
		place := t.take()
		t.slots[place].hash, t.slots[place].val = at, shadow
		at = place
	}
	if l.tail == 0 {
		l.head = at + 1
	} else {
		t.slots[l.tail-1].val |= pass(at+1) << linkShift
	}
	l.tail = at + 1
	l.n++
}

// pop takes the head and returns its key's slot; the line must not be empty. Call leave next.
func (l *line[T]) pop(t *table[T, pass]) uint32 {
	at := l.head - 1
	s := &t.slots[at]
	if l.head = uint32(s.val >> linkShift); l.head == 0 {
		l.tail = 0
	}
	l.n--
	s.val &= 1<<linkShift - 1
	if s.val&shadow != 0 {
		place := at
		at = s.hash
		t.release(place)
	}
	return at
}

// enter notes that the key of slot at gets a place, and reports whether it had one before.
func (l *line[T]) enter(s *slot[T, pass], at uint32) bool {
	if s.val&pass(trace.Queued) == 0 {
		s.val |= pass(trace.Queued)
		return false
	}
	if l.more == nil {
		l.more = map[uint32]uint32{}
	}
	l.more[at]++
	return true
}

// leave notes that the key of slot at has lost one place.
func (l *line[T]) leave(s *slot[T, pass], at uint32) {
	if l.more != nil && l.more[at] > 0 {
		if l.more[at]--; l.more[at] == 0 {
			delete(l.more, at)
		}
		return
	}
	s.val &^= pass(trace.Queued)
}

// each calls f with the slot of each place, from the head on.
func (l *line[T]) each(t *table[T, pass], f func(*slot[T, pass])) {
	for next := l.head; next != 0; {
		s := &t.slots[next-1]
		next = uint32(s.val >> linkShift)
		if s.val&shadow != 0 {
			s = &t.slots[s.hash]
		}
		f(s)
	}
}
