package scene

import (
	"math"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Workers are lifts. A lift holds its key on the lower floor while nothing more is owed,
// and on the upper one, inside dirty, when one more pass is.

var processingZone = Zone{
	Name: "processing", Title: "page.processing", Groups: []trace.Group{trace.GroupQueue}, code: "Queue.done", behind: []Struct{workqueue, priorityqueue},
	counter: "page.processing", count: func(c *canvas) int { return c.with(trace.Processing) },
}

// lanes are the places of the workers that get one.
func (c *canvas) lanes(g *cross) []held {
	n := len(c.s.Workers)
	if n > g.maxLanes() {
		return nil
	}
	return g.lanesFor(n)
}

func (g *cross) maxLanes() int {
	return min(MaxLanes, int((g.proc.w()-24)/28))
}

// floor is the y of the floor on which a worker with that key stands.
func (g *cross) floor(bits uint8) float64 {
	if bits&trace.Dirty != 0 {
		return g.up
	}
	return g.low
}

func (c *canvas) workers(g *cross) {
	lanes := c.lanes(g)
	if lanes == nil && len(c.s.Workers) > 0 {
		c.floorCounts(g)
		return
	}
	room := math.Inf(1)
	if len(lanes) > 1 {
		room = lanes[1].x - lanes[0].x - 6
	}
	for i, w := range c.s.Workers {
		h := lanes[i]
		k := c.keyOf(w)
		frac := draw.Fraction(c.v.Now-w.Since, c.v.Detail.Base, c.v.Detail.Cap)
		y := g.low
		if w.Busy {
			y = g.floor(k.Bits)
		}
		if h.half {
			c.halfLane(g, w, k, h, y, i, frac)
			continue
		}
		base := c.base(g, len(lanes))
		c.gaveBack(g, w, h)
		c.As("lift:"+w.Name, func() { c.lift(h.x, base, y+h.h/2, h.w, room, w.Name, w.Busy, frac) })
		c.workerNote(g, w, h, base, i, len(lanes))
		if w.Busy {
			c.As(c.keyID(w.Key), func() {
				o := tok{bits: k.Bits & (trace.Dirty | trace.Processing), w: h.w,
					focus: c.v.Focus == c.keyID(w.Key), broken: c.twice(w.Key) || k.Bits&trace.Processing == 0}
				if h.h < largeToken {
					o.size = 13
				}
				c.token(h.x, y, h.h, c.name(w.Key), o)
			})
		}
	}
}

// gaveBack leaves a ghost of the key that a worker gave back in this step, where it held it.
func (c *canvas) gaveBack(g *cross, w state.Worker, h held) {
	if w.Busy || c.v.Prev == nil {
		return
	}
	at := g.low
	var key trace.ID
	for _, e := range between(c.v.Prev, c.s) {
		if e.Actor != w.Actor {
			continue
		}
		switch e.Op {
		case trace.QueueDone, trace.QueueStray:
			key, at = e.Key, g.floor(e.Before)
		case trace.QueueGet:
			key = 0
		}
	}
	if key == 0 {
		return
	}
	c.Box(h.x-h.w/2, at-h.h/2, h.w, h.h, 8, draw.None, draw.Neutral, 1.5).Dash = [2]float64{4, 4}
	size := math.Round(h.h * .4)
	if h.h < largeToken {
		size = 13
	}
	c.Fitted(h.x, at+size*.35, size, h.w-12, draw.Middle, draw.Text3, draw.Inked(c.name(key), draw.Text3))
}

// base is the y of the discs: higher when the time stands beneath them.
func (c *canvas) base(g *cross, lanes int) float64 {
	if g.beneath(lanes) {
		return g.base - g.sink
	}
	return g.base
}

// beneath reports whether what a worker does stands under its disc, not beside it.
func (g *cross) beneath(lanes int) bool { return lanes > g.beside }

// twice reports whether the key is in more than one place: a broken promise.
func (c *canvas) twice(id trace.ID) bool {
	if len(c.s.Broken) == 0 {
		return false
	}
	n := 0
	for _, q := range c.s.Queue {
		if q == id {
			n++
		}
	}
	for _, w := range c.s.Workers {
		if w.Busy && w.Key == id {
			n++
		}
	}
	return n > 1
}

// workerNote says what a worker does, beside its disc or beneath it.
func (c *canvas) workerNote(g *cross, w state.Worker, h held, base float64, i, n int) {
	room := g.proc.x1 - 10 - h.x - 24
	if i+1 < n {
		room = c.lanes(g)[i+1].x - h.x - 44
	}
	t := draw.Elapsed(c.v.Now - w.Since)
	over := w.Over && !w.Busy
	var runs []draw.Run
	switch {
	case g.rings && g.beneath(n):
		return // the ring says it
	case g.beneath(n) || room < 40:
		label, ink := t, draw.Text2
		switch {
		case c.ended():
			label = c.Msg("stage.worker.ended.short")
		case w.Back > c.v.Now:
			label = c.Msg("stage.worker.back.short")
		case w.Quit():
			label = c.Msg("stage.worker.quit.short")
		case over:
			label = c.Msg("stage.worker.over.short")
		case c.woken(w) != 0:
			label = c.Msg("stage.worker.woken.short")
		case w.Blocked && !w.Busy:
			label = c.Msg("stage.worker.blocked.short")
		case !w.Busy:
			label = c.Msg(c.away(w))
		}
		c.Fitted(h.x, base+30, 13, h.w+24, draw.Middle, ink, draw.Regular(label))
		return
	case c.ended():
		runs = c.Say(draw.Text3, g.small, "stage.worker.ended")
	case w.Busy && g.wordy:
		runs = c.Say(draw.Text2, g.small, "stage.worker.busy", "key", c.brief(w.Key, room-74, g.small), "t", t)
	case w.Busy:
		runs = []draw.Run{draw.Inked(t, draw.Text2)}
	case w.Back > c.v.Now:
		runs = c.Say(draw.Text3, g.small, c.pick("stage.worker.back"), "t", draw.Due(w.Back-c.v.Now))
	case w.Quit():
		runs = c.Say(draw.Text3, g.small, c.pick("stage.worker.quit"))
	case over:
		runs = c.Say(draw.Text3, g.small, c.pick("stage.worker.over"))
	case c.woken(w) != 0:
		runs = c.Say(draw.Text3, g.small, c.pick("stage.worker.woken"), "key", c.name(c.woken(w)))
	case w.Blocked:
		runs = c.Say(draw.Text3, g.small, c.pick("stage.worker.blocked"))
	}
	if runs == nil || (!w.Busy || c.ended()) && draw.Width(runs, g.small)*.88 > room { // rather less than half a name
		runs = c.Say(draw.Text3, g.small, c.away(w))
	}
	c.Fitted(h.x+24, base+5, g.small, room, draw.Start, draw.Text2, runs...)
}

// woken is the key that the Get in which a worker waits is about to return, or 0: the queue was empty when
// it was called, and is no longer.
func (c *canvas) woken(w state.Worker) trace.ID {
	if !w.Blocked || w.Busy {
		return 0
	}
	before := 0
	for _, o := range c.s.Workers {
		if o.Actor == w.Actor {
			break
		}
		if o.Blocked && !o.Busy {
			before++
		}
	}
	return c.takable(before)
}

// away is what is said of a worker that has no key and does not wait for one: beside keys that are
// free to take, idle would be wondered at.
func (c *canvas) away(w state.Worker) string {
	switch {
	case c.ended():
		return "stage.worker.ended.short"
	case w.Quit():
		return "stage.worker.quit.short"
	}
	if c.takable(0) != 0 {
		return "stage.worker.away.short"
	}
	return "stage.worker.idle.short"
}

// pick is the short form of a message in small layouts.
func (c *canvas) pick(key string) string {
	if c.sm {
		return key + ".short"
	}
	return key
}

// numberRoom is how much higher the discs of halfLane stand: beneath are the numbers of the workers, and beneath these
// stands the name of the set.
const numberRoom = 14.0

// halfLane is a worker among many: half a token without a name.
func (c *canvas) halfLane(g *cross, w state.Worker, k state.Key, h held, y float64, i int, frac float64) {
	ink := draw.Neutral
	if w.Busy {
		ink = draw.Proc
	}
	base := g.base - numberRoom
	c.As("lift:"+w.Name, func() { c.Line(h.x, y+16, h.x, base-6, ink, 2).Piece = draw.Stem })
	c.As("base:"+w.Name, func() {
		c.Ring(h.x, base+4, 9, b2f(w.Busy)*frac, draw.Proc, 3, draw.Line)
		c.Words(h.x, base+30, 12, draw.Middle, draw.Text2, draw.Regular(strconv.Itoa(i+1)))
	})
	if !w.Busy {
		return
	}
	id := c.keyID(w.Key)
	c.As(id, func() {
		if c.v.Focus == id {
			c.Box(h.x-18, y-20, 36, 40, 8, draw.None, draw.Text, 2).Piece = draw.Focus
		}
		c.Box(h.x-12, y-14, 24, 28, 4, draw.Plate, draw.None, 0)
		if k.Bits&trace.Dirty != 0 {
			s := c.Box(h.x-12, y-14, 12, 28, 0, draw.Plate, draw.None, 0)
			s.Piece, s.Hatch, s.HatchPitch, s.HatchWidth = draw.LeftShoulder, draw.Dirty, 5, 2.6
			s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR = h.x-12, y-14, 24, 28, 4
		}
		s := c.Box(h.x, y-14, 12, 28, 0, draw.Proc, draw.None, 0)
		s.Piece = draw.RightShoulder
		s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR = h.x-12, y-14, 24, 28, 4
		c.Box(h.x-12, y-14, 24, 28, 4, draw.None, draw.Text, 1.5)
	})
}

// floorCounts stands for more workers than there are lanes: a number per floor.
func (c *canvas) floorCounts(g *cross) {
	busy, owed := 0, 0
	for _, w := range c.s.Workers {
		if !w.Busy {
			continue
		}
		busy++
		if c.keyOf(w).Bits&trace.Dirty != 0 {
			owed++
		}
	}
	x := g.proc.x0 + 40
	for _, f := range []struct {
		y   float64
		n   int
		key string
	}{{g.up, owed, "stage.floor.up"}, {g.low, busy - owed, "stage.floor.low"}} {
		h := math.Min(g.tok, 44)
		bits := trace.Processing
		if f.y == g.up {
			bits |= trace.Dirty
		}
		c.token(x+20, f.y, h, draw.Number(f.n), tok{bits: bits, w: h * 2})
		c.Plate(x+20+h+14, f.y+5, 15, g.proc.x1-x-h-60, draw.Start, draw.ProcTint, c.Say(draw.Text2, 15, f.key)...)
	}
	c.Fitted(x, g.base+5, 14, g.proc.w()-60, draw.Start, draw.Text2, c.Say(draw.Text2, 14, "stage.floor.free", "n", draw.Number(len(c.s.Workers)-busy))...)
}
