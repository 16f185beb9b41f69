package scene_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/text"
)

// A call is shown in the step that made it; a step without a call shows none of before.
func TestOnlyCallsOfThisStepAreHandled(t *testing.T) {
	p := s04()
	v := scene.View{Plan: scene.All, Text: text.For("en").Text}
	said := func() bool { return strings.Contains(draw.Lines(scene.Build(p.s, v)), "  handled #note:") }
	if !said() {
		t.Error("without a step before, the last call is not shown")
	}
	v.Prev = p.s
	if said() {
		t.Error("a step in which no handler was called shows an older call")
	}
}

// One axis has one unit.
func TestAreaLabelsShareAUnit(t *testing.T) {
	for _, n := range []int{10, 61, 100, 151, 179, 180, 205, 301, 600} {
		a := scrubber.AreaPlot{W: 900, H: 100, Left: 90, Values: make([]int, n), Text: text.For("en").Text}
		labels := map[string]bool{}
		units := map[string]bool{}
		for _, s := range scrubber.Area(a) {
			for _, r := range s.Runs {
				if !strings.HasPrefix(r.Text, "−") {
					continue
				}
				if labels[r.Text] {
					t.Errorf("%d seconds: the label %q stands twice", n, r.Text)
				}
				labels[r.Text] = true
				units[r.Text[strings.Index(r.Text, " "):]] = true
			}
		}
		if len(labels) != 5 || len(units) != 1 {
			t.Errorf("%d seconds: labels %v, want 5 in one unit", n, labels)
		}
	}
}

// The playhead stands where its moment is on the axis, however short the story is.
func TestAreaPlayheadStandsAtItsTime(t *testing.T) {
	a := scrubber.AreaPlot{W: 364, H: 100, Left: 60, Values: make([]int, 11), Ago: 9, Text: text.For("en").Text}
	all := scrubber.Area(a)
	want := 360 - 300*9.0/float64(scrubber.Span(11))
	if got := all[len(all)-1].Segs[0].X; got != want {
		t.Errorf("9 s before now the playhead stands at %v, want %v", got, want)
	}
}
