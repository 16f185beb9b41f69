package scene

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"math"
	"slices"
	"strings"
)

// ghostRoom is how far a ghost's outline stands off the place it marks, so that it is seen
// around another token there, px.
const ghostRoom = 5

// Elsewhere returns shapes with a ghost of each key that stands in another place in other,
// or only there: dashed, with the name of the key and of that other future. A ghost covers
// nothing; its name leaves the middle when somebody else stands there.
func Elsewhere(shapes, other []draw.Shape, future string) []draw.Shape {
	here := bodies(shapes)
	out := slices.Clone(shapes)
	for _, g := range bodies(other) {
		i := slices.IndexFunc(here, func(b body) bool { return b.id == g.id })
		if i >= 0 && math.Hypot(here[i].x-g.x, here[i].y-g.y) < 8 {
			continue
		}
		taken := slices.ContainsFunc(here, func(b body) bool {
			return math.Abs(b.x-g.x) < (b.w+g.w)/2 && math.Abs(b.y-g.y) < (b.h+g.h)/2
		})
		id := "other:" + g.id
		w, h := g.w+2*ghostRoom, g.h+2*ghostRoom
		out = append(out, draw.Shape{ID: id, Kind: draw.Rect, X: g.x - w/2, Y: g.y - h/2, W: w, H: h, R: 8, Stroke: draw.Text3, StrokeWidth: 2, Dash: [2]float64{5, 4}})
		if !taken && g.name.Size > 0 {
			out = append(out, faint(id, g.name))
		}
		size := 13.0
		label := []draw.Run{draw.Inked(future, draw.Text3)}
		if taken && len(g.name.Runs) > 0 {
			label = append([]draw.Run{{Text: g.name.Runs[0].Text + " ", Bold: true, Ink: draw.Text3}}, label...)
		}
		label, size = draw.Fit(label, size, math.Max(w+40, 72))
		tw := draw.Width(label, size)
		out = append(out,
			draw.Shape{ID: id, Kind: draw.Rect, X: g.x - tw/2 - 4, Y: g.y + h/2 - size*.55, W: tw + 8, H: size * 1.3, R: 3, Fill: draw.Bg},
			draw.Shape{ID: id, Kind: draw.Words, X: g.x, Y: g.y + h/2 + size*.45, Size: size, Anchor: draw.Middle, Fill: draw.Text3, Runs: label})
	}
	return out
}

// faint is a name in the ink of ghosts.
func faint(id string, s draw.Shape) draw.Shape {
	w := draw.Shape{ID: id, Kind: draw.Words, X: s.X, Y: s.Y, Size: s.Size, Anchor: s.Anchor, Fill: draw.Text3}
	for _, r := range s.Runs {
		r.Ink = draw.None
		w.Runs = append(w.Runs, r)
	}
	return w
}

// body is the box of a key or of its ticket, by its centre, with the words in it.
type body struct {
	id         string
	x, y, w, h float64
	name       draw.Shape
}

// bodies lists the keys and tickets of a picture in the order painted.
func bodies(shapes []draw.Shape) (out []body) {
	for _, s := range shapes {
		if s.Piece != draw.Whole || !strings.HasPrefix(s.ID, "key:") && !strings.HasPrefix(s.ID, "ticket:") {
			continue
		}
		i := slices.IndexFunc(out, func(b body) bool { return b.id == s.ID })
		switch {
		case i < 0 && s.Kind == draw.Rect:
			out = append(out, body{id: s.ID, x: s.X + s.W/2, y: s.Y + s.H/2, w: s.W, h: s.H})
		case i >= 0 && s.Kind == draw.Words && out[i].name.Size == 0:
			out[i].name = s
		}
	}
	return out
}
