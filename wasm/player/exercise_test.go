package player

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// hasButton reports whether a button gives the command, as the page fills it in.
func hasButton(p *Player, c sim.Command) bool {
	for _, g := range []sim.Group{sim.AtQueue, sim.AtWorker, sim.AtServer} {
		for _, b := range sim.Buttons(g) {
			made := b.Command
			switch {
			case g == sim.AtWorker:
				if made.Actor = c.Actor; b.Keyed {
					made.Key = c.Key
				}
			case b.Keyed && slices.Contains(p.Keys(), c.Key):
				made.Key = c.Key
			case b.Object && slices.Contains(p.Pods(), c.Name):
				p.Tools.Pod = c.Name
				made, _ = p.PodCommand(b.Command.Verb)
			}
			if made == c && p.Offers(made) {
				return true
			}
		}
	}
	return false
}

// What a solution does, a reader can do: by buttons that are there, and by Step.
func TestEveryExerciseCanBeReachedByItsButtons(t *testing.T) {
	for _, x := range scenarios.Exercises() {
		for _, engine := range x.Engines {
			p := newPlayer()
			p.Update(start, Opened{"#p=play&ex=" + x.ID + "&engine=" + engine})
			if p.Head == nil || p.Head.Exercise != x || p.Head.Engine != engine || p.Practice.Reached || p.Notice() != "" {
				t.Fatalf("%s on %s opens with %+v, says %q", x.ID, engine, p.Practice, p.Notice())
			}
			calls := 0
			for _, l := range x.Solution() {
				if slices.Contains(x.Allow, l.Verb) {
					if calls++; !hasButton(p, l.Command) {
						t.Errorf("%s: no button gives %q, or the keys %q and pods %q lack what it is about", x.ID, l.Command, p.Keys(), p.Pods())
					}
					p.Update(start, Do{l.Command})
					continue
				}
				for n := 0; n < 40 && !p.Practice.Reached; n++ {
					if at, ok := p.Head.World.Next(); l.Text == "idle" && (!ok || at > p.Head.World.Now()) {
						break
					}
					p.Update(start, Next{})
				}
			}
			if !p.Practice.Reached || p.Practice.Used != calls || !p.Progress().Exercises[x.ID] {
				t.Errorf("%s on %s, by its buttons: %+v, want it reached with %d calls and kept; %q, %q", x.ID, engine, p.Practice, calls, p.Hash, p.Notice())
			}
			if _, rest, _ := p.Headline(); !strings.HasSuffix(rest, "✓ reached") {
				t.Errorf("%s on %s: over the headline stands %q, want that it is reached", x.ID, engine, rest)
			}
			if heard := p.Heard(); !strings.Contains(heard, "Reached. Calls:") {
				t.Errorf("%s on %s: heard %q, want that it is reached", x.ID, engine, heard)
			}
		}
	}
}

// A phone, too, shows the part that the goal is about: nobody reaches a version in the store by a picture
// of the workers.
func TestAnExerciseShowsItsPartInEverySize(t *testing.T) {
	for _, x := range scenarios.Exercises() {
		p := newPlayer()
		p.Update(start, Opened{"#p=play&ex=" + x.ID})
		for _, w := range []float64{360, 640, 1280} {
			p.Window.W = w
			if got := p.Plan(); got != x.View {
				t.Errorf("%s at %v px shows %q, want %q", x.ID, w, got, x.View)
			}
		}
	}
}

func TestTheSolutionPlaysToItsEndAndIsNoSuccess(t *testing.T) {
	for _, x := range scenarios.Exercises() {
		p := newPlayer()
		p.Update(start, Opened{"#p=play&ex=" + x.ID})
		p.Update(start, Solve{})
		for n := 0; n < 50 && p.Head.Playing; n++ {
			p.Update(start, Arrived{})
			p.Update(start, Rang{"play"})
		}
		if p.Head.Playing || !p.Head.Last() || !p.Practice.Reached || !p.Practice.Told || p.Progress().Exercises[x.ID] {
			t.Errorf("%s: the solution stands at step %d of %d, playing %v, %+v, kept %v; want its end, reached and not kept",
				x.ID, p.Head.Step, p.Head.Line.Last(), p.Head.Playing, p.Practice, p.Progress())
		}
		if p.Update(start, Anew{}); p.Practice.Told || p.Practice.Reached || p.Head.Line.Last() != 0 {
			t.Errorf("%s: begun anew it stands at %d of %d, %+v", x.ID, p.Head.Step, p.Head.Line.Last(), p.Practice)
		}
	}
}

func TestProgressKeepsExercisesBesideLessons(t *testing.T) {
	const kept = "dirty-and-processing:1/2 ex.two-hold-a"
	if got := ReadProgress("ex.none ex. " + kept + " ex.two-hold-a").String(); got != kept {
		t.Errorf("ReadProgress kept %q, want %q", got, kept)
	}
}
