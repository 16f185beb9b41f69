package scene

import (
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Handlers hear of every change of the store, each through a ring of notifications of its
// own: object in, key out.

// live lists the handlers that are registered.
func (c *canvas) live() (out []state.Listener) {
	for _, l := range c.s.Listeners {
		if !l.Gone {
			out = append(out, l)
		}
	}
	return out
}

// handler draws the box of one handler; nil is the place for one.
func (c *canvas) handler(r rect4, l *state.Listener) {
	id := "handler"
	if l != nil {
		id = "handler:" + l.Name
	}
	c.as("zone:"+id, func() {
		c.box(r.x0, r.y0, r.w(), r.h(), 4, Panel, Line, 1.5)
		if l == nil {
			c.title(id).fitted(r.x0+12, r.cy()+5, 15, r.w()-24, Start, Text3, c.say(Text3, 15, "zone.handler.none")...)
			return
		}
		title := c.say(Text2, 16, "zone.handler")
		if len(c.s.Workers) == 0 && !c.s.Walked(trace.QueueAdd) { // it only looks: no key goes out
			title = append(c.say(Text2, 16, "zone.handler.name"), inkd("  "+plain.Replace(l.Name), Text2))
		}
		if len(c.live()) > 1 {
			title = []Run{bold(plain.Replace(l.Name))}
			if r.h() >= 40 {
				title = append(append(title, norm("  ")), synced(l)...)
			} else {
				title = append(title, inkd("  "+c.msg("stage.handler.pending", "n", strconv.Itoa(len(l.Pending))), Text2))
			}
		}
		room := r.w() - 24
		if r.h() >= 40 && len(l.Pending)+int(b2f(l.Busy)) > 0 {
			room -= 34
			c.pendingRing(r.x1-24, r.cy(), l)
		}
		c.title(id).fitted(r.x0+12, r.y0+20, 16, room, Start, Text, title...)
		if r.h() < 40 {
			return
		}
		c.fitted(r.x0+12, r.y1-9, 13, room, Start, Text2, c.say(Text2, 13, "stage.handler.short",
			"n", number(len(l.Pending)), "k", number(l.Handled))...)
	})
}

// synced is what HasSynced of a registration says.
func synced(l *state.Listener) []Run {
	return []Run{code("HasSynced", 13), inkd(" "+strconv.FormatBool(l.Synced), Text2)}
}

// pendingRing is filled as far as notifications wait; its number is theirs.
func (c *canvas) pendingRing(x, y float64, l *state.Listener) {
	n := len(l.Pending)
	frac := float64(n) / 8
	if n > 8 {
		frac = 1
	}
	c.ring(x, y, 13, frac, Neutral, 4, Line)
	c.words(x, y+4.5, 13, Middle, Text, bold(number(n)))
	if l.Busy {
		c.disc(x-13, y, 3.5, Text, None, 0)
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
func noteRuns(n state.Note, key string) []Run {
	rv, old := strconv.FormatInt(n.RV, 10), strconv.FormatInt(n.Old, 10)
	switch n.Kind {
	case trace.NoteUpdate:
		return []Run{code("OnUpdate(", 13), bold(key), code(" "+old, 13), norm("→"), code(rv+")", 13)}
	case trace.NoteDelete:
		if n.Flags&trace.NoteUnknown != 0 {
			return []Run{code("OnDelete(DFSU ", 13), bold(key), code("@"+rv+")", 13)}
		}
		return []Run{code("OnDelete(", 13), bold(key), code("@"+rv+")", 13)}
	}
	return []Run{code("OnAdd(", 13), bold(key), code("@"+rv+")", 13)}
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
