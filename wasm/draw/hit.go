package draw

import (
	"math"
	"strings"
)

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
