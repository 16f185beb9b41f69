package page

import (
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// Player stands at a step of a timeline. Lesson, playground and live mode are players; they
// differ in who adds steps. The zero value is not ready.
type Player struct {
	lesson *scenarios.Lesson // nil in playground and live mode
	run    *scenarios.Run

	session *model.Session    // of the playground; nil elsewhere
	base    *scenarios.Lesson // the lesson that a playground left, or nil
	baseRun *scenarios.Run
	engine  string
	rivals  map[string]*Player // the same lesson on other engines, once they were compared
	world   *sim.World
	line    *model.Timeline

	step    int
	part    int          // of the step, from 1; 0 shows the whole step
	parts   int          // how many transitions the step has
	now     *state.State // at step, or at the part of it
	whole   *state.State // at step
	before  *state.State // at step-1 or the part before, for ghosts and "was"
	playing bool
	speed   float64
}

// Speeds are what the speed control offers.
var Speeds = []float64{0.25, 0.5, 1, 2, 4, 8}

// NewLesson runs a lesson to its end on an engine ("" is the lesson's first) and stands at
// the step, clamped.
func NewLesson(l *scenarios.Lesson, engine string, step int) (*Player, error) {
	if engine == "" || !contains(l.Engines, engine) {
		engine = l.Engines[len(l.Engines)-1]
	}
	run, err := l.Run(engine)
	if err != nil {
		return nil, err
	}
	p := &Player{lesson: l, run: run, engine: engine, world: run.World, speed: 1}
	p.line = model.Played(run)
	p.Seek(step)
	return p, nil
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
func (p *Player) Seek(n int) {
	n = min(max(n, p.line.First()), p.line.Last())
	p.step, p.part, p.parts = n, 0, len(p.line.Parts(n))
	p.now = p.line.At(n)
	p.whole = p.now
	p.before = p.line.At(n - 1)
}

// Steps is how many steps there are after the start, and At the moment the state is shown
// at, in ns.
func (p *Player) Steps() int { return p.line.Last() }
func (p *Player) At() int64  { return p.line.Step(p.step).At }

// label is what a step is called, in a language.
func (p *Player) label(n int, lang string) string {
	text := p.line.Step(n).Label
	if p.lesson == nil {
		return text
	}
	return scenarios.Label(lang, text)
}

// Wait is how long nothing happens before the next step.
func (p *Player) Wait() time.Duration {
	if p.step >= p.line.Last() {
		return 0
	}
	return time.Duration(p.line.Step(p.step+1).At - p.At())
}

// Beat is what the lesson says at the step: the last beat at or before it.
func (p *Player) Beat(lang string) string {
	run := p.run
	if run == nil {
		run = p.baseRun
	}
	if run == nil {
		return ""
	}
	return run.Beat(p.step, lang)
}

// NewWhatIf is the playground that begins with a lesson: what is done in it makes other
// futures beside the lesson's own.
func NewWhatIf(l *scenarios.Lesson, engine string, step int) (*Player, error) {
	p, err := NewLesson(l, engine, step)
	if err != nil {
		return nil, err
	}
	points := make([]sim.Point, len(p.run.Steps))
	for i, st := range p.run.Steps {
		points[i] = st.Point
	}
	p.base, p.baseRun, p.lesson, p.run = l, p.run, nil, nil
	p.session = model.NewSession(p.world, p.line, points, true)
	return p, nil
}

// follow turns to the branch that the session shows, at step n.
func (p *Player) follow(n int) {
	b := p.session.Branch()
	p.world, p.line = b.World, b.Line
	p.Seek(n)
}

// told is how many of the steps shown are those of the lesson that the playground left.
func (p *Player) told() int {
	if p.base == nil {
		return -1
	}
	n := len(p.baseRun.Steps) - 1
	for i := p.session.Shown(); i > 0; i = p.session.Branches()[i].Parent {
		n = min(n, p.session.Branches()[i].Step)
	}
	return n
}
