package workqueue

import (
	"sync"
	"time"

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

// updatePeriod is how often the times of unfinished work are set.
const updatePeriod = 500 * time.Millisecond

// meter keeps the metrics of one queue, under its lock.
type meter[T comparable] struct {
	clock   clock.WithTicker
	depth   GaugeMetric
	adds    CounterMetric
	latency HistogramMetric
	work    HistogramMetric
	sum     SettableGaugeMetric
	longest SettableGaugeMetric
	added   map[T]time.Time // items that wait, also behind a worker
	taken   map[T]time.Time // items that are worked on

	stop    chan struct{}
	stopped sync.Once
	updater sync.WaitGroup
}

func newMeter[T comparable](p MetricsProvider, name string, c clock.WithTicker) *meter[T] {
	return &meter[T]{
		clock:   c,
		depth:   p.NewDepthMetric(name),
		adds:    p.NewAddsMetric(name),
		latency: p.NewLatencyMetric(name),
		work:    p.NewWorkDurationMetric(name),
		sum:     p.NewUnfinishedWorkSecondsMetric(name),
		longest: p.NewLongestRunningProcessorSecondsMetric(name),
		added:   map[T]time.Time{},
		taken:   map[T]time.Time{},
		stop:    make(chan struct{}),
	}
}

// add counts an Add that was not merged.
func (m *meter[T]) add(item T) {
	m.adds.Inc()
	m.depth.Inc()
	if _, waits := m.added[item]; !waits {
		m.added[item] = m.clock.Now()
	}
}

func (m *meter[T]) get(item T) {
	m.depth.Dec()
	if since, waited := m.added[item]; waited {
		m.latency.Observe(m.clock.Since(since).Seconds())
		delete(m.added, item)
	}
	m.taken[item] = m.clock.Now()
}

func (m *meter[T]) done(item T) {
	if since, worked := m.taken[item]; worked {
		m.work.Observe(m.clock.Since(since).Seconds())
		delete(m.taken, item)
	}
}

// unfinished sets the times of what is being worked on. The sum is taken in whole
// nanoseconds, so that it does not depend on the order of a map.
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

// run calls update each updatePeriod until end.
func (m *meter[T]) run(update func()) {
	m.updater.Go(func() {
		ticker := m.clock.NewTicker(updatePeriod)
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
func (m *meter[T]) end() {
	if m != nil {
		m.stopped.Do(func() { close(m.stop) })
	}
}

func (m *meter[T]) wait() {
	if m != nil {
		m.updater.Wait()
	}
}
