package sim

import (
	"strings"
	"testing"
	"time"
)

func TestAReadGivesWhatTheListerSaw(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true})
	play(t, w, "create p1@5", "start", "run until idle", "W1 read p1")
	if w.Result() != "p1@5" {
		t.Errorf("read p1 = %q, want p1@5", w.Result())
	}
	if play(t, w, "W1 read p2"); w.Result() != "NotFound" {
		t.Errorf("read p2 = %q, want NotFound", w.Result())
	}
}

func TestARefusedWatchLeavesTheOpenOneAlone(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true})
	play(t, w, "create p1@5", "start", "run until idle", "refuse error(429)", "update p1@6", "run until idle")
	if got := fold(w).View("S", 0, 0); got != "{p1@6}" {
		t.Fatalf("with the next request to be refused, S = %s, want {p1@6}: the watch goes on", got)
	}
	play(t, w, "close", "run until idle", "run until watch")
	const want = "[LIST(0)->5 WATCH(5) WATCH(6)->429 WATCH(6)]"
	if got := fold(w).View("api", 0, 0); got != want {
		t.Errorf("api = %s, want %s", got, want)
	}
}

func TestEachHandlerHasItsOwnResync(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Workers: []string{}, Resync: 10 * time.Second,
		Handlers: []string{"a=observe", "b=observe,resync=25s", "c=observe,resync=0s"}})
	play(t, w, "create p1@5", "start", "run until t=65s")
	heard := map[string]int{}
	for _, c := range fold(w).Calls {
		heard[c.Handler]++
	}
	// One add each, then a every 10 s, b every 30 s.
	if heard["a"] != 7 || heard["b"] != 3 || heard["c"] != 1 {
		t.Errorf("calls = %v, want a:7 b:3 c:1", heard)
	}
}

func TestAHandlerWithABadResyncIsRefused(t *testing.T) {
	for _, spec := range []string{"b=observe,resync=soon", "b=observe,resync=-1s", "b,resync=1s"} {
		_, err := New(Config{Engine: "atomic", Cluster: true, Handlers: []string{spec}})
		if err == nil || !strings.Contains(err.Error(), "sim: handler") {
			t.Errorf("New with handler %q = %v, want a refusal", spec, err)
		}
	}
}

func TestAResyncSkipsWhatWaits(t *testing.T) {
	w := mustWorld(t, Config{Engine: "ordered", Cluster: true, Workers: []string{}, Handlers: []string{"h1"}})
	play(t, w, "create p1@2", "create p2@3", "start", "run until idle", "hold controller",
		"update p1@5", "reflector read", "resync", "resync step")
	if got, want := fold(w).View("F", 0, 0), "[p1:Updated@5 p2:Sync@3]"; got != want {
		t.Errorf("F = %s, want %s", got, want)
	}
	if got := w.inf.fifo.Len(); got != 2 {
		t.Errorf("Len = %d, want 2", got)
	}
}
