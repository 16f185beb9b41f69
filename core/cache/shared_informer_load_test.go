package cache

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
)

// meters is an InformerMetricsProvider that keeps what it was told.
type meters struct {
	queued, version []float64
	latency         int
}

type setter func(float64)

func (f setter) Set(v float64)     { f(v) }
func (f setter) Observe(v float64) { f(v) }

func (m *meters) NewQueuedItemMetric(InformerNameAndResource) GaugeMetric {
	return setter(func(v float64) { m.queued = append(m.queued, v) })
}

func (m *meters) NewProcessingLatencyMetric(InformerNameAndResource) HistogramMetric {
	return setter(func(float64) { m.latency++ })
}

func (m *meters) NewStoreResourceVersionMetric(InformerNameAndResource) GaugeMetric {
	return setter(func(v float64) { m.version = append(m.version, v) })
}

func TestMetrics(t *testing.T) {
	name, err := NewInformerName("shared-informer-test")
	if err != nil {
		t.Fatal(err)
	}
	defer name.Release()
	synctest.Test(t, func(t *testing.T) {
		s, m := newScripted("p1"), &meters{}
		started(t, s, SharedIndexInformerOptions{Identifier: name.WithResource(schema.GroupVersionResource{Resource: "pods"}), InformerMetricsProvider: m}, &log{})
		synctest.Wait()
		s.send(watch.Modified, "p1")
		synctest.Wait()
		same(t, "queued", slices.Max(m.queued), 1)
		same(t, "queued at the end", m.queued[len(m.queued)-1], 0)
		same(t, "latency", m.latency, 2)
		same(t, "resourceVersions", slices.Compact(m.version), "[1 2]")
	})
}

// Handlers come and go, readers read and indices are added while events stream in; under
// -race this is the test that every field has its lock.
func TestEverythingAtOnce(t *testing.T) {
	for _, e := range engines {
		s, counted := newScripted("p0", "p1"), &log{}
		i := NewSharedIndexInformerWithOptions(s, &metav1.PartialObjectMetadata{}, SharedIndexInformerOptions{Engine: e, ResyncPeriod: time.Second})
		if _, err := i.AddEventHandler(counted); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var all, informer sync.WaitGroup
		informer.Go(func() { i.RunWithContext(ctx) })
		sent := make(chan struct{})
		all.Go(func() {
			defer close(sent)
			for n := range 2000 {
				s.send([]watch.EventType{watch.Added, watch.Modified, watch.Deleted}[n%3], fmt.Sprint("p", n%7))
			}
		})
		for w := range 3 {
			all.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-sent:
						return
					default:
					}
					r, err := i.AddEventHandler(&log{})
					if err != nil {
						t.Error(err)
						return
					}
					_ = i.GetIndexer().AddIndexers(Indexers{fmt.Sprint(w, n%5): MetaNamespaceIndexFunc})
					_, _, _ = len(i.GetStore().List()), i.LastSyncResourceVersion(), r.HasSynced()
					if err := ShutDownEventHandler(i, r); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
			counted.mu.Lock()
			n := len(counted.calls)
			counted.mu.Unlock()
			if n >= 2002 && e != EngineClassic || e == EngineClassic && n > 0 && i.LastSyncResourceVersion() == "2002" {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%v: the handler was called %d times, want 2002", e, n)
			}
		}
		cancel()
		informer.Wait()
	}
}
