package main

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// film is a lesson played to its end, to be looked at step by step.
type film struct {
	lesson *scenarios.Lesson
	run    *scenarios.Run
	line   *model.Timeline
	marks  []mark // of each step
}

// mark is how many calls there were before and after a step.
type mark struct{ calls, api int }

// record plays the lesson on an engine. What was refused on the way comes as an error, with
// the film up to there; film is nil only when there is nothing to see at all.
func record(l *scenarios.Lesson, engine string) (*film, error) {
	f := &film{lesson: l}
	var err error
	f.run, err = l.Play(engine, func(_ int, _ *state.State, calls, api int, _ *scenarios.Run) {
		f.marks = append(f.marks, mark{calls, api})
	})
	if f.run == nil || len(f.run.Steps) == 0 {
		return nil, err
	}
	f.line = model.New(f.run.Recorder, f.run.Steps[0].To, func(s *state.State) {
		for _, w := range l.Workers {
			s.AddWorker(w)
		}
	})
	for _, st := range f.run.Steps[1:] {
		f.line.CutAt(st.Label, st.To, st.At)
	}
	return f, err
}

// last is the number of the last step.
func (f *film) last() int { return len(f.run.Steps) - 1 }

// beat is the latest thing that was said up to a step, with its marks.
func (f *film) beat(n int, lang string) string {
	for ; n >= 0; n-- {
		if id := f.run.Steps[n].Beat; id != "" {
			return f.lesson.Text(lang, id)
		}
	}
	return ""
}
