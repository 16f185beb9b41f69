package scene

import (
	"math"
	"strings"
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

// reach is how far beside a token a finger still means it, px.
const reach = 10

// Hit returns the ID of what stands at x, y: a token before the zone beneath it, "" where
// nothing is. A point just beside a token still means the token.
func Hit(shapes []Shape, x, y float64) string {
	best, near, zone := "", math.Inf(1), ""
	for i := len(shapes) - 1; i >= 0; i-- {
		s := shapes[i]
		if s.ID == "" || s.Piece == Stem {
			continue
		}
		x0, y0, x1, y1 := s.Bounds()
		d := math.Max(math.Max(x0-x, x-x1), math.Max(y0-y, y-y1))
		if strings.HasPrefix(s.ID, "zone:") {
			if d <= 0 && zone == "" {
				zone = s.ID
			}
			continue
		}
		if d = math.Max(d, 0); d <= reach && d < near {
			best, near = s.ID, d
		}
	}
	if best != "" {
		return best
	}
	return zone
}

// Centre returns the middle of what has the ID; ok is false when nothing has.
func Centre(shapes []Shape, id string) (x, y float64, ok bool) {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range shapes {
		if s.ID != id || s.Piece == Stem {
			continue
		}
		x0, y0, x1, y1 := s.Bounds()
		left, top, right, bottom = math.Min(left, x0), math.Min(top, y0), math.Max(right, x1), math.Max(bottom, y1)
		ok = true
	}
	return (left + right) / 2, (top + bottom) / 2, ok
}
