package conformance

import (
	"testing"

	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
)

// An exercise is its beginning and a solution, played on ours and on client-go as lessons are: the
// goal holds on both where the solution ends. Calls and requests are compared as histories.
func TestEveryExerciseIsReachedOnClientGo(t *testing.T) {
	for _, x := range scenarios.Exercises() {
		for _, engine := range x.Engines {
			t.Run(x.ID+"/"+engine, func(t *testing.T) {
				run, _, err := versions.Play(x.Lesson, engine)
				if err != nil {
					t.Fatal(err)
				}
				if end := run.Steps[len(run.Steps)-1]; !end.Rest {
					t.Errorf("%s: the solution ends in the middle of something, where client-go cannot be compared", x.File)
				}
				without := *x.Lesson // the goal, to see what it adds
				without.Items = append([]scenarios.Item(nil), x.Items...)
				without.Items[len(x.Items)-1].Expect = nil
				seen, before := verify(t, t.Errorf, x.Lesson, engine), verify(t, t.Errorf, &without, engine)
				for _, g := range x.Items[len(x.Items)-1].Expect {
					for _, w := range g.Wants {
						if w.View != "server" && w.View != "swapped" && seen[w.View] <= before[w.View] { // the server is ours
							t.Errorf("%s: %s was not compared with client-go: %s", x.File, w, seen)
						}
					}
				}
				t.Logf("%s on %s, compared with client-go: %s", x.ID, engine, seen)
			})
		}
	}
}
