package outline

import "math"

// Seg is one piece of a path: M and L use X Y; Q uses X1 Y1 as control; C uses X1 Y1 X2 Y2; Z closes.
type Seg struct {
	Op             byte // 'M' 'L' 'Q' 'C' 'Z'
	X1, Y1, X2, Y2 float64
	X, Y           float64
}

// Line is a polyline.
type Line struct {
	Points []Point
	Closed bool
}

// To is where outlines go: a stage pixel is Scale pixels there, the origin stands at X, Y, and
// a straight piece lies at most Stray pixels beside the curve that it stands for.
type To struct{ Scale, X, Y, Stray float64 }

// At is where a point of the stage stands.
func (t To) At(x, y float64) Point { return Point{x*t.Scale + t.X, y*t.Scale + t.Y} }

// Steps is into how many pieces an arc of radius r pixels and an angle is cut.
func (t To) Steps(r, angle float64) int {
	if r < 0.5 {
		r = 0.5
	}
	n := int(math.Ceil(math.Abs(angle) / (2 * math.Acos(1-math.Min(t.Stray/r, 0.5)))))
	return min(max(n, 1), 256)
}

// Rect appends a rectangle with rounded corners, clockwise from the left end of its top edge,
// where dashes begin too.
func (t To) Rect(dst []Point, x, y, w, h, r float64) []Point {
	a, b := t.At(x, y), t.At(x+w, y+h)
	r = math.Min(r*t.Scale, math.Min(b.X-a.X, b.Y-a.Y)/2)
	if r < 0.25 {
		return append(dst, a, Point{b.X, a.Y}, b, Point{a.X, b.Y})
	}
	n := t.Steps(r, math.Pi/2)
	dst = append(dst, Point{a.X + r, a.Y})
	for q, c := range [4]Point{{b.X - r, a.Y + r}, {b.X - r, b.Y - r}, {a.X + r, b.Y - r}, {a.X + r, a.Y + r}} {
		for i := 0; i <= n; i++ {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(q-1) + float64(i)/float64(n)))
			dst = append(dst, Point{c.X + r*cos, c.Y + r*sin})
		}
	}
	return dst
}

// Arc appends the part of a circle from fraction f0 to f1, clockwise from 12 o'clock.
func (t To) Arc(dst []Point, x, y, r, f0, f1 float64) []Point {
	c := t.At(x, y)
	r *= t.Scale
	n := max(t.Steps(r, 2*math.Pi*(f1-f0)), 2)
	for i := 0; i <= n; i++ {
		f := f0 + (f1-f0)*float64(i)/float64(n)
		sin, cos := math.Sincos(2*math.Pi*f - math.Pi/2)
		dst = append(dst, Point{c.X + r*cos, c.Y + r*sin})
	}
	return dst
}

// Path are the lines of a path.
func (t To) Path(segs []Seg) (lines []Line) {
	var cur []Point
	end := func(closed bool) {
		if len(cur) > 0 {
			lines = append(lines, Line{cur, closed})
		}
		cur = nil
	}
	var at, start Point
	for _, g := range segs {
		to := t.At(g.X, g.Y)
		if g.Op != 'M' && g.Op != 'Z' && len(cur) == 0 {
			cur = append(cur, at)
		}
		switch g.Op {
		case 'M':
			end(false)
			start = to
			cur = append(cur, to)
		case 'L':
			cur = append(cur, to)
		case 'Q':
			c := t.At(g.X1, g.Y1)
			n := t.curveSteps(at, c, c, to)
			for i := 1; i <= n; i++ {
				k := float64(i) / float64(n)
				cur = append(cur, at.Lerp(c, k).Lerp(c.Lerp(to, k), k))
			}
		case 'C':
			c1, c2 := t.At(g.X1, g.Y1), t.At(g.X2, g.Y2)
			n := t.curveSteps(at, c1, c2, to)
			for i := 1; i <= n; i++ {
				k := float64(i) / float64(n)
				a, b, c := at.Lerp(c1, k), c1.Lerp(c2, k), c2.Lerp(to, k)
				cur = append(cur, a.Lerp(b, k).Lerp(b.Lerp(c, k), k))
			}
		case 'Z':
			end(true)
			to = start
		}
		at = to
	}
	end(false)
	return lines
}

// curveSteps is into how many pieces a curve is cut: the second differences bound how far a
// chord lies beside it.
func (t To) curveSteps(a, b, c, d Point) int {
	bend := math.Max(a.Sub(b.Mul(2)).Add(c).Len(), b.Sub(c.Mul(2)).Add(d).Len())
	return min(max(int(math.Ceil(math.Sqrt(bend*0.75/t.Stray))), 2), 64)
}

// Walk is the place at part t of the length of a path.
func Walk(path []Seg, t float64) (x, y float64) {
	var pts []Point
	for _, l := range (To{Scale: 1, Stray: 0.1}).Path(path) {
		pts = append(pts, l.Points...)
	}
	total := 0.0
	for i := 1; i < len(pts); i++ {
		total += pts[i].Sub(pts[i-1]).Len()
	}
	want := t * total
	for i := 1; i < len(pts); i++ {
		d := pts[i].Sub(pts[i-1]).Len()
		if want <= d && d > 0 {
			p := pts[i-1].Lerp(pts[i], want/d)
			return p.X, p.Y
		}
		want -= d
	}
	p := pts[len(pts)-1]
	return p.X, p.Y
}
