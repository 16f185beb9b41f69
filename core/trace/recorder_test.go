package trace

import "testing"

// A recorder keeps at least as many events as it was made for, and of a bounded one the oldest
// give way.
func TestRecorderKeepsTheLastEvents(t *testing.T) {
	for _, c := range []struct {
		max    int
		events int
		oldest uint64
	}{{0, 100, 1}, {1, 1, 1}, {1, 5, 4}, {2, 5, 4}, {3, 5, 2}, {4, 4, 1}, {4, 9, 6}} {
		r := New(c.max)
		tap := r.AddPart("queue", "queue")
		for n := range c.events {
			tap.Numbers(HeapAdd, 0, int64(n+1), 0)
		}
		if r.Oldest() != c.oldest || r.Len() != uint64(c.events) {
			t.Errorf("New(%d) after %d events keeps %d to %d, want from %d", c.max, c.events, r.Oldest(), r.Len(), c.oldest)
		}
		for _, e := range r.Since(1) {
			if e.A != int64(e.Seq) {
				t.Errorf("New(%d): event %d says it is event %d", c.max, e.Seq, e.A)
			}
		}
	}
}
