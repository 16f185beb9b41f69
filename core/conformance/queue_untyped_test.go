package conformance

//lint:file-ignore SA1019 the deprecated names are what is compared

import (
	"math/rand/v2"
	"testing"
	"time"

	ours "github.com/informerscope/informerscope/core/workqueue"
	theirs "k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
)

// Every constructor from before type parameters makes, on both sides, a queue in one of the
// sets; a script names it by its header.

type untypedLimited interface {
	ours.TypedRateLimitingInterface[any]
}

var theirUntyped = map[string]func() untypedLimited{
	"untyped new": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewDelayingQueueWithCustomQueue(theirs.New(), ""),
			theirs.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond))
	},
	"untyped new, named": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewDelayingQueueWithCustomQueue(theirs.NewNamed("q"), "q"),
			theirs.NewItemFastSlowRateLimiter(2*time.Millisecond, 20*time.Millisecond, 3))
	},
	"untyped new, config": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewDelayingQueueWithConfig(theirs.DelayingQueueConfig{Queue: theirs.NewWithConfig(theirs.QueueConfig{})}),
			theirs.NewWithMaxWaitRateLimiter(theirs.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond), 6*time.Millisecond))
	},
	"untyped delaying": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewDelayingQueue(), theirs.NewMaxOfRateLimiter(
			theirs.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond),
			theirs.NewItemFastSlowRateLimiter(2*time.Millisecond, 20*time.Millisecond, 3)))
	},
	"untyped delaying, named": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewNamedDelayingQueue("q"), theirs.DefaultItemBasedRateLimiter())
	},
	"untyped delaying, clock": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithDelayingInterface(theirs.NewDelayingQueueWithCustomClock(clock.RealClock{}, "q"), theirs.DefaultControllerRateLimiter())
	},
	"untyped limiting": func() untypedLimited {
		return theirs.NewRateLimitingQueue(theirs.DefaultItemBasedRateLimiter())
	},
	"untyped limiting, named": func() untypedLimited {
		return theirs.NewNamedRateLimitingQueue(theirs.DefaultItemBasedRateLimiter(), "q")
	},
	"untyped limiting, config": func() untypedLimited {
		return theirs.NewRateLimitingQueueWithConfig(theirs.DefaultItemBasedRateLimiter(), theirs.RateLimitingQueueConfig{Name: "q"})
	},
}

var ourUntyped = map[string]func() untypedLimited{
	"untyped new": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewDelayingQueueWithCustomQueue(ours.New(), ""),
			ours.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond))
	},
	"untyped new, named": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewDelayingQueueWithCustomQueue(ours.NewNamed("q"), "q"),
			ours.NewItemFastSlowRateLimiter(2*time.Millisecond, 20*time.Millisecond, 3))
	},
	"untyped new, config": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewDelayingQueueWithConfig(ours.DelayingQueueConfig{Queue: ours.NewWithConfig(ours.QueueConfig{})}),
			ours.NewWithMaxWaitRateLimiter(ours.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond), 6*time.Millisecond))
	},
	"untyped delaying": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewDelayingQueue(), ours.NewMaxOfRateLimiter(
			ours.NewItemExponentialFailureRateLimiter(time.Millisecond, 50*time.Millisecond),
			ours.NewItemFastSlowRateLimiter(2*time.Millisecond, 20*time.Millisecond, 3)))
	},
	"untyped delaying, named": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewNamedDelayingQueue("q"), ours.DefaultItemBasedRateLimiter())
	},
	"untyped delaying, clock": func() untypedLimited {
		return ours.NewRateLimitingQueueWithDelayingInterface(ours.NewDelayingQueueWithCustomClock(clock.RealClock{}, "q"), ours.DefaultControllerRateLimiter())
	},
	"untyped limiting": func() untypedLimited {
		return ours.NewRateLimitingQueue(ours.DefaultItemBasedRateLimiter())
	},
	"untyped limiting, named": func() untypedLimited {
		return ours.NewNamedRateLimitingQueue(ours.DefaultItemBasedRateLimiter(), "q")
	},
	"untyped limiting, config": func() untypedLimited {
		return ours.NewRateLimitingQueueWithConfig(ours.DefaultItemBasedRateLimiter(), ours.RateLimitingQueueConfig{Name: "q"})
	},
}

// asStrings is a queue of any items, which are strings.
type asStrings struct{ untypedLimited }

func (q asStrings) Add(k string)                       { q.untypedLimited.Add(k) }
func (q asStrings) Done(k string)                      { q.untypedLimited.Done(k) }
func (q asStrings) AddAfter(k string, d time.Duration) { q.untypedLimited.AddAfter(k, d) }
func (q asStrings) AddRateLimited(k string)            { q.untypedLimited.AddRateLimited(k) }
func (q asStrings) Forget(k string)                    { q.untypedLimited.Forget(k) }
func (q asStrings) NumRequeues(k string) int           { return q.untypedLimited.NumRequeues(k) }
func (q asStrings) Get() (item string, shutdown bool) {
	k, shutdown := q.untypedLimited.Get()
	item, _ = k.(string)
	return item, shutdown
}

// What the old constructors make answers as client-go's does.
func TestUntypedQueuesAnswerAsClientGosDo(t *testing.T) {
	for header := range theirUntyped {
		if ourUntyped[header] == nil {
			t.Fatalf("%q is made on one side only", header)
		}
		randomScripts(t, "untyped queues", int(share(1800, len(theirUntyped))), func(r *rand.Rand) queueScript {
			s := randomLimitedScript(r)
			s.header = header
			return s
		})
	}
}
