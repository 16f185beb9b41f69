package priority

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	ours "github.com/informerscope/informerscope/core/workqueue"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// Who provides controller-runtime's metrics is internal to it; what they say stands in its
// registry, where a collector with the same description finds them.

// registered is the metric of controller-runtime's work queues that is called name.
func registered[C prometheus.Collector](name string, same C) C {
	err := metrics.Registry.Register(same)
	var already prometheus.AlreadyRegisteredError
	if e, ok := err.(prometheus.AlreadyRegisteredError); ok {
		already = e
	} else {
		panic(fmt.Sprintf("controller-runtime has no metric %s with that description: %v", name, err))
	}
	return already.ExistingCollector.(C)
}

func gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	return registered(name, prometheus.NewGaugeVec(prometheus.GaugeOpts{Subsystem: metrics.WorkQueueSubsystem, Name: name, Help: help}, append([]string{"name", "controller"}, labels...)))
}

func counter(name, help string) *prometheus.CounterVec {
	return registered(name, prometheus.NewCounterVec(prometheus.CounterOpts{Subsystem: metrics.WorkQueueSubsystem, Name: name, Help: help}, []string{"name", "controller"}))
}

func histogram(name, help string) *prometheus.HistogramVec {
	return registered(name, prometheus.NewHistogramVec(prometheus.HistogramOpts{Subsystem: metrics.WorkQueueSubsystem, Name: name, Help: help}, []string{"name", "controller"}))
}

// vec is a metric with labels.
type vec interface {
	prometheus.Collector
	DeletePartialMatch(prometheus.Labels) int
}

// theirMetrics are those of all queues of controller-runtime, by name.
var theirMetrics = sync.OnceValue(func() map[string]vec {
	return map[string]vec{
		"depth":   gauge(metrics.DepthKey, "Current depth of workqueue by workqueue and priority", "priority"),
		"adds":    counter(metrics.AddsKey, "Total number of adds handled by workqueue"),
		"retries": counter(metrics.RetriesKey, "Total number of items added to the workqueue with a non-zero delay (rate-limited requeues, explicit RequeueAfter or AddAfter calls)"),
		"latency": histogram(metrics.QueueLatencyKey, "How long in seconds an item stays in workqueue before being requested"),
		"work":    histogram(metrics.WorkDurationKey, "How long in seconds processing an item from workqueue takes."),
		"unfinished": gauge(metrics.UnfinishedWorkKey, "How many seconds of work has been done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. "+
			"One can deduce the number of stuck threads by observing the rate at which this increases."),
		"longest": gauge(metrics.LongestRunningProcessorKey, "How many seconds has the longest running processor for workqueue been running."),
	}
})

// theirSaid is what the metrics of one of controller-runtime's queues say. Between calls
// forgetTheirs removes those of queues that are gone.
func theirSaid(queue string) string {
	said := map[string]float64{}
	for name, v := range theirMetrics() {
		for label, n := range theirNumbers(v, queue) {
			said[name+label] = n
		}
	}
	return sorted(said)
}

// theirNumbers are those of one metric of a queue, by what stands behind its name: a priority, count, the bound of a bucket.
func theirNumbers(v prometheus.Collector, queue string) map[string]float64 {
	said := map[string]float64{}
	for label, d := range collected(v, queue) {
		if d.GetHistogram() != nil {
			add(said, label, theirHistogram(d))
		} else {
			said[label] = d.GetGauge().GetValue() + d.GetCounter().GetValue()
		}
	}
	return said
}

// collected are the values of a metric of one queue, each with what stands behind the name.
func collected(v prometheus.Collector, queue string) iter.Seq2[string, *dto.Metric] {
	all := make(chan prometheus.Metric, 1024)
	v.Collect(all)
	close(all)
	return func(yield func(string, *dto.Metric) bool) {
		for m := range all {
			d := &dto.Metric{}
			if err := m.Write(d); err != nil {
				panic(err)
			}
			label, of := "", ""
			for _, l := range d.Label {
				switch l.GetName() {
				case "name":
					of = l.GetValue()
				case "priority":
					label = " " + l.GetValue()
				}
			}
			if of == queue && !yield(label, d) {
				return
			}
		}
	}
}

// theirHistogram is one of controller-runtime's as our fold has its own: a bucket counts what is in no lower one.
func theirHistogram(d *dto.Metric) state.Histogram {
	theirs := d.GetHistogram()
	h := state.Histogram{Count: int64(theirs.GetSampleCount()), Sum: int64(math.Round(theirs.GetSampleSum() * 1e9)), Wide: true}
	below := uint64(0)
	for i, b := range theirs.GetBucket() {
		h.Buckets[i] = uint32(b.GetCumulativeCount() - below)
		below = b.GetCumulativeCount()
	}
	h.Buckets[len(theirs.GetBucket())] = uint32(theirs.GetSampleCount() - below)
	return h
}

// add says what a histogram has.
func add(said map[string]float64, name string, h state.Histogram) {
	said[name+" count"], said[name] = float64(h.Count), float64(h.Sum)/1e9
	for i, n := range h.Buckets {
		above := 0.
		if i > 0 {
			above = h.Bounds()[i-1]
		}
		said[fmt.Sprintf("%s above %g s", name, above)] = float64(n)
	}
}

func forgetTheirs(queue string) {
	for _, v := range theirMetrics() {
		v.DeletePartialMatch(prometheus.Labels{"name": queue})
	}
}

// sorted prints numbers to the microsecond, those that are not 0.
func sorted(said map[string]float64) string {
	var out []string
	for name, v := range said {
		if v = math.Round(v*1e6) / 1e6; v != 0 {
			out = append(out, fmt.Sprintf("%s %v", name, v))
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// ourProvider is a provider that remembers.
type ourProvider struct {
	mu   sync.Mutex
	said map[string]float64
	seen map[string]*state.Histogram // in the buckets in which the page counts them
}

type number struct {
	p    *ourProvider
	name string
}

func (n number) change(by float64, set bool) {
	n.p.mu.Lock()
	defer n.p.mu.Unlock()
	if set {
		n.p.said[n.name] = 0
	}
	n.p.said[n.name] += by
}

func (n number) Inc()          { n.change(1, false) }
func (n number) Dec()          { n.change(-1, false) }
func (n number) Set(v float64) { n.change(v, true) }

func (n number) Observe(v float64) {
	n.p.mu.Lock()
	defer n.p.mu.Unlock()
	h := n.p.seen[n.name]
	if h == nil {
		h = &state.Histogram{Wide: true}
		n.p.seen[n.name] = h
	}
	h.Observe(int64(math.Round(v * 1e9)))
}

func (p *ourProvider) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	said := maps.Clone(p.said)
	for name, h := range p.seen {
		add(said, name, *h)
	}
	return sorted(said)
}

func (p *ourProvider) NewDepthMetric(string) ours.GaugeMetric  { return number{p, "depth "} }
func (p *ourProvider) NewAddsMetric(string) ours.CounterMetric { return number{p, "adds"} }
func (p *ourProvider) NewRetriesMetric(string) ours.CounterMetric {
	return number{p, "retries"}
}
func (p *ourProvider) NewLatencyMetric(string) ours.HistogramMetric {
	return number{p, "latency"}
}
func (p *ourProvider) NewWorkDurationMetric(string) ours.HistogramMetric {
	return number{p, "work"}
}
func (p *ourProvider) NewUnfinishedWorkSecondsMetric(string) ours.SettableGaugeMetric {
	return number{p, "unfinished"}
}
func (p *ourProvider) NewLongestRunningProcessorSecondsMetric(string) ours.SettableGaugeMetric {
	return number{p, "longest"}
}
func (p *ourProvider) NewDepthMetricWithPriority(_, priority string) ours.GaugeMetric {
	return number{p, "depth " + priority}
}

// What the page says of quantiles goes by the buckets of controller-runtime's histograms.
func TestTheBucketsAreControllerRuntimes(t *testing.T) {
	q := newTheirs(workqueue.DefaultTypedControllerRateLimiter[any]())
	defer q.ShutDown()
	q.Add("a")
	key, _ := q.Get()
	q.Done(key)
	fold := state.NewPriorityMetrics()
	for name, h := range map[string]*state.Histogram{"latency": &fold.Latency, "work": &fold.Work} {
		all := make(chan prometheus.Metric, 1024)
		theirMetrics()[name].Collect(all)
		close(all)
		seen := 0
		for m := range all {
			var d dto.Metric
			if err := m.Write(&d); err != nil {
				t.Fatal(err)
			}
			var theirs []float64
			for _, b := range d.GetHistogram().GetBucket() {
				theirs = append(theirs, b.GetUpperBound())
			}
			if seen++; !slices.Equal(h.Bounds(), theirs) {
				t.Errorf("%s: ours has %v, controller-runtime %v", name, h.Bounds(), theirs)
			}
		}
		if seen == 0 {
			t.Errorf("controller-runtime has no %s", name)
		}
	}
}
