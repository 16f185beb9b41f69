package scene

import "github.com/informerscope/informerscope/core/trace"

// The whole plan, three lines of text: objects left to right, notices right to left, keys
// left to right; what waits runs right to left under them.

// hop is the short way between two zones of the first line, drawn once it was walked.
func (c *canvas) hop(r rect4, walked, open bool) {
	if !walked && !open {
		return
	}
	ink, w := Neutral, 2.0
	if open {
		ink, w = Text, 2.5
	}
	c.line(r.x0, r.y0, r.x1-1, r.y0, ink, w)
	c.arrow(r.x1-1, r.y0, right, ink, 6)
}

// noticeLane is the second line: from the pop point back to the handlers.
func (c *canvas) noticeLane(box rect4) {
	hs := c.live()
	if c.s.Walked(trace.NotePush) {
		p := c.path(pen(632, 60).bend(632, 172, 240, 172, 6), Neutral, 2)
		p.Dash, p.RoundCap = [2]float64{2, 6}, true
		c.arrow(236, 172, left, Neutral, 6)
		c.disc(632, 60, 4, Neutral, None, 0)
	}
	switch {
	case len(hs) == 0:
		c.handler(box, nil)
	case len(hs) == 1:
		c.handler(box, &hs[0])
	default:
		c.handler(rect4{0, 136, 232, 164}, &hs[0])
		c.handler(rect4{0, 168, 232, 196}, &hs[1])
		if len(hs) > 2 {
			c.plate(250, 200, 13, 160, Start, Bg, inkd(c.msg("zone.handler.more", "n", number(len(hs)-2)), Text2))
		}
	}
	if len(hs) > 0 {
		if n, where, ok := c.lastNote(&hs[0]); ok {
			id := "note:" + c.s.Text(n.Key)
			runs := noteRuns(n, c.name(n.Key))
			if where != "" {
				runs = append(runs, inkd("  "+c.msg(where), Text2))
			} else {
				runs = append(runs, inkd("  "+c.msg("stage.note.pending", "n", number(len(hs[0].Pending))), Text2))
			}
			c.as(id, func() { c.plate(266, 177, 14, 340, Start, Bg, runs...) })
		}
	}
}

// addLane is where a handler's Add comes down into the queue.
func (c *canvas) addLane(r rect4) {
	if c.s.Walked(trace.QueueAdd) {
		c.line(r.x0, r.y0, r.x1, r.y1, Neutral, 2)
		c.arrow(r.x1, r.y1, down, Neutral, 6)
		c.plate(r.x0+12, r.y0+17, 14, 0, Start, Bg, c.say(Text2, 14, "stage.addkey")...)
	}
}

// listerReads is the short vertical line that decides what a worker works from.
func (c *canvas) listerReads(g *cross) {
	lanes := c.lanes(g)
	said := false
	for i, w := range c.s.Workers {
		if !w.Busy || !w.Read || i >= len(lanes) {
			continue
		}
		x := lanes[i].x
		c.path(pen(x, 262).v(130), Text, 2).Dash = [2]float64{6, 5}
		c.arrow(x, 262, down, Text, 6)
		room := 908 - x - 12
		if i+1 < len(lanes) {
			room = lanes[i+1].x - x - 24
		}
		if said || room < 70 {
			continue
		}
		said = true
		c.plate(x+12, 178, 14, room, Start, Bg, inkd(c.msg("stage.lister.read", "t", elapsed(w.ReadAt)), Text2))
		runs := c.say(Text2, 15, "stage.lister.none")
		if w.ReadRV > 0 {
			runs = c.say(Text2, 15, "stage.lister.gave", "key", c.name(w.Key), "rv", itoa(w.ReadRV))
		}
		c.plate(x+12, 198, 15, room, Start, Bg, runs...)
	}
}

// queueRuns say what the queue is, or how many keys it holds when no name can be read.
func (c *canvas) queueRuns(g *cross, size float64) []Run {
	n := len(c.s.Queue)
	places, per := g.queuePlaces(n)
	if n == 0 || places[0].style != square {
		return c.queueLabel(size)
	}
	key := "stage.live.squares"
	if per > 1 {
		key = "stage.live.squares.per"
	}
	return c.say(Text2, size, c.pick(key), "n", number(n), "per", number(per))
}

// noteWorks is noteBoth, or what the only worker works from.
func (c *canvas) noteWorks(g *cross, n caption) {
	lanes := c.lanes(g)
	if len(lanes) == 1 {
		c.oneWorker(g, lanes[0])
		return
	}
	if len(lanes) <= 3 {
		c.noteBoth(g, n)
	}
}

// oneWorker has room to say what the worker works from.
func (c *canvas) oneWorker(g *cross, h held) {
	x := h.x + h.w/2 + 24
	c.plate(x, 300, 16, g.dirty.x1-x, Start, ProcTint, c.say(Text2, 16, "stage.both.name")...)
	for j, runs := range c.lines(Text2, 15, "stage.both.lines") {
		c.plate(x, 320+float64(j)*20, 15, g.dirty.x1-x+6, Start, ProcTint, runs...)
	}
	w := c.s.Workers[0]
	if !w.Busy || !w.Read || w.ReadRV == 0 {
		return
	}
	low := c.keyOf(w).Bits&trace.Dirty == 0
	y := 404.0
	if low { // the key itself stands on the lower floor
		x, y = h.x+h.w/2+20, 400
	} else {
		x = h.x + 24
	}
	c.words(x, y-8, 14, Start, Text2, norm(c.msg("stage.works.from")))
	c.as("obj:work:"+c.s.Text(w.Key), func() {
		c.object(x, y, 92, 32, c.name(w.Key), itoa(w.ReadRV), obj{size: 15})
	})
}
