package workqueue

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"
)

// "A key … never twice at the same time", and every wish to run is followed by a run.
func TestManyWorkersNeverShareAKey(t *testing.T) {
	q := NewTypedRateLimitingQueue(NewTypedItemExponentialFailureRateLimiter[int](time.Microsecond, 20*time.Microsecond))
	const keys, workers, adders, rounds = 10, 4, 4, 2000
	var busy, wished, ran [keys]atomic.Int64
	var work, add sync.WaitGroup
	for range workers {
		work.Go(func() {
			for {
				k, shutdown := q.Get()
				if shutdown {
					return
				}
				if n := busy[k].Add(1); n != 1 {
					t.Errorf("%d workers hold key %d", n, k)
				}
				ran[k].Store(wished[k].Load()) // this pass has seen all wishes so far
				busy[k].Add(-1)
				q.Done(k)
			}
		})
	}
	for a := range adders {
		add.Go(func() {
			for i := range rounds {
				k := (a + i) % keys
				wished[k].Add(1)
				switch i % 3 {
				case 0:
					q.Add(k)
				case 1:
					q.AddRateLimited(k)
				default:
					q.AddAfter(k, time.Duration(i%7)*time.Microsecond)
				}
			}
		})
	}
	add.Wait()
	for k := range keys { // the last wish may wait on the heap; adding the key is a wish too
		wished[k].Add(1)
		q.Add(k)
	}
	q.ShutDown() // what is in the line is still handed out
	work.Wait()
	for k := range keys {
		if ran[k].Load() != wished[k].Load() {
			t.Errorf("key %d ran after %d of %d wishes", k, ran[k].Load(), wished[k].Load())
		}
	}
}

// "Get waits for an item"; "all waiting getters" return at ShutDown.
func TestShutDownReleasesEveryGetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewTyped[string]()
		var released atomic.Int64
		for range 5 {
			go func() {
				if k, shutdown := q.Get(); k != "" || !shutdown {
					t.Errorf("Get = %q, %v after ShutDown", k, shutdown)
				}
				released.Add(1)
			}()
		}
		synctest.Wait()
		if n := released.Load(); n != 0 {
			t.Fatalf("%d getters of an empty queue returned", n)
		}
		q.ShutDown()
		synctest.Wait()
		if n := released.Load(); n != 5 {
			t.Errorf("%d of 5 getters returned", n)
		}
	})
}

// W11: of two that drain both return; client-go releases one.
func TestDoneReleasesEveryDrainer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewTyped[string]()
		q.Add("a")
		k, _ := q.Get()
		var released atomic.Int64
		for range 3 {
			go func() { q.ShutDownWithDrain(); released.Add(1) }()
		}
		synctest.Wait()
		if n := released.Load(); n != 0 {
			t.Fatalf("%d drains returned while a worker holds a key", n)
		}
		q.Done(k)
		synctest.Wait()
		if n := released.Load(); n != 3 {
			t.Errorf("%d of 3 drains returned", n)
		}
	})
}

// W19: "It panics on an item whose type has no ==", and the queue stays usable.
func TestUnhashableItemPanicsAndUnlocks(t *testing.T) {
	for name, call := range map[string]func(TypedRateLimitingInterface[any], any){
		"Add":            TypedRateLimitingInterface[any].Add,
		"Done":           TypedRateLimitingInterface[any].Done,
		"AddAfter":       func(q TypedRateLimitingInterface[any], k any) { q.AddAfter(k, time.Hour) },
		"AddRateLimited": TypedRateLimitingInterface[any].AddRateLimited,
		"Forget":         TypedRateLimitingInterface[any].Forget,
		"NumRequeues":    func(q TypedRateLimitingInterface[any], k any) { q.NumRequeues(k) },
	} {
		q := NewTypedRateLimitingQueue(DefaultTypedItemBasedRateLimiter[any]())
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "unhashable") {
					t.Errorf("%s of a slice: panic %v, want one about an unhashable type", name, r)
				}
			}()
			q.Add("a") // one key, and one failure: no map would let a slice pass either
			q.AddRateLimited("a")
			call(q, []int{1})
		}()
		if k, _ := q.Get(); k != "a" || q.Len() != 0 || q.NumRequeues("a") != 1 {
			t.Errorf("%s: Get = %v, then Len %d, %d failures; want a, 0, 1", name, k, q.Len(), q.NumRequeues("a"))
		}
		q.ShutDown()
	}
}

type pair struct {
	n int
	v any
}

type broken struct{ Queue[string] }

func (broken) Pop() string { panic("broken line") }

// A panic of the caller's making leaves the queue unlocked, in a key or in a line.
func TestPanicsOfTheCallerUnlock(t *testing.T) {
	panics := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s did not panic", what)
			}
		}()
		f()
	}
	keys := NewTyped[[1]pair]()
	panics("Add of a struct that holds a map", func() { keys.Add([1]pair{{1, map[int]int{}}}) })
	keys.Add([1]pair{{1, "x"}})
	if keys.Len() != 1 {
		t.Errorf("Len = %d, want 1", keys.Len())
	}
	line := NewTypedWithConfig(TypedQueueConfig[string]{Queue: broken{DefaultQueue[string]()}})
	line.Add("a")
	panics("Get from a line that panics", func() { line.Get() })
	if line.Len() != 1 {
		t.Errorf("Len = %d, want 1", line.Len())
	}
}

// D06: what is due at the same time comes in the order it was added.
func TestEqualTimesComeInTheOrderAdded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewTypedDelayingQueue[string]()
		for _, k := range strings.Fields("a b c d e") {
			q.AddAfter(k, time.Second)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		var got string
		for q.Len() > 0 {
			k, _ := q.Get()
			got += k
		}
		if got != "abcde" {
			t.Errorf("order %q, want abcde", got)
		}
	})
}

// D05, D07: ShutDown and ShutDownWithDrain leave no timer and no goroutine, on any clock;
// a synctest bubble fails when one is left.
func TestShutDownLeavesNothing(t *testing.T) {
	for _, end := range []func(TypedDelayingInterface[string]){
		TypedDelayingInterface[string].ShutDown,
		TypedDelayingInterface[string].ShutDownWithDrain,
	} {
		synctest.Test(t, func(t *testing.T) {
			fake := clocktesting.NewFakeClock(time.Now())
			for _, c := range []clock.WithTicker{nil, clock.RealClock{}, fake} {
				q := NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[string]{Clock: c})
				q.AddAfter("a", time.Hour)
				q.AddAfter("b", time.Minute)
				end(q)
				end(q)
				q.AddAfter("c", time.Second)
				synctest.Wait()
				time.Sleep(2 * time.Hour)
				fake.Step(2 * time.Hour)
				synctest.Wait()
				if k, shutdown := q.Get(); !shutdown {
					t.Errorf("Get after the end = %q", k)
				}
			}
			if fake.HasWaiters() {
				t.Error("a timer is left on the fake clock")
			}
		})
	}
}

// D12: on a fake clock a Step directly after AddAfter fires what is due, without polling.
func TestFakeClockStepFires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := clocktesting.NewFakeClock(time.Unix(0, 0))
		q := NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[string]{Clock: fake})
		q.AddAfter("b", 3*time.Second)
		q.AddAfter("a", time.Second)
		fake.Step(time.Second)
		synctest.Wait()
		if k, _ := q.Get(); k != "a" || q.Len() != 0 {
			t.Errorf("after 1 s: %q and %d more, want a only", k, q.Len())
		}
		fake.Step(2 * time.Second)
		synctest.Wait()
		if q.Len() != 1 {
			t.Errorf("after 3 s: Len %d, want 1", q.Len())
		}
		q.ShutDown()
	})
}

// R07: a token bucket in a queue goes by the queue's clock.
func TestBucketGoesByTheClockOfItsQueue(t *testing.T) {
	fake := clocktesting.NewFakeClock(time.Unix(0, 0))
	l := DefaultTypedControllerRateLimiter[int]()
	q := NewTypedRateLimitingQueueWithConfig(NewTypedWithMaxWaitRateLimiter(l, time.Hour), TypedRateLimitingQueueConfig[int]{Clock: fake}).(*rateLimiting[int])
	wait := func(k int) time.Duration { return Ask(q.limiter, q.clock, k) }
	for k := range 100 {
		if d := wait(k); d != 5*time.Millisecond {
			t.Fatalf("wait of key %d = %v, want 5ms", k, d)
		}
	}
	if d := wait(100); d != 100*time.Millisecond {
		t.Errorf("wait of the 101st key = %v, want 100ms", d)
	}
	fake.Step(time.Second)
	if d := wait(101); d != 5*time.Millisecond {
		t.Errorf("wait a second later = %v, want 5ms", d)
	}
}

// A queue, or a line, of the caller's own takes the place of ours.
func TestQueueOfTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &counting{TypedInterface: NewTypedWithConfig(TypedQueueConfig[string]{Queue: DefaultQueue[string]()})}
		delaying := NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[string]{Queue: inner})
		q := NewTypedRateLimitingQueueWithConfig(NewTypedItemFastSlowRateLimiter[string](time.Second, time.Minute, 1),
			TypedRateLimitingQueueConfig[string]{DelayingQueue: delaying})
		q.AddRateLimited("a")
		q.AddAfter("b", 0)
		for i := range 100 {
			q.Add(fmt.Sprint(i))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		var got []string
		for q.Len() > 0 {
			k, _ := q.Get()
			got = append(got, k)
			q.Done(k)
		}
		if inner.adds.Load() != 102 || got[0] != "b" || got[1] != "0" || got[100] != "99" || got[101] != "a" {
			t.Errorf("%d Adds, order %v", inner.adds.Load(), got)
		}
		q.ShutDown()
		if !inner.ShuttingDown() {
			t.Error("ShutDown did not reach the queue inside")
		}
	})
}

type counting struct {
	TypedInterface[string]
	adds atomic.Int64
}

func (c *counting) Add(k string) { c.adds.Add(1); c.TypedInterface.Add(k) }

// W21: what was popped and done is not kept alive by the queue.
func TestPoppedItemsAreCollected(t *testing.T) {
	type big [1 << 10]byte
	q := NewTyped[*big]()
	var freed atomic.Int64
	const n = 100
	for range n {
		k := new(big)
		runtime.AddCleanup(k, func(struct{}) { freed.Add(1) }, struct{}{})
		q.Add(k)
	}
	for range n {
		k, _ := q.Get()
		q.Done(k)
	}
	for range 100 {
		runtime.GC()
		if freed.Load() == n {
			break
		}
		runtime.Gosched()
	}
	if freed.Load() < n-1 { // the last one may still be in a register here
		t.Errorf("%d of %d items were collected", freed.Load(), n)
	}
	runtime.KeepAlive(q)
}
