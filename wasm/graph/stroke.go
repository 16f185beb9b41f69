package graph

import (
	"math"

	"github.com/informerscope/informerscope/wasm/scene"
)

func (m *mesh) line(s *scene.Shape, alpha float64, pts []point, closed, miter bool) {
	if s.Stroke == scene.None || s.StrokeWidth <= 0 {
		return
	}
	c := m.ink(s.Stroke, alpha*or1(s.StrokeAlpha))
	half := s.StrokeWidth * m.scale / 2
	if s.Dash[0] > 0 && s.Dash[1] > 0 || s.Dash[1] > 0 && s.RoundCap {
		m.dash(pts, closed, s.Dash[0]*m.scale, s.Dash[1]*m.scale, half, c, s.RoundCap)
		return
	}
	m.stroke(pts, closed, half, c, s.RoundCap, miter)
}

// faint is the opacity that makes up for a line thinner than a pixel, whose fringes alone
// are a pixel wide.
func faint(half float64) float64 { return math.Min(2*half/(half+0.5), 1) }

// row is one cross-section of a stroke: offsets to its two sides, and its opacity.
type row struct {
	p, l, r point
	k       float64
}

// stroke draws a polyline of the given half width. Sharp corners are round, or mitred.
func (m *mesh) stroke(pts []point, closed bool, half float64, c rgba, roundCap, miter bool) {
	pts = tidy(m.clean[:0], pts, closed)
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
	rows := m.rows[:0]
	dir := func(i int) point {
		d := pts[(i+1)%n].sub(pts[i])
		return d.mul(1 / d.len())
	}
	for i := range n {
		p := pts[i]
		switch {
		case !closed && i == 0:
			d := dir(0)
			if !roundCap {
				rows = append(rows, row{p.sub(d.mul(0.5)), d.left(), d.left().mul(-1), 0})
				p = p.add(d.mul(math.Min(0.5, pts[1].sub(p).len()/2)))
			}
			rows = append(rows, row{p, d.left(), d.left().mul(-1), k})
		case !closed && i == n-1:
			d := dir(n - 2)
			q := p
			if !roundCap {
				q = p.sub(d.mul(math.Min(0.5, pts[n-2].sub(p).len()/2)))
			}
			rows = append(rows, row{q, d.left(), d.left().mul(-1), k})
			if !roundCap {
				rows = append(rows, row{p.add(d.mul(0.5)), d.left(), d.left().mul(-1), 0})
			}
		default:
			rows = m.join(rows, p, dir((i+n-1)%n), dir(i), half, k, miter)
		}
	}
	m.rows = rows
	base := uint32(len(m.verts))
	for _, r := range rows {
		m.vert(r.p.add(r.l.mul(edge)), c, 0)
		m.vert(r.p.add(r.l.mul(core)), c, r.k)
		m.vert(r.p.add(r.r.mul(core)), c, r.k)
		m.vert(r.p.add(r.r.mul(edge)), c, 0)
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
		m.cap(pts[0], dir(0).mul(-1), core, edge, k, c)
		m.cap(pts[n-1], dir(n-2), core, edge, k, c)
	}
}

// join appends the cross-sections at a corner from direction d0 to d1.
func (m *mesh) join(rows []row, p, d0, d1 point, half, k float64, miter bool) []row {
	n0, n1 := d0.left(), d1.left()
	cos := n0.dot(n1)
	mit := n0
	if 1+cos > 0.05 {
		mit = n0.add(n1).mul(1 / (1 + cos))
	}
	if cos > 0.94 || miter && cos > -0.5 || half < 0.75 {
		if l := mit.len(); l > 4 {
			mit = mit.mul(4 / l)
		}
		return append(rows, row{p, mit, mit.mul(-1), k})
	}
	if l := mit.len(); l > 3 {
		mit = mit.mul(3 / l)
	}
	turn := math.Atan2(d0.cross(d1), d0.dot(d1))
	n := max(steps(half, turn), 2)
	for i := 0; i <= n; i++ {
		sin, cos := math.Sincos(turn * float64(i) / float64(n))
		v := point{n0.x*cos - n0.y*sin, n0.x*sin + n0.y*cos}
		if turn > 0 { // turning right on the screen: the outer side is the left one
			rows = append(rows, row{p, v, mit.mul(-1), k})
		} else {
			rows = append(rows, row{p, mit, v.mul(-1), k})
		}
	}
	return rows
}

// cap appends half a disc at p, bulging along d.
func (m *mesh) cap(p, d point, core, edge, k float64, c rgba) {
	n := max(steps(edge, math.Pi), 4)
	centre := m.vert(p, c, k)
	from := d.left()
	var prev uint32
	for i := 0; i <= n; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(n))
		v := point{from.x*cos - from.y*sin, from.x*sin + from.y*cos}
		in := m.vert(p.add(v.mul(core)), c, k)
		m.vert(p.add(v.mul(edge)), c, 0)
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
	m.cap(p, point{1, 0}, core, edge, k, c)
	m.cap(p, point{-1, 0}, core, edge, k, c)
}

// maxDashes bounds the pieces of one dashed line.
const maxDashes = 4000

// dash strokes the pieces of a polyline that a pattern of on and off leaves.
func (m *mesh) dash(pts []point, closed bool, on, off, half float64, c rgba, roundCap bool) {
	if closed {
		pts = append(append(make([]point, 0, len(pts)+1), pts...), pts[0])
	}
	var piece []point
	left, drawing := on, true
	piece = append(piece, pts[0])
	dashes := 0
	for i := 0; i+1 < len(pts); i++ {
		a, b := pts[i], pts[i+1]
		l := b.sub(a).len()
		if l == 0 {
			continue
		}
		for pos := 0.0; pos < l; {
			if left > l-pos {
				left -= l - pos
				if drawing {
					piece = append(piece, b)
				}
				break
			}
			pos += left
			p := a.lerp(b, pos/l)
			if drawing {
				m.stroke(append(piece, p), false, half, c, roundCap, false)
				if dashes++; dashes > maxDashes {
					return
				}
				piece, drawing, left = piece[:0], false, off
			} else {
				piece, drawing, left = append(piece[:0], p), true, on
			}
			if on+off < 0.01 {
				return
			}
		}
	}
	if drawing && len(piece) > 1 {
		m.stroke(piece, false, half, c, roundCap, false)
	}
}
