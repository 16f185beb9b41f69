package machine

import "github.com/informerscope/informerscope/core/trace"

// WithMaxWait lets a key wait as its limiter says, but never longer than max.
// Source: client-go util/workqueue, default_rate_limiters.go (v0.37).
type WithMaxWait[T comparable] struct {
	namer[T]
	limiter Limiter[T]
	max     Dur
}

// NewWithMaxWait returns limiter with an upper bound on its waits. Give the tap here and a
// silent one inside, and a try is one event.
func NewWithMaxWait[T comparable](limiter Limiter[T], most Dur, tap trace.Tap, keyer Keyer[T]) *WithMaxWait[T] {
	return &WithMaxWait[T]{namer: newNamer(tap, keyer), limiter: limiter, max: most}
}

// When returns the limiter's wait, at most max.
func (l *WithMaxWait[T]) When(now Time, k T) Dur {
	l.Begin()
	d := min(l.max, l.limiter.When(now, k))
	if l.On() {
		l.Numbers(trace.LimitWhen, l.name(k), d, int64(l.NumRequeues(k)))
	}
	return d
}

// Forget makes the limiter forget k.
func (l *WithMaxWait[T]) Forget(k T) {
	l.Begin()
	l.limiter.Forget(k)
	if l.On() {
		l.Emit(trace.LimitForget, l.name(k))
	}
}

// NumRequeues is the limiter's.
func (l *WithMaxWait[T]) NumRequeues(k T) int { return l.limiter.NumRequeues(k) }
