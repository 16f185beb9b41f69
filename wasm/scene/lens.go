package scene

import (
	"math"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The lens over a broken promise: the border of the set is torn open where the key stands
// that must not be there, and both copies are tied together. It is the only time that a key
// is drawn twice.

// tear is an opening in the border of a set.
type tear struct {
	in   rect4 // what lies open: from the border to behind the copy
	edge byte  // 't'op or 'r'ight of the set
}

// copies are the places of a key that stands in more than one: in the line, then in work.
func (c *canvas) copies(g *cross, key trace.ID) (line, held []rect4) {
	places, _ := g.queuePlaces(len(c.s.Queue))
	for _, p := range places {
		if p.style != square && c.s.Queue[p.at] == key {
			line = append(line, rect4{p.x - p.w/2, p.y - p.h/2, p.x + p.w/2, p.y + p.h/2})
		}
	}
	lanes := c.lanes(g)
	for i, w := range c.s.Workers {
		if i < len(lanes) && w.Busy && w.Key == key {
			l, y := lanes[i], g.floor(c.keyOf(w).Bits)
			held = append(held, rect4{l.x - l.w/2, y - l.h/2, l.x + l.w/2, y + l.h/2})
		}
	}
	return line, held
}

// tears are the openings of this state's breaches.
func (c *canvas) tears(g *cross) (dirty, queue, proc []tear) {
	for _, b := range Breaches(c.s) {
		line, held := c.copies(g, b.Key)
		switch {
		case b.Promise == trace.QueuedOnce && len(line) > 1:
			last := line[len(line)-1]
			queue = append(queue, tear{rect4{last.x0 - 6, g.trough.y0, last.x1 + 6, last.y1 + 5}, 't'})
		case (b.Promise == trace.QueueInDirty || b.Promise == trace.QueueIsFree) && len(line) > 0 && len(dirty) == 0:
			last := line[len(line)-1]
			dirty = append(dirty, tear{rect4{last.x0 - 10, g.dirty.y0, last.x1 + 10, last.y1 + 6}, 't'})
		case b.Promise == trace.OneWorker && len(held) > 1:
			last := held[len(held)-1]
			proc = append(proc, tear{rect4{last.x0 - 9, last.y0 - g.tearPad, g.proc.x1, last.y1 + 9}, 'r'})
		}
	}
	return dirty, queue, proc
}

// torn draws the open places over the sets: what lies outside shows through.
func (c *canvas) torn(g *cross) {
	dirty, queue, proc := c.tears(g)
	for _, t := range dirty {
		c.open(t, draw.Bg)
	}
	for _, t := range queue {
		c.open(t, draw.DirtyTint)
	}
	for _, t := range proc {
		c.open(t, draw.Bg)
	}
}

// open cuts t out of a set: the ground behind it, hatched, with a ragged edge on both sides
// of the border.
func (c *canvas) open(t tear, ground draw.Ink) {
	r := t.in
	c.As("tear", func() {
		if t.edge == 'r' {
			c.Box(r.x0, r.y0, r.w()+3, r.h(), 0, ground, draw.None, 0) // the border too
		} else {
			c.Box(r.x0, r.y0-3, r.w(), r.h()+3, 0, ground, draw.None, 0)
		}
		h := c.Box(r.x0, r.y0, r.w(), r.h(), 0, draw.None, draw.None, 0)
		h.Hatch, h.HatchPitch, h.HatchWidth, h.HatchAlpha = draw.Err, 8, 1.5, .4
		if t.edge == 'r' {
			c.ragged(draw.From(r.x1, r.y0), draw.From(r.x0, r.y0), 9)
			c.ragged(draw.From(r.x1, r.y1), draw.From(r.x0, r.y1), 9)
			return
		}
		c.ragged(draw.From(r.x0, r.y0-7), draw.From(r.x0, r.y1), 9)
		c.ragged(draw.From(r.x1, r.y0-7), draw.From(r.x1, r.y1), 9)
	})
}

// ragged is the edge of a tear, from one point to another.
func (c *canvas) ragged(from, to *draw.Pen, pitch float64) {
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	n := max(2, int(length/pitch))
	dx, dy := (to.X-from.X)/length, (to.Y-from.Y)/length
	p := draw.From(from.X, from.Y)
	for i := 1; i <= n; i++ {
		side := 3.0
		if i%2 == 0 {
			side = -3
		}
		if i == n {
			side = 0
		}
		at := length * float64(i) / float64(n)
		p.To(from.X+dx*at-dy*side, from.Y+dy*at+dx*side)
	}
	c.Path(p, draw.Err, 2)
}

// ties joins both copies of a key that is in two places.
func (c *canvas) ties(g *cross) {
	tied := map[trace.ID]bool{}
	for _, b := range Breaches(c.s) {
		line, held := c.copies(g, b.Key)
		if tied[b.Key] || len(line)+len(held) < 2 {
			continue
		}
		tied[b.Key] = true
		switch {
		case len(line) > 1:
			y := g.trough.y0 - math.Min(24, (g.trough.y0-g.dirty.y0)/2)
			if c.sm { // over them stands what dirty means
				y = g.trough.y1 + 13
			}
			c.arch(g, line[0], line[len(line)-1], y)
		case len(held) > 1:
			c.arch(g, held[0], held[len(held)-1], held[0].y0-22)
		default:
			c.elbow(g, line[0], held[0])
		}
	}
}

// arch ties two things that stand side by side, over their heads or under their feet.
func (c *canvas) arch(g *cross, a, b rect4, y float64) {
	if a.x0 > b.x0 {
		a, b = b, a
	}
	ya, yb := a.y0-3, b.y0-3
	if y > a.y1 {
		ya, yb = a.y1+3, b.y1+3
	}
	p := c.Path(draw.From(a.cx(), ya).Bend(a.cx(), y, (a.cx()+b.cx())/2, y, 8).Bend(b.cx(), y, b.cx(), yb, 8), draw.Err, 2.5)
	p.Dash = [2]float64{6, 4}
	c.twin(g, (a.cx()+b.cx())/2, y)
}

// elbow ties a copy in the line with one in work.
func (c *canvas) elbow(g *cross, line, held rect4) {
	if math.Abs(line.cy()-held.cy()) < 20 {
		c.Path(draw.From(line.x1+3, line.cy()).To(held.x0-3, held.cy()), draw.Err, 2.5).Dash = [2]float64{6, 4}
		c.twin(g, (line.x1+held.x0)/2, held.cy())
		return
	}
	to := held.x0 - 10
	if line.cx() > held.x1 { // the phone: the line is above, at the right
		to = held.x1 + 10
	}
	c.Path(draw.From(line.cx(), line.y1+4).Bend(line.cx(), held.cy(), to, held.cy(), 10), draw.Err, 2.5).Dash = [2]float64{6, 4}
	c.twin(g, line.cx(), (g.dirty.y1+held.cy())/2)
}

// twin is the sentence on a tie.
func (c *canvas) twin(g *cross, x, y float64) {
	z := g.small
	runs := []draw.Run{draw.Bold(c.Msg("stage.twice"))}
	w := draw.Width(runs, z) + 20
	left := 2.0
	if y < g.dirty.y1 {
		left = g.tieFrom
	}
	x = math.Min(math.Max(x, w/2+left), g.proc.x1-w/2-2)
	c.As("twice", func() {
		c.Box(x-w/2, y-z*.85, w, z*1.7, 3, draw.Plate, draw.Err, 1.5)
		c.Words(x, y+z*.34, z, draw.Middle, draw.Text, runs...)
	})
}

// strays are held keys that the queue knows nothing of: in no set any more, yet somebody's
// code is at work on them. And those that nobody holds, though they are in processing.
func (c *canvas) strays(g *cross) {
	lanes := c.lanes(g)
	for i, w := range c.s.Workers {
		if i < len(lanes) && !lanes[i].half && w.Busy && c.keyOf(w).Bits&trace.Processing == 0 {
			l := lanes[i]
			c.Plate(l.x, g.floor(c.keyOf(w).Bits)-l.h/2-12, g.small, l.w+60, draw.Middle, draw.ProcTint, c.Say(draw.Text2, g.small, "stage.unseen")...)
		}
	}
	left := c.leftBehind()
	if len(left) == 0 {
		return
	}
	x, y, w, room := g.stray.x0, g.stray.y0, g.stray.x1, g.stray.y1
	k, _ := c.s.Key(left[0])
	text, at := c.Msg("stage.left"), x+w/2+10
	if k.Bits&trace.Dirty != 0 { // it stands where its bits say, and the words that stay name it
		text = c.Msg("stage.left.key", "key", c.name(left[0]))
		if draw.TextWidth(text, 13, false, false) > room {
			at, room = x-w/2, room+w+10
		}
		x, y = g.proc.x0+12+w/2, g.dirty.y1-13
	}
	c.As(c.keyID(left[0]), func() {
		c.token(x, y, 22, c.name(left[0]), tok{bits: k.Bits & (trace.Dirty | trace.Processing), w: w, size: 13, broken: !c.ended(), focus: c.v.Focus == c.keyID(left[0])})
	})
	if g.stray.y1 == 0 || c.ended() {
		return // its dashes say that something is wrong
	}
	if len(left) > 1 {
		text = c.Msg("stage.more.items", "n", draw.Number(len(left)-1)) + "  " + text
	}
	c.Plate(at, g.stray.y0+5, 13, room, draw.Start, draw.ProcTint, draw.Inked(text, draw.Text2))
}
