package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Labels explain themselves: a bold name, then its meaning. All are message templates
// filled from the state, never text of a lesson.

// spokenOf is how many workers have room beside them for what is said of each.
const spokenOf = 2

// raised lists the workers whose key is owed again, with their lanes.
func (c *canvas) raised() (out []int) {
	for i, w := range c.s.Workers {
		if w.Busy && c.keyOf(w).Bits&trace.Dirty != 0 {
			out = append(out, i)
		}
	}
	return out
}

// Notes are drawn with the caption of their crossing.

// noteCalled says what handlers called, and at the end of the line what the limiter has counted.
func (c *canvas) noteCalled(_ *cross, n caption) {
	if runs := c.failures(n.size); len(runs) > 0 {
		c.Words(n.x+n.w, n.y, n.size, draw.End, draw.Text, runs...)
		n.w -= draw.Width(runs, n.size) + 16
	}
	c.called(n.x, n.y, n.size, n.w)
}

// noteCalledIfWell stands where the alarm does.
func (c *canvas) noteCalledIfWell(_ *cross, n caption) {
	if !c.alarming() {
		c.called(n.x, n.y, n.size, n.w)
	}
}

// Of the failures that are named: of how many keys, and how wide a name may be, px.
const countedMost, countedName = 3, 72

// failures are those that the limiter has counted, by keys.
func (c *canvas) failures(size float64) []draw.Run {
	var list []string
	more := 0
	for i := range c.s.Keys {
		k := &c.s.Keys[i]
		switch {
		case k.Failures == 0:
		case len(list) == countedMost:
			more++
		default:
			list = append(list, c.brief(k.ID, countedName, size)+" "+draw.Int(k.Failures))
		}
	}
	if more > 0 {
		list = append(list, "+"+draw.Number(more))
	}
	if len(list) == 0 {
		return nil
	}
	return c.Say(draw.Text2, size, "stage.counted", "list", strings.Join(list, c.Msg("join.list")))
}

func (c *canvas) noteDirty(_ *cross, n caption) {
	c.title("dirty").Plate(n.x, n.y, n.size, n.w, draw.Start, draw.DirtyTint, c.Say(draw.Text2, n.size, n.key)...)
}

func (c *canvas) noteQueue(g *cross, n caption) {
	c.title("queue").Plate(n.x, n.y, n.size, n.w, draw.Start, draw.DirtyTint, c.queueRuns(g, n.size)...)
}

func (c *canvas) noteProcessing(_ *cross, n caption) {
	if n.key == "stage.processing" && len(c.leftBehind()) > 0 { // beside it stands what is said of them
		n.key = "stage.processing.short"
	}
	c.title("processing").Fitted(n.x, n.y, n.size, n.w, draw.End, draw.Text, c.Say(draw.Text2, n.size, n.key)...)
}

// noteProcessingAside leaves its place to what the lens says there.
func (c *canvas) noteProcessingAside(g *cross, n caption) {
	if c.rightTaken(g) {
		n.x, n.y = 360, 432
	}
	c.noteProcessing(g, n)
}

func (c *canvas) noteBoth(_ *cross, n caption) {
	c.Plate(n.x, n.y, n.size, n.w, draw.Start, draw.ProcTint, c.Say(draw.Text2, n.size, n.key)...)
}

// noteGet names the way of Get once it was walked; not under a tie of two copies.
func (c *canvas) noteGet(g *cross, n caption) {
	if c.s.Walked(trace.QueueGet) && len(Breaches(c.s)) == 0 {
		if list, idle := c.calls(); g.rings && (len(list) > 0 || idle) { // an embed has room for one of both
			n.key = "stage.get.name"
		}
		c.Fitted(n.x, n.y, n.size, n.w, draw.End, draw.Text, c.Say(draw.Text2, 14, n.key)...)
	}
}

// noteGetAlways is noteGet where no tie comes near.
func (c *canvas) noteGetAlways(_ *cross, n caption) {
	if c.s.Walked(trace.QueueGet) {
		c.Plate(n.x, n.y, n.size, n.w, draw.Start, draw.ProcTint, c.Say(draw.Text2, n.size, n.key)...)
	}
}

// noteOutside says what a key in no set is; what is due passes at its left.
func (c *canvas) noteOutside(_ *cross, n caption) {
	if len(c.s.Heap) > 0 {
		n.x, n.y, n.w = n.x+12, n.y-38, n.w-12
	}
	c.Fitted(n.x, n.y, n.size, n.w, draw.Start, draw.Text, c.Say(draw.Text2, n.size, n.key)...)
}

// noteRaised says beside a raised lift why it is up.
func (c *canvas) noteRaised(g *cross, _ caption) {
	lanes, lifted := c.lanes(g), c.raised()
	if len(lanes) == 0 || len(lanes) > spokenOf {
		return
	}
	for _, i := range lifted {
		if k := c.keyOf(c.s.Workers[i]); k.Merged > 0 {
			x := lanes[i].x
			c.Plate(x+12, g.dirty.y1+24, 14, g.proc.x1-x-24, draw.Start, draw.ProcTint, c.Say(draw.Text2, 14, "stage.lifted", "key", c.brief(k.ID, math.Max(24, g.proc.x1-x-124), 13))...)
			c.Arrow(x, g.dirty.y1+12, draw.Up, draw.Proc, 5)
		}
	}
	if len(lifted) != 1 {
		return
	}
	i := lifted[0]
	w, k := c.s.Workers[i], c.keyOf(c.s.Workers[lifted[0]])
	key := "stage.changed"
	if k.Merged == 0 {
		return
	}
	x, room := lanes[0].x+lanes[0].w/2+52, g.dirty.x1-lanes[0].x-lanes[0].w/2-60
	if i == 1 {
		x, room = g.proc.x0+20, lanes[1].x-lanes[1].w/2-g.proc.x0-48
	}
	for j, runs := range c.Lines(draw.Text, 17, key, "n", draw.Number(k.Merged), "worker", w.Name) {
		c.Plate(x, 184+float64(j)*22, 17, room, draw.Start, draw.ProcTint, runs...)
	}
}

// noteChanged is noteRaised in few words, of the first worker alone.
func (c *canvas) noteChanged(g *cross, n caption) {
	lifted := c.raised()
	if len(lifted) != 1 || lifted[0] != 0 || len(c.s.Workers) > spokenOf {
		return
	}
	if k := c.keyOf(c.s.Workers[0]); k.Merged > 0 {
		for j, runs := range c.Lines(draw.Text, n.size, n.key, "n", draw.Number(k.Merged)) {
			c.Plate(n.x, n.y+float64(j)*20, n.size, n.w, draw.Start, draw.ProcTint, runs...)
		}
	}
}

// noteTurns is noteBoth and noteRaised between the lifts of a phone.
func (c *canvas) noteTurns(g *cross, n caption) {
	lifted := c.raised()
	if c.rightTaken(g) && len(lifted) == 0 { // what is wrong stands there
		n.x = 40
	}
	if len(c.s.Workers) > spokenOf || len(lifted) > 1 || len(lifted) == 1 && lifted[0] != 0 {
		return
	}
	c.noteBoth(g, n)
	if len(lifted) == 0 {
		return
	}
	if k := c.keyOf(c.s.Workers[0]); k.Merged > 0 {
		c.Plate(172, 248, 15, 160, draw.Start, draw.ProcTint, c.Say(draw.Text2, 15, "stage.changed.line", "n", draw.Number(k.Merged))...)
		c.Arrow(104, 278, draw.Up, draw.Proc, 5)
		c.Fitted(116, 296, 15, 130, draw.Start, draw.Text2, c.Say(draw.Text2, 15, "stage.lifted", "key", c.name(k.ID))...)
	}
}

// rightTaken reports whether the lens says something at the right of processing: a tie down
// to a worker or over two of them, or a worker there that is on a key in no set.
func (c *canvas) rightTaken(g *cross) bool {
	for _, b := range Breaches(c.s) {
		if line, held := c.copies(g, b.Key); len(held) > 1 || len(line) == 1 && len(held) > 0 {
			return len(c.s.Workers) <= spokenOf
		}
	}
	ws := c.s.Workers
	return len(ws) == 2 && ws[1].Busy && c.keyOf(ws[1]).Bits&trace.Processing == 0
}

// noteRates says how often the handlers call Add, or called it in all.
func (c *canvas) noteRates(_ *cross, n caption) {
	if d := c.v.Detail; d.Adds > 0 || d.Merges > 0 {
		c.Fitted(n.x, n.y, n.size, n.w, draw.Start, draw.Text, c.Say(draw.Text2, n.size, n.key, "n", draw.Number(int(d.Adds+.5)), "m", draw.Number(int(d.Merges+.5)))...)
		return
	}
	c.Fitted(n.x, n.y, n.size, n.w+100, draw.Start, draw.Text, c.Say(draw.Text2, n.size, "stage.live.total", "n", draw.Number(c.adds()), "m", draw.Number(len(c.s.Keys)))...)
}

// noteCounts are the titles of the sets with their numbers: thousands of keys are counted once.
func (c *canvas) noteCounts(g *cross, _ caption) {
	d, p := g.dirty, g.proc
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
	c.title("dirty").Plate(32, 76, 17, 420, draw.Start, draw.DirtyTint, c.Say(draw.Text2, 17, "stage.live.dirty", "n", draw.Number(owed))...)
	n := len(c.s.Queue)
	y := 268.0
	switch {
	case n == 0:
		c.title("queue").Plate(32, y, 16, 480, draw.Start, draw.DirtyTint, c.Say(draw.Text2, 16, "stage.queue.empty")...)
	case n > MostNamed:
		y = 272
		c.title("queue").Plate(32, y, 16, 460, draw.Start, draw.DirtyTint, c.queueRuns(g, 16)...)
	default:
		k, _ := c.s.Key(c.s.Queue[0])
		c.title("queue").Plate(32, y, 16, 460, draw.Start, draw.DirtyTint, c.Say(draw.Text2, 16, "stage.live.queue", "n", draw.Number(n), "t", draw.Elapsed(c.v.Now-k.Since))...)
	}
	if c.s.Walked(trace.QueueGet) {
		key := "stage.get.name"
		gets := c.v.Detail.Gets
		if gets > 0 {
			key = "stage.live.get"
		}
		c.Fitted(p.x0-10, d.y1+24, 14, 200, draw.End, draw.Text, c.Say(draw.Text2, 14, key, "n", draw.Number(int(gets+.5)))...)
	}
	c.Plate(p.x0+18, 116, 16, 300, draw.Start, draw.ProcTint, c.Say(draw.Text2, 16, "stage.live.both", "n", draw.Number(both))...)
	key := "stage.live.processing"
	if busy == len(c.s.Workers) && busy > 4 {
		key = "stage.live.processing.all"
	}
	c.title("processing").Fitted(p.x1-12, p.y1-13, 16, p.w()-24, draw.End, draw.Text, c.Say(draw.Text2, 16, key, "n", draw.Number(busy))...)
}

// noteHeld says beside its worker what is known of the key that is looked at.
func (c *canvas) noteHeld(g *cross, _ caption) {
	d, p := g.dirty, g.proc
	for i, w := range c.s.Workers {
		if !w.Busy || c.keyID(w.Key) != c.v.Focus || len(c.lanes(g)) == 0 {
			continue
		}
		k, x := c.keyOf(w), c.lanes(g)[i].x
		key, y := "stage.live.held", 262.0
		if k.Merged > 0 {
			key, y = "stage.live.hot", 140
		}
		runs := c.Say(draw.Text, 14, key, "key", c.name(k.ID), "worker", w.Name, "n", draw.Number(k.Merged), "t", draw.Elapsed(c.v.Now-w.Since))
		half := draw.Width(runs, 14)/2 + 8
		x = min(max(x, p.x0+8+half), p.x1-half-(p.x1-d.x1)-4)
		c.Plate(x, y, 14, p.w()-60, draw.Middle, draw.ProcTint, runs...)
	}
}

// calledMax is how many keys called names.
const calledMax = 3

// called says what the event handlers called: "event handlers  called Add(a) 12 times,
// then Add(b)", keys in the order met, the one of this step bold.
func (c *canvas) called(x, y, size, room float64) {
	if !c.s.Walked(trace.QueueAdd) {
		c.Fitted(x, y, size, room, draw.Start, draw.Text, c.Say(draw.Text2, size, "stage.handlers")...)
		return
	}
	var parts []string
	var last []state.Key // of thousands only the last ones are named
	added := 0
	for i := len(c.s.Keys) - 1; i >= 0; i-- {
		if k := &c.s.Keys[i]; c.addsOf(k) > 0 {
			if added++; added <= calledMax {
				last = append(last, *k)
			}
		}
	}
	if added == 0 {
		c.Fitted(x, y, size, room, draw.Start, draw.Text, c.Say(draw.Text2, size, "stage.handlers")...)
		return
	}
	slices.Reverse(last)
	adds, heap := 0, 0 // of those named
	for i := range last {
		k := &last[i]
		if k.Adds = c.addsOf(k); c.s.Priorities() {
			k.ByHeap = 0
		}
		adds, heap = adds+k.Adds, heap+k.ByHeap
	}
	who, besides := "stage.handlers.called", ""
	switch {
	case heap == adds:
		who = "stage.heap.called"
	case heap > 0:
		besides = c.Msg(c.pick("stage.heap.besides"), "n", draw.Number(heap))
	}
	for _, k := range last {
		part := "`" + c.Msg("stage.add", "key", c.name(k.ID)) + "`"
		if c.changed(k) {
			part = "*" + part + "*"
		}
		n := k.Adds
		if besides != "" {
			n -= k.ByHeap
		}
		if n == 0 {
			continue // the heap alone
		}
		if n > 1 {
			part += c.Msg("stage.times", "n", draw.Number(n))
		}
		parts = append(parts, part)
	}
	var runs []draw.Run
	for most := len(parts); most > 0; most-- {
		list := parts
		if added > most {
			list = append(slices.Clone(parts[len(parts)-most:]), c.Msg("stage.more", "n", draw.Number(added-most)))
		}
		runs = draw.Rich(c.Msg(who, "calls", strings.Join(list, c.Msg("join.list")))+besides, draw.Text2, size)
		if draw.Width(runs, size) <= room {
			break
		}
		if most == 1 && besides != "" { // rather the handlers alone
			most, besides = 2, ""
		}
	}
	c.Fitted(x, y, size, room, draw.Start, draw.Text, runs...)
}

// changed reports whether the key was added in this step.
func (c *canvas) changed(k state.Key) bool {
	if c.v.Prev == nil {
		return false
	}
	before, _ := c.v.Prev.Key(k.ID)
	return k.Adds > c.addsOf(&before)
}

// addsOf is how often Add was called for a key: in a queue with priorities nobody calls it when a wait ends.
func (c *canvas) addsOf(k *state.Key) int {
	if c.s.Priorities() {
		return k.Adds - k.ByHeap
	}
	return k.Adds
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
	c.Plate(x, 300, 16, g.dirty.x1-x, draw.Start, draw.ProcTint, c.Say(draw.Text2, 16, "stage.both.name")...)
	w := c.s.Workers[0]
	for j, runs := range c.Lines(draw.Text2, 15, "stage.both.lines") {
		if w.Busy && c.keyOf(w).Bits&trace.Dirty != 0 {
			c.Plate(x, 320+float64(j)*20, 15, g.dirty.x1-x+6, draw.Start, draw.ProcTint, runs...)
		}
	}
	if !w.Busy || !w.Read || w.ReadRV == 0 || w.ReadKey != w.Key {
		return
	}
	low := c.keyOf(w).Bits&trace.Dirty == 0
	y := 404.0
	if low { // the key itself stands on the lower floor
		x, y = h.x+h.w/2+20, 400
	} else {
		x = h.x + h.w/2 + 14 // beside the place on the lower floor
	}
	c.Words(x, y-8, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.works.from")))
	c.As("obj:work:"+c.s.Text(w.Key), func() {
		c.object(x, y, 92, 32, c.name(w.Key), draw.Int(w.ReadRV), obj{size: 15})
	})
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
		c.Path(draw.From(x, 262).V(130), draw.Text, 2).Dash = [2]float64{6, 5}
		c.Arrow(x, 262, draw.Down, draw.Text, 6)
		room := 908 - x - 12
		if i+1 < len(lanes) {
			room = lanes[i+1].x - x - 24
		}
		at, anchor := x+12, draw.Start
		if room < 70 && i > 0 { // at the edge of the picture it stands on the other side
			at, anchor, room = x-12, draw.End, x-lanes[i-1].x-24
		}
		if said || room < 70 {
			continue
		}
		said = true
		c.Plate(at, 178, 14, room, anchor, draw.Bg, draw.Inked(c.Msg("stage.lister.read", "t", draw.Elapsed(w.ReadAt)), draw.Text2))
		runs := c.Say(draw.Text2, 15, "stage.lister.none")
		switch {
		case w.ReadRV > 0:
			runs = c.Say(draw.Text2, 15, "stage.lister.gave", "key", c.name(w.ReadKey), "rv", draw.Int(w.ReadRV))
		case w.ReadKey != w.Key: // not what it works on
			runs = c.Say(draw.Text2, 15, "stage.lister.none.of", "key", c.name(w.ReadKey))
		}
		c.Plate(at, 198, 15, room, anchor, draw.Bg, runs...)
	}
}
