package graph

import (
	"math"
)

type point struct{ x, y float64 }

func (p point) add(q point) point             { return point{p.x + q.x, p.y + q.y} }
func (p point) sub(q point) point             { return point{p.x - q.x, p.y - q.y} }
func (p point) mul(k float64) point           { return point{p.x * k, p.y * k} }
func (p point) dot(q point) float64           { return p.x*q.x + p.y*q.y }
func (p point) cross(q point) float64         { return p.x*q.y - p.y*q.x }
func (p point) left() point                   { return point{p.y, -p.x} }
func (p point) len() float64                  { return math.Hypot(p.x, p.y) }
func (p point) lerp(q point, t float64) point { return p.add(q.sub(p).mul(t)) }

func isConvex(pts []point) bool {
	var sign float64
	for i := range pts {
		a, b, c := pts[i], pts[(i+1)%len(pts)], pts[(i+2)%len(pts)]
		k := b.sub(a).cross(c.sub(b))
		if math.Abs(k) < 1e-9 {
			continue
		}
		if sign*k < 0 {
			return false
		}
		sign = k
	}
	return true
}

func area(pts []point) float64 {
	var s float64
	for i := range pts {
		s += pts[i].cross(pts[(i+1)%len(pts)])
	}
	return s / 2
}

// tidy returns pts without neighbours that coincide, in dst.
func tidy(dst, pts []point, closed bool) []point {
	for _, p := range pts {
		if len(dst) == 0 || p.sub(dst[len(dst)-1]).len() > 1e-3 {
			dst = append(dst, p)
		}
	}
	for closed && len(dst) > 1 && dst[0].sub(dst[len(dst)-1]).len() <= 1e-3 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

func bounds(pts []point) (lo, hi point) {
	lo, hi = pts[0], pts[0]
	for _, p := range pts {
		lo = point{math.Min(lo.x, p.x), math.Min(lo.y, p.y)}
		hi = point{math.Max(hi.x, p.x), math.Max(hi.y, p.y)}
	}
	return lo, hi
}
