package model

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// Played is the timeline of a lesson that has run: its steps, with the workers of the lesson
// there from the start.
func Played(run *scenarios.Run) *Timeline {
	t := New(run.Recorder, run.Steps[0].To, func(s *state.State) {
		for _, w := range run.Lesson.Workers {
			s.AddWorker(w)
		}
	})
	for _, st := range run.Steps[1:] {
		t.CutAt(st.Label, st.To, st.At)
	}
	return t
}
