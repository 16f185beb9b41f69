package leak

import (
	"strings"
	"testing"
	"time"
)

type run func() int

func (r run) Run() int { return r() }

// A goroutine that stays is found, one that ends soon is waited for, and failed tests are
// left alone.
func TestCheckFindsWhatStays(t *testing.T) {
	gate := make(chan struct{})
	go func() { <-gate }()
	if left := wait(20 * time.Millisecond); len(left) != 1 || !strings.Contains(left[0], "TestCheckFindsWhatStays") {
		t.Errorf("found %q, want the goroutine of this test", left)
	}
	time.AfterFunc(50*time.Millisecond, func() { close(gate) })
	if code := Check(run(func() int { return 0 })); code != 0 {
		t.Errorf("Check = %d of a goroutine that ends soon, want 0", code)
	}
	if code := Check(run(func() int { return 3 })); code != 3 {
		t.Errorf("Check = %d of tests that failed with 3", code)
	}
}
