package model

import (
	"slices"
	"sort"

	"github.com/informerscope/informerscope/core/state"
)

// A seek folds from the nearest state before, which is a checkpoint or one of the last
// answers: who goes a step forward or back is beside where he was.

const (
	nearby = 4   // answers that stay at hand
	stride = 256 // events before a far answer there is one more, for who goes on backwards
)

// At returns the state at the end of step n; read only.
func (t *Timeline) At(n int) *state.State { return t.Seek(t.Step(n).End) }

// Seek returns the state after the event seq; read only, it is handed out more than once.
func (t *Timeline) Seek(seq uint64) *state.State {
	seq = min(seq, t.rec.Len())
	base := t.points[max(sort.Search(len(t.points), func(i int) bool { return t.points[i].seq > seq })-1, 0)].state
	for i, s := range t.near {
		if s.Seq == seq {
			t.hold(i, s)
			return s
		}
		if s.Seq < seq && s.Seq > base.Seq && s.Seq+1 >= t.rec.Oldest() {
			base = s
		}
	}
	if i := slices.Index(t.near, base); i >= 0 {
		t.hold(i, base)
	}
	s := base.Clone()
	for far := seq-base.Seq > 2*stride; s.Seq < seq; {
		if far && seq-s.Seq == stride {
			t.hold(-1, s.Clone())
		}
		s.Apply(t.rec.Event(s.Seq + 1))
	}
	t.hold(-1, s)
	return s
}

// hold keeps s at hand, as the last of those that were used; i is where it stands among them,
// -1 nowhere.
func (t *Timeline) hold(i int, s *state.State) {
	if i >= 0 {
		t.near = slices.Delete(t.near, i, i+1)
	} else if len(t.near) == nearby {
		t.near = slices.Delete(t.near, 0, 1)
	}
	t.near = append(t.near, s)
}
