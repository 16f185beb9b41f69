package scrubber

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Rows of a biography.
const (
	RowsKeys  = "keys"  // a row a key: hatched while a pass is owed, solid while a worker is on it
	RowsIndex = "index" // a row an index value: the keys under it
	RowsNone  = "none"  // markers only
	RowsBars  = "bars"  // a bar a step: how long the limiter let the key wait

	RowsObjects = "objects" // a row an object: outlined while the API server has it, solid while the store has it

	RowsAll     = "all"     // RowsObjects, and RowsKeys for what the work queue has met
	RowsSeconds = "seconds" // over an axis of time, where the story and the width allow it; else RowsAll
)

// Bio is the story so far, for the scrubber. The zero Bio draws nothing.
type Bio struct {
	W, H float64 // 0 is 992×104; narrow ones leave the captions out
	// States are the state before the first step and after each step played, so that
	// States[i] is the state after step i. A Long story needs the one that is shown only.
	States []*state.State
	// Labels name the steps, Labels[0] the first. Those after Now are not shown.
	Labels []string
	Gates  []bool // Gates[0] says whether the first step is a question
	Total  int    // steps of the lesson; 0 is as many as there are states
	Last   int    // the last step there is so far, when Total leaves room for more; 0 is Total
	Now    int    // the step shown, 0 before the first
	Rows   string // RowsKeys, RowsIndex or RowsBars; "" is RowsKeys
	Text   func(key string, args ...string) string

	// Lengths[i] is how long the queue was after step i, for a Long story and one of more keys than have rows.
	Lengths []int

	// For RowsSeconds: Times[i] is when step i ended, of all steps, and what the API server wrote.
	Times  []int64
	Writes []Write

	// Partings are other futures: where they leave the steps shown.
	Partings []Parting
}

// MaxRows is how many rows a biography has at full height.
const MaxRows = 3

// Biography draws the scrubber: what happened to each key over the markers of the steps.
// Cells have the ID "step:3", for Hit; the future is blank.
func Biography(b Bio) []draw.Shape {
	c, s := b.canvas()
	if c == nil {
		return nil
	}
	if b.W == 0 {
		b.W = 992
	}
	if b.H == 0 {
		b.H = 104
	}
	if k := b.clock(c, s); k != nil {
		k.seconds(c, s)
		return c.Out
	}
	line := b.H - 32
	if b.W < 500 {
		line = b.H - 18
	}
	if b.Long() {
		g := bioGrid{x0: 8, line: line, b: &b}
		if b.W >= 500 {
			g.x0 = lengthsLeft
		}
		g.cell = (b.W - g.x0 - 10) / float64(b.Total)
		g.long(c, b.W >= 500)
		g.partings(c)
		return c.Out
	}
	rows := b.rows(c, s)
	if len(b.Partings) > 0 && len(rows) > MaxRows {
		rows = nil // their line needs the room
	}
	crowd := len(rows) == 0 && b.Crowded(s)
	x0 := 8.0
	if crowd && b.W >= 500 {
		x0 = lengthsLeft
	}
	for _, r := range rows {
		x0 = math.Max(x0, 20+draw.TextWidth(r.name, r.size, r.bold, false))
	}
	names := .16 // of the width
	if b.W < 500 && b.Rows != RowsIndex {
		names = .2
	}
	x0 = math.Min(x0, b.W*names)
	n := b.Total
	cell := (b.W - x0 - 2) / float64(n)
	g := bioGrid{x0: x0, cell: cell, line: line, b: &b}
	if b.Now < b.Last {
		c.Box(g.x(b.Now), 0, g.x(b.Last)-g.x(b.Now), line-10, 0, draw.Panel, draw.None, 0)
	}
	switch {
	case b.Rows == RowsBars:
		g.bars(c)
	case crowd:
		g.crowd(c)
	default:
		g.drawRows(c, rows)
	}
	if room := g.x(b.Last) - g.x(b.Now) - 20; line > 40 {
		future(c, g.x(b.Now)+16, line/2-4, room)
	}
	if len(b.Partings) == 0 { // they stand where it would
		g.legend(c, rows)
	}
	if b.Now > 0 && b.Rows != RowsBars {
		h := b.H - 2
		if b.W >= 500 && g.spoken() > cell-4 {
			h = line + 12 // the name of the step stands under it, in full
		}
		c.Box(g.x(b.Now-1), 1, cell, h, 3, draw.None, draw.Text, 2)
	}
	g.markers(c, b.W >= 500)
	g.partings(c)
	return c.Out
}

// future says over what was not played yet that it was not, where there is room for the words.
func future(c *draw.Canvas, x, y, room float64) {
	if futureFits(c, room) {
		c.Plate(x, y, 14, room, draw.Start, draw.Panel, draw.Inked(c.Msg("bio.future"), draw.Text3))
	}
}

// futureFits reports whether the words fit, a little smaller if need be.
func futureFits(c *draw.Canvas, room float64) bool {
	return .88*draw.TextWidth(c.Msg("bio.future"), 14, false, false) <= room
}

// Mini draws the scrubber of an embed: markers and how far the story is.
func Mini(b Bio) []draw.Shape {
	c, _ := b.canvas()
	if c == nil {
		return nil
	}
	if b.W == 0 {
		b.W = 416
	}
	if b.H == 0 {
		b.H = 44
	}
	label := c.Msg("bio.short", "n", strconv.Itoa(b.Now), "m", strconv.Itoa(b.Total))
	end := b.W - draw.TextWidth(label, 14, false, false) - 24
	g := bioGrid{x0: 8, cell: (end - 8) / float64(b.Total), line: b.H / 2, b: &b}
	if b.Long() {
		g.track(c, g.x(b.Total))
		g.cells(c, g.x(b.Total))
		c.Words(end+16, g.line+5, 14, draw.Start, draw.Text2, draw.Regular(label))
		return c.Out
	}
	c.Line(8, g.line, end, g.line, draw.Line, 3)
	if b.Now > 0 {
		c.Line(8, g.line, g.x(b.Now), g.line, draw.Text, 3)
	}
	for i := 1; i <= b.Last; i++ {
		g.marker(c, i, g.x(i), 9)
	}
	c.Words(end+16, g.line+5, 14, draw.Start, draw.Text2, draw.Regular(label))
	return c.Out
}

// Rowless reports whether a biography that ends in s has no rows about keys, because they, or
// its steps, are too many: then it needs no state before s.
func (b *Bio) Rowless(s *state.State) bool {
	keys, objects := len(s.Keys) > maxKeys, manyObjects(s)
	switch b.Rows {
	case RowsObjects:
		return b.Long() || objects
	case RowsAll, RowsSeconds:
		return b.Long() || objects && keys || len(s.Keys) > manyRowless
	case RowsKeys, "":
		return b.Long() || keys
	}
	return b.Long()
}

// Crowded reports whether a biography that ends in s has met more keys than have rows: where it has no rows of objects either, it shows
// how long the queue was, and wants Lengths.
func (b *Bio) Crowded(s *state.State) bool {
	most := maxKeys
	if len(b.Partings) > 0 {
		most = MaxRows // their line needs the room
	}
	switch b.Rows {
	case RowsKeys, "", RowsAll, RowsSeconds:
		return !b.Long() && len(s.Keys) > most
	}
	return false
}

// canvas returns nil when there is nothing to draw; it also fills Total.
func (b *Bio) canvas() (*draw.Canvas, *state.State) {
	if len(b.States) == 0 {
		return nil, nil
	}
	if b.Total == 0 {
		b.Total = len(b.States) - 1
	}
	if b.Total < 1 {
		return nil, nil
	}
	if b.Last == 0 || b.Last > b.Total {
		b.Last = b.Total
	}
	b.Now = max(0, min(b.Now, b.Total))
	s := b.States[min(b.Now, len(b.States)-1)]
	if !b.Long() {
		b.Now = min(b.Now, len(b.States)-1)
	}
	return &draw.Canvas{Text: b.Text}, s
}

// bioRow is one line of the story.
type bioRow struct {
	name string
	size float64
	bold bool
	key  trace.ID

	object bool // server and store instead of dirty and processing
}

// maxObjects is how many objects have rows, or objects and keys together, and maxKeys how many keys have, alone.
const maxObjects, maxKeys = 4, 4

// manyRowless keys are no longer looked through for the rows of objects.
const manyRowless = 60

func manyObjects(s *state.State) bool {
	return len(s.Server.Objects.Items) > maxObjects || len(s.Store.Items) > maxObjects
}

// objects is a row for each object that the server or the store ever held; none when they
// are too many.
func (b *Bio) objects(c *draw.Canvas) (rows []bioRow) {
	if manyObjects(b.States[b.Now]) {
		return nil
	}
	seen := map[trace.ID]bool{}
	for _, st := range b.States[:b.Now+1] {
		for _, shelf := range [][]state.Item{st.Server.Objects.Items, st.Store.Items} {
			for _, it := range shelf {
				if !seen[it.Key] {
					seen[it.Key] = true
					rows = append(rows, bioRow{name: draw.Plain(b.States[b.Now].Name(it.Key)), size: 15, bold: true, key: it.Key, object: true})
				}
			}
		}
	}
	if len(rows) > maxObjects {
		return nil
	}
	return rows
}

func (b *Bio) rows(c *draw.Canvas, s *state.State) (rows []bioRow) {
	switch b.Rows {
	case RowsBars, RowsNone:
		return nil
	case RowsIndex:
		seen := map[string]bool{}
		for _, st := range b.States[:b.Now+1] {
			for _, p := range st.Index {
				if !seen[p.Name] && len(rows) < 2 {
					seen[p.Name] = true
					rows = append(rows, bioRow{name: p.Name, size: 14})
				}
			}
		}
		return rows
	}
	if len(s.Keys) <= maxKeys {
		for _, k := range s.Keys {
			rows = append(rows, bioRow{name: draw.Plain(s.Name(k.ID)), size: 16, bold: true, key: k.ID})
		}
	}
	if b.Rows == RowsObjects || b.Rows == RowsAll || b.Rows == RowsSeconds {
		objects, most := b.objects(c), maxObjects
		if len(b.Partings) > 0 {
			most = MaxRows // their line needs the room
		}
		if b.Rows == RowsObjects || len(objects) > 0 && (len(rows) < len(s.Keys) || len(objects)+len(rows) > most) {
			return objects
		}
		name := "bio.key"
		if b.W < 500 {
			name = "bio.key.short"
		}
		for i, r := range rows {
			if slices.ContainsFunc(objects, func(o bioRow) bool { return o.key == r.key }) {
				rows[i].name = c.Msg(name, "key", r.name)
			}
		}
		rows = append(objects, rows...)
	}
	return rows
}

type bioGrid struct {
	x0, cell, line float64
	b              *Bio
}

// x is the right edge of the cell of step i, which is the left edge of the next.
func (g bioGrid) x(i int) float64 { return g.x0 + float64(i)*g.cell }

func (g bioGrid) mid(i int) float64 { return g.x0 + (float64(i)-.5)*g.cell }

// bars draws how long each try had to wait; heights are on the scale of the time ruler.
func (g bioGrid) bars(c *draw.Canvas) {
	b := g.b
	top := 14.0
	left, over := math.Inf(1), 0.0 // where the label right of this one begins, and how high it stands
	for i := b.Now; i > 0; i-- {
		var failed []int64 // the waits of keys that failed in this step
		for _, k := range b.States[i].Keys {
			if old, _ := b.States[i-1].Key(k.ID); k.Failures > old.Failures {
				failed = append(failed, k.Delay)
			}
		}
		if len(failed) == 0 {
			continue
		}
		high := func(ns int64) float64 { return math.Max(3, draw.Fraction(ns, 5e6, 1000e9)*(g.line-10-top)) }
		longest := slices.Max(failed)
		h, w := high(longest), math.Min(32, g.cell*.68)
		fill, edge, ink := draw.Body, draw.BodyEdge, draw.Text2
		if i == b.Now {
			fill, edge, ink = draw.WaitTint, draw.Wait, draw.Text
		}
		c.Box(g.mid(i)-w/2, g.line-8-h, w, h, 0, fill, edge, 1.5)
		label := barLabel(longest)
		if len(failed) > 1 { // many keys in one step: from the shortest wait to the longest
			y := g.line - 8 - high(slices.Min(failed))
			c.Line(g.mid(i)-w/2, y, g.mid(i)+w/2, y, edge, 1.5)
			label = "≤ " + label
		}
		half, y := draw.TextWidth(label, 12, i == b.Now, false)/2, g.line-12-h
		if g.cell <= 34 || g.mid(i)+half > left-2 && math.Abs(y-over) < 13 {
			continue
		}
		c.Words(g.mid(i), y, 12, draw.Middle, ink, draw.Run{Text: label, Bold: i == b.Now})
		left, over = g.mid(i)-half, y
	}
}

// barLabel prints a wait short enough to stand on its bar.
func barLabel(ns int64) string {
	if ns == 5e6 || ns >= 1e9 && ns < 2e9 {
		return draw.Exact(ns)
	}
	return draw.Short(ns)
}

func (g bioGrid) markers(c *draw.Canvas, labels bool) {
	b := g.b
	c.Line(g.mid(1), g.line, g.mid(b.Last), g.line, draw.Line, 2)
	if b.Now > 1 {
		c.Line(g.mid(1), g.line, g.mid(b.Now), g.line, draw.Text, 2)
	}
	every := max(1, int(math.Ceil(34/g.cell)))
	for i := 1; i <= b.Last; i++ {
		g.marker(c, i, g.mid(i), 8)
	}
	if !labels {
		return
	}
	now, half := 0.0, 0.0
	if b.Now > 0 {
		half = g.spoken() / 2
		now = max(half, min(g.mid(b.Now), b.W-half))
		c.Words(now, g.line+24, 13, draw.Middle, draw.Text, draw.Run{Text: g.name(b.Now), Bold: true})
	}
	for i := 1; i <= b.Last; i++ {
		label := g.label(c, i)
		if i == b.Now || i%every != 0 && label == strconv.Itoa(i) {
			continue
		}
		if math.Abs(g.mid(i)-now) < half+draw.TextWidth(label, 13, false, false)/2+6 {
			continue // the name of the step that is shown needs the room
		}
		c.Words(g.mid(i), g.line+24, 13, draw.Middle, draw.Text2, draw.Regular(label))
	}
}

// name is what step i did, or its number where nobody said.
func (g bioGrid) name(i int) string {
	if i <= len(g.b.Labels) && g.b.Labels[i-1] != "" {
		return draw.Ellipsis(g.b.Labels[i-1], g.b.W, 13, true, false)
	}
	return strconv.Itoa(i)
}

// spoken is the width of the name of the step that is shown.
func (g bioGrid) spoken() float64 { return draw.TextWidth(g.name(g.b.Now), 13, true, false) }

// leastName is how many characters of a name say nothing: so many steps begin with "W1…".
const leastName = 4

// label is what stands under another step: the name of one that was played if its first
// words fit, else the number.
func (g bioGrid) label(c *draw.Canvas, i int) string {
	number := strconv.Itoa(i)
	if i <= g.b.Now {
		if words := draw.Leading(g.name(i), g.cell-4, 13); words != "" && (!strings.HasSuffix(words, "…") || utf8.RuneCountInString(words) > leastName) {
			return words
		}
	}
	if i == g.b.Now+1 && g.gate(i) {
		if ask := c.Msg("bio.gate", "n", number); draw.TextWidth(ask, 13, false, false) < g.cell {
			return ask
		}
	}
	return number
}

func (g bioGrid) gate(i int) bool { return i <= len(g.b.Gates) && g.b.Gates[i-1] }

// marker is a disc for a step and a diamond for a question; it is filled when played.
func (g bioGrid) marker(c *draw.Canvas, i int, x, r float64) {
	past := i <= g.b.Now
	fill, edge := draw.Bg, draw.Neutral
	if past {
		fill, edge = draw.Text, draw.Text
	}
	c.As("step:"+strconv.Itoa(i), func() {
		c.Box(x-g.cell/2, 0, g.cell, g.line+28, 0, draw.None, draw.None, 0)
		if g.gate(i) {
			d := 7.0
			if i == g.b.Now {
				d = r + 1
			}
			c.Path(draw.From(x, g.line-d).To(x+d, g.line).To(x, g.line+d).To(x-d, g.line).Close(), edge, 2).Fill = fill
			return
		}
		d := 4.0
		if i == g.b.Now {
			d = r - .5
		}
		c.Disc(x, g.line, d, fill, edge, 2)
	})
}
