package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// The check that a handler's clock names in bold is the one that calls it: in the lesson of resync
// periods each handler's next call comes at that time and at no other.
func TestTheClockNamesTheCheckThatCalls(t *testing.T) {
	run, err := scenarios.Find("S23").Run("atomic")
	if err != nil {
		t.Fatal(err)
	}
	s := state.New(run.Recorder)
	named := map[string]string{} // by handler, the time in bold
	calls := 0
	for _, step := range run.Steps {
		called := map[string]bool{} // in this step: only its first call is named by the picture before
		for s.Seq < step.To {
			e := run.Recorder.Event(s.Seq + 1)
			if s.Apply(e); e.Op != trace.NoteTake {
				continue
			}
			name := run.Recorder.Parts()[e.Part].Name
			if at := draw.Exact(e.At); named[name] != "" && !called[name] {
				if calls++; named[name] != at {
					t.Errorf("%s is called at %s, and its clock had named %s", name, at, named[name])
				}
			}
			called[name] = true
		}
		for _, l := range s.Listeners {
			alone := s.Clone()
			alone.Listeners = []state.Listener{l}
			for _, shape := range scene.Build(alone, scene.View{Plan: scene.FIFO, Text: text.For("en").Text, Now: step.At}) {
				if shape.Kind == draw.Words && shape.Size == 12 && shape.Anchor == draw.Middle && shape.Y > 400 && len(shape.Runs) == 1 && shape.Runs[0].Bold {
					named[l.Name] = shape.Runs[0].Text
				}
			}
		}
	}
	if calls < 6 {
		t.Errorf("%d calls were looked at", calls)
	}
}
