package scene_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// A worker that waits inside Get is told from one that has not called it, with three of them, too.
func TestAWorkerThatWaitsInsideGetIsNotIdle(t *testing.T) {
	p := newScript("atomic")
	for _, w := range []string{"W1", "W2", "W3"} {
		p.s.AddWorker(w)
	}
	p.add("a").get("W1").get("W2").step("W2 Get: blocked")
	said := map[string]int{}
	for _, shape := range scene.Build(p.s, scene.View{Layout: scene.Wide, Plan: scene.Workqueue, Text: text.For("en").Text, Now: p.s.At}) {
		for _, r := range shape.Runs {
			said[r.Text]++
		}
	}
	if said["waits"] != 1 || said["idle"] != 1 {
		t.Errorf("W1 works, W2 waits, W3 is idle; the picture says waits %d times, idle %d times", said["waits"], said["idle"])
	}
}

// Keys that are due at once stand on the ruler in the order in which they go, read as a text is read: over each other where there is
// room for that, else side by side.
func TestKeysThatAreDueAtOnceStandInOneOrder(t *testing.T) {
	over := 0
	for _, queue := range []string{sim.PriorityQueue, ""} {
		for script, want := range map[string]string{"AddAfter a 5ms prio=-100; AddAfter b 5ms": "b a", "AddAfter b 5s; AddAfter a 5s": "b a", "AddAfter a 5s; AddAfter b 5s; AddAfter c 5s": "a b c"} {
			if queue == "" {
				if strings.Contains(script, "prio") {
					continue
				}
			}
			s := simtest.Fold(simtest.Play(t, sim.Config{Queue: queue, Workers: []string{"W1"}}, script))
			for _, plan := range []string{scene.Workqueue, scene.Heap, scene.All} {
				for _, layout := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone, scene.Live} {
					var at []draw.Shape
					for _, x := range scene.Build(s, scene.View{Layout: layout, Plan: plan, Text: text.For("en").Text, Now: s.At}) {
						if strings.HasPrefix(x.ID, "ticket:") && x.Kind == draw.Rect && x.Piece == draw.Whole && !slices.ContainsFunc(at, func(o draw.Shape) bool { return o.ID == x.ID }) {
							at = append(at, x)
						}
					}
					if len(at) == 0 { // it says what waits in words
						continue
					}
					slices.SortStableFunc(at, func(a, b draw.Shape) int {
						if a.X-b.X > 1 || b.X-a.X > 1 {
							return int(a.X - b.X)
						}
						over++
						return int(a.Y - b.Y)
					})
					got := ""
					for _, x := range at {
						got += " " + strings.TrimPrefix(x.ID, "ticket:")
					}
					if got[1:] != want {
						t.Errorf("queue %q, %s, layout %d, %s: %s are seen in the order%s, want %s", queue, plan, layout, script, want, got, want)
					}
				}
			}
		}
	}
	if over < 4 {
		t.Errorf("only %d times did keys stand over each other", over)
	}
}
