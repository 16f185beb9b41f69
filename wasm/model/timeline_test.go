package model

import (
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// busy returns a world that has worked for a while: an informer, failing workers, churn.
func busy(t testing.TB, bound int, rounds int) (*sim.World, *Timeline) {
	t.Helper()
	w, err := sim.New(sim.Config{Engine: "atomic", Workers: []string{"W1", "W2"}, Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName"}, Cluster: true, Seed: 7, MaxEvents: bound})
	if err != nil {
		t.Fatal(err)
	}
	line := New(w.Recorder(), 0, nil)
	do := func(text string) {
		t.Helper()
		c, err := sim.ParseCommand(text)
		if err == nil {
			err = w.Do(c)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"auto on", "set duration 20ms", "set failure 0.4", "create p1 n1", "create p2 n2", "create p3 n1", "start"} {
		do(text)
	}
	for i := range rounds {
		do([]string{"update p1 n2", "update p2 n1", "Add x", "update p3 n2"}[i%4])
		w.Advance(15 * time.Millisecond)
		line.CutSteps()
	}
	return w, line
}

var views = state.Views

// Whichever way a viewer comes to a step, he sees the fold of all events up to it.
func TestSeekEqualsPlayingForward(t *testing.T) {
	w, line := busy(t, 0, 300)
	if n := w.Recorder().Len(); n < 3*distance {
		t.Fatalf("the run has %d events; want several checkpoints", n)
	}
	forward := state.New(w.Recorder())
	seen := make([]string, line.Last()+1)
	for n := range seen {
		for _, e := range line.Events(n) {
			forward.Apply(e)
		}
		seen[n] = forward.Line(views...)
	}
	for n := line.Last(); n >= 0; n -= 37 { // back, and never one after the other
		if got := line.At(n).Line(views...); got != seen[n] {
			t.Fatalf("At(%d) = %s\nplayed forward: %s", n, got, seen[n])
		}
	}
	if got := line.Head().Line(views...); got != seen[line.Last()] {
		t.Errorf("Head = %s, want %s", got, seen[line.Last()])
	}
}

// A state that was handed out does not change with what comes after it.
func TestAStateStaysAsItWasHandedOut(t *testing.T) {
	w, line := busy(t, 0, 40)
	n := line.Last() / 2
	s := line.At(n)
	before := s.Line(views...)
	w.Advance(time.Second)
	line.CutSteps()
	line.At(line.Last())
	if after := s.Line(views...); after != before {
		t.Errorf("the state of step %d became %s, was %s", n, after, before)
	}
}

// A bounded recorder forgets its oldest steps, and says from which step on it knows.
func TestABoundedTimelineForgetsItsOldestSteps(t *testing.T) {
	w, bounded := busy(t, 4*distance, 900)
	_, whole := busy(t, 0, 900)
	if w.Recorder().Oldest() == 1 {
		t.Fatal("the recorder dropped nothing; the test is too small")
	}
	if bounded.First() == 0 {
		t.Error("First() = 0 after events were dropped")
	}
	if bounded.Last() != whole.Last() {
		t.Fatalf("Last() = %d, unbounded it is %d", bounded.Last(), whole.Last())
	}
	for n := bounded.First(); n <= bounded.Last(); n += 61 {
		if got, want := bounded.At(n).Line(views...), whole.At(n).Line(views...); got != want {
			t.Fatalf("At(%d) = %s\nunbounded: %s", n, got, want)
		}
	}
	if got := bounded.At(0).Line("q"); got == "" {
		t.Error("a step that was forgotten has no state at all")
	}
}
