package scene

import (
	"math"
	"strings"
)

// Canvas collects shapes. Zones and figures write to it through the few helpers of this file, so
// that one stroke width or gap means one thing. The zero Canvas is empty.
type Canvas struct {
	// Text looks a message up; nil gives keys.
	Text func(key string, args ...string) string
	out  []Shape
	id   string // ID of the shapes that follow
	zone string // Zone of the words that follow
}

func (c *Canvas) add(s Shape) *Shape {
	if s.ID == "" {
		s.ID = c.id
	}
	c.out = append(c.out, s)
	return &c.out[len(c.out)-1]
}

// as gives id to the shapes that do draws.
func (c *Canvas) as(id string, do func()) {
	was := c.id
	c.id = id
	do()
	c.id = was
}

func (c *Canvas) box(x, y, w, h, r float64, fill, stroke Ink, width float64) *Shape {
	return c.add(Shape{Kind: Rect, X: x, Y: y, W: w, H: h, R: r, Fill: fill, Stroke: stroke, StrokeWidth: width})
}

func (c *Canvas) disc(x, y, r float64, fill, stroke Ink, width float64) *Shape {
	return c.add(Shape{Kind: Circle, X: x, Y: y, R: r, Fill: fill, Stroke: stroke, StrokeWidth: width})
}

func (c *Canvas) line(x1, y1, x2, y2 float64, ink Ink, width float64) *Shape {
	return c.path(pen(x1, y1).to(x2, y2), ink, width)
}

func (c *Canvas) path(p *Pen, ink Ink, width float64) *Shape {
	return c.add(Shape{Kind: Path, Segs: p.segs, Stroke: ink, StrokeWidth: width})
}

func (c *Canvas) dotted(p *Pen, ink Ink, width float64) *Shape {
	s := c.path(p, ink, width)
	s.Dash, s.RoundCap = [2]float64{1, 7}, true
	return s
}

// ring draws frac of a circle clockwise from 12 o'clock, over a full ring of bg.
func (c *Canvas) ring(x, y, r, frac float64, ink Ink, width float64, bg Ink) {
	if bg != None {
		c.disc(x, y, r, None, bg, width)
	}
	frac = math.Min(1, math.Max(0, frac))
	if frac >= 0.999 {
		c.disc(x, y, r, None, ink, width)
		return
	}
	if frac > 0 {
		c.add(Shape{Kind: Arc, X: x, Y: y, R: r, Frac: frac, Stroke: ink, StrokeWidth: width})
	}
}

// Directions of an arrow head.
const (
	right = 0.0
	down  = 90.0
	left  = 180.0
	up    = 270.0
)

// arrow draws an open head with its tip at x, y.
func (c *Canvas) arrow(x, y, dir float64, ink Ink, size float64) *Shape {
	sin, cos := math.Sincos(dir * math.Pi / 180)
	at := func(dx, dy float64) (float64, float64) { return x + dx*cos - dy*sin, y + dx*sin + dy*cos }
	x1, y1 := at(-size, -size*.72)
	x2, y2 := at(-size, size*.72)
	s := c.path(pen(x1, y1).to(x, y).to(x2, y2), ink, 2)
	s.RoundCap = true
	return s
}

// words writes runs on the baseline x, y; fill is the ink of runs that name none.
func (c *Canvas) words(x, y, size float64, anchor Anchor, fill Ink, runs ...Run) *Shape {
	zone := c.zone
	c.zone = ""
	return c.add(Shape{Kind: Words, Zone: zone, X: x, Y: y, Size: size, Anchor: anchor, Fill: fill, Runs: runs})
}

// fitted is words that stay within width px.
func (c *Canvas) fitted(x, y, size, width float64, anchor Anchor, fill Ink, runs ...Run) *Shape {
	runs, size = fit(runs, size, width)
	return c.words(x, y, size, anchor, fill, runs...)
}

// plate writes runs on a plate of bg, so that no hatch and no rail runs through type.
// width > 0 bounds the text.
func (c *Canvas) plate(x, y, size, width float64, anchor Anchor, bg Ink, runs ...Run) {
	const pad = 6
	runs, size = fit(runs, size, width)
	w := Width(runs, size) + 2*pad
	x0 := x - pad
	switch anchor {
	case End:
		x0 = x - w + pad
	case Middle:
		x0 = x - w/2
	}
	c.box(x0, y-size*1.02, w, size*1.42, 3, bg, None, 0)
	c.words(x, y, size, anchor, Text, runs...)
}

// say looks up a message and reads its marks: *bold* in ink, `mono`, the rest in rest.
func (c *Canvas) say(rest Ink, size float64, key string, args ...string) []Run {
	return rich(c.msg(key, args...), rest, size)
}

// msg looks up a message. Marks inside an argument are made harmless unless it came from msg.
func (c *Canvas) msg(key string, args ...string) string {
	if c.Text == nil {
		return key
	}
	return c.Text(key, args...)
}

// lines splits a message at its bars.
func (c *Canvas) lines(rest Ink, size float64, key string, args ...string) [][]Run {
	var out [][]Run
	for _, l := range strings.Split(c.msg(key, args...), "|") {
		out = append(out, rich(l, rest, size))
	}
	return out
}

// rich reads *bold* and `mono` marks. Bold is in Text, the rest in rest; mono is a tenth
// smaller, since its letters are larger.
func rich(s string, rest Ink, size float64) []Run {
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

func bold(s string) Run        { return Run{Text: s, Bold: true} }
func norm(s string) Run        { return Run{Text: s} }
func inkd(s string, i Ink) Run { return Run{Text: s, Ink: i} }
func code(s string, z float64) Run {
	return Run{Text: s, Mono: true, Size: z}
}

// Pen builds a path piece by piece.
type Pen struct {
	segs []Seg
	x, y float64
}

func pen(x, y float64) *Pen {
	return &Pen{segs: []Seg{{Op: 'M', X: x, Y: y}}, x: x, y: y}
}

func (p *Pen) push(s Seg) *Pen {
	p.segs = append(p.segs, s)
	p.x, p.y = s.X, s.Y
	return p
}

func (p *Pen) move(x, y float64) *Pen { return p.push(Seg{Op: 'M', X: x, Y: y}) }
func (p *Pen) to(x, y float64) *Pen   { return p.push(Seg{Op: 'L', X: x, Y: y}) }
func (p *Pen) h(x float64) *Pen       { return p.to(x, p.y) }
func (p *Pen) v(y float64) *Pen       { return p.to(p.x, y) }
func (p *Pen) q(x1, y1, x, y float64) *Pen {
	return p.push(Seg{Op: 'Q', X1: x1, Y1: y1, X: x, Y: y})
}
func (p *Pen) c(x1, y1, x2, y2, x, y float64) *Pen {
	return p.push(Seg{Op: 'C', X1: x1, Y1: y1, X2: x2, Y2: y2, X: x, Y: y})
}
func (p *Pen) close() *Pen {
	p.segs = append(p.segs, Seg{Op: 'Z', X: p.segs[0].X, Y: p.segs[0].Y})
	return p
}

// bend goes to x, y by way of the corner cx, cy, rounded by r.
func (p *Pen) bend(cx, cy, x, y, r float64) *Pen {
	back := func(x0, y0 float64) (float64, float64) {
		d := math.Hypot(x0-cx, y0-cy)
		if d == 0 {
			return cx, cy
		}
		k := math.Min(r, d/1.01) / d
		return cx + (x0-cx)*k, cy + (y0-cy)*k
	}
	ax, ay := back(p.x, p.y)
	bx, by := back(x, y)
	return p.to(ax, ay).q(cx, cy, bx, by).to(x, y)
}
