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

// A memoryRow is bytes that client-go and ours need for one object or key.
type memoryRow struct {
	what         string
	bar          float64 // ours / client-go that is not to be passed
	limit        bool    // ours is what both sides need for sure: no bar
	theirs, ours func() float64
}

// memoryRows are all rows; files add to it in their init.
var memoryRows = []memoryRow{
	{what: "kept for an object in an Indexer, 3 indices", bar: 0.7,
		theirs: kept(func(list []any) any { return filled(theirEmptyStore(), list) }),
		ours:   kept(func(list []any) any { return filled(ourEmptyStore(), list) })},
	{what: "kept for a queued key", bar: 0.7,
		theirs: kept(func(list []any) any { return queued(theirs.NewTyped[string](), list) }),
		ours:   kept(func(list []any) any { return queued(ours.NewTyped[string](), list) })},
	{what: "kept for a delayed key", bar: 0.7,
		theirs: kept(func(list []any) any {
			return delayed(theirs.NewTypedDelayingQueueWithConfig(theirs.TypedDelayingQueueConfig[string]{Clock: clocktesting.NewFakeClock(time.Now())}), list)
		}),
		ours: kept(func(list []any) any {
			return delayed(ours.NewTypedDelayingQueueWithConfig(ours.TypedDelayingQueueConfig[string]{Clock: clocktesting.NewFakeClock(time.Now())}), list)
		})},
	{what: "kept for a key with failures", bar: 1,
		theirs: kept(func(list []any) any {
			return failed(theirs.NewTypedItemExponentialFailureRateLimiter[string](1, time.Second), list)
		}),
		ours: kept(func(list []any) any {
			return failed(ours.NewTypedItemExponentialFailureRateLimiter[string](1, time.Second), list)
		})},
}

func queued(q ours.TypedInterface[string], list []any) any {
	for _, o := range list {
		q.Add(o.(*benchObject).key)
	}
	return q
}

func delayed(q ours.TypedDelayingInterface[string], list []any) any {
	for i, o := range list {
		q.AddAfter(o.(*benchObject).key, time.Duration(1+i*7919%len(list))*time.Second)
	}
	time.Sleep(20 * time.Millisecond) // client-go's loop reads the last of its channel
	return q
}

func failed(l ours.TypedRateLimiter[string], list []any) any {
	for _, o := range list {
		l.When(o.(*benchObject).key)
	}
	return l
}

// memorySizes are numbers of objects in equal steps of a power of two: what doubles when it is
// full is seen nearly full, nearly empty and between.
func memorySizes() []int {
	var sizes []int
	for i := range 8 {
		sizes = append(sizes, int(75_000*math.Pow(2, float64(i)/8)))
	}
	return sizes
}

// kept measures what fill keeps for an object beside the object itself and its key, on average
// over memorySizes. fill gets objects that exist already and returns what holds them.
func kept(fill func(list []any) any) func() float64 {
	return func() float64 {
		sum := 0.0
		for _, n := range memorySizes() {
			list := benchObjects(n, 0)
			before := heapInUse()
			holder := fill(list)
			sum += float64(heapInUse()-before) / float64(n)
			runtime.KeepAlive(holder)
			runtime.KeepAlive(list)
			if q, ok := holder.(interface{ ShutDown() }); ok {
				q.ShutDown()
			}
		}
		return sum / float64(len(memorySizes()))
	}
}

// heapInUse is the number of bytes that are reachable.
func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one finalized
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
