package scrubber

import (
	"slices"
	"strings"
	"testing"
)

// The peak that is told is that of the queue, and a queue that was always empty has none.
func TestThePeakIsTheQueues(t *testing.T) {
	for _, row := range []struct {
		values []int
		now    int
		want   string
	}{{nil, 0, "stage.area.peak n 0"}, {[]int{0, 0}, 0, "stage.area.peak n 0"}, {[]int{0, 3, 1}, 1, "stage.area.peak n 3"}, {[]int{1}, 7, "stage.area.peak n 7"}} {
		var said []string
		Area(AreaPlot{W: 640, H: 120, Left: 80, Values: row.values, Now: row.now, Text: func(key string, args ...string) string {
			said = append(said, key+" "+strings.Join(args, " "))
			return key
		}})
		if !slices.Contains(said, row.want) {
			t.Errorf("of %v and now %d it says %q, want %q", row.values, row.now, said, row.want)
		}
	}
}
