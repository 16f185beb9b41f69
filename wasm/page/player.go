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
	engine string
	world  *sim.World
	line   *model.Timeline

	step    int
	now     *state.State // at step
	before  *state.State // at step-1, for ghosts and "was"
	playing bool
	speed   float64
}

// Speeds are what the speed control offers.
var Speeds = []float64{0.25, 0.5, 1, 2, 4}

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
	p.line = model.New(run.Recorder, run.Steps[0].To, func(s *state.State) {
		for _, w := range l.Workers {
			s.AddWorker(w)
		}
	})
	for _, st := range run.Steps[1:] {
		p.line.CutAt(st.Label, st.To, st.At)
	}
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
	p.step = n
	p.now = p.line.At(n)
	p.before = p.line.At(n - 1)
}

// Steps is how many steps there are after the start, and At the moment the state is shown
// at, in ns.
func (p *Player) Steps() int { return p.line.Last() }
func (p *Player) At() int64  { return p.line.Step(p.step).At }

// Wait is how long nothing happens before the next step.
func (p *Player) Wait() time.Duration {
	if p.step >= p.line.Last() {
		return 0
	}
	return time.Duration(p.line.Step(p.step+1).At - p.At())
}

// Beat is what the lesson says at the step: the last beat at or before it.
func (p *Player) Beat(lang string) string {
	if p.run == nil {
		return ""
	}
	for n := p.step; n >= 0; n-- {
		if id := p.run.Steps[n].Beat; id != "" {
			return p.lesson.Text(lang, id)
		}
	}
	return ""
}

// Do carries out a command at the newest state and makes one step of what it caused. It
// returns the command's error; then nothing has changed.
func (p *Player) Do(c sim.Command) error {
	if err := p.world.Do(c); err != nil {
		return err
	}
	p.line.Cut(c.String(), p.world.Now())
	p.Seek(p.line.Last())
	return nil
}
