package page

import (
	"math"
	"testing"

	"github.com/informerscope/informerscope/core/state"
)

func TestSecondsReadWell(t *testing.T) {
	for v, want := range map[float64]string{0: "0 s", 5e-9: "5 ns", 2.5e-7: "250 ns", 0.25: "250 ms", 1: "1 s", 9.91: "9.91 s", 10: "10 s", 100: "100 s", 3599.5: "3599.5 s", 3600: "3600 s"} {
		if got := secondsText(v); got != want {
			t.Errorf("secondsText(%v) = %q, want %q", v, got, want)
		}
	}
}

// The curve holds each value until the next; the playhead stands on it.
func TestSparklineMarksThePlayhead(t *testing.T) {
	all := []state.Metrics{{Depth: 0}, {Depth: 2}, {Depth: 1}}
	depth := func(m state.Metrics) float64 { return float64(m.Depth) }
	line, x, y := spark(all, 1, 4, depth)
	if line != "M3 24.5H33V4.5H63V14.5" || x != 33 || y != 4.5 {
		t.Errorf("spark = %q, playhead at %v, %v", line, x, y)
	}
	none := func(m state.Metrics) float64 { return m.Work.Quantile(0.99) }
	if line, _, y := spark(all, 1, 4, none); line != "" || !math.IsNaN(y) {
		t.Errorf("a histogram of nothing has the curve %q and a value at %v", line, y)
	}
}
