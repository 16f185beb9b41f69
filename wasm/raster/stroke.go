package raster

import (
	"math"

	"github.com/informerscope/informerscope/wasm/outline"
)

// pen is how a line is drawn.
type pen struct {
	width   float64 // pixels
	on, off float64 // dashes; 0 is a solid line
	round   bool    // caps
	mitred  bool    // corners are pointed, not round
}

// maxDashes bounds the dashes of one line.
const maxDashes = 20_000

// stroke returns the areas that a line covers.
func (p pen) stroke(l outline.Line) (areas []contour) {
	if p.on <= 0 && p.off <= 0 || len(l.Points) < 2 {
		return p.solid(l.Points, l.Closed)
	}
	outline.Dash(l.Points, l.Closed, p.on, p.off, maxDashes, func(piece []point) {
		areas = append(areas, p.solid(piece, false)...)
	})
	return areas
}

// solid is a line as one area: one border there, the other back. Closed lines have two
// borders, of which the inner one is a hole.
func (p pen) solid(pts []point, closed bool) []contour {
	h := p.width / 2
	pts = outline.Tidy(nil, pts, closed)
	switch {
	case len(pts) == 1 && p.round:
		return []contour{p.cap(nil, pts[0], point{X: h}, 2*math.Pi)}
	case len(pts) < 2:
		return nil
	}
	closed = closed && len(pts) > 2
	sections := to(1).Sections(nil, pts, closed, h, p.mitred)
	var there, back contour
	for _, s := range sections {
		there, back = append(there, s.P.Add(s.L.Mul(h))), append(back, s.P.Add(s.R.Mul(h)))
	}
	if closed {
		return []contour{there, reversed(back)}
	}
	first, last := sections[0], sections[len(sections)-1]
	if p.round {
		there = p.cap(there, last.P, last.L.Mul(h), math.Pi)
	}
	out := append(there, reversed(back)...)
	if p.round {
		out = p.cap(out, first.P, first.R.Mul(h), math.Pi)
	}
	return []contour{out}
}

// cap appends the part of a circle about c that begins at c+r and turns clockwise.
func (p pen) cap(dst contour, c, r point, angle float64) contour {
	n := max(to(1).Steps(r.Len(), angle), 4)
	for i := 1; i < n; i++ {
		dst = append(dst, c.Add(r.Turned(angle*float64(i)/float64(n))))
	}
	return dst
}
