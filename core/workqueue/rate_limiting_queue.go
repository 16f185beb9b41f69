package workqueue

import "k8s.io/utils/clock"

// TypedRateLimitingInterface is a work queue that lets failed items wait longer and longer.
type TypedRateLimitingInterface[T comparable] interface {
	TypedDelayingInterface[T]
	// AddRateLimited counts a failure of item and adds it when its limiter allows.
	AddRateLimited(item T)
	// Forget ends the counting of failures. Done is still to be called.
	Forget(item T)
	// NumRequeues is the number of failures counted.
	NumRequeues(item T) int
}

// TypedRateLimitingQueueConfig says how a rate limiting queue is made. The zero value is a
// queue without a name on the real clock.
type TypedRateLimitingQueueConfig[T comparable] struct {
	// Name names the queue.
	Name string
	// Clock replaces the real clock, for waiting and for token buckets.
	Clock clock.WithTicker
	// DelayingQueue replaces the queue that items are added to.
	DelayingQueue TypedDelayingInterface[T]
}

// NewTypedRateLimitingQueue returns a queue without a name. Call Forget when an item
// succeeded: what is not forgotten is counted for ever.
func NewTypedRateLimitingQueue[T comparable](rateLimiter TypedRateLimiter[T]) TypedRateLimitingInterface[T] {
	return NewTypedRateLimitingQueueWithConfig(rateLimiter, TypedRateLimitingQueueConfig[T]{})
}

// NewTypedRateLimitingQueueWithConfig returns a queue as config says.
func NewTypedRateLimitingQueueWithConfig[T comparable](rateLimiter TypedRateLimiter[T], config TypedRateLimitingQueueConfig[T]) TypedRateLimitingInterface[T] {
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	if config.DelayingQueue == nil {
		config.DelayingQueue = newDelaying(TypedDelayingQueueConfig[T]{Name: config.Name, Clock: config.Clock})
	}
	return &rateLimiting[T]{TypedDelayingInterface: config.DelayingQueue, limiter: rateLimiter, clock: config.Clock}
}

type rateLimiting[T comparable] struct {
	TypedDelayingInterface[T]
	limiter TypedRateLimiter[T]
	clock   clock.PassiveClock
}

// AddRateLimited counts the failure also when the queue is shut down and item is dropped.
func (q *rateLimiting[T]) AddRateLimited(item T) { q.AddAfter(item, ask(q.limiter, q.clock, item)) }

// Forget ends the counting of failures of item.
func (q *rateLimiting[T]) Forget(item T) { q.limiter.Forget(item) }

// NumRequeues is the number of failures of item since Forget.
func (q *rateLimiting[T]) NumRequeues(item T) int { return q.limiter.NumRequeues(item) }
