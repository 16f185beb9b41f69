package player

import (
	"math"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// A key's place says how far the next key is, in whichever direction that stands.
func TestASpotSaysHowFarTheNextKeyIs(t *testing.T) {
	at := func(id string, x, y float64) draw.Shape {
		return draw.Shape{ID: "key:" + id, Kind: draw.Rect, X: x, Y: y, W: 40, H: 16}
	}
	for want, shapes := range map[float64][]draw.Shape{
		4:           {at("a", 0, 0), at("b", 44, 0), at("c", 200, 0)},
		2:           {at("a", 0, 0), at("b", 44, 0), at("c", 0, 18)},
		9:           {at("a", 0, 0), at("b", 43, 25)},
		0:           {at("a", 0, 0), at("b", 20, 8)},
		math.Inf(1): {at("a", 0, 0), {ID: "zone:queue", Kind: draw.Rect, W: 100, H: 100}},
	} {
		for _, s := range Spots(shapes) {
			if s.ID == "key:a" && s.Gap != want {
				t.Errorf("Spots(%v): the next of a is %v px away, want %v", shapes, s.Gap, want)
			}
		}
	}
}
