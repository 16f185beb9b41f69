package graph

import (
	"math"

	"github.com/informerscope/informerscope/wasm/draw"
)

// maxHatches bounds the lines of one hatch; more would be a plain grey.
const maxHatches = 2000

// hatch draws 45° lines over a polygon. They hang on the shape's own X and Y, so that a
// thing that moves takes its hatch along.
func (m *mesh) hatch(s *draw.Shape, pts []point, convex bool, c rgba) {
	pitch, half := s.HatchPitch*m.scale, s.HatchWidth*m.scale/2
	if pitch <= 0 {
		pitch = 8 * m.scale
	}
	if half <= 0 {
		half = pitch / 5
	}
	if pitch < 1 || c.a == 0 {
		return
	}
	pos := func(p point) float64 { return (p.X + p.Y) / math.Sqrt2 }
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range pts {
		lo, hi = math.Min(lo, pos(p)), math.Max(hi, pos(p))
	}
	k := faint(half)
	core, edge := math.Max(half-0.5, 0), half+0.5
	if (hi-lo)/pitch > maxHatches {
		return
	}
	origin := pos(m.to.At(s.X, s.Y)) + pitch/2
	for at := origin + pitch*math.Floor((lo-edge-origin)/pitch); at <= hi+edge; at += pitch {
		if !convex {
			m.hatchLine(pts, at, core, edge, k, c)
			continue
		}
		m.band(pts, pos, at-edge, at-core, 0, k, c)
		if core > 0 {
			m.band(pts, pos, at-core, at+core, k, k, c)
		}
		m.band(pts, pos, at+core, at+edge, k, 0, c)
	}
}

// band fills the part of a convex polygon where pos is within [from, to], with an opacity
// that goes from k0 to k1.
func (m *mesh) band(pts []point, pos func(point) float64, from, to, k0, k1 float64, c rgba) {
	poly := cutHalf(m.pts2[:0], pts, func(p point) float64 { return pos(p) - from })
	if len(poly) < 3 {
		return
	}
	m.pts2 = poly
	poly = cutHalf(m.clean[:0], poly, func(p point) float64 { return to - pos(p) })
	m.clean = poly
	if len(poly) < 3 {
		return
	}
	base := uint32(len(m.verts))
	for _, p := range poly {
		t := math.Min(math.Max((pos(p)-from)/(to-from), 0), 1)
		m.vert(p, c, k0+(k1-k0)*t)
	}
	for i := 1; i+1 < len(poly); i++ {
		m.tris = append(m.tris, base, base+uint32(i), base+uint32(i+1))
	}
}

// hatchLine draws one hatch line over a polygon that need not be convex.
func (m *mesh) hatchLine(pts []point, at, core, edge, k float64, c rgba) {
	along := func(p point) float64 { return (p.Y - p.X) / math.Sqrt2 }
	var cuts []float64
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		a, b := (p.X+p.Y)/math.Sqrt2-at, (q.X+q.Y)/math.Sqrt2-at
		if a >= 0 != (b >= 0) {
			x := along(p.Lerp(q, a/(a-b)))
			j := len(cuts)
			cuts = append(cuts, x)
			for ; j > 0 && cuts[j-1] > x; j-- {
				cuts[j] = cuts[j-1]
			}
			cuts[j] = x
		}
	}
	for i := 0; i+1 < len(cuts); i += 2 {
		var v [2][4]uint32
		for e := range 2 {
			for j, o := range [4]float64{-edge, -core, core, edge} {
				f := k
				if j == 0 || j == 3 {
					f = 0
				}
				u, w := at+o, cuts[i+e]
				v[e][j] = m.vert(point{X: (u - w) / math.Sqrt2, Y: (u + w) / math.Sqrt2}, c, f)
			}
		}
		for j := range 3 {
			m.quad(v[0][j], v[0][j+1], v[1][j+1], v[1][j])
		}
	}
}
