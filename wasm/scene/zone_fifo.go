package scene

import (
	"math"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The FIFO between reflector and store: a tray a key, or one tape of deltas, where an atomic
// engine takes a whole list as one parcel. The next to
// pop stands at the right; what was popped and is not finished stands right of the line.

var fifoZone = Zone{
	Name: "fifo", Title: "zone.fifo", Groups: []trace.Group{trace.GroupFIFO}, engine: fifoEngine,
	counter: "page.view.fifo", count: func(c *canvas) int { return len(c.s.FIFO.Trays) + len(c.s.FIFO.Tape) }, // what is in hand waits no more
	behind: []Struct{
		{"tools/cache/delta_fifo.go", 108, "cache.DeltaFIFO", append([]Field{
			{Name: "items", Type: "map[string]Deltas", of: noted("F")},
			{Name: "queue", Type: "[]string", of: listed("[]", func(s *state.State, add func(string)) {
				for _, t := range s.FIFO.Trays {
					add(s.Name(t.Key))
				}
			})},
			transformer,
		}, population...), func(s *state.State) bool { return s.FIFO.Engine().Trays }},
		{"tools/cache/the_real_fifo.go", 93, "cache.RealFIFO", append([]Field{
			{Name: "items", Type: "[]Delta", of: noted("F")},
			{Name: "emitAtomicEvents", Type: "bool", of: valued(func(s *state.State) string { return strconv.FormatBool(s.FIFO.Engine().Atomic) })},
			transformer,
		}, population...), func(s *state.State) bool { return !s.FIFO.Engine().Trays }},
	},
}

// transformer is the function through which objects go on their way in.
var transformer = Field{Name: "transformer", Type: "TransformFunc", of: valued(func(s *state.State) string { return s.FIFO.Transform })}

// population are the fields by which a FIFO knows whether the first list was handed on.
var population = []Field{
	{Name: "populated", Type: "bool", of: valued(func(s *state.State) string { return strconv.FormatBool(s.FIFO.Populated) })},
	{Name: "initialPopulationCount", Type: "int", of: valued(func(s *state.State) string { return draw.Int(s.FIFO.Left) })},
}

// fifoEngine is the engine of the FIFO, the newest before there is one.
func fifoEngine(s *state.State) (name, code string) {
	e := s.FIFO.Engine()
	if e.Trays {
		return e.Name, "DeltaFIFO.put"
	}
	return e.Name, "RealFIFO.add"
}

// lot is one thing that is popped at once.
type lot struct {
	deltas []state.Delta
	out    bool
	id     string
}

// lots are the contents of the FIFO, next to pop first, what is in hand before it.
func (c *canvas) lots() []lot {
	f := &c.s.FIFO
	var all []lot
	ids := map[string]int{}
	add := func(ds []state.Delta, out bool) {
		if len(ds) == 0 {
			return
		}
		d := ds[len(ds)-1]
		id := "delta:" + c.s.Text(d.Key) + "@" + d.RV + ":" + strconv.FormatInt(d.Type, 10)
		ids[id]++
		if n := ids[id]; n > 1 {
			id += "#" + strconv.Itoa(n)
		}
		all = append(all, lot{ds, out, id})
	}
	if c.s.Engine().Trays {
		add(f.Out, true)
		for _, t := range f.Trays {
			add(t.Deltas, false)
		}
		return all
	}
	for i := range f.Out {
		add(f.Out[i:i+1], true)
	}
	for i := range f.Tape {
		add(f.Tape[i:i+1], false)
	}
	return all
}

func (c *canvas) fifo(r rect4) {
	f := &c.s.FIFO
	title, kind := "zone.fifo", c.s.Engine().Name
	tall, foot, said, low := r.h() >= 196, 92.0, 42.0, 16.0
	if r.h() < 200 { // closer: under it stands what the step called
		foot, said, low = 82, 34, 12
	}
	if kind != "" && r.w() >= 220 && (tall || f.Transform == "") {
		title += "." + kind
	}
	if c.col {
		c.As("zone:fifo", func() { c.Box(r.x0, r.y0, r.w(), r.h(), 4, draw.Panel, draw.Line, 1.5) })
	} else {
		c.panel(r, "fifo", title)
	}
	t := rect4{r.x0 + 12, r.y0 + 40, r.x1 - 12, r.y1 - 24}
	if tall {
		t = rect4{r.x0 + 12, r.y0 + 48, r.x1 - 12, r.y1 - foot}
	}
	if c.col {
		t.y0 = r.y0 + 12 + 8*b2f(tall)
		if tall {
			t.y1 = r.y1 - 62
		}
	}
	if !c.s.Engine().Trays {
		c.Box(t.x0, t.y0, t.w(), t.h(), 4, draw.Plate, draw.Neutral, 1.5)
		if tall {
			for x := t.x0 + 8; x < t.x1-8; x += 14 { // sprocket holes
				c.Box(x, t.y0-6, 7, 3, 1, draw.Line, draw.None, 0)
				c.Box(x, t.y1+3, 7, 3, 1, draw.Line, draw.None, 0)
			}
		}
	}
	lots := c.lots()
	if runs := c.transformer(); runs != nil && !tall && !c.col && r.w() >= 220 { // else the reflector says it
		c.Fitted(r.x1-12, r.y0+24, 13, r.w()-80, draw.End, draw.Text2, runs...)
	}
	switch refused := c.refused(t, len(lots)); {
	case len(lots) == 0 && !refused:
		c.Words(t.cx(), t.cy()+5, 14, draw.Middle, draw.Text3, draw.Regular(c.Msg("stage.fifo.empty")))
	}
	c.tape(t, lots, tall)
	under := t.y1 + 17 + 2*b2f(tall) // under the holes of the tape
	switch {
	case len(lots) > 0 && lots[0].out:
		c.Fitted(r.x1-12, under, 13, r.w()-24, draw.End, draw.Text2, draw.Regular(c.Msg("stage.fifo.out")))
	case len(lots) > 0:
		c.Fitted(r.x1-12, under, 13, r.w()-80, draw.End, draw.Text3, draw.Regular(c.Msg("stage.fifo.next")))
		c.Words(r.x0+12, under, 13, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.fifo.back")))
	}
	lock, key := true, "stage.fifo.locked"
	if c.s.Engine().Unlock && !f.Held {
		lock, key = false, "stage.fifo.unlocked"
	}
	if !tall {
		if !c.col && kind != "" {
			c.padlock(r.cx(), r.y1-10, .8, lock, f.Busy) // between the back and the head
		}
		return
	}
	y := r.y1 - said + 26*b2f(c.col)
	c.padlock(r.x0+20, y-5, 1, lock, f.Busy)
	locked, room := []draw.Run{draw.Regular(c.Msg(key))}, r.w()-50-r.w()*.42*b2f(c.col)
	beside := r.w() * .45
	if !c.col || draw.Width(locked, 14)*.88 <= room {
		c.Fitted(r.x0+38, y, 14, room, draw.Start, draw.Text2, locked...)
	} else { // of a narrow column the padlock says it
		beside = r.w() - 50
	}
	key = "stage.fifo.populating"
	switch {
	case f.Synced:
		key = "stage.fifo.synced"
	case f.Populated:
		key = "stage.fifo.left"
	}
	if c.col {
		c.Fitted(r.x1-12, y, 14, beside, draw.End, draw.Text2, draw.Regular(c.Msg(key, "n", strconv.FormatInt(f.Left, 10))))
		return
	}
	c.Fitted(r.x0+12, r.y1-low, 14, r.w()-24, draw.Start, draw.Text2, draw.Regular(c.Msg(key, "n", strconv.FormatInt(f.Left, 10))))
}

// How narrow lots get, and how close, before some are only counted.
const least, tight = 74.0, 10.0

// tape lays lots from the right; what does not fit is "+n" at the back.
func (c *canvas) tape(t rect4, lots []lot, tall bool) {
	w, gap := 102.0, 6.0
	switch {
	case c.s.Engine().Trays:
		gap = 14
		deep := 0
		for _, l := range lots {
			deep = max(deep, len(l.deltas))
		}
		if float64(deep)*49 > t.h()-16 { // cards of one line: longer ones, to read what they are
			w = max(w, min(124, (t.w()-12+gap)/float64(len(lots))-gap))
		}
	case tall:
		w, gap = 96, 9
	}
	if len(lots) > 0 && lots[0].deltas[0].Type == trace.DeltaReplacedAll {
		w = min(t.w()-12, 216+64*b2f(!tall))
	}
	fits := max(1, int((t.w()-10)/(w+gap)))
	if n := float64(len(lots)); tall && len(lots) > fits && (t.w()-12+tight)/n-tight >= least {
		gap = tight // narrower cells, but every delta is seen
		w, fits = min(w, (t.w()-12+gap)/n-gap), len(lots)
	} else if len(lots) > fits {
		w = max(88, min(102, (t.w()-40)/float64(min(len(lots), 4))-gap))
		w = min(w, t.w()-38) // "+n" has its place beside one
		fits = max(1, int((t.w()-36)/(w+gap)))
	}
	x := t.x1 - 6
	for i, l := range lots {
		if i == fits {
			c.Words(t.x0+8, t.cy()+5, 14, draw.Start, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(len(lots)-fits))))
			return
		}
		x -= w
		c.As(l.id, func() {
			cell := rect4{x, t.y0 + 6, x + w, t.y1 - 6}
			if l.out || c.v.Focus == l.id {
				b := c.Box(cell.x0-6, t.y0, w+12, t.h(), 5, draw.None, draw.Text, 2)
				b.Piece = draw.Focus
				if l.out && c.v.Focus != l.id {
					b.Dash = [2]float64{6, 4}
				}
			}
			c.lot(cell, l, tall)
		})
		x -= gap
	}
}

// lot draws one thing that is popped at once: a delta, a tray with its stack, or a parcel.
func (c *canvas) lot(r rect4, l lot, tall bool) {
	d := l.deltas[0]
	if d.Type == trace.DeltaReplacedAll {
		c.parcel(r, d)
		return
	}
	if !c.s.Engine().Trays {
		h := min(r.h(), 52)
		c.deltaCard(r.x0, r.cy()-h/2, r.w(), h, d, l.out)
		return
	}
	// A tray: deltas stacked, oldest at the bottom, the key under it where there is room for
	// both.
	foot := r.y1 - 4
	if tall && r.h() >= 80 {
		foot = r.y1 - 28
		c.token(r.cx(), r.y1-10, 24, c.name(d.Key), tok{w: 56})
	}
	c.Path(draw.From(r.x0-3, foot-12).V(foot).H(r.x1+3).V(foot-12), draw.Neutral, 2)
	room, h := foot-r.y0-4, 46.0
	if n := float64(len(l.deltas)); n*(h+3) > room {
		h = min(46, max(28, room/n-3)) // as tall as they can be, all seen
		if len(l.deltas) > 2 && c.col || n*(h+3) > room+3 {
			h = max(20, min(h, room/n-3))
		}
	}
	most := max(1, int((room+3)/(h+3)))
	for i, d := range l.deltas {
		y := foot - 3 - float64(i+1)*(h+3) + 3
		if i == most-1 && len(l.deltas) > most {
			c.Words(r.cx(), y+h/2+5, 14, draw.Middle, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(len(l.deltas)-i))))
			return
		}
		c.deltaCard(r.x0, y, r.w(), h, d, l.out)
	}
}

// parcel is a ReplacedAll: one box with the objects of the list inside.
func (c *canvas) parcel(r rect4, d state.Delta) {
	if h := 40 + 33*math.Ceil(float64(len(d.List))/max(1, math.Floor((r.w()-7)/65))); h < r.h() { // no larger than what is in it
		r.y0, r.y1 = r.cy()-h/2, r.cy()+h/2
	}
	c.Box(r.x0, r.y0, r.w(), r.h(), 3, draw.Panel, draw.Text, 2)
	room := rect4{r.x0 + 6, r.y0 + 28, r.x1 - 6, r.y1 - 5}
	flat := room.h() < 17 && len(d.List) > 0 // the objects stand beside the name
	runs := []draw.Run{draw.Bold("▤ "), draw.Regular("ReplacedAll "), draw.Mono("rv "+d.RV, 12)}
	if draw.Width(runs, 13)+28 > r.w()-b2f(flat)*65*float64(min(len(d.List), 3)) {
		runs = []draw.Run{runs[0], runs[2]}
	}
	if flat {
		at := math.Min(draw.Width(runs, 13)+16, r.w()/2)
		if draw.Width(runs, 13)*.94 > at-12 {
			runs = runs[:1]
		}
		c.Fitted(r.x0+8, r.cy()+4.5, 13, at-12, draw.Start, draw.Text, runs...)
		c.Line(r.x0+at, r.y0, r.x0+at, r.y1, draw.Text, 1.5)
		room = rect4{r.x0 + at + 6, r.y0 + 6, r.x1 - 6, r.y1 - 6}
	} else {
		if draw.Width(runs, 13)*.88 > r.w()-16 {
			runs = runs[:1]
		}
		c.Fitted(r.x0+8, r.y0+17, 13, r.w()-16, draw.Start, draw.Text, runs...)
		c.Line(r.x0, r.y0+23, r.x1, r.y0+23, draw.Text, 1.5)
	}
	cells, shown := grid(room, len(d.List), 60, 18, 80, 28, 5)
	for i, cell := range cells {
		if i == shown-1 && shown < len(d.List) {
			c.Words(cell.x0+6, cell.cy()+5, 13, draw.Start, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(d.List)-shown+1))))
			return
		}
		ref := d.List[i]
		c.Box(cell.x0, cell.y0, cell.w(), cell.h(), 0, draw.Body, draw.BodyEdge, 1)
		c.Fitted(cell.x0+6, cell.cy()+4.5, 13, cell.w()-10, draw.Start, draw.Text, draw.Bold(c.name(ref.Key)), draw.Mono("@"+c.s.Recorder().Object(ref.Object).RV, 12))
	}
}

// padlock is closed when shut, and solid while something is processed; k is its size, 1 is
// that of 14 px type.
func (c *canvas) padlock(x, y, k float64, shut, busy bool) {
	fill := draw.None
	if busy && shut {
		fill = draw.Text
	}
	c.Box(x-7*k, y-3*k, 14*k, 11*k, 2, fill, draw.Text, 1.5)
	left, top := x-4*k, y-7*k
	if !shut { // swung open to the right
		left, top = x+4*k, y-8*k
	}
	p := draw.From(left, y-3*k).V(top).C(left, top-6*k, left+8*k, top-6*k, left+8*k, top)
	if shut {
		p.V(y - 3*k)
	}
	c.Path(p, draw.Text, 1.8*k)
}

// halfReplaced reports whether handlers run while a list is only partly in the store.
func (c *canvas) halfReplaced() bool {
	f := &c.s.FIFO
	if c.s.Engine().Atomic || !f.Busy && !c.anyBusy() {
		return false
	}
	for _, l := range c.lots() {
		for _, d := range l.deltas {
			if !l.out && (d.Type == trace.DeltaReplaced || d.Unknown) {
				return true
			}
		}
	}
	return false
}

func (c *canvas) anyBusy() bool {
	for _, l := range c.s.Listeners {
		if l.Busy || len(l.Pending) > 0 {
			return true
		}
	}
	return false
}

// transformer says what is done to each object that goes into the FIFO.
func (c *canvas) transformer() []draw.Run {
	if c.s.FIFO.Transform == "" {
		return nil
	}
	var does []string
	for _, word := range strings.Fields(draw.Plain(c.s.FIFO.Transform)) {
		verb, path, _ := strings.Cut(word, "=")
		path, value, _ := strings.Cut(path, "=")
		does = append(does, c.Msg("stage.transform."+verb, "field", path[strings.LastIndexByte(path, '.')+1:], "v", value))
	}
	return append(c.Say(draw.Text2, 13, "stage.transform"), draw.Regular(" "), draw.Inked(strings.Join(does, c.Msg("join.list")), draw.Text2))
}

// refusal is what the transform has failed for in this step.
func (c *canvas) refusal() (r state.Refusal, ok bool) {
	f := &c.s.FIFO
	return f.Refused, f.Refusals > 0 && (c.v.Prev == nil || f.Refusals > c.v.Prev.FIFO.Refusals)
}

// refused draws, at the back of the tape, the object that the transform has failed for, and what
// that means.
func (c *canvas) refused(t rect4, lots int) bool {
	f, ok := c.refusal()
	if !ok || lots > 1 || lots == 1 && c.lots()[0].deltas[0].Type == trace.DeltaReplacedAll && t.w() < 330 {
		return false
	}
	w, h := math.Min(92, t.w()/2-12), math.Min(36, t.h()-10)
	y, room := t.cy()-h/2, t.w()-w-42
	if lots > 0 {
		room -= 120
	}
	name := c.name(f.Key)
	c.As("refused:"+c.s.Text(f.Key), func() {
		c.object(t.x0+10, y, w, h, name, draw.Int(f.RV), obj{edge: draw.Err, dash: true, size: 14})
	})
	c.Words(t.x0+20+w, t.cy()+5, 14, draw.Start, draw.Text, draw.Run{Text: "✕ ", Bold: true, Ink: draw.Err})
	if means := []draw.Run{draw.Regular(c.Msg(refusedAs(f)))}; draw.Width(means, 14) <= room {
		c.Words(t.x0+36+w, t.cy()+5, 14, draw.Start, draw.Text, means...)
	}
	return true
}

// refusedAs is the message of what comes of a refusal.
func refusedAs(f state.Refusal) string {
	switch f.How {
	case trace.CaseList:
		return "stage.refused.list"
	case trace.CaseStreaming:
		return "stage.refused.streaming"
	}
	return "stage.refused.event"
}

func (c *canvas) shortFIFO(r rect4) {
	c.panel(r, "fifo", "zone.fifo")
	lots := c.lots()
	if len(lots) == 0 {
		c.quiet(r, "stage.fifo.empty")
		return
	}
	c.As(lots[0].id, func() { c.deltaCard(r.x1-112, r.y0+34, 100, math.Min(50, r.h()-41), lots[0].deltas[0], lots[0].out) })
	if len(lots) > 1 {
		c.Words(r.x0+10, r.y0+64, 14, draw.Start, draw.Text2, draw.Bold(c.Msg("stage.more.items", "n", draw.Number(len(lots)-1))))
	}
}
