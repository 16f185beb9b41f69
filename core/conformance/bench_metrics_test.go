//go:build bench

package conformance

import (
	ours "github.com/informerscope/informerscope/core/workqueue"
	theirs "k8s.io/client-go/util/workqueue"
)

// Programs that publish metrics, as Kubernetes' own do, have each queue measure its items. What the metrics
// themselves cost is the provider's: here nothing.
func init() {
	benchRows = append(benchRows,
		benchRow{work: "queue Add/Get/Done, 100 hot keys, measured", bar: 2, noAllocs: true, runs: 20,
			theirs: func() (func(), int) {
				return hotKeys(theirs.NewTypedWithConfig(theirs.TypedQueueConfig[string]{Name: "q", MetricsProvider: theirNothing{}}))
			},
			ours: func() (func(), int) {
				return hotKeys(ours.NewTypedWithConfig(ours.TypedQueueConfig[string]{Name: "q", MetricsProvider: ourNothing{}}))
			}},
		benchRow{work: "queue Get/Done/Add, 100k keys waiting, measured", bar: 2, runs: 10,
			theirs: func() (func(), int) {
				return longLine(theirs.NewTypedWithConfig(theirs.TypedQueueConfig[string]{Name: "q", MetricsProvider: theirNothing{}}))
			},
			ours: func() (func(), int) {
				return longLine(ours.NewTypedWithConfig(ours.TypedQueueConfig[string]{Name: "q", MetricsProvider: ourNothing{}}))
			}},
	)
}

// nothing is a metric that nobody reads.
type nothing struct{}

func (nothing) Inc()            {}
func (nothing) Dec()            {}
func (nothing) Set(float64)     {}
func (nothing) Observe(float64) {}

type theirNothing struct{}

func (theirNothing) NewDepthMetric(string) theirs.GaugeMetric            { return nothing{} }
func (theirNothing) NewAddsMetric(string) theirs.CounterMetric           { return nothing{} }
func (theirNothing) NewLatencyMetric(string) theirs.HistogramMetric      { return nothing{} }
func (theirNothing) NewWorkDurationMetric(string) theirs.HistogramMetric { return nothing{} }
func (theirNothing) NewRetriesMetric(string) theirs.CounterMetric        { return nothing{} }
func (theirNothing) NewUnfinishedWorkSecondsMetric(string) theirs.SettableGaugeMetric {
	return nothing{}
}
func (theirNothing) NewLongestRunningProcessorSecondsMetric(string) theirs.SettableGaugeMetric {
	return nothing{}
}

type ourNothing struct{}

func (ourNothing) NewDepthMetric(string) ours.GaugeMetric                         { return nothing{} }
func (ourNothing) NewAddsMetric(string) ours.CounterMetric                        { return nothing{} }
func (ourNothing) NewLatencyMetric(string) ours.HistogramMetric                   { return nothing{} }
func (ourNothing) NewWorkDurationMetric(string) ours.HistogramMetric              { return nothing{} }
func (ourNothing) NewRetriesMetric(string) ours.CounterMetric                     { return nothing{} }
func (ourNothing) NewUnfinishedWorkSecondsMetric(string) ours.SettableGaugeMetric { return nothing{} }
func (ourNothing) NewLongestRunningProcessorSecondsMetric(string) ours.SettableGaugeMetric {
	return nothing{}
}
