package draw

import "image/color"

// High contrast has two colours and no tint between them. What the other themes say with a
// colour is then said by hatch, width and dash alone, which every theme draws as well:
// dirty is hatched, processing is solid, waiting is a ring, an error is dashed.

// TwoColours returns the palette that paints everything in fg on bg: black on white, or
// what a system with forced colours says.
func TwoColours(fg, bg color.RGBA) (p Palette) {
	for i := range p {
		switch Ink(i) {
		case None:
		case Bg, Panel, WaitTint, DirtyTint, ProcTint, Body, Plate, Lit:
			p[i] = bg
		default:
			p[i] = fg
		}
	}
	return p
}

// HighContrast returns black on white, or white on black.
func HighContrast(dark bool) Palette {
	if dark {
		return TwoColours(rgb(0xFFFFFF), rgb(0x000000))
	}
	return TwoColours(rgb(0x000000), rgb(0xFFFFFF))
}

// Two reports whether p has two colours only.
func (p Palette) Two() bool { return p[Dirty] == p[Proc] && p[Dirty] == p[Text] }

// Suit returns shapes as they are to be painted in p. With two colours nothing is faint: a
// hatch is thin and whole, the border of processing is twice as wide as that of dirty, and
// what would differ by its tint alone is dashed or an outline.
func (p Palette) Suit(shapes []Shape) []Shape {
	if !p.Two() {
		return shapes
	}
	out := append([]Shape(nil), shapes...)
	for i := range out {
		out[i].outline()
	}
	return out
}

func (s *Shape) outline() {
	if s.Hatch != None && s.HatchAlpha > 0 && s.HatchAlpha < 1 { // of a region: type stands on it
		s.HatchAlpha, s.HatchWidth = 1, s.HatchWidth/2
	}
	s.FillAlpha, s.StrokeAlpha = 0, 0
	switch {
	case s.Kind == Rect && s.Stroke == Proc && s.Fill == None && s.StrokeWidth == 2:
		s.X, s.Y, s.W, s.H, s.StrokeWidth = s.X+1, s.Y+1, s.W-2, s.H-2, 4
	case s.Kind == Circle && s.Stroke == Line: // what a ring runs on
		s.StrokeWidth = min(s.StrokeWidth, 1)
	case s.Kind == Path && s.Stroke == Line: // an axis that nothing has walked: the walked part is thick
		s.StrokeWidth = min(s.StrokeWidth, 1)
	case s.Stroke == Line2 && s.Dash == [2]float64{}:
		s.Dash = [2]float64{2, 4}
	case s.Stroke == Soft && s.Dash == [2]float64{}:
		s.Dash = [2]float64{6, 4}
	case s.Kind == Rect && s.Fill == Dirty && s.Hatch == None: // a flat square: solid is processing
		w := min(1.5, s.W/4, s.H/4)
		s.X, s.Y, s.W, s.H = s.X+w/2, s.Y+w/2, s.W-w, s.H-w
		s.Fill, s.Stroke, s.StrokeWidth = Plate, Dirty, w
	}
}
