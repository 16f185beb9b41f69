package outline

import "math"

// Section is a cross-section of a line: L and R lead from P to its borders, for a line whose
// half width is 1.
type Section struct{ P, L, R Point }

// Sections appends the cross-sections of a tidy line of at least two points whose half width is
// half. Its sharp corners are round, or mitred.
func (t To) Sections(dst []Section, pts []Point, closed bool, half float64, miter bool) []Section {
	n := len(pts)
	dir := func(i int) Point {
		d := pts[(i+1)%n].Sub(pts[i])
		return d.Mul(1 / d.Len())
	}
	for i, p := range pts {
		switch {
		case !closed && i == 0:
			d := dir(0).Left()
			dst = append(dst, Section{p, d, d.Mul(-1)})
		case !closed && i == n-1:
			d := dir(n - 2).Left()
			dst = append(dst, Section{p, d, d.Mul(-1)})
		default:
			dst = t.join(dst, p, dir((i+n-1)%n), dir(i), half, miter)
		}
	}
	return dst
}

// join appends the cross-sections at a corner from direction d0 to d1.
func (t To) join(dst []Section, p, d0, d1 Point, half float64, miter bool) []Section {
	n0, n1 := d0.Left(), d1.Left()
	cos := n0.Dot(n1)
	mit := n0
	if 1+cos > 0.05 {
		mit = n0.Add(n1).Mul(1 / (1 + cos))
	}
	if cos > 0.94 || miter && cos > -0.5 || half < 0.75 {
		if l := mit.Len(); l > 4 {
			mit = mit.Mul(4 / l)
		}
		return append(dst, Section{p, mit, mit.Mul(-1)})
	}
	if l := mit.Len(); l > 3 {
		mit = mit.Mul(3 / l)
	}
	turn := math.Atan2(d0.Cross(d1), d0.Dot(d1))
	n := max(t.Steps(half, turn), 2)
	for i := 0; i <= n; i++ {
		v := n0.Turned(turn * float64(i) / float64(n))
		if turn > 0 { // turning right on the screen: the outer side is the left one
			dst = append(dst, Section{p, v, mit.Mul(-1)})
		} else {
			dst = append(dst, Section{p, mit, v.Mul(-1)})
		}
	}
	return dst
}

// Dash gives do the pieces of a line that a pattern of on and off leaves, at most most of them;
// a piece is good until do returns. A dash without length is two points in one place.
func Dash(pts []Point, closed bool, on, off float64, most int, do func(piece []Point)) {
	if closed {
		pts = append(append(make([]Point, 0, len(pts)+1), pts...), pts[0])
	}
	var piece []Point
	left, drawing := on, true
	piece = append(piece, pts[0])
	dashes := 0
	for i := 0; i+1 < len(pts); i++ {
		a, b := pts[i], pts[i+1]
		l := b.Sub(a).Len()
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
			p := a.Lerp(b, pos/l)
			if drawing {
				do(append(piece, p))
				if dashes++; dashes == most {
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
		do(piece)
	}
}
