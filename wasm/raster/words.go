package raster

import (
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/outline"
)

// letter is a character with where it stands.
type letter struct {
	font  *sfnt.Font // nil: no font has it
	glyph sfnt.GlyphIndex
	ppem  fixed.Int26_6
	x     float64 // image pixels from the start of the text
	wide  float64
	ink   draw.Ink
}

// words draws runs of text on their baseline.
func (p *painter) words(s draw.Shape, alpha float64) {
	base := s.Fill
	if base == draw.None {
		base = draw.Text
	}
	var letters []letter
	x := 0.0
	for _, run := range s.Runs {
		size := run.Size
		if size <= 0 {
			size = s.Size
		}
		ink := run.Ink
		if ink == draw.None {
			ink = base
		}
		letters, x = p.set(letters, x, run, size*p.k, ink)
	}
	from := s.X * p.k
	switch s.Anchor {
	case draw.Middle:
		from -= x / 2
	case draw.End:
		from -= x
	}
	// Letters of one ink are one area, so that nothing is painted twice.
	var lines []contour
	for i, l := range letters {
		lines = append(lines, p.outline(l, from+l.x, s.Y*p.k)...)
		if i+1 == len(letters) || letters[i+1].ink != l.ink {
			p.fill(lines, l.ink, alpha, nil)
			lines = nil
		}
	}
}

// set places the letters of a run after x.
func (p *painter) set(to []letter, x float64, run draw.Run, size float64, ink draw.Ink) ([]letter, float64) {
	kind := regular
	switch {
	case run.Mono && run.Bold:
		kind = monoBold
	case run.Mono:
		kind = mono
	case run.Bold:
		kind = bold
	}
	ppem := fixed.Int26_6(math.Round(size * 64))
	var before letter
	for _, r := range visual(run.Text) {
		l := letter{ppem: ppem, ink: ink}
		l.font, l.glyph = p.fonts.glyph(kind, r)
		switch {
		case l.font == nil:
			if !blank(r) {
				p.fonts.missing[r] = true
			}
			l.wide = draw.TextWidth(string(r), size, run.Bold, run.Mono)
		default:
			if w, err := l.font.GlyphAdvance(&p.fonts.buf, l.glyph, ppem, font.HintingNone); err == nil {
				l.wide = float64(w) / 64
			}
			if l.font == before.font {
				if k, err := l.font.Kern(&p.fonts.buf, before.glyph, l.glyph, ppem, font.HintingNone); err == nil {
					x += float64(k) / 64
				}
			}
		}
		l.x = x
		x += l.wide
		if l.font == nil && blank(r) {
			continue
		}
		to = append(to, l)
		before = l
	}
	return to, x
}

// visual is a text in the order in which it is written from left to right: pieces in Hebrew
// or Arabic are turned around. Arabic letters keep the form in which they stand alone.
func visual(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x590 }) < 0 {
		return s
	}
	var p bidi.Paragraph
	if _, err := p.SetString(s, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
		return s
	}
	order, err := p.Order()
	if err != nil {
		return s
	}
	var b strings.Builder
	for i := range order.NumRuns() {
		run := order.Run(i)
		if run.Direction() == bidi.RightToLeft {
			b.WriteString(bidi.ReverseString(run.String()))
		} else {
			b.WriteString(run.String())
		}
	}
	return b.String()
}

// blank reports characters that leave no mark.
func blank(r rune) bool {
	return r <= ' ' || r >= 0x2000 && r <= 0x200F || r == 0xA0 || r >= 0x2028 && r <= 0x202F || r >= 0x2060 && r <= 0x206F
}

// outline is the letter at x, y; an empty box when no font has it.
func (p *painter) outline(l letter, x, y float64) (lines []contour) {
	if l.font == nil {
		em := float64(l.ppem) / 64
		t := math.Max(1, em/16)
		w, h := l.wide-2*t, em*.7
		outer := to(1).Rect(nil, x+t, y-h, w, h, 0)
		return []contour{outer, reversed(to(1).Rect(nil, x+2*t, y-h+t, w-2*t, h-2*t, 0))}
	}
	glyph, err := l.font.LoadGlyph(&p.fonts.buf, l.glyph, l.ppem, nil)
	if err != nil {
		return nil
	}
	var segs []outline.Seg
	for _, g := range glyph {
		at := func(i int) (x, y float64) { return float64(g.Args[i].X) / 64, float64(g.Args[i].Y) / 64 }
		s := outline.Seg{Op: "MLQC"[g.Op]}
		switch s.Op {
		case 'Q':
			s.X1, s.Y1 = at(0)
			s.X, s.Y = at(1)
		case 'C':
			s.X1, s.Y1 = at(0)
			s.X2, s.Y2 = at(1)
			s.X, s.Y = at(2)
		default:
			s.X, s.Y = at(0)
		}
		segs = append(segs, s)
	}
	in := to(1)
	in.X, in.Y = x, y
	for _, line := range in.Path(segs) {
		if len(line.Points) > 2 {
			lines = append(lines, line.Points)
		}
	}
	return lines
}
