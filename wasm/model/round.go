package model

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Pop is one hand-over of the FIFO to the store.
type Pop struct {
	State *state.State // when it was over, or at the end of the step while it goes on
	Notes []state.Note // what it had the first handler be told, in order
	Open  bool         // it is not over
}

// Round returns the pops since the FIFO was last empty, up to the end of step n, and the
// state before the first change went in; nil when nothing ever went in. It is what engines
// differ in: the same changes, popped in other pieces.
func (t *Timeline) Round(n int) (before *state.State, pops []Pop) { return t.RoundPart(n, 0) }

// RoundPart is Round up to the end of part k of step n.
func (t *Timeline) RoundPart(n, k int) (before *state.State, pops []Pop) {
	s := t.points[0].state.Clone()
	_, end := t.span(n, k)
	handler := uint16(0)
	for s.Seq < end && s.Seq < t.rec.Len() {
		e := t.rec.Event(max(s.Seq+1, t.rec.Oldest()))
		switch e.Op {
		case trace.FIFOPush, trace.FIFOMark, trace.FIFOReplace:
			if f := &s.FIFO; !f.Busy && len(f.Tape) == 0 && len(f.Trays) == 0 {
				before, pops = s.Clone(), nil
			}
		case trace.FIFOBegin:
			pops = append(pops, Pop{Open: true})
		case trace.NotePush:
			if handler == 0 {
				handler = e.Part
			}
			if k := len(pops) - 1; k >= 0 && pops[k].Open && e.Part == handler {
				pops[k].Notes = append(pops[k].Notes, state.NoteOf(&e))
			}
		}
		s.Apply(e)
		if k := len(pops) - 1; e.Op == trace.FIFOEnd && k >= 0 {
			pops[k].State, pops[k].Open = s.Clone(), false
		}
	}
	if k := len(pops) - 1; k >= 0 && pops[k].Open {
		pops[k].State = s
	}
	return before, pops
}
