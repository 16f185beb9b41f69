package graph

import (
	"math"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/outline"
)

func (m *mesh) line(s *draw.Shape, alpha float64, pts []point, closed, miter bool) {
	if s.Stroke == draw.None || s.StrokeWidth <= 0 {
		return
	}
	c := m.ink(s.Stroke, alpha*or1(s.StrokeAlpha))
	half := s.StrokeWidth * m.scale / 2
	if s.Dash[0] > 0 && s.Dash[1] > 0 || s.Dash[1] > 0 && s.RoundCap {
		outline.Dash(pts, closed, s.Dash[0]*m.scale, s.Dash[1]*m.scale, maxDashes, func(piece []point) {
			m.stroke(piece, false, half, c, s.RoundCap, false)
		})
		return
	}
	m.stroke(pts, closed, half, c, s.RoundCap, miter)
}

// faint is the opacity that makes up for a line thinner than a pixel, whose fringes alone
// are a pixel wide.
func faint(half float64) float64 { return math.Min(2*half/(half+0.5), 1) }

// row is one cross-section of a stroke and its opacity.
type row struct {
	outline.Section
	k float64
}

// stroke draws a polyline of the given half width. Sharp corners are round, or mitred; an end
// without a round cap has its fringe along the line.
func (m *mesh) stroke(pts []point, closed bool, half float64, c rgba, roundCap, miter bool) {
	pts = outline.Tidy(m.clean[:0], pts, closed)
	m.clean = pts
	n := len(pts)
	if c.a == 0 {
		return
	}
	if n < 2 {
		if n == 1 && roundCap {
			m.dot(pts[0], half, c)
		}
		return
	}
	closed = closed && n > 2
	k := faint(half)
	core, edge := math.Max(half-0.5, 0), half+0.5
	m.sections = m.to.Sections(m.sections[:0], pts, closed, half, miter)
	rows := m.rows[:0]
	for i, s := range m.sections {
		switch {
		case !closed && !roundCap && i == 0:
			d := s.R.Left() // along the line
			rows = append(rows, row{Section: outline.Section{P: s.P.Sub(d.Mul(0.5)), L: s.L, R: s.R}})
			s.P = s.P.Add(d.Mul(math.Min(0.5, pts[1].Sub(s.P).Len()/2)))
			rows = append(rows, row{s, k})
		case !closed && !roundCap && i == len(m.sections)-1:
			d, end := s.R.Left(), s
			end.P = s.P.Add(d.Mul(0.5))
			s.P = s.P.Sub(d.Mul(math.Min(0.5, pts[n-2].Sub(s.P).Len()/2)))
			rows = append(rows, row{s, k}, row{Section: end})
		default:
			rows = append(rows, row{s, k})
		}
	}
	m.rows = rows
	base := uint32(len(m.verts))
	for _, r := range rows {
		m.vert(r.P.Add(r.L.Mul(edge)), c, 0)
		m.vert(r.P.Add(r.L.Mul(core)), c, r.k)
		m.vert(r.P.Add(r.R.Mul(core)), c, r.k)
		m.vert(r.P.Add(r.R.Mul(edge)), c, 0)
	}
	last := len(rows) - 1
	if closed {
		last++
	}
	for i := range last {
		a, b := base+4*uint32(i), base+4*uint32((i+1)%len(rows))
		for j := range uint32(3) {
			m.quad(a+j, a+j+1, b+j+1, b+j)
		}
	}
	if roundCap && !closed {
		m.cap(pts[0], m.sections[0].L.Left(), core, edge, k, c)
		m.cap(pts[n-1], m.sections[len(m.sections)-1].R.Left(), core, edge, k, c)
	}
}

// cap appends half a disc at p, bulging along d.
func (m *mesh) cap(p, d point, core, edge, k float64, c rgba) {
	n := max(m.to.Steps(edge, math.Pi), 4)
	centre := m.vert(p, c, k)
	from := d.Left()
	var prev uint32
	for i := 0; i <= n; i++ {
		v := from.Turned(math.Pi * float64(i) / float64(n))
		in := m.vert(p.Add(v.Mul(core)), c, k)
		m.vert(p.Add(v.Mul(edge)), c, 0)
		if i > 0 {
			m.tris = append(m.tris, centre, prev, in)
			m.quad(prev, prev+1, in+1, in)
		}
		prev = in
	}
}

func (m *mesh) dot(p point, r float64, c rgba) {
	k := faint(r)
	core, edge := math.Max(r-0.5, 0), r+0.5
	m.cap(p, point{X: 1}, core, edge, k, c)
	m.cap(p, point{X: -1}, core, edge, k, c)
}

// maxDashes bounds the pieces of one dashed line.
const maxDashes = 4000
