package scrubber

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"math"
	"slices"
	"strconv"
)

// A long story has more steps than the scrubber has room for cells: it is the length of the
// queue over all of them, with the playhead. Only its last state is looked at.

const (
	cellLeast = 4.0 // px that a step needs for a cell of its own
	reachable = 3.0 // px that a click can tell apart
	gateLeast = 14.0
	bucket    = 2.0 // px that one length is drawn for
)

// Long reports whether b has more steps than room for their cells.
func (b *Bio) Long() bool { return b.Total > int(b.W/cellLeast) }

// lengthsLeft is where the lengths begin, behind what they are, px.
const lengthsLeft = 92.0

// crowd draws a bar a step, as long as the queue was after it: the keys are more than there is room for rows.
func (g bioGrid) crowd(c *draw.Canvas) {
	b, base, top := g.b, g.line-10, 6.0
	g.length(c, b.W >= 500)
	c.Line(g.x0, base, g.x(b.Total), base, draw.Line, 1)
	if len(b.Lengths) <= b.Now {
		return
	}
	peak := max(1, slices.Max(b.Lengths)) // of the whole story: what is drawn stays as it is
	for i := 1; i <= b.Now; i++ {
		if h := float64(b.Lengths[i]) / float64(peak) * (base - top); h > 0 {
			c.Add(draw.Shape{Kind: draw.Rect, X: g.x(i-1) + 1, Y: base - h, W: g.cell - 2, H: h,
				Fill: draw.Bg, Stroke: draw.Dirty, StrokeWidth: 1, Hatch: draw.Dirty, HatchPitch: 6, HatchWidth: 3})
		}
	}
}

// length says how long the queue is.
func (g bioGrid) length(c *draw.Canvas, labels bool) {
	if b := g.b; labels && b.H >= 100 {
		c.Words(0, 20, 14, draw.Start, draw.Text2, draw.Regular(c.Msg("live.queueLength")))
		if b.Now < len(b.Lengths) {
			c.Words(0, 42, 20, draw.Start, draw.Text, draw.Bold(draw.Number(b.Lengths[b.Now])))
		}
	}
}

// long draws a long story.
func (g bioGrid) long(c *draw.Canvas, labels bool) {
	b := g.b
	end := g.x(b.Total)
	g.length(c, labels)
	if b.Now < b.Total {
		c.Box(g.x(b.Now), 0, end-g.x(b.Now), g.line-10, 0, draw.Panel, draw.None, 0)
		if room := end - g.x(b.Now) - 20; g.line > 40 {
			future(c, g.x(b.Now)+16, g.line/2-4, room)
		}
	}
	if g.line > 40 {
		g.lengths(c)
	}
	g.track(c, end)
	g.cells(c, end)
	if labels {
		g.numbers(c)
	}
}

// cells are what a click can tell apart: each has the step at its right edge.
func (g bioGrid) cells(c *draw.Canvas, end float64) {
	for x := g.x0; x < end; x += reachable {
		i := min(int((x+reachable-g.x0)/g.cell), g.b.Total)
		c.As("step:"+strconv.Itoa(i), func() { c.Box(x, 0, reachable, g.line+28, 0, draw.None, draw.None, 0) })
	}
}

// track is the line of all steps, as far as it was played, with the questions that have room
// and the playhead.
func (g bioGrid) track(c *draw.Canvas, end float64) {
	b := g.b
	c.Line(g.x0, g.line, end, g.line, draw.Line, 3)
	if b.Now > 0 {
		c.Line(g.x0, g.line, g.x(b.Now), g.line, draw.Text, 3)
	}
	free := g.x0
	for i := range b.Gates {
		if x := g.x(i + 1); b.Gates[i] && x >= free {
			fill, edge := draw.Bg, draw.Neutral
			if i < b.Now {
				fill, edge = draw.Text, draw.Text
			}
			c.Path(draw.From(x, g.line-5).To(x+5, g.line).To(x, g.line+5).To(x-5, g.line).Close(), edge, 2).Fill = fill
			free = x + gateLeast
		}
	}
	c.Disc(g.x(b.Now), g.line, 7.5, draw.Text, draw.Text, 2)
}

// lengths draws how long the queue was after each step played, the longest of those that
// fall on the same few pixels; what is level is one piece.
func (g bioGrid) lengths(c *draw.Canvas) {
	all := g.b.Lengths
	last := min(g.b.Now, len(all)-1)
	if last < 1 {
		return
	}
	base, top := g.line-10, 6.0
	peak := float64(max(1, slices.Max(all))) // of the whole story: what is drawn stays as it is
	y := func(n int) float64 { return base - math.Round(float64(n)/peak*(base-top)*2)/2 }
	line := draw.From(g.x0, y(all[0]))
	per := max(1, int(math.Ceil(bucket/g.cell)))
	at, x := y(all[0]), g.x0
	for i := 1; i <= last; i += per {
		to := min(i+per-1, last)
		next := y(slices.Max(all[i : to+1]))
		if next != at {
			line.To(x, at).To(g.x(to), next)
		}
		at, x = next, g.x(to)
	}
	line.To(x, at)
	fill := draw.From(g.x0, base)
	fill.Segs = append(fill.Segs, line.Segs...)
	fill.Segs[1].Op = 'L'
	c.Add(draw.Shape{Kind: draw.Path, Segs: fill.To(x, base).Close().Segs, Fill: draw.DirtyTint})
	c.Path(line, draw.Dirty, 2)
}

// numbers stand under the line, round ones; the step shown has its name.
func (g bioGrid) numbers(c *draw.Canvas) {
	b := g.b
	now, half := g.x0, 0.0
	if b.Now > 0 {
		half = g.spoken() / 2
		now = max(half, min(g.x(b.Now), b.W-half))
		c.Words(now, g.line+24, 13, draw.Middle, draw.Text, draw.Bold(g.name(b.Now)))
	}
	every := roundAbove(64 / g.cell)
	for i := every; i <= b.Total; i += every {
		label := draw.Number(i)
		w := draw.TextWidth(label, 13, false, false) / 2
		if x := g.x(i); x+w < b.W && math.Abs(x-now) >= half+w+8 {
			c.Words(x, g.line+24, 13, draw.Middle, draw.Text2, draw.Regular(label))
		}
	}
}

// roundAbove is the least of 1, 2, 5, 10, 20, 50… that is not below v.
func roundAbove(v float64) int {
	for n := 1; ; n *= 10 {
		for _, k := range []int{1, 2, 5} {
			if float64(n*k) >= v {
				return n * k
			}
		}
	}
}
