package scene

import (
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

// long draws a long story.
func (g bioGrid) long(c *Canvas, labels bool) {
	b := g.b
	end := g.x(b.Total)
	if labels && b.H >= 100 {
		c.words(0, 20, 14, Start, Text2, norm(c.msg("live.queueLength")))
		if b.Now < len(b.Lengths) {
			c.words(0, 42, 20, Start, Text, bold(number(b.Lengths[b.Now])))
		}
	}
	if b.Now < b.Total {
		c.box(g.x(b.Now), 0, end-g.x(b.Now), g.line-10, 0, Panel, None, 0)
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
func (g bioGrid) cells(c *Canvas, end float64) {
	for x := g.x0; x < end; x += reachable {
		i := min(int((x+reachable-g.x0)/g.cell), g.b.Total)
		c.as("step:"+strconv.Itoa(i), func() { c.box(x, 0, reachable, g.line+28, 0, None, None, 0) })
	}
}

// track is the line of all steps, as far as it was played, with the questions that have room
// and the playhead.
func (g bioGrid) track(c *Canvas, end float64) {
	b := g.b
	c.line(g.x0, g.line, end, g.line, Line, 3)
	if b.Now > 0 {
		c.line(g.x0, g.line, g.x(b.Now), g.line, Text, 3)
	}
	free := g.x0
	for i := range b.Gates {
		if x := g.x(i + 1); b.Gates[i] && x >= free {
			fill, edge := Bg, Neutral
			if i < b.Now {
				fill, edge = Text, Text
			}
			c.path(pen(x, g.line-5).to(x+5, g.line).to(x, g.line+5).to(x-5, g.line).close(), edge, 2).Fill = fill
			free = x + gateLeast
		}
	}
	c.disc(g.x(b.Now), g.line, 7.5, Text, Text, 2)
}

// lengths draws how long the queue was after each step played, the longest of those that
// fall on the same few pixels; what is level is one piece.
func (g bioGrid) lengths(c *Canvas) {
	all := g.b.Lengths
	last := min(g.b.Now, len(all)-1)
	if last < 1 {
		return
	}
	base, top := g.line-10, 6.0
	peak := float64(max(1, slices.Max(all))) // of the whole story: what is drawn stays as it is
	y := func(n int) float64 { return base - math.Round(float64(n)/peak*(base-top)*2)/2 }
	line := pen(g.x0, y(all[0]))
	per := max(1, int(math.Ceil(bucket/g.cell)))
	at, x := y(all[0]), g.x0
	for i := 1; i <= last; i += per {
		to := min(i+per-1, last)
		next := y(slices.Max(all[i : to+1]))
		if next != at {
			line.to(x, at).to(g.x(to), next)
		}
		at, x = next, g.x(to)
	}
	line.to(x, at)
	fill := pen(g.x0, base)
	fill.segs = append(fill.segs, line.segs...)
	fill.segs[1].Op = 'L'
	c.add(Shape{Kind: Path, Segs: fill.to(x, base).close().segs, Fill: DirtyTint})
	c.path(line, Dirty, 2)
}

// numbers stand under the line, round ones; the step shown has its name.
func (g bioGrid) numbers(c *Canvas) {
	b := g.b
	now, half := g.x0, 0.0
	if b.Now > 0 {
		half = g.spoken() / 2
		now = max(half, min(g.x(b.Now), b.W-half))
		c.words(now, g.line+24, 13, Middle, Text, bold(g.name(b.Now)))
	}
	every := roundAbove(64 / g.cell)
	for i := every; i <= b.Total; i += every {
		label := number(i)
		w := TextWidth(label, 13, false, false) / 2
		if x := g.x(i); x+w < b.W && math.Abs(x-now) >= half+w+8 {
			c.words(x, g.line+24, 13, Middle, Text2, norm(label))
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
