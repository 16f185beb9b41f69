package scene_test

import (
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/text"
)

// Over an axis of time every step can still be sought, in order, and the future tells no version.
func TestABiographyInSecondsCanBeSought(t *testing.T) {
	b := timed(scene.View{Text: text.For("en").Text}, s04())
	shapes := scrubber.Biography(b)
	last := 0.0
	for i := 1; i <= b.Total; i++ {
		id, x := fmt.Sprintf("step:%d", i), 0.0
		for _, s := range shapes {
			if s.ID == id && (s.Kind == draw.Circle || s.Kind == draw.Path) {
				x0, _, x1, _ := s.Bounds()
				x = (x0 + x1) / 2
			}
		}
		if x <= last+8 {
			t.Errorf("step %d stands at %.0f px, the one before at %.0f", i, x, last)
		}
		if got := draw.Hit(shapes, x, 72); got != id {
			t.Errorf("a click on the marker of step %d means %q", i, got)
		}
		last = x
	}
	said := map[string]int{}
	for _, s := range shapes {
		for _, r := range s.Runs {
			said[r.Text]++
		}
	}
	for text, want := range map[string]int{"API server": 1, "@5": 1, "@11": 1, "@13": 1, "@14": 0, "0 s": 1, "9 s": 1, "2.25 s": 1, "W1, from @5": 1} {
		if said[text] != want {
			t.Errorf("%q is said %d times, want %d", text, said[text], want)
		}
	}
}

// Where time has no room or no meaning the rows are those of objects and keys.
func TestABiographyFallsBackFromSeconds(t *testing.T) {
	for name, change := range map[string]func(*scrubber.Bio){
		"narrow":         func(b *scrubber.Bio) { b.W = 400 },
		"of one moment":  func(b *scrubber.Bio) { clear(b.Times) },
		"without times":  func(b *scrubber.Bio) { b.Times = nil },
		"another future": func(b *scrubber.Bio) { b.Partings = []scrubber.Parting{{Step: 2, Steps: 4, ID: "future:0", Name: "x"}} },
	} {
		b := timed(scene.View{Text: text.For("en").Text}, s04())
		change(&b)
		got := draw.Lines(scrubber.Biography(b))
		b.Rows = scrubber.RowsAll
		if got != draw.Lines(scrubber.Biography(b)) {
			t.Errorf("%s: not the rows of objects and keys", name)
		}
	}
}

// The time of the shown step is short, and whole at the end of the axis, too.
func TestTheTimeOfTheLastStepStaysInThePicture(t *testing.T) {
	b := timed(scene.View{Text: text.For("en").Text}, s04())
	b.Total, b.W = b.Now, 560
	b.Times = b.Times[:b.Now+1]
	b.Times[b.Now] = 6063613813
	for _, s := range scrubber.Biography(b) {
		if s.Kind != draw.Words || s.Y < 90 || s.Anchor != draw.Middle {
			continue
		}
		if half := draw.Width(s.Runs, s.Size) / 2; s.X+half > b.W {
			t.Errorf("%q ends at %.0f px of %.0f", s.Runs[0].Text, s.X+half, b.W)
		}
	}
}

// The whole pipeline has rows for what the work queue has met, beside those of the objects.
func TestTheBiographyOfThePipelineHasTheQueuedKeys(t *testing.T) {
	b := story(scene.View{Text: text.For("en").Text}, s04(), scrubber.RowsAll, 12, nil)
	bars := map[draw.Ink]int{}
	said := map[string]bool{}
	for _, s := range scrubber.Biography(b) {
		bars[s.Hatch]++
		for _, r := range s.Runs {
			said[r.Text] = true
		}
	}
	if !said["p1"] || !said["p1, workqueue"] {
		t.Errorf("the rows are not called p1 and p1, workqueue: %v", said)
	}
	last := b.States[b.Now]
	if last.Keys[0].Adds == 0 || bars[draw.Dirty] == 0 {
		t.Errorf("the queued key has %d hatched bars after %d Adds", bars[draw.Dirty], last.Keys[0].Adds)
	}
}
