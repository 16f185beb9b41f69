package model

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// distance is how many events lie between two checkpoints at least; the entries of a large
// state widen it, so that checkpoints cost no more memory than the events do.
const distance = 1024

// Step is one stop of the → key.
type Step struct {
	Label string // "W1 Get => a"; of the user or of the actor
	End   uint64 // Seq of its last event; equal to the step before when it emitted none
	At    int64  // ns since the start, at its end
	Queue int    // how many keys were queued at its end
}

type checkpoint struct {
	seq   uint64
	state *state.State
}

// Timeline is a recorder cut into steps. Use New.
type Timeline struct {
	rec    *trace.Recorder
	steps  []Step // steps[0] is the state before the first step
	first  int    // number of steps[0]
	points []checkpoint
	head   *state.State // folded to the last event seen by Extend or Cut
	start  func(*state.State)
	near   []*state.State // those that Seek answered last, see seek.go
	slips  []slip
	failed map[trace.ID]bool // keys whose last pass failed, until the next one begins
	swept  struct {          // where the head was at the last Forget that did something
		seq uint64
		at  int64
	}
}

// New returns the timeline of rec; start prepares the empty state (workers that have not
// called yet, say). The events up to seq belong to step 0.
func New(rec *trace.Recorder, seq uint64, start func(*state.State)) *Timeline {
	s := state.New(rec)
	if start != nil {
		start(s)
	}
	t := &Timeline{rec: rec, start: start, head: s, failed: map[trace.ID]bool{}, points: []checkpoint{{0, s.Clone()}}}
	t.steps = []Step{{}}
	t.fold(seq)
	t.steps[0] = Step{End: seq, At: s.At, Queue: len(s.Queue)}
	return t
}

// again is the timeline up to step n over another recorder of the same events.
func (t *Timeline) again(rec *trace.Recorder, n int) *Timeline {
	c := New(rec, t.steps[0].End, t.start)
	c.steps[0] = t.steps[0]
	for _, st := range t.steps[1 : t.clamp(n)-t.first+1] {
		c.CutAt(st.Label, st.End, st.At)
	}
	return c
}

// fold takes head up to seq and leaves checkpoints behind.
func (t *Timeline) fold(seq uint64) {
	for t.head.Seq < seq {
		next := max(t.head.Seq+1, t.rec.Oldest())
		e := t.rec.Event(next)
		t.head.Apply(e)
		t.slip(e)
		last := t.points[len(t.points)-1]
		if t.head.Seq-last.seq >= uint64(max(distance, len(t.head.Keys)+len(t.head.Store.Items))) {
			t.points = append(t.points, checkpoint{t.head.Seq, t.head.Clone()})
		}
	}
	t.forget()
}

// forget drops checkpoints and steps whose events are gone.
func (t *Timeline) forget() {
	oldest := t.rec.Oldest()
	drop := 0
	for drop+1 < len(t.points) && t.points[drop].seq+1 < oldest {
		drop++
	}
	t.points = t.points[drop:]
	floor := t.points[0].seq
	cut := 0
	for cut+1 < len(t.steps) && t.steps[cut].End < floor {
		cut++
	}
	t.steps = t.steps[cut:]
	t.first += cut
}

// Cut ends a step with everything recorded so far.
func (t *Timeline) Cut(label string, at int64) {
	t.CutAt(label, t.rec.Len(), at)
}

// CutAt ends a step at an event of the past: a lesson has run to its end before it is shown.
func (t *Timeline) CutAt(label string, end uint64, at int64) {
	t.fold(end)
	t.steps = append(t.steps, Step{Label: label, End: end, At: at, Queue: len(t.head.Queue)})
}

// CutSteps ends a step at each Step event recorded since the last cut: every action of an
// actor is a stop.
func (t *Timeline) CutSteps() {
	from := t.steps[len(t.steps)-1].End + 1
	label, at, open := "", int64(0), false
	for _, e := range t.rec.Since(from) {
		if e.Op == trace.Step {
			if open {
				t.CutAt(label, e.Seq-1, at)
			}
			label, open = t.rec.Text(e.Val), true
		}
		at = e.At
	}
	if t.rec.Len() >= from {
		t.CutAt(label, t.rec.Len(), at)
	}
}

// First and Last are the numbers of the oldest and newest step.
func (t *Timeline) First() int { return t.first }
func (t *Timeline) Last() int  { return t.first + len(t.steps) - 1 }

// Step returns step n, clamped into First…Last.
func (t *Timeline) Step(n int) Step { return t.steps[t.clamp(n)-t.first] }

func (t *Timeline) clamp(n int) int { return min(max(n, t.first), t.Last()) }

// Head is the newest state; read only, it changes with the next Cut.
func (t *Timeline) Head() *state.State { return t.head }

// Events returns the events of step n.
func (t *Timeline) Events(n int) []trace.Event {
	if n <= t.first {
		return nil
	}
	from, to := t.Step(n-1).End, t.Step(n).End
	var out []trace.Event
	for seq := max(from+1, t.rec.Oldest()); seq <= to; seq++ {
		out = append(out, t.rec.Event(seq))
	}
	return out
}
