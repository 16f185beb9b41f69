package machine

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// A lexicon gives each text a number, as long as the text stays. It is for stores of many
// keys, which are read in no order, so that each memory that is looked at is far from the last
// and what counts is how much memory that is. A search goes to a cell, to the number's place
// and to the text, and nowhere else. Texts stand one behind the other on pages: so they are
// fewer cache lines than texts that lie about, there is no pointer to each, and no text that
// came in is kept alive. What is known of a text stands in slices of the lexicon's owner, by
// number, so that who wants one thing does not bring the others along.
//
// Cells are those of a table (number below, a part of the hash above), but more of them are
// empty, so that a key is at home nearly always, or in the cell behind: of a table that is
// three quarters full a processor cannot guess where a search ends.
type lexicon struct {
	cells  []uint32 // 2ᵏ of them; 0 is an empty cell
	shift  uint8    // 32-k
	hashes []uint32 // by number; of a free one, 1 + the next that is free
	places []uint32 // by number: page and offset of its text; nowhere when it is free
	free   uint32   // 1 + first free number
	live   int
	ids    []trace.ID // by number; only as long as there is an observer

	pages   []string
	open    int             // the page that is written
	writing strings.Builder // it
	written int             // bytes on all pages
	dead    int             // of them of texts that have gone
}

const (
	pageBits   = 12
	pageSize   = 1 << pageBits
	longText   = 255 // a text from here on has a page of its own; before a shorter one stands its length
	nowhere    = ^uint32(0)
	deadEnough = 1 << 16 // so few dead bytes are never worth writing pages anew
)

// find returns the number of k, or none.
func (l *lexicon) find(k string) uint32 {
	if l.live == 0 {
		return none
	}
	return l.findHash(hashText(k), k)
}

func (l *lexicon) findHash(h uint32, k string) uint32 {
	mask, tag := uint32(len(l.cells)-1), l.tag(h)
	for i := h >> (l.shift & 31); ; i++ {
		c := l.cells[i&mask]
		if c&^mask == tag && c != 0 && l.is(c&mask-1, k) {
			return c&mask - 1
		}
		if c == 0 {
			return none
		}
	}
}

// tag is what a cell keeps of h: the bits that do not name its home.
func (l *lexicon) tag(h uint32) uint32 { return h << ((32 - l.shift) & 31) }

// put takes a cell for a number; there is one.
func (l *lexicon) put(at uint32) {
	mask, h := uint32(len(l.cells)-1), l.hashes[at]
	i := h >> (l.shift & 31)
	for l.cells[i] != 0 {
		i = (i + 1) & mask
	}
	l.cells[i] = l.tag(h) | (at + 1)
}

// drop gives back the cell of a number. Of the cells behind it, up to the first that is empty,
// those that may stand there move into the hole: so there are no tombstones.
func (l *lexicon) drop(at uint32) {
	mask := uint32(len(l.cells) - 1)
	hole := l.hashes[at] >> (l.shift & 31)
	for l.cells[hole]&mask != at+1 {
		hole = (hole + 1) & mask
	}
	for i := (hole + 1) & mask; l.cells[i] != 0; i = (i + 1) & mask {
		home := l.hashes[l.cells[i]&mask-1] >> (l.shift & 31)
		if (i-home)&mask >= (i-hole)&mask {
			l.cells[hole], hole = l.cells[i], i
		}
	}
	l.cells[hole] = 0
}

// grow doubles the cells.
func (l *lexicon) grow() {
	old := l.cells
	l.cells = make([]uint32, max(minCells, 2*len(old)))
	l.shift = uint8(32 - bits.TrailingZeros(uint(len(l.cells))))
	for _, c := range old {
		if c != 0 {
			l.put(c&uint32(len(old)-1) - 1)
		}
	}
}

// is reports whether k is the text of a number.
func (l *lexicon) is(at uint32, k string) bool {
	place := l.places[at]
	page, from := l.pages[place>>pageBits], int(place&(pageSize-1))
	if n := int(page[from]); n != longText {
		return n == len(k) && page[from+1:from+1+n] == k
	}
	return page[1:] == k
}

// text is the text of a number. It keeps its page alive.
func (l *lexicon) text(at uint32) string {
	place := l.places[at]
	page, from := l.pages[place>>pageBits], int(place&(pageSize-1))
	if n := int(page[from]); n != longText {
		return page[from+1 : from+1+n]
	}
	return page[1:]
}

// claim returns the number of k and whether it is new. Numbers are handed out from 0 on.
func (l *lexicon) claim(k string) (at uint32, isNew bool) {
	h := hashText(k)
	if l.live > 0 {
		if at := l.findHash(h, k); at != none {
			return at, false
		}
	}
	if 8*l.live >= 5*len(l.cells) {
		l.grow()
	}
	l.live++
	if l.free != 0 {
		at = l.free - 1
		l.free = l.hashes[at]
	} else {
		if at = uint32(len(l.hashes)); at == maxSlots {
			panic("machine: more than 2^28 keys at a time")
		}
		l.hashes, l.places = append(l.hashes, 0), append(l.places, 0)
	}
	l.hashes[at], l.places[at] = h, l.write(k)
	l.put(at)
	return at, true
}

// write puts k on a page and returns its place.
func (l *lexicon) write(k string) uint32 {
	l.written += 1 + len(k)
	if len(k) >= longText {
		l.pages = append(l.pages, "\xff"+k)
		return l.newest()
	}
	if l.writing.Cap()-l.writing.Len() < 1+len(k) {
		l.writing = strings.Builder{}
		l.writing.Grow(min(pageSize, longText+l.written)) // a small store has a small page
		l.pages, l.open = append(l.pages, ""), len(l.pages)
		l.newest()
	}
	place := uint32(l.open<<pageBits | l.writing.Len())
	l.writing.WriteByte(byte(len(k)))
	l.writing.WriteString(k)
	l.pages[l.open] = l.writing.String()
	return place
}

// newest is the place where the last page begins.
func (l *lexicon) newest() uint32 {
	if len(l.pages) > int(nowhere>>pageBits) {
		panic("machine: more than 4 GB of keys in a store")
	}
	return uint32(len(l.pages)-1) << pageBits
}

// remove frees a number and forgets its text.
func (l *lexicon) remove(at uint32) {
	l.drop(at)
	l.dead += 1 + len(l.text(at))
	l.hashes[at], l.places[at], l.free = l.free, nowhere, at+1
	if int(at) < len(l.ids) {
		l.ids[at] = 0
	}
	if l.live--; l.live == 0 {
		// Numbers begin at 0 again. What has become much larger than was needed since then is
		// given back: a burst that does not come again is forgotten.
		if len(l.cells) > smallTable && 4*len(l.hashes) < len(l.cells) {
			*l = lexicon{}
			return
		}
		l.hashes, l.places, l.ids, l.free = l.hashes[:0], l.places[:0], l.ids[:0], 0
		l.clearPages()
	} else if l.dead > deadEnough && 2*l.dead > l.written {
		l.rewrite()
	}
}

func (l *lexicon) clearPages() {
	l.pages, l.open, l.writing, l.written, l.dead = nil, 0, strings.Builder{}, 0, 0
}

// rewrite writes all texts on new pages, close together.
func (l *lexicon) rewrite() {
	old := lexicon{pages: l.pages, places: slices.Clone(l.places)}
	l.clearPages()
	for at, place := range old.places {
		if place != nowhere {
			l.places[at] = l.write(old.text(uint32(at)))
		}
	}
}

// reserve makes room for n texts at once, where growing step by step would make garbage.
func (l *lexicon) reserve(n int) {
	l.hashes = slices.Grow(l.hashes, max(n-len(l.hashes), 0))
	l.places = slices.Grow(l.places, max(n-len(l.places), 0))
}

// id is the trace id of a number's text, interned at the first use.
func (l *lexicon) id(at uint32, tap trace.Tap) trace.ID {
	for int(at) >= len(l.ids) {
		l.ids = append(l.ids, 0)
	}
	if l.ids[at] == 0 {
		l.ids[at] = tap.Intern(l.text(at))
	}
	return l.ids[at]
}
