package scene_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// In a queue with priorities a key that a worker holds may stand in the line: it has the worker's colour
// at its edge there, and nothing is wrong.
func TestAHeldKeyInTheLineIsNothingWrong(t *testing.T) {
	s := simtest.Fold(simtest.Play(t, sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1", "W2"}}, "Add a; W1 Get; Add a; Add b"))
	edges := 0
	for _, shape := range scene.Build(s, scene.View{Plan: scene.Workqueue, Text: text.For("en").Text, Now: s.At}) {
		if shape.Stroke == draw.Err {
			t.Errorf("something is drawn as wrong: %+v", shape)
		}
		if shape.Piece == draw.RightShoulder && shape.Fill == draw.Proc {
			edges++
		}
	}
	if edges != 2 { // in the line, and in work
		t.Errorf("%d edges in the worker's colour, want 2", edges)
	}
}
