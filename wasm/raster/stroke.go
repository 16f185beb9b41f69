package raster

import "math"

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
func (p pen) stroke(line contour, closed bool) []contour {
	line = distinct(line, closed)
	if len(line) < 2 {
		return nil
	}
	if p.on <= 0 && p.off <= 0 {
		return p.solid(line, closed)
	}
	if closed {
		line = append(line[:len(line):len(line)], line[0])
	}
	var out []contour
	for _, dash := range p.dashes(line) {
		out = append(out, p.solid(dash, false)...)
	}
	return out
}

// distinct drops points that stand on the one before.
func distinct(line contour, closed bool) contour {
	var out contour
	for _, q := range line {
		if len(out) == 0 || math.Hypot(q.x-last(out).x, q.y-last(out).y) > 1e-6 {
			out = append(out, q)
		}
	}
	if closed && len(out) > 2 && math.Hypot(out[0].x-last(out).x, out[0].y-last(out).y) < 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// solid is a line as one area: one side there, the other back. Closed lines have two
// borders, of which the inner one is a hole.
func (p pen) solid(line contour, closed bool) []contour {
	there, back := p.side(line, closed, 1), reversed(p.side(line, closed, -1))
	if closed {
		if area(line) < 0 {
			return []contour{reversed(there), reversed(back)}
		}
		return []contour{there, back}
	}
	h, n := p.width/2, len(line)
	out := there
	if p.round {
		out = append(out, turn(line[n-1], last(there), back[0], h, false)...)
	}
	out = append(out, back...)
	if p.round {
		out = append(out, turn(line[0], last(back), there[0], h, false)...)
	}
	if area(out) < 0 {
		out = reversed(out)
	}
	return []contour{out}
}

// side is the border of a line on one side: 1 is the right hand on the screen, -1 the left.
func (p pen) side(line contour, closed bool, sign float64) (out contour) {
	n, h := len(line), p.width/2
	off := func(a, b point) point { // from a point on the way from a to b to the border
		d := math.Hypot(b.x-a.x, b.y-a.y)
		return point{-(b.y - a.y) / d * h * sign, (b.x - a.x) / d * h * sign}
	}
	for i, q := range line {
		before, after := line[(i+n-1)%n], line[(i+1)%n]
		if !closed && i == 0 {
			out = append(out, plus(q, off(q, after)))
			continue
		}
		in := off(before, q)
		if !closed && i == n-1 {
			out = append(out, plus(q, in))
			continue
		}
		to := off(q, after)
		cos, sin := (in.x*to.x+in.y*to.y)/(h*h), (in.x*to.y-in.y*to.x)/(h*h)
		tip := point{(in.x + to.x) / (1 + cos), (in.y + to.y) / (1 + cos)}
		short := math.Min(math.Hypot(q.x-before.x, q.y-before.y), math.Hypot(after.x-q.x, after.y-q.y))
		switch {
		case cos > .99, p.mitred && cos > -.86, sin*sign > 0 && math.Hypot(tip.x, tip.y) < short:
			out = append(out, plus(q, tip))
		case sin*sign > 0, p.mitred:
			out = append(out, plus(q, in), q, plus(q, to))
		default:
			out = append(append(append(out, plus(q, in)), turn(q, plus(q, in), plus(q, to), h, sign < 0)...), plus(q, to))
		}
	}
	return out
}

// turn is the part of a circle about c between two of its points.
func turn(c, a, b point, r float64, clockwise bool) (out contour) {
	from, to := math.Atan2(a.y-c.y, a.x-c.x), math.Atan2(b.y-c.y, b.x-c.x)
	for clockwise && to < from {
		to += 2 * math.Pi
	}
	for !clockwise && to > from {
		to -= 2 * math.Pi
	}
	n := max(2, int(math.Ceil(math.Abs(to-from)/math.Acos(1-math.Min(1, tolerance/math.Max(r, tolerance))))))
	for i := 1; i < n; i++ {
		t := from + (to-from)*float64(i)/float64(n)
		out = append(out, point{c.x + r*math.Cos(t), c.y + r*math.Sin(t)})
	}
	return out
}

func plus(a, b point) point { return point{a.x + b.x, a.y + b.y} }

// dashes cuts an open line.
func (p pen) dashes(line contour) (out []contour) {
	on, left := true, p.on
	dash := contour{line[0]}
	for i := 1; i < len(line) && len(out) < maxDashes; i++ {
		a, b := line[i-1], line[i]
		d := math.Hypot(b.x-a.x, b.y-a.y)
		for at := 0.0; ; {
			if d-at < left {
				left -= d - at
				if on {
					dash = append(dash, b)
				}
				break
			}
			at += left
			c := mix(a, b, at/d)
			if on {
				out = append(out, dot(distinct(append(dash, c), false), a, b))
				dash = nil
			} else {
				dash = contour{c}
			}
			if on = !on; on {
				left = p.on
			} else {
				left = p.off
			}
			if p.on+p.off <= 0 || len(out) >= maxDashes {
				return out
			}
		}
	}
	if dash = distinct(dash, false); on && len(dash) > 1 {
		out = append(out, dash)
	}
	return out
}

// dot gives a dash without length a direction, so that round caps make it a dot.
func dot(dash contour, a, b point) contour {
	if len(dash) > 1 {
		return dash
	}
	d := math.Hypot(b.x-a.x, b.y-a.y)
	return contour{dash[0], {dash[0].x + (b.x-a.x)/d*1e-3, dash[0].y + (b.y-a.y)/d*1e-3}}
}
