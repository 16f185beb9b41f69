package conformance

import (
	"slices"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	"golang.org/x/time/rate"
	theirs "k8s.io/client-go/util/workqueue"
)

// A queueSide is a queue of client-go or of ours. The methods of a plain queue beyond
// TypedInterface are nil.
type queueSide struct {
	ours.TypedInterface[string]
	after, limited, forget func(queueOp)
	failures               func(string) int
	metrics                func() string // nil without metrics
}

func limitedSide(q ours.TypedRateLimitingInterface[string]) queueSide {
	return queueSide{
		TypedInterface: q,
		after:          func(o queueOp) { q.AddAfter(o.key, o.d) },
		limited:        func(o queueOp) { q.AddRateLimited(o.key) },
		forget:         func(o queueOp) { q.Forget(o.key) },
		failures:       q.NumRequeues,
	}
}

func theirSide(header string) queueSide {
	if start := theirUntyped[header]; start != nil {
		return limitedSide(asStrings{start()})
	}
	switch header {
	case "queue fifo":
		return queueSide{TypedInterface: theirs.NewTyped[string]()}
	case "queue plug":
		return queueSide{TypedInterface: theirs.NewTypedWithConfig(theirs.TypedQueueConfig[string]{Queue: &plug{}})}
	case "metered":
		return theirMeteredSide()
	}
	exponential := func() theirs.TypedRateLimiter[string] {
		return theirs.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond)
	}
	bucket := func() theirs.TypedRateLimiter[string] {
		return &theirs.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(100, 3)}
	}
	var l theirs.TypedRateLimiter[string]
	switch header {
	case "limited exponential":
		l = exponential()
	case "limited fastslow":
		l = theirs.NewTypedItemFastSlowRateLimiter[string](2*time.Millisecond, 20*time.Millisecond, 3)
	case "limited bucket":
		l = bucket()
	case "limited maxof":
		l = theirs.NewTypedMaxOfRateLimiter(exponential(), bucket())
	case "limited maxwait":
		l = theirs.NewTypedWithMaxWaitRateLimiter(exponential(), 6*time.Millisecond)
	case "limited default":
		l = theirs.DefaultTypedControllerRateLimiter[string]()
	case "limited item":
		l = theirs.DefaultTypedItemBasedRateLimiter[string]()
	}
	return limitedSide(theirs.NewTypedRateLimitingQueue(l))
}

func ourSide(header string) queueSide {
	if start := ourUntyped[header]; start != nil {
		return limitedSide(asStrings{start()})
	}
	switch header {
	case "queue fifo":
		return queueSide{TypedInterface: ours.NewTyped[string]()}
	case "queue plug":
		return queueSide{TypedInterface: ours.NewTypedWithConfig(ours.TypedQueueConfig[string]{Queue: &plug{}})}
	case "metered":
		return ourMeteredSide()
	}
	exponential := func() ours.TypedRateLimiter[string] {
		return ours.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, 50*time.Millisecond)
	}
	bucket := func() ours.TypedRateLimiter[string] {
		return &ours.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(100, 3)}
	}
	var l ours.TypedRateLimiter[string]
	switch header {
	case "limited exponential":
		l = exponential()
	case "limited fastslow":
		l = ours.NewTypedItemFastSlowRateLimiter[string](2*time.Millisecond, 20*time.Millisecond, 3)
	case "limited bucket":
		l = bucket()
	case "limited maxof":
		l = ours.NewTypedMaxOfRateLimiter(exponential(), bucket())
	case "limited maxwait":
		l = ours.NewTypedWithMaxWaitRateLimiter(exponential(), 6*time.Millisecond)
	case "limited default":
		l = ours.DefaultTypedControllerRateLimiter[string]()
	case "limited item":
		l = ours.DefaultTypedItemBasedRateLimiter[string]()
	}
	return limitedSide(ours.NewTypedRateLimitingQueue(l))
}

// plug is a line of the caller's own: last in, first out, and what is touched moves to the
// front, so that every Push, Pop and Touch shows.
type plug struct{ items []string }

func (p *plug) Push(k string) { p.items = append(p.items, k) }
func (p *plug) Len() int      { return len(p.items) }

func (p *plug) Pop() string {
	k := p.items[len(p.items)-1]
	p.items = p.items[:len(p.items)-1]
	return k
}

func (p *plug) Touch(k string) {
	if i := slices.Index(p.items, k); i >= 0 {
		p.items = append(slices.Delete(p.items, i, i+1), k)
	}
}
