package machine

import (
	"hash/maphash"

	"github.com/informerscope/informerscope/core/trace"
)

// A table finds what is known of a key. It is not a Go map for three reasons: a slot number
// stays valid while the key stays, so a line or heap can hold four bytes instead of the key
// and needs no second look-up; leaving by slot hashes nothing; and cells of eight bytes
// take less memory than a map's key and value per cell.
//
// Cells are probed one after the other. Removing moves later cells of the same run back
// instead of leaving tombstones, so a queue that lives for months never has to rehash.
// When the last key leaves, slots are numbered from 0 again; and a table that had grown much
// larger than it was needed for since it was empty last gives its memory back. So bursts
// that come again find their memory, and one that does not is forgotten.
type table[T comparable, V any] struct {
	cells []cell // power of two
	slots []slot[T, V]
	free  uint32 // 1 + first free slot, linked through hash
	live  int
}

type cell struct{ hash, slot uint32 } // slot is 1 + index; 0 is an empty cell

type slot[T comparable, V any] struct {
	key  T
	hash uint32
	id   trace.ID
	val  V // the zero V in a free slot
}

// none is no slot.
const none = ^uint32(0)

// smallTable is the number of cells that are kept when a table becomes empty.
const smallTable = 1024

// seed differs from run to run, so nobody can prepare colliding keys. Nothing that is seen
// depends on it.
var seed = maphash.MakeSeed()

// hashOf panics, as a map would, when an interface holds a type without ==.
func hashOf[T comparable](k T) uint32 {
	if s, ok := any(k).(string); ok { // the usual key: the same, in half the time
		return fold(maphash.String(seed, s))
	}
	return fold(maphash.Comparable(seed, k))
}

func fold(h uint64) uint32 { return uint32(h ^ h>>32) }

// find returns the slot of k, or none.
func (t *table[T, V]) find(h uint32, k T) uint32 {
	if t.live == 0 {
		return none
	}
	mask := uint32(len(t.cells) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		c := t.cells[i]
		if c.slot == 0 {
			return none
		}
		if c.hash == h && t.slots[c.slot-1].key == k {
			return c.slot - 1
		}
	}
}

// claim returns the slot of k and whether it is new. A new one makes pointers into slots
// invalid.
func (t *table[T, V]) claim(h uint32, k T) (at uint32, isNew bool) {
	if 4*t.live >= 3*len(t.cells) {
		t.grow()
	}
	mask := uint32(len(t.cells) - 1)
	i := h & mask
	for ; t.cells[i].slot != 0; i = (i + 1) & mask {
		c := t.cells[i]
		if c.hash == h && t.slots[c.slot-1].key == k {
			return c.slot - 1, false
		}
	}
	if t.free != 0 {
		at = t.free - 1
		t.free = t.slots[at].hash
	} else {
		at = uint32(len(t.slots))
		t.slots = append(t.slots, slot[T, V]{})
	}
	s := &t.slots[at]
	s.key, s.hash = k, h
	t.cells[i] = cell{hash: h, slot: at + 1}
	t.live++
	return at, true
}

func (t *table[T, V]) place(c cell) {
	mask := uint32(len(t.cells) - 1)
	i := c.hash & mask
	for t.cells[i].slot != 0 {
		i = (i + 1) & mask
	}
	t.cells[i] = c
}

func (t *table[T, V]) grow() {
	old := t.cells
	t.cells = make([]cell, max(8, 2*len(old)))
	for _, c := range old {
		if c.slot != 0 {
			t.place(c)
		}
	}
}

// remove frees the slot and lets go of its key.
func (t *table[T, V]) remove(at uint32) {
	mask := uint32(len(t.cells) - 1)
	i := t.slots[at].hash & mask
	for t.cells[i].slot != at+1 {
		i = (i + 1) & mask
	}
	// A later cell of the run moves into the hole unless it would come before its place.
	for j := (i + 1) & mask; t.cells[j].slot != 0; j = (j + 1) & mask {
		if (j-t.cells[j].hash)&mask >= (j-i)&mask {
			t.cells[i] = t.cells[j]
			i = j
		}
	}
	t.cells[i] = cell{}
	var zero slot[T, V]
	s := &t.slots[at]
	s.key, s.id, s.val = zero.key, 0, zero.val
	s.hash, t.free = t.free, at+1
	t.live--
	if t.live > 0 {
		return
	}
	// The number of slots is the most keys there were since the table was empty last.
	if len(t.cells) > smallTable && 4*len(t.slots) < len(t.cells) {
		*t = table[T, V]{}
		return
	}
	t.slots, t.free = t.slots[:0], 0
}
