package raster

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/wasm/scene"
)

// point is in pixels of the image.
type point struct{ x, y float64 }

// contour is a closed or open line; curves are flattened into it.
type contour []point

// tolerance is how far a flattened curve may lie beside the true one, in pixels.
const tolerance = 0.05

// contours are the outline of a shape in image pixels, and whether each is closed.
func contours(s scene.Shape, k float64) (lines []contour, closed bool) {
	switch s.Kind {
	case scene.Circle:
		return []contour{ring(point{s.X * k, s.Y * k}, s.R*k, 0, 1)}, true
	case scene.Arc:
		return []contour{ring(point{s.X * k, s.Y * k}, s.R*k, 0, math.Min(s.Frac, 0.99999))}, false
	case scene.Path:
		return path(s.Segs, k)
	}
	return []contour{box(s.X*k, s.Y*k, math.Max(0, s.W)*k, math.Max(0, s.H)*k, s.R*k)}, true
}

// ring is a part of a circle, clockwise from 12 o'clock.
func ring(c point, r, from, frac float64) contour {
	n := 8
	if r > tolerance {
		n = max(n, int(math.Ceil(2*math.Pi/math.Acos(1-math.Min(1, tolerance/r))*frac)))
	}
	var line contour
	for i := range n + 1 {
		a := (from+frac*float64(i)/float64(n))*2*math.Pi - math.Pi/2
		line = append(line, point{c.x + r*math.Cos(a), c.y + r*math.Sin(a)})
	}
	if frac == 1 {
		line = line[:n]
	}
	return line
}

// box is a rectangle with rounded corners.
func box(x, y, w, h, r float64) contour {
	r = math.Min(r, math.Min(w, h)/2)
	if r <= 0 {
		return contour{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	}
	var line contour
	for i, c := range []point{{x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}} {
		line = append(line, ring(c, r, float64(i)/4, .25)...)
	}
	return line
}

// path flattens segments; closed tells about the last line, which is all a shape has.
func path(segs []scene.Seg, k float64) (lines []contour, closed bool) {
	var line contour
	end := func() {
		if len(line) > 1 {
			lines = append(lines, line)
		}
		line = nil
	}
	for _, g := range segs {
		to := point{g.X * k, g.Y * k}
		switch g.Op {
		case 'M':
			end()
			line = contour{to}
		case 'L':
			line = append(line, to)
		case 'Q':
			c := point{g.X1 * k, g.Y1 * k}
			line = append(line, quad(last(line), c, to)...)
		case 'C':
			line = append(line, cubic(last(line), point{g.X1 * k, g.Y1 * k}, point{g.X2 * k, g.Y2 * k}, to)...)
		case 'Z':
			closed = true
			end()
		}
	}
	end()
	return lines, closed
}

func last(line contour) point {
	if len(line) == 0 {
		return point{}
	}
	return line[len(line)-1]
}

func quad(a, b, c point) contour {
	return cubic(a, mix(a, b, 2./3), mix(c, b, 2./3), c)
}

// cubic flattens a curve, without its first point.
func cubic(a, b, c, d point) contour {
	// The second differences bound how far a chord lies from its curve.
	bend := math.Max(math.Hypot(a.x-2*b.x+c.x, a.y-2*b.y+c.y), math.Hypot(b.x-2*c.x+d.x, b.y-2*c.y+d.y))
	n := min(max(1, int(math.Ceil(math.Sqrt(0.75*bend/tolerance)))), 200)
	line := make(contour, n)
	for i := range n {
		t := float64(i+1) / float64(n)
		ab, bc, cd := mix(a, b, t), mix(b, c, t), mix(c, d, t)
		line[i] = mix(mix(ab, bc, t), mix(bc, cd, t), t)
	}
	return line
}

func mix(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// area is twice what a contour encloses; positive when it runs clockwise on the screen.
func area(line contour) (sum float64) {
	for i, p := range line {
		q := line[(i+1)%len(line)]
		sum += p.x*q.y - q.x*p.y
	}
	return sum
}

func reversed(line contour) contour {
	out := slices.Clone(line)
	slices.Reverse(out)
	return out
}
