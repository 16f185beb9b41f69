package machine

import "github.com/informerscope/informerscope/core/trace"

// MaxOf asks all its limiters and lets the key wait for the longest answer. All of them
// count and spend, also those whose answer is not used.
// Source: client-go util/workqueue, default_rate_limiters.go (v0.37).
type MaxOf[T comparable] struct {
	namer[T]
	limiters []Limiter[T]
}

// NewMaxOf returns the limiter over limiters; over none it never lets wait. Give the tap
// here and silent ones inside, and a try is one event.
func NewMaxOf[T comparable](limiters []Limiter[T], tap trace.Tap, keyer Keyer[T]) *MaxOf[T] {
	return &MaxOf[T]{namer: newNamer(tap, keyer), limiters: limiters}
}

// When returns the longest wait any limiter says; never less than 0.
func (l *MaxOf[T]) When(now Time, k T) Dur {
	l.Begin()
	var d Dur
	for _, one := range l.limiters {
		// trace: limiter.when max
		d = max(d, one.When(now, k))
	}
	if l.On() {
		l.Numbers(trace.LimitWhen, l.name(k), d, int64(l.NumRequeues(k)))
	}
	return d
}

// Forget makes all limiters forget k.
func (l *MaxOf[T]) Forget(k T) {
	l.Begin()
	for _, one := range l.limiters {
		// trace: limiter.forget max, limiter.forget max unknown
		one.Forget(k)
	}
	if l.On() {
		l.Emit(trace.LimitForget, l.name(k))
	}
}

// NumRequeues is the largest number any limiter says, not their sum.
func (l *MaxOf[T]) NumRequeues(k T) int {
	n := 0
	for _, one := range l.limiters {
		n = max(n, one.NumRequeues(k))
	}
	return n
}
