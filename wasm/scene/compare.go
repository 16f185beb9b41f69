package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Engines side by side: the same changes at the same step, a column an engine. Above stands
// the FIFO as that engine has it; beneath, the store after each pop and what the handler is
// told by it. Where the store is half replaced while a handler runs, the columns differ in
// what an observer can see, and that is the lesson.

// Engine is one column: a run of the same script.
type Engine struct {
	Name        string
	State, Prev *state.State
	Before      *state.State // before the round of pops; nil when there was none
	Pops        []Pop
}

// Pop is one hand-over from FIFO to store.
type Pop struct {
	State *state.State // when it was over, or now
	Notes []state.Note // what it told the handler
	Open  bool         // it is not over
}

// Natural heights of a comparison: of the one row of columns, and of an engine where they
// stand under each other.
const (
	compareW, compareH = 1232.0, 508.0
	compareRow         = 244.0
	compareGap         = 12.0
)

// CompareSize is the natural size of n engines side by side; on a phone they stand under
// each other.
func CompareSize(l Layout, n int) (w, h float64) {
	switch l {
	case Embed:
		return View{Layout: Embed}.Size()
	case Phone:
		w, _ = View{Layout: Phone}.Size()
		return w, float64(n)*(compareRow+compareGap) - compareGap
	}
	return compareW, compareH
}

// Compare draws the engines. Of the view it reads Layout, Text and Now.
func Compare(engines []Engine, v View) []draw.Shape {
	w, h := CompareSize(v.Layout, len(engines))
	keys := compareKeys(engines, (&canvas{sm: v.Layout == Embed || v.Layout == Phone}).compareRows())
	return abreast(len(engines), w, h, v.Layout, v.Layout == Phone, func(i int, r rect4) (string, []draw.Shape) {
		e, v := engines[i], v
		v.Plan, v.Prev, v.Focus = FIFO, e.Prev, ""
		c := newCanvas(e.State, &v)
		c.col = true
		c.engine(r, e, keys)
		return e.Name, c.Out
	})
}

// abreast draws n columns in w×h px, beside each other or under each other. What is in a column goes by the
// column's name, too.
func abreast(n int, w, h float64, l Layout, under bool, column func(i int, r rect4) (name string, shapes []draw.Shape)) (all []draw.Shape) {
	gap := 32.0
	if l == Embed || under {
		gap = compareGap
	}
	cw, ch := (w-gap*float64(n-1))/float64(n), h
	if under {
		cw, ch = w, (h+gap)/float64(n)-gap
	}
	for i := range n {
		r := rect4{float64(i) * (cw + gap), 0, float64(i)*(cw+gap) + cw, h}
		if under {
			y := float64(i) * (ch + gap)
			r = rect4{0, y, w, y + ch}
		}
		name, shapes := column(i, r)
		for _, s := range shapes {
			if s.ID != "" {
				s.ID += "|" + name
			}
			if s.Zone != "" {
				s.Zone += "|" + name
			}
			all = append(all, s)
		}
		div := &draw.Canvas{}
		switch {
		case i == 0:
		case under:
			div.Line(0, r.y0-gap/2, w, r.y0-gap/2, draw.Line, 1.5)
		default:
			div.Line(r.x0-gap/2, 0, r.x0-gap/2, h, draw.Line, 1.5)
		}
		all = append(all, div.Out...)
	}
	return all
}

// CompareMoves are the ways from one comparison to the next.
func CompareMoves(before, after []draw.Shape) []Move {
	m := &mover{a: anchors(before), b: anchors(after), done: map[string]bool{}}
	m.rest()
	return m.finish(1)
}

// compareRows is how many objects have room for type of 14 px, three times that on a projector.
func (c *canvas) compareRows() int {
	if c.sm {
		return 4
	}
	return 5
}

// compareKeys are the objects of all stores and pops by name, so that a row means the same
// object in every column. Where there are more than rows, those that change come first.
func compareKeys(engines []Engine, rows int) (keys []string) {
	seen, met, states := map[string]trace.ID{}, map[string]int{}, 0
	changes := map[string]bool{}
	meet := func(s *state.State) {
		if s == nil {
			return
		}
		states++
		for _, it := range s.Store.Items {
			k := s.Text(it.Key)
			if o, ok := seen[k]; !ok {
				keys = append(keys, k)
				seen[k] = it.Object
			} else if s.Recorder().Object(o) != s.Recorder().Object(it.Object) {
				changes[k] = true
			}
			met[k]++
		}
	}
	for _, e := range engines {
		clear(seen) // its objects have ids of their own
		meet(e.Before)
		for _, p := range e.Pops {
			meet(p.State)
		}
		meet(e.State)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) <= rows {
		return keys
	}
	var still []string
	all := keys
	keys = nil
	for _, k := range all {
		if met[k] == states && !changes[k] {
			still = append(still, k)
		} else {
			keys = append(keys, k)
		}
	}
	return append(keys, still...)
}

// engine is one column: its name, its FIFO, and the frames.
func (c *canvas) engine(r rect4, e Engine, keys []string) {
	version := c.Msg("compare.version." + e.Name)
	if c.sm {
		z := 16.0
		title := []draw.Run{draw.Bold(e.Name), {Text: "  " + version, Size: 13, Ink: draw.Text2}}
		if draw.Width(title, z) > r.w()-4 { // a fourth leaves no room for it
			title = title[:1]
		}
		c.title("fifo").Fitted(r.x0+2, r.y0+17, z, r.w()-4, draw.Start, draw.Text, title...)
		c.fifo(rect4{r.x0 + 1, r.y0 + 26, r.x1 - 1, r.y0 + 112})
		c.frames(rect4{r.x0 + 1, r.y0 + 116, r.x1 - 1, r.y1}, e, keys)
		return
	}
	c.Words(r.x0+2, 18, 20, draw.Start, draw.Text, draw.Bold(e.Name))
	c.Words(r.x1-2, 18, 14, draw.End, draw.Text2, draw.Regular(version))
	c.title("fifo").Fitted(r.x0+2, 40, 15, r.w()-4, draw.Start, draw.Text, c.Say(draw.Text2, 15, "zone.fifo."+e.Name)...)
	c.fifo(rect4{r.x0 + 1, 50, r.x1 - 1, 252})
	title := c.Say(draw.Text2, 15, "compare.title")
	if len(title) > 1 && draw.Width(title, 15) > r.w()-4 { // a narrow column says what it is, and no more
		title = title[:1]
	}
	c.title("store").Fitted(r.x0+2, 278, 15, r.w()-4, draw.Start, draw.Text, title...)
	c.frames(rect4{r.x0 + 1, 288, r.x1 - 1, r.y1}, e, keys)
}

// frame is the store at one moment of the round.
type frame struct {
	s     *state.State
	name  string
	notes []state.Note
	half  bool
	open  bool // it is in hand still
}

// frames are the store before the round and after each pop; the oldest pops go first when
// there are more than there is room for.
func (c *canvas) frames(r rect4, e Engine, keys []string) {
	before := e.Before
	if before == nil {
		before = e.State
	}
	list := []frame{{s: before, name: c.Msg("compare.before")}}
	if e.Before == nil {
		list[0].name = c.Msg("compare.now")
	}
	for i, p := range e.Pops {
		list = append(list, frame{p.State, c.Msg("compare.pop", "n", draw.Number(i+1)), p.Notes, len(p.Notes) > 0 && listLeft(p.State), p.Open})
	}
	width := 72.0
	if c.v.Layout == Embed {
		width = 58
	}
	most := max(2, int(r.w()/width))
	if len(list) > most {
		list = list[len(list)-most:]
	}
	width = math.Min(r.w()/float64(len(list)), 132)
	rows := min(len(keys), c.compareRows())
	pitch := math.Min(25, 104/float64(max(rows, 1)))
	if c.sm {
		pitch = math.Min(20, 76/float64(max(rows, 1)))
	}
	top, gap := r.y0+26, 4.0
	if c.sm {
		top, gap = r.y0+22, 2
	}
	foot := top + pitch*float64(rows)
	half, once := false, false
	told := e.State.CallCount - before.CallCount
	for i, f := range list {
		x := r.x0 + float64(i)*width
		c.Fitted(x+width/2, r.y0+14, 13, width-4, draw.Middle, draw.Text2, draw.Run{Text: f.name, Bold: i == len(list)-1, Ink: draw.Text2})
		if f.half {
			half = true
			b := c.Box(x+2, top-3, width-4, foot-top+4, 3, draw.None, draw.Err, 1.5)
			b.Dash, b.Hatch, b.HatchPitch, b.HatchWidth, b.HatchAlpha = [2]float64{5, 4}, draw.Err, 8, 1.5, .35
		}
		once = once || len(f.notes) > 1 && !f.half
		for j, key := range keys[:rows] {
			if j == rows-1 && len(keys) > rows {
				c.Words(x+width/2, top+float64(j)*pitch+pitch*.7, 13, draw.Middle, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(keys)-rows+1))))
				continue
			}
			var last *state.State
			if i > 0 {
				last = list[i-1].s
			}
			c.frameCell(rect4{x + 5, top + float64(j)*pitch, x + width - 5, top + float64(j+1)*pitch - gap}, f.s, last, key)
		}
		if rows == 0 {
			key := "stage.fifo.empty"
			if f.open {
				key = "stage.fifo.out"
			}
			c.Words(x+width/2, foot+14, 13, draw.Middle, draw.Text3, draw.Regular(c.Msg(key)))
		}
		c.Line(x+4, foot+1+20*b2f(rows == 0), x+width-4, foot+1+20*b2f(rows == 0), draw.Neutral, 1.5)
		told = c.frameNotes(rect4{x + 2, foot + 4, x + width - 2, r.y1}, f.notes, told)
	}
	if c.sm {
		return
	}
	key := ""
	switch {
	case half:
		key = "compare.half"
	case once:
		key = "compare.once"
	case len(e.Pops) == 0 && e.Before != nil:
		key = "compare.waiting"
	}
	if key != "" {
		c.Fitted(r.x0+1, r.y1-6, 15, r.w()-2, draw.Start, draw.Text2, c.Say(draw.Text2, 15, key)...)
	}
}

// frameCell is one object in one frame: as it is, changed, or gone since the frame before.
func (c *canvas) frameCell(r rect4, s, last *state.State, key string) {
	find := func(s *state.State) (trace.Object, bool) {
		if s == nil {
			return trace.Object{}, false
		}
		for _, it := range s.Store.Items {
			if s.Text(it.Key) == key {
				return s.Recorder().Object(it.Object), true
			}
		}
		return trace.Object{}, false
	}
	name := draw.Plain(shortName(c.s, key))
	z := math.Min(14, r.h()-3)
	z = math.Max(z, 12)
	now, ok := find(s)
	was, had := find(last)
	switch {
	case ok:
		edge, width := draw.BodyEdge, 1.0
		if last != nil && (!had || was.RV != now.RV || was.UID != now.UID) {
			edge, width = draw.Text, 2
		}
		c.Box(r.x0, r.y0, r.w(), r.h(), 0, draw.Body, edge, width)
		c.Fitted(r.cx(), r.cy()+z*.34, z, r.w()-6, draw.Middle, draw.Text, draw.Bold(name), draw.Mono("@"+now.RV, z-1))
	case had:
		c.Box(r.x0, r.y0, r.w(), r.h(), 0, draw.Bg, draw.Neutral, 1.5).Dash = [2]float64{4, 3}
		c.Fitted(r.cx(), r.cy()+z*.34, z, r.w()-6, draw.Middle, draw.Text3, draw.Run{Text: "✕ ", Bold: true, Ink: draw.Err}, draw.Regular(name))
	default:
		c.Line(r.cx()-8, r.cy(), r.cx()+8, r.cy(), draw.Line, 2)
	}
}

// shortName is the name of an object key as the state prints it.
func shortName(s *state.State, key string) string {
	for _, it := range slices.Concat(s.Store.Items, s.Server.Objects.Items) {
		if s.Text(it.Key) == key {
			return s.Name(it.Key)
		}
	}
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '/' {
			return key[i+1:]
		}
	}
	return key
}

// noteGlyphs stand for OnAdd, OnUpdate and OnDelete where there is no room for words.
var noteGlyphs = map[uint8]string{trace.NoteAdd: "＋", trace.NoteUpdate: "Δ", trace.NoteDelete: "✕"}

// frameNotes lists what a pop told the handler; what the handler was called with already is
// strong. It returns how many calls are left for the pops that follow.
func (c *canvas) frameNotes(r rect4, notes []state.Note, told int) int {
	pitch, z := 17.0, 13.0
	if c.sm {
		pitch, z = 15, 12
	}
	most := max(1, int((r.h()-b2f(!c.sm)*22)/pitch))
	line := 0
	for i, n := range notes {
		line++
		y := r.y0 + pitch*float64(line) - 2
		if line == most && len(notes) > most {
			c.Words(r.cx(), y, z, draw.Middle, draw.Text2, draw.Regular(c.Msg("stage.more.items", "n", draw.Number(len(notes)-i))))
			return told - len(notes) + i
		}
		ink := draw.Text3
		if told > 0 {
			ink = draw.Text
		}
		told--
		name, key := noteName(n), c.name(n.Key)
		texts := []string{name + " " + key, noteGlyphs[n.Kind] + " " + key}
		if n.Flags&trace.NoteUnknown != 0 {
			texts = []string{name + " DFSU " + key, noteGlyphs[n.Kind] + " DFSU " + key, noteGlyphs[n.Kind] + " " + key}
		}
		if full := texts[0]; !c.sm && draw.TextWidth(full, z, ink == draw.Text, false) > r.w() {
			c.Words(r.cx(), y, z, draw.Middle, ink, draw.Run{Text: name, Bold: ink == draw.Text})
			c.Words(r.cx(), y+pitch, z, draw.Middle, ink, draw.Run{Text: full[len(name)+1:], Bold: ink == draw.Text})
			line++
			continue
		}
		text := texts[len(texts)-1]
		for _, t := range slices.Backward(texts) { // the longest that has room
			if draw.TextWidth(t, z, ink == draw.Text, false) <= r.w() {
				text = t
			}
		}
		c.Fitted(r.cx(), y, z, r.w(), draw.Middle, ink, draw.Run{Text: text, Bold: ink == draw.Text})
	}
	return told
}

// listLeft reports whether a part of a list is still in the FIFO that is handed over piece
// by piece.
func listLeft(s *state.State) bool {
	c := &canvas{s: s}
	if c.s.Engine().Atomic {
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
