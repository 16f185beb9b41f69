package workqueue

import "testing"

// "The zero value never lets wait."
func TestZeroLimitersNeverLetWait(t *testing.T) {
	for _, l := range []TypedRateLimiter[string]{
		&TypedItemExponentialFailureRateLimiter[string]{},
		&TypedItemFastSlowRateLimiter[string]{},
		&TypedMaxOfRateLimiter[string]{},
	} {
		for range 3 {
			if d := l.When("a"); d != 0 {
				t.Errorf("%T: When = %v, want 0", l, d)
			}
		}
		l.Forget("a")
		if n := l.NumRequeues("a"); n != 0 {
			t.Errorf("%T: NumRequeues after Forget = %d", l, n)
		}
	}
}
