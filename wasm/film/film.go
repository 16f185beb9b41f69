package film

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// Film is a lesson played to its end on one engine, to be looked at step by step. Use Record.
type Film struct {
	Lesson *scenarios.Lesson
	Run    *scenarios.Run
	Line   *model.Timeline
	marks  []mark // of each step
	cursor *state.State
}

// mark is how many calls there were before a step.
type mark struct{ calls, api int }

// Record plays the lesson on an engine. What was refused on the way comes as an error, with
// the film up to there; the film is nil only when there is nothing to see at all.
func Record(l *scenarios.Lesson, engine string) (*Film, error) {
	f := &Film{Lesson: l}
	var err error
	f.Run, err = l.Play(engine, func(_ int, _ *state.State, calls, api int, _ *scenarios.Run) {
		f.marks = append(f.marks, mark{calls, api})
	})
	if f.Run == nil || len(f.Run.Steps) == 0 {
		return nil, err
	}
	f.Line = model.Played(f.Run)
	return f, err
}

// Last is the number of the last step.
func (f *Film) Last() int { return len(f.Run.Steps) - 1 }

// Name is what step n is called.
func (f *Film) Name(n int, lang string) string { return scenarios.Label(lang, f.Run.Steps[n].Label) }

// Beat is the latest thing that was said up to step n, with its marks.
func (f *Film) Beat(n int, lang string) string { return f.Run.Beat(n, lang) }

// Since is how many handler calls and API calls there were before step n: what View wants.
func (f *Film) Since(n int) (calls, api int) { return f.marks[n].calls, f.marks[n].api }

// At is the state after step n. It is the film's own and good until the next call: going
// forward applies what happened, going back seeks.
func (f *Film) At(n int) *state.State {
	to := f.Run.Steps[n].To
	if f.cursor == nil || f.cursor.Seq > to {
		f.cursor = f.Line.At(n).Clone()
	}
	for f.cursor.Seq < to {
		f.cursor.Apply(f.Run.Recorder.Event(f.cursor.Seq + 1))
	}
	return f.cursor
}
