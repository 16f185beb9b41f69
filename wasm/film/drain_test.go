package film_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
)

// main is drawn while it waits inside ShutDownWithDrain, and the picture says so then only: a
// worker that takes a key after its return is waited for by nobody.
func TestWhoWaitsForADrainIsDrawn(t *testing.T) {
	f, err := film.Record(scenarios.Find("drain-leaves-work"), "workqueue")
	if err != nil {
		t.Fatal(err)
	}
	for _, look := range []film.Look{{}, {Layout: "embed"}, {Layout: "phone", Lang: "zh"}, {View: scene.All}} {
		waits, before := false, false
		for n := range f.Last() + 1 {
			switch label := f.Run.Steps[n].Label; {
			case strings.HasPrefix(label, "ShutDownWithDrain waits"):
				waits, before = true, true
			case strings.HasPrefix(label, "ShutDownWithDrain returns"):
				waits = false
			}
			drawn, said := false, ""
			for _, s := range f.Frame(n, look).Shapes {
				drawn = drawn || s.ID == "main"
				for _, r := range s.Runs {
					said += r.Text + " "
				}
			}
			if drawn != waits {
				t.Errorf("%+v, step %d: main is drawn %t, waits %t", look, n, drawn, waits)
			}
			if !waits && strings.Contains(said, "drains") {
				t.Errorf("%+v, step %d: nobody waits, yet it says %s", look, n, said)
			}
		}
		if !before {
			t.Fatal("the lesson has no step in which main waits")
		}
	}
}
