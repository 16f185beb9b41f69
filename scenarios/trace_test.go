package scenarios

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

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
	const golden = "testdata/traces.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the traces have changed; with -update they are written anew. Got\n%swant\n%s", got.String(), want)
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
