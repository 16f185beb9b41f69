package conformance

import (
	"math/rand/v2"
	"testing"

	"k8s.io/client-go/features"
)

// TestSharedInformersDoAsClientGos runs the scripts of testdata/informer on our
// SharedIndexInformer, goroutines and all, and on client-go's.
func TestSharedInformersDoAsClientGos(t *testing.T) {
	eachScript(t, func(t *testing.T, e engine, script []string) {
		compareRuns(t, e, script, runShared(t, e, script), runTheirs(t, e, script, false))
	})
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
				return runsDiffer(e, s, runShared(t, e, s), runTheirs(t, e, s, false))
			}
			if differs(script) != "" {
				keepInformer(t, e, i, script, differs)
			}
		}
	}
}
