package trace

// shelf is a table by number, ascending as things are put in. What sweep takes out leaves a
// hole: numbers are never given twice.
type shelf[T any] struct {
	base ID // number of recent[0]
	// recent is everything put in since the last sweep, old what the sweeps left.
	recent []T
	old    map[ID]T
}

func (s *shelf[T]) add(v T) ID {
	s.recent = append(s.recent, v)
	return s.base + ID(len(s.recent)-1)
}

func (s *shelf[T]) at(id ID) (v T, ok bool) {
	if i := id - s.base; id >= s.base {
		if int(i) < len(s.recent) {
			return s.recent[i], true
		}
		return v, false
	}
	v, ok = s.old[id]
	return v, ok
}

func (s *shelf[T]) len() int { return len(s.recent) + len(s.old) }

// sweep takes out what keep does not want, and tells gone about it.
func (s *shelf[T]) sweep(keep map[ID]bool, gone func(ID, T)) {
	old := make(map[ID]T, len(keep))
	see := func(id ID, v T) {
		if id == 0 || keep[id] {
			old[id] = v
		} else if gone != nil {
			gone(id, v)
		}
	}
	for id, v := range s.old {
		see(id, v)
	}
	for i, v := range s.recent {
		see(s.base+ID(i), v)
	}
	s.base += ID(len(s.recent))
	s.recent, s.old = nil, old
}
