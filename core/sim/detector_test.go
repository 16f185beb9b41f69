package sim

import (
	"strings"
	"testing"
	"time"
)

// perform carries out lines such as "+2s W1 Done a".
func perform(t *testing.T, w *World, lines ...string) {
	t.Helper()
	for _, text := range lines {
		line, err := ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		w.Advance(line.Wait)
		if w.crashed {
			return
		}
		if err := w.Do(line.Command); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

func detected(t *testing.T, commands ...string) *World {
	t.Helper()
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1=observe"}, Detector: true})
	perform(t, w, append([]string{"auto off", "create p1 n1", "start", "run until idle"}, commands...)...)
	return w
}

func TestTheDetectorComparesOnceASecond(t *testing.T) {
	w := detected(t, "+1500ms W1 mutate p1 n9")
	if w.Advance(499 * time.Millisecond); w.crashed {
		t.Error("the detector looked before its second was over")
	}
	if w.Advance(time.Millisecond); !w.crashed {
		t.Error("2 s after the start the detector has not noticed a change made at 1.5 s")
	}
}

// Copies are kept in two generations of two minutes: what has not come by for longer is not
// watched any more. So it is in client-go.
func TestTheDetectorForgetsWhatHasNotComeByForMinutes(t *testing.T) {
	w := detected(t, "+3m0s W1 mutate p1 n9", "+2s W1 read p1")
	if !w.crashed {
		t.Error("after three minutes a change was not noticed")
	}
	w = detected(t, "+5m0s W1 mutate p1 n9")
	if w.Advance(time.Minute); w.crashed {
		t.Error("after five minutes a change was noticed: the copy should be gone")
	}
}

func TestAfterAPanicNobodyActsAndNothingIsTaken(t *testing.T) {
	w := detected(t, "W1 mutate p1 n9", "run until t=2s")
	if _, busy := w.Next(); busy {
		t.Errorf("somebody still acts: %v", w.Actors())
	}
	err := w.Do(Command{Verb: "Add", Key: "a"})
	if err == nil || !strings.Contains(err.Error(), "has ended with a panic") {
		t.Errorf("Add after the panic: %v, want a refusal that says why", err)
	}
}

func TestAHandlerThatAssertsEndsTheProgramOnATombstone(t *testing.T) {
	w := mustWorld(t, Config{Engine: "ordered", Cluster: true, Workers: []string{}, Handlers: []string{"h1=assert"}})
	perform(t, w, "create p1 n1", "create p2 n1", "start", "run until idle", "delete p1", "run until idle")
	if w.crashed {
		t.Fatal("a pod that is seen to be deleted is a pod")
	}
	perform(t, w, "partition", "delete p2", "heal error(410)", "reflector read", "run until list", "run until idle")
	if !w.crashed {
		t.Error("the handler was given a DeletedFinalStateUnknown and went on")
	}
}
