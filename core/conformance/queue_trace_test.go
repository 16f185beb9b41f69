package conformance

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/workqueue"
)

// What is folded from a Trace, drained now and then, is the queue as its callers see it: how
// many wait and in which order, who failed how often, and whether it is shut down.
func TestFoldOfATraceIsTheQueue(t *testing.T) {
	t.Logf("-seed=%d", seed())
	for i := range scripts(300) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed(), i))
			s := randomLimitedScript(r)
			cover("a Trace of a queue", s.ops...)
			seen, into := workqueue.NewTrace(1<<12), trace.New(0)
			side := limitedSide(workqueue.NewTypedRateLimitingQueueWithConfig(
				workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond),
				workqueue.TypedRateLimitingQueueConfig[string]{Trace: seen}))
			q := newObserved(side)
			defer q.end()
			folded, drained := state.New(into), uint64(0)
			for n, o := range s.ops {
				q.do(o)
				if o.verb == "sleep" {
					time.Sleep(o.d)
				}
				synctest.Wait()
				if r.IntN(4) != 0 && n != len(s.ops)-1 {
					continue
				}
				if lost := seen.Drain(into); lost != 0 {
					t.Fatalf("%d events were lost", lost)
				}
				for _, e := range into.Since(drained + 1) {
					folded.Apply(e)
					drained = e.Seq
				}
				for _, k := range folded.Keys {
					if want := side.failures(into.Text(k.ID)); k.Failures != int64(want) {
						t.Errorf("run %d, line %d: %q failed %d times, folded %d", i, n, into.Text(k.ID), want, k.Failures)
					}
				}
				if len(folded.Queue) != q.Len() || folded.Shut != q.ShuttingDown() {
					t.Fatalf("run %d, line %d, %s: %d wait, shut down %v; folded %d, %v\n%s",
						i, n, o, q.Len(), q.ShuttingDown(), len(folded.Queue), folded.Shut, into.WriteText())
				}
			}
			if now := int64(time.Since(q.start)); !folded.Shut && slices.ContainsFunc(folded.Heap, func(w state.Wait) bool { return w.Due <= now }) {
				t.Errorf("run %d: folded, a key waits that is due", i)
			}
			var order []trace.ID // what Get will hand out, if nothing comes between
			order = append(order, folded.Queue...)
			for range order {
				k, _ := q.Get()
				if want := into.Text(order[0]); k != want {
					t.Fatalf("run %d: Get = %q, folded %q", i, k, want)
				}
				order = order[1:]
			}
		})
	}
}

// Traces of several queues may go to one recorder: their parts are told apart by name.
func TestTracesGatherInOneRecorder(t *testing.T) {
	into := trace.New(0)
	for i := range 3 {
		seen := workqueue.NewTrace(16)
		q := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: "q" + strconv.Itoa(i), Trace: seen})
		q.Add("same")
		seen.Drain(into)
	}
	events := into.Since(1)
	if len(events) != 3 || events[0].Key != events[2].Key || cmp.Compare(events[0].Part, events[2].Part) == 0 ||
		into.Parts()[events[2].Part].Name != "q2" {
		t.Errorf("gathered:\n%s", into.WriteText())
	}
}
