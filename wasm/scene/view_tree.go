package scene

import (
	"math"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The delay heap as client-go keeps it: one array, drawn twice. As a row of cells it shows
// what a swap is; as a tree it shows why one is needed. Both carry the same indices. What
// the step shown did stands in both: swaps as arcs over the cells and as thick edges.

// treePlan is the room of both drawings.
type treePlan struct {
	levels     int
	x0, x1     float64 // of the tree
	top, pitch float64 // centre of the root, distance of levels
	tokW, tokH float64
	beside     bool // the due time stands beside a node, not beneath it

	cells      int // entries that the array has room for
	cellX      float64
	cellW      float64
	cellY0, y1 float64
	indexY     float64
}

// treeLeast is how many cells the array shows at least: a tree of three levels.
const treeLeast = 7

// treeRoom is what a layout has for the drawings, and for how many entries.
type treeRoom struct {
	treePlan
	dense *treePlan // of more than treeLeast entries
	array bool      // the array has its name at its left
	width float64   // of the array
	most  int       // cells of it
}

var (
	treeWide = treeRoom{treePlan{levels: 3, x0: 16, x1: 864, top: 218, pitch: 70, tokW: 84, tokH: 34, cellX: 76, cellY0: 424, y1: 464, indexY: 482},
		&treePlan{levels: 4, x0: 16, x1: 864, top: 206, pitch: 53, tokW: 56, tokH: 26, cellX: 76, cellY0: 424, y1: 464, indexY: 482}, true, 788, 15}
	treeEmbed = treeRoom{treePlan{levels: 3, x0: 6, x1: 618, top: 64, pitch: 37, tokW: 56, tokH: 26, beside: true, cellX: 56, cellY0: 178, y1: 203, indexY: 216},
		nil, true, 562, 8}
	treePhone = treeRoom{treePlan{levels: 3, x0: 14, x1: 372, top: 112, pitch: 60, tokW: 52, tokH: 28, cellX: 4, cellY0: 290, y1: 330, indexY: 347},
		nil, false, 366, 7}
)

func (c *canvas) treePlan() treePlan {
	n := max(len(c.s.Heap), treeLeast)
	if c.v.Prev != nil {
		n = max(n, len(c.v.Prev.Heap)) // a step that cuts one off keeps its places
	}
	room := c.plan.tree
	p := room.treePlan
	if n > treeLeast && room.dense != nil {
		p = *room.dense
	}
	p.cells = min(n, room.most)
	p.cellW = math.Min(92, room.width/float64(p.cells))
	if n > room.most {
		p.cellW = math.Min(92, (room.width-44)/float64(p.cells)) // "+n" stands after the last cell
	}
	return p
}

// node is the centre of the entry at i in the tree; ok is false when it has no room.
func (p *treePlan) node(i int) (x, y float64, ok bool) {
	level, first := 0, 0
	for first*2+1 <= i {
		first = first*2 + 1
		level++
	}
	w := (p.x1 - p.x0) / float64(int(1)<<level)
	return p.x0 + (float64(i-first)+.5)*w, p.top + float64(level)*p.pitch, level < p.levels && i < p.cells
}

// cell is the centre of the entry at i in the array.
func (p *treePlan) cell(i int) (x, y float64, ok bool) {
	return p.cellX + (float64(i)+.5)*p.cellW, (p.cellY0 + p.y1) / 2, i < p.cells
}

func (c *canvas) treeView(rect4) {
	if !c.sm {
		c.smallCrossing()
	}
	p := c.treePlan()
	key, args := c.heapTale()
	c.tell(key, args...)
	c.treeTitle(&p)
	h, _ := c.lastHeapStep()
	c.treeEdges(&p, h)
	c.treeNodes(&p)
	c.cells(&p, h)
}

// treeTitle names the drawing, and shows the way of what is due: out of [0], up into the queue.
func (c *canvas) treeTitle(p *treePlan) {
	if c.sm {
		return
	}
	c.As("zone:heap", func() { c.Box(p.x0-16, p.top-56, p.x1-p.x0+32, p.indexY+10-p.top+56, 0, draw.None, draw.None, 0) })
	c.title("heap").Fitted(56, 178, 16, 800, draw.Start, draw.Text, c.Say(draw.Text2, 16, "stage.tree.title")...)
	if c.s.Walked(trace.HeapAdd) {
		x, y, _ := p.node(0)
		way := c.Path(draw.From(x-p.tokW/2-44, y).Bend(32, y, 32, 100, 8), draw.Neutral, 2)
		way.Dash, way.RoundCap = railDash, true
		c.Arrow(32, 99, draw.Up, draw.Neutral, 6)
		if len(c.s.Heap) > 0 {
			c.Plate(46, y-8, 13, 200, draw.Start, draw.Bg, c.Say(draw.Text2, 14, "stage.due.add", "key", c.name(c.s.Heap[0].Key))...)
		}
	}
}

// treeEdges joins parents and children; an edge over which a swap went is thick and has its
// number.
func (c *canvas) treeEdges(p *treePlan, h heapStep) {
	label := 19.0
	if p.beside {
		label = 0
	}
	for i := 1; i < max(len(c.s.Heap), treeLeast); i++ {
		x, y, ok := p.node(i)
		if !ok {
			continue
		}
		px, py, _ := p.node((i - 1) / 2)
		from, to := py+p.tokH/2+label, y-p.tokH/2
		if i >= len(c.s.Heap) {
			c.Line(px, from, x, to, draw.Line2, 1.5)
			continue
		}
		c.Line(px, from, x, to, draw.Neutral, 1.5)
	}
	for n, s := range h.swaps {
		i, j := max(s[0], s[1]), min(s[0], s[1])
		x, y, ok := p.node(i)
		if !ok || (i-1)/2 != j {
			continue // the first and the last: not parent and child
		}
		px, py, _ := p.node(j)
		from, to := py+p.tokH/2+label, y-p.tokH/2
		c.Line(px, from, x, to, draw.Text, 3)
		if len(h.swaps) > 1 {
			c.swapNumber((px+x)/2, (from+to)/2, n)
		}
	}
}

// swapNumber says which swap of the step it was.
func (c *canvas) swapNumber(x, y float64, n int) {
	c.Disc(x, y, 8, draw.Text, draw.None, 0)
	c.Words(x, y+4.3, 12, draw.Middle, draw.Bg, draw.Bold(draw.Int(int64(n+1))))
}

func (c *canvas) treeNodes(p *treePlan) {
	for i := len(c.s.Heap); i < treeLeast; i++ {
		if x, y, ok := p.node(i); ok {
			c.Box(x-p.tokW/2, y-p.tokH/2, p.tokW, p.tokH, 5, draw.None, draw.Line2, 1.5)
			c.Words(x, y+4.5, 12, draw.Middle, draw.Text3, draw.Run{Text: "[" + draw.Int(int64(i)) + "]", Mono: true})
		}
	}
	for i, w := range c.s.Heap {
		x, y, ok := p.node(i)
		if !ok {
			continue
		}
		id := "ticket:" + c.unique(w.Key)
		c.As(id, func() {
			o := tok{w: p.tokW, hasRing: true, ring: c.waited(w), focus: c.waitFocus(w, id)}
			name := c.name(w.Key)
			if p.tokH < ringToken || draw.TextWidth(name, 12, true, false) > ringRoom(p.tokW, p.tokH) { // no room for a ring
				o.size, o.hasRing = 13, false
			}
			c.token(x, y, p.tokH, name, o)
			if !o.hasRing {
				c.Box(x-p.tokW/2+1, y-7, 3.5, 14, 0, draw.Wait, draw.None, 0)
			}
		})
		ring := 6 * b2f(c.waitFocus(w, id))
		c.Words(x-p.tokW/2-7-ring, y+4.5, 13, draw.End, draw.Text2, draw.Run{Text: "[" + draw.Int(int64(i)) + "]", Mono: true})
		due := draw.Run{Text: "@" + dueAt(w), Mono: true, Ink: draw.Text2}
		if p.beside {
			c.Words(x+p.tokW/2+7+ring, y+4.5, 13, draw.Start, draw.Text2, due)
			continue
		}
		c.Words(x, y+p.tokH/2+15+ring/2, 13, draw.Middle, draw.Text2, due)
	}
}

// dueAt is the moment of an entry as the notation of states has it: 500ms, 1m30s.
func dueAt(w state.Wait) string { return strings.ReplaceAll(draw.Exact(w.Due), " ", "") }

// waitFocus reports whether the appointment is what the headline names; the key itself comes
// first where it is in the picture too.
func (c *canvas) waitFocus(w state.Wait, id string) bool {
	k, _ := c.s.Key(w.Key)
	return c.v.Focus == id || c.v.Focus == c.keyID(w.Key) && k.Bits == 0
}

// cells draws the array: the entries in their places, the indices under them, and the swaps
// of the step over them.
func (c *canvas) cells(p *treePlan, h heapStep) {
	n := len(c.s.Heap)
	if c.plan.tree.array {
		c.Words(p.cellX-60, (p.cellY0+p.y1)/2+5, 14, draw.Start, draw.Text, draw.Bold(c.Msg("stage.tree.array")))
	}
	small := p.y1-p.cellY0 < 36
	timed := c.cellsTimed(p, small)
	for i := range p.cells {
		x, y, _ := p.cell(i)
		cut := h.op == trace.HeapDue && i == len(h.order)-1
		edge, width := draw.Neutral, 1.5
		switch {
		case i == 0 && n > 0:
			edge, width = draw.Wait, 2.5
		case i >= n:
			edge = draw.Line2
		}
		s := c.Box(x-p.cellW/2, p.cellY0, p.cellW, p.y1-p.cellY0, 0, draw.None, edge, width)
		if cut {
			s.Stroke, s.Dash = draw.Neutral, [2]float64{4, 4}
			c.Fitted(x, y+5, 14, p.cellW-8, draw.Middle, draw.Text3, draw.Regular(c.name(h.key)))
		}
		ink, strong := draw.Text3, false
		if i < n {
			ink, strong = draw.Text2, i == 0
		}
		c.Words(x, p.indexY, 13, draw.Middle, ink, draw.Run{Text: draw.Int(int64(i)), Mono: true, Bold: strong})
		if i >= n {
			continue
		}
		w := c.s.Heap[i]
		c.As("slot:"+c.unique(w.Key), func() {
			c.Box(x-p.cellW/2+3, p.cellY0+3, p.cellW-6, p.y1-p.cellY0-6, 2, draw.Panel, draw.None, 0)
			name, due := draw.Run{Text: c.name(w.Key), Bold: true, Size: 15}, draw.Run{Text: "@" + dueAt(w), Mono: true, Size: 12, Ink: draw.Text2}
			switch {
			case !timed:
				c.Fitted(x, y+5, 15, p.cellW-8, draw.Middle, draw.Text, name)
			case small:
				c.Fitted(x, y+5, 14, p.cellW-8, draw.Middle, draw.Text, name, draw.Regular(" "), due)
			default:
				c.Fitted(x, y-1, 15, p.cellW-8, draw.Middle, draw.Text, name)
				c.Words(x, y+14, 12, draw.Middle, draw.Text2, due)
			}
		})
	}
	if n > p.cells {
		x, y, _ := p.cell(p.cells)
		c.Words(x-p.cellW/2+8, y+5, 14, draw.Start, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(n-p.cells))))
	}
	c.swapArcs(p, h)
}

// cellsTimed reports whether every cell of the array has room for the time of its entry,
// which stands in the tree as well.
func (c *canvas) cellsTimed(p *treePlan, small bool) bool {
	for _, w := range c.s.Heap[:min(len(c.s.Heap), p.cells)] {
		due := draw.TextWidth("@"+dueAt(w), 12, false, true)
		if small {
			due += draw.TextWidth(c.name(w.Key)+" ", 14, true, false) + 4
		}
		if due*(1-.1*b2f(small)) > p.cellW-4 {
			return false
		}
	}
	return true
}

// swapArcs joins the cells that changed places in this step.
func (c *canvas) swapArcs(p *treePlan, h heapStep) {
	for n, s := range h.swaps {
		i, j := min(s[0], s[1]), max(s[0], s[1])
		x0, _, ok0 := p.cell(i)
		x1, _, ok1 := p.cell(j)
		if !ok0 || !ok1 {
			continue
		}
		// Several swaps share a cell: each has its own end in it.
		x0, x1 = x0+8, x1-8
		y, rise := p.cellY0-4, 16.0
		if c.sm {
			rise = 11
		} else if j-i > 2 {
			rise = 22 // over the short ones
		}
		c.Path(draw.From(x0, y).C(x0+6, y-rise, x1-6, y-rise, x1, y), draw.Text, 2)
		c.Arrow(x0, y, draw.Down, draw.Text, 4)
		c.Arrow(x1, y, draw.Down, draw.Text, 4)
		if len(h.swaps) > 1 {
			mid, high := (x0+x1)/2, rise*.75
			if (j-1)/2 != i { // the first and the last: beside the numbers of the others
				mid, high = x0+(x1-x0)*.8, rise*.48
			}
			c.swapNumber(mid, y-high, n)
		}
	}
}
