package machine

// seenKeys finds out whether a key stands twice in a batch. It is a table of where in the
// batch a key is, with open addressing and no way to remove: it is emptied by a new round.
// It holds no key, so it keeps none alive, and costs a third of a map.
type seenKeys struct {
	cells []seenCell // a power of two, at least twice FullBatch
	round uint32
}

type seenCell struct{ round, at uint32 }

const seenCells = 2048

// begin empties the table.
func (s *seenKeys) begin() {
	if s.round++; s.cells == nil || s.round == 0 {
		s.cells, s.round = make([]seenCell, seenCells), 1
	}
}

// add notes that key, whose hash is h, is the at-th, and reports whether it was there; key
// returns the key that is at a place. It takes up to FullBatch keys a round.
func (s *seenKeys) add(h uint32, at int, key string, keyAt func(at int) string) (twice bool) {
	for i := h % seenCells; ; i = (i + 1) % seenCells {
		c := &s.cells[i]
		if c.round != s.round {
			*c = seenCell{s.round, uint32(at)}
			return false
		}
		if keyAt(int(c.at)) == key {
			return true
		}
	}
}
