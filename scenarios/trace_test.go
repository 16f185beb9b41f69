package scenarios

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
)

// The hashes stand in testdata/traces.txt; they were written natively, and the same test
// runs under GOOS=js GOARCH=wasm: so the events are equal, byte for byte, on both.
func TestTracesAreTheSameOnEveryPlatform(t *testing.T) {
	var got strings.Builder
	for _, l := range List() {
		for _, engine := range l.Engines {
			r, err := l.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			text := r.Recorder.WriteText()
			fmt.Fprintf(&got, "%s %s %d events sha256 %x\n", l.ID, engine, r.Recorder.Len(), sha256.Sum256([]byte(text)))
		}
	}
	const file = "testdata/traces.txt"
	want := golden.Was(t, file, got.String())
	traceOf := func(text string) map[string]string { // by lesson and engine
		of := map[string]string{}
		for line := range strings.Lines(text) {
			f := strings.SplitN(strings.TrimSpace(line), " ", 3)
			of[f[0]+" on "+f[1]] = f[2]
		}
		return of
	}
	is, was := traceOf(got.String()), traceOf(want)
	for _, lesson := range slices.Sorted(maps.Keys(is)) {
		switch old, ok := was[lesson]; {
		case !ok:
			t.Errorf("%s is new: look at it, then -update writes its trace into %s", lesson, file)
		case old != is[lesson]:
			t.Errorf("%s has another trace:\n got %s\nwant %s\nlook at it, then -update writes it into %s", lesson, is[lesson], old, file)
		}
	}
	for _, lesson := range slices.Sorted(maps.Keys(was)) {
		if is[lesson] == "" {
			t.Errorf("%s is gone: -update takes its trace out of %s", lesson, file)
		}
	}
	if !t.Failed() && got.String() != want {
		t.Errorf("the traces stand in another order in %s: -update writes them in the order of the course", file)
	}
}

func TestAReplayedLessonGivesTheSameTrace(t *testing.T) {
	for _, l := range List() {
		for _, engine := range l.Engines {
			r, err := l.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			again, err := sim.Replay(l.Config(engine), r.World.Log(), -1)
			if err != nil {
				t.Fatalf("%s on %s: %v", l.ID, engine, err)
			}
			if a, b := r.Recorder.WriteText(), again.Recorder().WriteText(); a != b {
				t.Errorf("%s on %s: the replay differs:\n%s\nwas\n%s", l.ID, engine, b, a)
			}
		}
	}
}

func TestALessonSurvivesItsTraceFile(t *testing.T) {
	l := Find("gone-relist")
	r, err := l.Run("classic")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := r.Recorder.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	back, err := trace.ReadJSON(&file)
	if err != nil {
		t.Fatal(err)
	}
	if back.WriteText() != r.Recorder.WriteText() {
		t.Error("the trace differs after writing and reading")
	}
}
