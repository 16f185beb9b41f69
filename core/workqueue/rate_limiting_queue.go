package workqueue

import (
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/utils/clock"
)

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
	// Name names the queue in metrics; without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil is the one of SetProvider, if any.
	MetricsProvider MetricsProvider
	// Clock replaces the real clock, for waiting and for token buckets.
	Clock clock.WithTicker
	// DelayingQueue replaces the queue that items are added to.
	DelayingQueue TypedDelayingInterface[T]
	// Trace sees what happens in the queue; nil is nobody. client-go has no such field. A
	// DelayingQueue has its own Trace, which may be the same.
	Trace *Trace
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
		config.DelayingQueue = newDelaying(TypedDelayingQueueConfig[T]{Name: config.Name,
			MetricsProvider: config.MetricsProvider, Clock: config.Clock, Trace: config.Trace})
	}
	q := &rateLimiting[T]{TypedDelayingInterface: config.DelayingQueue, limiter: rateLimiter, clock: config.Clock}
	if config.Trace != nil {
		config.Trace.join(nil, config.Clock)
		q.trace, q.tap, q.keyer = config.Trace, config.Trace.Part(config.Name, "limiter"), KeyerOf[T](config.Trace)
	}
	return q
}

type rateLimiting[T comparable] struct {
	TypedDelayingInterface[T]
	limiter TypedRateLimiter[T]
	clock   clock.PassiveClock

	trace *Trace // nil without an observer; then the other two are not used
	tap   trace.Tap
	keyer machine.Keyer[T]
}

// AddRateLimited counts the failure also when the queue is shut down and item is dropped.
func (q *rateLimiting[T]) AddRateLimited(item T) {
	wait := Ask(q.limiter, q.clock, item)
	if q.trace != nil {
		q.emit(trace.LimitWhen, item, int64(wait), int64(q.limiter.NumRequeues(item)))
	}
	q.AddAfter(item, wait)
}

// Forget ends the counting of failures of item.
func (q *rateLimiting[T]) Forget(item T) {
	q.limiter.Forget(item)
	if q.trace != nil {
		q.emit(trace.LimitForget, item, 0, 0)
	}
}

// emit records what the limiter did, which may be of any make.
func (q *rateLimiting[T]) emit(op trace.Op, item T, a, b int64) {
	q.trace.lock.Lock()
	defer q.trace.lock.Unlock()
	q.tap.Begin()
	q.tap.Numbers(op, q.keyer(q.tap.Recorder(), item), a, b)
}

// NumRequeues is the number of failures of item since Forget.
func (q *rateLimiting[T]) NumRequeues(item T) int { return q.limiter.NumRequeues(item) }
