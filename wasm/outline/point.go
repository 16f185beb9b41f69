package outline

import "math"

// Point is a place, or the way from one to another. Y grows downwards.
type Point struct{ X, Y float64 }

func (p Point) Add(q Point) Point             { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Sub(q Point) Point             { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Mul(k float64) Point           { return Point{p.X * k, p.Y * k} }
func (p Point) Dot(q Point) float64           { return p.X*q.X + p.Y*q.Y }
func (p Point) Cross(q Point) float64         { return p.X*q.Y - p.Y*q.X }
func (p Point) Len() float64                  { return math.Hypot(p.X, p.Y) }
func (p Point) Lerp(q Point, t float64) Point { return p.Add(q.Sub(p).Mul(t)) }

// Left is p turned a quarter to the left.
func (p Point) Left() Point { return Point{p.Y, -p.X} }

// Turned is p turned clockwise by an angle in radians.
func (p Point) Turned(angle float64) Point {
	sin, cos := math.Sincos(angle)
	return Point{p.X*cos - p.Y*sin, p.X*sin + p.Y*cos}
}

// Tidy appends pts without neighbours that coincide to dst.
func Tidy(dst, pts []Point, closed bool) []Point {
	for _, p := range pts {
		if len(dst) == 0 || p.Sub(dst[len(dst)-1]).Len() > 1e-3 {
			dst = append(dst, p)
		}
	}
	for closed && len(dst) > 1 && dst[0].Sub(dst[len(dst)-1]).Len() <= 1e-3 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// Area is what a closed line encloses; positive when it runs clockwise.
func Area(pts []Point) float64 {
	var s float64
	for i := range pts {
		s += pts[i].Cross(pts[(i+1)%len(pts)])
	}
	return s / 2
}

// Bounds is the box around at least one point.
func Bounds(pts []Point) (lo, hi Point) {
	lo, hi = pts[0], pts[0]
	for _, p := range pts {
		lo = Point{math.Min(lo.X, p.X), math.Min(lo.Y, p.Y)}
		hi = Point{math.Max(hi.X, p.X), math.Max(hi.Y, p.Y)}
	}
	return lo, hi
}

// IsConvex reports whether a closed line turns one way only.
func IsConvex(pts []Point) bool {
	var sign float64
	for i := range pts {
		a, b, c := pts[i], pts[(i+1)%len(pts)], pts[(i+2)%len(pts)]
		k := b.Sub(a).Cross(c.Sub(b))
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
