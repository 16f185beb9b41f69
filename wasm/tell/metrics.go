package tell

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The metrics twin: what a dashboard would show of the work queue at the playhead, under the
// names that Prometheus knows.

// Metric is one row of the panel: a value, or a histogram of times.
type Metric struct {
	Name  string
	value func(m state.Metrics) float64 // of the curve; NaN is nothing yet
	times func(m state.Metrics) *state.Histogram
}

func nanos(ns int64) float64 { return float64(ns) / 1e9 }

const depthName = "workqueue_depth"

// Metrics are in the order of a dashboard: what waits, how long, what is worked on.
var Metrics = []Metric{
	{Name: depthName, value: func(m state.Metrics) float64 { return float64(m.Depth) }},
	{Name: "workqueue_adds_total", value: func(m state.Metrics) float64 { return float64(m.Adds) }},
	{Name: "workqueue_queue_duration_seconds", times: func(m state.Metrics) *state.Histogram { return &m.Latency }},
	{Name: "workqueue_work_duration_seconds", times: func(m state.Metrics) *state.Histogram { return &m.Work }},
	{Name: "workqueue_unfinished_work_seconds", value: func(m state.Metrics) float64 { return nanos(m.Unfinished) }},
	{Name: "workqueue_longest_running_processor_seconds", value: func(m state.Metrics) float64 { return nanos(m.Longest) }},
	{Name: "workqueue_retries_total", value: func(m state.Metrics) float64 { return float64(m.Retries) }},
}

// Curve is the point of the row's curve: its value, or the 99th percentile of its times.
func (m Metric) Curve(r state.Metrics) float64 {
	if m.times != nil {
		return p99(m.times(r))
	}
	return m.value(r)
}

// Reading is what the row says, and below it what that is made of.
func (t Teller) Reading(m Metric, now state.Metrics) (value, more string) {
	switch {
	case m.times != nil:
		return t.times(m.times(now))
	case strings.HasSuffix(m.Name, "_seconds"):
		return seconds(m.value(now)), ""
	case m.Name == depthName:
		more = t.depths(now.Depths)
	}
	return strconv.FormatFloat(m.value(now), 'f', -1, 64), more
}

// maxDepths is how many labels are all named; of more, those that are not 0.
const maxDepths = 4

// depths are the depth by its label, as Prometheus writes it: the highest priority first, and what has no
// number last. None are of a queue without priorities.
func (t Teller) depths(all []state.Depth) string {
	of := slices.Clone(all)
	slices.SortStableFunc(of, func(a, b state.Depth) int {
		m, one := strconv.Atoi(a.Priority)
		n, other := strconv.Atoi(b.Priority)
		switch {
		case one != nil:
			return 1
		case other != nil:
			return -1
		}
		return cmp.Compare(n, m)
	})
	var told []string
	rest := 0
	for _, d := range of {
		if d.N == 0 && len(of) > maxDepths {
			rest++
			continue
		}
		told = append(told, strconv.Quote(d.Priority)+" "+draw.Int(d.N))
	}
	if len(told) > 0 {
		told[0] = "priority=" + told[0]
	}
	if rest > 0 {
		told = append(told, t.Say("metrics.rest", "n", strconv.Itoa(rest)))
	}
	return strings.Join(told, " · ")
}

// MetricNotes are what is to be known of the panel.
func (t Teller) MetricNotes(m Moment, now state.Metrics) (notes []string) {
	if s := m.State; s != nil && now.Depth != int64(len(s.Queue)) {
		notes = append(notes, t.Say("metrics.depth", "depth", strconv.FormatInt(now.Depth, 10), "len", strconv.Itoa(len(s.Queue))))
	}
	curve := "metrics.curve"
	if m.Live {
		curve = "metrics.curve.live"
	}
	queue := sim.ClientGoQueue
	if m.State != nil && m.State.Priorities() {
		queue = sim.PriorityQueue
	}
	return append(notes, t.Say("metrics.sampled", "library", scenarios.LibraryOf(queue).Name), t.Say("metrics.quantiles", "n", strconv.Itoa(len(now.Latency.Bounds())), "last", seconds(last(&now.Latency))), t.Say(curve))
}

// times is what a histogram says, and below it what it is made of. histogram_quantile
// guesses inside a bucket, and of times of 0 s it says 5 ns or 9.9 ns, as if these had been
// measured: so where all were 0 s the row says that, and quotes the guess below.
func (t Teller) times(h *state.Histogram) (value, more string) {
	more = t.Say("metrics.count", "n", strconv.FormatInt(h.Count, 10), "sum", seconds(nanos(h.Sum)))
	switch {
	case h.Count == 0:
		return t.Say("metrics.none"), more
	case h.Sum == 0:
		return t.Say("metrics.zero"), more + " · " + t.Say("metrics.guess", "p50", seconds(h.Quantile(0.5)), "p99", seconds(h.Quantile(0.99)))
	}
	return t.Say("metrics.quantile", "p50", quantile(h, 0.5), "p99", quantile(h, 0.99)),
		more + " · " + t.Say("metrics.mean", "mean", seconds(h.Mean()))
}

// quantile is what histogram_quantile says, but for the two buckets of which it knows one
// end only: there it is that end.
func quantile(h *state.Histogram, q float64) string {
	switch rank := q * float64(h.Count); {
	case rank <= float64(h.Buckets[0]):
		return "≤ 10 ns"
	case rank > float64(h.Count-h.Beyond()):
		return "> " + seconds(last(h))
	}
	return seconds(h.Quantile(q))
}

// last is the last bound of a histogram, s.
func last(h *state.Histogram) float64 { b := h.Bounds(); return b[len(b)-1] }

// p99 is the point of the curve: what is in the first bucket stands on the ground, since the
// curve of nothing but 0 s would run along its peak.
func p99(h *state.Histogram) float64 {
	if h.Count > 0 && 0.99*float64(h.Count) <= float64(h.Buckets[0]) {
		return 0
	}
	return h.Quantile(0.99)
}

// seconds prints seconds in the unit that reads best: 5 ns, 250 ms, 3599.5 s.
func seconds(v float64) string {
	for _, u := range []struct {
		below, by float64
		unit      string
	}{{1e-6, 1e9, "ns"}, {1e-3, 1e6, "µs"}, {1, 1e3, "ms"}} {
		if v != 0 && math.Abs(v) < u.below {
			return strconv.FormatFloat(v*u.by, 'g', 3, 64) + " " + u.unit
		}
	}
	digits := 2
	if math.Abs(v) >= 100 {
		digits = 1
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " s"
}
