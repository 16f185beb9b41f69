package machine

import "github.com/informerscope/informerscope/core/trace"

// FastSlow lets the first failures of a key wait fast and all others slow.
// Source: client-go util/workqueue, default_rate_limiters.go (v0.37).
type FastSlow[T comparable] struct {
	counter[T]
	fast, slow Dur
	attempts   int
}

// NewFastSlow returns a FastSlow without failures; attempts is how many waits are fast.
func NewFastSlow[T comparable](fast, slow Dur, attempts int, tap trace.Tap, keyer Keyer[T]) *FastSlow[T] {
	return &FastSlow[T]{counter: newCounter(tap, keyer), fast: fast, slow: slow, attempts: attempts}
}

// When returns the fast wait for the failures 1 to attempts, then the slow one.
func (l *FastSlow[T]) When(_ Time, k T) Dur {
	n, id := l.fail(k)
	d := l.slow
	if n <= l.attempts {
		d = l.fast
	}
	l.Numbers(trace.LimitWhen, id, d, int64(n))
	return d
}
