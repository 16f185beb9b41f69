package graph

import (
	"math"

	"github.com/informerscope/informerscope/wasm/outline"
)

// fill paints a polygon. A polygon thinner than a pixel keeps its place and fades instead.
func (m *mesh) fill(pts []point, convex bool, c rgba) {
	pts = outline.Tidy(m.clean[:0], pts, true)
	m.clean = pts
	n := len(pts)
	if n < 3 || c.a == 0 {
		return
	}
	sign := 1.0
	if outline.Area(pts) < 0 {
		sign = -1
	}
	lo, hi := outline.Bounds(pts)
	inset, k := 0.5, 1.0
	if thin := math.Min(hi.X-lo.X, hi.Y-lo.Y); thin < 1 {
		inset, k = thin/2, thin
	}
	base := uint32(len(m.verts))
	for i, p := range pts {
		in := p.Sub(pts[(i+n-1)%n])
		out := pts[(i+1)%n].Sub(p)
		n0, n1 := in.Mul(sign/in.Len()).Left(), out.Mul(sign/out.Len()).Left()
		d := 1 + n0.Dot(n1)
		mit := n0
		if d > 0.15 {
			mit = n0.Add(n1).Mul(1 / d)
		}
		m.vert(p.Sub(mit.Mul(inset)), c, k)
		m.vert(p.Add(mit.Mul(0.5)), c, 0)
	}
	at := func(i int) uint32 { return base + 2*uint32(i%n) }
	if convex {
		for i := 1; i+1 < n; i++ {
			m.tris = append(m.tris, at(0), at(i), at(i+1))
		}
	} else {
		for _, t := range earcut(pts, sign) {
			m.tris = append(m.tris, at(t[0]), at(t[1]), at(t[2]))
		}
	}
	for i := range n {
		m.quad(at(i), at(i)+1, at(i+1)+1, at(i+1))
	}
}

// earcut cuts a simple polygon into triangles. sign is that of its area.
func earcut(pts []point, sign float64) [][3]int {
	left := make([]int, len(pts))
	for i := range left {
		left[i] = i
	}
	var out [][3]int
	for len(left) > 3 {
		found := false
		for i := range left {
			n := len(left)
			ia, ib, ic := left[(i+n-1)%n], left[i], left[(i+1)%n]
			a, b, c := pts[ia], pts[ib], pts[ic]
			if b.Sub(a).Cross(c.Sub(b))*sign <= 0 {
				continue
			}
			ear := true
			for _, j := range left {
				if j != ia && j != ib && j != ic && inside(pts[j], a, b, c, sign) {
					ear = false
					break
				}
			}
			if ear {
				out = append(out, [3]int{ia, ib, ic})
				left = append(left[:i], left[i+1:]...)
				found = true
				break
			}
		}
		if !found { // flat rest, or a contour that crosses itself
			left = left[1:]
		}
	}
	return append(out, [3]int{left[0], left[1], left[2]})
}

func inside(p, a, b, c point, sign float64) bool {
	return b.Sub(a).Cross(p.Sub(a))*sign >= 0 && c.Sub(b).Cross(p.Sub(b))*sign >= 0 && a.Sub(c).Cross(p.Sub(c))*sign >= 0
}
