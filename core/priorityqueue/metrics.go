package priorityqueue

import (
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/workqueue"
	"k8s.io/utils/clock"
)

// DepthByPriority is a workqueue.MetricsProvider that tells the depths of priorities apart.
type DepthByPriority interface {
	workqueue.MetricsProvider
	// NewDepthMetricWithPriority counts the items that are ready with a priority, or with one of
	// those that share a label. It is called once for each label: for the first 25 priorities their
	// numbers, and when there are more, machine.OtherPriorities for all that comes from then on.
	NewDepthMetricWithPriority(name, priority string) workqueue.GaugeMetric
}

// updatePeriod is how often the times of unfinished work are set.
const updatePeriod = 500 * time.Millisecond

// meter keeps the metrics of one queue, under its lock. A nil meter keeps none.
type meter[T comparable] struct {
	clock   clock.PassiveClock
	gauge   func(label string) workqueue.GaugeMetric
	labels  machine.PriorityLabels
	depths  map[string]workqueue.GaugeMetric
	adds    workqueue.CounterMetric
	retries workqueue.CounterMetric
	latency workqueue.HistogramMetric
	work    workqueue.HistogramMetric
	sum     workqueue.SettableGaugeMetric
	longest workqueue.SettableGaugeMetric
	ready   map[T]time.Time // since when
	taken   map[T]time.Time
}

func newMeter[T comparable](p workqueue.MetricsProvider, name string, c clock.PassiveClock) *meter[T] {
	m := &meter[T]{
		clock:   c,
		depths:  map[string]workqueue.GaugeMetric{},
		adds:    p.NewAddsMetric(name),
		retries: p.NewRetriesMetric(name),
		latency: p.NewLatencyMetric(name),
		work:    p.NewWorkDurationMetric(name),
		sum:     p.NewUnfinishedWorkSecondsMetric(name),
		longest: p.NewLongestRunningProcessorSecondsMetric(name),
		ready:   map[T]time.Time{},
		taken:   map[T]time.Time{},
	}
	if by, ok := p.(DepthByPriority); ok {
		m.gauge = func(label string) workqueue.GaugeMetric { return by.NewDepthMetricWithPriority(name, label) }
	} else {
		one := p.NewDepthMetric(name)
		m.gauge = func(string) workqueue.GaugeMetric { return one }
	}
	return m
}

// depth is the gauge that counts items of a priority.
func (m *meter[T]) depth(priority int) workqueue.GaugeMetric {
	label := m.labels.Of(priority)
	g, ok := m.depths[label]
	if !ok {
		g = m.gauge(label)
		m.depths[label] = g
	}
	return g
}

// added takes note of what came of an Add, or of a wait that has ended.
func (m *meter[T]) added(item T, out machine.Outcome) {
	if m == nil {
		return
	}
	if out.Retry {
		m.retries.Inc()
	}
	if out.Raised {
		m.depth(out.Was).Dec()
		m.depth(out.Priority).Inc()
	}
	if !out.Ready {
		return
	}
	m.adds.Inc()
	m.depth(out.Priority).Inc()
	if _, waits := m.ready[item]; !waits {
		m.ready[item] = m.clock.Now()
	}
}

func (m *meter[T]) got(item T, priority int) {
	if m == nil {
		return
	}
	m.depth(priority).Dec()
	m.taken[item] = m.clock.Now()
	if since, waited := m.ready[item]; waited {
		m.latency.Observe(m.clock.Since(since).Seconds())
		delete(m.ready, item)
	}
}

func (m *meter[T]) done(item T) {
	if m == nil {
		return
	}
	if since, worked := m.taken[item]; worked {
		m.work.Observe(m.clock.Since(since).Seconds())
		delete(m.taken, item)
	}
}

// unfinished sets the times of what is being worked on, summed in whole nanoseconds, so that the
// sum does not depend on the order of a map.
func (m *meter[T]) unfinished() {
	var sum, longest time.Duration
	now := m.clock.Now()
	for _, since := range m.taken {
		age := now.Sub(since)
		sum, longest = sum+age, max(longest, age)
	}
	m.sum.Set(sum.Seconds())
	m.longest.Set(longest.Seconds())
}
