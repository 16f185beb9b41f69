// Package meter measures how long the items of a queue wait and are worked on, as the metrics of client-go's
// queues and of controller-runtime's tell it.
package meter

import (
	"time"

	"k8s.io/utils/clock"
)

// Period is how often the times of unfinished work are set.
const Period = 500 * time.Millisecond

// Observer takes single observations, in seconds.
type Observer interface{ Observe(float64) }

// Setter is a number that is set, in seconds.
type Setter interface{ Set(float64) }

// Times measures the items of one queue, under the queue's lock. Use New.
type Times[T comparable] struct {
	clock          clock.PassiveClock
	latency, work  Observer
	sum, longest   Setter
	waiting, taken map[T]time.Time // since when
}

// New tells latency how long an item waited, work how long it was worked on; sum and longest are set to how long
// those that are worked on have been.
func New[T comparable](c clock.PassiveClock, latency, work Observer, sum, longest Setter) Times[T] {
	return Times[T]{c, latency, work, sum, longest, map[T]time.Time{}, map[T]time.Time{}}
}

// Added has an item wait, unless it does.
func (t *Times[T]) Added(item T) {
	if _, waits := t.waiting[item]; !waits {
		t.waiting[item] = t.clock.Now()
	}
}

// Got has a worker take an item.
func (t *Times[T]) Got(item T) {
	if since, waited := t.waiting[item]; waited {
		t.latency.Observe(t.clock.Since(since).Seconds())
		delete(t.waiting, item)
	}
	t.taken[item] = t.clock.Now()
}

// Done has the worker give it back.
func (t *Times[T]) Done(item T) {
	if since, worked := t.taken[item]; worked {
		t.work.Observe(t.clock.Since(since).Seconds())
		delete(t.taken, item)
	}
}

// Unfinished sets the times of what is being worked on, summed in whole nanoseconds, so that the sum does not depend
// on the order of a map.
func (t *Times[T]) Unfinished() {
	var sum, longest time.Duration
	now := t.clock.Now()
	for _, since := range t.taken {
		age := now.Sub(since)
		sum, longest = sum+age, max(longest, age)
	}
	t.sum.Set(sum.Seconds())
	t.longest.Set(longest.Seconds())
}
