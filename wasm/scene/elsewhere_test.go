package scene

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scrubber"
)

func after(t *testing.T, script string) *state.State {
	t.Helper()
	return simtest.Fold(simtest.Play(t, sim.Config{Workers: []string{"W1", "W2"}}, script))
}

// In every layout a key that stands elsewhere in the other future has a ghost there, within
// the picture, and a key that stands alike has none.
func TestGhostsStandWhereTheOtherFutureHasTheKeys(t *testing.T) {
	here, there := after(t, "Add a; Add b; W1 Get; W1 fail"), after(t, "Add a; Add b; W1 Get; Add a; Add c")
	for _, v := range []View{{}, {Plan: All}, {Layout: Embed}, {Layout: Phone}} {
		l := v.Layout
		shapes, other := Build(here, v), Build(there, v)
		got := Elsewhere(shapes, other, "original")
		if len(got) <= len(shapes) {
			t.Fatalf("layout %d: no ghosts", l)
		}
		for i := range shapes {
			if got[i].ID != shapes[i].ID || got[i].X != shapes[i].X {
				t.Fatalf("layout %d: shape %d is another than before", l, i)
			}
		}
		w, h := v.Size()
		for _, id := range []string{"key:a", "key:c"} {
			x, y, ok := draw.Centre(other, id)
			gx, gy, found := draw.Centre(got, "other:"+id)
			if !ok || !found || gx < x-30 || gx > x+30 || gy < y-20 || gy > y+20 {
				t.Errorf("layout %d: ghost of %s at %.0f, %.0f (%v); there it stands at %.0f, %.0f (%v)", l, id, gx, gy, found, x, y, ok)
			}
			if gx < 0 || gy < 0 || gx > w || gy > h {
				t.Errorf("layout %d: the ghost of %s is outside the picture", l, id)
			}
		}
		for _, s := range got[len(shapes):] {
			if strings.HasSuffix(s.ID, "key:b") {
				t.Errorf("layout %d: b stands alike in both and has a ghost: %+v", l, s)
			}
			if s.Kind == draw.Rect && s.Fill != draw.None && s.Fill != draw.Bg {
				t.Errorf("layout %d: a ghost covers what is there: %+v", l, s)
			}
		}
	}
	if same := Elsewhere(Build(here, View{}), Build(here, View{}), "original"); len(same) != len(Build(here, View{})) {
		t.Error("two pictures of one state have ghosts")
	}
}

// The scrubber shows where another future leaves and, of the one that was left, its steps;
// no marker stands where the shown one has no step.
func TestTheBiographyShowsWhereAnotherFutureLeaves(t *testing.T) {
	s := after(t, "Add a")
	b := scrubber.Bio{States: []*state.State{s, s, s, s}, Labels: []string{"1", "2", "3"}, Total: 6, Last: 3, Now: 3,
		Partings: []scrubber.Parting{{Step: 1, Steps: 6, ID: "future:0", Name: "original", Long: true}, {Step: 2, Steps: 4, ID: "future:2", Name: "what if 2"}}}
	ids := map[string]bool{}
	for _, x := range scrubber.Biography(b) {
		ids[x.ID] = true
	}
	for _, want := range []string{"step:3", "future:0:2", "future:0:6", "future:2:2"} {
		if !ids[want] {
			t.Errorf("no mark %q in %v", want, ids)
		}
	}
	for _, none := range []string{"step:4", "future:0:1", "future:2:4"} {
		if ids[none] {
			t.Errorf("there is a mark %q", none)
		}
	}
}

// Shutdown is drawn: a gate where Add comes in, and what becomes of the work in words.
func TestAQueueThatIsShutDownHasAGateAndSaysWhatBecomesOfTheWork(t *testing.T) {
	for _, c := range []struct{ script, says string }{
		{"Add a; Add b; W1 Get; ShutDown", "stage.queue.shut"},
		{"Add a; W1 Get; ShutDown", "stage.queue.over"},
		{"Add a; Add b; W1 Get; ShutDownWithDrain", "stage.queue.drain"},
		{"AddAfter a 5s; ShutDown", "stage.heap.lost"},
	} {
		s := after(t, c.script)
		for _, v := range []View{{}, {Plan: All}, {Layout: Embed}, {Layout: Phone}} {
			l := v.Layout
			said := ""
			gate := false
			for _, x := range Build(s, v) {
				gate = gate || x.ID == "gate"
				for _, r := range x.Runs {
					said += r.Text + "\n"
				}
			}
			if !gate {
				t.Errorf("%s, layout %d: no gate", c.script, l)
			}
			small := l == Embed || l == Phone
			if !strings.Contains(said, c.says) && !(small && c.says == "stage.heap.lost") {
				t.Errorf("%s, layout %d: want %s in\n%s", c.script, l, c.says, said)
			}
		}
	}
	for _, x := range Build(after(t, "Add a"), View{}) {
		if x.ID == "gate" {
			t.Error("an open queue has a gate")
		}
	}
}

// The ghost of a ticket over an empty heap stands clear of what is said about the heap.
func TestAGhostOnTheRulerKeepsOffTheCaption(t *testing.T) {
	here, there, said := after(t, "Add a"), after(t, "Add a; AddRateLimited b"), 0
	for _, v := range []View{{}, {Plan: All}, {Layout: Embed}, {Layout: Phone}} {
		v.Detail.Ghosts = true
		l := v.Layout
		shapes := Build(here, v)
		ghosts := Elsewhere(shapes, Build(there, v), "original")[len(shapes):]
		for _, g := range ghosts {
			for _, s := range shapes {
				if g.Kind != draw.Rect || g.Stroke == draw.None || s.Kind != draw.Words || len(s.Runs) == 0 || !strings.HasPrefix(s.Runs[0].Text, "stage.heap") {
					continue
				}
				said++
				if s.Y > g.Y && s.Y-s.Size < g.Y+g.H && s.X < g.X+g.W && s.X+draw.Width(s.Runs, s.Size) > g.X {
					t.Errorf("layout %d: the ghost at %.0f, %.0f lies over %q", l, g.X, g.Y, s.Runs[0].Text)
				}
			}
		}
	}
	if said == 0 {
		t.Error("nothing is said about the heap")
	}
}
