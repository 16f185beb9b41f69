package film_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The way that a thing came is seen on each zone that it crosses, and where it left from there is one
// ghost, however many reasons there are for it.
func TestWaysLieOnTheZonesThatTheyCross(t *testing.T) {
	ways, ghosts := 0, 0
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, layout := range film.Layouts {
			for n := 1; n <= f.Last(); n++ {
				shapes := f.Panel(n, film.Look{Layout: layout}).Shapes
				for i, s := range shapes {
					switch {
					case isWay(s):
						ways++
						for _, zone := range shapes[i:] {
							if covers(zone, s) {
								t.Errorf("%s, %s, step %d: %s is painted over a way that crosses it", l.ID, layout, n, zone.ID)
							}
						}
					case s.Kind == draw.Rect && s.Dash != [2]float64{} && s.Fill == draw.None && s.ID == "":
						ghosts++
						for _, other := range shapes[i+1:] {
							if other.Kind == s.Kind && other.ID == "" && other.Dash == s.Dash && other.X == s.X && other.Y == s.Y && other.W == s.W {
								t.Errorf("%s, %s, step %d: two ghosts stand at %.0f, %.0f", l.ID, layout, n, s.X, s.Y)
							}
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

func isWay(s draw.Shape) bool {
	return s.Kind == draw.Path && s.Dash == scene.WayDash && s.Stroke == draw.Neutral && s.StrokeWidth == 2 && s.RoundCap && s.ID == ""
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
