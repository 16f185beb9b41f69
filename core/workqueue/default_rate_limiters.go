package workqueue

import (
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"golang.org/x/time/rate"
)

// TypedRateLimiter says how long an item waits before its next try.
type TypedRateLimiter[T comparable] interface {
	// When counts a failure of item and returns how long it has to wait.
	When(item T) time.Duration
	// Forget ends the counting of item, whether it succeeded or was given up.
	Forget(item T)
	// NumRequeues is the number of failures of item since Forget.
	NumRequeues(item T) int
}

// DefaultTypedControllerRateLimiter returns what controllers use: the longer of 5 ms·2ⁿ up
// to 1000 s for the item, and a bucket of 100 tokens, 10 a second, for all items together.
func DefaultTypedControllerRateLimiter[T comparable]() TypedRateLimiter[T] {
	return NewTypedMaxOfRateLimiter(
		NewTypedItemExponentialFailureRateLimiter[T](5*time.Millisecond, 1000*time.Second),
		&TypedBucketRateLimiter[T]{Limiter: rate.NewLimiter(10, 100)},
	)
}

// DefaultTypedItemBasedRateLimiter returns the wait 1 ms·2ⁿ up to 1000 s.
func DefaultTypedItemBasedRateLimiter[T comparable]() TypedRateLimiter[T] {
	return NewTypedItemExponentialFailureRateLimiter[T](time.Millisecond, 1000*time.Second)
}

// TypedItemExponentialFailureRateLimiter lets an item wait base·2ⁿ after n failures, up to a
// maximum. The zero value never lets wait.
type TypedItemExponentialFailureRateLimiter[T comparable] struct {
	mu      sync.Mutex
	limiter machine.Exponential[T]
}

// NewTypedItemExponentialFailureRateLimiter returns a limiter without failures.
func NewTypedItemExponentialFailureRateLimiter[T comparable](baseDelay time.Duration, maxDelay time.Duration) TypedRateLimiter[T] {
	return &TypedItemExponentialFailureRateLimiter[T]{
		limiter: *machine.NewExponential[T](int64(baseDelay), int64(maxDelay), trace.Tap{}, nil),
	}
}

// When counts a failure and returns the wait.
func (r *TypedItemExponentialFailureRateLimiter[T]) When(item T) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Duration(r.limiter.When(0, item))
}

// Forget ends the counting of item.
func (r *TypedItemExponentialFailureRateLimiter[T]) Forget(item T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.limiter.Forget(item)
}

// NumRequeues is the number of failures of item since Forget.
func (r *TypedItemExponentialFailureRateLimiter[T]) NumRequeues(item T) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.limiter.NumRequeues(item)
}

// TypedItemFastSlowRateLimiter lets the first failures of an item wait fast, the others
// slow. The zero value never lets wait.
type TypedItemFastSlowRateLimiter[T comparable] struct {
	mu      sync.Mutex
	limiter machine.FastSlow[T]
}

// NewTypedItemFastSlowRateLimiter returns a limiter without failures.
func NewTypedItemFastSlowRateLimiter[T comparable](fastDelay, slowDelay time.Duration, maxFastAttempts int) TypedRateLimiter[T] {
	return &TypedItemFastSlowRateLimiter[T]{
		limiter: *machine.NewFastSlow[T](int64(fastDelay), int64(slowDelay), maxFastAttempts, trace.Tap{}, nil),
	}
}

// When counts a failure and returns the wait.
func (r *TypedItemFastSlowRateLimiter[T]) When(item T) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Duration(r.limiter.When(0, item))
}

// Forget ends the counting of item.
func (r *TypedItemFastSlowRateLimiter[T]) Forget(item T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.limiter.Forget(item)
}

// NumRequeues is the number of failures of item since Forget.
func (r *TypedItemFastSlowRateLimiter[T]) NumRequeues(item T) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.limiter.NumRequeues(item)
}
