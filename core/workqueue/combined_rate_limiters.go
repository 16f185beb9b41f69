package workqueue

import (
	"time"

	"golang.org/x/time/rate"
	"k8s.io/utils/clock"
)

// timedLimiter is a limiter that can tell the time by the clock of its queue. When alone
// has no clock but the real one.
type timedLimiter[T comparable] interface {
	whenAt(c clock.PassiveClock, item T) time.Duration
}

// Ask is When by the clock c, where r is of this package; one of another make goes by its own.
func Ask[T comparable](r TypedRateLimiter[T], c clock.PassiveClock, item T) time.Duration {
	if timed, ok := r.(timedLimiter[T]); ok {
		return timed.whenAt(c, item)
	}
	return r.When(item)
}

// TypedBucketRateLimiter lets items through as the token bucket in it allows, whatever they
// are. The bucket may be shared with others. machine.Bucket is the same in integers, for
// who needs equal numbers on every processor.
type TypedBucketRateLimiter[T comparable] struct {
	*rate.Limiter
}

// When takes a token and returns the wait for it by the real clock. In a rate limiting
// queue the queue's clock counts.
func (r *TypedBucketRateLimiter[T]) When(item T) time.Duration {
	return r.whenAt(clock.RealClock{}, item)
}

func (r *TypedBucketRateLimiter[T]) whenAt(c clock.PassiveClock, _ T) time.Duration {
	now := c.Now()
	return r.ReserveN(now, 1).DelayFrom(now)
}

// Forget does nothing: a token is not given back.
func (r *TypedBucketRateLimiter[T]) Forget(T) {}

// NumRequeues is always 0: a bucket does not know items.
func (r *TypedBucketRateLimiter[T]) NumRequeues(T) int { return 0 }

// TypedMaxOfRateLimiter asks all its limiters and lets an item wait for the longest answer.
// The zero value never lets wait.
type TypedMaxOfRateLimiter[T comparable] struct {
	limiters []TypedRateLimiter[T]
}

// NewTypedMaxOfRateLimiter returns the limiter over limiters.
func NewTypedMaxOfRateLimiter[T comparable](limiters ...TypedRateLimiter[T]) TypedRateLimiter[T] {
	return &TypedMaxOfRateLimiter[T]{limiters: limiters}
}

// When counts a failure with all limiters and returns the longest wait.
func (r *TypedMaxOfRateLimiter[T]) When(item T) time.Duration {
	return r.whenAt(clock.RealClock{}, item)
}

func (r *TypedMaxOfRateLimiter[T]) whenAt(c clock.PassiveClock, item T) time.Duration {
	var wait time.Duration
	for _, one := range r.limiters {
		wait = max(wait, Ask(one, c, item))
	}
	return wait
}

// Forget makes all limiters forget item.
func (r *TypedMaxOfRateLimiter[T]) Forget(item T) {
	for _, one := range r.limiters {
		one.Forget(item)
	}
}

// NumRequeues is the largest number any limiter says.
func (r *TypedMaxOfRateLimiter[T]) NumRequeues(item T) int {
	n := 0
	for _, one := range r.limiters {
		n = max(n, one.NumRequeues(item))
	}
	return n
}

// TypedWithMaxWaitRateLimiter lets an item wait as its limiter says, but not longer than a
// maximum.
type TypedWithMaxWaitRateLimiter[T comparable] struct {
	limiter TypedRateLimiter[T]
	max     time.Duration
}

// NewTypedWithMaxWaitRateLimiter returns limiter with an upper bound on its waits.
func NewTypedWithMaxWaitRateLimiter[T comparable](limiter TypedRateLimiter[T], maxDelay time.Duration) TypedRateLimiter[T] {
	return &TypedWithMaxWaitRateLimiter[T]{limiter: limiter, max: maxDelay}
}

// When counts a failure and returns the wait, at most the maximum.
func (w TypedWithMaxWaitRateLimiter[T]) When(item T) time.Duration {
	return w.whenAt(clock.RealClock{}, item)
}

func (w TypedWithMaxWaitRateLimiter[T]) whenAt(c clock.PassiveClock, item T) time.Duration {
	return min(w.max, Ask(w.limiter, c, item))
}

// Forget makes the limiter forget item.
func (w TypedWithMaxWaitRateLimiter[T]) Forget(item T) { w.limiter.Forget(item) }

// NumRequeues is the limiter's.
func (w TypedWithMaxWaitRateLimiter[T]) NumRequeues(item T) int { return w.limiter.NumRequeues(item) }
