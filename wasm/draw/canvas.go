package draw

import (
	"math"
	"strings"
)

// Canvas collects shapes. Zones and figures write to it through the few helpers of this file, so
// that one stroke width or gap means one thing. The zero Canvas is empty.
type Canvas struct {
	// Text looks a message up; nil gives keys.
	Text func(key string, args ...string) string
	Out  []Shape
	ID   string // ID of the shapes that follow
	Zone string // Zone of the words that follow
}

func (c *Canvas) Add(s Shape) *Shape {
	if s.ID == "" {
		s.ID = c.ID
	}
	c.Out = append(c.Out, s)
	return &c.Out[len(c.Out)-1]
}

// As gives id to the shapes that do draws.
func (c *Canvas) As(id string, do func()) {
	was := c.ID
	c.ID = id
	do()
	c.ID = was
}

func (c *Canvas) Box(x, y, w, h, r float64, fill, stroke Ink, width float64) *Shape {
	return c.Add(Shape{Kind: Rect, X: x, Y: y, W: w, H: h, R: r, Fill: fill, Stroke: stroke, StrokeWidth: width})
}

func (c *Canvas) Disc(x, y, r float64, fill, stroke Ink, width float64) *Shape {
	return c.Add(Shape{Kind: Circle, X: x, Y: y, R: r, Fill: fill, Stroke: stroke, StrokeWidth: width})
}

func (c *Canvas) Line(x1, y1, x2, y2 float64, ink Ink, width float64) *Shape {
	return c.Path(From(x1, y1).To(x2, y2), ink, width)
}

func (c *Canvas) Path(p *Pen, ink Ink, width float64) *Shape {
	return c.Add(Shape{Kind: Path, Segs: p.Segs, Stroke: ink, StrokeWidth: width})
}

func (c *Canvas) Dotted(p *Pen, ink Ink, width float64) *Shape {
	s := c.Path(p, ink, width)
	s.Dash, s.RoundCap = [2]float64{1, 7}, true
	return s
}

// Ring draws frac of a circle clockwise from 12 o'clock, over a full ring of bg.
func (c *Canvas) Ring(x, y, r, frac float64, ink Ink, width float64, bg Ink) {
	if bg != None {
		c.Disc(x, y, r, None, bg, width)
	}
	frac = math.Min(1, math.Max(0, frac))
	if frac >= 0.999 {
		c.Disc(x, y, r, None, ink, width)
		return
	}
	if frac > 0 {
		c.Add(Shape{Kind: Arc, X: x, Y: y, R: r, Frac: frac, Stroke: ink, StrokeWidth: width})
	}
}

// Directions of an arrow head.
const (
	Right = 0.0
	Down  = 90.0
	Left  = 180.0
	Up    = 270.0
)

// Arrow draws an open head with its tip at x, y.
func (c *Canvas) Arrow(x, y, dir float64, ink Ink, size float64) *Shape {
	sin, cos := math.Sincos(dir * math.Pi / 180)
	at := func(dx, dy float64) (float64, float64) { return x + dx*cos - dy*sin, y + dx*sin + dy*cos }
	x1, y1 := at(-size, -size*.72)
	x2, y2 := at(-size, size*.72)
	s := c.Path(From(x1, y1).To(x, y).To(x2, y2), ink, 2)
	s.RoundCap = true
	return s
}

// Words writes runs on the baseline x, y; fill is the ink of runs that name none.
func (c *Canvas) Words(x, y, size float64, anchor Anchor, fill Ink, runs ...Run) *Shape {
	zone := c.Zone
	c.Zone = ""
	return c.Add(Shape{Kind: Words, Zone: zone, X: x, Y: y, Size: size, Anchor: anchor, Fill: fill, Runs: runs})
}

// Fitted is words that stay within width px.
func (c *Canvas) Fitted(x, y, size, width float64, anchor Anchor, fill Ink, runs ...Run) *Shape {
	runs, size = Fit(runs, size, width)
	return c.Words(x, y, size, anchor, fill, runs...)
}

// Plate writes runs on a plate of bg, so that no hatch and no rail runs through type.
// width > 0 bounds the text.
func (c *Canvas) Plate(x, y, size, width float64, anchor Anchor, bg Ink, runs ...Run) {
	const pad = 6
	runs, size = Fit(runs, size, width)
	w := Width(runs, size) + 2*pad
	x0 := x - pad
	switch anchor {
	case End:
		x0 = x - w + pad
	case Middle:
		x0 = x - w/2
	}
	c.Box(x0, y-size*1.02, w, size*1.42, 3, bg, None, 0)
	c.Words(x, y, size, anchor, Text, runs...)
}

// Say looks up a message and reads its marks: *bold* in ink, `mono`, the rest in rest.
func (c *Canvas) Say(rest Ink, size float64, key string, args ...string) []Run {
	return Rich(c.Msg(key, args...), rest, size)
}

// Msg looks up a message. Marks inside an argument are made harmless unless it came from msg.
func (c *Canvas) Msg(key string, args ...string) string {
	if c.Text == nil {
		return key
	}
	return c.Text(key, args...)
}

// Lines splits a message at its bars.
func (c *Canvas) Lines(rest Ink, size float64, key string, args ...string) [][]Run {
	var out [][]Run
	for _, l := range strings.Split(c.Msg(key, args...), "|") {
		out = append(out, Rich(l, rest, size))
	}
	return out
}

// Rich reads *bold* and `mono` marks. Bold is in Text, the rest in rest; mono is a tenth
// smaller, since its letters are larger.
func Rich(s string, rest Ink, size float64) []Run {
	var runs []Run
	bold, mono := false, false
	from := 0
	flush := func(to int) {
		if to > from {
			r := Run{Text: s[from:to], Bold: bold, Mono: mono, Ink: rest}
			if bold {
				r.Ink = Text
			}
			if mono {
				r.Size = math.Max(12, math.Round(size*.9))
				r.Ink = Text
			}
			runs = append(runs, r)
		}
		from = to + 1
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*':
			flush(i)
			bold = !bold
		case '`':
			flush(i)
			mono = !mono
		}
	}
	flush(len(s))
	return runs
}

func Bold(s string) Run         { return Run{Text: s, Bold: true} }
func Regular(s string) Run      { return Run{Text: s} }
func Inked(s string, i Ink) Run { return Run{Text: s, Ink: i} }
func Mono(s string, z float64) Run {
	return Run{Text: s, Mono: true, Size: z}
}

// Pen builds a path piece by piece.
type Pen struct {
	Segs []Seg
	X, Y float64
}

func From(x, y float64) *Pen {
	return &Pen{Segs: []Seg{{Op: 'M', X: x, Y: y}}, X: x, Y: y}
}

func (p *Pen) Push(s Seg) *Pen {
	p.Segs = append(p.Segs, s)
	p.X, p.Y = s.X, s.Y
	return p
}

func (p *Pen) Move(x, y float64) *Pen { return p.Push(Seg{Op: 'M', X: x, Y: y}) }
func (p *Pen) To(x, y float64) *Pen   { return p.Push(Seg{Op: 'L', X: x, Y: y}) }
func (p *Pen) H(x float64) *Pen       { return p.To(x, p.Y) }
func (p *Pen) V(y float64) *Pen       { return p.To(p.X, y) }
func (p *Pen) Q(x1, y1, x, y float64) *Pen {
	return p.Push(Seg{Op: 'Q', X1: x1, Y1: y1, X: x, Y: y})
}
func (p *Pen) C(x1, y1, x2, y2, x, y float64) *Pen {
	return p.Push(Seg{Op: 'C', X1: x1, Y1: y1, X2: x2, Y2: y2, X: x, Y: y})
}
func (p *Pen) Close() *Pen {
	p.Segs = append(p.Segs, Seg{Op: 'Z', X: p.Segs[0].X, Y: p.Segs[0].Y})
	return p
}

// Bend goes to x, y by way of the corner cx, cy, rounded by r.
func (p *Pen) Bend(cx, cy, x, y, r float64) *Pen {
	back := func(x0, y0 float64) (float64, float64) {
		d := math.Hypot(x0-cx, y0-cy)
		if d == 0 {
			return cx, cy
		}
		k := math.Min(r, d/1.01) / d
		return cx + (x0-cx)*k, cy + (y0-cy)*k
	}
	ax, ay := back(p.X, p.Y)
	bx, by := back(x, y)
	return p.To(ax, ay).Q(cx, cy, bx, by).To(x, y)
}
