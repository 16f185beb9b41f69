//go:build bench

package priority

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	ours "github.com/informerscope/informerscope/core/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

type queues = priorityqueue.PriorityQueue[string]

func ourQueueOf() queues   { return ours.NewFor[priorityqueue.AddOpts](ours.Config[string]{}) }
func theirQueueOf() queues { return priorityqueue.New[string]("") }

// benchRows are pieces of work that each queue does n times, and by how many times ours is to be faster.
var benchRows = []struct {
	work string
	bar  float64
	run  func(q queues) (work func(), n int)
}{
	{"Add/Get/Done, 100 hot keys", 5, func(q queues) (func(), int) {
		const n = 100_000
		hot := keys(100)
		return func() {
			for range n / len(hot) {
				for _, k := range hot {
					q.Add(k)
					k, _ := q.Get()
					q.Done(k)
				}
			}
		}, n
	}},
	{"Get/Done/Add, 100k entries in 10 priorities", 3, func(q queues) (func(), int) {
		const n = 100_000
		priorities := [10]int{}
		for i := range priorities {
			priorities[i] = 10*i - 50
		}
		for i, k := range keys(100_000) {
			q.AddWithOpts(priorityqueue.AddOpts{Priority: &priorities[i*7919%10]}, k)
		}
		q.Len() // now theirs are out of the buffer
		return func() {
			for i := range n {
				k, _, _ := q.GetWithPriority()
				q.Done(k)
				q.AddWithOpts(priorityqueue.AddOpts{Priority: &priorities[i%10]}, k)
			}
			q.Len()
		}, n
	}},
	{"AddWithOpts, each of 100k ready keys raised once", 3, func(q queues) (func(), int) {
		all := keys(100_000)
		for _, k := range all {
			q.Add(k)
		}
		q.Len()
		shuffle(all)
		return func() {
			for _, k := range all {
				q.AddWithOpts(priorityqueue.AddOpts{Priority: new(5)}, k)
			}
			q.Len()
		}, len(all)
	}},
	{"AddAfter, then Add, which fetches: 100k keys", 3, func(q queues) (func(), int) {
		all := keys(100_000)
		later := append([]string(nil), all...)
		shuffle(later)
		return func() {
			for i, k := range all {
				q.AddAfter(k, time.Hour+time.Duration(i*7919%len(all))*time.Second)
			}
			for _, k := range later {
				q.Add(k)
			}
			q.Len()
		}, len(all)
	}},
}

// memoryRows are what a queue keeps of each key, and how much of theirs ours may be.
var memoryRows = []struct {
	what string
	bar  float64
	fill func(q queues, keys []string)
}{
	{"kept for a ready key", 0.7, func(q queues, keys []string) {
		for i, k := range keys {
			q.AddWithOpts(priorityqueue.AddOpts{Priority: &tens[i%10]}, k)
		}
	}},
	{"kept for a key that waits", 0.7, func(q queues, keys []string) {
		for i, k := range keys {
			q.AddAfter(k, time.Hour+time.Duration(i*7919%len(keys))*time.Second)
		}
	}},
}

var tens = [10]int{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}

func keys(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("namespace-%d/pod-%d", i%20, i)
	}
	return all
}

func shuffle(keys []string) {
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
}

const benchSection = "\n## The priority queue against controller-runtime's\n"

// TestBenchTable prints what the same work costs on controller-runtime's queue and on ours, in one
// process and in turns, the best of five runs; and what both keep in memory. It writes its section of
// core/BENCHMARKS.md.
func TestBenchTable(t *testing.T) {
	var out bytes.Buffer
	fmt.Fprint(&out, benchSection, "\n", required(t), ", measured as above; command:\n`cd core/conformance/priority && go test -run TestBenchTable -tags bench -v`\n\n",
		"| work | controller-runtime | ours | ratio | bar | |\n|---|---|---|---|---|---|\n")
	is := func(what string, got, bar float64) string {
		if got >= bar {
			return "met"
		}
		if got < 0.75*bar {
			t.Errorf("%s: ratio %.2f, want at least %.2f", what, got, bar)
		}
		return "MISSED"
	}
	for _, row := range benchRows {
		theirs, own := math.Inf(1), math.Inf(1)
		for range 5 {
			theirs, own = min(theirs, cost(theirQueueOf(), row.run)), min(own, cost(ourQueueOf(), row.run))
		}
		fmt.Fprintf(&out, "| %s | %.0f ns | %.0f ns | %.1f | %.0f | %s |\n", row.work, theirs, own, theirs/own, row.bar, is(row.work, theirs/own, row.bar))
	}
	fmt.Fprint(&out, "\n| bytes | controller-runtime | ours | of theirs | at most | |\n|---|---|---|---|---|---|\n")
	for _, row := range memoryRows {
		theirs, own := kept(theirQueueOf, row.fill), kept(ourQueueOf, row.fill)
		fmt.Fprintf(&out, "| %s | %.0f | %.0f | %.2f | %.2f | %s |\n", row.what, theirs, own, own/theirs, row.bar, is(row.what, theirs/own, 1/row.bar))
	}
	fmt.Print(out.String())
	const file = "../../BENCHMARKS.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), benchSection)
	if err := os.WriteFile(file, []byte(before+out.String()), 0o644); err != nil {
		t.Error(err)
	}
}

// required is the module that is compared, with its version, as go.mod has it.
func required(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`sigs\.k8s\.io/controller-runtime \S+`).FindString(string(text))
}

// cost is the CPU time of all threads for one piece of work, ns.
func cost(q queues, run func(queues) (func(), int)) float64 {
	defer q.ShutDown()
	work, n := run(q)
	runtime.GC()
	before := cpuTime()
	work()
	return float64(cpuTime()-before) / float64(n)
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// kept is what a queue keeps for a key beside the key itself, on average over numbers of keys in
// equal steps of a power of two: what doubles when it is full is seen in all states.
func kept(queue func() queues, fill func(queues, []string)) float64 {
	sum := 0.0
	for i := range 8 {
		all := keys(int(75_000 * math.Pow(2, float64(i)/8)))
		before := heap()
		q := queue()
		fill(q, all)
		q.Len()
		sum += float64(heap()-before) / float64(len(all)) / 8
		runtime.KeepAlive(all)
		q.ShutDown()
		runtime.KeepAlive(q)
	}
	return sum
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
