package priorityqueue

import (
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/meter"
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

// counts keep the metrics of one queue, under its lock. Nil counts keep none.
type counts struct {
	meter.Times
	gauge   func(label string) workqueue.GaugeMetric
	labels  machine.PriorityLabels
	depths  map[string]workqueue.GaugeMetric
	adds    workqueue.CounterMetric
	retries workqueue.CounterMetric
}

func newCounts(p workqueue.MetricsProvider, name string, c clock.PassiveClock) *counts {
	m := &counts{
		depths:  map[string]workqueue.GaugeMetric{},
		adds:    p.NewAddsMetric(name),
		retries: p.NewRetriesMetric(name),
		Times: meter.New(c, p.NewLatencyMetric(name), p.NewWorkDurationMetric(name),
			p.NewUnfinishedWorkSecondsMetric(name), p.NewLongestRunningProcessorSecondsMetric(name)),
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
func (m *counts) depth(priority int) workqueue.GaugeMetric {
	label := m.labels.Of(priority)
	g, ok := m.depths[label]
	if !ok {
		g = m.gauge(label)
		m.depths[label] = g
	}
	return g
}

// added takes note of what came of an Add, or of a wait that has ended.
func (m *counts) added(out machine.Outcome) {
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
	m.Added(out.Slot)
}

func (m *counts) got(at machine.Slot, priority int) {
	if m != nil {
		m.depth(priority).Dec()
		m.Got(at)
	}
}

func (m *counts) done(at machine.Slot) {
	if m != nil {
		m.Done(at)
	}
}
