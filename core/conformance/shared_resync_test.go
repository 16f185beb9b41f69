package conformance

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/features"
)

// eachSharedEngine calls f with client-go switched to each engine.
func eachSharedEngine(t *testing.T, f func(e engine)) {
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	t.Logf("-seed=%d", seed())
	for _, e := range engines() {
		features.ReplaceFeatureGates(e.gates)
		f(e)
	}
}

// TestSharedInformersResyncAsClientGos makes up scripts of handlers that come and go with
// resync periods of their own. Nothing fails in them: a pause of client-go's is random, and
// with it the number of resyncs.
func TestSharedInformersResyncAsClientGos(t *testing.T) {
	resyncs := 0
	eachSharedEngine(t, func(e engine) {
		for i := range share(600, 8) {
			script := resyncScript(rand.New(rand.NewPCG(seed(), i|2<<32)))
			coverLines("shared informer, resync, 8 engines", script)
			differs := func(s []string) string {
				theirs := runTheirs(t, e, s, false)
				for n, line := range s {
					if strings.HasPrefix(line, "sleep") {
						resyncs += len(slices.Concat(slices.Collect(maps.Values(theirs[n].calls))...))
					}
				}
				return runsDiffer(e, s, runShared(t, e, s), theirs)
			}
			if differs(script) != "" {
				keepInformer(t, e, i, script, differs)
			}
		}
	})
	if resyncs == 0 {
		t.Error("there was no resync: nothing was compared")
	}
}

func resyncScript(r *rand.Rand) []string {
	g := &informerGen{r: r, pods: map[string]bool{}, removed: map[int]bool{}, rv: 1000}
	handler := func() {
		line := fmt.Sprintf("handler h%d", g.handlers)
		if r.IntN(4) > 0 {
			line += fmt.Sprintf(" %ds", []int{0, 1, 3, 10, 14, 20, 45}[r.IntN(7)])
		}
		g.handlers++
		g.add(line)
	}
	for range r.IntN(4) {
		g.write()
	}
	for range r.IntN(3) {
		handler()
	}
	g.add([]string{"start 10s", "start 7s", "start"}[r.IntN(3)])
	for range 25 {
		switch n := r.IntN(10); {
		case n < 4:
			g.add(fmt.Sprintf("sleep %ds", 2+r.IntN(25)))
		case n < 7:
			g.write()
		case n < 9:
			handler()
		default:
			if i := r.IntN(g.handlers + 1); i < g.handlers && !g.removed[i] {
				g.removed[i] = true
				g.add(fmt.Sprintf("remove h%d", i))
			}
		}
	}
	return g.script
}

// TestHandlersThatPanicAreCalledAsClientGos lets handlers panic. client-go rests before the
// notification that follows, ours after the panic (I36), so calls are compared over the
// whole script, and what is left at its end.
func TestHandlersThatPanicAreCalledAsClientGos(t *testing.T) {
	crash, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers = false, nil
	t.Cleanup(func() { utilruntime.ReallyCrash, utilruntime.PanicHandlers = crash, handlers })
	unsynced := 0
	eachSharedEngine(t, func(e engine) {
		for i := range share(300, 8) {
			script := panicScript(rand.New(rand.NewPCG(seed(), i|3<<32)))
			coverLines("shared informer, panics, 8 engines", script)
			differs := func(s []string) string {
				ours, theirs := wholeRun(runShared(t, e, s)), wholeRun(runTheirs(t, e, s, false))
				if strings.Contains(theirs[0].state, ":false") {
					unsynced++
				}
				return runsDiffer(e, []string{"the whole script ~"}, ours, theirs)
			}
			if differs(script) != "" {
				keepInformer(t, e, i, script, differs)
			}
		}
	})
	if unsynced == 0 {
		t.Error("no panic kept a registration from syncing: nothing was compared")
	}
}

// wholeRun is the reports of a run as one: all calls, the last state.
func wholeRun(reports []*report) []*report {
	all := newReport()
	for _, r := range reports {
		for h, calls := range r.calls {
			all.calls[h] = append(all.calls[h], calls...)
		}
		all.api = append(all.api, r.api...)
		all.state = r.state
	}
	return []*report{all}
}

func panicScript(r *rand.Rand) []string {
	g := &informerGen{r: r, pods: map[string]bool{}, removed: map[int]bool{}, rv: 1000}
	for range 1 + r.IntN(5) {
		g.write()
	}
	g.handler()
	g.add(fmt.Sprintf("anger p%d", r.IntN(5)))
	g.add("start")
	for range 20 {
		switch n := r.IntN(10); {
		case n < 6:
			g.write()
		case n < 7:
			g.add(fmt.Sprintf("anger p%d", r.IntN(9)))
		case n < 9:
			g.handler()
		default:
			g.add("bookmark")
		}
		g.add(fmt.Sprintf("sleep %ds", 1+r.IntN(20)))
	}
	g.add("sleep 10m")
	return g.script
}
