package machine

import (
	"hash/maphash"
	"math/bits"
	"reflect"

	"github.com/informerscope/informerscope/core/trace"
)

// A table finds what is known of a key. It is not a Go map for three reasons: a slot number
// stays valid while the key stays, so a line or heap can hold four bytes instead of the key
// and needs no second look-up; leaving by slot hashes nothing; and it takes less memory: a
// cell is four bytes, and nothing is kept for observers while there is none.
//
// A cell holds the number of a slot in its low bits and a part of the key's hash above. With
// 2ᵏ cells a key's home is the first k bits of its hash, and the cell keeps the last 6 of
// these and what follows them. So a cell can be told from most others, and how far it stands
// from home is known, without a look at its slot.
//
// Cells are kept in the order of their homes (Robin Hood hashing: who is farther from home
// goes first), which keeps ways short in a table that is nearly full. Removing moves the
// later cells of a run back instead of leaving tombstones, so a queue that lives for months
// never has to rehash. When the last key leaves, slots are numbered from 0 again; and a table
// that had grown much larger than it was needed for since it was empty last gives its memory
// back. So bursts that come again find their memory, and one that does not is forgotten.
type table[T comparable, V any] struct {
	cells []uint32 // 2ᵏ of them, 6 ≤ k; 0 is an empty cell
	slots []slot[T, V]
	ids   []trace.ID // by slot; only as long as there is an observer
	free  uint32     // 1 + first free slot, linked through hash
	sole  uint32     // 1 + slot of the only key, when it has neither hash nor cell
	live  int        // slots in use
	shift uint8      // 32-k
	far   bool       // some cell is 64 or more from home: distances come from slots
	plain bool       // T has Hashable values only
}

type slot[T comparable, V any] struct {
	key  T
	hash uint32
	val  V // the zero V in a free slot
}

// Slot is the number of a key in a queue: it is the key's own as long as the queue knows the key, and may
// be another's afterwards. Slots count from 0, those that are free are given first.
type Slot = uint32

// NoSlot is the Slot of a key that is not known.
const NoSlot Slot = none

const (
	none = ^uint32(0) // no slot

	homeBits   = 6             // of a cell's home that the cell knows
	minCells   = 1 << homeBits // so that k is never less
	smallTable = 1024          // this many cells are kept when a table becomes empty
	maxSlots   = 1<<28 - 1     // of one table
)

// seed differs from run to run, so nobody can prepare colliding keys. Nothing that is seen
// depends on it.
var seed = maphash.MakeSeed()

// Hashable reports whether every value of t has a hash and ==: no interface is in it.
func Hashable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return false
	case reflect.Array:
		return Hashable(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !Hashable(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

func newTable[T comparable, V any]() table[T, V] {
	return table[T, V]{plain: Hashable(reflect.TypeFor[T]())}
}

// hashOf panics, as a map would, when an interface holds a type without ==.
func hashOf[T comparable](k T) uint32 {
	if s, ok := any(k).(string); ok { // the usual key
		return hashText(s)
	}
	return fold(maphash.Comparable(seed, k))
}

func fold(h uint64) uint32 { return uint32(h ^ h>>32) }

// tag is what a cell keeps of h, above the bits of the slot number.
func (t *table[T, V]) tag(h uint32) uint32 {
	return h << ((32 - homeBits - t.shift) & 31) &^ uint32(len(t.cells)-1)
}

// off is how far cell c, which stands at i, is from home.
func (t *table[T, V]) off(i, c uint32) uint32 {
	if t.far {
		mask := uint32(len(t.cells) - 1)
		return (i - t.slots[c&mask-1].hash>>(t.shift&31)) & mask
	}
	return (i - c>>(32-homeBits)) & (minCells - 1)
}

// findKey is find for who has no hash. Most queues are empty most of the time: a key comes,
// is worked on, goes. The only key of a table is compared, and is hashed when a second comes.
func (t *table[T, V]) findKey(k T) uint32 {
	if t.sole != 0 {
		if t.slots[t.sole-1].key == k {
			return t.sole - 1
		}
		return none
	}
	if t.live == 0 && t.patient() {
		return none
	}
	return t.find(hashOf(k), k)
}

// findLast is findKey that looks first at the slot before last, which is 1 + a slot in use, or 0.
func (t *table[T, V]) findLast(last uint32, k T) uint32 {
	if at := last - 1; at != none && t.slots[at].key == k {
		return at
	}
	return t.findKey(k)
}

// patient reports whether a hash can wait until it is needed. Of a key that has none it panics, and that must be at once.
func (t *table[T, V]) patient() bool {
	var zero T
	_, text := any(zero).(string)
	return text || t.plain
}

// claimKey is claim for who has no hash.
func (t *table[T, V]) claimKey(k T) (at uint32, isNew bool) {
	if t.live == 0 {
		if t.patient() {
			if cap(t.slots) != 0 { // what take does, for the case that a queue lives in
				t.slots, t.live = t.slots[:1], 1
			} else {
				t.take()
			}
			t.slots[0].key, t.sole = k, 1
			return 0, true
		}
	}
	if t.sole != 0 {
		at := t.sole - 1
		s := &t.slots[at]
		if s.key == k {
			return at, false
		}
		s.hash, t.sole = hashOf(s.key), 0
		t.place(s.hash, at)
	}
	return t.claim(hashOf(k), k)
}

// find returns the slot of k, or none.
func (t *table[T, V]) find(h uint32, k T) uint32 {
	if t.live == 0 {
		return none
	}
	mask, tag := uint32(len(t.cells)-1), t.tag(h)
	i := h >> (t.shift & 31)
	for off := uint32(0); ; off++ {
		c := t.cells[i&mask]
		if c&^mask == tag && c != 0 {
			if at := c&mask - 1; t.slots[at].key == k {
				return at
			}
		}
		if c == 0 || t.off(i, c) < off {
			return none
		}
		i = (i + 1) & mask
	}
}

// claim returns the slot of k and whether it is new. A new one makes pointers into slots
// invalid.
func (t *table[T, V]) claim(h uint32, k T) (at uint32, isNew bool) {
	if 8*t.live < 7*len(t.cells) && t.cells[h>>(t.shift&31)] == 0 { // nobody is at home, and there is room
		at = t.take()
		t.cells[h>>(t.shift&31)] = t.tag(h) | (at + 1)
	} else {
		if at = t.find(h, k); at != none {
			return at, false
		}
		at = t.take()
		t.place(h, at)
	}
	s := &t.slots[at]
	s.key, s.hash = k, h
	return at, true
}

// take returns a free slot, which no key is found in yet.
func (t *table[T, V]) take() (at uint32) {
	if 8*t.live >= 7*len(t.cells) {
		t.grow()
	}
	t.live++
	if t.free != 0 {
		at = t.free - 1
		t.free = t.slots[at].hash
		return at
	}
	at = uint32(len(t.slots))
	if int(at) < cap(t.slots) && at < maxSlots {
		t.slots = t.slots[:at+1] // zero, as release left it
		return at
	}
	if at == maxSlots {
		panic("machine: more than 2^28 keys at a time")
	}
	t.slots = append(t.slots, slot[T, V]{})
	return at
}

// place puts a cell for the slot, whose hash is h. Who is farther from home goes first.
func (t *table[T, V]) place(h, at uint32) {
	mask := uint32(len(t.cells) - 1)
	c, i := t.tag(h)|(at+1), h>>(t.shift&31)
	for off := uint32(0); ; off++ {
		if off == minCells {
			t.far = true
		}
		there := t.cells[i]
		if there == 0 {
			t.cells[i] = c
			return
		}
		if theirs := t.off(i, there); theirs < off {
			t.cells[i] = c
			c, off = there, theirs
		}
		i = (i + 1) & mask
	}
}

func (t *table[T, V]) grow() {
	old := t.cells
	t.cells = make([]uint32, max(minCells, 2*len(old)))
	k := bits.TrailingZeros(uint(len(t.cells)))
	t.shift, t.far = uint8(32-k), k > 32-homeBits
	for _, c := range old {
		if c != 0 {
			at := c&uint32(len(old)-1) - 1
			t.place(t.slots[at].hash, at)
		}
	}
}

// remove frees the slot and lets go of its key.
func (t *table[T, V]) remove(at uint32) {
	if t.sole != 0 {
		t.sole = 0
		if t.live == 1 && len(t.cells) <= smallTable { // what release does
			var zero slot[T, V]
			s := &t.slots[at]
			s.key, s.val = zero.key, zero.val
			t.slots, t.ids, t.free, t.live = t.slots[:0], t.ids[:0], 0, 0
			return
		}
		t.release(at)
		return
	}
	mask := uint32(len(t.cells) - 1)
	i := t.slots[at].hash >> (t.shift & 31)
	for t.cells[i]&mask != at+1 {
		i = (i + 1) & mask
	}
	for { // what stands behind it moves one nearer to its home, up to the first that is there
		next := (i + 1) & mask
		c := t.cells[next]
		if c == 0 || t.off(next, c) == 0 {
			break
		}
		t.cells[i], i = c, next
	}
	t.cells[i] = 0
	t.release(at)
}

// release frees a slot that has no cell.
func (t *table[T, V]) release(at uint32) {
	var zero slot[T, V]
	s := &t.slots[at]
	s.key, s.val = zero.key, zero.val
	s.hash, t.free = t.free, at+1
	if t.ids != nil {
		t.setID(at, 0)
	}
	t.live--
	if t.live > 0 {
		return
	}
	// The number of slots is the most keys there were since the table was empty last.
	if len(t.cells) > smallTable && 4*len(t.slots) < len(t.cells) {
		*t = table[T, V]{plain: t.plain}
		return
	}
	t.slots, t.ids, t.free, t.far = t.slots[:0], t.ids[:0], 0, t.shift < homeBits
}

// id is the trace id of the slot's key; 0 when none was set.
func (t *table[T, V]) id(at uint32) trace.ID {
	if int(at) >= len(t.ids) {
		return 0
	}
	return t.ids[at]
}

func (t *table[T, V]) setID(at uint32, id trace.ID) {
	for int(at) >= len(t.ids) {
		t.ids = append(t.ids, 0)
	}
	t.ids[at] = id
}
