package scrubber

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"strconv"
)

// AreaPlot is the scrubber of live mode: a length over the last minutes, now at the right.
type AreaPlot struct {
	W, H   float64
	Left   float64 // room for the label and the number
	Values []int   // one a second, the newest last
	Now    int     // the number shown large
	Label  string
	Ago    float64 // how many seconds before now the playhead stands
	Text   func(key string, args ...string) string
}

// areaSpan is how many seconds the plot covers at least, so that it does not stretch a
// few seconds over the whole width.
const areaSpan = 60

// AreaRight is how far the plot ends before the right edge, px.
const AreaRight = 4.0

// Span is how many seconds the plot of n values covers.
func Span(n int) int { return max(n-1, areaSpan) }

// Area draws the plot.
func Area(a AreaPlot) []draw.Shape {
	c := &draw.Canvas{}
	top, base := 8.0, a.H-32
	right := a.W - AreaRight
	span := Span(len(a.Values))
	peak := a.Now
	for _, v := range a.Values {
		peak = max(peak, v)
	}
	full := max(peak, 1) // a queue that was empty all the time lies on the line
	x := func(i int) float64 { return right - (right-a.Left)*float64(len(a.Values)-1-i)/float64(span) }
	y := func(v int) float64 { return base - float64(v)/float64(full)*(base-top) }
	if n := len(a.Values); n > 1 {
		line := draw.From(x(0), y(a.Values[0]))
		fill := draw.From(x(0), base).To(x(0), y(a.Values[0]))
		for i := 1; i < n; i++ {
			line.To(x(i), y(a.Values[i]))
			fill.To(x(i), y(a.Values[i]))
		}
		fill.To(right, base).Close()
		c.Add(draw.Shape{Kind: draw.Path, Segs: fill.Segs, Fill: draw.DirtyTint})
		c.Path(line, draw.Dirty, 2)
	}
	c.Line(a.Left, base, right, base, draw.Neutral, 1.5)
	c.Words(0, 20, 14, draw.Start, draw.Text2, draw.Run{Text: a.Label})
	c.Words(0, 42, 20, draw.Start, draw.Text, draw.Run{Text: strconv.Itoa(a.Now), Bold: true})
	c.Words(a.Left-8, base, 13, draw.End, draw.Text3, draw.Run{Text: "0"})
	if a.H >= 100 {
		c.Fitted(0, base, 13, a.Left-30, draw.Start, draw.Text3, draw.Regular(a.Text("stage.area.peak", "n", strconv.Itoa(peak))))
	}
	for i := range 6 {
		at := a.Left + (right-a.Left)*float64(i)/5
		label, anchor := a.Text("stage.now"), draw.End
		if i < 5 {
			label, anchor = "−"+ago(span*(5-i)/5, span), draw.Middle
			if i == 0 {
				anchor = draw.Start
			}
		}
		c.Line(at, base, at, base+5, draw.Neutral, 1.5)
		c.Words(at, a.H-8, 13, anchor, draw.Text2, draw.Run{Text: label})
	}
	head := right - (right-a.Left)*min(max(a.Ago/float64(span), 0), 1)
	c.Line(head, 0, head, base, draw.Text, 2)
	return c.Out
}

// ago prints s seconds in the unit of an axis that is span seconds long: 48 s, 4 min, 2.4 min.
func ago(s, span int) string {
	if span < 180 {
		return strconv.Itoa(s) + " s"
	}
	tenths := (s + 3) / 6
	text := strconv.Itoa(tenths / 10)
	if span%300 != 0 { // some label is no whole minute, so all have a decimal
		text += "." + strconv.Itoa(tenths%10)
	}
	return text + " min"
}
