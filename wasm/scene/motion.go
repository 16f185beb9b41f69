package scene

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Move is a placeholder until the motion is drawn.
type Move struct{ ID string }

// Moves, At and Length stand in for motion: everything jumps.
func Moves(before, after *state.State, events []trace.Event, v View) []Move { return nil }

// At returns the end.
func At(shapes []Shape, moves []Move, ms float64) []Shape { return shapes }

// Length is 0.
func Length(moves []Move) float64 { return 0 }
