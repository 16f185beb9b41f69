// Package leak fails a run of tests that leaves goroutines of this module behind.
//
//	func TestMain(m *testing.M) { os.Exit(leak.Check(m)) }
package leak

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// patience is how long what was told to stop may take.
const patience = 5 * time.Second

// Check runs the tests of m. When they have passed it waits until no goroutine is in a
// function of this module any more, and fails with the stacks of those that stay.
func Check(m interface{ Run() int }) (code int) {
	if code = m.Run(); code != 0 {
		return code
	}
	left := wait(patience)
	if len(left) == 0 {
		return 0
	}
	fmt.Fprintf(os.Stderr, "%d goroutines are left when the tests have ended:\n\n%s\n", len(left), strings.Join(left, "\n\n"))
	return 1
}

// wait returns the stacks of goroutines that stay for that long.
func wait(most time.Duration) []string {
	deadline := time.Now().Add(most)
	for {
		left := ours(stacks())
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// stacks are those of all goroutines but the one that asks.
func stacks() []string {
	buf := make([]byte, 1<<20)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			return strings.Split(strings.TrimSpace(string(buf[:n])), "\n\n")[1:]
		}
		buf = make([]byte, 2*len(buf))
	}
}

// ours are the stacks with a function of this module, in the place of a test or behind a test.
func ours(stacks []string) (left []string) {
	for _, s := range stacks {
		if strings.Contains(s, "github.com/informerscope/informerscope/") {
			left = append(left, s)
		}
	}
	return left
}
