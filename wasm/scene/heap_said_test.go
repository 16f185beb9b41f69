package scene_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Over the ruler stands what is true of the queue: which calls lead there, and what is counted of a key that
// is owed a pass.
func TestTheRulerSaysWhatIsTrueOfItsQueue(t *testing.T) {
	const failed = "Add a; W1 Get; W1 fail; run until t=1s"
	for _, c := range []struct{ queue, script, want, not string }{
		{sim.ClientGoQueue, "", "A failure puts a key on this ruler.", "RateLimited"},
		{sim.ClientGoQueue, "Add a", "a is in the queue. No failure of it is counted. An Add put it there, or a time that came.", "still"},
		{sim.ClientGoQueue, "AddAfter a 5s; run until t=5s", "a is in the queue. No failure of it is counted.", "still"},
		{sim.ClientGoQueue, failed, "a is in the queue. Its failures are still counted: 1.", "RateLimited"},
		{sim.PriorityQueue, "", "RateLimited or After puts one on this ruler.", "A failure"},
		{sim.PriorityQueue, "Add a", "a is ready. No failure of it is counted. An Add made it so, or a time that came.", "still"},
		{sim.PriorityQueue, "AddAfter a 5s; run until t=5s", "a is ready. No failure of it is counted.", "still"},
		{sim.PriorityQueue, failed, "a is ready. Its failures are still counted: 1. RateLimited counts them, After does not.", "in the queue"},
		{sim.ClientGoQueue, "AddAfter a 5s", "due: Add(a)", "is ready"},
		{sim.PriorityQueue, "AddAfter a 5s", "due: a is ready", "Add(a)"}, // nobody calls Add
	} {
		s := simtest.Fold(simtest.Play(t, sim.Config{Queue: c.queue, Workers: []string{"W1"}}, c.script))
		var lines []string
		for _, shape := range scene.Build(s, scene.View{Plan: scene.Heap, Text: text.For("en").Text, Now: s.At}) {
			line := ""
			for _, r := range shape.Runs {
				line += r.Text
			}
			lines = append(lines, line)
		}
		if said := strings.Join(lines, " "); !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
			t.Errorf("%s, %q: over the ruler stands %q, want %q, and not %q", c.queue, c.script, said, c.want, c.not)
		}
	}
}
