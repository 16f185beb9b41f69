package machine

import "github.com/informerscope/informerscope/core/trace"

// spot says where an entry stands: in posting post-1, at place. The zero spot is nowhere.
type spot struct{ post, place uint32 }

// posting lists the numbers of the entries under one value of an index.
type posting struct {
	value string
	index int32    // which index of the store
	id    trace.ID // of "index=value"
	list  roll
}

// roll is a list of entry numbers in order of arrival. A leaving entry makes a hole; when
// two of three are holes the rest moves up. So joining and leaving cost a constant, and
// the order stays. The zero roll is empty.
type roll struct {
	entries []uint32 // 1 + number; 0 is a hole
	holes   int
}

// fewHoles is how many holes are never worth moving entries for.
const fewHoles = 16

func (r *roll) live() int { return len(r.entries) - r.holes }

// join appends the entry and returns its place.
func (r *roll) join(at uint32) uint32 {
	r.entries = append(r.entries, at+1)
	return uint32(len(r.entries) - 1)
}

// leave takes out the entry at place. It reports whether the others have to move up.
func (r *roll) leave(place uint32) (crowded bool) {
	r.entries[place] = 0
	r.holes++
	for n := len(r.entries); n > 0 && r.entries[n-1] == 0; n-- {
		r.entries = r.entries[:n-1]
		r.holes--
	}
	return r.holes > fewHoles && r.holes > 2*r.live()
}

// close moves all entries up; moved is told each one's new place.
func (r *roll) close(moved func(at, place uint32)) {
	kept := make([]uint32, 0, r.live()+r.live()/4)
	for _, n := range r.entries {
		if n != 0 {
			moved(n-1, uint32(len(kept)))
			kept = append(kept, n)
		}
	}
	r.entries, r.holes = kept, 0
}
