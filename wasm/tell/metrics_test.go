package tell

import (
	"strconv"
	"testing"

	"github.com/informerscope/informerscope/core/state"
)

func TestSecondsReadWell(t *testing.T) {
	for v, want := range map[float64]string{0: "0 s", 5e-9: "5 ns", 2.5e-7: "250 ns", 0.25: "250 ms", 1: "1 s", 9.91: "9.91 s", 10: "10 s", 100: "100 s", 12.345: "12.35 s", 123.456: "123.5 s", 3599.5: "3599.5 s", 3600: "3600 s"} {
		if got := seconds(v); got != want {
			t.Errorf("seconds(%v) = %q, want %q", v, got, want)
		}
	}
}

// Of a queue with priorities the depth has a label, which is what a dashboard shows: those of the lesson on it.
func TestTheDepthIsToldByItsLabel(t *testing.T) {
	m := state.NewPriorityMetrics()
	depths := []state.Depth{{Priority: "0", N: 2}, {Priority: "-100", N: 1}}
	read := func(lang string) string {
		m.Depths = depths
		_, more := to(lang).Reading(Metrics[0], *m)
		return more
	}
	if got, want := read("en"), `priority="0" 2 · "-100" 1`; got != want {
		t.Errorf("two labels: %s, want %s", got, want)
	}
	for i := range 23 {
		depths = append(depths, state.Depth{Priority: strconv.Itoa(i + 1)})
	}
	depths = append(depths, state.Depth{Priority: "exceeded_cardinality_limit", N: -1})
	if got, want := read("en"), `priority="0" 2 · "-100" 1 · "exceeded_cardinality_limit" −1 · 23 more at 0`; got != want {
		t.Errorf("with the placeholder: %s, want %s", got, want)
	}
	if got, want := read("zh"), `priority="0" 2 · "-100" 1 · "exceeded_cardinality_limit" −1 · 另有 23 行为 0`; got != want {
		t.Errorf("in Chinese: %s, want %s", got, want)
	}
	if depths = nil; read("en") != "" {
		t.Errorf("without priorities: %s", read("en"))
	}
}

// histogram_quantile says 5 ns and 9.9 ns of times that were all 0 s. The row must not read as
// if a latency had been measured; what Prometheus says is quoted as its guess.
func TestTimesOfNothingAreNoLatency(t *testing.T) {
	const second = int64(1e9)
	for _, c := range []struct {
		lang, value, more string
		times             []int64
	}{
		{lang: "en", value: "nothing yet", more: "count 0, sum 0 s"},
		{lang: "en", value: "all 0 s", more: "count 2, sum 0 s · histogram_quantile says 5 ns, 9.9 ns", times: []int64{0, 0}},
		{lang: "zh", value: "全是 0 s", more: "count 1，sum 0 s · histogram_quantile 说 5 ns、9.9 ns", times: []int64{0}},
		{lang: "en", value: "p50 ≤ 10 ns · p99 ≤ 10 ns", more: "count 2, sum 10 ns · mean 5 ns", times: []int64{0, 10}},
		{lang: "en", value: "p50 ≤ 10 ns · p99 9.73 s", more: "count 3, sum 9 s · mean 3 s", times: []int64{0, 0, 9 * second}},
		{lang: "en", value: "p50 ≤ 10 ns · p99 9.82 s", more: "count 2, sum 9 s · mean 4.5 s", times: []int64{0, 9 * second}},
		{lang: "en", value: "p50 1 s · p99 > 10 s", more: "count 2, sum 3601 s · mean 1800.5 s", times: []int64{second, 3600 * second}},
		{lang: "en", value: "p50 10 s · p99 > 10 s", more: "count 4, sum 7204 s · mean 1801 s", times: []int64{2 * second, 2 * second, 3600 * second, 3600 * second}},
		{lang: "en", value: "p50 5.5 s · p99 9.91 s", more: "count 1, sum 2 s · mean 2 s", times: []int64{2 * second}},
	} {
		var h state.Histogram
		for _, ns := range c.times {
			h.Observe(ns)
		}
		if value, more := to(c.lang).times(&h); value != c.value || more != c.more {
			t.Errorf("%v in %s: %q, %q; want %q, %q", c.times, c.lang, value, more, c.value, c.more)
		}
	}
}
