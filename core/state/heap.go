package state

// State.Heap stands in the order in which client-go keeps what waits: a binary heap in an
// array. The entry at i comes due no later than those at 2i+1 and 2i+2, and [0] is next. Our
// own machine keeps it differently and hands out in the same order; the picture shows the one
// that a reader finds in client-go's source.
//
// Moves are those of container/heap with client-go's Less, which compares due times only.
// What comes due at the same time leaves our machine in the order it was set, so it may leave
// from the middle. Source: client-go util/workqueue, delaying_queue.go (v0.37).

func (s *State) heapSwap(i, j int) { s.Heap[i], s.Heap[j] = s.Heap[j], s.Heap[i] }

// heapUp moves the entry at i up while it comes due before its parent.
func (s *State) heapUp(i int) {
	for i > 0 {
		up := (i - 1) / 2
		if s.Heap[i].Due >= s.Heap[up].Due {
			return
		}
		s.heapSwap(i, up)
		i = up
	}
}

// heapDown moves the entry at i down below what comes due before it, among the first n, and
// reports whether it moved.
func (s *State) heapDown(i, n int) bool {
	from := i
	for {
		kid := 2*i + 1
		if kid >= n {
			break
		}
		if right := kid + 1; right < n && s.Heap[right].Due < s.Heap[kid].Due {
			kid = right
		}
		if s.Heap[kid].Due >= s.Heap[i].Due {
			break
		}
		s.heapSwap(i, kid)
		i = kid
	}
	return i > from
}

// heapFix puts the entry at i, whose due time has changed, into its place.
func (s *State) heapFix(i int) {
	if !s.heapDown(i, len(s.Heap)) {
		s.heapUp(i)
	}
}

// heapRemove takes the entry at i out: it changes places with the last, which is cut off.
func (s *State) heapRemove(i int) {
	n := len(s.Heap) - 1
	if i != n {
		s.heapSwap(i, n)
		if !s.heapDown(i, n) {
			s.heapUp(i)
		}
	}
	s.Heap = s.Heap[:n]
}
