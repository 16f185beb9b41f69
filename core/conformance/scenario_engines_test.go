package conformance

import (
	"slices"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
)

// A lesson lists the engines that its pictures and words are about. What it says of all of them
// holds on the others, too, and ours does there what client-go does.
func TestEveryLessonHoldsOnTheEnginesThatItDoesNotList(t *testing.T) {
	ran := map[string]int{}
	lessons, _ := ofClientGo()
	for _, l := range lessons {
		if slices.Contains(l.Engines, "workqueue") {
			continue
		}
		text, err := scenarios.Files(l.ID + ".iq")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range machine.Engines {
			if slices.Contains(l.Engines, e.Name) {
				continue
			}
			t.Run(l.ID+"/"+e.Name, func(t *testing.T) {
				other, err := versions.Unlisted(l, text, e.Name)
				if err != nil {
					t.Fatal(err)
				}
				for _, bad := range other.Check() {
					t.Error(bad)
				}
				seen := verify(t, t.Errorf, other, e.Name)
				if seen["F"] == 0 || seen["handed out"] == 0 {
					t.Errorf("hardly anything was compared: %s", seen)
				}
				ran[e.Name]++
			})
		}
	}
	t.Logf("lessons by engines they do not list: %v", ran)
}
