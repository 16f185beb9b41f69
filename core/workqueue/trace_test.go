package workqueue

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// A Trace sees every machine of a rate limiting queue; an event's time is the last the queue
// knew. "Drain moves the events since the last Drain."
func TestTraceSeesAllOfAQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := NewTrace(1 << 10)
		q := NewTypedRateLimitingQueueWithConfig(NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, time.Second),
			TypedRateLimitingQueueConfig[string]{Name: "web", Trace: seen})
		into := trace.New(0)
		q.Add("a")
		q.Add("a")
		k, _ := q.Get()
		q.AddRateLimited(k)
		q.Done(k)
		time.Sleep(time.Second)
		synctest.Wait()
		if lost := seen.Drain(into); lost != 0 {
			t.Errorf("%d events were lost", lost)
		}
		k, _ = q.Get()
		q.Forget(k)
		q.Done(k)
		q.AddAfter("b", time.Hour)
		q.ShutDown()
		q.Add("c")
		seen.Drain(into)
		seen.Drain(into)
		want := `0s web.add key=a was=none now=queued+dirty
0s web.add key=a was=queued+dirty now=queued+dirty
0s web.get key=a was=queued+dirty now=processing
0s web-limiter.when key=a wait=5ms failures=1
0s web-heap.add key=a due=5ms order=1
0s web.done key=a was=processing now=none
5ms web-heap.due key=a due=5ms
5ms web.add key=a was=none now=queued+dirty
1s web.get key=a was=queued+dirty now=processing
1s web-limiter.forget key=a
1s web.done key=a was=processing now=none
1s web-heap.add key=b due=1h0m1s order=2
1s web.shut drain=0
1s web.dropped key=c
`
		if got := into.WriteText(); got != want {
			t.Errorf("events:\n%s\nwant:\n%s", got, want)
		}
	})
}

// "How many were lost before because the ring was full."
func TestTraceSaysWhatItLost(t *testing.T) {
	seen := NewTrace(8)
	q := NewTypedWithConfig(TypedQueueConfig[int]{Trace: seen})
	into := trace.New(0)
	for k := range 20 {
		q.Add(k)
	}
	if lost := seen.Drain(into); lost != 12 || into.Len() != 8 || into.Text(into.Event(1).Key) != "12" {
		t.Errorf("lost %d, kept %d from %q on; want 12, 8, 12", lost, into.Len(), into.Text(into.Event(1).Key))
	}
}

// Two pointers to equal values are two items, also where they are drained to.
func TestTraceTellsPointersApart(t *testing.T) {
	seen := NewTrace(8)
	q := NewTypedWithConfig(TypedQueueConfig[error]{Trace: seen})
	into := trace.New(0)
	q.Add(errors.New("x"))
	q.Add(errors.New("x"))
	seen.Drain(into)
	if a, b := into.Event(1).Key, into.Event(2).Key; a == b || into.Text(a) != "x" || into.Text(b) != "x" {
		t.Errorf("keys %d %q and %d %q, want two that print as x", a, into.Text(a), b, into.Text(b))
	}
}

// "A Trace belongs to one queue."
func TestTraceOfTwoQueuesPanics(t *testing.T) {
	seen := NewTrace(8)
	NewTypedWithConfig(TypedQueueConfig[int]{Trace: seen})
	defer func() {
		if recover() == nil {
			t.Error("a second queue took the Trace")
		}
	}()
	NewTypedWithConfig(TypedQueueConfig[int]{Trace: seen})
}

// Drain may run beside the queue; what it hands out is whole.
func TestTraceIsDrainedBesideTheQueue(t *testing.T) {
	seen := NewTrace(1 << 14)
	q := NewTypedWithConfig(TypedQueueConfig[int]{Trace: seen})
	done := make(chan struct{})
	const n = 3000
	go func() {
		defer close(done)
		for k := range n {
			q.Add(k)
			k, _ := q.Get()
			q.Done(k)
		}
	}()
	into := trace.New(0)
	lost := uint64(0)
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		lost += seen.Drain(into)
	}
	if into.Len()+lost != 3*n {
		t.Errorf("%d events drained, %d lost, want %d together", into.Len(), lost, 3*n)
	}
}

// With an observer steady work allocates nothing either.
func TestTracedWorkAllocatesNothing(t *testing.T) {
	q := NewTypedWithConfig(TypedQueueConfig[string]{Trace: NewTrace(64)})
	work := func() {
		for _, k := range []string{"a", "b", "c"} {
			q.Add(k)
		}
		for range 3 {
			k, _ := q.Get()
			q.Done(k)
		}
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}
