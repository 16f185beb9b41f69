//go:build bench

package conformance

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

// A benchRow is one piece of work, done by client-go and by ours in one process. A side
// prepares, then returns the work and the number of times it does it.
type benchRow struct {
	work         string
	bar          float64 // client-go / ours that is to be reached
	noAllocs     bool    // ours is to allocate nothing
	runs         int     // of each side; 0 is 5. More for short work, which others on the machine disturb
	theirs, ours func() (run func(), n int)
}

// benchRows are all rows; files add to it in their init.
var benchRows []benchRow

var rowsFlag = flag.String("rows", "", "only rows whose work matches this regular expression")

// cost is what one piece of work took.
type cost struct{ cpu, wall, allocs float64 } // ns, ns, number

// TestBenchTable prints the rows: CPU time a piece of work, the best of some runs in
// which client-go and ours take turns. It fails when a bar is missed.
func TestBenchTable(t *testing.T) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprintf(w, "%s %s/%s, %d CPUs, CPU time of one piece of work, best run\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Fprintln(w, "work\t| client-go\t| ours\t| ratio\t| bar\t| allocs client-go\t| ours")
	only := regexp.MustCompile(*rowsFlag)
	for _, row := range benchRows {
		if !only.MatchString(row.work) {
			continue
		}
		var theirs, ours cost
		for i := range cmp.Or(row.runs, 5) {
			theirs = better(theirs, measure(row.theirs), i == 0)
			ours = better(ours, measure(row.ours), i == 0)
		}
		ratio := theirs.cpu / ours.cpu
		fmt.Fprintf(w, "%s\t| %.0f ns\t| %.0f ns\t| %.2f\t| %.1f\t| %.2f\t| %.2f\n",
			row.work, theirs.cpu, ours.cpu, ratio, row.bar, theirs.allocs, ours.allocs)
		if ratio < row.bar {
			t.Errorf("%s: client-go / ours = %.2f, want at least %.1f", row.work, ratio, row.bar)
		}
		if row.noAllocs && ours.allocs > 0.001 {
			t.Errorf("%s: ours allocates %.3f times, want none", row.work, ours.allocs)
		}
	}
	w.Flush()
}

func better(a, b cost, first bool) cost {
	if first {
		return b
	}
	return cost{min(a.cpu, b.cpu), min(a.wall, b.wall), min(a.allocs, b.allocs)}
}

func measure(side func() (func(), int)) cost {
	run, n := side()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	wall, cpu := time.Now(), cpuTime()
	run()
	used, passed := cpuTime()-cpu, time.Since(wall)
	runtime.ReadMemStats(&after)
	return cost{float64(used) / float64(n), float64(passed) / float64(n), float64(after.Mallocs-before.Mallocs) / float64(n)}
}

// cpuTime is the time all threads of this process ran, so a collector in the background
// counts against whoever made the garbage.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
