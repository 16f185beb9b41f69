package machine

import "github.com/informerscope/informerscope/core/trace"

// entry is one object of a store, with the places where it is listed.
type entry[O any] struct {
	obj   O
	key   string
	id    trace.ID  // of key; looked up once somebody listens
	slot  int32     // in the store's own list
	stamp uint32    // of the last Replace that named it
	spots []spot[O] // in order of the indices, each value once
}

// spot says where an entry stands in a posting.
type spot[O any] struct {
	post  *posting[O]
	index int32 // which index of the store
	slot  int32
}

// posting lists the entries under one value of an index, or all entries of a store, in
// order of arrival. A leaving entry makes a hole; when two of three are holes the rest moves up.
// So joining and leaving cost a constant, and the order stays.
type posting[O any] struct {
	value   string
	id      trace.ID // of "index=value"
	entries []*entry[O]
	holes   int32
}

// fewHoles is how many holes are never worth moving entries for.
const fewHoles = 16

func (p *posting[O]) live() int { return len(p.entries) - int(p.holes) }

// join appends e and returns its slot.
func (p *posting[O]) join(e *entry[O]) int32 {
	p.entries = append(p.entries, e)
	return int32(len(p.entries) - 1)
}

// leave takes out the entry at slot; moved tells each entry that moves its new slot.
func (p *posting[O]) leave(slot int32, moved func(e *entry[O], slot int32)) {
	p.entries[slot] = nil
	p.holes++
	for n := len(p.entries); n > 0 && p.entries[n-1] == nil; n-- {
		p.entries = p.entries[:n-1]
		p.holes--
	}
	if p.holes <= fewHoles || int(p.holes) <= 2*p.live() {
		return
	}
	kept := make([]*entry[O], 0, p.live()+p.live()/4)
	for _, e := range p.entries {
		if e == nil {
			continue
		}
		moved(e, int32(len(kept)))
		kept = append(kept, e)
	}
	p.entries, p.holes = kept, 0
}

// leavePosting takes the spot's entry out of its posting.
func leavePosting[O any](s spot[O]) {
	s.post.leave(s.slot, func(e *entry[O], slot int32) {
		for i := range e.spots {
			if e.spots[i].post == s.post {
				e.spots[i].slot = slot
			}
		}
	})
}

// stock is where entries come from: made in chunks, and used again after they left, so
// that a store costs few allocations and a shrunken one can grow again for nothing.
// The zero stock is empty.
type stock[O any] struct {
	free  []*entry[O]
	chunk []entry[O] // not yet used
	spots []spot[O]  // not yet used
	made  int        // entries in all
}

// The first chunk is small, so that a small store stays small.
const (
	minChunk = 8
	maxChunk = 256
)

// take returns an empty entry with room for width spots.
func (s *stock[O]) take(width int) *entry[O] {
	if n := len(s.free); n > 0 {
		e := s.free[n-1]
		s.free = s.free[:n-1]
		return e
	}
	if len(s.chunk) == 0 {
		n := min(max(s.made, minChunk), maxChunk)
		s.chunk = make([]entry[O], n)
		s.spots = make([]spot[O], n*width)
		s.made += n
	}
	e := &s.chunk[0]
	s.chunk = s.chunk[1:]
	if len(s.spots) >= width {
		e.spots = s.spots[:0:width]
		s.spots = s.spots[width:]
	}
	return e
}

// give takes back an entry that stands nowhere.
func (s *stock[O]) give(e *entry[O]) {
	clear(e.spots[:cap(e.spots)])
	*e = entry[O]{spots: e.spots[:0]}
	s.free = append(s.free, e)
}
