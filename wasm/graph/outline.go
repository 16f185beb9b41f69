package graph

import (
	"math"

	"github.com/informerscope/informerscope/wasm/scene"
)

// steps is into how many pieces an arc of radius r and the given angle is cut.
func steps(r, angle float64) int {
	if r < 0.5 {
		r = 0.5
	}
	n := int(math.Ceil(math.Abs(angle) / (2 * math.Acos(1-math.Min(tolerance/r, 0.5)))))
	return min(max(n, 1), 256)
}

// roundRect appends the outline of a rounded rectangle, clockwise from the left end
// of its top edge, where dashes begin too.
func (m *mesh) roundRect(pts []point, x, y, w, h, r float64) []point {
	a, b := m.at(x, y), m.at(x+w, y+h)
	r = math.Min(r*m.scale, math.Min(b.x-a.x, b.y-a.y)/2)
	if r < 0.25 {
		return append(pts, a, point{b.x, a.y}, b, point{a.x, b.y})
	}
	n := steps(r, math.Pi/2)
	pts = append(pts, point{a.x + r, a.y})
	for q, c := range [4]point{{b.x - r, a.y + r}, {b.x - r, b.y - r}, {a.x + r, b.y - r}, {a.x + r, a.y + r}} {
		for i := 0; i <= n; i++ {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(q-1) + float64(i)/float64(n)))
			pts = append(pts, point{c.x + r*cos, c.y + r*sin})
		}
	}
	return pts
}

// arc appends the part of a circle from fraction f0 to f1, clockwise from 12 o'clock.
func (m *mesh) arc(pts []point, x, y, r, f0, f1 float64) []point {
	c := m.at(x, y)
	r *= m.scale
	n := max(steps(r, 2*math.Pi*(f1-f0)), 2)
	for i := 0; i <= n; i++ {
		f := f0 + (f1-f0)*float64(i)/float64(n)
		sin, cos := math.Sincos(2*math.Pi*f - math.Pi/2)
		pts = append(pts, point{c.x + r*cos, c.y + r*sin})
	}
	return pts
}

func (m *mesh) path(s *scene.Shape, alpha float64) {
	var contours []([]point)
	var closed []bool
	var cur []point
	end := func(z bool) {
		if len(cur) > 0 {
			contours, closed = append(contours, cur), append(closed, z)
		}
		cur = nil
	}
	var at, start point
	for _, g := range s.Segs {
		to := m.at(g.X, g.Y)
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
			c := m.at(g.X1, g.Y1)
			n := curveSteps(at, c, c, to)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				cur = append(cur, at.lerp(c, t).lerp(c.lerp(to, t), t))
			}
		case 'C':
			c1, c2 := m.at(g.X1, g.Y1), m.at(g.X2, g.Y2)
			n := curveSteps(at, c1, c2, to)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				a, b, c := at.lerp(c1, t), c1.lerp(c2, t), c2.lerp(to, t)
				cur = append(cur, a.lerp(b, t).lerp(b.lerp(c, t), t))
			}
		case 'Z':
			end(true)
			to = start
		}
		at = to
	}
	end(false)
	for i, pts := range contours {
		m.outline(s, alpha, pts, closed[i], isConvex(pts), false)
	}
}

func curveSteps(a, b, c, d point) int {
	bend := math.Max(a.sub(b.mul(2)).add(c).len(), b.sub(c.mul(2)).add(d).len())
	return min(max(int(math.Ceil(math.Sqrt(bend*0.75/tolerance))), 2), 64)
}
