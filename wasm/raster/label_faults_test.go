package raster

import (
	"fmt"
	"hash/maphash"
	"math"
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The eye of the label tests: it measures every text of a picture and says where one is not to
// be read whole. A text is as wide as the page's own fonts make it, and at least what the
// scene's table says, which leaves a tenth free for the fonts of other systems. A Chinese
// character, which the page's fonts lack, is one em wide in every system's font.

// area4 is a box in stage pixels.
type area4 struct{ x0, y0, x1, y1 float64 }

func (a area4) meets(b area4, by float64) bool {
	return math.Min(a.x1, b.x1)-math.Max(a.x0, b.x0) > by && math.Min(a.y1, b.y1)-math.Max(a.y0, b.y0) > by
}

func (a area4) holds(b area4, slack float64) bool {
	return b.x0 >= a.x0-slack && b.x1 <= a.x1+slack && b.y0 >= a.y0-slack && b.y1 <= a.y1+slack
}

func bounds(s draw.Shape) area4 {
	x0, y0, x1, y1 := s.Bounds()
	return area4{x0, y0, x1, y1}
}

// eye looks at pictures; a picture that it has seen it does not look at again.
type eye struct {
	p    *painter
	em   map[draw.Run]float64
	seed maphash.Seed
	seen map[uint64]bool
	cut  bool // texts may be shortened
}

func newEye(f *Fonts) *eye {
	return &eye{p: &painter{k: 1, fonts: f}, em: map[draw.Run]float64{}, seed: maphash.MakeSeed(), seen: map[uint64]bool{}}
}

// width is how wide a text is in the style of r.
func (e *eye) width(text string, r draw.Run, size float64) float64 {
	if r.Size > 0 {
		size = r.Size
	}
	style := draw.Run{Text: text, Bold: r.Bold, Mono: r.Mono}
	em, ok := e.em[style]
	if !ok {
		_, em = e.p.set(nil, 0, style, 100, draw.Text)
		e.em[style] = em
	}
	return max(em*size/100, draw.TextWidth(text, size, r.Bold, r.Mono))
}

// ink is the box of the letters of s, without blanks at its ends.
func (e *eye) ink(s draw.Shape) area4 {
	x, x0, x1 := 0.0, math.Inf(1), 0.0
	up, down := .72, 0.0 // of Latin letters
	for _, r := range s.Runs {
		if text := strings.TrimRight(r.Text, " "); strings.TrimSpace(text) != "" {
			lead := text[:len(text)-len(strings.TrimLeft(text, " "))]
			x0 = math.Min(x0, x+e.width(lead, r, s.Size))
			x1 = x + e.width(text, r, s.Size)
			if strings.ContainsAny(text, "gjpqy,;()@") {
				down = math.Max(down, .2)
			}
			if strings.IndexFunc(text, func(c rune) bool { return c >= 0x2E80 }) >= 0 {
				up, down = .84, math.Max(down, .1)
			}
		}
		x += e.width(r.Text, r, s.Size)
	}
	at := s.X
	switch s.Anchor {
	case draw.Middle:
		at -= x / 2
	case draw.End:
		at -= x
	}
	return area4{at + x0, s.Y - up*s.Size, at + x1, s.Y + down*s.Size}
}

// new reports whether a picture has not been seen.
func (e *eye) new(shapes []draw.Shape) bool {
	var h maphash.Hash
	h.SetSeed(e.seed)
	num := func(vs ...float64) {
		for _, v := range vs {
			maphash.WriteComparable(&h, v)
		}
	}
	for _, s := range shapes {
		num(float64(s.Kind), s.X, s.Y, s.W, s.H, s.R, s.Size, float64(s.Anchor), float64(s.Fill), float64(s.Stroke), s.StrokeWidth)
		for _, g := range s.Segs {
			num(float64(g.Op), g.X, g.Y)
		}
		for _, r := range s.Runs {
			h.WriteString(r.Text)
			h.WriteByte(0)
		}
	}
	sum := h.Sum64()
	seen := e.seen[sum]
	e.seen[sum] = true
	return !seen
}

// faults are the texts of a picture of w×h that leave it, are shortened, stand on each other,
// are covered, or have a line drawn through them.
func (e *eye) faults(shapes []draw.Shape, w, h float64) (out []string) {
	if !e.new(shapes) {
		return nil
	}
	stage := area4{-scene.Margin, -scene.Margin, w + scene.Margin, h + scene.Margin}
	inks := make([]area4, len(shapes))
	for i, s := range shapes {
		if s.Kind == draw.Words {
			inks[i] = e.ink(s)
		}
	}
	for i, s := range shapes {
		text := said(s)
		if strings.TrimSpace(text) == "" {
			continue
		}
		fault := func(format string, args ...any) {
			out = append(out, fmt.Sprintf("%q at %.0f ", text, inks[i])+fmt.Sprintf(format, args...))
		}
		if !stage.holds(inks[i], 0) {
			fault("leaves the picture of %.0f×%.0f", w, h)
		}
		if !e.cut && strings.Contains(text, "…") {
			fault("is shortened")
		}
		for j, other := range shapes {
			switch {
			case i == j:
			case other.Kind == draw.Words:
				if j > i && inks[i].meets(inks[j], 1) {
					fault("stands on %q at %.0f", said(other), inks[j])
				}
			case j > i && solid(other) && bounds(other).meets(inks[i], 1):
				fault("is covered by %v", other)
			case through(shapes, j, i, inks[i]):
				fault("is crossed by %v", other)
			}
		}
	}
	return out
}

func said(s draw.Shape) (text string) {
	for _, r := range s.Runs {
		text += r.Text
	}
	return text
}

// solid reports whether nothing shows through s.
func solid(s draw.Shape) bool {
	return (s.Kind == draw.Rect || s.Kind == draw.Circle) && s.Fill != draw.None && s.FillAlpha == 0
}

// through reports whether a line of shape j runs through the letters of text i: over them, or
// under them without a plate between.
func through(shapes []draw.Shape, j, i int, ink area4) bool {
	s := shapes[j]
	ink = area4{ink.x0 + .5, ink.y0 + .5, ink.x1 - .5, ink.y1 - .5}
	if s.Stroke == draw.None || s.StrokeWidth == 0 || !bounds(s).meets(ink, -.1) {
		return false
	}
	for _, l := range contours(s, 1) {
		line := l.Points
		for k := range line {
			if k == 0 && !l.Closed {
				continue
			}
			part, ok := within(line[(k+len(line)-1)%len(line)], line[k], ink)
			if ok && !plated(shapes, j, i, part) {
				return true
			}
		}
	}
	return false
}

// plated reports whether something solid between the shapes j and i hides part of j.
func plated(shapes []draw.Shape, j, i int, part area4) bool {
	for k := j + 1; k < i; k++ {
		if solid(shapes[k]) && bounds(shapes[k]).holds(part, .6) {
			return true
		}
	}
	return false
}

// within is the box of the part of a line from a to b that lies in box.
func within(a, b point, box area4) (part area4, ok bool) {
	from, to := 0.0, 1.0
	dx, dy := b.X-a.X, b.Y-a.Y
	for _, side := range [4][2]float64{{-dx, a.X - box.x0}, {dx, box.x1 - a.X}, {-dy, a.Y - box.y0}, {dy, box.y1 - a.Y}} {
		switch t := side[1] / side[0]; {
		case side[0] == 0 && side[1] < 0:
			return area4{}, false
		case side[0] < 0:
			from = math.Max(from, t)
		case side[0] > 0:
			to = math.Min(to, t)
		}
	}
	if from > to {
		return area4{}, false
	}
	p, q := point{X: a.X + from*dx, Y: a.Y + from*dy}, point{X: a.X + to*dx, Y: a.Y + to*dy}
	return area4{math.Min(p.X, q.X), math.Min(p.Y, q.Y), math.Max(p.X, q.X), math.Max(p.Y, q.Y)}, true
}
