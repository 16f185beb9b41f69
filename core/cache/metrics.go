package cache

import (
	"strconv"
	"sync"
)

// GaugeMetric is a value that goes up and down.
type GaugeMetric interface{ Set(float64) }

// CounterMetric counts.
type CounterMetric interface{ Inc() }

// SummaryMetric sums observations up.
type SummaryMetric interface{ Observe(float64) }

// HistogramMetric sorts observations into buckets.
type HistogramMetric interface{ Observe(float64) }

// MetricsProvider makes a Reflector's metrics. As in client-go of today no Reflector asks it
// for one; programs that set it still compile.
type MetricsProvider interface {
	NewListsMetric(name string) CounterMetric
	NewListDurationMetric(name string) SummaryMetric
	NewItemsInListMetric(name string) SummaryMetric
	NewWatchesMetric(name string) CounterMetric
	NewShortWatchesMetric(name string) CounterMetric
	NewWatchDurationMetric(name string) SummaryMetric
	NewItemsInWatchMetric(name string) SummaryMetric
	NewLastResourceVersionMetric(name string) GaugeMetric
}

// InformerMetricsProvider makes the metrics of an informer with a Reserved identity.
type InformerMetricsProvider interface {
	// NewQueuedItemMetric is set to how many changes wait in the queue.
	NewQueuedItemMetric(id InformerNameAndResource) GaugeMetric
	// NewProcessingLatencyMetric observes how long processing took, in seconds.
	NewProcessingLatencyMetric(id InformerNameAndResource) HistogramMetric
	// NewStoreResourceVersionMetric is set to the store's resourceVersion, its last 15 digits.
	NewStoreResourceVersionMetric(id InformerNameAndResource) GaugeMetric
}

var providers struct {
	sync.Mutex
	reflector MetricsProvider
	informer  InformerMetricsProvider
}

// SetReflectorMetricsProvider sets the provider for Reflectors; only the first call counts.
func SetReflectorMetricsProvider(metricsProvider MetricsProvider) {
	providers.Lock()
	defer providers.Unlock()
	if providers.reflector == nil {
		providers.reflector = metricsProvider
	}
}

// SetInformerMetricsProvider sets the provider for informers that are made from now on and
// bring none; only the first call counts.
func SetInformerMetricsProvider(metricsProvider InformerMetricsProvider) {
	providers.Lock()
	defer providers.Unlock()
	if providers.informer == nil {
		providers.informer = metricsProvider
	}
}

// informerProvider is the provider that counts for id: nil when nothing is to be published.
func informerProvider(id InformerNameAndResource, own InformerMetricsProvider) InformerMetricsProvider {
	if !id.Reserved() {
		return nil
	}
	if own != nil {
		return own
	}
	providers.Lock()
	defer providers.Unlock()
	return providers.informer
}

// setVersion sets gauge, unless it is nil or rv no number. A float64 holds 15 digits.
func setVersion(gauge GaugeMetric, rv string) {
	if gauge == nil {
		return
	}
	if rv == "" {
		gauge.Set(0)
		return
	}
	if n, err := strconv.ParseInt(rv[max(len(rv)-15, 0):], 10, 64); err == nil {
		gauge.Set(float64(n))
	}
}
