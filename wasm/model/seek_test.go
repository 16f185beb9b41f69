package model

import (
	"math/rand/v2"
	"testing"

	"github.com/informerscope/informerscope/core/state"
)

// Step by step, back and forth, or anywhere: a seek answers with the fold of all events up to
// there, and what it answered before stays as it was.
func TestEveryWayToAStepShowsTheSame(t *testing.T) {
	w, line := busy(t, 0, 250)
	forward := state.New(w.Recorder())
	want := make([]string, line.Last()+1)
	for n := range want {
		for _, e := range line.Events(n) {
			forward.Apply(e)
		}
		want[n] = forward.Line(views...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	n := line.Last()
	var given []*state.State
	var at []int
	for range 3 * line.Last() {
		switch random.IntN(40) {
		case 0:
			n = random.IntN(line.Last() + 1)
		case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10:
			n = min(n+1, line.Last())
		default:
			n = max(n-1, 0)
		}
		s := line.At(n)
		if got := s.Line(views...); got != want[n] {
			t.Fatalf("At(%d) = %s\nplayed forward: %s", n, got, want[n])
		}
		given, at = append(given, s), append(at, n)
	}
	for i, s := range given {
		if got := s.Line(views...); got != want[at[i]] {
			t.Fatalf("the state of step %d became %s\nit was %s", at[i], got, want[at[i]])
		}
	}
}

// Who goes back step by step folds a few hundred events a step, not those since a checkpoint:
// at all but a few steps a state just before is at hand.
func TestGoingBackStaysNearby(t *testing.T) {
	_, line := busy(t, 0, 300)
	far := 0
	for n := line.Last(); n > 0; n-- {
		line.At(n)
		line.At(n - 1)
		end, near := line.Step(n-1).End, false
		for _, s := range line.near {
			near = near || s.Seq < end && end-s.Seq <= stride
		}
		for _, p := range line.points {
			near = near || p.seq < end && end-p.seq <= 2*stride
		}
		if !near {
			far++
		}
	}
	if far > line.Last()/50 {
		t.Errorf("going back over %d steps, %d times the next state is far away", line.Last(), far)
	}
}
