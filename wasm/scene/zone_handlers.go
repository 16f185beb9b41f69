package scene

import (
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

// adds is how often Add was called in all, also with keys that are forgotten.
func (c *canvas) adds() int {
	n := c.s.Past.Adds
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
