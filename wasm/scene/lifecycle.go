package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The life cycle of one key: a square of four states, of which a key is in one, and below
// it the delay heap, where it may wait as well. Calls are arrows; the corner and the sides
// of the square have no crossing.

// Life is one key at one moment.
type Life struct {
	State *state.State
	Key   trace.ID
	// Last is what the last call about the key left in the trace, oldest first: see LastCall.
	Last []trace.Event
	Text func(key string, args ...string) string
}

// The places of a life cycle.
const (
	lifeOutside = iota
	lifeQueued
	lifeProcessing
	lifeBoth
	lifeWaiting
	lifePlaces
)

var lifeNames = [lifePlaces]string{"outside", "queued", "processing", "both", "waiting"}

// lifePlace is where a key with bits stands in the square.
func lifePlace(bits uint8) int {
	switch {
	case bits&trace.Processing != 0 && bits&trace.Dirty != 0:
		return lifeBoth
	case bits&trace.Processing != 0:
		return lifeProcessing
	case bits&(trace.Queued|trace.Dirty) != 0:
		return lifeQueued
	}
	return lifeOutside
}

// lit says which places the key is in.
func (l Life) lit() (lit [lifePlaces]bool) {
	k, _ := l.State.Key(l.Key)
	lit[lifePlace(k.Bits)] = true
	if k.Bits&trace.Queued != 0 && !l.State.Priorities() { // a stray Done leaves a key in the line that a worker is on
		lit[lifeQueued] = true
	}
	for _, w := range l.State.Heap {
		lit[lifeWaiting] = lit[lifeWaiting] || w.Key == l.Key
	}
	if l.State.Priorities() && lit[lifeWaiting] { // with its entry
		lit[lifeOutside] = false
	}
	return lit
}

// LifeStates names the states that the key is in, in the reader's language.
func LifeStates(l Life) (names []string) {
	c := &draw.Canvas{Text: Wording(l.State, l.Text)}
	for i, on := range l.lit() {
		if on {
			names = append(names, c.Msg("life."+lifeNames[i]))
		}
	}
	return names
}

// LastCall returns the last call about key in events: one event, or two when its time had
// come or there was nothing to wait for, so that it was added at once. None is nil.
func LastCall(events []trace.Event, key trace.ID) []trace.Event {
	from, last := 0, -1
	for i, e := range events {
		if g := e.Op.Group(); e.Key != key || g != trace.GroupQueue && g != trace.GroupHeap || e.Op == trace.QueueBlocked {
			continue
		}
		if last >= 0 && e.Op == trace.QueueAdd && i == last+1 && (events[last].Op == trace.HeapDue || events[last].Op == trace.HeapNow) {
			from = last
		} else {
			from = i
		}
		last = i
	}
	if last < 0 {
		return nil
	}
	return events[from : last+1]
}

// lifeArrow is a way from a place to another, or a loop.
type lifeArrow struct{ from, to int }

// walked lists the arrows of the last call.
func (l Life) walked() map[lifeArrow]bool {
	way := map[lifeArrow]bool{}
	for _, e := range l.Last {
		switch e.Op {
		case trace.QueueAdd, trace.QueueGet, trace.QueueDone, trace.QueueStray:
			a := lifeArrow{lifePlace(e.Before), lifePlace(e.After)}
			if e.Op == trace.QueueGet { // also the second time of a key that stood in the line twice
				a.from = lifeQueued
			}
			way[a] = true
		case trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored:
			way[lifeArrow{lifeOutside, lifeWaiting}] = true
		case trace.HeapDue, trace.QueueFetch:
			way[lifeArrow{lifeWaiting, lifeQueued}] = true
		}
	}
	return way
}

// LifeHeight is how high a life cycle is.
const LifeHeight = 238.0

// Lifecycle draws the life cycle of a key at a width.
func Lifecycle(l Life, width float64) []draw.Shape {
	c := &draw.Canvas{Text: Wording(l.State, l.Text)}
	lit, way := l.lit(), l.walked()
	w := math.Min(132, width*.44)
	const h, top, gap, z = 42.0, 20.0, 54.0, 13.0
	x1, y1 := width-w-1, top+h+gap
	low := y1 + h + 40
	at := [lifePlaces]rect4{
		{1, top, 1 + w, top + h}, {x1, top, x1 + w, top + h},
		{1, y1, 1 + w, y1 + h}, {x1, y1, x1 + w, y1 + h},
		{},
	}
	at[lifeWaiting] = rect4{width*.48 - 1, low, width*.48 + width*.28, low + 34}
	a, q, p, b, t := at[lifeOutside], at[lifeQueued], at[lifeProcessing], at[lifeBoth], at[lifeWaiting]

	// arrow draws an arrow with its label beside x, y; strong when the last call went that way.
	arrow := func(from, to int, path *draw.Pen, dir float64, label string, x, y float64, anchor draw.Anchor) {
		ink, thick, run := draw.Text3, 1.5, draw.Run{Text: label, Mono: true, Ink: draw.Text2}
		if way[lifeArrow{from, to}] {
			ink, thick, run.Bold, run.Ink = draw.Text, 3.5, true, draw.Text
		}
		c.Path(path, ink, thick)
		end := path.Segs[len(path.Segs)-1]
		c.Arrow(end.X, end.Y, dir, ink, 7).StrokeWidth = math.Max(2, thick-.5)
		if label != "" {
			c.Words(x, y, z, anchor, draw.Text2, run)
		}
	}
	midx, midy := (a.x1+q.x0)/2, (a.y1+p.y0)/2
	arrow(lifeOutside, lifeQueued, draw.From(a.x1+3, a.cy()).To(q.x0-3, a.cy()), draw.Right, "Add", midx, a.cy()-8, draw.Middle)
	tilt := math.Atan2(p.y0-q.y1, p.cx()+w*.25-(q.cx()-w*.25)) * 180 / math.Pi
	arrow(lifeQueued, lifeProcessing, draw.From(q.cx()-w*.25, q.y1+3).To(p.cx()+w*.25, p.y0-3), tilt, "Get", midx+4, midy-14, draw.End)
	arrow(lifeProcessing, lifeOutside, draw.From(p.x0+18, p.y0-3).To(p.x0+18, a.y1+3), draw.Up, "Done", p.x0+26, midy+5, draw.Start)
	arrow(lifeProcessing, lifeBoth, draw.From(p.x1+3, p.cy()).To(b.x0-3, p.cy()), draw.Right, "Add", midx, p.cy()-8, draw.Middle)
	arrow(lifeBoth, lifeQueued, draw.From(b.x1-18, b.y0-3).To(b.x1-18, q.y1+3), draw.Up, "Done", b.x1-26, midy+5, draw.End)
	again := "Add"
	for _, e := range l.Last {
		if e.Op == trace.QueueStray {
			again = "Done" // the call that should not be
		}
	}
	arrow(lifeQueued, lifeQueued, draw.From(q.x1-44, q.y0-2).C(q.x1-44, q.y0-22, q.x1-18, q.y0-22, q.x1-18, q.y0-3), draw.Down, again, q.x1-50, q.y0-7, draw.End)
	arrow(lifeBoth, lifeBoth, draw.From(b.x1-44, b.y1+2).C(b.x1-44, b.y1+22, b.x1-18, b.y1+22, b.x1-18, b.y1+3), draw.Up, "Add", b.x1-50, b.y1+16, draw.End)

	c.Line(0, low-12, width, low-12, draw.Line, 1)
	in := lifeArrow{lifeOutside, lifeWaiting}
	mono := draw.Run{Mono: true, Ink: draw.Text2}
	if way[in] {
		mono.Bold, mono.Ink = true, draw.Text
	}
	room := t.x0 - 26
	for i, name := range []string{"AddAfter", "AddRateLimited"} {
		mono.Text = name
		c.Fitted(0, t.y0+13+float64(i)*16, z, room, draw.Start, draw.Text2, mono)
	}
	arrow(in.from, in.to, draw.From(t.x0-24, t.cy()).To(t.x0-3, t.cy()), draw.Right, "", 0, 0, draw.Start)
	arrow(lifeWaiting, lifeQueued, draw.From(t.x1+3, t.cy()).To(width-30, t.cy()), draw.Right, "", 0, 0, draw.End)
	due, add := draw.Run{Text: c.Msg("life.due"), Ink: draw.Text2}, draw.Run{Text: "Add", Mono: true, Ink: draw.Text2}
	if way[lifeArrow{lifeWaiting, lifeQueued}] { // what is due is added; with priorities it is one of both
		fetched := slices.ContainsFunc(l.Last, func(e trace.Event) bool { return e.Op == trace.QueueFetch })
		if !fetched {
			due.Bold, due.Ink = true, draw.Text
		}
		if fetched || !l.State.Priorities() {
			add.Bold, add.Ink = true, draw.Text
		}
	}
	c.Words(width, t.cy()+5, z, draw.End, draw.Text2, add)
	c.Fitted((t.x1+width-30)/2, t.cy()-8, z, width-30-t.x1+8, draw.Middle, draw.Text2, due)

	for i, r := range at {
		lifeBox(c, r, i, lit[i])
	}
	return c.Out
}

// lifeBox draws a state: in the pattern of its set where the key is, else an outline.
func lifeBox(c *draw.Canvas, r rect4, i int, on bool) {
	if !on {
		c.Box(r.x0, r.y0, r.w(), r.h(), 6, draw.Panel, draw.Line2, 1)
	} else {
		tint, edge := draw.Panel, draw.Text
		switch i {
		case lifeProcessing, lifeBoth:
			tint, edge = draw.ProcTint, draw.Proc
		case lifeWaiting:
			tint, edge = draw.WaitTint, draw.Wait
		case lifeQueued:
			tint, edge = draw.DirtyTint, draw.Dirty
		}
		c.Box(r.x0, r.y0, r.w(), r.h(), 6, tint, edge, 3)
		if i == lifeQueued || i == lifeBoth { // the shoulder of a token: what is owed
			s := c.Box(r.x0+1.5, r.y0+1.5, 9, r.h()-3, 4, draw.Bg, draw.None, 0)
			s.Hatch, s.HatchPitch, s.HatchWidth = draw.Dirty, 6, 3
		}
		if i == lifeProcessing || i == lifeBoth {
			c.Box(r.x1-10.5, r.y0+1.5, 9, r.h()-3, 4, draw.Proc, draw.None, 0)
		}
	}
	ink := draw.Text2
	if on {
		ink = draw.Text
	}
	name := draw.Run{Text: c.Msg("life." + lifeNames[i]), Bold: on, Ink: ink}
	if i == lifeWaiting {
		c.Fitted(r.cx(), r.cy()+5, 14, r.w()-8, draw.Middle, ink, name)
		return
	}
	c.Fitted(r.cx(), r.y0+18, 14, r.w()-24, draw.Middle, ink, name)
	c.Fitted(r.cx(), r.y0+34, 12, r.w()-22, draw.Middle, draw.Text2, draw.Inked(c.Msg("life."+lifeNames[i]+".what"), draw.Text2))
}
