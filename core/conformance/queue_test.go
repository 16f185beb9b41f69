package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Add, Get, Done, ShutDown and ShutDownWithDrain in any order answer as client-go's do.
func TestQueueAnswersAsClientGoDoes(t *testing.T) {
	randomScripts(t, "work queue", int(scripts(10_000)), randomQueueScript)
}

// AddAfter, AddRateLimited and Forget in any order, at any time, answer as client-go's do.
func TestRateLimitingQueueAnswersAsClientGoDoes(t *testing.T) {
	randomScripts(t, "delaying and rate limiting queue", int(scripts(10_000)), randomLimitedScript)
}

// Scripts that once told ours from client-go no longer do.
func TestKeptQueueScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/queue/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/queue: %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := parseQueueScript(string(text))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if diff := compareQueues(t, s); diff != "" {
				t.Errorf("%s:\n%s", file, diff)
			}
		})
	}
}

func randomScripts(t *testing.T, component string, n int, next func(*rand.Rand) queueScript) {
	t.Logf("-seed=%d", seed())
	for i := range uint64(n) {
		s := next(rand.New(rand.NewPCG(seed(), i)))
		cover(component, s.ops...)
		if compareQueues(t, s) == "" {
			continue
		}
		s = s.shrink(func(s queueScript) bool { return compareQueues(t, s) != "" })
		diff := compareQueues(t, s)
		text := "# " + strings.ReplaceAll(strings.TrimSpace(diff), "\n", "\n# ") + "\n" + s.String()
		t.Fatalf("script %d of -seed=%d, kept as %s:\n%s", i, seed(), keep(t, "queue", i, text), text)
	}
}

// compareQueues runs s on both sides at once and returns the first difference, or "".
func compareQueues(t *testing.T, s queueScript) (diff string) {
	synctest.Test(t, func(*testing.T) {
		a, b := newObserved(theirSide(s.header)), newObserved(ourSide(s.header))
		defer a.end()
		defer b.end()
		shut := false
		for i, o := range s.ops {
			// Sleeps and delays are whole milliseconds; this keeps apart what happens at the same
			// one, where client-go promises no order (D06).
			time.Sleep(1009 * time.Nanosecond)
			if o.verb == "drain" && (a.draining() || shut && a.failures != nil) {
				continue // client-go hangs: see deviations.md, W11 and D08
			}
			shut = shut || o.verb == "shut"
			a.do(o)
			b.do(o)
			if o.verb == "sleep" {
				time.Sleep(o.d)
			}
			synctest.Wait()
			if x, y := a.look(), b.look(); x != y {
				diff = fmt.Sprintf("after line %d, %s\nclient-go: %s\nours:      %s\n", i+1, o, x, y)
				return
			}
		}
	})
	return diff
}
