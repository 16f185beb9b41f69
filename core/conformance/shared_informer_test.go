package conformance

import (
	"math/rand/v2"
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
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	t.Logf("-seed=%d", seed())
	for _, e := range engines() {
		features.ReplaceFeatureGates(e.gates)
		for i := range share(10_000, 8) {
			script := informerScript(rand.New(rand.NewPCG(seed(), i|1<<32)))
			coverLines("shared informer, 8 engines", script)
			differs := func(s []string) string {
				return runsDiffer(e, s, runShared(t, e, s), withoutPending(runTheirs(t, e, s)))
			}
			if differs(script) != "" {
				keepInformer(t, e, i, script, differs)
			}
		}
	}
}
