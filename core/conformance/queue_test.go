package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var (
	seedFlag = flag.Uint64("seed", 0, "seed of the random queue scripts; 0 takes one from the clock")
	runsFlag = flag.Int("scripts", 10_000, "number of random queue scripts of each kind")
)

// Add, Get, Done, ShutDown and ShutDownWithDrain in any order answer as client-go's do.
func TestQueueAnswersAsClientGoDoes(t *testing.T) {
	randomScripts(t, randomQueueScript)
}

// AddAfter, AddRateLimited and Forget in any order, at any time, answer as client-go's do.
func TestRateLimitingQueueAnswersAsClientGoDoes(t *testing.T) {
	randomScripts(t, randomLimitedScript)
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

func randomScripts(t *testing.T, next func(*rand.Rand) queueScript) {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed=%d", seed)
	for i := range *runsFlag {
		s := next(rand.New(rand.NewPCG(seed, uint64(i))))
		if compareQueues(t, s) == "" {
			continue
		}
		s = s.shrink(func(s queueScript) bool { return compareQueues(t, s) != "" })
		diff := compareQueues(t, s)
		file := fmt.Sprintf("testdata/queue/%s-%d-%d.txt", strings.Fields(s.header)[0], seed, i)
		text := "# " + strings.ReplaceAll(strings.TrimSpace(diff), "\n", "\n# ") + "\n" + s.String()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
		t.Fatalf("script %d of -seed=%d, kept as %s:\n%s", i, seed, file, text)
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
