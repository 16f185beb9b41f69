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

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/outline"
)

// point is a place on the canvas, in device pixels.
type point = outline.Point

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
	stray       = 0.12 // pixels that a straight piece may lie beside its curve
)

// mesh collects triangles.
type mesh struct {
	batches []batch
	// the shape being built, and its clip polygon, if any; the first whole indices of tris
	// are within it already
	verts []vertex
	tris  []uint32
	clip  []point
	whole int

	pal    draw.Palette
	scale  float64
	to     outline.To
	labels labels

	pts, pts2, pts3 []point // scratch
	clean           []point
	rows            []row
	sections        []outline.Section
	cutA, cutB      []vertex
	cutTris         []uint32
}

// build returns the triangles of shapes in paint order: a point x of a shape stands at
// x*scale+off on the canvas.
func (m *mesh) build(shapes []draw.Shape, pal draw.Palette, scale, offX, offY float64, find labels) []batch {
	for i := range m.batches {
		m.batches[i].vertices = m.batches[i].vertices[:0]
		m.batches[i].indices = m.batches[i].indices[:0]
	}
	m.batches = m.batches[:0]
	m.pal, m.scale, m.to, m.labels = pal, scale, outline.To{Scale: scale, X: offX, Y: offY, Stray: stray}, find
	for i := range shapes {
		m.shape(&shapes[i])
	}
	return m.batches
}

func or1(a float64) float64 {
	if a == 0 {
		return 1
	}
	return a
}

type rgba struct{ r, g, b, a float32 }

func (m *mesh) ink(i draw.Ink, alpha float64) rgba { return premultiply(m.pal.Color(i), alpha) }

func premultiply(c color.RGBA, alpha float64) rgba {
	a := float32(c.A) / 255 * float32(alpha)
	// color.RGBA is premultiplied by its own A already.
	k := float32(alpha) / 255
	return rgba{float32(c.R) * k, float32(c.G) * k, float32(c.B) * k, a}
}

func (m *mesh) shape(s *draw.Shape) {
	m.verts, m.tris, m.clip, m.whole = m.verts[:0], m.tris[:0], m.clip[:0], 0
	if s.ClipW > 0 && s.ClipH > 0 {
		m.clip = m.to.Rect(m.clip, s.ClipX, s.ClipY, s.ClipW, s.ClipH, s.ClipR)
	}
	alpha := or1(s.Alpha)
	switch s.Kind {
	case draw.Rect:
		if s.W <= 0 || s.H <= 0 {
			return
		}
		m.pts = m.to.Rect(m.pts[:0], s.X, s.Y, s.W, s.H, s.R)
		m.outline(s, alpha, m.pts, true, true, s.R <= 0)
	case draw.Circle:
		if s.R <= 0 {
			return
		}
		m.pts = m.to.Arc(m.pts[:0], s.X, s.Y, s.R, 0, 1)
		m.pts = m.pts[:len(m.pts)-1]
		m.outline(s, alpha, m.pts, true, true, false)
	case draw.Arc:
		frac := math.Min(s.Frac, 1)
		if s.R <= 0 || frac <= 0 {
			return
		}
		m.pts = m.to.Arc(m.pts[:0], s.X, s.Y, s.R, 0, frac)
		closed := frac >= 0.9995
		if closed {
			m.pts = m.pts[:len(m.pts)-1]
		}
		if s.Fill != draw.None {
			m.pts2 = append(append(m.pts2[:0], m.to.At(s.X, s.Y)), m.pts...)
			m.fill(m.pts2, closed || frac <= 0.5, m.ink(s.Fill, alpha*or1(s.FillAlpha)))
		}
		m.line(s, alpha, m.pts, closed, false)
	case draw.Path:
		for _, l := range m.to.Path(s.Segs) {
			m.outline(s, alpha, l.Points, l.Closed, outline.IsConvex(l.Points), false)
		}
	case draw.Words:
		m.words(s, alpha)
	}
	m.flush()
}

// outline fills, hatches and strokes one contour.
func (m *mesh) outline(s *draw.Shape, alpha float64, pts []point, closed, convex, miter bool) {
	inner := pts
	// Two convex outlines are cut once, as outlines: far cheaper than every triangle, and
	// the cut gets its smooth edge.
	early := convex && len(m.clip) > 2 && len(m.tris) == 0
	if early {
		inner = m.within(pts)
	}
	if s.Fill != draw.None {
		m.fill(inner, convex, m.ink(s.Fill, alpha*or1(s.FillAlpha)))
	}
	if s.Hatch != draw.None && len(inner) > 2 {
		m.hatch(s, inner, convex, m.ink(s.Hatch, alpha*or1(s.HatchAlpha)))
	}
	if early {
		m.whole = len(m.tris)
	}
	m.line(s, alpha, pts, closed, miter)
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
	m.verts = append(m.verts, vertex{float32(p.X), float32(p.Y), whiteU, whiteV, c.r * f, c.g * f, c.b * f, c.a * f})
	return uint32(len(m.verts) - 1)
}

func (m *mesh) quad(a, b, c, d uint32) { m.tris = append(m.tris, a, b, c, a, c, d) }
