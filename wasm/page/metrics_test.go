package page

import (
	"math"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/tell"
)

// The curve holds each value until the next; the playhead stands on it.
func TestSparklineMarksThePlayhead(t *testing.T) {
	all := []state.Metrics{{Depth: 0}, {Depth: 2}, {Depth: 1}}
	depth := func(m state.Metrics) float64 { return float64(m.Depth) }
	line, x, y := spark(all, 1, 4, depth)
	if line != "M3 24.5H33V4.5H63V14.5" || x != 33 || y != 4.5 {
		t.Errorf("spark = %q, playhead at %v, %v", line, x, y)
	}
	none := curve(t, "workqueue_work_duration_seconds")
	if line, _, y := spark(all, 1, 4, none); line != "" || !math.IsNaN(y) {
		t.Errorf("a histogram of nothing has the curve %q and a value at %v", line, y)
	}
}

// The curve of times that were all 0 s lies on the ground: it is drawn up to its own peak, and
// 9.9 ns would be one.
func TestCurveOfNoTimesLiesOnTheGround(t *testing.T) {
	all := make([]state.Metrics, 3)
	for i := range all {
		for range i {
			all[i].Latency.Observe(0)
		}
	}
	curve := curve(t, "workqueue_queue_duration_seconds")
	if line, _, y := spark(all, 2, 3, curve); line != "M48 24.5H93V24.5" || y != sparkH-1.5 {
		t.Errorf("spark = %q, the playhead's value at %v; want the ground", line, y)
	}
	all[2].Latency.Observe(9e9)
	if _, _, y := spark(all, 2, 3, curve); y >= sparkH-1.5 {
		t.Errorf("with a time of 9 s the curve is still on the ground, at %v", y)
	}
}

// curve is that of a row of the panel.
func curve(t *testing.T, name string) func(state.Metrics) float64 {
	t.Helper()
	for _, m := range tell.Metrics {
		if m.Name == name {
			return m.Curve
		}
	}
	t.Fatalf("there is no row %s", name)
	return nil
}
