package conformance

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"k8s.io/klog/v2"

	"github.com/informerscope/informerscope/scenarios"
)

// The random tests share two flags, so that make conformance can run all of them longer:
//
//	go test ./core/conformance -v -seed=1 -scripts=100000
//
// A test that fails says which script of which seed it was, and keeps the shrunk script in
// testdata, where every later run finds it.
var (
	seedFlag    = flag.Uint64("seed", 0, "seed of the random scripts; 0 takes one from the clock")
	scriptsFlag = flag.Int("scripts", 0, "number of random scripts of each kind; 0 is what each test runs by default")
)

// seed is the seed of this run, the same for all tests.
var seed = sync.OnceValue(func() uint64 {
	if *seedFlag != 0 {
		return *seedFlag
	}
	return uint64(time.Now().UnixNano()) % 1e9
})

// scripts is how many scripts a test runs that runs n by default.
func scripts(n int) uint64 {
	if *scriptsFlag > 0 {
		return uint64(*scriptsFlag)
	}
	return uint64(n)
}

// share is scripts for one of some modes that are tested one by one: n over all of them.
func share(n, modes int) uint64 { return (scripts(n) + uint64(modes) - 1) / uint64(modes) }

// covered counts what the random tests of a run did: scripts, and steps by their verb.
var covered = struct {
	sync.Mutex
	scripts map[string]int
	verbs   map[string]map[string]int
}{scripts: map[string]int{}, verbs: map[string]map[string]int{}}

// cover counts one script of the component that ran the steps, whose first words are verbs.
func cover[S fmt.Stringer](component string, steps ...S) {
	covered.Lock()
	defer covered.Unlock()
	covered.scripts[component]++
	if covered.verbs[component] == nil {
		covered.verbs[component] = map[string]int{}
	}
	for _, s := range steps {
		verb, _, _ := strings.Cut(s.String(), " ")
		covered.verbs[component][verb]++
	}
}

// step is a line of a script that is only text.
type step string

func (s step) String() string { return string(s) }

func coverLines(component string, lines []string) {
	steps := make([]step, len(lines))
	for i, l := range lines {
		steps[i] = step(l)
	}
	cover(component, steps...)
}

func TestMain(m *testing.M) {
	// Both sides log each error a script makes, thousands of lines.
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	// Scripts make garbage and keep none: a heap of some MB is not worth collecting often.
	debug.SetGCPercent(400)
	code := m.Run()
	if (testing.Verbose() || *scriptsFlag > 0) && len(covered.scripts) > 0 {
		fmt.Print(coverage())
	}
	os.Exit(code)
}

// coverage is what the run did, a line a component.
func coverage() string {
	covered.Lock()
	defer covered.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "\nRan on ours and on client-go %s, and compared after each step (-seed=%d):\n", scenarios.ClientGo, seed())
	var components []string
	for c := range covered.scripts {
		components = append(components, c)
	}
	slices.Sort(components)
	scripts, steps := 0, 0
	for _, c := range components {
		var verbs []string
		n := 0
		for v, k := range covered.verbs[c] {
			verbs = append(verbs, fmt.Sprintf("%s %d", v, k))
			n += k
		}
		slices.Sort(verbs)
		fmt.Fprintf(&b, "  %-34s %8d scripts %9d steps: %s\n", c, covered.scripts[c], n, strings.Join(verbs, ", "))
		scripts, steps = scripts+covered.scripts[c], steps+n
	}
	fmt.Fprintf(&b, "  %-34s %8d scripts %9d steps\n", "together", scripts, steps)
	return b.String()
}

// keep writes a script that tells ours from client-go into testdata and returns its file.
func keep(t *testing.T, dir string, number uint64, text string) string {
	file := fmt.Sprintf("testdata/%s/found-%d-%d.txt", dir, seed(), number)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
	return file
}
