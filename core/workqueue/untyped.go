package workqueue

import (
	"time"

	"k8s.io/utils/clock"
)

// The names from before type parameters, for old programs: an item is any comparable value.
// As in client-go the structs are aliases of the typed ones, and the interfaces are types of
// their own.

// Interface is a work queue.
//
// Deprecated: use TypedInterface.
type Interface TypedInterface[any]

// Type is a work queue.
//
// Deprecated: use Typed.
type Type = Typed[any]

// QueueConfig says how a queue is made.
//
// Deprecated: use TypedQueueConfig.
type QueueConfig = TypedQueueConfig[any]

// New returns a queue without a name.
//
// Deprecated: use NewTyped.
func New() *Type { return NewTyped[any]() }

// NewWithConfig returns a queue as config says.
//
// Deprecated: use NewTypedWithConfig.
func NewWithConfig(config QueueConfig) *Type { return NewTypedWithConfig(config) }

// NewNamed returns a queue called name.
//
// Deprecated: use NewTypedWithConfig.
func NewNamed(name string) *Type { return NewTypedWithConfig(QueueConfig{Name: name}) }

// DelayingInterface is a work queue to which an item can be added later.
//
// Deprecated: use TypedDelayingInterface.
type DelayingInterface TypedDelayingInterface[any]

// DelayingQueueConfig says how a delaying queue is made.
//
// Deprecated: use TypedDelayingQueueConfig.
type DelayingQueueConfig = TypedDelayingQueueConfig[any]

// NewDelayingQueue returns a delaying queue without a name.
//
// Deprecated: use NewTypedDelayingQueue.
func NewDelayingQueue() DelayingInterface { return NewTypedDelayingQueue[any]() }

// NewDelayingQueueWithConfig returns a delaying queue as config says.
//
// Deprecated: use NewTypedDelayingQueueWithConfig.
func NewDelayingQueueWithConfig(config DelayingQueueConfig) DelayingInterface {
	return NewTypedDelayingQueueWithConfig(config)
}

// NewDelayingQueueWithCustomQueue returns a delaying queue called name over q.
//
// Deprecated: use NewTypedDelayingQueueWithConfig.
func NewDelayingQueueWithCustomQueue(q Interface, name string) DelayingInterface {
	return NewTypedDelayingQueueWithConfig(DelayingQueueConfig{Name: name, Queue: q})
}

// NewNamedDelayingQueue returns a delaying queue called name.
//
// Deprecated: use NewTypedDelayingQueueWithConfig.
func NewNamedDelayingQueue(name string) DelayingInterface {
	return NewTypedDelayingQueueWithConfig(DelayingQueueConfig{Name: name})
}

// NewDelayingQueueWithCustomClock returns a delaying queue called name that goes by clock.
//
// Deprecated: use NewTypedDelayingQueueWithConfig.
func NewDelayingQueueWithCustomClock(clock clock.WithTicker, name string) DelayingInterface {
	return NewTypedDelayingQueueWithConfig(DelayingQueueConfig{Name: name, Clock: clock})
}

// RateLimitingInterface is a work queue that lets failed items wait longer and longer.
//
// Deprecated: use TypedRateLimitingInterface.
type RateLimitingInterface TypedRateLimitingInterface[any]

// RateLimitingQueueConfig says how a rate limiting queue is made.
//
// Deprecated: use TypedRateLimitingQueueConfig.
type RateLimitingQueueConfig = TypedRateLimitingQueueConfig[any]

// NewRateLimitingQueue returns a rate limiting queue without a name.
//
// Deprecated: use NewTypedRateLimitingQueue.
func NewRateLimitingQueue(rateLimiter RateLimiter) RateLimitingInterface {
	return NewTypedRateLimitingQueue(TypedRateLimiter[any](rateLimiter))
}

// NewRateLimitingQueueWithConfig returns a rate limiting queue as config says.
//
// Deprecated: use NewTypedRateLimitingQueueWithConfig.
func NewRateLimitingQueueWithConfig(rateLimiter RateLimiter, config RateLimitingQueueConfig) RateLimitingInterface {
	return NewTypedRateLimitingQueueWithConfig(TypedRateLimiter[any](rateLimiter), config)
}

// NewNamedRateLimitingQueue returns a rate limiting queue called name.
//
// Deprecated: use NewTypedRateLimitingQueueWithConfig.
func NewNamedRateLimitingQueue(rateLimiter RateLimiter, name string) RateLimitingInterface {
	return NewRateLimitingQueueWithConfig(rateLimiter, RateLimitingQueueConfig{Name: name})
}

// NewRateLimitingQueueWithDelayingInterface returns a rate limiting queue over di.
//
// Deprecated: use NewTypedRateLimitingQueueWithConfig.
func NewRateLimitingQueueWithDelayingInterface(di DelayingInterface, rateLimiter RateLimiter) RateLimitingInterface {
	return NewRateLimitingQueueWithConfig(rateLimiter, RateLimitingQueueConfig{DelayingQueue: di})
}

// RateLimiter says how long an item waits before its next try.
//
// Deprecated: use TypedRateLimiter.
type RateLimiter TypedRateLimiter[any]

// BucketRateLimiter is a token bucket for all items.
//
// Deprecated: use TypedBucketRateLimiter.
type BucketRateLimiter = TypedBucketRateLimiter[any]

// ItemExponentialFailureRateLimiter doubles the wait of an item with each failure.
//
// Deprecated: use TypedItemExponentialFailureRateLimiter.
type ItemExponentialFailureRateLimiter = TypedItemExponentialFailureRateLimiter[any]

// ItemFastSlowRateLimiter lets the first failures of an item wait fast, the others slow.
//
// Deprecated: use TypedItemFastSlowRateLimiter.
type ItemFastSlowRateLimiter = TypedItemFastSlowRateLimiter[any]

// MaxOfRateLimiter asks all its limiters.
//
// Deprecated: use TypedMaxOfRateLimiter.
type MaxOfRateLimiter = TypedMaxOfRateLimiter[any]

// WithMaxWaitRateLimiter bounds the waits of a limiter.
//
// Deprecated: use TypedWithMaxWaitRateLimiter.
type WithMaxWaitRateLimiter = TypedWithMaxWaitRateLimiter[any]

// DefaultControllerRateLimiter returns what controllers use.
//
// Deprecated: use DefaultTypedControllerRateLimiter.
func DefaultControllerRateLimiter() RateLimiter { return DefaultTypedControllerRateLimiter[any]() }

// DefaultItemBasedRateLimiter returns the wait 1 ms·2ⁿ up to 1000 s.
//
// Deprecated: use DefaultTypedItemBasedRateLimiter.
func DefaultItemBasedRateLimiter() RateLimiter { return DefaultTypedItemBasedRateLimiter[any]() }

// NewItemExponentialFailureRateLimiter returns a limiter without failures.
//
// Deprecated: use NewTypedItemExponentialFailureRateLimiter.
func NewItemExponentialFailureRateLimiter(baseDelay time.Duration, maxDelay time.Duration) RateLimiter {
	return NewTypedItemExponentialFailureRateLimiter[any](baseDelay, maxDelay)
}

// NewItemFastSlowRateLimiter returns a limiter without failures.
//
// Deprecated: use NewTypedItemFastSlowRateLimiter.
func NewItemFastSlowRateLimiter(fastDelay, slowDelay time.Duration, maxFastAttempts int) RateLimiter {
	return NewTypedItemFastSlowRateLimiter[any](fastDelay, slowDelay, maxFastAttempts)
}

// NewMaxOfRateLimiter returns the limiter over limiters.
//
// Deprecated: use NewTypedMaxOfRateLimiter.
func NewMaxOfRateLimiter(limiters ...TypedRateLimiter[any]) RateLimiter {
	return NewTypedMaxOfRateLimiter(limiters...)
}

// NewWithMaxWaitRateLimiter returns limiter with an upper bound on its waits.
//
// Deprecated: use NewTypedWithMaxWaitRateLimiter.
func NewWithMaxWaitRateLimiter(limiter RateLimiter, maxDelay time.Duration) RateLimiter {
	return NewTypedWithMaxWaitRateLimiter(TypedRateLimiter[any](limiter), maxDelay)
}
