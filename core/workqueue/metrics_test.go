package workqueue

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A gauge that remembers what it was last told.
type dial struct {
	nothing
	mu    sync.Mutex
	value map[string]float64
}

func (d *dial) turn(name string, to func(float64) float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.value[name] = to(d.value[name])
}

func (d *dial) read(name string) float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.value[name]
}

type hand struct {
	d    *dial
	name string
}

func (h hand) Inc()              { h.d.turn(h.name, func(v float64) float64 { return v + 1 }) }
func (h hand) Dec()              { h.d.turn(h.name, func(v float64) float64 { return v - 1 }) }
func (h hand) Set(v float64)     { h.d.turn(h.name, func(float64) float64 { return v }) }
func (h hand) Observe(v float64) { h.Set(v) }

func (d *dial) NewDepthMetric(string) GaugeMetric            { return hand{d, "depth"} }
func (d *dial) NewAddsMetric(string) CounterMetric           { return hand{d, "adds"} }
func (d *dial) NewLatencyMetric(string) HistogramMetric      { return hand{d, "latency"} }
func (d *dial) NewWorkDurationMetric(string) HistogramMetric { return hand{d, "work"} }
func (d *dial) NewUnfinishedWorkSecondsMetric(string) SettableGaugeMetric {
	return hand{d, "unfinished"}
}
func (d *dial) NewLongestRunningProcessorSecondsMetric(string) SettableGaugeMetric {
	return hand{d, "longest"}
}
func (d *dial) NewRetriesMetric(string) CounterMetric { return hand{d, "retries"} }

// Each metric says what MetricsProvider says it does; the goroutine behind them ends with
// either shutdown.
func TestMetricsSayWhatTheyPromise(t *testing.T) {
	for _, end := range []func(TypedDelayingInterface[string]){
		TypedDelayingInterface[string].ShutDown,
		TypedDelayingInterface[string].ShutDownWithDrain,
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &dial{value: map[string]float64{}}
			q := NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[string]{Name: "q", MetricsProvider: d})
			says := func(what string, want float64) {
				t.Helper()
				synctest.Wait()
				if got := d.read(what); got != want {
					t.Errorf("%s = %v, want %v", what, got, want)
				}
			}
			q.Add("a")
			q.Add("a") // merged
			q.AddAfter("b", 0)
			says("adds", 2)
			says("depth", 2)
			says("retries", 1)
			time.Sleep(2 * time.Second)
			q.Get()
			q.Get()
			says("latency", 2)
			says("depth", 0)
			time.Sleep(1250 * time.Millisecond)
			says("unfinished", 2) // of two items, at the last half second
			says("longest", 1)
			q.Add("a") // while it is worked on: owed, not in the line
			says("depth", 1)
			q.Done("b")
			says("work", 1.25)
			q.Done("a")
			time.Sleep(time.Second)
			says("longest", 0)
			end(q)
			q.AddAfter("c", 0)
			says("retries", 1)
			says("adds", 3)
			if n := q.Len(); n != 1 {
				t.Errorf("Len = %d, want 1", n)
			}
		})
	}
}
