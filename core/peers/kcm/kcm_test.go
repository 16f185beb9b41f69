package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestAProfileIsSharedOut(t *testing.T) {
	text := `File: kube-controller-manager
Type: cpu
-----------+-------------------------------------------------------
      30ms   runtime.mapassign
             internal/runtime/maps.(*Map).grow (inline)
             k8s.io/client-go/tools/cache.(*storeIndex).updateIndices
             k8s.io/kubernetes/pkg/controller.Run
-----------+-------------------------------------------------------
      20ms   k8s.io/apimachinery/pkg/api/meta.Accessor
             k8s.io/client-go/informerscope/core/cache.(*cache).Add
-----------+-------------------------------------------------------
      25ms   k8s.io/apimachinery/pkg/labels.Set.Lookup
             k8s.io/apimachinery/pkg/labels.internalSelector.Matches
             k8s.io/client-go/tools/cache.ListAllByNamespace
             k8s.io/kubernetes/pkg/controller.Run
-----------+-------------------------------------------------------
      25ms   k8s.io/apimachinery/pkg/labels.internalSelector.Matches
             k8s.io/kubernetes/pkg/controller.Run
-----------+-------------------------------------------------------
      50ms   runtime.mallocgc
             encoding/json.Unmarshal
             k8s.io/apimachinery/pkg/runtime/serializer.Decode
             k8s.io/client-go/tools/cache.(*Reflector).watch
`
	got, err := sharesOfTraces(text)
	if err != nil || math.Abs(got.all-0.5) > 1e-9 || math.Abs(got.matching-25./150) > 1e-9 {
		t.Errorf("shares %v (%v), want a half, and of it a sixth of all", got, err)
	}
	if _, err := sharesOfTraces("File: x\n"); err == nil {
		t.Error("an empty profile has a share")
	}
}

func TestWhatIsWorseIsSaid(t *testing.T) {
	run := func(seconds, share float64) result {
		d := time.Duration(seconds * float64(time.Second))
		return result{cpu: d, peak: 100, create: d, roll: d, remove: d, shares: shares{all: share}}
	}
	x := table{results: [2][]result{{run(3, .2), run(4, .19), run(5, .24)}, {run(4, .1), run(4.5, .09), run(6, .3)}}}
	if err := x.missed(); err != nil {
		t.Errorf("within the spread, and missed: %v", err)
	}
	x.results[1] = []result{run(5.5, .1), run(6, .12)}
	if err := x.missed(); err == nil || !strings.Contains(err.Error(), "deleted") || !strings.Contains(err.Error(), "share") {
		t.Errorf("worse in all, and says %v", err)
	}
}

func TestAnotherEndIsSaid(t *testing.T) {
	a := ends{"created": {"Pod of web-000": 60}}
	if a.same(ends{"created": {"Pod of web-000": 60}}) != nil || a.same(ends{"created": {"Pod of web-000": 59}}) == nil {
		t.Error("equal ends differ, or others do not")
	}
}
