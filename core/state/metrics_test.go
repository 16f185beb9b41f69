package state_test

import (
	"math"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

const second = int64(1_000_000_000)

// Between two samples the gauges of work in progress stand still; a key whose Done is
// forgotten makes them climb by a second each second, and is in no histogram.
func TestAForgottenDoneShowsInTheGaugesOnly(t *testing.T) {
	m := state.NewMetrics()
	m.Apply(trace.Event{At: 0, Op: trace.QueueAdd, Key: 1, After: trace.Queued | trace.Dirty})
	m.Apply(trace.Event{At: second / 4, Op: trace.QueueGet, Key: 1, Before: trace.Queued | trace.Dirty, After: trace.Processing})
	for _, c := range []struct{ at, unfinished int64 }{
		{second / 4, 0}, {second/2 - 1, 0}, {second / 2, second / 4}, {second - 1, second / 4}, {3600 * second, 3600*second - second/4},
	} {
		m.Advance(c.at)
		if m.Unfinished != c.unfinished || m.Longest != c.unfinished {
			t.Errorf("at %d ns: unfinished %d, longest %d, want %d", c.at, m.Unfinished, m.Longest, c.unfinished)
		}
	}
	if m.Work.Count != 0 || m.Latency.Count != 1 || m.Depth != 0 || m.Adds != 1 {
		t.Errorf("work %d, latency %d, depth %d, adds %d; want 0, 1, 0, 1", m.Work.Count, m.Latency.Count, m.Depth, m.Adds)
	}
	m.Apply(trace.Event{At: 3601 * second, Op: trace.QueueDone, Key: 1, Before: trace.Processing})
	if m.Work.Count != 1 || m.Work.Sum != 3601*second-second/4 {
		t.Errorf("work: %d times, %d ns", m.Work.Count, m.Work.Sum)
	}
	if m.Unfinished == 0 {
		t.Error("the gauge fell before the next sample")
	}
	if m.Advance(3602 * second); m.Unfinished != 0 {
		t.Errorf("unfinished %d after Done, want 0", m.Unfinished)
	}
}

// A program that starts anew has a queue of its own, whose gauges are set by a clock of their own.
func TestANewProgramCountsFromNothing(t *testing.T) {
	m := state.NewMetrics()
	m.Apply(trace.Event{At: 0, Op: trace.QueueAdd, Key: 1, After: trace.Queued | trace.Dirty})
	m.Apply(trace.Event{At: 0, Op: trace.QueueGet, Key: 1, Before: trace.Queued | trace.Dirty, After: trace.Processing})
	m.Apply(trace.Event{At: 13 * second / 10, Op: trace.Restart})
	if m.Adds != 0 || m.Latency.Count != 0 || m.Unfinished != 0 {
		t.Errorf("adds %d, latency %d, unfinished %d; want nothing", m.Adds, m.Latency.Count, m.Unfinished)
	}
	m.Apply(trace.Event{At: 14 * second / 10, Op: trace.QueueAdd, Key: 1, After: trace.Queued | trace.Dirty})
	m.Apply(trace.Event{At: 14 * second / 10, Op: trace.QueueGet, Key: 1, Before: trace.Queued | trace.Dirty, After: trace.Processing})
	if m.Advance(18*second/10 - 1); m.Unfinished != 0 {
		t.Errorf("unfinished %d before the first sample of the new queue, want 0", m.Unfinished)
	}
	if m.Advance(18 * second / 10); m.Unfinished != 4*second/10 {
		t.Errorf("unfinished %d at the first sample of the new queue, want 0.4 s", m.Unfinished)
	}
}

// The quantiles are those of Prometheus: evenly spread in a bucket, from 0 in the first one,
// and never above the last bound.
func TestQuantilesAreThoseOfPrometheus(t *testing.T) {
	for _, c := range []struct {
		name    string
		times   []int64
		p50     float64
		p99     float64
		inWhich int
		wide    bool
	}{
		{"one second belongs to the bucket of one second", []int64{second}, 0.1 + 0.9*0.5, 0.1 + 0.9*0.99, 8, false},
		{"two and three seconds are up to ten", []int64{2 * second, 3 * second}, 1 + 9*0.5, 1 + 9*0.99, 9, false},
		{"an hour is above ten seconds", []int64{3600 * second}, 10, 10, 10, false},
		{"controller-runtime has two buckets more", []int64{3600 * second}, 1000, 1000, 12, true},
		{"and twenty seconds are in the first of them", []int64{20 * second}, 10 + 90*0.5, 10 + 90*0.99, 10, true},
		{"at once", []int64{0, 0, 0, 0}, 10e-9 * 0.5, 10e-9 * 0.99, 0, false},
	} {
		h := state.Histogram{Wide: c.wide}
		for _, ns := range c.times {
			h.Observe(ns)
		}
		if p50, p99 := h.Quantile(0.5), h.Quantile(0.99); math.Abs(p50-c.p50) > 1e-12 || math.Abs(p99-c.p99) > 1e-12 {
			t.Errorf("%s: p50 %v, p99 %v, want %v, %v", c.name, p50, p99, c.p50, c.p99)
		}
		if h.Buckets[c.inWhich] != uint32(len(c.times)) {
			t.Errorf("%s: buckets %v", c.name, h.Buckets)
		}
	}
	if h := (state.Histogram{}); !math.IsNaN(h.Quantile(0.5)) || !math.IsNaN(h.Mean()) {
		t.Error("nothing was observed, and yet there is a quantile or a mean")
	}
}
