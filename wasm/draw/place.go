package draw

import (
	"math"
	"slices"
)

// Bounds returns the box that s covers, without its stroke.
func (s Shape) Bounds() (x0, y0, x1, y1 float64) {
	switch s.Kind {
	case Circle, Arc:
		return s.X - s.R, s.Y - s.R, s.X + s.R, s.Y + s.R
	case Words:
		w := Width(s.Runs, s.Size)
		x := s.X
		switch s.Anchor {
		case Middle:
			x -= w / 2
		case End:
			x -= w
		}
		return x, s.Y - s.Size*.8, x + w, s.Y + s.Size*.25
	case Path:
		x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		grow := func(x, y float64) {
			x0, y0, x1, y1 = math.Min(x0, x), math.Min(y0, y), math.Max(x1, x), math.Max(y1, y)
		}
		for _, g := range s.Segs {
			grow(g.X, g.Y)
			if g.Op == 'C' || g.Op == 'Q' {
				grow(g.X1, g.Y1)
			}
			if g.Op == 'C' {
				grow(g.X2, g.Y2)
			}
		}
		return x0, y0, x1, y1
	}
	return s.X, s.Y, s.X + s.W, s.Y + s.H
}

// Scaled is the shape k times as large, about the origin.
func (s Shape) Scaled(k float64) Shape {
	for _, f := range []*float64{&s.X, &s.Y, &s.W, &s.H, &s.R, &s.StrokeWidth, &s.Dash[0], &s.Dash[1],
		&s.HatchPitch, &s.HatchWidth, &s.Size, &s.ClipX, &s.ClipY, &s.ClipW, &s.ClipH, &s.ClipR} {
		*f *= k
	}
	if s.Kind == Path {
		segs := make([]Seg, len(s.Segs))
		for i, g := range s.Segs {
			segs[i] = Seg{Op: g.Op, X1: g.X1 * k, Y1: g.Y1 * k, X2: g.X2 * k, Y2: g.Y2 * k, X: g.X * k, Y: g.Y * k}
		}
		s.Segs = segs
	}
	if len(s.Runs) > 0 {
		runs := append([]Run(nil), s.Runs...)
		for i := range runs {
			runs[i].Size *= k
		}
		s.Runs = runs
	}
	return s
}

// invisible stands for an alpha of 0, which in a Shape means opaque.
const invisible = 1e-6

func Faded(s Shape, a float64) Shape {
	if s.Alpha > 0 {
		a *= s.Alpha
	}
	s.Alpha = math.Max(invisible, a)
	return s
}

// Shifted is the shape dx, dy further.
func (s Shape) Shifted(dx, dy float64) Shape {
	s.X, s.Y = s.X+dx, s.Y+dy
	if s.ClipW > 0 {
		s.ClipX, s.ClipY = s.ClipX+dx, s.ClipY+dy
	}
	if s.Kind == Path {
		s.Segs = slices.Clone(s.Segs)
		for i := range s.Segs {
			g := &s.Segs[i]
			g.X, g.Y, g.X1, g.Y1, g.X2, g.Y2 = g.X+dx, g.Y+dy, g.X1+dx, g.Y1+dy, g.X2+dx, g.Y2+dy
		}
	}
	return s
}
