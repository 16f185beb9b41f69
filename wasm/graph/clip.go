package graph

import "github.com/informerscope/informerscope/wasm/outline"

// within returns the part of a convex outline inside the clip.
func (m *mesh) within(pts []point) []point {
	a, b := append(m.pts3[:0], pts...), make([]point, 0, len(pts)+len(m.clip))
	for i, p := range m.clip {
		d := m.clip[(i+1)%len(m.clip)].Sub(p)
		if d.Len() < 1e-6 {
			continue
		}
		b = cutHalf(b[:0], a, func(q point) float64 { return d.Cross(q.Sub(p)) })
		a, b = b, a
	}
	m.pts3 = a
	return a
}

// cutHalf appends the part of a convex polygon where side is not negative.
func cutHalf(dst, pts []point, side func(point) float64) []point {
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		a, b := side(p), side(q)
		if a >= 0 {
			dst = append(dst, p)
		}
		if a > 0 && b < 0 || a < 0 && b > 0 {
			dst = append(dst, p.Lerp(q, a/(a-b)))
		}
	}
	return dst
}

// cut replaces the shape's triangles by the parts inside the clip polygon.
func (m *mesh) cut() {
	lo, hi := outline.Bounds(m.clip)
	idx := m.cutTris[:0]
	a, b := m.cutA, m.cutB
	for i := m.whole; i+2 < len(m.tris); i += 3 {
		t := [3]vertex{m.verts[m.tris[i]], m.verts[m.tris[i+1]], m.verts[m.tris[i+2]]}
		if far(t, lo, hi) {
			continue
		}
		a = append(a[:0], t[:]...)
		for j, p := range m.clip {
			b = cutVerts(b[:0], a, p, m.clip[(j+1)%len(m.clip)])
			a, b = b, a
			if len(a) < 3 {
				break
			}
		}
		if len(a) < 3 {
			continue
		}
		base := uint32(len(m.verts))
		m.verts = append(m.verts, a...)
		for j := 1; j+1 < len(a); j++ {
			idx = append(idx, base, base+uint32(j), base+uint32(j+1))
		}
	}
	m.cutA, m.cutB, m.cutTris = a, b, idx
	m.tris = append(m.tris[:m.whole], idx...)
}

func far(t [3]vertex, lo, hi point) bool {
	x0, x1 := min(t[0].x, t[1].x, t[2].x), max(t[0].x, t[1].x, t[2].x)
	y0, y1 := min(t[0].y, t[1].y, t[2].y), max(t[0].y, t[1].y, t[2].y)
	return float64(x1) < lo.X || float64(x0) > hi.X || float64(y1) < lo.Y || float64(y0) > hi.Y
}

// cutVerts keeps the part of a polygon right of the line from p to q, which is the inside
// of a clockwise outline.
func cutVerts(dst, poly []vertex, p, q point) []vertex {
	d := q.Sub(p)
	side := func(v vertex) float32 {
		return float32(d.Cross(point{X: float64(v.x) - p.X, Y: float64(v.y) - p.Y}))
	}
	for i, v := range poly {
		w := poly[(i+1)%len(poly)]
		a, b := side(v), side(w)
		if a >= 0 {
			dst = append(dst, v)
		}
		if a > 0 && b < 0 || a < 0 && b > 0 {
			t := a / (a - b)
			mix := func(x, y float32) float32 { return x + (y-x)*t }
			dst = append(dst, vertex{mix(v.x, w.x), mix(v.y, w.y), mix(v.u, w.u), mix(v.v, w.v),
				mix(v.r, w.r), mix(v.g, w.g), mix(v.b, w.b), mix(v.a, w.a)})
		}
	}
	return dst
}
