package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/client-go/features"
)

// TestSharedInformersDoAsClientGos runs the scripts of testdata/informer on our
// SharedIndexInformer, goroutines and all, and on client-go's.
func TestSharedInformersDoAsClientGos(t *testing.T) {
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
			if _, ok := sharedEngine(e); !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+e.name, func(t *testing.T) {
				features.ReplaceFeatureGates(e.gates)
				theirs := withoutPending(runTheirs(t, e, script))
				compareRuns(t, e, script, runShared(t, e, script), theirs)
			})
		}
	}
}

// TestSharedInformersDoAsClientGosInRandomScripts makes up scripts in which handlers come,
// go and are slow, lists and watches fail and connections break.
func TestSharedInformersDoAsClientGosInRandomScripts(t *testing.T) {
	const runs = 200 // of each engine: 1,200 in all
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	scripts, lines, seen := 0, 0, map[string]int{}
	for _, e := range engines() {
		if _, ok := sharedEngine(e); !ok {
			continue
		}
		features.ReplaceFeatureGates(e.gates)
		for seed := range uint64(runs) {
			script := informerScript(seed + 1_000_000)
			scripts, lines = scripts+1, lines+len(script)
			for _, l := range script {
				seen[strings.Fields(l)[0]]++
			}
			compareRuns(t, e, script, runShared(t, e, script), withoutPending(runTheirs(t, e, script)))
			if t.Failed() {
				t.Fatalf("engine %q, seed %d:\n%s", e.name, seed, strings.Join(script, "\n"))
			}
		}
	}
	var verbs []string
	for v, n := range seen {
		verbs = append(verbs, fmt.Sprintf("%s %d", v, n))
	}
	slices.Sort(verbs)
	t.Logf("%d scripts, %d lines: %s", scripts, lines, strings.Join(verbs, ", "))
}
