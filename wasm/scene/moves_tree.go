package scene

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// swapMs is how long one exchange of places takes.
const swapMs = 250.0

// heapSwaps moves the entries of the delay heap from place to place, swap by swap, in tree
// and array at once. What comes in appears at the end first; what comes due goes from its
// place into the queue.
func (m *mover) heapSwaps() {
	c := m.to
	plan := c.treePlan()
	for _, h := range c.heapSteps() {
		order := append([]trace.ID(nil), h.order...)
		if h.op == trace.HeapAdd {
			m.swapAppear(h.key)
		}
		if h.op == trace.HeapDue {
			m.swapLeave(h.key, &plan, h.at)
		}
		for _, s := range h.swaps {
			i, j := s[0], s[1]
			order[i], order[j] = order[j], order[i]
			m.hop(order[j], h, plan.node, i, j, "ticket:")
			m.hop(order[i], h, plan.node, j, i, "ticket:")
			m.hop(order[j], h, plan.cell, i, j, "slot:")
			m.hop(order[i], h, plan.cell, j, i, "slot:")
			m.cursor += swapMs
		}
	}
}

// hop takes the entry of a key from place i to place j of a drawing.
func (m *mover) hop(k trace.ID, h heapStep, place func(int) (float64, float64, bool), i, j int, kind string) {
	id := kind + m.to.unique(k)
	x0, y0, ok0 := place(i)
	x1, y1, ok1 := place(j)
	if !ok0 || !ok1 || m.b[id] == nil || h.op == trace.HeapDue && k == h.key {
		return
	}
	p := draw.From(x0, y0).To(x1, y1)
	if kind == "slot:" { // over and under each other, not through
		rise := 22.0
		if j < i {
			rise = -22
		}
		p = draw.From(x0, y0).C(x0, y0+rise, x1, y1+rise, x1, y1)
	}
	m.done[id] = true
	m.add(Move{ID: id, Kind: Slide, Path: p.Segs, StartMs: m.cursor, DurMs: swapMs, quiet: true})
}

func (m *mover) swapAppear(k trace.ID) {
	for _, kind := range []string{"ticket:", "slot:"} {
		id := kind + m.to.unique(k)
		if m.a[id] == nil && m.b[id] != nil {
			m.done[id] = true
			m.add(Move{ID: id, Kind: Appear, StartMs: m.cursor, DurMs: fillMs})
		}
	}
	m.cursor += fillMs
}

// swapLeave lets what is due rise into the queue.
func (m *mover) swapLeave(k trace.ID, plan *treePlan, at int) {
	id := m.to.keyID(k)
	b := m.b[id]
	x, y, ok := plan.node(at)
	m.done["ticket:"+m.to.unique(k)], m.done["slot:"+m.to.unique(k)] = true, true
	if b == nil || !ok || m.a[id] != nil {
		return
	}
	m.done[id] = true
	m.add(Move{ID: id, Kind: Slide, Path: draw.From(x, y).Bend(32, y, 32, b.y, 8).To(b.x, b.y).Segs, StartMs: m.cursor, DurMs: slideMs, fresh: true})
	m.pass(slideMs)
}
