//go:build bench

package conformance

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	theirs "k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
)

func init() {
	benchRows = append(benchRows,
		benchRow{work: "queue Add/Get/Done, 100 hot keys", bar: 2.3, noAllocs: true, runs: 60,
			theirs: func() (func(), int) { return hotKeys(theirs.NewTyped[string]()) },
			ours:   func() (func(), int) { return hotKeys(ours.NewTyped[string]()) }},
		benchRow{work: "queue Get/Done/Add, 100k keys waiting", bar: 1.8, runs: 10,
			theirs: func() (func(), int) { return longLine(theirs.NewTyped[string]()) },
			ours:   func() (func(), int) { return longLine(ours.NewTyped[string]()) }},
		workersRow(2), workersRow(4), workersRow(8),
		benchRow{work: "AddAfter, 1000 waiting: add, fire, get", bar: 1.8, runs: 10,
			theirs: func() (func(), int) { return someWaiting(theirs.NewTypedDelayingQueue[string]()) },
			ours:   func() (func(), int) { return someWaiting(ours.NewTypedDelayingQueue[string]()) }},
		benchRow{work: "AddAfter, 1M waiting: add, fire, get", bar: 2,
			theirs: func() (func(), int) {
				c := clocktesting.NewFakeClock(time.Now())
				return manyWaiting(theirs.NewTypedDelayingQueueWithConfig(theirs.TypedDelayingQueueConfig[string]{Clock: c}), c)
			},
			ours: func() (func(), int) {
				c := clocktesting.NewFakeClock(time.Now())
				return manyWaiting(ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Clock: c}), c)
			}},
		benchRow{work: "AddRateLimited/Get/Done, 10k keys", bar: 1.5,
			theirs: func() (func(), int) {
				return failing(theirs.NewTypedRateLimitingQueue(theirs.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 4*time.Millisecond)))
			},
			ours: func() (func(), int) {
				return failing(ours.NewTypedRateLimitingQueue(ours.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 4*time.Millisecond)))
			}},
	)
}

func keys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("namespace-%d/pod-%d", i%20, i)
	}
	return keys
}

// hotKeys is short enough for some runs to find the machine idle, and long enough for the
// garbage of 200,000 Adds to be collected.
func hotKeys(q ours.TypedInterface[string]) (func(), int) {
	const n = 200_000
	hot := keys(100)
	return func() {
		for range n / len(hot) {
			for _, k := range hot {
				q.Add(k)
				k, _ := q.Get()
				q.Done(k)
			}
		}
		q.ShutDown()
	}, n
}

func longLine(q ours.TypedInterface[string]) (func(), int) {
	const n = 200_000
	for _, k := range keys(100_000) {
		q.Add(k)
	}
	return func() {
		for range n {
			k, _ := q.Get()
			q.Done(k)
			q.Add(k)
		}
		q.ShutDown()
	}, n
}

func workersRow(goroutines int) benchRow {
	return benchRow{work: fmt.Sprintf("queue Add/Get/Done, %d goroutines", goroutines), bar: 1.5, runs: 15,
		theirs: func() (func(), int) { return manyHands(theirs.NewTyped[string](), goroutines/2) },
		ours:   func() (func(), int) { return manyHands(ours.NewTyped[string](), goroutines/2) }}
}

// manyHands is as many producers as workers on one queue. Each key comes once, so that both
// sides have the same to do whoever is faster.
func manyHands(q ours.TypedInterface[string], pairs int) (func(), int) {
	const n = 200_000
	all := keys(n)
	return func() {
		var producing, working sync.WaitGroup
		for i := range pairs {
			producing.Go(func() {
				for at := i; at < n; at += pairs {
					q.Add(all[at])
				}
			})
			working.Go(func() {
				for {
					k, shutdown := q.Get()
					if shutdown {
						return
					}
					q.Done(k)
				}
			})
		}
		producing.Wait()
		q.ShutDown()
		working.Wait()
	}, n
}

// someWaiting is 1000 keys that are worked on every two or three milliseconds.
func someWaiting(q ours.TypedDelayingInterface[string]) (func(), int) {
	const n, waiting = 200_000, 1000
	some := keys(waiting)
	return func() {
		for i, k := range some {
			q.AddAfter(k, 2*time.Millisecond+time.Duration(i)*time.Microsecond)
		}
		for i := range n {
			k, _ := q.Get()
			q.Done(k)
			q.AddAfter(k, 2*time.Millisecond+time.Duration(i%waiting)*time.Microsecond)
		}
		q.ShutDown()
	}, n
}

func manyWaiting(q ours.TypedDelayingInterface[string], c *clocktesting.FakeClock) (func(), int) {
	const n = 1_000_000
	many, rnd := keys(n), rand.New(rand.NewPCG(1, 2))
	delays := make([]time.Duration, n)
	for i := range delays {
		delays[i] = time.Second + time.Duration(rnd.Int64N(int64(1000*time.Second)))
	}
	return func() {
		for i, k := range many {
			q.AddAfter(k, delays[i])
		}
		// client-go's loop may be about to set its timer by the old time: step again then.
		done := make(chan struct{})
		go func() {
			for {
				c.Step(1001 * time.Second)
				select {
				case <-done:
					return
				case <-time.After(100 * time.Millisecond):
				}
			}
		}()
		for range n {
			k, _ := q.Get()
			q.Done(k)
		}
		close(done)
		q.ShutDown()
	}, n
}

func failing(q ours.TypedRateLimitingInterface[string]) (func(), int) {
	const rounds = 50
	some := keys(10_000)
	return func() {
		for round := range rounds {
			for _, k := range some {
				q.AddRateLimited(k)
			}
			for range some {
				k, _ := q.Get()
				q.Done(k)
				if round%5 == 4 {
					q.Forget(k)
				}
			}
		}
		q.ShutDown()
	}, rounds * len(some)
}
