package orders

import (
	"math"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/draw"
)

func explored(t *testing.T, cfg sim.Config, script string, bounds sim.Bounds) *sim.Exploration {
	t.Helper()
	lines, err := sim.ParseInline(script)
	if err != nil {
		t.Fatal(err)
	}
	x, err := sim.NewExploration(cfg, nil, lines, bounds)
	if err != nil {
		t.Fatal(err)
	}
	for x.Go(100) {
	}
	return x
}

const (
	few  = "Add a; Done a; Add b; W1 Get; AddAfter c 1s; W1 Done"
	many = "worker W1 = get, ok; worker W2 = get, ok; auto on; Add a; Add b; Add c; Add a"
)

var two = sim.Config{Workers: []string{"W1", "W2"}}

// Every state stands somewhere of its own and inside the picture, in the column of its depth; each step ends
// at the nodes that it joins.
func TestEveryStateHasAPlaceOfItsOwn(t *testing.T) {
	for script, cards := range map[string]bool{few: true, many: false} {
		x := explored(t, two, script, sim.Bounds{})
		pic, p := Build(x, View{}), layOut(x)
		if p.cards != cards {
			t.Errorf("%d states: cards %v, want %v", len(x.States()), p.cards, cards)
		}
		halfW, halfH := p.half()
		for i, a := range p.at {
			if a.x-halfW < 0 || a.x+halfW > p.w || a.y-halfH < 0 || a.y+halfH > p.h {
				t.Fatalf("state %d stands at %v, outside %vx%v", i, a, p.w, p.h)
			}
			for j, b := range p.at[:i] {
				if math.Abs(a.x-b.x) < 2*p.r && math.Abs(a.y-b.y) < 2*p.r {
					t.Fatalf("states %d and %d stand at %v and %v", i, j, a, b)
				}
			}
			if n, ok := StateAt(draw.Hit(pic.Shapes, a.x, a.y)); !ok || n != i {
				t.Fatalf("at the place of state %d is %d, %v", i, n, ok)
			}
		}
		for _, s := range pic.Shapes {
			if x0, y0, x1, y1 := s.Bounds(); x0 < -1 || y0 < -1 || x1 > pic.W+1 || y1 > pic.H+1 {
				t.Fatalf("%v reaches out of %vx%v", s, pic.W, pic.H)
			}
		}
	}
	if _, ok := StateAt("key:a"); ok {
		t.Error("a key is taken for a state")
	}
}

// The way to a fault is lit, from the first state to the one that is picked.
func TestAWayIsLit(t *testing.T) {
	x := explored(t, two, few, sim.Bounds{})
	faults := x.Faults()
	if len(faults) == 0 {
		t.Fatal("nothing is wrong")
	}
	pic := Build(x, View{Way: faults[0].Way, Picked: faults[0].State})
	lit := 0
	for _, s := range pic.Shapes {
		if s.Kind == draw.Path && s.StrokeWidth == 3 {
			lit++
		}
	}
	if lit != len(faults[0].Way) {
		t.Errorf("%d steps are lit, want %d", lit, len(faults[0].Way))
	}
	golden.Holds(t, "testdata/few.txt", draw.Lines(pic.Shapes))
}

// What the bound left out is drawn as open.
func TestOpenStatesAreDashed(t *testing.T) {
	x := explored(t, two, many, sim.Bounds{States: 20})
	dashed := 0
	for _, s := range Build(x, View{}).Shapes {
		if s.ID != "" && s.Dash != [2]float64{} {
			dashed++
		}
	}
	if dashed == 0 {
		t.Error("no state is dashed")
	}
}
