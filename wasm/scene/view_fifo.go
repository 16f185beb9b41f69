package scene

import (
	"math"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// shelfColumn is the store as one narrow column: what is the same, new, or gone.
func (c *canvas) shelfColumn(r rect4) {
	c.panel(r, "store", "zone.store.name")
	items := c.s.Store.Items
	if len(items) == 0 && (c.v.Prev == nil || len(c.v.Prev.Store.Items) == 0) { // else what was there says it
		c.quiet(r, "stage.store.empty")
	}
	y, most := r.y0+40, int((r.h()-40)/66)
	changed := c.storeChanged()
	for i, it := range items {
		if i == most-1 && len(items) > most {
			c.words(r.x0+14, y+20, 14, Start, Text2, norm(c.msg("stage.more.items", "n", number(len(items)-i))))
			break
		}
		o := c.s.Recorder().Object(it.Object)
		id := "obj:store:" + c.s.Text(it.Key)
		c.as(id, func() {
			c.object(r.x0+12, y, r.w()-24, 36, c.name(it.Key), o.RV, obj{focus: c.v.Focus == id})
		})
		old, had := c.old(it.Key)
		key := "stage.same"
		switch {
		case !had:
			key = "stage.new"
		case old.UID != o.UID:
			key = "stage.uid"
		case old.RV != o.RV:
			key = "stage.replaced"
		}
		if changed {
			c.fitted(r.x0+12, y+52, 13, r.w()-20, Start, Text2, norm(c.msg(key, "old", plain.Replace(old.UID), "new", plain.Replace(o.UID))))
		}
		y += 66
	}
	if c.v.Prev != nil && len(items) < most {
		for _, it := range c.v.Prev.Store.Items {
			if _, still := c.s.Store.Get(it.Key); !still && y < r.y1-60 {
				c.object(r.x0+12, y, r.w()-24, 36, c.name(it.Key), c.s.Recorder().Object(it.Object).RV, obj{ghost: true})
				c.words(r.x0+12, y+52, 13, Start, Text3, norm(c.msg("stage.removed")))
				y += 66
			}
		}
	}
	c.halfBox(rect4{r.x0 + 6, r.y0 + 34, r.x1 - 6, r.y1 - 6})
}

// storeChanged reports whether this step wrote to the store.
func (c *canvas) storeChanged() bool {
	if c.v.Prev == nil {
		return false
	}
	before := c.v.Prev.Store.Items
	if len(before) != len(c.s.Store.Items) {
		return true
	}
	for _, it := range before {
		if now, ok := c.s.Store.Get(it.Key); !ok || now.Object != it.Object {
			return true
		}
	}
	return false
}

// handlerRows are the handlers under each other, each with what it hears next, and the way on
// which that comes to them from the store.
func (c *canvas) handlerRows(r rect4) {
	if c.s.Walked(trace.NotePush) {
		y := r.y0 + 24
		p := c.path(pen(736, 100).bend(736, y, 240, y, 6), Neutral, 2)
		p.Dash, p.RoundCap = [2]float64{2, 6}, true
		c.arrow(236, y, left, Neutral, 6)
		c.disc(736, 100, 4, Neutral, None, 0)
	}
	c.handlerList(r.y0)
	c.alarm(r.x0, r.x1, r.y1)
	if c.halfReplaced() {
		c.fitted(r.x1, r.y0+56, 15, 420, End, Text2, c.say(Text2, 15, "stage.store.half")...)
	}
}

func (c *canvas) handlerList(top float64) {
	hs := c.live()
	if len(hs) == 0 {
		c.handler(rect4{0, top, 232, top + 36}, nil)
		return
	}
	for i := range hs {
		if i == 3 {
			c.fitted(258, 484, 14, 230, Start, Text2, norm(c.msg("zone.handler.more", "n", number(len(hs)-3))))
			return
		}
		y := top + float64(i)*56
		c.handler(rect4{0, y, 232, y + 48}, &hs[i])
		c.noteList(&hs[i], 258, y+17, i == 0 && len(hs) == 1)
	}
}

// noteList prints what a handler hears, in order: what it handled in this step, what it has
// in hand, and what waits. One handler alone has four lines; each of several has one for the
// calls and one for what waits.
func (c *canvas) noteList(l *state.Listener, x, y float64, tall bool) {
	most := mostHeard
	if !tall {
		most = 2 - int(b2f(l.Busy)) // the box counts those before
	}
	calls, waiting := c.hears(l, most)
	if tall {
		c.heardIn(l, x, y, 4, append(calls, waiting...), len(calls)+len(l.Pending))
		return
	}
	c.heardIn(l, x, y, 1, calls, len(calls))
	c.heardIn(l, x, y+24, 1, waiting, len(l.Pending))
}

// hears lists the last most calls that l has handled in this step and the one in hand, then
// what waits for it.
func (c *canvas) hears(l *state.Listener, most int) (calls, waiting []heard) {
	done := c.handled(l)
	for _, n := range done[max(0, len(done)-most):] {
		calls = append(calls, heard{n.Key, append(noteRuns(n, c.name(n.Key)), inkd("  "+c.msg("stage.note.handled"), Text2))})
	}
	if l.Busy {
		calls = append(calls, heard{l.Hand.Key, append([]Run{inkd("●  ", Text2)}, noteRuns(l.Hand, c.name(l.Hand.Key))...)})
	}
	for i, n := range l.Pending[:min(len(l.Pending), mostHeard)] {
		waiting = append(waiting, heard{n.Key, append([]Run{inkd(strconv.Itoa(i+1)+"  ", Text2)}, noteRuns(n, c.name(n.Key))...)})
	}
	return calls, waiting
}

// heard is a notice in a list.
type heard struct {
	key  trace.ID
	runs []Run
}

// mostHeard is how many notices are set at most; more never have room.
const mostHeard = 16

// heardIn sets notices of l into columns of so many lines; of is how many there are in all.
func (c *canvas) heardIn(l *state.Listener, x, y float64, lines int, list []heard, of int) {
	pitch := 0.0
	for _, h := range list {
		pitch = math.Max(pitch, Width(h.runs, 14))
	}
	pitch = math.Min(pitch, 440) + 24
	room := min(lines*max(1, int((872-x)/pitch)), len(list))
	for i, h := range list[:room] {
		cx, cy := x+float64(i/lines)*pitch, y+12+24*float64(i%lines)
		if i == room-1 && of > room {
			c.plate(cx, cy, 14, pitch-24, Start, Bg, inkd(c.msg("stage.more.items", "n", number(of-i)), Text2))
			return
		}
		c.as("note:"+l.Name+":"+c.s.Text(h.key)+":"+strconv.Itoa(i), func() { c.plate(cx, cy, 14, pitch-24, Start, Bg, h.runs...) })
	}
}
