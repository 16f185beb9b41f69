package scene

import (
	"math"
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The line of keys between dirty and a worker: a trough in which the next to go stands at the
// right, and the ways into it and out of it.

var queueZone = Zone{
	Name: "queue", Title: "page.queue", Groups: []trace.Group{trace.GroupQueue}, code: "Queue.trySpecial", behind: []Struct{workqueue, priorityqueue},
	counter: "page.queue", count: func(c *canvas) int { return len(c.s.Queue) },
}

// workqueue is the struct that queue, dirty and processing are fields of.
var workqueue = Struct{"util/workqueue/queue.go", 190, "workqueue.Typed", []Field{
	{Name: "queue", Type: "Queue[t]", of: noted("q")},
	{Name: "dirty", Type: "sets.Set[t]", of: noted("d")},
	{Name: "processing", Type: "sets.Set[t]", of: atWork},
	{Name: "shuttingDown", Type: "bool", of: whetherShut},
}, func(s *state.State) bool { return !s.Priorities() }}

// atWork lists the keys that workers hold, whetherShut says if the queue is shut down: both queues have such fields.
var (
	atWork = listed("{}", func(s *state.State, add func(string)) {
		for _, k := range s.Keys {
			if k.Bits&trace.Processing != 0 {
				add(s.Name(k.ID))
			}
		}
	})
	whetherShut = valued(func(s *state.State) string { return strconv.FormatBool(s.Shut) })
)

// queueRails draws the ways in and out of the line that some key has walked already: the
// picture must not answer the lesson's next question.
func (c *canvas) queueRails(g *cross) {
	n := len(c.s.Queue)
	width := 2.5
	if c.sm {
		width = 2
	}
	if n < g.slots {
		for i := n; i < g.slots; i++ {
			x := g.slot0 - float64(i)*g.slotW
			c.Box(x-g.tok*.75, g.rail-g.tok/2, g.tok*1.5, g.tok, 6, draw.None, draw.Line2, 1.5)
			if i > 0 && g.tok >= 60 {
				c.Words(x, g.rail+26, 13, draw.Middle, draw.Text3, draw.Regular(c.Msg("ordinal."+strconv.Itoa(i+1))))
			}
		}
	}
	if c.s.Walked(trace.QueueAdd) && g.add.path != nil {
		if !g.back {
			width = 2
		}
		c.way(g.add, draw.Neutral, width)
		if g.back && len(g.classes) == 0 {
			c.troughDots(g, width, n)
		}
	}
	if c.s.Returned() {
		c.returnRail(g)
	}
	if c.s.Walked(trace.QueueGet) {
		c.getRail(g)
	}
}

// troughDots shows where in the trough the back of the line is.
func (c *canvas) troughDots(g *cross, width float64, n int) {
	to := g.slot0 - float64(max(n-1, 0))*g.slotW - g.tok*.75 - 8
	if n == 0 {
		to = g.slot0 + g.tok*.75 - 8
	}
	if n > g.slots || to < g.ax+24 {
		return
	}
	c.Dotted(draw.From(g.ax, g.trough.y0+6).Bend(g.ax, g.rail, to, g.rail, 8), draw.Neutral, width)
	c.Arrow(to+2, g.rail, draw.Right, draw.Neutral, 6)
}

// getCurve leads from the trough through the corner into processing, up to x.
func (g *cross) getCurve(x float64) *draw.Pen {
	w, px, dY, t := g.get, g.proc.x0, g.dirty.y1, g.trough
	y := g.low - w.up
	return draw.From(g.door, t.y1).C(g.door, w.c1y, px-w.in, dY, px, dY).C(px+w.out, dY, x-w.back, y, x, y)
}

func (c *canvas) getRail(g *cross) {
	w := g.get
	if w.fixed.path != nil {
		to := w.fixed
		if len(c.lanes(g)) > 2 {
			to = w.many
		}
		c.way(to, draw.Neutral, w.width)
		c.Disc(w.at[0], w.at[1], w.knot, draw.Plate, draw.Text, 2)
		return
	}
	lanes := c.lanes(g)
	x, first := g.proc.x0+58, len(lanes) > 0 && c.free(0)
	if len(lanes) > 0 {
		x = lanes[0].x - lanes[0].w/2 - 14
	}
	switch {
	case w.most > 0 && first && len(lanes) == 1:
		x = w.most
	case w.most > 0:
		x = math.Min(x, w.most)
	case w.stem > 0 && first:
		x = lanes[0].x - w.stem
	}
	x = math.Max(x, g.proc.x0+22)
	c.Path(g.getCurve(x), draw.Neutral, w.width)
	y, tip := g.low-w.up, x
	if to, ok := c.nextLane(lanes); ok && to > x && w.on {
		c.Path(draw.From(x, y).H(to), draw.Neutral, 2).Dash = railDash
		c.Out[len(c.Out)-1].RoundCap = true
		tip = to + 2
	}
	c.Arrow(tip, y, draw.Right, draw.Neutral, 6)
	c.Disc(g.proc.x0, g.dirty.y1, w.knot, draw.Plate, draw.Text, 2)
}

// free reports whether nothing of worker i stands on the lower floor.
func (c *canvas) free(i int) bool {
	w := c.s.Workers[i]
	return w.Busy && c.keyOf(w).Bits&trace.Dirty != 0
}

// nextLane is where the way of Get ends: before the first worker that is free, or has a key on the lower floor, which Get
// brought there. What is lifted leaves the way free.
func (c *canvas) nextLane(lanes []held) (float64, bool) {
	for i, w := range c.s.Workers {
		if i >= len(lanes) || len(lanes) > spokenOf {
			return 0, false
		}
		if !w.Busy || c.keyOf(w).Bits&trace.Dirty == 0 {
			return lanes[i].x - lanes[i].w/2 - 14, i > 0
		}
	}
	return 0, false
}

// queueKeys draws the line.
func (c *canvas) queueKeys(g *cross) {
	places, per := g.queuePlaces(len(c.s.Queue))
	c.classLanes(g)
	seen := map[trace.ID]int{}
	var squares, barred draw.Pen
	for i, p := range places {
		id := c.s.Queue[p.at]
		if p.style == square {
			to := &squares
			if p.n == 1 && c.barred(id) {
				to = &barred
			}
			x, y := p.x-p.w/2, p.y-p.h/2
			to.Move(x, y).H(x + p.w).V(y + p.h).H(x)
			to.Segs = append(to.Segs, draw.Seg{Op: 'Z', X: x, Y: y})
			continue
		}
		seen[id]++
		key, held := c.keyID(id), c.barred(id)
		if held || seen[id] > 1 { // it is drawn twice: in work, or after a stray Done in the line
			key += "+"
		}
		gap := 0.0
		if p.style == chip {
			gap = gapAt(places, i)
		}
		c.As(key, func() { c.queued(p, id, held, c.v.Focus == key || held && c.v.Focus == c.keyID(id), gap) })
	}
	for _, all := range []struct {
		of  *draw.Pen
		ink draw.Ink
	}{{&squares, draw.Dirty}, {&barred, draw.Proc}} {
		if len(all.of.Segs) > 0 {
			s := c.Path(all.of, draw.None, 0)
			s.Fill, s.FillAlpha = all.ink, .75
		}
	}
	if len(squares.Segs)+len(barred.Segs) > 0 {
		c.squareNotes(g, places, per)
	}
}

// chipType is the type of a chip of a height.
func chipType(h float64) float64 { return math.Max(12, math.Min(15, math.Round(h*.48))) }

// gapAt is how far it is from chip i to the next, px: chips stand side by side, and rows may be closer.
func gapAt(places []place, i int) float64 {
	gap, p := chipGap, places[i]
	for j, q := range places {
		if j != i && q.style == chip {
			gap = min(gap, max(math.Abs(p.x-q.x)-(p.w+q.w)/2, math.Abs(p.y-q.y)-(p.h+q.h)/2))
		}
	}
	return gap
}

// queued draws a key of the line, with a bar where Get passes over it, gap px from the next.
func (c *canvas) queued(p place, id trace.ID, held, focus bool, gap float64) {
	k, _ := c.s.Key(id)
	o := tok{bits: k.Bits & trace.Dirty, w: p.w, focus: focus, gap: gap, broken: k.Bits&trace.Processing != 0 || c.twice(id)}
	if p.style == chip {
		o.size = chipType(p.h)
	}
	if held {
		o.bits, o.broken = k.Bits&(trace.Dirty|trace.Processing), false
		room := barRoom(p.h)
		defer c.bar(p.x+p.w/2, p.y, p.h-2, room/2)
		o.w -= room
		p.x -= room / 2
	}
	c.token(p.x, p.y, p.h, c.name(id), o)
}

// squareNotes says how long the keys under a unit chart have waited, and finds the pinned one.
func (c *canvas) squareNotes(g *cross, places []place, per int) {
	n := len(places)
	labels := 5
	if wide := places[0].x - places[n-1].x; !g.ages || wide < 300 || len(g.classes) > 0 {
		labels = 0 // no room between trough and label
	}
	for k := range labels {
		i := min(n-1, k*(n-1)/4)
		key, _ := c.s.Key(c.s.Queue[i*per])
		x := places[i].x
		c.Line(x, g.trough.y1, x, g.trough.y1+6, draw.Neutral, 1.5)
		label, anchor := draw.Elapsed(c.v.Now-key.Since), draw.Middle
		if k == 0 {
			label, anchor = c.Msg("stage.waited", "t", label), draw.End
			x += 8
		}
		c.Plate(x, g.trough.y1+19, 13, 0, anchor, draw.DirtyTint, draw.Inked(label, draw.Text2))
	}
	for i, id := range c.s.Queue {
		if id != c.v.Detail.Pin || id == 0 {
			continue
		}
		p := places[slices.IndexFunc(places, func(p place) bool { return i < p.at+p.n })]
		if p.style != square {
			return // it has its name
		}
		c.As(c.keyID(id), func() {
			c.Box(p.x-5.5, p.y-5.5, 11, 11, 0, draw.Plate, draw.Text, 2)
			c.Box(p.x-3, p.y-3, 6, 6, 0, draw.Dirty, draw.None, 0)
			c.Line(p.x, p.y-6, p.x, g.dirty.y0+24, draw.Text, 1.5)
			k, _ := c.s.Key(id)
			runs := c.Say(draw.Text2, 14, "stage.pin", "key", c.name(id), "n", draw.Number(i+1), "t", draw.Elapsed(c.v.Now-k.Since))
			if at, anchor := p.x+10, draw.Start; at+draw.Width(runs, 14) > g.dirty.x1-12 {
				c.Plate(p.x-10, g.dirty.y0+36, 14, 0, draw.End, draw.DirtyTint, runs...)
			} else {
				c.Plate(at, g.dirty.y0+36, 14, 0, anchor, draw.DirtyTint, runs...)
			}
		})
		return
	}
}

// queueRuns say what the queue is, or how many keys it holds when no name can be read.
func (c *canvas) queueRuns(g *cross, size float64) []draw.Run {
	n := len(c.s.Queue)
	places, per := g.queuePlaces(n)
	if n == 0 || c.ended() || !slices.ContainsFunc(places, func(p place) bool { return p.style == square }) {
		return c.queueLabel(size)
	}
	key := "stage.live.squares"
	if per > 1 {
		key = "stage.live.squares.per"
	}
	return c.Say(draw.Text2, size, c.pick(key), "n", draw.Number(n), "per", draw.Number(per))
}

// queueLabel is what the queue's label says.
func (c *canvas) queueLabel(size float64) []draw.Run {
	key, args, ok := c.shutKey()
	switch {
	case c.ended():
		key, args = c.pick("stage.queue.ended"), nil
	case ok:
	case len(c.s.Queue) == 0:
		key = c.pick("stage.queue.empty")
	default:
		key, args = c.lineKey()
	}
	return c.Say(draw.Text2, size, key, args...)
}
