package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// Every part of every step of the course is one transition, they are all there is of the
// step, and whoever goes through them sees the same states as whoever steps.
func TestThePartsOfAStepLeadToItsState(t *testing.T) {
	most := 0
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			_, line := lesson(t, l.ID, engine)
			for n := 1; n <= line.Last(); n++ {
				where := fmt.Sprintf("%s %s step %d", l.Number, engine, n)
				parts := line.Parts(n)
				most = max(most, len(parts))
				s := line.At(n - 1)
				var events []trace.Event
				for k := range parts {
					own := line.PartEvents(n, k+1)
					begins := 0
					for i, e := range own {
						s.Apply(e)
						if e.Flag&trace.First != 0 && e.Op != trace.Step && i > 0 && own[i-1].Op != trace.Step {
							begins++
						}
					}
					if begins > 0 {
						t.Errorf("%s: part %d holds several transitions: %v", where, k+1, ops(own))
					}
					if !slices.ContainsFunc(own, func(e trace.Event) bool { return e.Op != trace.Step }) && len(parts) > 1 {
						t.Errorf("%s: in part %d nothing is done: %v", where, k+1, ops(own))
					}
					if got, want := line.AtPart(n, k+1).Line(views...), s.Line(views...); got != want {
						t.Errorf("%s: part %d shows %s\nwant %s", where, k+1, got, want)
					}
					events = append(events, own...)
				}
				if !slices.Equal(events, line.Events(n)) {
					t.Errorf("%s: its parts hold %v, want %v", where, ops(events), ops(line.Events(n)))
				}
				if len(parts) > 0 && parts[len(parts)-1] != line.Step(n).End {
					t.Errorf("%s: its last part ends at %d, want %d", where, parts[len(parts)-1], line.Step(n).End)
				}
				if got, want := line.AtPart(n, len(parts)).Line(views...), line.At(n).Line(views...); got != want {
					t.Errorf("%s: its last part shows %s\nwant %s", where, got, want)
				}
			}
		}
	}
	if most < 10 {
		t.Errorf("no step has more than %d parts; those of S20 have", most)
	}
}

// A part lights the line of its own event, and its margin knows nothing of later parts.
func TestAPartLightsItsOwnLine(t *testing.T) {
	src := core.Read()
	_, line := lesson(t, "S14", "atomic")
	const n = 5 // MODIFIED: from the server through the FIFO into the store, and to the handler
	var got []string
	for k := range line.Parts(n) {
		c := line.CodePart(n, k+1, Asked{Source: src})
		got = append(got, c.Event.Op.String())
		for _, m := range c.Marks {
			if m.Step > n {
				t.Errorf("part %d: its margin knows of step %d", k+1, m.Step)
			}
		}
	}
	want := "server.put reflector.event fifo.push fifo.begin store.put handler.push fifo.end handler.begin handler.end"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("the parts of S14 step %d light %s\nwant %s", n, s, want)
	}
	_, line = lesson(t, "S02", "workqueue")
	for k := range line.Parts(4) { // Add a ×10
		for _, m := range line.CodePart(4, k+1, Asked{Source: src}).Marks {
			if m.Step == 4 && m.Times != k+1 {
				t.Errorf("after part %d of ten the margin says ×%d", k+1, m.Times)
			}
		}
	}
}

// ops names events.
func ops(events []trace.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.Op.String())
	}
	return out
}
