package conformance

import (
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	"golang.org/x/time/rate"
	theirs "k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
)

// Each test holds one row of deviations.md: what client-go does and what ours does. When
// client-go changes, its half fails and the row can go.

// W11: two wait in ShutDownWithDrain.
func TestDeviationDrainersReleased(t *testing.T) {
	released := func(q ours.TypedInterface[string]) (n int64) {
		synctest.Test(t, func(t *testing.T) {
			var back atomic.Int64
			q.Add("a")
			q.Get()
			for range 2 {
				go func() { q.ShutDownWithDrain(); back.Add(1) }()
			}
			synctest.Wait()
			q.Done("a")
			synctest.Wait()
			n = back.Load()
			q.ShutDown()
		})
		return n
	}
	// The queues are made outside the bubble: theirs starts nothing in it.
	if a, b := released(theirs.NewTyped[string]()), released(ours.NewTyped[string]()); a != 1 || b != 2 {
		t.Errorf("drains released by the last Done: client-go %d, ours %d; deviations.md says 1, 2", a, b)
	}
}

// W24: which of two that wait in Get is handed the key.
func TestDeviationGetterWoken(t *testing.T) {
	first := func(q ours.TypedInterface[string]) (first int64) {
		synctest.Test(t, func(t *testing.T) {
			var who atomic.Int64
			for i := range int64(2) {
				go func() {
					if _, shutdown := q.Get(); !shutdown {
						who.Store(i + 1)
					}
				}()
				synctest.Wait()
			}
			q.Done("never taken")
			synctest.Wait()
			q.Add("a")
			synctest.Wait()
			first = who.Load()
			q.ShutDown()
		})
		return first
	}
	if a, b := first(theirs.NewTyped[string]()), first(ours.NewTyped[string]()); a != 2 || b != 1 {
		t.Errorf("getter served after an idle Done: client-go %d, ours %d; deviations.md says 2, 1", a, b)
	}
}

// D06: five keys are due at the same time.
func TestDeviationEqualTimes(t *testing.T) {
	order := func(start func() ours.TypedDelayingInterface[string]) (order string) {
		synctest.Test(t, func(t *testing.T) {
			q := start()
			for _, k := range []string{"a", "b", "c", "d", "e"} {
				q.AddAfter(k, time.Second)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			for q.Len() > 0 {
				k, _ := q.Get()
				order += k
			}
			q.ShutDown()
		})
		return order
	}
	a := order(func() ours.TypedDelayingInterface[string] { return theirs.NewTypedDelayingQueue[string]() })
	b := order(ours.NewTypedDelayingQueue[string])
	if a != "aedcb" || b != "abcde" {
		t.Errorf("order of equal times: client-go %s, ours %s; deviations.md says aedcb, abcde", a, b)
	}
}

// D08: ShutDown, ShutDownWithDrain, ShutDown of a delaying queue.
func TestDeviationSecondShutDownReleases(t *testing.T) {
	released := func(start func() ours.TypedDelayingInterface[string]) (yes bool) {
		synctest.Test(t, func(t *testing.T) {
			q := start()
			q.Add("a")
			q.Get()
			q.ShutDown()
			var back atomic.Bool
			go func() { q.ShutDownWithDrain(); back.Store(true) }()
			synctest.Wait()
			q.ShutDown()
			synctest.Wait()
			yes = back.Load()
			q.Done("a")
		})
		return yes
	}
	a := released(func() ours.TypedDelayingInterface[string] { return theirs.NewTypedDelayingQueue[string]() })
	b := released(ours.NewTypedDelayingQueue[string])
	if a || !b {
		t.Errorf("drain released by the second ShutDown: client-go %v, ours %v; deviations.md says false, true", a, b)
	}
}

// D12: a fake clock steps right after AddAfter. Ours fires each time; what client-go does
// depends on whether its loop has read the channel, so only ours is held.
func TestDeviationFakeClockStep(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			c := clocktesting.NewFakeClock(time.Unix(0, 0))
			q := ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Clock: c})
			q.AddAfter("a", time.Second)
			c.Step(time.Second)
			synctest.Wait()
			if q.Len() != 1 {
				t.Fatalf("Len after the step = %d, want 1", q.Len())
			}
			q.ShutDown()
		})
	}
}

// R02, R03: waits whose floating point value does not fit.
func TestDeviationExponentialOverflow(t *testing.T) {
	last := func(l ours.TypedRateLimiter[string], failures int) (d time.Duration) {
		for range failures {
			d = l.When("a")
		}
		return d
	}
	const hour = time.Hour
	for _, c := range []struct {
		id           string
		base         time.Duration
		failures     int
		theirs, ours time.Duration
	}{
		{"R02", 1, 64, math.MinInt64, hour},
		{"R03", 0, 1025, math.MinInt64, 0},
	} {
		b := last(ours.NewTypedItemExponentialFailureRateLimiter[string](c.base, hour), c.failures)
		if b != c.ours {
			t.Errorf("%s: ours waits %v, want %v", c.id, b, c.ours)
		}
		if runtime.GOARCH != "amd64" {
			continue // client-go's answer is the processor's
		}
		a := last(theirs.NewTypedItemExponentialFailureRateLimiter[string](c.base, hour), c.failures)
		if a != c.theirs {
			t.Errorf("%s: client-go waits %v; deviations.md says %v", c.id, a, c.theirs)
		}
	}
}

// R07: a token bucket in a queue on a fake clock: 1 token, 1 a second, a second passes.
func TestDeviationBucketClock(t *testing.T) {
	first := func(q ours.TypedRateLimitingInterface[string], c *clocktesting.FakeClock) (n int) {
		defer q.ShutDown()
		q.AddRateLimited("a")
		c.Step(time.Second)
		q.AddRateLimited("b")
		return q.Len() // those that need not wait
	}
	a := clocktesting.NewFakeClock(time.Now())
	b := clocktesting.NewFakeClock(time.Now())
	x := first(theirs.NewTypedRateLimitingQueueWithConfig(
		&theirs.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(1, 1)},
		theirs.TypedRateLimitingQueueConfig[string]{Clock: a}), a)
	y := first(ours.NewTypedRateLimitingQueueWithConfig(
		&ours.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(1, 1)},
		ours.TypedRateLimitingQueueConfig[string]{Clock: b}), b)
	if x != 1 || y != 2 {
		t.Errorf("keys that found a token: client-go %d, ours %d; deviations.md says 1, 2", x, y)
	}
}

// W25: ParallelizeUntil of less than no pieces.
func TestDeviationLessThanNoPieces(t *testing.T) {
	a := panicText(func() { theirs.ParallelizeUntil(t.Context(), 1, -1, func(int) {}) })
	b := panicText(func() { ours.ParallelizeUntil(t.Context(), 1, -1, func(int) { t.Error("there is a piece") }) })
	if a == "" || b != "" {
		t.Errorf("client-go %q, ours %q, want a panic and none", a, b)
	}
}
