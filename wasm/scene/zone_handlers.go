package scene

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Handlers hear of every change of the store, each through a ring of notifications of its
// own: object in, key out.

var handlersZone = Zone{
	Name: "handlers", Title: "zone.handler.name", Groups: []trace.Group{trace.GroupHandler}, code: "Listener.Push",
	counter: "page.pending", count: func(c *canvas) (n int) {
		for _, l := range c.live() {
			n += len(l.Pending) + int(b2f(l.Busy))
		}
		return n
	},
	behind: []Struct{{"tools/cache/shared_informer.go", 1353, "cache.processorListener", []Field{
		{Name: "pendingNotifications", Type: "buffer.RingGrowing", of: ofEach(func(l *state.Listener) string { return strconv.Itoa(len(l.Pending)) })},
		{Name: "requestedResyncPeriod", Type: "time.Duration", of: ofEach(func(l *state.Listener) string { return state.Duration(requested(l)) })},
		{Name: "resyncPeriod", Type: "time.Duration", of: ofEach(func(l *state.Listener) string { return state.Duration(l.Period) })},
		{Name: "nextResync", Type: "time.Time", of: ofEach(func(l *state.Listener) string {
			if l.Period == 0 {
				return "–"
			}
			return state.Duration(l.Due)
		})},
	}, nil}},
}

// ofEach lists a value of each handler behind its name.
func ofEach(value func(*state.Listener) string) func(*state.State, Detail) string {
	return listed("  ", func(s *state.State, add func(string)) {
		for i := range s.Listeners {
			if l := &s.Listeners[i]; !l.Gone {
				add(l.Name + ":" + value(l))
			}
		}
	})
}

// requested is what client-go keeps as the period that was asked for: not the wish itself, but
// what it was made; only where the informer never resyncs it is not the period that is granted.
func requested(l *state.Listener) int64 {
	if l.Period == 0 && l.Asked > 0 {
		return max(l.Asked, 1e9) // minimumResyncPeriod
	}
	return l.Period
}

// resyncs says how often l hears the whole store again, and when it is due next; nothing where no
// handler wants a resync.
func (c *canvas) resyncs(l *state.Listener) []draw.Run {
	if !slices.ContainsFunc(c.s.Listeners, func(l state.Listener) bool { return l.Asked != 0 }) {
		return nil
	}
	switch {
	case l.Period == 0 && l.Asked == 0:
		return c.Say(draw.Text2, 13, "stage.resync.none")
	case l.Period == 0:
		return c.Say(draw.Text2, 13, "stage.resync.never", "asked", draw.Exact(l.Asked))
	case l.Period != l.Asked:
		return c.Say(draw.Text2, 13, "stage.resync.raised", "asked", draw.Exact(l.Asked), "t", draw.Exact(l.Period), "due", draw.Exact(l.Due))
	}
	return c.Say(draw.Text2, 13, "stage.resync", "t", draw.Exact(l.Period), "due", draw.Exact(l.Due))
}

// clock draws when l's next resync is due, between the checks of the informer: what is due between
// two of them comes with the second. The thick line is now; the times stand label px under the line.
func (c *canvas) clock(l *state.Listener, y, label float64) {
	f := &c.s.Refl
	if f.CheckEvery <= 0 || l.Period == 0 || l.Gone {
		return
	}
	const x0, x1, checks = 578.0, 710.0, 3
	from := f.CheckAt - f.CheckEvery
	at := func(t int64) float64 { return x0 + float64(t-from)/float64(f.CheckEvery*checks)*(x1-x0) }
	c.Line(x0, y, x1, y, draw.Neutral, 1.5)
	heard := f.CheckAt
	for heard < l.Due {
		heard += f.CheckEvery
	}
	for i := range int64(checks + 1) {
		t := from + i*f.CheckEvery
		ink, bold := draw.Text3, t == heard
		if bold {
			ink = draw.Text
		}
		c.Line(at(t), y-4, at(t), y+4, draw.Neutral, 1.5)
		c.Words(at(t), y+label, 12, draw.Middle, ink, draw.Run{Text: draw.Exact(t), Bold: bold})
	}
	now := at(min(c.v.Now, from+checks*f.CheckEvery))
	c.Line(now, y-5, now, y+6, draw.Text, 3)
	if heard > from+checks*f.CheckEvery {
		return
	}
	if l.Due < heard && l.Due > from {
		c.Path(draw.From(at(l.Due), y).H(at(heard)-6), draw.Wait, 2.5)
		c.Disc(at(l.Due), y, 3.5, draw.Plate, draw.Wait, 2)
	}
	c.Disc(at(heard), y, 4, draw.Wait, draw.None, 0)
}

// live lists the handlers that are registered, and those that were removed in this step or are still
// inside a call.
func (c *canvas) live() (out []state.Listener) {
	for _, l := range c.s.Listeners {
		if was, ok := c.listenerBefore(&l); !l.Gone || l.Busy || ok && (!was.Gone || was.Busy) {
			out = append(out, l)
		}
	}
	return out
}

// listenerBefore is l before this step.
func (c *canvas) listenerBefore(l *state.Listener) (was state.Listener, ok bool) {
	if c.v.Prev == nil {
		return was, false
	}
	for _, p := range c.v.Prev.Listeners {
		if p.Part == l.Part && p.Name == l.Name {
			return p, true
		}
	}
	return was, false
}

// dropped is how many notices went with the mailbox of a handler that was removed in this step.
func (c *canvas) dropped(l *state.Listener) int {
	if was, ok := c.listenerBefore(l); ok && l.Gone && !was.Gone {
		return len(was.Pending)
	}
	return 0
}

// counted says how many notices wait for l, how many it has handled, or how many are lost to it.
func (c *canvas) counted(l *state.Listener) []draw.Run {
	if n := c.dropped(l); n > 0 {
		return c.Say(draw.Text2, 13, "stage.handler.dropped", "n", draw.Number(n))
	}
	return c.Say(draw.Text2, 13, "stage.handler.short", "n", draw.Number(len(l.Pending)), "k", draw.Number(l.Handled))
}

// resyncAt says when the next resync of l is due, where there is no room for more.
func (c *canvas) resyncAt(l *state.Listener) []draw.Run {
	if l.Period == 0 {
		return nil
	}
	return c.Say(draw.Text2, 13, "stage.resync.at", "due", draw.Exact(l.Due))
}

// handlerName is the name of a handler beside what it does: one such as x52, which would be read as a count
// there, stands in quotes.
func handlerName(name string) string {
	if n := strings.TrimLeft(name, "xX×"); n != "" && n != name && strings.Trim(n, "0123456789") == "" {
		return "“" + draw.Plain(name) + "”"
	}
	return draw.Plain(name)
}

// handler draws the box of one handler; nil is the place for one.
func (c *canvas) handler(r rect4, l *state.Listener) {
	id := "handler"
	if l != nil {
		id = "handler:" + l.Name
	}
	c.As("zone:"+id, func() {
		box := c.Box(r.x0, r.y0, r.w(), r.h(), 4, draw.Panel, draw.Line, 1.5)
		if l != nil && l.Gone {
			box.Stroke, box.Dash = draw.Neutral, [2]float64{5, 4}
		}
		if l == nil {
			c.title(id).Fitted(r.x0+12, r.cy()+5, 15, r.w()-24, draw.Start, draw.Text3, c.Say(draw.Text3, 15, "zone.handler.none")...)
			return
		}
		title := c.Say(draw.Text2, 16, "zone.handler")
		if len(c.s.Workers) == 0 && !c.s.Walked(trace.QueueAdd) { // it only looks: no key goes out
			title = append(c.Say(draw.Text2, 16, "zone.handler.name"), draw.Inked("  "+draw.Plain(l.Name), draw.Text2))
		}
		if len(c.live()) > 1 {
			title = []draw.Run{draw.Bold(handlerName(l.Name))}
			if r.h() >= 40 {
				title = append(append(title, draw.Regular("  ")), synced(l)...)
			} else {
				title = append(title, draw.Inked("  "+c.Msg("stage.handler.pending", "n", strconv.Itoa(len(l.Pending))), draw.Text2))
			}
		}
		if l.Gone {
			title = []draw.Run{draw.Bold(handlerName(l.Name)), draw.Inked("  "+c.Msg("stage.handler.removed"), draw.Text2)}
		}
		room := r.w() - 24
		if r.h() >= 40 && len(l.Pending)+int(b2f(l.Busy)) > 0 {
			room -= 34
			c.pendingRing(r.x1-24, r.cy(), l)
		}
		c.title(id).Fitted(r.x0+12, r.y0+20, 16, room, draw.Start, draw.Text, title...)
		if r.h() < 40 {
			return
		}
		c.Fitted(r.x0+12, r.y1-9, 13, room, draw.Start, draw.Text2, c.counted(l)...)
	})
}

// synced is what HasSynced of a registration says.
func synced(l *state.Listener) []draw.Run {
	return []draw.Run{draw.Mono("HasSynced", 13), draw.Inked(" "+strconv.FormatBool(l.Synced), draw.Text2)}
}

// pendingRing is filled as far as notifications wait; its number is theirs.
func (c *canvas) pendingRing(x, y float64, l *state.Listener) {
	n := len(l.Pending)
	frac := float64(n) / 8
	if n > 8 {
		frac = 1
	}
	c.Ring(x, y, 13, frac, draw.Neutral, 4, draw.Line)
	c.Words(x, y+4.5, 13, draw.Middle, draw.Text, draw.Bold(draw.Number(n)))
	if l.Busy {
		c.Disc(x-13, y, 3.5, draw.Text, draw.None, 0)
	}
}

// adds is how often Add was called in all.
func (c *canvas) adds() (n int) {
	for _, k := range c.s.Keys {
		n += k.Adds
	}
	return n
}

// lastNote is the notification that the lane shows: the one in hand, else the last that was
// handled in this step, else the first that waits. Without a step before, what was handled
// last is shown.
func (c *canvas) lastNote(l *state.Listener) (n state.Note, where string, ok bool) {
	switch {
	case l == nil:
		return n, "", false
	case l.Busy:
		return l.Hand, "stage.note.running", true
	case l.Handled > c.handledBefore(l):
		return l.Hand, "stage.note.handled", true
	case len(l.Pending) > 0:
		return l.Pending[0], "", true
	}
	return n, "", false
}

// handled are the notifications that l handled in this step, oldest first; without a step
// before, the last one.
func (c *canvas) handled(l *state.Listener) (out []state.Note) {
	n := l.Handled - c.handledBefore(l)
	if c.v.Prev == nil {
		n = min(n, 1)
	}
	running := l.Busy
	for i := len(c.s.Calls) - 1; i >= 0 && len(out) < n; i-- {
		call := c.s.Calls[i]
		if call.Handler != l.Name {
			continue
		}
		if !running {
			out = append(out, call.Note)
		}
		running = false
	}
	slices.Reverse(out)
	return out
}

// handledBefore is how many notifications l had handled before this step.
func (c *canvas) handledBefore(l *state.Listener) int {
	if c.v.Prev != nil {
		for _, p := range c.v.Prev.Listeners {
			if p.Part == l.Part && p.Name == l.Name {
				return p.Handled
			}
		}
	}
	return 0
}

// noteRuns prints a notification: OnUpdate(11→12).
func noteRuns(n state.Note, key string) []draw.Run {
	rv, old := strconv.FormatInt(n.RV, 10), strconv.FormatInt(n.Old, 10)
	switch n.Kind {
	case trace.NoteUpdate:
		return []draw.Run{draw.Mono("OnUpdate(", 13), draw.Bold(key), draw.Mono(" "+old, 13), draw.Regular("→"), draw.Mono(rv+")", 13)}
	case trace.NoteDelete:
		if n.Flags&trace.NoteUnknown != 0 {
			return []draw.Run{draw.Mono("OnDelete(DFSU ", 13), draw.Bold(key), draw.Mono("@"+rv+")", 13)}
		}
		return []draw.Run{draw.Mono("OnDelete(", 13), draw.Bold(key), draw.Mono("@"+rv+")", 13)}
	}
	return []draw.Run{draw.Mono("OnAdd(", 13), draw.Bold(key), draw.Mono("@"+rv+")", 13)}
}

// noteName is the method that a notification calls.
func noteName(n state.Note) string {
	switch n.Kind {
	case trace.NoteUpdate:
		return "OnUpdate"
	case trace.NoteDelete:
		return "OnDelete"
	}
	return "OnAdd"
}

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
			if y := r.y0 + 24 + 56*float64(i); i == 0 || i < 3 && heardOf(&l) {
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
	p.Dash, p.RoundCap = [2]float64{2, 6}, true
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
		if i == 3 {
			c.Fitted(258, 484, 14, 230, draw.Start, draw.Text2, draw.Regular(c.Msg("zone.handler.more", "n", draw.Number(len(hs)-3))))
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
		c.lane(r, &hs[i], len(hs) > 1)
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
		} else if named && r.w() > 450 && (resyncs == nil || !l.Synced) { // one of both has room
			c.Words(right, r.y0+19, 13, draw.End, draw.Text2, synced(l)...)
			right -= draw.Width(synced(l), 13) + 16
		}
		list, of := c.fewest(l, right-x)
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

// fewest lists what l hears for a line of width px, with up to three calls of this step if
// they and the first that waits fit, and how many notices that stands for.
func (c *canvas) fewest(l *state.Listener, width float64) ([]heard, int) {
	for most := 3; ; most-- {
		calls, waiting := c.hears(l, most)
		list, w := append(calls, waiting...), 0.0
		for _, h := range list[:min(len(list), len(calls)+1)] {
			w += 14 + draw.Width(h.runs, 13)
		}
		if most == 1 || w <= width {
			return list, len(calls) + len(l.Pending)
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
	switch n.Kind {
	case trace.NoteUpdate:
		caption, args = "stage.note.both", []string{"old", objName + "@" + draw.Int(n.Old)}
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
	for j, runs := range c.Lines(draw.Text2, 15, caption, args...) {
		c.Fitted(560, 416+float64(j)*20, 15, 316, draw.Start, draw.Text2, runs...)
	}
}

// handlerLanes is how many handlers have a line of their own.
func (c *canvas) handlerLanes() int { return min(len(c.live()), 3) }

// addLane is where a handler's Add comes down into the queue.
func (c *canvas) addLane(r rect4) {
	if c.s.Walked(trace.QueueAdd) {
		c.Line(r.x0, r.y0, r.x1, r.y1, draw.Neutral, 2)
		c.Arrow(r.x1, r.y1, draw.Down, draw.Neutral, 6)
		c.Plate(r.x0+12, r.y0+17, 14, 0, draw.Start, draw.Bg, c.Say(draw.Text2, 14, "stage.addkey")...)
	}
}
