// Package simtest plays a script of commands in a World, for tests.
package simtest

import (
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// Play returns the world of cfg after script, in the form of sim.ParseInline, such as
// "Add a; +2s W1 Get". A script that does not parse, or a command that the world refuses,
// fails the test.
func Play(t testing.TB, cfg sim.Config, script string) *sim.World {
	t.Helper()
	w, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := sim.ParseInline(script)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		w.Advance(l.Wait)
		if err := w.Do(l.Command); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
	return w
}

// Fold returns the state that the recorded events of w fold to, with the workers of its config.
func Fold(w *sim.World) *state.State {
	s := state.New(w.Recorder())
	for _, name := range w.Config().Workers {
		s.AddWorker(name)
	}
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s
}
