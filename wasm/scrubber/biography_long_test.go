package scrubber

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/draw"
)

// A story of many thousand steps is drawn from a few hundred shapes, almost all of which are
// there for clicks, and every part of it can be reached; wherever the playhead stands.
func TestALongStoryIsDrawnWithoutACellAStep(t *testing.T) {
	const steps = 20_000
	s := simtest.Fold(simtest.Play(t, sim.Config{Workers: []string{"W1", "W2"}}, "Add a"))
	lengths := make([]int, steps+1)
	for i := range lengths {
		lengths[i] = i % 5000
	}
	gates := make([]bool, steps)
	for i := range gates {
		gates[i] = i%3 == 0
	}
	for _, w := range []float64{992, 350} {
		for _, now := range []int{0, 1, 9_876, steps} {
			b := Bio{States: []*state.State{s}, Lengths: lengths, Labels: make([]string, steps), Gates: gates, Total: steps, Now: now, W: w}
			if !b.Long() || !b.Rowless(s) {
				t.Fatalf("a story of %d steps is not long", steps)
			}
			for name, shapes := range map[string][]draw.Shape{"wide": Biography(b), "mini": Mini(b)} {
				seen := 0
				for _, x := range shapes {
					if !strings.HasPrefix(x.ID, "step:") {
						seen++
					}
					if x.Kind == draw.Path && len(x.Segs) > int(2*w) {
						t.Errorf("%s, %v px, step %d: a path of %d pieces", name, w, now, len(x.Segs))
					}
				}
				if seen > 120 || len(shapes) > 600 {
					t.Errorf("%s, %v px, step %d: %d shapes, %d of them seen", name, w, now, len(shapes), seen)
				}
				for _, want := range []int{steps / 100, steps / 3, steps} {
					x0, x1 := span(shapes)
					x := x0 + (x1-x0)*float64(want)/steps - 1
					got, err := strconv.Atoi(strings.TrimPrefix(draw.Hit(shapes, x, 20), "step:"))
					if err != nil || math.Abs(float64(got-want)) > steps/100 {
						t.Errorf("%s, %v px: a click where step %d is means %q", name, w, want, draw.Hit(shapes, x, 20))
					}
				}
			}
		}
	}
}

// span is where the cells of the steps begin and end.
func span(shapes []draw.Shape) (x0, x1 float64) {
	x0 = math.Inf(1)
	for _, s := range shapes {
		if strings.HasPrefix(s.ID, "step:") {
			x0, x1 = math.Min(x0, s.X), math.Max(x1, s.X+s.W)
		}
	}
	return x0, x1
}

func TestRoundAbove(t *testing.T) {
	for v, want := range map[float64]int{0.2: 1, 1: 1, 1.5: 2, 3: 5, 64: 100, 743: 1000, 1001: 2000} {
		if got := roundAbove(v); got != want {
			t.Errorf("roundAbove(%v) = %d, want %d", v, got, want)
		}
	}
}

// Over the future stands that it was not played: the whole words, or none where it is short.
func TestTheFutureIsNamedInFullOrNotAtAll(t *testing.T) {
	named, silent := 0, 0
	for _, total := range []int{7, 12} {
		for now := range total {
			states := make([]*state.State, now+1)
			for i := range states {
				states[i] = simtest.Fold(simtest.Play(t, sim.Config{Workers: []string{"W1", "W2"}}, "Add a"))
			}
			b := Bio{States: states, Labels: make([]string, total), Gates: make([]bool, total), Total: total, Now: now, W: 350, H: 84,
				Text: func(key string, _ ...string) string { return map[string]string{"bio.future": "not played yet"}[key] }}
			said := false
			for _, s := range Biography(b) {
				for _, r := range s.Runs {
					if said = said || r.Text == "not played yet"; strings.HasPrefix(r.Text, "not") && r.Text != "not played yet" {
						t.Errorf("step %d of %d: the future is called %q", now, total, r.Text)
					}
				}
			}
			if said {
				named++
			} else {
				silent++
			}
		}
	}
	if named == 0 || silent == 0 {
		t.Errorf("the future is named %d times and %d times not, want both", named, silent)
	}
}

// However many keys a story has met, there are bars: two a key of four keys, of more one a step, as long as the queue was.
func TestTheBarsStayWhenKeysAreMany(t *testing.T) {
	for _, w := range []float64{992, 350} {
		for keys := 1; keys <= 9; keys++ {
			b := Bio{W: w, H: map[bool]float64{true: 104, false: 84}[w > 500], Now: keys, Total: keys + 2, Labels: make([]string, keys+2)}
			script := ""
			for n := range keys + 1 {
				s := state.New(simtest.Play(t, sim.Config{}, "").Recorder())
				if n > 0 {
					script = strings.TrimPrefix(script+fmt.Sprintf("; Add k%d", n), "; ")
					s = simtest.Fold(simtest.Play(t, sim.Config{}, script))
				}
				b.States, b.Lengths = append(b.States, s), append(b.Lengths, len(s.Queue))
			}
			bars, names := 0, 0
			for _, x := range Biography(b) {
				if x.Kind == draw.Rect && x.Hatch == draw.Dirty && x.W < 900 && x.H > 3 {
					bars++
				}
				if x.Kind == draw.Words && len(x.Runs) == 1 && strings.HasPrefix(x.Runs[0].Text, "k") {
					names++
				}
				if x.Kind == draw.Rect && x.Hatch == draw.Dirty && x.Y+x.H > b.H-18-8 && w < 500 {
					t.Errorf("%d keys, %v px: a bar ends at %.1f, on the markers", keys, w, x.Y+x.H)
				}
			}
			if named := map[bool]int{true: keys}[keys <= 4]; bars < keys || names != named || b.Rowless(b.States[keys]) != (keys > 4) || b.Crowded(b.States[keys]) != (keys > 4) {
				t.Errorf("%d keys, %v px: %d bars and %d names, want %d names", keys, w, bars, names, named)
			}
		}
	}
}
