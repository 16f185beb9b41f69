package sim

import (
	"testing"
	"time"
)

// Whatever a worker was doing, a pass that is over leaves nothing behind: the next one begins at once, after a
// panic that was caught a second later, and takes as long as a pass takes, whether an actor or a
// command ended the one before, and where in it.
func TestAPassLeavesNothingToTheNext(t *testing.T) {
	const takes = 7 * time.Second
	for _, script := range []string{"", "get, sleep 7s, ok", "get, sleep 4s, forget, sleep 3s, ok"} {
		for _, at := range []time.Duration{0, time.Second, 4 * time.Second, 6500 * time.Millisecond} {
			for _, c := range []struct {
				end  string
				away time.Duration
			}{
				{"W1 Done", 0}, {"W1 ok", 0}, {"W1 fail", 0}, {"W1 panic caught", time.Second}, {"W1 panic deferred", time.Second},
				{"set workers 0; W1 Done; set workers 1", 0}, {"auto off; W1 panic deferred; auto on", time.Second},
				{"auto off; W1 Done; auto on", 0}, {"restart", 0}, {"Add b; W1 Get", 0}, {"hold W1; W1 panic caught; release W1", time.Second},
			} {
				w, err := New(Config{Workers: []string{"W1"}})
				if err != nil {
					t.Fatal(err)
				}
				if script != "" {
					give(t, w, "worker W1 = "+script)
				}
				give(t, w, "set duration 7s; auto on; Add a")
				begin := w.Now()
				w.Advance(at + 1) // within the pass
				if w.worker("W1").key != "a" || !w.worker("W1").has {
					t.Fatalf("script %q: W1 has no key at %v", script, at)
				}
				give(t, w, c.end+"; Add b")
				over := w.Now()
				holds := func() bool { k := w.worker("W1"); return k.has && k.key == "b" }
				began, ended := int64(-1), int64(-1)
				for a := w.first(); ended < 0; a = w.first() {
					if began < 0 && holds() {
						began = w.Now()
					}
					if a == nil {
						break
					}
					if w.act(a); began >= 0 && !holds() {
						ended = w.Now()
					}
				}
				if want := over + int64(c.away); began != want || ended != want+int64(takes) {
					t.Errorf("script %q, at %v %s: the next pass goes from %v to %v, want %v to %v", script, time.Duration(over-begin), c.end,
						time.Duration(began), time.Duration(ended), time.Duration(want), time.Duration(want)+takes)
				}
			}
		}
	}
}
