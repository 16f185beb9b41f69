package state

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// SampleEvery is how often client-go sets the two gauges of work in progress, ns: between
// two samples they stand still, whatever the workers do.
const SampleEvery = 500_000_000

// Metrics are the seven metrics of the work queue, as client-go tells them to whoever
// provides its metrics: a fold of the events like State, beside it. Use NewMetrics.
//
// Source: client-go util/workqueue, metrics.go (v0.37).
type Metrics struct {
	// At is the moment of the readings, ns since the start.
	At int64
	// Depth counts the keys that are owed a pass: up at an Add that is not merged, down at
	// Get. A stray Done hands a key out twice, and Depth is one too low ever after.
	Depth int64
	// Adds counts the Adds that were not merged.
	Adds int64
	// Retries counts the calls of AddAfter and AddRateLimited before a shutdown.
	Retries int64
	// Unfinished and Longest are how long the keys in work have been there, together and the
	// longest one, ns: as of the last sample.
	Unfinished, Longest int64
	// Latency is how long keys waited from such an Add to Get, Work how long from Get to
	// Done. Who never calls Done is in neither.
	Latency, Work Histogram

	// Depths is Depth by the label of the priority, in the order in which labels came; only of a
	// queue with priorities.
	Depths []Depth

	priorities   bool // of such a queue
	labels       machine.PriorityLabels
	priority     map[trace.ID]int   // of the entries that have one
	added, taken map[trace.ID]int64 // since when, ns
	shut         bool               // the sampling has ended: with the queue, or with the program
	began        int64              // when the queue was made
	sampled      int64              // samples so far
}

// Depth is how many keys are ready with a priority, or with those that share a label.
type Depth struct {
	Priority string
	N        int64
}

// NewMetrics returns the metrics of a queue that starts now.
func NewMetrics() *Metrics {
	return &Metrics{added: map[trace.ID]int64{}, taken: map[trace.ID]int64{}}
}

// NewPriorityMetrics returns those of a queue with priorities, as controller-runtime tells them.
func NewPriorityMetrics() *Metrics {
	m := NewMetrics()
	m.priorities, m.priority = true, map[trace.ID]int{}
	m.Latency.Wide, m.Work.Wide = true, true
	return m
}

// deeper counts n keys more that are ready with a priority.
func (m *Metrics) deeper(priority int, n int64) {
	m.Depth += n
	if !m.priorities {
		return
	}
	label := m.labels.Of(priority)
	for i := range m.Depths {
		if m.Depths[i].Priority == label {
			m.Depths[i].N += n
			return
		}
	}
	m.Depths = append(m.Depths, Depth{label, n})
}

// raised notes the priority that a key's entry has from now on.
func (m *Metrics) raised(e *trace.Event) {
	if !m.priorities {
		return
	}
	if e.Op == trace.QueueRaise && e.After&trace.Queued != 0 {
		m.deeper(int(e.From()), -1)
		m.deeper(int(e.Priority()), 1)
	}
	m.priority[e.Key] = int(e.Priority())
}

// Apply folds one event; those that are not the queue's pass by.
func (m *Metrics) Apply(e trace.Event) {
	m.Advance(e.At)
	switch e.Op {
	case trace.QueuePriority, trace.QueueRaise:
		m.raised(&e)
	case trace.QueueAdd, trace.QueueFetch:
		if e.Case() == trace.CaseMerged {
			return
		}
		m.Adds++
		m.deeper(m.priority[e.Key], 1)
		if _, waits := m.added[e.Key]; !waits {
			m.added[e.Key] = e.At
		}
	case trace.QueueGet:
		m.deeper(m.priority[e.Key], -1)
		delete(m.priority, e.Key)
		if since, waits := m.added[e.Key]; waits {
			m.Latency.Observe(e.At - since)
			delete(m.added, e.Key)
		}
		m.taken[e.Key] = e.At
	case trace.QueueDone, trace.QueueStray:
		if since, works := m.taken[e.Key]; works {
			m.Work.Observe(e.At - since)
			delete(m.taken, e.Key)
		}
	case trace.QueueShut, trace.Crash:
		m.shut = true
	case trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored, trace.HeapNow:
		m.Retries++
	case trace.Restart: // a new program, and a new queue
		fresh := NewMetrics()
		if m.priorities {
			fresh = NewPriorityMetrics()
		}
		*m = *fresh
		m.At, m.began = e.At, e.At
	}
}

// Advance lets time pass up to at, ns: the gauges of work in progress are set at the last
// half second that is over. One that ends at the moment of an event comes before it.
func (m *Metrics) Advance(at int64) {
	m.At = max(m.At, at)
	if n := (m.At - m.began) / SampleEvery; n > m.sampled && !m.shut {
		m.sampled = n
		m.Unfinished, m.Longest = 0, 0
		for _, since := range m.taken {
			age := m.began + n*SampleEvery - since
			m.Unfinished += age
			m.Longest = max(m.Longest, age)
		}
	}
}

// Reading returns the values alone: a copy that no later event changes.
func (m *Metrics) Reading() Metrics {
	r := *m
	r.added, r.taken, r.priority = nil, nil, nil
	r.Depths, r.labels = slices.Clone(m.Depths), machine.PriorityLabels{}
	return r
}

// Histogram is what is left of observed times in Prometheus: how many there were, their sum,
// and how many were in each bucket. The zero value has client-go's buckets.
type Histogram struct {
	Count   int64
	Sum     int64 // ns
	Buckets [len(bounds) + 1]uint32
	Wide    bool // with controller-runtime's buckets
}

// bounds are the upper bounds of the buckets, s: ten times the one before, multiplied up as both do,
// since rounding decides where 1 s belongs. client-go's are the ten to 10 s, controller-runtime's all, to 1000 s.
//
// Source: component-base metrics/prometheus/workqueue, metrics.go (v0.37); controller-runtime pkg/internal/metrics,
// workqueue.go (v0.25).
var bounds = func() (b [12]float64) {
	b[0] = 10e-9
	for i := 1; i < len(b); i++ {
		b[i] = b[i-1] * 10
	}
	return b
}()

// Bounds are the upper bounds of its buckets, s, the lowest first; above the last there is one more bucket.
func (h *Histogram) Bounds() []float64 {
	if h.Wide {
		return bounds[:]
	}
	return bounds[:10]
}

// Beyond is how many times were above the last bound.
func (h *Histogram) Beyond() int64 { return int64(h.Buckets[len(h.Bounds())]) }

// Observe counts a time, ns.
func (h *Histogram) Observe(ns int64) {
	h.Count++
	h.Sum += ns
	at, _ := slices.BinarySearch(h.Bounds(), float64(ns)/1e9)
	h.Buckets[at]++
}

// Mean is the mean of all times in seconds; NaN when there is none.
func (h *Histogram) Mean() float64 { return float64(h.Sum) / 1e9 / float64(h.Count) }

// Quantile is what histogram_quantile(q, …_bucket) says in Prometheus: it knows the buckets
// only and takes the times in one as evenly spread, so it is a guess within a factor of ten.
// Of what is above the last bound it says the last bound. NaN when nothing was observed.
func (h *Histogram) Quantile(q float64) float64 {
	if h.Count == 0 {
		return math.NaN()
	}
	rank, below := q*float64(h.Count), 0.0
	bounds := h.Bounds()
	for i, upper := range bounds {
		in := float64(h.Buckets[i])
		if in > 0 && below+in >= rank {
			lower := 0.0
			if i > 0 {
				lower = bounds[i-1]
			}
			return lower + (upper-lower)*(rank-below)/in
		}
		below += in
	}
	return bounds[len(bounds)-1]
}
