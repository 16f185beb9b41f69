package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	theirs "k8s.io/client-go/util/workqueue"
)

// gauges are the metrics of one queue, as text: each what it was told, in order.
type gauges struct {
	mu    sync.Mutex
	names []string
	told  map[string][]float64
}

type gauge struct {
	of   *gauges
	name string
}

func (g *gauges) gauge(queue, name string) gauge {
	g.mu.Lock()
	defer g.mu.Unlock()
	name = queue + " " + name
	if g.told == nil {
		g.told = map[string][]float64{}
	}
	g.names = append(g.names, name)
	g.told[name] = nil
	return gauge{g, name}
}

func (g gauge) tell(f func([]float64) []float64) {
	g.of.mu.Lock()
	defer g.of.mu.Unlock()
	g.of.told[g.name] = f(g.of.told[g.name])
}

func (g gauge) count(by float64) {
	g.tell(func(v []float64) []float64 {
		if len(v) == 0 {
			return []float64{by}
		}
		return []float64{v[0] + by}
	})
}

func (g gauge) Inc()              { g.count(1) }
func (g gauge) Dec()              { g.count(-1) }
func (g gauge) Observe(v float64) { g.tell(func(s []float64) []float64 { return append(s, v) }) }
func (g gauge) Set(v float64)     { g.Observe(v) }

// String rounds to microseconds: client-go adds floating point numbers in the order of a map.
func (g *gauges) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b strings.Builder
	for _, name := range g.names {
		fmt.Fprintf(&b, ", %s %.6f", name, g.told[name])
	}
	return b.String()
}

type theirProvider struct{ gauges }

func (p *theirProvider) NewDepthMetric(q string) theirs.GaugeMetric { return p.gauge(q, "depth") }
func (p *theirProvider) NewAddsMetric(q string) theirs.CounterMetric {
	return p.gauge(q, "adds")
}
func (p *theirProvider) NewLatencyMetric(q string) theirs.HistogramMetric {
	return p.gauge(q, "latency")
}
func (p *theirProvider) NewWorkDurationMetric(q string) theirs.HistogramMetric {
	return p.gauge(q, "work")
}
func (p *theirProvider) NewUnfinishedWorkSecondsMetric(q string) theirs.SettableGaugeMetric {
	return p.gauge(q, "unfinished")
}
func (p *theirProvider) NewLongestRunningProcessorSecondsMetric(q string) theirs.SettableGaugeMetric {
	return p.gauge(q, "longest")
}
func (p *theirProvider) NewRetriesMetric(q string) theirs.CounterMetric {
	return p.gauge(q, "retries")
}

type ourProvider struct{ gauges }

func (p *ourProvider) NewDepthMetric(q string) ours.GaugeMetric  { return p.gauge(q, "depth") }
func (p *ourProvider) NewAddsMetric(q string) ours.CounterMetric { return p.gauge(q, "adds") }
func (p *ourProvider) NewLatencyMetric(q string) ours.HistogramMetric {
	return p.gauge(q, "latency")
}
func (p *ourProvider) NewWorkDurationMetric(q string) ours.HistogramMetric {
	return p.gauge(q, "work")
}
func (p *ourProvider) NewUnfinishedWorkSecondsMetric(q string) ours.SettableGaugeMetric {
	return p.gauge(q, "unfinished")
}
func (p *ourProvider) NewLongestRunningProcessorSecondsMetric(q string) ours.SettableGaugeMetric {
	return p.gauge(q, "longest")
}
func (p *ourProvider) NewRetriesMetric(q string) ours.CounterMetric { return p.gauge(q, "retries") }

func theirMeteredSide() queueSide {
	p := &theirProvider{}
	side := limitedSide(theirs.NewTypedRateLimitingQueueWithConfig(
		theirs.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond),
		theirs.TypedRateLimitingQueueConfig[string]{Name: "q", MetricsProvider: p}))
	side.metrics = p.String
	return side
}

func ourMeteredSide() queueSide {
	p := &ourProvider{}
	side := limitedSide(ours.NewTypedRateLimitingQueueWithConfig(
		ours.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond),
		ours.TypedRateLimitingQueueConfig[string]{Name: "q", MetricsProvider: p}))
	side.metrics = p.String
	return side
}

// randomMeteredScript makes a script for a queue with metrics; its sleeps are longer than the
// half second after which unfinished work is looked at.
func randomMeteredScript(r *rand.Rand) queueScript {
	s := queueScript{header: "metered"}
	s = s.fill(r, []weight{{"add", 20}, {"after", 10}, {"limited", 5}, {"get", 20}, {"done", 20}, {"sleep", 15}, {"shut", 1}, {"drain", 1}})
	for i := range s.ops {
		if s.ops[i].verb == "sleep" {
			s.ops[i].d = time.Duration(1+r.IntN(900)) * time.Millisecond
		}
	}
	return s
}

// Every metric is told the same, at the same time, in the same order.
func TestMeteredQueueAnswersAsClientGoDoes(t *testing.T) {
	randomScripts(t, "metered queue", int(scripts(2000)), randomMeteredScript)
}

// W17: without a name no metrics are made, and nothing runs that ShutDown has to end; with a
// name and no provider of its own a queue asks the one of SetProvider, which counts once.
func TestMetricsNeedANameAndAProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails when a goroutine is left
		p := &ourProvider{}
		ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{MetricsProvider: p})
		ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Name: "q"})
		if len(p.names) != 0 {
			t.Errorf("a queue without a name has the metrics %v", p.names)
		}
	})
	p, second := &ourProvider{}, &ourProvider{}
	ours.SetProvider(p)
	ours.SetProvider(second)
	q := ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Name: "q"})
	q.AddAfter("a", 0)
	q.ShutDown()
	if got := p.String(); !strings.Contains(got, "q adds [1.000000]") || !strings.Contains(got, "q retries [1.000000]") || len(second.names) != 0 {
		t.Errorf("metrics of the first provider: %s; of the second: %s", got, second)
	}
}
