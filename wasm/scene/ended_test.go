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

// Of a program that has ended nothing is drawn as alive, and none of its clocks goes on; the API server
// is as it was. After a restart all is alive again.
func TestAProgramThatHasEndedIsGreyAndItsClocksStand(t *testing.T) {
	alive := []draw.Ink{draw.Dirty, draw.Proc, draw.Wait, draw.OK, draw.DirtyTint, draw.ProcTint, draw.Neutral}
	cfg := sim.Config{Engine: "atomic", Cluster: true, Workers: []string{"W1", "W2"}, Handlers: []string{"h1", "h2=3s"}}
	const story = "create p1 n1; create p2 n1; start; run until idle; AddAfter p3 1m; W1 Get; +1s update p1; W1 panic"
	for _, layout := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
		for _, plan := range scene.Plans {
			v := scene.View{Layout: layout, Plan: plan, Text: text.For("en").Text}
			s := simtest.Fold(simtest.Play(t, cfg, story))
			if s.Crash == "" {
				t.Fatal("the program lives")
			}
			then := scene.Build(s, v)
			v.Now = s.At + 30e9
			later := scene.Build(s, v)
			if len(then) != len(later) || !slices.EqualFunc(then, later, func(a, b draw.Shape) bool { return a.X == b.X && a.Y == b.Y && a.Frac == b.Frac && said(a) == said(b) }) {
				t.Errorf("layout %v, %s: half a minute after the end the picture is another", layout, plan)
			}
			server, panicked := false, false
			for i, x := range then {
				panicked = panicked || strings.Contains(said(x), "nil map")
				switch {
				case strings.HasPrefix(x.ID, "zone:"):
					server = x.ID == "zone:server"
				}
				if server || x.ID == "broken" || strings.HasPrefix(x.ID, "obj:server") || strings.HasPrefix(x.ID, "rv:") {
					continue
				}
				if slices.Contains(alive, x.Fill) || slices.Contains(alive, x.Stroke) || slices.Contains(alive, x.Hatch) {
					t.Errorf("layout %v, %s: shape %d, %q %q, is drawn as alive", layout, plan, i, x.ID, said(x))
				}
			}
			if !panicked && plan != scene.Heap && plan != scene.Tree { // these show one zone, and no alarm
				t.Errorf("layout %v, %s: the picture does not say what the program died of", layout, plan)
			}
			again := simtest.Fold(simtest.Play(t, cfg, story+"; restart; start; run until idle"))
			if got := scene.Build(again, v); plan == scene.Workqueue && !slices.ContainsFunc(got, func(x draw.Shape) bool { return x.Stroke == draw.Dirty }) {
				t.Errorf("layout %v, %s: after a restart the picture is grey", layout, plan)
			}
		}
	}
}

// said is the text of a shape.
func said(x draw.Shape) (all string) {
	for _, r := range x.Runs {
		all += r.Text
	}
	return all
}

// step is what a story shows of its last command.
func step(t *testing.T, cfg sim.Config, story, last string, layout scene.Layout, plan string) string {
	t.Helper()
	before, s := simtest.Fold(simtest.Play(t, cfg, story)), simtest.Fold(simtest.Play(t, cfg, story+"; "+last))
	var all []string
	for _, x := range scene.Build(s, scene.View{Layout: layout, Plan: plan, Prev: before, Text: text.For("en").Text}) {
		all = append(all, said(x))
	}
	return strings.Join(all, "|")
}

// What was in the memory of a program that has ended is not removed by the next one: it was never there.
func TestARestartRemovesNothing(t *testing.T) {
	cfg := sim.Config{Engine: "atomic", Cluster: true, Workers: []string{}, Handlers: []string{"h1"}, Indexes: []string{"byNode=.spec.nodeName"}}
	const story = "create p1 n1; create p2 n1; start; run until idle"
	for _, plan := range []string{scene.FIFO, scene.Store} {
		if got := step(t, cfg, story, "restart", scene.Wide, plan); strings.Contains(got, "removed") || strings.Contains(got, "no key left") {
			t.Errorf("%s: after a restart the picture says %q", plan, got)
		}
	}
	if got := step(t, cfg, story, "delete p1; run until idle", scene.Wide, scene.FIFO); !strings.Contains(got, "removed") {
		t.Errorf("after a delete the picture says %q, want removed", got)
	}
}

// A step that leaves nothing else to see is told under the picture: a write that did not come yet, and an
// index or a handler that is registered, or refused.
func TestAStepWithoutATraceInThePictureIsTold(t *testing.T) {
	cfg := sim.Config{Engine: "atomic", Cluster: true, Workers: []string{}, Handlers: []string{"h1"}}
	const story = "create p1 n1; start; run until idle; add-index byNode=.spec.nodeName"
	for last, want := range map[string]string{
		"update p1": "API server: p1@", "delete p1": "API server: ✕ p1@",
		"add-index byName=.metadata.name": "AddIndexers(byName) ", "add-index byNode=.metadata.name": "AddIndexers(byNode) fails", "add-handler h2": "AddEventHandler(h2)",
	} {
		if got := step(t, cfg, story, last, scene.Wide, scene.Store); !strings.Contains(got, want) {
			t.Errorf("after %s the picture says %q, want %q", last, got, want)
		}
	}
	if got := step(t, cfg, story, "update p1; run until idle", scene.Wide, scene.Store); strings.Contains(got, "API server") {
		t.Errorf("an event that has come is told as a write: %q", got)
	}
}
