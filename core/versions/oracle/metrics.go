package oracle

//lint:file-ignore SA1019 the names without types are those that every client-go has

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"k8s.io/client-go/util/workqueue"
)

// metrics are what client-go tells of a queue to whoever provides its metrics.
type metrics struct {
	mu   sync.Mutex
	now  map[string]float64   // counters and gauges; what was never told is 0
	seen map[string][]float64 // all that was observed
}

func newMetrics() *metrics { return &metrics{now: map[string]float64{}, seen: map[string][]float64{}} }

// metric is one of them.
type metric struct {
	of   *metrics
	name string
}

func (m metric) tell(f func()) {
	m.of.mu.Lock()
	defer m.of.mu.Unlock()
	f()
}

// Inc, Dec, Set and Observe make it a metric of any kind.
func (m metric) Inc()          { m.tell(func() { m.of.now[m.name]++ }) }
func (m metric) Dec()          { m.tell(func() { m.of.now[m.name]-- }) }
func (m metric) Set(v float64) { m.tell(func() { m.of.now[m.name] = v }) }
func (m metric) Observe(v float64) {
	m.tell(func() { m.of.seen[m.name] = append(m.of.seen[m.name], v) })
}

// These make it the provider of a queue.
func (m *metrics) NewDepthMetric(string) workqueue.GaugeMetric       { return metric{m, "depth"} }
func (m *metrics) NewAddsMetric(string) workqueue.CounterMetric      { return metric{m, "adds"} }
func (m *metrics) NewRetriesMetric(string) workqueue.CounterMetric   { return metric{m, "retries"} }
func (m *metrics) NewLatencyMetric(string) workqueue.HistogramMetric { return metric{m, "latency"} }
func (m *metrics) NewWorkDurationMetric(string) workqueue.HistogramMetric {
	return metric{m, "work"}
}
func (m *metrics) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{m, "unfinished"}
}
func (m *metrics) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{m, "longest"}
}

// view is a line of all of them, times in seconds.
func (m *metrics) view() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	words := []string{"metrics"}
	for _, name := range []string{"depth", "adds", "retries", "unfinished", "longest"} {
		words = append(words, name+"="+text(m.now[name]))
	}
	for _, name := range []string{"latency", "work"} {
		var all []string
		for _, v := range m.seen[name] {
			all = append(all, text(v))
		}
		words = append(words, fmt.Sprintf("%s=%q", name, strings.Join(all, " ")))
	}
	return strings.Join(words, " ")
}
