package graph

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// rasterise paints batches the way a GPU does: each pixel centre inside a triangle is
// blended with the colour interpolated there. It returns the opacity of every pixel.
func rasterise(batches []batch, w, h int) []float64 {
	out := make([]float64, w*h)
	for _, b := range batches {
		for i := 0; i+2 < len(b.indices); i += 3 {
			p, q, r := b.vertices[b.indices[i]], b.vertices[b.indices[i+1]], b.vertices[b.indices[i+2]]
			area := float64((q.x-p.x)*(r.y-p.y) - (q.y-p.y)*(r.x-p.x))
			if math.Abs(area) < 1e-9 {
				continue
			}
			for y := max(int(min(p.y, q.y, r.y)), 0); y < min(int(max(p.y, q.y, r.y))+1, h); y++ {
				for x := max(int(min(p.x, q.x, r.x)), 0); x < min(int(max(p.x, q.x, r.x))+1, w); x++ {
					// A hair off the centre, so that no pixel lies on two triangles' shared edge.
					cx, cy := float64(x)+0.50013, float64(y)+0.50007
					edge := func(a, b vertex) float64 {
						return ((float64(b.x)-float64(a.x))*(cy-float64(a.y)) - (float64(b.y)-float64(a.y))*(cx-float64(a.x))) / area
					}
					k2, k0, k1 := edge(p, q), edge(q, r), edge(r, p)
					if k0 < 0 || k1 < 0 || k2 < 0 {
						continue
					}
					a := k0*float64(p.a) + k1*float64(q.a) + k2*float64(r.a)
					o := &out[y*w+x]
					*o = a + *o*(1-a)
				}
			}
		}
	}
	return out
}

func paint(s draw.Shape, scale float64) []float64 {
	var m mesh
	return rasterise(m.build([]draw.Shape{s}, draw.Light(), scale, 0, 0, nil), 100, 100)
}

func sum(px []float64) (t float64) {
	for _, a := range px {
		t += a
	}
	return t
}

// "Paints as many pixels as the shape is large" is what smooth edges must not change.
func TestAShapeCoversItsArea(t *testing.T) {
	l := func(op byte, x, y float64) draw.Seg { return draw.Seg{Op: op, X: x, Y: y} }
	for _, c := range []struct {
		name string
		s    draw.Shape
		want float64
	}{
		{"rect", draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 50, H: 30, Fill: draw.Text}, 1500},
		{"rect off the grid", draw.Shape{Kind: draw.Rect, X: 10.3, Y: 10.7, W: 50, H: 30, Fill: draw.Text}, 1500},
		{"round rect", draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 50, H: 30, R: 8, Fill: draw.Text}, 1500 - (4-math.Pi)*64},
		{"hairline rect", draw.Shape{Kind: draw.Rect, X: 10.25, Y: 10, W: 0.4, H: 50, Fill: draw.Text}, 20},
		{"circle", draw.Shape{Kind: draw.Circle, X: 40, Y: 40, R: 20, Fill: draw.Text}, math.Pi * 400},
		{"half opaque", draw.Shape{Kind: draw.Circle, X: 40, Y: 40, R: 20, Fill: draw.Text, FillAlpha: .5}, math.Pi * 200},
		{"rect outline", draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 50, H: 30, Stroke: draw.Text, StrokeWidth: 2}, 320},
		{"circle outline", draw.Shape{Kind: draw.Circle, X: 40, Y: 40, R: 20, Stroke: draw.Text, StrokeWidth: 3}, math.Pi * (21.5*21.5 - 18.5*18.5)},
		{"arc", draw.Shape{Kind: draw.Arc, X: 40, Y: 40, R: 20, Frac: .25, Stroke: draw.Text, StrokeWidth: 4}, math.Pi * (22*22 - 18*18) / 4},
		{"line", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 10), l('L', 70, 50)}, Stroke: draw.Text, StrokeWidth: 3}, 3 * math.Hypot(60, 40)},
		{"thin line", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 10), l('L', 70, 50)}, Stroke: draw.Text, StrokeWidth: .5}, .5 * math.Hypot(60, 40)},
		{"round caps", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 20, 20), l('L', 70, 20)}, Stroke: draw.Text, StrokeWidth: 8, RoundCap: true}, 400 + math.Pi*16},
		{"dashes", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 20), l('L', 90, 20)}, Stroke: draw.Text, StrokeWidth: 2, Dash: [2]float64{4, 4}}, 80},
		{"concave", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 10), l('L', 60, 10), l('L', 60, 60), l('L', 35, 30), l('L', 10, 60), {Op: 'Z'}}, Fill: draw.Text}, 2500 - 50*30/2},
		{"curve", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 50), {Op: 'Q', X1: 40, Y1: 0, X: 70, Y: 50}, {Op: 'Z'}}, Fill: draw.Text}, 2. / 3 * 60 * 50 * .5},
		{"clip", draw.Shape{Kind: draw.Rect, X: 0, Y: 0, W: 90, H: 90, Fill: draw.Text, ClipX: 20, ClipY: 20, ClipW: 30, ClipH: 20}, 600},
		{"clipped line", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 0, 30), l('L', 90, 30)}, Stroke: draw.Text, StrokeWidth: 4, ClipX: 20, ClipY: 20, ClipW: 30, ClipH: 20}, 120},
		{"hatch", draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 80, H: 80, Hatch: draw.Text, HatchPitch: 8, HatchWidth: 2}, 1600},
		{"hatch of a concave path", draw.Shape{Kind: draw.Path, Segs: []draw.Seg{l('M', 10, 10), l('L', 90, 10), l('L', 90, 90), l('L', 50, 40), l('L', 10, 90), {Op: 'Z'}}, Hatch: draw.Text, HatchPitch: 8, HatchWidth: 2}, (6400 - 80*50/2) / 4},
	} {
		if got := sum(paint(c.s, 1)); math.Abs(got-c.want) > 0.03*c.want+1 {
			t.Errorf("%s: covered %.1f pixels, want %.1f", c.name, got, c.want)
		}
	}
}

func TestAnEdgeOnThePixelGridIsSharp(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		px := paint(draw.Shape{Kind: draw.Rect, X: 10, Y: 10, W: 20, H: 10, Stroke: draw.Text, StrokeWidth: 2, Fill: draw.Bg}, scale)
		for i, a := range px {
			if a > 0.01 && a < 0.99 {
				t.Fatalf("scale %v: pixel %d,%d has opacity %.2f, want 0 or 1", scale, i%100, i/100, a)
			}
		}
	}
}

func TestAStrokeThatBendsCoversNoPixelTwice(t *testing.T) {
	s := draw.Shape{Kind: draw.Path, Stroke: draw.Text, StrokeAlpha: .5, StrokeWidth: 3, Segs: []draw.Seg{
		{Op: 'M', X: 10, Y: 10}, {Op: 'L', X: 10, Y: 60}, {Op: 'L', X: 60, Y: 60}, {Op: 'L', X: 60, Y: 20}, {Op: 'L', X: 80, Y: 80}}}
	over := 0
	for _, a := range paint(s, 1) {
		if a > .52 {
			over++
		}
	}
	if over > 3 {
		t.Errorf("%d pixels are darker than the stroke's opacity, want at most 3", over)
	}
}

func TestAnyShapeBuildsWithoutAPanicAndStaysFinite(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := func() float64 { return []float64{0, 1, -3, .01, 50, r.Float64() * 100, r.Float64() * 3000}[r.IntN(7)] }
		s := draw.Shape{Kind: draw.Kind(r.IntN(5)), X: f(), Y: f(), W: f(), H: f(), R: f(), Frac: r.Float64() * 1.2, Fill: draw.Ink(r.IntN(4)),
			Stroke: draw.Ink(r.IntN(4)), StrokeWidth: f(), Dash: [2]float64{f(), f()}, RoundCap: r.IntN(2) == 0, Hatch: draw.Ink(r.IntN(3)), HatchPitch: f(), HatchWidth: f(),
			ClipX: f(), ClipY: f(), ClipW: f(), ClipH: f(), ClipR: f()}
		for range r.IntN(9) {
			s.Segs = append(s.Segs, draw.Seg{Op: "MLQCZ"[r.IntN(5)], X1: f(), Y1: f(), X2: f(), Y2: f(), X: f(), Y: f()})
		}
		var m mesh
		for _, b := range m.build([]draw.Shape{s}, draw.Dark(), 1, 0, 0, nil) {
			if len(b.vertices) > maxVertices || len(b.indices) > maxIndices {
				t.Fatalf("seed %d: a batch of %d vertices, %d indices", seed, len(b.vertices), len(b.indices))
			}
			for _, v := range b.vertices {
				if bad := float64(v.x + v.y + v.r + v.a); math.IsNaN(bad) || math.IsInf(bad, 0) {
					t.Fatalf("seed %d: vertex %+v of %+v", seed, v, s)
				}
			}
		}
	}
}
