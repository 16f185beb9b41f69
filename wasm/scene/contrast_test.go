package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
)

// With two colours a picture says with hatch, width and dash what it said with tints:
// shapes that differed by colour alone still differ.
func TestTwoColoursKeepApartWhatTintsDid(t *testing.T) {
	square := func(fill scene.Ink) scene.Shape { return scene.Shape{Kind: scene.Rect, W: 5, H: 5, Fill: fill} }
	border := func(stroke scene.Ink) scene.Shape {
		return scene.Shape{Kind: scene.Rect, W: 300, H: 200, Stroke: stroke, StrokeWidth: 2}
	}
	axis := func(stroke scene.Ink) scene.Shape {
		return scene.Shape{Kind: scene.Path, Segs: []scene.Seg{{Op: 'M'}, {Op: 'L', X: 300}}, Stroke: stroke, StrokeWidth: 2}
	}
	pairs := map[string][2]scene.Shape{
		"squares of dirty and of processing": {square(scene.Dirty), square(scene.Proc)},
		"borders of dirty and of processing": {border(scene.Dirty), border(scene.Proc)},
		"a token and a place for one":        {border(scene.Text), border(scene.Line2)},
		"a rail and a rail of the past":      {border(scene.Neutral), border(scene.Soft)},
		"a scrubber's past and its future":   {axis(scene.Text), axis(scene.Line)},
	}
	for _, dark := range []bool{false, true} {
		pal := scene.HighContrast(dark)
		seen := map[any]bool{}
		for i := scene.Bg; i <= scene.Soft; i++ {
			seen[pal.Color(i)] = true
		}
		if len(seen) != 2 {
			t.Fatalf("HighContrast(%v) has %d colours, want 2", dark, len(seen))
		}
		for name, pair := range pairs {
			got := pal.Suit(pair[:])
			a, b := got[0], got[1]
			if a.StrokeWidth == b.StrokeWidth && a.Dash == b.Dash && (a.Fill == scene.None) == (b.Fill == scene.None) && pal.Color(a.Fill) == pal.Color(b.Fill) {
				t.Errorf("%s look the same in two colours: %+v", name, a)
			}
		}
	}
	pair := pairs["borders of dirty and of processing"]
	if got := scene.Light().Suit(pair[:]); got[0].StrokeWidth != 2 {
		t.Error("Suit changed a shape of the light theme")
	}
}

// Nothing is faint: a hatch and a fill are there whole, or not.
func TestTwoColoursLeaveNothingFaint(t *testing.T) {
	for _, p := range pictures() {
		shapes, _, _ := p.draw()
		for _, s := range scene.HighContrast(false).Suit(shapes) {
			if s.Hatch != scene.None && s.HatchAlpha > 0 && s.HatchAlpha < 1 || s.FillAlpha > 0 || s.StrokeAlpha > 0 {
				t.Errorf("%s: faint shape %+v", p.name, s)
			}
		}
	}
}
