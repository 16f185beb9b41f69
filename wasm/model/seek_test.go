package model

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// crowded is a queue of 10,000 keys that a worker takes and that come again, of at least so
// many events.
func crowded(t testing.TB, events uint64) *Timeline {
	t.Helper()
	w, err := sim.New(sim.Config{Workers: []string{"W1"}})
	if err != nil {
		t.Fatal(err)
	}
	line := New(w.Recorder(), 0, nil)
	do := func(c sim.Command) {
		t.Helper()
		if err := w.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	key := func(i int) string { return fmt.Sprintf("shop/pod-%05d", i%10_000) }
	for i := range 10_000 {
		do(sim.Command{Verb: "Add", Key: key(i)})
	}
	for i := 0; w.Recorder().Len() < events; i++ {
		do(sim.Command{Verb: "Get", Actor: "W1"})
		do(sim.Command{Verb: "Add", Key: key(i)})
		do(sim.Command{Verb: "Done", Actor: "W1", Key: key(i)})
	}
	line.CutSteps()
	return line
}

// seekBar is what a seek in a trace of 100,000 events may take. A test of time needs room for
// a busy machine and for WebAssembly: it fails at ten times that.
const seekBar = 20 * time.Millisecond

func TestSeekIsQuickInALongTrace(t *testing.T) {
	_, few := busy(t, 0, 5500)
	for name, line := range map[string]*Timeline{"a few keys": few, "10,000 keys": crowded(t, 100_000)} {
		events, last := line.rec.Len(), line.Last()
		if events < 100_000 {
			t.Fatalf("the trace of %s has %d events, want 100,000", name, events)
		}
		for _, way := range []struct {
			name string
			step func(i int) int
		}{
			{"anywhere", func(i int) int { return i * 7919 % (last + 1) }},
			{"a step on", func(i int) int { return last/2 + i }},
			{"a step back", func(i int) int { return last/2 - i }},
		} {
			var worst, all time.Duration
			const seeks = 100
			for i := range seeks {
				start := time.Now()
				line.At(way.step(i))
				took := time.Since(start)
				worst, all = max(worst, took), all+took
			}
			t.Logf("%d events, %d steps, %s: a seek %s takes %v, the slowest %v", events, last, name, way.name, all/seeks, worst)
			if all/seeks > 10*seekBar {
				t.Errorf("%s: a seek %s takes %v, want %v", name, way.name, all/seeks, seekBar)
			}
		}
	}
}

func BenchmarkSeek(b *testing.B) {
	line := crowded(b, 100_000)
	for _, way := range []struct {
		name string
		step func(i int) int
	}{{"anywhere", func(i int) int { return i * 7919 }}, {"on", func(i int) int { return i }}, {"back", func(i int) int { return -i - 1 }}} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			n := line.Last() + 1
			for i := range b.N {
				line.At((way.step(i)%n + n) % n)
			}
		})
	}
}

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
