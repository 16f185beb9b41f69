package player

import (
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// Playhead stands at a step of a timeline, or after one of the parts of a step. The zero value
// is not ready.
type Playhead struct {
	Lesson *scenarios.Lesson // nil in playground, trace and live mode
	Run    *scenarios.Run

	Session  *model.Session    // of the playground; nil elsewhere
	Base     *scenarios.Lesson // the lesson that a playground left, or nil
	BaseRun  *scenarios.Run
	Exercise *scenarios.Exercise // of a playground with a goal; nil without
	Engine   string
	World    *sim.World
	Line     *model.Timeline

	Step    int
	Part    int          // of the step, from 1; 0 shows the whole step
	Parts   int          // how many transitions the step has
	Now     *state.State // at Step, or at the part of it
	Whole   *state.State // at Step
	Before  *state.State // at Step-1 or the part before, for ghosts and "was"
	Playing bool
	Speed   float64

	rivals map[string]*Playhead // the same on other engines or queues, once they were compared
	aside  *model.Aside         // of a rival in the playground
	until  int                  // its last step when this was made
}

// Speeds are what the speed control offers.
var Speeds = []float64{0.25, 0.5, 1, 2, 4, 8}

// NewLesson runs a lesson to its end on an engine ("" is the lesson's first) and stands at
// the step, clamped.
func NewLesson(l *scenarios.Lesson, engine string, step int) (*Playhead, error) {
	if engine == "" || !contains(l.Engines, engine) {
		engine = l.Engines[len(l.Engines)-1]
	}
	run, err := l.Run(engine)
	if err != nil {
		return nil, err
	}
	h := &Playhead{Lesson: l, Run: run, Engine: engine, World: run.World, Speed: 1}
	h.Line = model.Played(run)
	h.Seek(step)
	return h, nil
}

// NewTrace stands at the first step of a recorded run.
func NewTrace(rec *trace.Recorder) *Playhead {
	h := &Playhead{Speed: 1, Line: model.New(rec, 0, nil)}
	h.Line.CutSteps()
	h.Seek(0)
	return h
}

// NewWhatIf is the playground that begins with a lesson: what is done in it makes other
// futures beside the lesson's own.
func NewWhatIf(l *scenarios.Lesson, engine string, step int) (*Playhead, error) {
	h, err := NewLesson(l, engine, step)
	if err != nil {
		return nil, err
	}
	points := make([]sim.Point, len(h.Run.Steps))
	for i, st := range h.Run.Steps {
		points[i] = st.Point
	}
	h.Base, h.BaseRun, h.Lesson, h.Run = l, h.Run, nil, nil
	h.Session = model.NewSession(h.World, h.Line, points, true)
	return h, nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// Seek stands at step n, clamped.
func (h *Playhead) Seek(n int) {
	n = min(max(n, h.Line.First()), h.Line.Last())
	h.Step, h.Part, h.Parts = n, 0, len(h.Line.Parts(n))
	h.Now = h.Line.At(n)
	h.Whole = h.Now
	h.Before = h.Line.At(n - 1)
}

// SeekPart stands after part k of the step; 0 is the whole step. Beyond the step's own parts,
// where another engine has more of them, nothing happens any more.
func (h *Playhead) SeekPart(k int) {
	h.Part = k
	h.Now, h.Before = h.Whole, h.Line.At(h.Step-1)
	if h.Part > 0 {
		h.Now = h.Line.AtPart(h.Step, h.Part)
	}
	if h.Part > 1 {
		h.Before = h.Line.AtPart(h.Step, h.Part-1)
	}
}

// Events are those of what is shown: of the step, or of a part of it.
func (h *Playhead) Events() []trace.Event {
	if h.Part > h.Parts {
		return nil
	}
	return h.Line.PartEvents(h.Step, h.Part)
}

// First and Last report whether there is no step before, and none after.
func (h *Playhead) First() bool { return h.Step == h.Line.First() }
func (h *Playhead) Last() bool  { return h.Step == h.Line.Last() }

// At is the moment of the step, ns; Time that of what is shown: in detail, of the part.
func (h *Playhead) At() int64 { return h.Line.Step(h.Step).At }
func (h *Playhead) Time() int64 {
	if h.Part > 0 {
		return h.Now.At
	}
	return h.At()
}

// Wait is how long nothing happens before the next step.
func (h *Playhead) Wait() time.Duration {
	if h.Last() {
		return 0
	}
	return time.Duration(h.Line.Step(h.Step+1).At - h.At())
}

// follow turns to the branch that the session shows, at step n.
func (h *Playhead) follow(n int) {
	b := h.Session.Branch()
	h.World, h.Line = b.World, b.Line
	h.Seek(n)
}

// Told is how many of the steps shown are those of the lesson that the playground left; -1 where
// it left none.
func (h *Playhead) Told() int {
	if h.Base == nil {
		return -1
	}
	n := len(h.BaseRun.Steps) - 1
	for i := h.Session.Shown(); i > 0; i = h.Session.Branches()[i].Parent {
		n = min(n, h.Session.Branches()[i].Step)
	}
	return n
}
