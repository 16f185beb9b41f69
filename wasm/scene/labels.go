package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Labels explain themselves: a bold name, then its meaning. All are message templates
// filled from the state, never text of a lesson.

func (c *canvas) crossLabels(g *cross) {
	switch g.name {
	case "wide":
		c.labelsWide(g)
	case "embed":
		c.labelsEmbed(g)
	case "phone":
		c.labelsPhone(g)
	case "pipe":
		c.labelsPipe(g)
	case "live":
		c.labelsLive(g)
	}
}

// queueLabel is what the queue's label says.
func (c *canvas) queueLabel(size float64) []Run {
	key, args, ok := c.shutKey()
	switch {
	case ok:
	case len(c.s.Queue) == 0:
		key = c.pick("stage.queue.empty")
	default:
		key = c.pick("stage.queue")
	}
	return c.say(Text2, size, key, args...)
}

// raised lists the workers whose key is owed again, with their lanes.
func (c *canvas) raised() (out []int) {
	for i, w := range c.s.Workers {
		if w.Busy && c.keyOf(w).Bits&trace.Dirty != 0 {
			out = append(out, i)
		}
	}
	return out
}

func (c *canvas) labelsWide(g *cross) {
	d, p, t := g.dirty, g.proc, g.trough
	c.called(g.ax-24, 26, 16, d.x1-g.ax+24)
	c.title("dirty").plate(88, 82, 18, 340, Start, DirtyTint, c.say(Text2, 18, "stage.dirty")...)
	c.title("queue").plate(t.x0+12, 258, 16, 380, Start, DirtyTint, c.queueRuns(g, 16)...)
	c.title("processing").fitted(p.x1-16, 458, 18, p.w()-32, End, Text, c.say(Text2, 18, "stage.processing")...)
	c.plate(p.x0+20, 150, 16, 330, Start, ProcTint, c.say(Text2, 16, "stage.both")...)
	if c.s.Walked(trace.QueueGet) && len(Breaches(c.s)) == 0 { // there the copies are tied
		c.fitted(p.x0-12, d.y1+28, 14, 300, End, Text, c.say(Text2, 14, "stage.get")...)
	}
	c.raisedNotes(g)
	x, y := 0.0, 376.0
	if len(c.s.Heap) > 0 { // right of the way of what is due
		x, y = 12, 338
	}
	c.fitted(x, y, 16, p.x0-20-x, Start, Text, c.say(Text2, 16, "stage.outside")...)
}

// raisedNotes says beside a raised lift why it is up.
func (c *canvas) raisedNotes(g *cross) {
	lanes, up := c.lanes(g), c.raised()
	if len(lanes) == 0 || len(lanes) > 2 {
		return
	}
	for _, i := range up {
		if k := c.keyOf(c.s.Workers[i]); k.Merged > 0 {
			x := lanes[i].x
			c.plate(x+12, g.dirty.y1+24, 14, g.proc.x1-x-24, Start, ProcTint, c.say(Text2, 14, "stage.lifted", "key", c.brief(k.ID, math.Max(24, g.proc.x1-x-124), 13))...)
			c.arrow(x, g.dirty.y1+12, up_, Proc, 5)
		}
	}
	if len(up) != 1 {
		return
	}
	i := up[0]
	w, k := c.s.Workers[i], c.keyOf(c.s.Workers[up[0]])
	key := "stage.changed"
	if k.Merged == 0 {
		return
	}
	x, room := lanes[0].x+lanes[0].w/2+52, g.dirty.x1-lanes[0].x-lanes[0].w/2-60
	if i == 1 {
		x, room = g.proc.x0+20, lanes[1].x-lanes[1].w/2-g.proc.x0-48
	}
	for j, runs := range c.lines(Text, 17, key, "n", number(k.Merged), "worker", w.Name) {
		c.plate(x, 184+float64(j)*22, 17, room, Start, ProcTint, runs...)
	}
}

const up_ = up

func (c *canvas) labelsEmbed(g *cross) {
	d, p := g.dirty, g.proc
	c.called(14, 16, 15, 600)
	c.title("dirty").plate(56, 47, 15, 240, Start, DirtyTint, c.say(Text2, 15, "stage.dirty.short")...)
	c.title("queue").plate(28, 139, 15, 250, Start, DirtyTint, c.queueRuns(g, 15)...)
	c.plate(p.x0+12, 67, 15, 250, Start, ProcTint, c.say(Text2, 15, "stage.both.short")...)
	c.title("processing").fitted(p.x1-12, 244, 15, 140, End, Text, c.say(Text2, 15, "stage.processing.short")...)
	if c.s.Walked(trace.QueueGet) && len(Breaches(c.s)) == 0 {
		c.fitted(p.x0-12, d.y1+24, 14, 200, End, Text, c.say(Text2, 14, "stage.get.short")...)
	}
	lanes, up := c.lanes(g), c.raised()
	if len(up) == 1 && up[0] == 0 && len(lanes) <= 2 {
		k := c.keyOf(c.s.Workers[0])
		if k.Merged > 0 {
			for j, runs := range c.lines(Text, 15, "stage.changed.short", "n", number(k.Merged)) {
				c.plate(460, 100+float64(j)*20, 15, d.x1-470, Start, ProcTint, runs...)
			}
		}
	}
}

func (c *canvas) labelsPhone(g *cross) {
	if !c.alarming() {
		c.called(12, 20, 16, 354)
	}
	c.title("dirty").plate(44, 64, 16, 280, Start, DirtyTint, c.say(Text2, 16, "stage.dirty.short")...)
	c.title("queue").plate(20, 162, 16, 270, Start, DirtyTint, c.queueRuns(g, 16)...)
	if c.s.Walked(trace.QueueGet) {
		c.plate(300, 202, 14, 0, Start, ProcTint, c.say(Text2, 14, "stage.get.name")...)
	}
	lanes, up := c.lanes(g), c.raised()
	both, name := 172.0, rect4{x0: 340, y0: 298}
	if c.rightTaken(g) { // what is wrong stands there
		name = rect4{x0: 360, y0: 432}
		if len(up) == 0 {
			both = 40
		}
	}
	if len(lanes) <= 2 && (len(up) == 0 || up[0] == 0 && len(up) == 1) {
		c.plate(both, 226, 16, 150, Start, ProcTint, c.say(Text2, 16, "stage.both.owed")...)
		if len(up) == 1 {
			if k := c.keyOf(c.s.Workers[0]); k.Merged > 0 {
				c.plate(172, 248, 15, 160, Start, ProcTint, c.say(Text2, 15, "stage.changed.line", "n", number(k.Merged))...)
				c.arrow(104, 278, up_, Proc, 5)
				c.fitted(116, 296, 15, 130, Start, Text2, c.say(Text2, 15, "stage.lifted", "key", c.name(k.ID))...)
			}
		}
	}
	c.title("processing").fitted(name.x0, name.y0, 16, 90, End, Text, c.say(Text2, 16, "stage.processing.short")...)
}

// rightTaken reports whether the lens says something at the right of processing: a tie down
// to a worker or over two of them, or a worker there that is on a key in no set.
func (c *canvas) rightTaken(g *cross) bool {
	for _, b := range Breaches(c.s) {
		if line, held := c.copies(g, b.Key); len(held) > 1 || len(line) == 1 && len(held) > 0 {
			return len(c.s.Workers) <= 2
		}
	}
	ws := c.s.Workers
	return len(ws) == 2 && ws[1].Busy && c.keyOf(ws[1]).Bits&trace.Processing == 0
}

func (c *canvas) labelsLive(g *cross) {
	d, p := g.dirty, g.proc
	dt := c.v.Detail
	if dt.Adds > 0 || dt.Merges > 0 {
		c.fitted(32, 24, 16, 500, Start, Text, c.say(Text2, 16, "stage.live.handlers", "n", number(int(dt.Adds+.5)), "m", number(int(dt.Merges+.5)))...)
	} else {
		c.fitted(32, 24, 16, 600, Start, Text, c.say(Text2, 16, "stage.live.total", "n", number(c.adds()), "m", number(len(c.s.Keys)))...)
	}
	owed, both, busy := 0, 0, 0
	for i := range c.s.Keys {
		k := &c.s.Keys[i]
		if k.Bits&trace.Dirty != 0 {
			owed++
		}
		if k.Bits&trace.Processing != 0 {
			busy++
			if k.Bits&trace.Dirty != 0 {
				both++
			}
		}
	}
	c.title("dirty").plate(32, 76, 17, 420, Start, DirtyTint, c.say(Text2, 17, "stage.live.dirty", "n", number(owed))...)
	n := len(c.s.Queue)
	y := 268.0
	switch {
	case n == 0:
		c.title("queue").plate(32, y, 16, 480, Start, DirtyTint, c.say(Text2, 16, "stage.queue.empty")...)
	case n > 60:
		y = 272
		c.title("queue").plate(32, y, 16, 460, Start, DirtyTint, c.queueRuns(g, 16)...)
	default:
		k, _ := c.s.Key(c.s.Queue[0])
		c.title("queue").plate(32, y, 16, 460, Start, DirtyTint, c.say(Text2, 16, "stage.live.queue", "n", number(n), "t", elapsed(c.v.Now-k.Since))...)
	}
	if c.s.Walked(trace.QueueGet) {
		key := "stage.get.name"
		if dt.Gets > 0 {
			key = "stage.live.get"
		}
		c.fitted(p.x0-10, d.y1+24, 14, 200, End, Text, c.say(Text2, 14, key, "n", number(int(dt.Gets+.5)))...)
	}
	c.plate(p.x0+18, 116, 16, 300, Start, ProcTint, c.say(Text2, 16, "stage.live.both", "n", number(both))...)
	key := "stage.live.processing"
	if busy == len(c.s.Workers) && busy > 4 {
		key = "stage.live.processing.all"
	}
	c.title("processing").fitted(p.x1-12, p.y1-13, 16, p.w()-24, End, Text, c.say(Text2, 16, key, "n", number(busy))...)
	for i, w := range c.s.Workers {
		if !w.Busy || c.keyID(w.Key) != c.v.Focus || len(c.lanes(g)) == 0 {
			continue
		}
		k, x := c.keyOf(w), c.lanes(g)[i].x
		key, y := "stage.live.held", 262.0
		if k.Merged > 0 {
			key, y = "stage.live.hot", 140
		}
		runs := c.say(Text, 14, key, "key", c.name(k.ID), "worker", w.Name, "n", number(k.Merged), "t", elapsed(c.v.Now-w.Since))
		half := Width(runs, 14)/2 + 8
		x = min(max(x, p.x0+8+half), p.x1-half-(p.x1-d.x1)-4)
		c.plate(x, y, 14, p.w()-60, Middle, ProcTint, runs...)
	}
}

// calledMax is how many keys called names.
const calledMax = 3

// called says what the event handlers called: "event handlers  called Add(a) 12 times,
// then Add(b)", keys in the order met, the one of this step bold.
func (c *canvas) called(x, y, size, room float64) {
	if !c.s.Walked(trace.QueueAdd) {
		c.fitted(x, y, size, room, Start, Text, c.say(Text2, size, "stage.handlers")...)
		return
	}
	var parts []string
	var last []state.Key // of thousands only the last ones are named
	added := 0
	for i := len(c.s.Keys) - 1; i >= 0; i-- {
		if k := &c.s.Keys[i]; k.Adds > 0 {
			if added++; added <= calledMax {
				last = append(last, *k)
			}
		}
	}
	slices.Reverse(last)
	for _, k := range last {
		part := "`" + c.msg("stage.add", "key", c.name(k.ID)) + "`"
		if c.changed(k) {
			part = "*" + part + "*"
		}
		if k.Adds > 1 {
			part += c.msg("stage.times", "n", number(k.Adds))
		}
		parts = append(parts, part)
	}
	var runs []Run
	for most := len(parts); most > 0; most-- {
		list := parts
		if added > most {
			list = append(slices.Clone(parts[len(parts)-most:]), c.msg("stage.more", "n", number(added-most)))
		}
		runs = rich(c.msg("stage.handlers.called", "calls", strings.Join(list, c.msg("stage.then"))), Text2, size)
		if Width(runs, size) <= room {
			break
		}
	}
	c.fitted(x, y, size, room, Start, Text, runs...)
}

// changed reports whether the key was added in this step.
func (c *canvas) changed(k state.Key) bool {
	if c.v.Prev == nil {
		return false
	}
	before, _ := c.v.Prev.Key(k.ID)
	return k.Adds > before.Adds
}
