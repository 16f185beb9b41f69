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

// manyShapes is a list of n shapes as a full stage has them, for the bars on script time.
func manyShapes(n int) []scene.Shape {
	var out []scene.Shape
	for i := 0; len(out) < n; i++ {
		out = append(out, token(60+float64(i%10)*80, 40+float64(i/10)*50, 36, fmt.Sprintf("p%d", i), true, i%2 == 0)...)
	}
	return out[:n]
}
