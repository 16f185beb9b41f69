package main

import (
	"fmt"

	"github.com/informerscope/informerscope/wasm/scene"
)

func rail(pts ...float64) []scene.Seg {
	segs := []scene.Seg{{Op: 'M', X: pts[0], Y: pts[1]}}
	for i := 2; i+1 < len(pts); i += 2 {
		segs = append(segs, scene.Seg{Op: 'L', X: pts[i], Y: pts[i+1]})
	}
	return segs
}

func words(x, y, size float64, a scene.Anchor, runs ...scene.Run) scene.Shape {
	return scene.Shape{Kind: scene.Words, X: x, Y: y, Size: size, Anchor: a, Runs: runs}
}

// token is a key: a white plate with a dirty and a processing shoulder.
func token(cx, cy, h float64, name string, dirty, proc bool) []scene.Shape {
	w, sh, r := h*1.5, float64(int(h*.28+.5)), float64(int(h*.14+.5))
	x, y := cx-w/2, cy-h/2
	out := []scene.Shape{{ID: "key:" + name, Kind: scene.Rect, X: x, Y: y, W: w, H: h, R: r, Fill: scene.Plate}}
	if dirty {
		out = append(out,
			scene.Shape{Kind: scene.Rect, X: x, Y: y, W: sh, H: h, Hatch: scene.Dirty, HatchPitch: 7, HatchWidth: 3.6, ClipX: x, ClipY: y, ClipW: w, ClipH: h, ClipR: r},
			scene.Shape{Kind: scene.Path, Segs: rail(x+sh, y, x+sh, y+h), Stroke: scene.Dirty, StrokeWidth: 2})
	}
	if proc {
		out = append(out, scene.Shape{Kind: scene.Rect, X: x + w - sh, Y: y, W: sh, H: h, Fill: scene.Proc, ClipX: x, ClipY: y, ClipW: w, ClipH: h, ClipR: r})
	}
	return append(out,
		scene.Shape{Kind: scene.Rect, X: x, Y: y, W: w, H: h, R: r, Stroke: scene.Text, StrokeWidth: 2},
		words(cx, cy+h*.5*.35, h*.5, scene.Middle, scene.Run{Text: name, Bold: true, Ink: scene.Text}))
}

func demoShapes() []scene.Shape {
	out := []scene.Shape{
		{Kind: scene.Rect, X: 1, Y: 44, W: 839, H: 240, R: 16, Fill: scene.DirtyTint, Hatch: scene.Dirty, HatchPitch: 16, HatchWidth: 2, HatchAlpha: .15},
		{Kind: scene.Rect, X: 456, Y: 120, W: 423, H: 350, R: 16, Fill: scene.ProcTint},
		{Kind: scene.Rect, X: 456, Y: 120, W: 384, H: 164, Hatch: scene.Dirty, HatchPitch: 16, HatchWidth: 2, HatchAlpha: .15, ClipX: 456, ClipY: 120, ClipW: 423, ClipH: 350, ClipR: 16},
		{Kind: scene.Rect, X: 1, Y: 44, W: 839, H: 240, R: 16, Stroke: scene.Dirty, StrokeWidth: 2},
		{Kind: scene.Rect, X: 456, Y: 120, W: 423, H: 350, R: 16, Stroke: scene.Proc, StrokeWidth: 2},
		{Kind: scene.Rect, X: 40, Y: 148, W: 392, H: 80, R: 6, Fill: scene.Plate, Stroke: scene.Neutral, StrokeWidth: 1.5},
		{Kind: scene.Rect, X: 104, Y: 156, W: 96, H: 64, R: 9, Stroke: scene.Line2, StrokeWidth: 2},
		{Kind: scene.Rect, X: 216, Y: 156, W: 96, H: 64, R: 9, Stroke: scene.Neutral, StrokeWidth: 1.5, Dash: [2]float64{4, 4}},
		{Kind: scene.Path, Segs: rail(64, 36, 64, 144), Stroke: scene.Neutral, StrokeWidth: 2},
		{Kind: scene.Path, Segs: rail(59, 139, 64, 146, 69, 139), Stroke: scene.Neutral, StrokeWidth: 2, RoundCap: true},
		{Kind: scene.Path, Segs: []scene.Seg{{Op: 'M', X: 64, Y: 154}, {Op: 'L', X: 64, Y: 180}, {Op: 'Q', X1: 64, Y1: 188, X: 72, Y: 188}, {Op: 'L', X: 320, Y: 188}}, Stroke: scene.Neutral, StrokeWidth: 2, Dash: [2]float64{.1, 6}, RoundCap: true},
		{Kind: scene.Path, Segs: []scene.Seg{{Op: 'M', X: 372, Y: 228}, {Op: 'C', X1: 372, Y1: 264, X2: 404, Y2: 284, X: 456, Y: 284}, {Op: 'C', X1: 480, Y1: 284, X2: 484, Y2: 340, X: 516, Y: 340}, {Op: 'L', X: 680, Y: 340}}, Stroke: scene.Neutral, StrokeWidth: 2},
		{Kind: scene.Circle, X: 456, Y: 284, R: 7, Fill: scene.Plate, Stroke: scene.Text, StrokeWidth: 2},
		{Kind: scene.Path, Segs: rail(576, 250, 576, 410), Stroke: scene.Proc, StrokeWidth: 3},
		{Kind: scene.Path, Segs: []scene.Seg{{Op: 'M', X: 512, Y: 214}, {Op: 'L', X: 512, Y: 236}, {Op: 'Q', X1: 512, Y1: 242, X: 518, Y: 242}, {Op: 'L', X: 634, Y: 242}, {Op: 'Q', X1: 640, Y1: 242, X: 640, Y: 236}, {Op: 'L', X: 640, Y: 214}}, Stroke: scene.Proc, StrokeWidth: 3, RoundCap: true},
		{Kind: scene.Circle, X: 576, Y: 424, R: 15, Fill: scene.Plate, Stroke: scene.Line, StrokeWidth: 3},
		{Kind: scene.Arc, X: 576, Y: 424, R: 15, Frac: .4, Stroke: scene.Proc, StrokeWidth: 3.5},
		{Kind: scene.Arc, X: 744, Y: 424, R: 15, Frac: 1, Stroke: scene.Wait, StrokeWidth: 3.5},
		{Kind: scene.Path, Segs: []scene.Seg{{Op: 'M', X: 700, Y: 360}, {Op: 'L', X: 740, Y: 360}, {Op: 'L', X: 740, Y: 384}, {Op: 'L', X: 730, Y: 376}, {Op: 'L', X: 700, Y: 396}, {Op: 'Z'}}, Fill: scene.Body, Stroke: scene.BodyEdge, StrokeWidth: 1.5},
		{Kind: scene.Rect, X: 100, Y: 56, W: 160, H: 26, Fill: scene.DirtyTint},
		words(576, 428.5, 13, scene.Middle, scene.Run{Text: "W1", Bold: true}),
		words(88, 74, 18, scene.Start, scene.Run{Text: "dirty", Bold: true}, scene.Run{Text: "  a pass is owed", Ink: scene.Text2}),
		words(864, 458, 18, scene.End, scene.Run{Text: "a worker is on it  ", Ink: scene.Text2}, scene.Run{Text: "processing", Bold: true}),
		words(52, 24, 16, scene.Start, scene.Run{Text: "event handlers", Bold: true}, scene.Run{Text: "   called ", Ink: scene.Text2}, scene.Run{Text: "Add(a)", Mono: true, Size: 14, Ink: scene.Text2}, scene.Run{Text: " 12 times, then ", Ink: scene.Text2}, scene.Run{Text: "Add(b)", Mono: true, Bold: true, Size: 14}),
		words(52, 330, 15, scene.Start, scene.Run{Text: "脏集合 dirty：还欠一次处理", Ink: scene.Text2}),
		words(52, 352, 12, scene.Start, scene.Run{Text: "e.owed = true // 12 px code", Mono: true, Ink: scene.Text2}),
		words(480, 144, 16, scene.Start, scene.Run{Text: "both", Bold: true}, scene.Run{Text: "  on it, and owed again", Ink: scene.Text2}),
	}
	out = append(out, token(376, 188, 64, "b", true, false)...)
	out = append(out, scene.Shape{Kind: scene.Rect, X: 521, Y: 157, W: 110, H: 78, R: 15, Stroke: scene.Text, StrokeWidth: 2})
	out = append(out, token(576, 196, 64, "a", true, true)...)
	for i := range 12 {
		out = append(out, token(100+float64(i%6)*54, 400+float64(i/6)*36, 28, fmt.Sprintf("k%d", i), i%2 == 0, i%3 == 0)...)
	}
	return out
}

func manyShapes(n int) []scene.Shape {
	var out []scene.Shape
	for i := 0; len(out) < n; i++ {
		out = append(out, token(60+float64(i%10)*80, 40+float64(i/10)*50, 36, fmt.Sprintf("p%d", i), true, i%2 == 0)...)
	}
	return out[:n]
}
