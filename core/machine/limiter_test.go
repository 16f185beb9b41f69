package machine

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"golang.org/x/time/rate"
)

var silent trace.Tap

// "base·2ⁿ up to the maximum", also where the product passes the largest Dur: R02, R03.
func TestExponentialNeverOverflows(t *testing.T) {
	for _, c := range []struct {
		base, max Dur
		failures  int
		want      Dur
	}{
		{5, 1000, 1, 5},
		{5, 1000, 3, 20},
		{5, 1000, 8, 640},
		{5, 1000, 9, 1000},
		{5, 1000, 5000, 1000},
		{1, Forever, 63, 1 << 62},
		{1, Forever, 64, Forever}, // client-go: the smallest int64 on amd64
		{3, Forever, 63, Forever},
		{0, 1000, 2000, 0}, // client-go: not a number
		{2000, 1000, 1, 1000},
		{-5, 1000, 2, -10},
		{-5, 1000, 100, -1 << 63},
	} {
		l := NewExponential[string](c.base, c.max, silent, nil)
		var got Dur
		for range c.failures {
			got = l.When(0, "a")
		}
		if got != c.want {
			t.Errorf("base %d max %d: When after %d failures = %d, want %d", c.base, c.max, c.failures-1, got, c.want)
		}
		if n := l.NumRequeues("a"); n != c.failures {
			t.Errorf("NumRequeues after %d failures = %d", c.failures, n)
		}
	}
}

// The bucket waits as golang.org/x/time/rate does, but for the rounding of its floats.
func TestBucketWaitsAsRateLimiterDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	start := time.Unix(0, 0)
	for _, c := range []struct {
		perSecond float64
		burst     int
	}{{10, 100}, {10, 1}, {1000, 7}, {3, 2}, {0.1, 5}, {1e9, 1}, {1e12, 3}, {7.77, 13}, {math.Inf(1), 0}, {10, 0}, {0, 2}, {-1, 3}} {
		limit := rate.Limit(c.perSecond)
		if math.IsInf(c.perSecond, 1) {
			limit = rate.Inf
		}
		ref := rate.NewLimiter(limit, c.burst)
		b := NewBucket[string](c.perSecond, c.burst, silent, nil)
		var now Time
		for i := range 500 {
			switch r.IntN(4) {
			case 0:
				now += r.Int64N(int64(time.Second))
			case 1:
				now += r.Int64N(1000)
			case 2:
				if i%50 == 0 {
					now += int64(100 * time.Second)
				}
			}
			at := start.Add(time.Duration(now))
			want := int64(ref.ReserveN(at, 1).DelayFrom(at))
			got := b.When(now, "a")
			// The floats of the reference lose more, the longer the wait.
			slack := 2 + want/1e9
			if want == Forever && got != Forever || got < want-slack || got-slack > want {
				t.Fatalf("rate %v burst %d: When %d at %v = %v, want %v", c.perSecond, c.burst, i, time.Duration(now), time.Duration(got), time.Duration(want))
			}
		}
	}
}

// "All of them count and spend"; "the largest number any limiter says, not their sum".
func TestMaxOfAsksEveryLimiter(t *testing.T) {
	slow, fast := NewFastSlow[string](9, 9, 0, silent, nil), NewExponential[string](1, 100, silent, nil)
	l := NewWithMaxWait[string](NewMaxOf([]Limiter[string]{slow, fast}, silent, nil), 12, silent, nil)
	for i, want := range []Dur{9, 9, 9, 9, 12, 12} { // fast says 1 2 4 8 16 32
		if got := l.When(0, "a"); got != want {
			t.Errorf("When %d = %d, want %d", i, got, want)
		}
	}
	if n := l.NumRequeues("a"); n != 6 || slow.NumRequeues("a") != 6 || fast.NumRequeues("a") != 6 {
		t.Errorf("NumRequeues = %d, inside %d and %d, want 6", n, slow.NumRequeues("a"), fast.NumRequeues("a"))
	}
	l.Forget("a")
	if n := slow.NumRequeues("a") + fast.NumRequeues("a"); n != 0 {
		t.Errorf("after Forget the limiters count %d failures, want 0", n)
	}
	if d := NewMaxOf[string](nil, silent, nil).When(0, "a"); d != 0 {
		t.Errorf("When of no limiters = %d, want 0", d)
	}
}
