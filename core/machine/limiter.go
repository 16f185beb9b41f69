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

// counter counts failures a key, up to 2³²-1.
type counter[T comparable] struct {
	namer[T]
	keys table[T, uint32]
}

func newCounter[T comparable](tap trace.Tap, keyer Keyer[T]) counter[T] {
	return counter[T]{namer: newNamer(tap, keyer), keys: newTable[T, uint32]()}
}

// fail counts one more failure of k and returns their number.
func (c *counter[T]) fail(k T) (n int, id trace.ID) {
	at, _ := c.keys.claimKey(k)
	if c.On() {
		c.Begin()
		id = idOf(&c.namer, &c.keys, at)
	}
	s := &c.keys.slots[at]
	if s.val != 1<<32-1 {
		s.val++
	}
	return int(s.val), id
}

// Forget forgets the failures of k.
func (c *counter[T]) Forget(k T) {
	c.Begin()
	at := c.keys.findKey(k)
	if at == none {
		// trace: limiter.forget unknown
		c.Emit(trace.LimitForget, c.name(k))
		return
	}
	c.Emit(trace.LimitForget, c.keys.id(at))
	// trace: limiter.forget
	c.keys.remove(at)
}

// NumRequeues is the number of times When was called with k since its last Forget.
func (c *counter[T]) NumRequeues(k T) int {
	at := c.keys.findKey(k)
	if at == none {
		return 0
	}
	return int(c.keys.slots[at].val)
}

// Each calls f with every key that has failures, in no promised order.
func (c *counter[T]) Each(f func(k T, failures int)) {
	for i := range c.keys.slots {
		if s := &c.keys.slots[i]; s.val != 0 {
			f(s.key, int(s.val))
		}
	}
}
