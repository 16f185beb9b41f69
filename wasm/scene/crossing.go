package scene

import (
	"math"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The crossing: dirty is a wide region at the top, processing a tall one at the right, and
// they overlap in the corner. Every call is a border crossed; a key stands where its
// membership says, so nothing here decides anything: the bits of the state choose a place.

// crossing draws both sets with everything in and around them.
func (c *canvas) crossing(g *cross) {
	c.sets(g)
	c.queueRails(g)
	c.torn(g)
	c.queueKeys(g)
	c.workers(g)
	for _, n := range g.notes {
		n.say(c, g, n.caption)
	}
	if g.add.path != nil { // else it stands over the way from the handler
		c.gate(g)
		c.drainer(g)
	}
	c.strays(g)
	c.ties(g)
	c.waiting(g)
	told := g.told
	if list, _ := c.calls(); c.alarming() && told.y == g.alarm.y1 && len(list) > 0 { // both share a line
		narrow := *g
		if narrow.alarm.x1 = g.alarm.x0 + 400; c.alarmLines(&narrow) <= 1 {
			g = &narrow
		}
	}
	c.broken(g)
	if long := c.alarmLines(g); g.lower > 0 && len(c.s.Heap) > 0 || long > 1 && (g.lower > 0 || g.above()) || long > 1.7 {
		told.apart = false // an alarm under what waits, or of several lines, needs its place
	}
	if c.sm && len(Breaches(c.s)) > 0 && !g.above() { // at its right a tie may pass
		told.w = math.Min(told.w, 160)
	}
	if c.alarming() && c.alarmLines(g) <= 1 && told.y == g.alarm.y1 { // it begins where the alarm ends
		runs, _ := c.alarmRuns(g.alarm.w() - 16)
		x := g.alarm.x0 + draw.Width(runs, 15) + 36
		told.x, told.w, told.apart = x, told.w+told.x-x, true
	}
	if g.above() && len(c.s.Heap) > 0 { // at its end stands what else would be nowhere
		told.w -= c.waitingLine(told.x+told.w, told.y, told.size) + 12
	}
	c.tellStep(told)
}

// sets paints the two regions: both fills first, then the hatch, then both borders.
func (c *canvas) sets(g *cross) {
	d, p, r := g.dirty, g.proc, 16.0
	pitch, width, alpha := 16.0, 2.0, .15
	if c.sm {
		r, pitch, width = 12, 12, 1.5
	}
	c.As("zone:dirty", func() { c.Box(d.x0, d.y0, d.w(), d.h(), r, draw.DirtyTint, draw.None, 0) })
	c.As("zone:processing", func() { c.Box(p.x0, p.y0, p.w(), p.h(), r, draw.ProcTint, draw.None, 0) })
	hatch := c.Box(d.x0, d.y0, d.w(), d.h(), r, draw.None, draw.None, 0)
	hatch.Hatch, hatch.HatchPitch, hatch.HatchWidth, hatch.HatchAlpha = draw.Dirty, pitch, width, alpha
	c.Box(d.x0+1, d.y0+1, d.w()-2, d.h()-2, r-1, draw.None, draw.Dirty, 2)
	c.Box(p.x0+1, p.y0+1, p.w()-2, p.h()-2, r-1, draw.None, draw.Proc, 2)
	t := g.trough
	c.As("zone:queue", func() { c.Box(t.x0, t.y0, t.w(), t.h(), 6, draw.Plate, draw.Neutral, 1.5) })
}

// keys is the crossing at full size.
func (c *canvas) keys(rect4) { c.crossing(c.plan.cross) }

// miniCross is the crossing without lifts: tokens in the corner or below it.
func (c *canvas) miniCross(rect4) {
	g := c.plan.cross
	c.sets(g)
	x := g.ax + 12 // beside the way of Add
	c.title("dirty").Plate(x, g.dirty.y0+20, 15, g.proc.x0-x-10, draw.Start, draw.DirtyTint, c.Say(draw.Text2, 15, c.miniDirty(g))...)
	if len(c.s.Queue) == 0 {
		x, anchor := g.trough.cx(), draw.Middle
		if g.slots < 3 { // at its end a ghost may stand
			x, anchor = g.trough.x0+12, draw.Start
		}
		c.Fitted(x, g.trough.cy()+5, 14, g.trough.w()-20, anchor, draw.Text2, draw.Regular(c.Msg("stage.queue.is.empty")))
	} else {
		c.queueKeys(g)
	}
	c.title("processing").Fitted(g.proc.x1-12, g.proc.y1-10, 15, g.proc.w()-24, draw.End, draw.Text, c.Say(draw.Text2, 15, "stage.processing.short")...)
	x0, tw, gap := g.proc.x0+12, 56.0, 8.0
	if g.proc.y1-g.dirty.y1 < 60 { // the name of processing stands beside the tokens
		x0, tw, gap = g.proc.x0+8, 44, 4
	}
	both, low := x0, x0
	upY, lowY := (g.proc.y0+g.dirty.y1)/2, g.dirty.y1+16
	if g.proc.y1-g.dirty.y1 > 70 {
		lowY = g.dirty.y1 + 28
	}
	put := func(key trace.ID, bits uint8, left bool) {
		at, y := &low, lowY
		if bits&trace.Dirty != 0 {
			at, y = &both, upY
		}
		if *at+tw > g.proc.x1-12 {
			return
		}
		id := c.keyID(key)
		x := *at + tw/2
		c.As(id, func() {
			c.token(x, y, 26, c.name(key), tok{bits: bits & (trace.Dirty | trace.Processing), w: tw, size: 13, broken: left, focus: c.v.Focus == id, gap: gap})
		})
		*at += tw + gap
	}
	for _, w := range c.s.Workers {
		if w.Busy {
			put(w.Key, c.keyOf(w).Bits, false)
		}
	}
	for _, key := range c.leftBehind() {
		k, _ := c.s.Key(key)
		put(key, k.Bits, true)
	}
	c.tellOver(g.told)
}

// miniDirty is the message of dirty where nothing else says what the numbers of the lanes are.
func (c *canvas) miniDirty(g *cross) string {
	if len(g.classes) > 0 {
		return "stage.dirty.lanes.short"
	}
	return "stage.dirty.short"
}

// smallCrossing is the crossing at a quarter of its height: places without lifts.
func (c *canvas) smallCrossing() {
	g := c.classed(&crossQuarter)
	c.sets(g)
	c.title("dirty").Plate(44, 28, 16, 230, draw.Start, draw.DirtyTint, c.Say(draw.Text2, 16, c.miniDirty(g))...)
	if len(c.s.Queue) == 0 {
		c.Fitted(152, 77, 15, 220, draw.Middle, draw.Text2, draw.Regular(c.Msg("stage.queue.is.empty")))
	} else {
		c.queueKeys(g)
	}
	c.title("processing").Fitted(468, 143, 15, 120, draw.End, draw.Text, c.Say(draw.Text2, 15, "stage.processing.short")...)
	both, only := 0, 0
	for _, w := range c.s.Workers {
		if !w.Busy {
			continue
		}
		x, y, tw := 452.0, 76.0, 48.0
		if c.keyOf(w).Bits&trace.Dirty != 0 {
			x, y, tw = 360, 76, 60
			if both++; both > 1 {
				continue
			}
		} else if only++; only > 1 {
			continue
		}
		id := c.keyID(w.Key)
		c.As(id, func() {
			c.token(x, y, 32, c.name(w.Key), tok{bits: c.keyOf(w).Bits & (trace.Dirty | trace.Processing), w: tw, size: 14, focus: c.v.Focus == id})
		})
		c.Words(x, y+32, 13, draw.Middle, draw.Text2, draw.Regular(w.Name))
	}
	if both > 1 {
		c.Plate(404, 60, 13, 0, draw.Start, draw.ProcTint, draw.Inked("+"+draw.Number(both-1), draw.Text2))
	}
	if only > 1 {
		c.Words(452, 54, 13, draw.Middle, draw.Text2, draw.Regular("+"+draw.Number(only-1)))
	}
}

// keyOf is what is known of the key of worker w. For the queue a worker is on a key while it
// is in processing; where another's Done has taken it out, what happens to the key is not his.
func (c *canvas) keyOf(w state.Worker) state.Key {
	k, _ := c.s.Key(w.Key)
	if k.Bits&trace.Processing == 0 {
		k.Bits = 0
	}
	if c.barred(w.Key) && k.Bits&trace.Queued != 0 { // the Add that made its entry is one of them
		k.Merged++
	}
	return k
}

// above reports whether processing lies under the line, not beside it.
func (g *cross) above() bool { return g.door > g.proc.x0 }

// way draws a way with its head.
func (c *canvas) way(w way, ink draw.Ink, width float64) {
	c.Path(w.path, ink, width)
	c.Arrow(w.x, w.y, w.dir, ink, 6)
}
