//go:build bench

package conformance

import (
	"math"
	"runtime"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	theirs "k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
)

// A memoryRow is something kept for each key, by client-go and by ours. A side fills it with
// keys that exist already and returns what holds it.
type memoryRow struct {
	what         string
	bar          float64 // ours / client-go that is not to be passed
	theirs, ours func(keys []string) any
}

var memoryRows = []memoryRow{
	{what: "a queued key", bar: 0.7,
		theirs: func(keys []string) any { return queued(theirs.NewTyped[string](), keys) },
		ours:   func(keys []string) any { return queued(ours.NewTyped[string](), keys) }},
	{what: "a delayed key", bar: 0.7,
		theirs: func(keys []string) any {
			return delayed(theirs.NewTypedDelayingQueueWithConfig(theirs.TypedDelayingQueueConfig[string]{Clock: clocktesting.NewFakeClock(time.Now())}), keys)
		},
		ours: func(keys []string) any {
			return delayed(ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Clock: clocktesting.NewFakeClock(time.Now())}), keys)
		}},
	{what: "a key with failures", bar: 1,
		theirs: func(keys []string) any {
			return failed(theirs.NewTypedItemExponentialFailureRateLimiter[string](1, time.Second), keys)
		},
		ours: func(keys []string) any {
			return failed(ours.NewTypedItemExponentialFailureRateLimiter[string](1, time.Second), keys)
		}},
}

func queued(q ours.TypedInterface[string], keys []string) any {
	for _, k := range keys {
		q.Add(k)
	}
	return q
}

func delayed(q ours.TypedDelayingInterface[string], keys []string) any {
	for i, k := range keys {
		q.AddAfter(k, time.Duration(1+i*7919%len(keys))*time.Second)
	}
	time.Sleep(20 * time.Millisecond) // client-go's loop reads the last of its channel
	return q
}

func failed(l ours.TypedRateLimiter[string], keys []string) any {
	for _, k := range keys {
		l.When(k)
	}
	return l
}

// memorySizes are numbers of keys in equal steps of a power of two: what doubles when it is
// full is seen nearly full, nearly empty and between.
func memorySizes() []int {
	var sizes []int
	for i := range 8 {
		sizes = append(sizes, int(75_000*math.Pow(2, float64(i)/8)))
	}
	return sizes
}

// bytesKept is what fill keeps for a key beside the key itself, on average over memorySizes.
func bytesKept(fill func([]string) any) float64 {
	sum := 0.0
	for _, n := range memorySizes() {
		keys := keys(n)
		before := heapInUse()
		holder := fill(keys)
		sum += float64(heapInUse()-before) / float64(n)
		runtime.KeepAlive(holder)
		runtime.KeepAlive(keys)
		if q, ok := holder.(interface{ ShutDown() }); ok {
			q.ShutDown()
		}
	}
	return sum / float64(len(memorySizes()))
}

// heapInUse is the number of bytes that are reachable.
func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one finalized
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
