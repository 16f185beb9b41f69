package graph

// How shapes become triangles. All lengths here are device pixels. A filled polygon is drawn
// half a pixel smaller at full opacity, with a fringe one pixel wide around it that fades to
// nothing; sampled at pixel centres this is exact coverage for edges along the axes and close
// to it for the rest. Strokes are strips with the same fringe on both sides. Hatches are
// bands across the shape's outline, cut to it, with the fringe along their long sides.
//
// Multisampling was not chosen: Ebitengine's own anti-aliasing draws into an image four
// times as large and ends a batch at every shape; this way a whole picture is one draw call.
// Not done: holes in filled paths (each contour is filled by itself).

import (
	"image/color"
	"math"

	"github.com/informerscope/informerscope/wasm/scene"
)

// vertex is a corner of a triangle: a place on the canvas, a place in the atlas, a
// premultiplied colour.
type vertex struct {
	x, y, u, v float32
	r, g, b, a float32
}

// batch is what one draw call takes: at most maxIndices indices, vertices numbered from 0.
type batch struct {
	vertices []vertex
	indices  []uint16
}

const (
	maxIndices  = 65535
	maxVertices = 65535
	whiteU      = 2 // centre of the atlas' white block
	whiteV      = 2
	tolerance   = 0.12 // pixels a flattened curve may stray
)

type point struct{ x, y float64 }

func (p point) add(q point) point             { return point{p.x + q.x, p.y + q.y} }
func (p point) sub(q point) point             { return point{p.x - q.x, p.y - q.y} }
func (p point) mul(k float64) point           { return point{p.x * k, p.y * k} }
func (p point) dot(q point) float64           { return p.x*q.x + p.y*q.y }
func (p point) cross(q point) float64         { return p.x*q.y - p.y*q.x }
func (p point) left() point                   { return point{p.y, -p.x} }
func (p point) len() float64                  { return math.Hypot(p.x, p.y) }
func (p point) lerp(q point, t float64) point { return p.add(q.sub(p).mul(t)) }

// label is a piece of text in the atlas: its cell, where the cell stands from the pen, and
// how far the pen moves on.
type label struct {
	u, v, w, h int
	dx, dy     float64
	advance    float64
}

// labels finds the label of a run at size device pixels. It returns false when there is
// nothing to draw, as for spaces; the advance holds all the same.
type labels func(text string, bold, mono bool, sizePx float64, dark bool) (label, bool)

// mesh collects triangles.
type mesh struct {
	batches []batch
	// the shape being built, and its clip polygon, if any; the first whole indices of tris
	// are within it already
	verts []vertex
	tris  []uint32
	clip  []point
	whole int

	pal        scene.Palette
	scale      float64
	offX, offY float64
	labels     labels

	pts, pts2, pts3 []point // scratch
	clean           []point
	rows            []row
	cutA, cutB      []vertex
	cutTris         []uint32
}

// build returns the triangles of shapes in paint order: a point x of a shape stands at
// x*scale+off on the canvas.
func (m *mesh) build(shapes []scene.Shape, pal scene.Palette, scale, offX, offY float64, find labels) []batch {
	for i := range m.batches {
		m.batches[i].vertices = m.batches[i].vertices[:0]
		m.batches[i].indices = m.batches[i].indices[:0]
	}
	m.batches = m.batches[:0]
	m.pal, m.scale, m.offX, m.offY, m.labels = pal, scale, offX, offY, find
	for i := range shapes {
		m.shape(&shapes[i])
	}
	return m.batches
}

func (m *mesh) at(x, y float64) point { return point{x*m.scale + m.offX, y*m.scale + m.offY} }

func or1(a float64) float64 {
	if a == 0 {
		return 1
	}
	return a
}

type rgba struct{ r, g, b, a float32 }

func (m *mesh) ink(i scene.Ink, alpha float64) rgba { return premultiply(m.pal.Color(i), alpha) }

func premultiply(c color.RGBA, alpha float64) rgba {
	a := float32(c.A) / 255 * float32(alpha)
	// color.RGBA is premultiplied by its own A already.
	k := float32(alpha) / 255
	return rgba{float32(c.R) * k, float32(c.G) * k, float32(c.B) * k, a}
}

func (m *mesh) shape(s *scene.Shape) {
	m.verts, m.tris, m.clip, m.whole = m.verts[:0], m.tris[:0], m.clip[:0], 0
	if s.ClipW > 0 && s.ClipH > 0 {
		m.clip = m.roundRect(m.clip, s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR)
	}
	alpha := or1(s.Alpha)
	switch s.Kind {
	case scene.Rect:
		if s.W <= 0 || s.H <= 0 {
			return
		}
		m.pts = m.roundRect(m.pts[:0], s.X, s.Y, s.W, s.H, s.R)
		m.outline(s, alpha, m.pts, true, true, s.R <= 0)
	case scene.Circle:
		if s.R <= 0 {
			return
		}
		m.pts = m.arc(m.pts[:0], s.X, s.Y, s.R, 0, 1)
		m.pts = m.pts[:len(m.pts)-1]
		m.outline(s, alpha, m.pts, true, true, false)
	case scene.Arc:
		frac := math.Min(s.Frac, 1)
		if s.R <= 0 || frac <= 0 {
			return
		}
		m.pts = m.arc(m.pts[:0], s.X, s.Y, s.R, 0, frac)
		closed := frac >= 0.9995
		if closed {
			m.pts = m.pts[:len(m.pts)-1]
		}
		if s.Fill != scene.None {
			m.pts2 = append(append(m.pts2[:0], m.at(s.X, s.Y)), m.pts...)
			m.fill(m.pts2, closed || frac <= 0.5, m.ink(s.Fill, alpha*or1(s.FillAlpha)))
		}
		m.line(s, alpha, m.pts, closed, false)
	case scene.Path:
		m.path(s, alpha)
	case scene.Words:
		m.words(s, alpha)
	}
	m.flush()
}

// outline fills, hatches and strokes one contour.
func (m *mesh) outline(s *scene.Shape, alpha float64, pts []point, closed, convex, miter bool) {
	inner := pts
	// Two convex outlines are cut once, as outlines: far cheaper than every triangle, and
	// the cut gets its smooth edge.
	early := convex && len(m.clip) > 2 && len(m.tris) == 0
	if early {
		inner = m.within(pts)
	}
	if s.Fill != scene.None {
		m.fill(inner, convex, m.ink(s.Fill, alpha*or1(s.FillAlpha)))
	}
	if s.Hatch != scene.None && len(inner) > 2 {
		m.hatch(s, inner, convex, m.ink(s.Hatch, alpha*or1(s.HatchAlpha)))
	}
	if early {
		m.whole = len(m.tris)
	}
	m.line(s, alpha, pts, closed, miter)
}

// within returns the part of a convex outline inside the clip.
func (m *mesh) within(pts []point) []point {
	a, b := append(m.pts3[:0], pts...), make([]point, 0, len(pts)+len(m.clip))
	for i, p := range m.clip {
		d := m.clip[(i+1)%len(m.clip)].sub(p)
		if d.len() < 1e-6 {
			continue
		}
		b = cutHalf(b[:0], a, func(q point) float64 { return d.cross(q.sub(p)) })
		a, b = b, a
	}
	m.pts3 = a
	return a
}

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

// flush cuts the shape to its clip and moves it into the batches.
func (m *mesh) flush() {
	if len(m.tris) == 0 {
		return
	}
	if len(m.clip) > 2 && m.whole < len(m.tris) {
		m.cut()
	}
	if len(m.verts) <= maxVertices && len(m.tris) <= maxIndices {
		b := m.room(len(m.verts), len(m.tris))
		base := len(b.vertices)
		b.vertices = append(b.vertices, m.verts...)
		for _, i := range m.tris {
			b.indices = append(b.indices, uint16(base+int(i)))
		}
		return
	}
	for i := 0; i+2 < len(m.tris); i += 3 {
		b := m.room(3, 3)
		base := uint16(len(b.vertices))
		b.vertices = append(b.vertices, m.verts[m.tris[i]], m.verts[m.tris[i+1]], m.verts[m.tris[i+2]])
		b.indices = append(b.indices, base, base+1, base+2)
	}
}

// room returns the batch to append nv vertices and ni indices to.
func (m *mesh) room(nv, ni int) *batch {
	if n := len(m.batches); n > 0 {
		if b := &m.batches[n-1]; len(b.vertices)+nv <= maxVertices && len(b.indices)+ni <= maxIndices {
			return b
		}
	}
	if n := len(m.batches); n < cap(m.batches) {
		m.batches = m.batches[:n+1] // keeps the memory of an earlier picture
	} else {
		m.batches = append(m.batches, batch{})
	}
	return &m.batches[len(m.batches)-1]
}

func (m *mesh) vert(p point, c rgba, k float64) uint32 {
	f := float32(k)
	m.verts = append(m.verts, vertex{float32(p.x), float32(p.y), whiteU, whiteV, c.r * f, c.g * f, c.b * f, c.a * f})
	return uint32(len(m.verts) - 1)
}

func (m *mesh) quad(a, b, c, d uint32) { m.tris = append(m.tris, a, b, c, a, c, d) }

// steps is into how many pieces an arc of radius r and the given angle is cut.
func steps(r, angle float64) int {
	if r < 0.5 {
		r = 0.5
	}
	n := int(math.Ceil(math.Abs(angle) / (2 * math.Acos(1-math.Min(tolerance/r, 0.5)))))
	return min(max(n, 1), 256)
}

// roundRect appends the outline of a rounded rectangle, clockwise from the left end
// of its top edge, where dashes begin too.
func (m *mesh) roundRect(pts []point, x, y, w, h, r float64) []point {
	a, b := m.at(x, y), m.at(x+w, y+h)
	r = math.Min(r*m.scale, math.Min(b.x-a.x, b.y-a.y)/2)
	if r < 0.25 {
		return append(pts, a, point{b.x, a.y}, b, point{a.x, b.y})
	}
	n := steps(r, math.Pi/2)
	pts = append(pts, point{a.x + r, a.y})
	for q, c := range [4]point{{b.x - r, a.y + r}, {b.x - r, b.y - r}, {a.x + r, b.y - r}, {a.x + r, a.y + r}} {
		for i := 0; i <= n; i++ {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(q-1) + float64(i)/float64(n)))
			pts = append(pts, point{c.x + r*cos, c.y + r*sin})
		}
	}
	return pts
}

// arc appends the part of a circle from fraction f0 to f1, clockwise from 12 o'clock.
func (m *mesh) arc(pts []point, x, y, r, f0, f1 float64) []point {
	c := m.at(x, y)
	r *= m.scale
	n := max(steps(r, 2*math.Pi*(f1-f0)), 2)
	for i := 0; i <= n; i++ {
		f := f0 + (f1-f0)*float64(i)/float64(n)
		sin, cos := math.Sincos(2*math.Pi*f - math.Pi/2)
		pts = append(pts, point{c.x + r*cos, c.y + r*sin})
	}
	return pts
}

func (m *mesh) path(s *scene.Shape, alpha float64) {
	var contours []([]point)
	var closed []bool
	var cur []point
	end := func(z bool) {
		if len(cur) > 0 {
			contours, closed = append(contours, cur), append(closed, z)
		}
		cur = nil
	}
	var at, start point
	for _, g := range s.Segs {
		to := m.at(g.X, g.Y)
		if g.Op != 'M' && g.Op != 'Z' && len(cur) == 0 {
			cur = append(cur, at)
		}
		switch g.Op {
		case 'M':
			end(false)
			start = to
			cur = append(cur, to)
		case 'L':
			cur = append(cur, to)
		case 'Q':
			c := m.at(g.X1, g.Y1)
			n := curveSteps(at, c, c, to)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				cur = append(cur, at.lerp(c, t).lerp(c.lerp(to, t), t))
			}
		case 'C':
			c1, c2 := m.at(g.X1, g.Y1), m.at(g.X2, g.Y2)
			n := curveSteps(at, c1, c2, to)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				a, b, c := at.lerp(c1, t), c1.lerp(c2, t), c2.lerp(to, t)
				cur = append(cur, a.lerp(b, t).lerp(b.lerp(c, t), t))
			}
		case 'Z':
			end(true)
			to = start
		}
		at = to
	}
	end(false)
	for i, pts := range contours {
		m.outline(s, alpha, pts, closed[i], isConvex(pts), false)
	}
}

func curveSteps(a, b, c, d point) int {
	bend := math.Max(a.sub(b.mul(2)).add(c).len(), b.sub(c.mul(2)).add(d).len())
	return min(max(int(math.Ceil(math.Sqrt(bend*0.75/tolerance))), 2), 64)
}

func isConvex(pts []point) bool {
	var sign float64
	for i := range pts {
		a, b, c := pts[i], pts[(i+1)%len(pts)], pts[(i+2)%len(pts)]
		k := b.sub(a).cross(c.sub(b))
		if math.Abs(k) < 1e-9 {
			continue
		}
		if sign*k < 0 {
			return false
		}
		sign = k
	}
	return true
}

func area(pts []point) float64 {
	var s float64
	for i := range pts {
		s += pts[i].cross(pts[(i+1)%len(pts)])
	}
	return s / 2
}

// tidy returns pts without neighbours that coincide, in dst.
func tidy(dst, pts []point, closed bool) []point {
	for _, p := range pts {
		if len(dst) == 0 || p.sub(dst[len(dst)-1]).len() > 1e-3 {
			dst = append(dst, p)
		}
	}
	for closed && len(dst) > 1 && dst[0].sub(dst[len(dst)-1]).len() <= 1e-3 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// fill paints a polygon. A polygon thinner than a pixel keeps its place and fades instead.
func (m *mesh) fill(pts []point, convex bool, c rgba) {
	pts = tidy(m.clean[:0], pts, true)
	m.clean = pts
	n := len(pts)
	if n < 3 || c.a == 0 {
		return
	}
	sign := 1.0
	if area(pts) < 0 {
		sign = -1
	}
	lo, hi := bounds(pts)
	inset, k := 0.5, 1.0
	if thin := math.Min(hi.x-lo.x, hi.y-lo.y); thin < 1 {
		inset, k = thin/2, thin
	}
	base := uint32(len(m.verts))
	for i, p := range pts {
		in := p.sub(pts[(i+n-1)%n])
		out := pts[(i+1)%n].sub(p)
		n0, n1 := in.mul(sign/in.len()).left(), out.mul(sign/out.len()).left()
		d := 1 + n0.dot(n1)
		mit := n0
		if d > 0.15 {
			mit = n0.add(n1).mul(1 / d)
		}
		m.vert(p.sub(mit.mul(inset)), c, k)
		m.vert(p.add(mit.mul(0.5)), c, 0)
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

func bounds(pts []point) (lo, hi point) {
	lo, hi = pts[0], pts[0]
	for _, p := range pts {
		lo = point{math.Min(lo.x, p.x), math.Min(lo.y, p.y)}
		hi = point{math.Max(hi.x, p.x), math.Max(hi.y, p.y)}
	}
	return lo, hi
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
			if b.sub(a).cross(c.sub(b))*sign <= 0 {
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
	return b.sub(a).cross(p.sub(a))*sign >= 0 && c.sub(b).cross(p.sub(b))*sign >= 0 && a.sub(c).cross(p.sub(c))*sign >= 0
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

// maxHatches bounds the lines of one hatch; more would be a plain grey.
const maxHatches = 2000

// hatch draws 45° lines over a polygon. They hang on the shape's own X and Y, so that a
// thing that moves takes its hatch along.
func (m *mesh) hatch(s *scene.Shape, pts []point, convex bool, c rgba) {
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
	pos := func(p point) float64 { return (p.x + p.y) / math.Sqrt2 }
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range pts {
		lo, hi = math.Min(lo, pos(p)), math.Max(hi, pos(p))
	}
	k := faint(half)
	core, edge := math.Max(half-0.5, 0), half+0.5
	if (hi-lo)/pitch > maxHatches {
		return
	}
	origin := pos(m.at(s.X, s.Y)) + pitch/2
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

// cutHalf appends the part of a convex polygon where side is not negative.
func cutHalf(dst, pts []point, side func(point) float64) []point {
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		a, b := side(p), side(q)
		if a >= 0 {
			dst = append(dst, p)
		}
		if a > 0 && b < 0 || a < 0 && b > 0 {
			dst = append(dst, p.lerp(q, a/(a-b)))
		}
	}
	return dst
}

// hatchLine draws one hatch line over a polygon that need not be convex.
func (m *mesh) hatchLine(pts []point, at, core, edge, k float64, c rgba) {
	along := func(p point) float64 { return (p.y - p.x) / math.Sqrt2 }
	var cuts []float64
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		a, b := (p.x+p.y)/math.Sqrt2-at, (q.x+q.y)/math.Sqrt2-at
		if a >= 0 != (b >= 0) {
			x := along(p.lerp(q, a/(a-b)))
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
				v[e][j] = m.vert(point{(u - w) / math.Sqrt2, (u + w) / math.Sqrt2}, c, f)
			}
		}
		for j := range 3 {
			m.quad(v[0][j], v[0][j+1], v[1][j+1], v[1][j])
		}
	}
}

// cut replaces the shape's triangles by the parts inside the clip polygon.
func (m *mesh) cut() {
	lo, hi := bounds(m.clip)
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
	return float64(x1) < lo.x || float64(x0) > hi.x || float64(y1) < lo.y || float64(y0) > hi.y
}

// cutVerts keeps the part of a polygon right of the line from p to q, which is the inside
// of a clockwise outline.
func cutVerts(dst, poly []vertex, p, q point) []vertex {
	d := q.sub(p)
	side := func(v vertex) float32 {
		return float32(d.cross(point{float64(v.x) - p.x, float64(v.y) - p.y}))
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

// words lays the runs of a text one after another. Each label stands on whole pixels, which
// keeps its glyphs as sharp as the browser made them.
func (m *mesh) words(s *scene.Shape, alpha float64) {
	if m.labels == nil {
		return
	}
	type placed struct {
		label
		ok  bool
		ink scene.Ink
	}
	var runs [8]placed
	list := runs[:0]
	var width float64
	for _, r := range s.Runs {
		size := r.Size
		if size == 0 {
			size = s.Size
		}
		ink := r.Ink
		if ink == scene.None {
			ink = s.Fill
		}
		if ink == scene.None {
			ink = scene.Text
		}
		if r.Text == "" || size <= 0 {
			continue
		}
		l, ok := m.labels(r.Text, r.Bold, r.Mono, size*m.scale, isDark(m.pal.Color(ink)))
		list = append(list, placed{l, ok, ink})
		width += l.advance
	}
	pen := m.at(s.X, s.Y)
	switch s.Anchor {
	case scene.Middle:
		pen.x -= width / 2
	case scene.End:
		pen.x -= width
	}
	for _, l := range list {
		if l.ok {
			c := m.ink(l.ink, alpha*or1(s.FillAlpha))
			x, y := float32(math.Round(pen.x)+l.dx), float32(math.Round(pen.y)+l.dy)
			w, h := float32(l.w), float32(l.h)
			u, v := float32(l.u), float32(l.v)
			i := uint32(len(m.verts))
			m.verts = append(m.verts,
				vertex{x, y, u, v, c.r, c.g, c.b, c.a},
				vertex{x + w, y, u + w, v, c.r, c.g, c.b, c.a},
				vertex{x + w, y + h, u + w, v + h, c.r, c.g, c.b, c.a},
				vertex{x, y + h, u, v + h, c.r, c.g, c.b, c.a})
			m.quad(i, i+1, i+2, i+3)
		}
		pen.x += l.advance
	}
}

// isDark says whether a label of this colour is drawn dark: browsers give dark glyphs more
// weight than light ones, so the atlas keeps the two apart.
func isDark(c color.RGBA) bool {
	return 299*int(c.R)+587*int(c.G)+114*int(c.B) < 128*1000
}
