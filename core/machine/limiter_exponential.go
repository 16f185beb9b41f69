package machine

import "github.com/informerscope/informerscope/core/trace"

// Exponential doubles the wait of a key with each failure: base, 2·base, 4·base, up to max.
// The arithmetic is in integers, so that the same failures wait the same everywhere;
// client-go's floating point overflows differently from one processor to the next.
// Source: client-go util/workqueue, default_rate_limiters.go (v0.37).
type Exponential[T comparable] struct {
	counter[T]
	base, max Dur
}

// NewExponential returns an Exponential without failures. A base of 0 waits 0; a base
// beyond most waits most from the first failure on.
func NewExponential[T comparable](base, most Dur, tap trace.Tap, keyer Keyer[T]) *Exponential[T] {
	return &Exponential[T]{counter: newCounter(tap, keyer), base: base, max: most}
}

// When returns base·2ⁿ, at most max, where n is the number of failures before this one.
func (l *Exponential[T]) When(_ Time, k T) Dur {
	n, id := l.fail(k)
	// trace: limiter.when
	d := min(l.max, doubled(l.base, n-1))
	l.Numbers(trace.LimitWhen, id, d, int64(n))
	return d
}

// doubled is d·2ⁿ, and the farthest Dur in its direction where that does not fit.
func doubled(d Dur, n int) Dur {
	if d == 0 {
		return 0
	}
	if n < 63 && d<<n>>n == d {
		return d << n
	}
	if d < 0 {
		return -Forever - 1
	}
	return Forever
}
