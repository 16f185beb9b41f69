package workqueue

import (
	"fmt"
	"testing"
	"time"
)

func benchHotKeys(b *testing.B, q *Typed[string]) {
	var hot [100]string
	for i := range hot {
		hot[i] = fmt.Sprintf("namespace-%d/pod-%d", i%20, i)
	}
	b.ReportAllocs()
	best := time.Hour // of one round: short enough to be left alone on a busy machine
	for b.Loop() {
		start := time.Now()
		for _, k := range hot {
			q.Add(k)
			k, _ := q.Get()
			q.Done(k)
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best), "best-ns")
}

// BenchmarkHotKeys is Add, Get and Done of each of 100 keys that come again and again.
func BenchmarkHotKeys(b *testing.B) { benchHotKeys(b, NewTyped[string]()) }

// BenchmarkHotKeysTraced is BenchmarkHotKeys with an observer: 300 events.
func BenchmarkHotKeysTraced(b *testing.B) {
	benchHotKeys(b, NewTypedWithConfig(TypedQueueConfig[string]{Trace: NewTrace(1 << 12)}))
}

// BenchmarkHotKeysMetered is BenchmarkHotKeys with metrics that do nothing.
func BenchmarkHotKeysMetered(b *testing.B) {
	q := NewTypedWithConfig(TypedQueueConfig[string]{Name: "q", MetricsProvider: nothing{}})
	defer q.ShutDown()
	benchHotKeys(b, q)
}

type nothing struct{}

func (nothing) Inc()            {}
func (nothing) Dec()            {}
func (nothing) Set(float64)     {}
func (nothing) Observe(float64) {}

func (n nothing) NewDepthMetric(string) GaugeMetric                                  { return n }
func (n nothing) NewAddsMetric(string) CounterMetric                                 { return n }
func (n nothing) NewLatencyMetric(string) HistogramMetric                            { return n }
func (n nothing) NewWorkDurationMetric(string) HistogramMetric                       { return n }
func (n nothing) NewUnfinishedWorkSecondsMetric(string) SettableGaugeMetric          { return n }
func (n nothing) NewLongestRunningProcessorSecondsMetric(string) SettableGaugeMetric { return n }
func (n nothing) NewRetriesMetric(string) CounterMetric                              { return n }
