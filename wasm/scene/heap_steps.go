package scene

import (
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// heapStep is what one call did to the array of the delay heap, in the moves of
// container/heap: Push, Fix or Pop, and the swaps that put everything into its place again.
type heapStep struct {
	op    trace.Op // HeapAdd, HeapEarlier, HeapIgnored or HeapDue
	key   trace.ID
	at    int          // where the entry was, or entered
	due   int64        // of an ignored call
	swaps [][2]int     // indices
	order []trace.ID   // keys of the array before the swaps
	after []state.Wait // the array when it was over
}

// heapSteps are those of the step that is shown, oldest first.
func (c *canvas) heapSteps() (steps []heapStep) {
	if c.v.Prev == nil {
		return nil
	}
	var s *state.State
	for _, e := range between(c.v.Prev, c.s) {
		switch e.Op {
		case trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored, trace.HeapDue:
		default:
			continue
		}
		if s == nil {
			s = c.v.Prev.Apart() // it meets no key but those of the heap
		}
		h := heapStep{op: e.Op, key: e.Key, due: e.Due(), swaps: s.Swaps(e), at: -1}
		for i, w := range s.Heap {
			h.order = append(h.order, w.Key)
			if w.Key == e.Key {
				h.at = i
			}
		}
		if e.Op == trace.HeapAdd {
			h.at = len(h.order)
			h.order = append(h.order, e.Key)
		}
		s.Apply(e)
		h.after = s.Heap
		if h.at >= 0 {
			steps = append(steps, h)
		}
		s = s.Clone()
	}
	return steps
}

// lastHeapStep is the one that the picture tells of; ok is false when the step shown did
// nothing to the heap.
func (c *canvas) lastHeapStep() (h heapStep, ok bool) {
	steps := c.heapSteps()
	if len(steps) == 0 {
		return h, false
	}
	return steps[len(steps)-1], true
}

// heapTale says in three lines what happened to the array.
func (c *canvas) heapTale() (key string, args []string) {
	next, t := "", ""
	if len(c.s.Heap) > 0 {
		next, t = c.name(c.s.Heap[0].Key), draw.Exact(c.s.Heap[0].Due)
	}
	h, ok := c.lastHeapStep()
	if !ok {
		if next == "" {
			return "stage.tree.empty", nil
		}
		return "stage.tree.rest", []string{"next", next, "t", t}
	}
	key = map[trace.Op]string{trace.HeapAdd: "stage.tree.push", trace.HeapEarlier: "stage.tree.fix", trace.HeapIgnored: "stage.tree.ignored", trace.HeapDue: "stage.tree.pop"}[h.op]
	timer := c.Msg("stage.tree.timer", "next", next, "t", t)
	if next == "" {
		timer = c.Msg("stage.tree.timer.none")
	}
	return key, []string{"key", c.name(h.key), "i", draw.Int(int64(h.at)), "swaps", c.swapList(h), "timer", timer}
}

// swapList prints the swaps of a step: "swap 3 ↔ 1, 1 ↔ 0", or why there is none.
func (c *canvas) swapList(h heapStep) string {
	if len(h.swaps) == 0 {
		switch {
		case h.op == trace.HeapDue:
			return c.Msg("stage.tree.last")
		case h.at == 0:
			return c.Msg("stage.tree.alone")
		}
		return c.Msg("stage.tree.stays", "parent", c.name(h.order[(h.at-1)/2]))
	}
	var list []string
	for _, s := range h.swaps {
		list = append(list, draw.Int(int64(s[0]))+" ↔ "+draw.Int(int64(s[1])))
	}
	return c.Msg("stage.tree.swaps", "list", strings.Join(list, c.Msg("join.list")))
}
