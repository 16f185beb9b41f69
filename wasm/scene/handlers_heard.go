package scene

import (
	"math"
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// What the handlers hear: as lists, as rows, and as lanes beside the tape.

// noticeLane is the second line: from the pop point back to the handlers.
func (c *canvas) noticeLane(box rect4) {
	hs := c.live()
	lane := func(i int) float64 { // where a handler's notices come in
		if len(hs) < 2 {
			return 172
		}
		return 150 + 32*float64(i)
	}
	if c.s.Walked(trace.NotePush) {
		for i := range max(1, min(len(hs), 2)) {
			if i == 0 || heardOf(&hs[i]) {
				c.toHandler(632, 60, lane(i))
			}
		}
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
			c.Plate(250, 200, 13, 160, draw.Start, draw.Bg, draw.Inked(c.Msg("zone.handler.more", "n", draw.Number(len(hs)-2)), draw.Text2))
		}
	}
	for i := range min(len(hs), 2) {
		if i > 0 && len(hs) > 2 {
			break // there stands how many more there are
		}
		if n, where, ok := c.lastNote(&hs[i]); ok {
			id := "note:" + c.s.Text(n.Key)
			runs := noteRuns(n, c.name(n.Key))
			if where != "" {
				runs = append(runs, draw.Inked("  "+c.Msg(where), draw.Text2))
			} else {
				runs = append(runs, draw.Inked("  "+c.Msg("stage.note.pending", "n", draw.Number(len(hs[i].Pending))), draw.Text2))
			}
			c.As(id, func() { c.Plate(266, lane(i)+5, 14, 340, draw.Start, draw.Bg, runs...) })
		}
	}
}

// handlerRows are the handlers under each other, each with what it hears next, and the way on
// which that comes to them from the store.
func (c *canvas) handlerRows(r rect4) {
	if c.s.Walked(trace.NotePush) {
		for i, l := range c.live() {
			if y := r.y0 + 24 + 56*float64(i); i == 0 || i < mostHandlers && heardOf(&l) {
				c.toHandler(736, 100, y)
			}
		}
	}
	c.handlerList(r.y0)
	c.alarm(r.x0, r.x1, r.y1)
	if c.halfReplaced() {
		c.Fitted(r.x1, r.y0+56, 15, 420, draw.End, draw.Text2, c.Say(draw.Text2, 15, "stage.store.half")...)
	}
}

// heardOf reports whether a handler was ever told of anything.
func heardOf(l *state.Listener) bool { return l.Handled > 0 || l.Busy || len(l.Pending) > 0 }

// toHandler is the way of notices from the store, at x, y, to the handler whose box ends at 236.
func (c *canvas) toHandler(x, y, to float64) {
	p := c.Path(draw.From(x, y).Bend(x, to, 240, to, 6), draw.Neutral, 2)
	p.Dash, p.RoundCap = railDash, true
	c.Arrow(236, to, draw.Left, draw.Neutral, 6)
	c.Disc(x, y, 4, draw.Neutral, draw.None, 0)
}

func (c *canvas) handlerList(top float64) {
	hs := c.live()
	if len(hs) == 0 {
		c.handler(rect4{0, top, 232, top + 36}, nil)
		return
	}
	for i := range hs {
		if i == mostHandlers {
			c.Fitted(12, 488, 14, 310, draw.Start, draw.Text2, draw.Regular(c.Msg("zone.handler.more", "n", draw.Number(len(hs)-mostHandlers))))
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
		if runs := c.resyncs(l); runs != nil && len(calls)+len(waiting) < 4 {
			c.Plate(x, y+84, 14, 440, draw.Start, draw.Bg, runs...)
			c.clock(l, y+80, -7)
		}
		return
	}
	c.heardIn(l, x, y, 1, calls, len(calls))
	c.heardIn(l, x, y+24, 1, waiting, len(l.Pending))
	if runs := c.resyncs(l); runs != nil && len(waiting) == 0 {
		c.Plate(x, y+33, 14, 440, draw.Start, draw.Bg, runs...)
		c.clock(l, y+27, 15)
	}
}

// hears lists the last most calls that l has handled in this step and the one in hand, then
// what waits for it.
func (c *canvas) hears(l *state.Listener, most int) (calls, waiting []heard) {
	done := c.handled(l)
	for _, n := range done[max(0, len(done)-most):] {
		calls = append(calls, heard{n.Key, append(noteRuns(n, c.name(n.Key)), draw.Inked("  "+c.Msg("stage.note.handled"), draw.Text2))})
	}
	if l.Busy {
		calls = append(calls, heard{l.Hand.Key, append([]draw.Run{draw.Inked("●  ", draw.Text2)}, noteRuns(l.Hand, c.name(l.Hand.Key))...)})
	}
	for i, n := range l.Pending[:min(len(l.Pending), mostHeard)] {
		waiting = append(waiting, heard{n.Key, append([]draw.Run{draw.Inked(strconv.Itoa(i+1)+"  ", draw.Text2)}, noteRuns(n, c.name(n.Key))...)})
	}
	return calls, waiting
}

// heard is a notice in a list.
type heard struct {
	key  trace.ID
	runs []draw.Run
}

// mostHeard is how many notices are set at most; more never have room.
const mostHeard = 16

// heardIn sets notices of l into columns of so many lines; of is how many there are in all.
func (c *canvas) heardIn(l *state.Listener, x, y float64, lines int, list []heard, of int) {
	pitch := 0.0
	for _, h := range list {
		pitch = math.Max(pitch, draw.Width(h.runs, 14))
	}
	pitch = math.Min(pitch, 440) + 24
	room := min(lines*max(1, int((872-x)/pitch)), len(list))
	for i, h := range list[:room] {
		cx, cy := x+float64(i/lines)*pitch, y+12+24*float64(i%lines)
		if i == room-1 && of > room {
			c.Plate(cx, cy, 14, pitch-24, draw.Start, draw.Bg, draw.Inked(c.Msg("stage.more.items", "n", draw.Number(of-i)), draw.Text2))
			return
		}
		c.As("note:"+l.Name+":"+c.s.Text(h.key)+":"+strconv.Itoa(i), func() { c.Plate(cx, cy, 14, pitch-24, draw.Start, draw.Bg, h.runs...) })
	}
}

// lane is the i-th handler in one line.
func lane(i int) func(*canvas, rect4) {
	return func(c *canvas, r rect4) {
		hs := c.live()
		c.lane(r, &hs[i], len(hs) > 1 || hs[i].Name != "h1")
	}
}

// lane is a handler in one line: what it hears in this step, then what waits for it.
func (c *canvas) lane(r rect4, l *state.Listener, named bool) {
	c.As("zone:handler:"+l.Name, func() {
		c.Box(r.x0, r.y0, r.w(), r.h(), 4, draw.Panel, draw.Line, 1.5)
		title := c.Say(draw.Text2, 14, "zone.handler.name")
		if named {
			title = []draw.Run{draw.Bold(handlerName(l.Name))}
		}
		c.Fitted(r.x0+10, r.y0+19, 14, 90, draw.Start, draw.Text, title...)
		x, right := r.x0+22+math.Min(90, draw.Width(title, 14)), r.x1-10
		resyncs := c.resyncs(l)
		if l.Gone {
			runs := []draw.Run{draw.Bold(c.Msg("stage.handler.removed"))}
			if c.dropped(l) > 0 {
				runs = append(append(runs, draw.Regular("  ")), c.counted(l)...)
			}
			c.Fitted(right, r.y0+19, 13, right-x, draw.End, draw.Text2, runs...)
			right -= draw.Width(runs, 13) + 16
		} else if len(c.live()) > 1 && (resyncs == nil || !l.Synced) && c.beside(l, r.w(), right-x) { // one of both has room
			c.Words(right, r.y0+19, 13, draw.End, draw.Text2, synced(l)...)
			right -= draw.Width(synced(l), 13) + 16
		}
		list, of, before := c.fewest(l, right-x)
		if before > 0 {
			earlier := draw.Inked(c.Msg("stage.more.items", "n", draw.Number(before)), draw.Text2)
			c.Words(x, r.y0+19, 13, draw.Start, draw.Text2, earlier)
			x += draw.Width([]draw.Run{earlier}, 13) + 10
		}
		room := right - x - 14
		for _, h := range list {
			room -= draw.Width(h.runs, 13) + 14
		}
		for _, runs := range [][]draw.Run{resyncs, c.resyncAt(l)} {
			if w := draw.Width(runs, 13); runs != nil && len(l.Pending) == 0 && w <= room {
				c.Words(right, r.y0+19, 13, draw.End, draw.Text2, runs...)
				right -= w + 16
				break
			}
		}
		counts := c.Say(draw.Text2, 13, "stage.handler.short", "n", "0", "k", draw.Number(l.Handled))
		if of == 0 && !l.Gone && (resyncs == nil || draw.Width(counts, 13) <= right-x) {
			c.Fitted(right, r.y0+19, 13, right-x, draw.End, draw.Text2, counts...)
		}
		for i, h := range list {
			more := draw.Regular(c.Msg("stage.more.items", "n", draw.Number(of-i)))
			w, rest := draw.Width(h.runs, 13), 0.0
			if i+1 < of {
				rest = 14 + draw.Width([]draw.Run{more}, 13)
			}
			if x+w+rest > right {
				c.Words(x, r.y0+19, 13, draw.Start, draw.Text2, more)
				return
			}
			c.As("note:"+l.Name+":"+c.s.Text(h.key)+":"+strconv.Itoa(i), func() { c.Words(x, r.y0+19, 13, draw.Start, draw.Text, h.runs...) })
			x += w + 14
		}
	})
}

// beside reports whether HasSynced of l stands in a row of w px, of which room are free: in a narrow one
// only when it takes nothing from what l hears.
func (c *canvas) beside(l *state.Listener, w, room float64) bool {
	if w > 450 {
		return true
	}
	list, of, before := c.fewest(l, room)
	need := draw.Width(synced(l), 13) + 16
	if of == 0 {
		need += draw.Width(c.counted(l), 13)
	}
	for _, h := range list {
		need += draw.Width(h.runs, 13) + 14
	}
	return len(list) == of && before == 0 && need <= room
}

// fewest lists what l hears for a line of width px, with up to three calls of this step if
// they and the first that waits fit, how many notices that stands for, and how many calls came before.
func (c *canvas) fewest(l *state.Listener, width float64) (list []heard, of, before int) {
	done := len(c.handled(l))
	for most := 3; ; most-- {
		calls, waiting := c.hears(l, most)
		before, w := max(0, done-most), 0.0
		list = append(calls, waiting...)
		if before > 0 {
			w = 24
		}
		for _, h := range list[:min(len(list), len(calls)+1)] {
			w += 14 + draw.Width(h.runs, 13)
		}
		if most == 1 && !l.Busy || most == 0 || w <= width { // rather the call that runs than one that is over
			return list, len(calls) + len(l.Pending), before
		}
	}
}

// storeLane carries the notice from the store to the handler.
func (c *canvas) storeLane(box rect4) {
	hs := c.live()
	if len(hs) == 0 {
		box.x1 = 232
		c.handler(box, nil)
		return
	}
	l := &hs[0]
	c.As("zone:handler:"+l.Name, func() {
		c.Box(box.x0, box.y0, box.w(), box.h(), 4, draw.Panel, draw.Line, 1.5)
		c.title("handlers").Fitted(14, 416, 16, 156, draw.Start, draw.Text, append(c.Say(draw.Text2, 16, "zone.handler.name"), draw.Inked("  "+draw.Plain(l.Name), draw.Text2))...)
		c.Fitted(14, 437, 14, 160, draw.Start, draw.Text2, c.Say(draw.Text2, 14, "stage.handler.short", "n", draw.Number(len(l.Pending)), "k", draw.Number(l.Handled))...)
	})
	n, _, ok := c.lastNote(l)
	if !ok {
		return
	}
	c.Path(draw.From(540, 368).Bend(540, 420, 196, 420, 8), draw.Neutral, 2)
	c.Arrow(192, 420, draw.Left, draw.Neutral, 6)
	name := noteName(n)
	c.Plate(212, 425, 14, 0, draw.Start, draw.Bg, draw.Mono(name, 14))
	objName := c.name(n.Key)
	c.Box(306, 400, 220, 40, 0, draw.Bg, draw.None, 0)
	id := "note:" + c.s.Text(n.Key)
	caption, args := "stage.note.add", []string{}
	done := c.handled(l)
	switch n.Kind {
	case trace.NoteUpdate:
		caption, args = "stage.note.both", []string{"old", objName + "@" + draw.Int(n.Old)}
		if n.Old == n.RV {
			caption = "stage.note.same"
		}
		c.As("ghost:"+id, func() { c.object(312, 402, 96, 36, objName, draw.Int(n.Old), obj{ghost: true}) })
		c.As(id, func() { c.object(420, 402, 96, 36, objName, draw.Int(n.RV), obj{}) })
	case trace.NoteDelete:
		if n.Flags&trace.NoteUnknown != 0 {
			caption, args = "stage.note.delete", []string{"old", objName + "@" + draw.Int(n.RV)}
		}
		c.As(id, func() { c.object(366, 402, 96, 36, objName, draw.Int(n.RV), obj{edge: draw.Err, dash: true}) })
	default:
		c.As(id, func() { c.object(366, 402, 96, 36, objName, draw.Int(n.RV), obj{}) })
	}
	if len(done) > 1 { // the last is drawn
		c.Fitted(560, 416, 15, 316, draw.Start, draw.Text2, c.Say(draw.Text2, 15, "stage.note.many", "n", draw.Number(len(done)))...)
		c.Fitted(560, 436, 13, 316, draw.Start, draw.Text2, c.inOrder(done, 316, 13)...)
		return
	}
	for j, runs := range c.Lines(draw.Text2, 15, caption, args...) {
		c.Fitted(560, 416+float64(j)*20, 15, 316, draw.Start, draw.Text2, runs...)
	}
}

// inOrder lists the first of some notices, as many as have room, and how many more there are.
func (c *canvas) inOrder(notes []state.Note, room, size float64) (runs []draw.Run) {
	for i, n := range notes {
		next := runs
		if i > 0 {
			next = append(slices.Clone(runs), draw.Regular("  "))
		}
		next = append(slices.Clone(next), noteRuns(n, c.name(n.Key))...)
		more := draw.Regular("  " + c.Msg("stage.more.items", "n", draw.Number(len(notes)-i)))
		if left := len(notes) - i - 1; draw.Width(next, size)+b2f(left > 0)*28 > room && i > 0 {
			return append(runs, more)
		}
		runs = next
	}
	return runs
}

// mostHandlers is how many handlers have a line of their own at most.
const mostHandlers = 3

func (c *canvas) handlerLanes() int { return min(len(c.live()), mostHandlers) }

// addLane is where a handler's Add comes down into the queue.
func (c *canvas) addLane(r rect4) {
	if c.s.Walked(trace.QueueAdd) {
		r.y1 = min(r.y1, c.plan.cross.trough.y0-2)
		c.Line(r.x0, r.y0, r.x1, r.y1, draw.Neutral, 2)
		c.Arrow(r.x1, r.y1, draw.Down, draw.Neutral, 6)
		c.Plate(r.x0+12, r.y0+17, 14, 0, draw.Start, draw.Bg, c.Say(draw.Text2, 14, "stage.addkey")...)
	}
}
