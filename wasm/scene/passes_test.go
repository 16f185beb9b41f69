package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/text"
)

// Each pass is a bar of its own with its own worker, also where one ends and the next begins within
// a step.
func TestEachPassIsABarOfItsOwn(t *testing.T) {
	for number, passes := range map[string]int{"S31": 2, "S04": 3} {
		l := scenarios.Find(number)
		run, err := l.Run("atomic")
		if err != nil {
			t.Fatal(err)
		}
		s := state.New(run.Recorder)
		b := scrubber.Bio{Total: len(run.Steps) - 1, Now: len(run.Steps) - 1, Rows: scrubber.RowsSeconds, W: 1400, Text: text.For("en").Text}
		for _, step := range run.Steps {
			for s.Seq < step.To {
				s.Apply(run.Recorder.Event(s.Seq + 1))
			}
			b.States, b.Labels, b.Times, b.Gates = append(b.States, s.Clone()), append(b.Labels, step.Label), append(b.Times, step.At), append(b.Gates, false)
		}
		bars := 0
		for _, shape := range scrubber.Biography(b) {
			if shape.Kind == draw.Rect && shape.Fill == draw.Proc {
				bars++
			}
		}
		if bars != passes {
			t.Errorf("%s: %d bars of work, want one for each of %d passes", number, bars, passes)
		}
	}
}
