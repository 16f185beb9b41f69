package scrubber

import (
	"math"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The rows of a biography: two bars a key or object, or the keys of an index value.

func (g bioGrid) drawRows(c *draw.Canvas, rows []bioRow) {
	b := g.b
	pitch, top := 28.0, 8.0
	switch { // the lowest bar keeps off the markers
	case len(rows) > MaxRows:
		pitch, top = 14.5, 2
	case len(rows) == MaxRows:
		pitch, top = 19.5, 3
	}
	if len(b.Partings) > 0 {
		pitch = math.Min(pitch, (g.line-26)/float64(max(len(rows), 1)))
	}
	if g.b.H < 100 && len(rows) <= MaxRows { // four rows need all there is
		pitch *= .75
	}
	for i, r := range rows {
		y := top + float64(i)*pitch
		name := r.name
		if _, value, ok := strings.Cut(name, "="); ok && r.key == 0 {
			name = value
		}
		size := math.Min(r.size, pitch)
		if len(rows) > MaxRows {
			size = math.Min(13, math.Max(12, pitch)) // names keep apart
		}
		c.Fitted(0, y+math.Min(14, pitch-2), size, g.x0-8, draw.Start, draw.Text, draw.Run{Text: name, Bold: r.bold || r.key == 0})
		if r.key != 0 {
			c.Line(g.x0, y+23.5-(28-pitch), g.x(b.Total), y+23.5-(28-pitch), draw.Line, 1)
			tall := math.Min(9, pitch/2-1.5)
			if r.object {
				server := func(s *state.State) bool { _, ok := s.Server.Objects.Get(r.key); return ok }
				store := func(s *state.State) bool { _, ok := s.Store.Get(r.key); return ok && lives(s) }
				g.span(c, y, tall, server, draw.Shape{Stroke: draw.Neutral, StrokeWidth: 1.5})
				g.span(c, y+tall+.5, tall, store, draw.Shape{Fill: draw.BodyEdge})
				continue
			}
			has := func(bit uint8) func(*state.State) bool {
				return func(s *state.State) bool { k, _ := s.Key(r.key); return k.Bits&bit != 0 && lives(s) }
			}
			g.span(c, y, tall, has(trace.Dirty), draw.Shape{Fill: draw.Bg, Stroke: draw.Dirty, StrokeWidth: 1, Hatch: draw.Dirty, HatchPitch: 6, HatchWidth: 3})
			g.span(c, y+tall+.5, tall, has(trace.Processing), draw.Shape{Fill: draw.Proc})
			continue
		}
		g.posting(c, y, r.name)
	}
}

// lives reports whether the program runs: with it end its store, its indices and its queue.
func lives(s *state.State) bool { return s.Crash == "" }

// legend says what the bars of the rows are, in the blank future where there is room.
func (g bioGrid) legend(c *draw.Canvas, rows []bioRow) {
	if len(rows) == 0 || rows[0].key == 0 || g.b.H < 100 {
		return
	}
	x, y := g.x(g.b.Now)+16, g.line-22
	var words []string
	var bars []draw.Shape
	if rows[0].object {
		words = []string{c.Msg("table.server"), c.Msg("table.store")}
		bars = []draw.Shape{{Stroke: draw.Neutral, StrokeWidth: 1.5}, {Fill: draw.BodyEdge}}
	}
	if !rows[len(rows)-1].object {
		words = append(words, c.Msg("page.dirty"), c.Msg("page.processing"))
		bars = append(bars, draw.Shape{Fill: draw.Bg, Stroke: draw.Dirty, StrokeWidth: 1, Hatch: draw.Dirty, HatchPitch: 6, HatchWidth: 3}, draw.Shape{Fill: draw.Proc})
	}
	if x+float64(52*len(words)-24)+draw.TextWidth(strings.Join(words, ""), 13, false, false) > g.x(g.b.Total) {
		return
	}
	for i, bar := range bars {
		bar.Kind, bar.X, bar.Y, bar.W, bar.H = draw.Rect, x, y-9, 20, 9
		c.Add(bar)
		c.Plate(x+28, y, 13, 0, draw.Start, draw.Panel, draw.Inked(words[i], draw.Text2))
		x += 28 + draw.TextWidth(words[i], 13, false, false) + 24
	}
}

// span draws bars like the given one over the steps after which on holds.
func (g bioGrid) span(c *draw.Canvas, y, tall float64, on func(*state.State) bool, like draw.Shape) {
	for i := 1; i <= g.b.Now; i++ {
		from := i
		for i <= g.b.Now && on(g.b.States[i]) {
			i++
		}
		if i > from {
			bar := like
			bar.Kind, bar.X, bar.Y, bar.W, bar.H = draw.Rect, g.x(from-1)+1, y, g.x(i-1)-g.x(from-1)-2, tall
			c.Add(bar)
		}
	}
}

// posting draws which keys stood under an index value.
func (g bioGrid) posting(c *draw.Canvas, y float64, name string) {
	b := g.b
	under := func(i int) string {
		if !lives(b.States[i]) {
			return ""
		}
		for _, p := range b.States[i].Index {
			if p.Name != name {
				continue
			}
			var keys []string
			for _, k := range p.Keys {
				keys = append(keys, draw.Plain(b.States[b.Now].Name(k)))
			}
			return strings.Join(keys, ", ")
		}
		return ""
	}
	for i := 1; i <= b.Now; {
		text, j := under(i), i
		for j < b.Now && under(j+1) == text {
			j++
		}
		if text != "" {
			x, w := g.x(i-1)+1, g.x(j)-g.x(i-1)-2
			c.Box(x, y-1, w, 20, 0, draw.Body, draw.BodyEdge, 1)
			pad := 8.0
			if b.W < 500 { // the frame of the shown step stands close
				pad = 4
			}
			room := w - pad - 4
			if frame := g.x(b.Now - 1); b.W < 500 && i < b.Now && j >= b.Now && x+pad+draw.TextWidth(text, 13, true, false) > frame-2 {
				pad, room = 2, frame-2-x-2 // it ends before the frame, which would cross it
			}
			c.Fitted(x+pad, y+14, 13, room, draw.Start, draw.Text, draw.Bold(text))
		}
		i = j + 1
	}
}
