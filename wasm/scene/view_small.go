package scene

import (
	"math"
	"strconv"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Embed and phone show one view; the other zones are counters, 28 px high. The plan is
// the same as on the large stage, only turned or cut.

// counter is a zone that is not shown: its name and how many things are in it.
type counter struct {
	id, key string
	n       int
}

func (c *canvas) count(id string) counter {
	n := 0
	switch id {
	case "queue":
		return counter{id, "page.queue", len(c.s.Queue)}
	case "heap":
		return counter{id, "page.heap", len(c.s.Heap)}
	case "store":
		return counter{id, "page.store", len(c.s.Store.Items)}
	case "fifo":
		return counter{id, "page.view.fifo", len(c.lots())}
	case "handlers":
		for _, l := range c.live() {
			n += len(l.Pending) + int(b2f(l.Busy))
		}
		return counter{id, "page.pending", n}
	}
	bit := trace.Dirty
	if id == "processing" {
		bit = trace.Processing
	}
	for _, k := range c.s.Keys {
		if k.Bits&bit != 0 {
			n++
		}
	}
	key := "page.processing"
	if id == "dirty" {
		key = "page.dirty"
	}
	return counter{id, key, n}
}

// counters draws a row of counters.
func (c *canvas) counters(r rect4, ids ...string) {
	w := (r.w() - 8*float64(len(ids)-1)) / float64(len(ids))
	for i, id := range ids {
		n := c.count(id)
		x, y := r.x0+float64(i)*(w+8), r.y0
		c.as("zone:"+id, func() {
			c.box(x, y, w, 28, 4, Panel, Line, 1.5)
			num := []Run{bold(number(n.n))}
			c.words(x+w-10, y+19, 14, End, Text, num...)
			c.title(id).fitted(x+10, y+19, 14, w-28-Width(num, 14), Start, Text2, norm(c.msg(n.key)))
		})
	}
}

func (c *canvas) smallShelf(shelf rect4) {
	c.panel(shelf, "store", "zone.store.key")
	if len(c.s.Store.Items) == 0 {
		c.quiet(shelf, "stage.store.empty")
	}
	c.items(rect4{shelf.x0 + 12, shelf.y0 + 40, shelf.x1 - 12, shelf.y1 - 12}, "store", c.s.Store.Items, 76, 28, 180, 44)
	c.halfBox(rect4{shelf.x0 + 6, shelf.y0 + 34, shelf.x1 - 6, shelf.y1 - 6})
	c.alarm(shelf.x0+8, shelf.x1-8, shelf.y1-14)
}

func (c *canvas) smallRacks(racks rect4) {
	index, all := c.allRacks()
	if index == "" {
		c.panel(racks, "index", "zone.index.none")
	} else {
		c.panel(racks, "index", "zone.index", "name", plain.Replace(index))
	}
	pitch := 48.0
	if len(all) > 3 {
		pitch = 36
	}
	most := int((racks.h() - 44) / pitch)
	for i, r := range all {
		y := racks.y0 + 42 + float64(i)*pitch
		if i == most-1 && len(all) > most {
			c.words(racks.x0+16, y+20, 14, Start, Text2, norm(c.msg("stage.more.items", "n", number(len(all)-i))))
			return
		}
		c.rackAt(r, rect4{racks.x0 + 12, y, racks.x1 - 12, y + pitch - 8})
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
	c.as("zone:handler:"+l.Name, func() {
		c.box(r.x0, r.y0, r.w(), r.h(), 4, Panel, Line, 1.5)
		title := c.say(Text2, 14, "zone.handler.name")
		if named {
			title = []Run{bold(plain.Replace(l.Name))}
		}
		c.fitted(r.x0+10, r.y0+19, 14, 90, Start, Text, title...)
		x, right := r.x0+22+math.Min(90, Width(title, 14)), r.x1-10
		if named && r.w() > 450 {
			c.words(right, r.y0+19, 13, End, Text2, synced(l)...)
			right -= Width(synced(l), 13) + 16
		}
		list, of := c.fewest(l, right-x)
		if of == 0 {
			c.fitted(right, r.y0+19, 13, right-x, End, Text2, c.say(Text2, 13, "stage.handler.short", "n", "0", "k", number(l.Handled))...)
		}
		for i, h := range list {
			more := norm(c.msg("stage.more.items", "n", number(of-i)))
			w, rest := Width(h.runs, 13), 0.0
			if i+1 < of {
				rest = 14 + Width([]Run{more}, 13)
			}
			if x+w+rest > right {
				c.words(x, r.y0+19, 13, Start, Text2, more)
				return
			}
			c.as("note:"+l.Name+":"+c.s.Text(h.key)+":"+strconv.Itoa(i), func() { c.words(x, r.y0+19, 13, Start, Text, h.runs...) })
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
			w += 14 + Width(h.runs, 13)
		}
		if most == 1 || w <= width {
			return list, len(calls) + len(l.Pending)
		}
	}
}

func (c *canvas) shortServer(r rect4) {
	c.panel(r, "server", "zone.server")
	if !c.s.Server.Known && c.s.Refl.Events > 0 { // a real one: seen in what it sends only
		name := trace.WatchNames[min(max(c.s.Refl.LastType, 0), int64(len(trace.WatchNames)-1))]
		c.fitted(r.x0+12, r.y0+54, 14, r.w()-24, Start, Text, Run{Text: name, Mono: true, Size: 13})
		c.fitted(r.x0+12, r.y0+78, 14, r.w()-24, Start, Text2, norm("rv "), bold(plain.Replace(c.s.Refl.LastRV)))
		return
	}
	if !c.s.Server.Known {
		c.quiet(r, "stage.server.none")
		return
	}
	if len(c.s.Server.Objects.Items) == 0 {
		c.quiet(r, "stage.server.empty")
	}
	c.shortItems(r, "server", c.s.Server.Objects.Items)
}

// shortItems are the objects of a low zone: side by side, of more than two in two lines.
func (c *canvas) shortItems(r rect4, prefix string, items []state.Item) {
	room, least := rect4{r.x0 + 12, r.y0 + 40, r.x1 - 12, r.y1 - 10}, 24.0
	if len(items) > 2 {
		room.y0, room.y1, least = r.y0+34, r.y1-8, 20
	}
	c.items(room, prefix, items, 56, least, 160, 36)
}

func (c *canvas) shortReflector(r rect4) {
	c.panel(r, "reflector", "zone.reflector")
	f := &c.s.Refl
	if f.State == "" {
		c.quiet(r, "refl.none")
		return
	}
	c.fitted(r.x0+12, r.y0+54, 14, r.w()-24, Start, Text, bold(c.msg("refl."+f.State)))
	c.fitted(r.x0+12, r.y0+78, 14, r.w()-24, Start, Text, c.say(Text2, 14, "stage.refl.last", "rv", plain.Replace(f.RV))...)
}

func (c *canvas) shortFIFO(r rect4) {
	c.panel(r, "fifo", "zone.fifo")
	lots := c.lots()
	if len(lots) == 0 {
		c.quiet(r, "stage.fifo.empty")
		return
	}
	c.as(lots[0].id, func() { c.deltaCard(r.x1-112, r.y0+34, 100, 50, lots[0].deltas[0], lots[0].out) })
	if len(lots) > 1 {
		c.words(r.x0+10, r.y0+64, 14, Start, Text2, bold(c.msg("stage.more.items", "n", number(len(lots)-1))))
	}
}

func (c *canvas) shortStore(r rect4) {
	c.panel(r, "store", "zone.store.name")
	if len(c.s.Store.Items) == 0 {
		c.quiet(r, "stage.store.empty")
	}
	c.shortItems(r, "store", c.s.Store.Items)
	c.halfBox(rect4{r.x0 + 6, r.y0 + 34, r.x1 - 6, r.y1 - 4})
}

// miniCross is the crossing without lifts: tokens in the corner or below it.
func (c *canvas) miniCross(rect4) {
	g := c.plan.cross
	c.sets(g)
	c.title("dirty").plate(g.dirty.x0+20, g.dirty.y0+22, 15, g.proc.x0-g.dirty.x0-30, Start, DirtyTint, c.say(Text2, 15, "stage.dirty.short")...)
	if len(c.s.Queue) == 0 {
		c.fitted(g.trough.cx(), g.trough.cy()+5, 14, g.trough.w()-20, Middle, Text2, norm(c.msg("stage.queue.is.empty")))
	} else {
		c.queueKeys(g)
	}
	c.title("processing").fitted(g.proc.x1-12, g.proc.y1-10, 15, g.proc.w()-24, End, Text, c.say(Text2, 15, "stage.processing.short")...)
	x0, tw, gap := g.proc.x0+12, 56.0, 8.0
	if g.proc.y1-g.dirty.y1 < 60 { // the name of processing stands beside the tokens
		x0, tw, gap = g.proc.x0+8, 44, 4
	}
	both, low := x0, x0
	upY, lowY := (g.proc.y0+g.dirty.y1)/2, g.dirty.y1+16
	if g.proc.y1-g.dirty.y1 > 70 {
		lowY = g.dirty.y1 + 28
	}
	for _, w := range c.s.Workers {
		if !w.Busy {
			continue
		}
		at, y := &low, lowY
		if c.keyOf(w).Bits&trace.Dirty != 0 {
			at, y = &both, upY
		}
		if *at+tw > g.proc.x1-12 {
			continue
		}
		id := c.keyID(w.Key)
		x := *at + tw/2
		c.as(id, func() {
			c.token(x, y, 26, c.name(w.Key), tok{bits: c.keyOf(w).Bits & (trace.Dirty | trace.Processing), w: tw, size: 13, focus: c.v.Focus == id})
		})
		*at += tw + gap
	}
}
