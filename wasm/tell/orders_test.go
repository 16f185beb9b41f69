package tell

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
)

// That no key is left behind is said only where one would be called wrong: of workers who act by themselves, and
// where the order that was taken leaves none.
func TestWhatEveryOrderLeavesBehindIsNotDenied(t *testing.T) {
	for script, leaves := range map[string]bool{
		"Add a; Add b; ShutDown":                        true,
		"worker W1 = get, ok; auto on; Add a; ShutDown": true,
		"worker W1 = get, ok; auto on; Add a; Add b":    false,
	} {
		lines, err := sim.ParseInline(script)
		if err != nil {
			t.Fatal(err)
		}
		x, err := sim.NewExploration(sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1"}}, nil, lines, sim.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		for x.Go(100) {
		}
		for lang, denied := range map[string]string{"en": "or leaves a key behind.", "zh": "也不会丢下 key。"} {
			if said := to(lang).Proven(x, false, false); len(x.Faults()) > 0 || strings.Contains(said, denied) == leaves {
				t.Errorf("%s: %d faults, %s", script, len(x.Faults()), said)
			}
		}
	}
}
