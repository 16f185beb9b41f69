package film_test

import (
	"testing"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
)

// shot is a picture of a reel: where the key a is, and how long it stays.
type shot struct {
	x, y  float64
	stays time.Duration
	drawn int
}

func shots(t *testing.T, r *film.Reel) (all []shot) {
	t.Helper()
	for {
		p, stays, ok := r.Next()
		if !ok {
			return all
		}
		s := shot{stays: stays, drawn: r.Drawn()}
		for _, of := range p.Shapes {
			if of.ID == "key:a" && of.Kind == draw.Rect && of.Piece == draw.Whole {
				s.x, s.y = of.X, of.Y
			}
		}
		if p.W != r.W || p.H != r.H || s.x == 0 {
			t.Fatalf("picture %d is %v×%v, want %v×%v, with a", len(all), p.W, p.H, r.W, r.H)
		}
		all = append(all, s)
	}
}

// From step 1 to 2 of 1.2, Get takes a out of the queue: it goes right and down, a bit with each picture, and then the step
// rests. A reel that is cut has the steps alone, and nothing moves to the first.
func TestAReelMovesFromStepToStep(t *testing.T) {
	l := scenarios.Find("dirty-and-processing")
	f, err := film.Record(l, l.Engines[0])
	if err != nil {
		t.Fatal(err)
	}
	cut := f.Reel(1, 2, film.Look{})
	cut.Cut, cut.Stay = true, 3*time.Second
	still := shots(t, cut)
	if len(still) != 2 || still[0].stays != 3*time.Second || still[1].stays != 3*time.Second || still[1].drawn != 2 {
		t.Fatalf("cut, the reel is %+v, want two pictures of 3 s", still)
	}
	moving := shots(t, f.Reel(1, 2, film.Look{}))
	last := len(moving) - 1
	if at := moving[0]; at.x != still[0].x || at.y != still[0].y || at.stays != f.Dwell(1, "en") || at.drawn != 1 {
		t.Errorf("the first picture is %+v, want that of step 1, %+v, for %v", at, still[0], f.Dwell(1, "en"))
	}
	if at := moving[last]; at.x != still[1].x || at.y != still[1].y || at.stays != f.Dwell(2, "en") || at.drawn != 2 {
		t.Errorf("the last picture is %+v, want that of step 2, %+v, for %v", at, still[1], f.Dwell(2, "en"))
	}
	if last < 4 {
		t.Fatalf("the reel has %d pictures, want some between the steps", len(moving))
	}
	far := 0.
	for i := 1; i < last; i++ {
		was, is := moving[i-1], moving[i]
		if is.stays != film.Tick || is.drawn != 1 || is.x < was.x-1 || is.y < was.y-1 || is.x > still[1].x+1 || is.y > still[1].y+1 {
			t.Errorf("picture %d is %+v after %+v, want %v, nearer to %+v", i, is, was, film.Tick, still[1])
		}
		far = max(far, is.y-was.y)
	}
	if far < 5 {
		t.Error("a does not move")
	}
}
