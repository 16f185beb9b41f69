package film_test

import (
	"math"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The way that a thing came is seen on each zone that it crosses, and runs through no words, nor on behind
// what the step called; where it left from there is one ghost, however many reasons there are for it, and
// only its own name is read there: no words, no head of a way, no stem of a lift.
func TestWaysLieOnTheZonesThatTheyCross(t *testing.T) {
	ways, ghosts := 0, 0
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 * len(film.Layouts) {
			layout, lang := film.Layouts[i/2], []string{"en", "zh"}[i%2]
			for n := 1; n <= f.Last(); n++ {
				shapes := f.Panel(n, film.Look{Layout: layout, Lang: lang}).Shapes
				told := box{x0: math.Inf(1)}
				for _, s := range shapes {
					if s.Kind == draw.Words && len(s.Runs) > 0 && (s.Runs[0].Text == "this step" || s.Runs[0].Text == "这一步") {
						told.x0, told.y0, told.x1, told.y1 = s.Bounds()
					}
				}
				for i, s := range shapes {
					switch {
					case isWay(s):
						ways++
						if behind(s, told) {
							t.Errorf("%s, %s in %s, step %d: a way goes on behind what the step called", l.ID, layout, lang, n)
						}
						for _, zone := range shapes[i:] {
							if covers(zone, s) {
								t.Errorf("%s, %s, step %d: %s is painted over a way that crosses it", l.ID, layout, n, zone.ID)
							}
						}
						for _, words := range shapes {
							if words.Kind == draw.Words && through(s, words) {
								t.Errorf("%s, %s, step %d: a way runs through %q", l.ID, layout, n, words.Runs[0].Text)
							}
						}
					case s.Kind == draw.Rect && s.Dash != [2]float64{} && s.Fill == draw.None && s.ID == "":
						ghosts++
						for _, other := range shapes[i+1:] {
							if other.Kind == s.Kind && other.ID == "" && other.Dash == s.Dash && math.Hypot(other.X+other.W/2-s.X-s.W/2, other.Y+other.H/2-s.Y-s.H/2) < 8 {
								t.Errorf("%s, %s, step %d: two ghosts stand at %.0f, %.0f", l.ID, layout, n, s.X+s.W/2, s.Y+s.H/2)
							}
						}
						if other, ok := inGhost(s, shapes, i); ok {
							t.Errorf("%s, %s in %s, step %d: in the ghost at %.0f, %.0f is %v", l.ID, layout, lang, n, s.X+s.W/2, s.Y+s.H/2, other)
						}
					}
				}
			}
		}
	}
	if ways == 0 || ghosts == 0 {
		t.Errorf("there are %d ways and %d ghosts in all lessons", ways, ghosts)
	}
}

type box struct{ x0, y0, x1, y1 float64 }

// behind reports whether a way ends at a box and goes on beyond it.
func behind(way draw.Shape, b box) bool {
	for i, to := range way.Segs {
		if i > 0 && to.Op == 'M' {
			from := way.Segs[i-1]
			if x, y := (from.X+to.X)/2, (from.Y+to.Y)/2; b.x0 < x && x < b.x1 && b.y0 < y && y < b.y1 {
				return true
			}
		}
	}
	return false
}

// inGhost finds what would be read together with the name in the ghost shapes[i].
func inGhost(ghost draw.Shape, shapes []draw.Shape, i int) (draw.Shape, bool) {
	name := box{}
	if i+1 < len(shapes) && shapes[i+1].Kind == draw.Words {
		name.x0, name.y0, name.x1, name.y1 = shapes[i+1].Bounds()
	}
	for j, s := range shapes {
		x0, y0, x1, y1 := s.Bounds()
		meets := func(b box) bool { return min(x1, b.x1)-max(x0, b.x0) > 3 && min(y1, b.y1)-max(y0, b.y0) > 3 }
		head := s.Kind == draw.Path && s.ID == "" && s.RoundCap && len(s.Segs) == 3 && s.Dash == [2]float64{}
		if (s.Kind == draw.Words && j != i+1 || head) && meets(box{ghost.X, ghost.Y, ghost.X + ghost.W, ghost.Y + ghost.H}) {
			return s, true
		}
		if s.Piece == draw.Stem && min(x1, name.x1)-max(x0, name.x0) > -3 && min(y1, name.y1)-max(y0, name.y0) > 0 {
			return s, true
		}
	}
	return draw.Shape{}, false
}

func isWay(s draw.Shape) bool {
	return s.Kind == draw.Path && s.Dash == scene.WayDash && s.Stroke == draw.Neutral && s.StrokeWidth == 2 && s.RoundCap && s.ID == ""
}

// through reports whether a point of a way lies in words.
func through(way, words draw.Shape) bool {
	x0, y0, x1, y1 := words.Bounds()
	from := draw.Seg{}
	for _, to := range way.Segs {
		for k := range 51 {
			t := float64(k) / 50
			x, y := between(t, from.X, to.X), between(t, from.Y, to.Y)
			switch to.Op {
			case 'M':
				continue
			case 'Q':
				x, y = between(t, from.X, to.X1, to.X), between(t, from.Y, to.Y1, to.Y)
			case 'C':
				x, y = between(t, from.X, to.X1, to.X2, to.X), between(t, from.Y, to.Y1, to.Y2, to.Y)
			}
			if x0 < x && x < x1 && y0 < y && y < y1 {
				return true
			}
		}
		from = to
	}
	return false
}

// between is the point t of a line or a curve, in one dimension.
func between(t float64, at ...float64) float64 {
	if len(at) == 1 {
		return at[0]
	}
	return (1-t)*between(t, at[:len(at)-1]...) + t*between(t, at[1:]...)
}

// covers reports whether a zone's ground would hide a corner of a way.
func covers(zone, way draw.Shape) bool {
	if !strings.HasPrefix(zone.ID, "zone:") || zone.Kind != draw.Rect || zone.Fill == draw.None {
		return false
	}
	for _, p := range way.Segs {
		if zone.X < p.X && p.X < zone.X+zone.W && zone.Y < p.Y && p.Y < zone.Y+zone.H {
			return true
		}
	}
	return false
}
