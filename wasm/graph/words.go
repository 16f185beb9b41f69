package graph

import (
	"image/color"
	"math"

	"github.com/informerscope/informerscope/wasm/draw"
)

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

// words lays the runs of a text one after another. Each label stands on whole pixels, which
// keeps its glyphs as sharp as the browser made them.
func (m *mesh) words(s *draw.Shape, alpha float64) {
	if m.labels == nil {
		return
	}
	type placed struct {
		label
		ok  bool
		ink draw.Ink
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
		if ink == draw.None {
			ink = s.Fill
		}
		if ink == draw.None {
			ink = draw.Text
		}
		if r.Text == "" || size <= 0 {
			continue
		}
		l, ok := m.labels(r.Text, r.Bold, r.Mono, size*m.scale, isDark(m.pal.Color(ink)))
		list = append(list, placed{l, ok, ink})
		width += l.advance
	}
	pen := m.to.At(s.X, s.Y)
	switch s.Anchor {
	case draw.Middle:
		pen.X -= width / 2
	case draw.End:
		pen.X -= width
	}
	for _, l := range list {
		if l.ok {
			c := m.ink(l.ink, alpha*or1(s.FillAlpha))
			x, y := float32(math.Round(pen.X)+l.dx), float32(math.Round(pen.Y)+l.dy)
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
		pen.X += l.advance
	}
}

// isDark says whether a label of this colour is drawn dark: browsers give dark glyphs more
// weight than light ones, so the atlas keeps the two apart.
func isDark(c color.RGBA) bool {
	return 299*int(c.R)+587*int(c.G)+114*int(c.B) < 128*1000
}
