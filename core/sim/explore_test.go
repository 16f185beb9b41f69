package sim

import (
	"strings"
	"testing"
)

func explore(t *testing.T, cfg Config, script string, bound int) Explored {
	t.Helper()
	lines, err := ParseInline(script)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Explore(cfg, lines, bound)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d visits, %d states, whole %v", script, x.Visits, x.States, x.Whole)
	return x
}

func TestNoInterleavingOfPairedCallsBreaksAPromise(t *testing.T) {
	cfg := Config{Workers: []string{"W1", "W2"}}
	x := explore(t, cfg, "worker W1 = get, ok; worker W2 = get, ok; auto on; Add a; Add a; Add b; Add a", 20_000)
	if x.Broken != "" || !x.Whole || x.States < 50 {
		t.Errorf("Explore = %+v, want all interleavings, more than 50 states, no broken promise", x)
	}
}

func TestExploreFindsTheShortestScriptThatBreaksAPromise(t *testing.T) {
	x := explore(t, Config{Workers: []string{"W1"}}, "Add a; Done a; Add b; W1 Get", 10_000)
	if got, want := strings.Join(x.Script, "; "), "Add a; Done a"; got != want || x.Broken != "a key stands in the queue once" {
		t.Errorf("Explore found %q by %q, want it by %q", x.Broken, got, want)
	}
}

func TestNoInterleavingOfAnInformerBreaksAPromise(t *testing.T) {
	for _, engine := range Engines() {
		cfg := Config{Engine: engine, Cluster: true, Workers: []string{}, Handlers: []string{"h1"}, Indexes: []string{"n=.spec.nodeName"}}
		x := explore(t, cfg, "create p1 n1; start; update p1 n2; delete p1", 1_000)
		if x.Broken != "" {
			t.Errorf("%s: %s after %q", engine, x.Broken, x.Script)
		}
		if x.States < 100 {
			t.Errorf("%s: only %d states", engine, x.States)
		}
	}
}
