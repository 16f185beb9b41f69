package player

import (
	"errors"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
)

// How the text is played: a stretch at a time, so that the page has its turn, and on every engine and queue where
// that is asked for.

// Ran says how many expectations did not hold on an engine and a queue; -1 is a command that was refused.
type Ran struct {
	On    string // as the text tells them apart
	Wrong int
	Other tell.Saying // of the queue of which the text says nothing, what is otherwise there; else nil
}

// refused marks why the text cannot be read, or played any further.
func (e *Editor) refused(err error) {
	m := Wrong{Says: refusal(err)}
	if at := (*scenarios.Error)(nil); errors.As(err, &at) {
		m.Line = at.Line
	}
	e.Marks = append(e.Marks, m)
}

// startRun begins to play the text on an engine and a queue.
func (p *Player) startRun(on scenarios.Side) {
	e := &p.Edit
	l := e.file.On(on.Queue)
	if l.Queue() != on.Queue {
		l = e.file.Elsewhere()
	}
	run, err := l.Begin(on.Engine, editEvents)
	if err != nil {
		p.runEnded(err)
		return
	}
	e.run, e.work = run, 0
	p.runOn()
}

// runOn plays for a while, and then lets the page have its turn: a long text keeps nobody waiting.
func (p *Player) runOn() {
	e := &p.Edit
	for until := e.work + editWork; e.run.More(); {
		if e.work > until {
			p.timer("edit", 0)
			return
		}
		was := e.run.Recorder.Len()
		if err := e.run.Next(); err != nil {
			p.runEnded(err)
			return
		}
		e.work += int(e.run.Recorder.Len()-was) + e.run.Keys()*(1+len(e.file.Items[len(e.run.Steps)-1].Expect))
	}
	p.runEnded(nil)
}

// runEnded marks what did not hold in a run that is over, shows it where it is the one of the picture,
// and goes on to the next. Of the queue of which the text says nothing, what is otherwise there is no fault.
func (p *Player) runEnded(err error) {
	e := &p.Edit
	run, wrong := e.run, -1
	e.run = nil
	other := e.left != nil && !contains(e.file.Queues, e.left[0].Queue)
	if err != nil && !other {
		e.refused(err)
	}
	if run != nil && !other {
		for _, f := range run.Failures {
			e.Marks = append(e.Marks, Wrong{f.Line, func(t tell.Teller) string { return t.Failure(f) }})
		}
	}
	if err == nil {
		wrong = len(run.Failures)
	}
	switch {
	case e.left != nil:
		r := Ran{On: e.file.Called(e.left[0]), Wrong: wrong}
		if other {
			r.On = e.left[0].Queue
			var failures []scenarios.Failure
			if run != nil {
				failures = run.Failures
			}
			r.Other = func(t tell.Teller) string { return t.Otherwise(r.On, failures, err) }
		}
		e.Ran = append(e.Ran, r)
		if e.left = e.left[1:]; len(e.left) > 0 {
			p.startRun(e.left[0])
		} else {
			e.left = nil
		}
	case err == nil:
		p.showRun(run.Run)
	}
}

// showRun shows a run at the step under the cursor, or where the picture stood.
func (p *Player) showRun(run *scenarios.Run) {
	p.stop()
	h := &Playhead{Lesson: run.Lesson, Run: run, Engine: run.Engine, World: run.World, Speed: 1, Line: model.Played(run)}
	if was := p.Head; was != nil {
		h.Speed = was.Speed
		h.Seek(was.Step)
	} else {
		h.Seek(p.Hash.Step)
	}
	p.Head, p.walked, p.Edit.shown, p.Edit.played = h, walk{}, true, p.Edit.Text
	p.toCursor()
}

func (StopEdit) do(p *Player) {
	e := &p.Edit
	e.run, e.left = nil, nil
	p.untimer("edit")
	e.Said = tell.Message("edit.stopped")
}

func (RunAll) do(p *Player) {
	e := &p.Edit
	if e.file == nil || e.run != nil {
		return
	}
	p.untimer("edit")
	e.Marks, e.Ran, e.Said, e.left = nil, nil, nil, e.file.Sides()
	if other := e.file.Elsewhere(); other != nil {
		e.left = append(e.left, scenarios.Side{Engine: e.file.Engines[len(e.file.Engines)-1], Queue: other.Queue()})
	}
	p.startRun(e.left[0])
}

func (Fill) do(p *Player) {
	e := &p.Edit
	if e.shown && e.work > maxFill {
		e.Said = tell.Message("edit.fill.long")
		return
	}
	if !e.shown {
		e.Said = tell.Message("edit.fill.not")
		return
	}
	text, err := e.file.Filled(editEvents)
	switch {
	case err != nil:
		e.Said = refusal(err)
	case text == e.Text:
		e.Said = tell.Message("edit.fill.none")
	default:
		e.Text = text
		p.retyped()
		p.emit(Put{text})
		p.replay()
		e.Said = tell.Message("edit.filled")
	}
}

// Running reports whether a text is played that takes its time.
func (e *Editor) Running() bool { return e.run != nil }
