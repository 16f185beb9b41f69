package gate

import (
	"testing"
)

// As many watches are open at a time as the gate says, not one more; one that has ended makes room.
func TestTheGateOpensAsManyWatchesAsItSays(t *testing.T) {
	g := newGate(t, "")
	var open []*stream
	for i := range maxStreams {
		s, p := g.openStream(t.Context(), Request{})
		if p != nil {
			t.Fatalf("watch %d of %d is refused: %v", i+1, maxStreams, p)
		}
		open = append(open, s)
	}
	if _, p := g.openStream(t.Context(), Request{}); p != ErrTooManyStreams {
		t.Errorf("watch %d of %d: %v, want %v", maxStreams+1, maxStreams, p, ErrTooManyStreams)
	}
	open[0].done()
	s, p := g.openStream(t.Context(), Request{})
	if p != nil {
		t.Fatalf("after one has ended another is refused: %v", p)
	}
	open[0] = s
	for _, s := range open {
		s.done()
	}
	if len(g.open) != 0 {
		t.Errorf("%d watches are open after the last has ended", len(g.open))
	}
}
