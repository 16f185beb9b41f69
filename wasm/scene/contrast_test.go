package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// With two colours a picture says with hatch, width and dash what it said with tints:
// shapes that differed by colour alone still differ.
func TestTwoColoursKeepApartWhatTintsDid(t *testing.T) {
	square := func(fill draw.Ink) draw.Shape { return draw.Shape{Kind: draw.Rect, W: 5, H: 5, Fill: fill} }
	border := func(stroke draw.Ink) draw.Shape {
		return draw.Shape{Kind: draw.Rect, W: 300, H: 200, Stroke: stroke, StrokeWidth: 2}
	}
	axis := func(stroke draw.Ink) draw.Shape {
		return draw.Shape{Kind: draw.Path, Segs: []draw.Seg{{Op: 'M'}, {Op: 'L', X: 300}}, Stroke: stroke, StrokeWidth: 2}
	}
	pairs := map[string][2]draw.Shape{
		"squares of dirty and of processing": {square(draw.Dirty), square(draw.Proc)},
		"borders of dirty and of processing": {border(draw.Dirty), border(draw.Proc)},
		"a token and a place for one":        {border(draw.Text), border(draw.Line2)},
		"a rail and a rail of the past":      {border(draw.Neutral), border(draw.Soft)},
		"a scrubber's past and its future":   {axis(draw.Text), axis(draw.Line)},
	}
	for _, dark := range []bool{false, true} {
		pal := draw.HighContrast(dark)
		seen := map[any]bool{}
		for i := draw.Bg; i <= draw.Soft; i++ {
			seen[pal.Color(i)] = true
		}
		if len(seen) != 2 {
			t.Fatalf("HighContrast(%v) has %d colours, want 2", dark, len(seen))
		}
		for name, pair := range pairs {
			got := pal.Suit(pair[:])
			a, b := got[0], got[1]
			if a.StrokeWidth == b.StrokeWidth && a.Dash == b.Dash && (a.Fill == draw.None) == (b.Fill == draw.None) && pal.Color(a.Fill) == pal.Color(b.Fill) {
				t.Errorf("%s look the same in two colours: %+v", name, a)
			}
		}
	}
	pair := pairs["borders of dirty and of processing"]
	if got := draw.Light().Suit(pair[:]); got[0].StrokeWidth != 2 {
		t.Error("Suit changed a shape of the light theme")
	}
}

// Nothing is faint: a hatch and a fill are there whole, or not.
func TestTwoColoursLeaveNothingFaint(t *testing.T) {
	for _, p := range pictures() {
		shapes, _, _ := p.draw()
		for _, s := range draw.HighContrast(false).Suit(shapes) {
			if s.Hatch != draw.None && s.HatchAlpha > 0 && s.HatchAlpha < 1 || s.FillAlpha > 0 || s.StrokeAlpha > 0 {
				t.Errorf("%s: faint shape %+v", p.name, s)
			}
		}
	}
}
