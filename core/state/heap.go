package state

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// State.Heap stands in the order in which client-go keeps what waits: a binary heap in an
// array. The entry at i comes due no later than those at 2i+1 and 2i+2, and [0] is next. Our
// own machine keeps it differently and hands out in the same order; the picture shows the one
// that a reader finds in client-go's source.
//
// Moves are those of container/heap with client-go's Less, which compares due times only.
// What comes due at the same time leaves our machine in the order it was set, so it may leave
// from the middle. Source: client-go util/workqueue, delaying_queue.go (v0.37).
type heap struct {
	of    []Wait
	swaps *[][2]int // notes every exchange of places; nil notes none
}

// apply carries out what e does to the heap.
func (h *heap) apply(e *trace.Event) {
	w := Wait{Key: e.Key, Due: e.Due(), Since: e.At, Order: e.Order()}
	if e.Op == trace.HeapAdd {
		h.of = append(h.of, w)
		h.up(len(h.of) - 1)
		return
	}
	at := slices.IndexFunc(h.of, func(w Wait) bool { return w.Key == e.Key })
	switch {
	case at < 0:
	case e.Op == trace.HeapEarlier:
		h.of[at] = w
		h.fix(at)
	case e.Op == trace.HeapDue:
		h.remove(at)
	}
}

// take removes the entry of a key that does not wait any more.
func (h *heap) take(key trace.ID) {
	if at := slices.IndexFunc(h.of, func(w Wait) bool { return w.Key == key }); at >= 0 {
		h.remove(at)
	}
}

// Swaps returns which indices of Heap change places when e is folded into s, in order; s
// stays as it is. Before them a HeapAdd has put its entry at the end; after them a HeapDue
// cuts the end off.
func (s *State) Swaps(e trace.Event) (swaps [][2]int) {
	h := heap{of: slices.Clone(s.Heap), swaps: &swaps}
	h.apply(&e)
	return swaps
}

func (h *heap) swap(i, j int) {
	h.of[i], h.of[j] = h.of[j], h.of[i]
	if h.swaps != nil {
		*h.swaps = append(*h.swaps, [2]int{i, j})
	}
}

// up moves the entry at i up while it comes due before its parent.
func (h *heap) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if h.of[i].Due >= h.of[parent].Due {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

// down moves the entry at i down below what comes due before it, among the first n, and
// reports whether it moved.
func (h *heap) down(i, n int) bool {
	from := i
	for {
		kid := 2*i + 1
		if kid >= n {
			break
		}
		if right := kid + 1; right < n && h.of[right].Due < h.of[kid].Due {
			kid = right
		}
		if h.of[kid].Due >= h.of[i].Due {
			break
		}
		h.swap(i, kid)
		i = kid
	}
	return i > from
}

// fix puts the entry at i, whose due time has changed, into its place.
func (h *heap) fix(i int) {
	if !h.down(i, len(h.of)) {
		h.up(i)
	}
}

// remove takes the entry at i out: it changes places with the last, which is cut off.
func (h *heap) remove(i int) {
	n := len(h.of) - 1
	if i != n {
		h.swap(i, n)
		if !h.down(i, n) {
			h.up(i)
		}
	}
	h.of = h.of[:n]
}
