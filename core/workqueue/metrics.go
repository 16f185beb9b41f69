package workqueue

import (
	"sync"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/meter"
	"k8s.io/utils/clock"
)

// GaugeMetric is a number that goes up and down.
type GaugeMetric interface {
	Inc()
	Dec()
}

// SettableGaugeMetric is a number that is set.
type SettableGaugeMetric interface {
	Set(float64)
}

// CounterMetric is a number that only goes up.
type CounterMetric interface {
	Inc()
}

// SummaryMetric takes single observations. Nothing here uses it; client-go keeps it for old
// programs.
type SummaryMetric interface {
	Observe(float64)
}

// HistogramMetric takes single observations.
type HistogramMetric interface {
	Observe(float64)
}

// MetricsProvider makes the metrics of a queue with a name; times are in seconds. They are
// used under the queue's lock, so they must not call the queue.
type MetricsProvider interface {
	// NewDepthMetric counts the items that are owed a pass: up at an Add that is not merged
	// into an earlier one, down at Get. It stands above Len while an item was added again
	// that a worker holds.
	NewDepthMetric(name string) GaugeMetric
	// NewAddsMetric counts the Adds that were not merged into an earlier one.
	NewAddsMetric(name string) CounterMetric
	// NewLatencyMetric is told how long an item waited from such an Add to Get.
	NewLatencyMetric(name string) HistogramMetric
	// NewWorkDurationMetric is told how long an item was worked on, from Get to Done.
	NewWorkDurationMetric(name string) HistogramMetric
	// NewUnfinishedWorkSecondsMetric is set twice a second to how long the items that are
	// being worked on have been, together.
	NewUnfinishedWorkSecondsMetric(name string) SettableGaugeMetric
	// NewLongestRunningProcessorSecondsMetric is set twice a second to the longest of these.
	NewLongestRunningProcessorSecondsMetric(name string) SettableGaugeMetric
	// NewRetriesMetric counts the AddAfters and AddRateLimiteds of a queue that is not shut
	// down.
	NewRetriesMetric(name string) CounterMetric
}

var provider struct {
	sync.Mutex
	set bool
	MetricsProvider
}

// SetProvider gives the provider of all queues that are made from now on and have a name but
// no provider of their own. Only the first call has an effect.
func SetProvider(metricsProvider MetricsProvider) {
	provider.Lock()
	defer provider.Unlock()
	if !provider.set {
		provider.set, provider.MetricsProvider = true, metricsProvider
	}
}

// Provider is the one of SetProvider; nil as long as there is none.
func Provider() MetricsProvider {
	provider.Lock()
	defer provider.Unlock()
	return provider.MetricsProvider
}

// providerFor returns who makes the metrics of a queue called name, or nil when there are to
// be none.
func providerFor(name string, own MetricsProvider) MetricsProvider {
	if name == "" {
		return nil
	}
	if own != nil {
		return own
	}
	return Provider()
}

// counts keep the metrics of one queue, under its lock.
type counts struct {
	meter.Times
	depth GaugeMetric
	adds  CounterMetric

	clock   clock.WithTicker
	stop    chan struct{}
	stopped sync.Once
	updater sync.WaitGroup
}

func newCounts(p MetricsProvider, name string, c clock.WithTicker) *counts {
	return &counts{
		depth: p.NewDepthMetric(name),
		adds:  p.NewAddsMetric(name),
		Times: meter.New(c, p.NewLatencyMetric(name), p.NewWorkDurationMetric(name),
			p.NewUnfinishedWorkSecondsMetric(name), p.NewLongestRunningProcessorSecondsMetric(name)),
		clock: c,
		stop:  make(chan struct{}),
	}
}

// add counts an Add that was not merged.
func (m *counts) add(at machine.Slot) {
	m.adds.Inc()
	m.depth.Inc()
	m.Added(at)
}

func (m *counts) get(at machine.Slot) {
	m.depth.Dec()
	m.Got(at)
}

// run calls update each meter.Period until end.
func (m *counts) run(update func()) {
	m.updater.Go(func() {
		ticker := m.clock.NewTicker(meter.Period)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C():
				update()
			case <-m.stop:
				return
			}
		}
	})
}

// end stops run; wait afterwards without the queue's lock.
func (m *counts) end() {
	if m != nil {
		m.stopped.Do(func() { close(m.stop) })
	}
}

func (m *counts) wait() {
	if m != nil {
		m.updater.Wait()
	}
}
