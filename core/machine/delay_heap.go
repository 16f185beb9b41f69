package machine

import (
	"cmp"
	"slices"
)

// delayHeap is a heap of four children a node: half as deep as a binary one, and the four
// sixteen-byte children lie side by side, so a level costs about one cache line. Entries do
// not know their place, so moving one writes nothing else.
type delayHeap []heapEntry

type heapEntry struct {
	at   Time
	seq  uint32 // order among equal times; unique in the heap
	slot uint32
}

func (a heapEntry) before(b heapEntry) bool {
	return a.at < b.at || a.at == b.at && a.seq < b.seq
}

func (h *delayHeap) push(e heapEntry) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = e
}

// pop removes the first entry. The hole sinks to the bottom along the earliest children and
// the last entry rises from there: it belongs near the bottom nearly always.
func (h *delayHeap) pop() {
	s := *h
	n := len(s) - 1
	last := s[n]
	s = s[:n]
	*h = s
	if n == 0 {
		return
	}
	i := 0
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		child := first
		for j := first + 1; j < min(first+4, n); j++ {
			if s[j].before(s[child]) {
				child = j
			}
		}
		s[i] = s[child]
		i = child
	}
	for i > 0 {
		up := (i - 1) / 4
		if !last.before(s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = last
}

// sort puts the entries in order, which is a heap too.
func (h delayHeap) sort() {
	slices.SortFunc(h, func(a, b heapEntry) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq))
	})
}
