package tell

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scrubber"
)

// Writes says when each step of a story ended, and what the API server wrote in which.
func Writes(line *model.Timeline) (times []int64, writes []scrubber.Write) {
	for _, e := range line.At(line.First()).Server.Log { // what is there when the story begins
		writes = append(writes, scrubber.Write{At: line.Step(line.First()).At, RV: e.RV, Deleted: e.Type == trace.WatchDeleted})
	}
	for n := line.First(); n <= line.Last(); n++ {
		times = append(times, line.Step(n).At)
		for _, e := range line.Events(n) {
			if e.Op == trace.ServerPut || e.Op == trace.ServerDel {
				writes = append(writes, scrubber.Write{Step: n - line.First(), At: e.At, RV: e.RV(), Deleted: e.Op == trace.ServerDel})
			}
		}
	}
	return times, writes
}
