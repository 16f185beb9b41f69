// Package meter measures how long the items of a queue wait and are worked on, as the metrics of client-go's
// queues and of controller-runtime's tell it.
package meter

import (
	"math"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/utils/clock"
)

// Period is how often the times of unfinished work are set.
const Period = 500 * time.Millisecond

// Observer takes single observations, in seconds.
type Observer interface{ Observe(float64) }

// Setter is a number that is set, in seconds.
type Setter interface{ Set(float64) }

// Times measures the items of one queue, under the queue's lock. It knows an item by its slot in the queue, which is
// the item's as long as it waits or is worked on: so nothing is hashed a second time. Use New.
type Times struct {
	clock         clock.PassiveClock
	start         time.Time
	latency, work Observer
	sum, longest  Setter
	items         []item // by slot
	working       int    // how many items are worked on
}

// item is since when an item waits and is worked on, after start, or never.
type item struct{ waiting, working time.Duration }

const never time.Duration = math.MinInt64

// New tells latency how long an item waited, work how long it was worked on; sum and longest are set to how long
// those that are worked on have been.
func New(c clock.PassiveClock, latency, work Observer, sum, longest Setter) Times {
	return Times{clock: c, start: c.Now(), latency: latency, work: work, sum: sum, longest: longest}
}

// Added has an item wait, unless it does.
func (t *Times) Added(at machine.Slot) {
	if i := t.of(at); i.waiting == never {
		i.waiting = t.now()
	}
}

// Got has a worker take an item.
func (t *Times) Got(at machine.Slot) {
	i, now := t.of(at), t.now()
	if i.waiting != never {
		t.latency.Observe((now - i.waiting).Seconds())
		i.waiting = never
	}
	if i.working == never {
		t.working++
	}
	i.working = now
}

// Done has the worker give it back. It does nothing for an item that nobody works on, and for machine.NoSlot.
func (t *Times) Done(at machine.Slot) {
	if int(at) >= len(t.items) {
		return
	}
	if i := &t.items[at]; i.working != never {
		t.work.Observe((t.now() - i.working).Seconds())
		i.working = never
		t.working--
	}
}

// Unfinished sets the times of what is being worked on, summed in whole nanoseconds.
func (t *Times) Unfinished() {
	var sum, longest time.Duration
	now, left := t.now(), t.working
	for i := 0; left > 0; i++ {
		if since := t.items[i].working; since != never {
			sum, longest = sum+now-since, max(longest, now-since)
			left--
		}
	}
	t.sum.Set(sum.Seconds())
	t.longest.Set(longest.Seconds())
}

func (t *Times) of(at machine.Slot) *item {
	for int(at) >= len(t.items) {
		t.items = append(t.items, item{never, never})
	}
	return &t.items[at]
}

func (t *Times) now() time.Duration { return t.clock.Since(t.start) }
