package conformance

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/client-go/features"
)

// The scripts of testdata/informer drive our machines and client-go's SharedIndexInformer,
// each over a cluster of its own, in every engine. After each line what handlers were
// called with, what was asked of the API server and what state there is must be equal.
//
//	create p1 n1 | update p1 n2 | delete p1 | rv 50      (writes; rv sets the next one's)
//	bookmark | close | error 410 | fail list 1 429 | compact | partition | heal
//	ghost MODIFIED p9 n1 20     (an event of an object the server does not have)
//	handler h1 [resync] | remove h1 | hold h1 | release h1 [n]
//	start [resync] | sleep 5s
//
// A line that ends in " ~" lists things whose order client-go leaves open.

// engine is one of ours, and client-go's switches that make it work so.
type engine struct {
	machine.Engine
	name   string // with how it lists
	gates  gates
	stream bool
}

type gates map[features.Feature]bool

func (g gates) Enabled(f features.Feature) bool { return g[f] }

// gatesOf are the feature gates of an engine that streams its lists, or does not.
func gatesOf(e machine.Engine, stream bool) gates {
	g := gates{features.WatchListClient: stream}
	for _, name := range e.Gates {
		g[features.Feature(name)] = true
	}
	return g
}

func engines() []engine {
	var all []engine
	for _, start := range []string{"list", "stream"} {
		for _, e := range machine.Engines {
			stream := start == "stream"
			all = append(all, engine{Engine: e, name: e.Name + ", " + start, gates: gatesOf(e, stream), stream: stream})
		}
	}
	return all
}

// client-go's gates are as they were at each engine's last version, or stand as they are today.
func TestTheNewestEngineIsClientGosDefault(t *testing.T) {
	newest := machine.Newest()
	for _, name := range []features.Feature{features.InOrderInformers, features.InOrderInformersBatchProcess, features.AtomicFIFO, features.UnlockWhileProcessingFIFO} {
		if got, want := features.FeatureGates().Enabled(name), newest.Gate(string(name)); got != want {
			t.Errorf("client-go has %s=%t by itself, the engine %s %t", name, got, newest.Name, want)
		}
	}
}

// eachScript runs the scripts of testdata/informer with every engine, client-go's gates set.
func eachScript(t *testing.T, run func(t *testing.T, e engine, script []string)) {
	t.Helper()
	files, err := filepath.Glob("testdata/informer/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata/informer: %v", err)
	}
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool {
			return l == "" || strings.HasPrefix(l, "#")
		})
		for _, e := range engines() {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+e.name, func(t *testing.T) {
				features.ReplaceFeatureGates(e.gates)
				run(t, e, script)
			})
		}
	}
}

func TestInformersDoAsClientGosSharedIndexInformer(t *testing.T) {
	eachScript(t, func(t *testing.T, e engine, script []string) {
		compareRuns(t, e, script, runOurs(e, script), runTheirs(t, e, script, true))
	})
}

// report is what one line of a script has caused.
type report struct {
	calls map[string][]string // of handlers
	api   []string
	state string
}

func newReport() *report { return &report{calls: map[string][]string{}} }

func (r *report) call(handler, text string) { r.calls[handler] = append(r.calls[handler], text) }

// compareRuns fails when the reports differ, or when there is nothing in them.
func compareRuns(t *testing.T, e engine, script []string, ours, theirs []*report) {
	t.Helper()
	if diff := runsDiffer(e, script, ours, theirs); diff != "" {
		t.Error(diff)
	}
	for _, r := range theirs {
		if len(r.calls) != 0 {
			return
		}
	}
	t.Error("no handler was called in the whole script: it proves nothing")
}

// runsDiffer is what differs, a line of the script after the other, or "".
func runsDiffer(e engine, script []string, ours, theirs []*report) string {
	var diff strings.Builder
	for i, line := range script {
		a, b := ours[i], theirs[i]
		handlers := slices.Collect(maps.Keys(a.calls))
		for h := range b.calls {
			if a.calls[h] == nil {
				handlers = append(handlers, h)
			}
		}
		slices.Sort(handlers)
		for _, h := range handlers {
			if e.stream || strings.HasSuffix(line, " ~") {
				slices.Sort(a.calls[h])
				slices.Sort(b.calls[h])
			}
			if !slices.Equal(a.calls[h], b.calls[h]) {
				fmt.Fprintf(&diff, "line %d %q: calls of %s:\n  ours:      %v\n  client-go: %v\n", i+1, line, h, a.calls[h], b.calls[h])
			}
		}
		if !slices.Equal(a.api, b.api) {
			fmt.Fprintf(&diff, "line %d %q: API server was asked:\n  ours:      %v\n  client-go: %v\n", i+1, line, a.api, b.api)
		}
		if !sameState(e, a.state, b.state) {
			fmt.Fprintf(&diff, "line %d %q: state:\n  ours:      %s\n  client-go: %s\n", i+1, line, a.state, b.state)
		}
	}
	return diff.String()
}

// sameState compares states. In the classic engine a registration of client-go's may say that
// it has synced before its handler was given the last object (I35): whether it does is a
// matter of which goroutine runs first.
func sameState(e engine, ours, theirs string) bool {
	if !e.Trays || ours == theirs {
		return ours == theirs
	}
	a, b := strings.Fields(ours), strings.Fields(theirs)
	return slices.EqualFunc(a, b, func(x, y string) bool {
		name, pending, waits := strings.Cut(x, ":false")
		return x == y || waits && y == name+":true"+pending
	})
}

// The leniency of sameState is for that one case.
func TestOnlyAnEarlySyncOfClassicIsForgiven(t *testing.T) {
	classic, ordered := engine{Engine: machine.Engine{Trays: true}}, engine{}
	for _, c := range []struct {
		e            engine
		ours, theirs string
		want         bool
	}{
		{classic, "rv=1 h1:false", "rv=1 h1:true", true},
		{classic, "rv=1 h1:true", "rv=1 h1:false", false},
		{classic, "rv=1 h1:false", "rv=2 h1:true", false},
		{classic, "rv=1 h1:false", "rv=1 h2:true", false},
		{classic, "rv=1 h1:false", "rv=1", false},
		{classic, "rv=1 h1:false/2", "rv=1 h1:true/2", true}, // with what waits
		{classic, "rv=1 h1:false/2", "rv=1 h1:true/1", false},
		{classic, "synced=false h1:false", "synced=true h1:false", false},
		{ordered, "rv=1 h1:false", "rv=1 h1:true", false},
	} {
		if got := sameState(c.e, c.ours, c.theirs); got != c.want {
			t.Errorf("sameState(%+v, %q, %q) = %v", c.e, c.ours, c.theirs, got)
		}
	}
}
