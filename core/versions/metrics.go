package versions

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/state"
)

// measured are all metrics of client-go's queue: what the fold of our events says, and what client-go has told.
// The readings are rounded to a microsecond, since an oracle samples a nanosecond earlier than we do.
func measured(m *state.Metrics) string {
	round := func(ns int64) time.Duration { return time.Duration(ns).Round(time.Microsecond) }
	return fmt.Sprintf("{depth:%d adds:%d retries:%d unfinished:%v longest:%v latency:%s work:%s}",
		m.Depth, m.Adds, m.Retries, round(m.Unfinished), round(m.Longest), observed(m.Latency), observed(m.Work))
}

// observed is how many times there were, how long they were together, and how many were in each bucket.
func observed(h state.Histogram) string {
	return fmt.Sprintf("%d/%v%v", h.Count, time.Duration(h.Sum), h.Buckets)
}

// told reads the metrics that an oracle tells.
func told(text string) *state.Metrics {
	l := parseLine(text)
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	ns := func(text string) int64 { return int64(math.Round(number(text) * 1e9)) }
	count := func(name string) int64 { return int64(number(l.args[name])) }
	histogram := func(name string) (h state.Histogram) {
		for _, v := range strings.Fields(l.args[name]) {
			h.Observe(ns(v))
		}
		return h
	}
	return &state.Metrics{Depth: count("depth"), Adds: count("adds"), Retries: count("retries"),
		Unfinished: ns(l.args["unfinished"]), Longest: ns(l.args["longest"]), Latency: histogram("latency"), Work: histogram("work")}
}
