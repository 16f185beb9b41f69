package machine

import "github.com/informerscope/informerscope/core/trace"

// Limiter says how long a key that failed waits before its next try.
type Limiter[T any] interface {
	// When counts one failure of k and returns how long it has to wait; 0 is not at all.
	When(now Time, k T) Dur
	// Forget ends the counting of k. It does not touch any queue.
	Forget(k T)
	// NumRequeues is the number of failures counted since the last Forget.
	NumRequeues(k T) int
}

// counter counts failures a key.
type counter[T comparable] struct {
	namer[T]
	keys table[T, int]
}

// fail counts one more failure of k and returns its slot, valid until the next call.
func (c *counter[T]) fail(k T) *slot[T, int] {
	c.Begin()
	at, isNew := c.keys.claim(hashOf(k), k)
	s := &c.keys.slots[at]
	if isNew {
		s.id = c.name(k)
	}
	s.val++
	return s
}

// Forget forgets the failures of k.
func (c *counter[T]) Forget(k T) {
	c.Begin()
	at := c.keys.find(hashOf(k), k)
	if at == none {
		c.Emit(trace.LimitForget, c.name(k))
		return
	}
	c.Emit(trace.LimitForget, c.keys.slots[at].id)
	c.keys.remove(at)
}

// NumRequeues is the number of times When was called with k since its last Forget.
func (c *counter[T]) NumRequeues(k T) int {
	at := c.keys.find(hashOf(k), k)
	if at == none {
		return 0
	}
	return c.keys.slots[at].val
}

// Each calls f with every key that has failures, in no promised order.
func (c *counter[T]) Each(f func(k T, failures int)) {
	for i := range c.keys.slots {
		if s := &c.keys.slots[i]; s.val != 0 {
			f(s.key, s.val)
		}
	}
}
