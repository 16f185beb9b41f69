package player

import (
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
)

// An exercise is the playground with a goal on it: Playhead.Exercise. Its step 0 is where it
// begins.

// Practice is how far the reader is with an exercise.
type Practice struct {
	Hints   int  // shown so far
	Told    bool // the solution was shown
	Reached bool
	At      int // the step at which it was reached
	Used    int // calls until then
}

type (
	// Hint shows the next hint of the exercise.
	Hint struct{}
	// Solve begins the exercise anew and plays its solution.
	Solve struct{}
	// Anew begins the exercise anew.
	Anew struct{}
)

func (Hint) do(p *Player) {
	if h := p.Head; h != nil && h.Exercise != nil {
		p.Practice.Hints = min(p.Practice.Hints+1, h.Exercise.Hints)
	}
}

func (Solve) do(p *Player) {
	if !p.again() {
		return
	}
	h := p.Head
	for _, l := range h.Exercise.Solution() {
		if _, err := h.Session.Do(h.Session.Branch().Last(), l); err != nil {
			p.say(unable(err), true)
			return
		}
	}
	p.Practice.Told = true
	h.follow(0)
	p.mode().toggle()
}

func (Anew) do(p *Player) { p.again() }

// again begins the exercise anew; the hints that were shown stay.
func (p *Player) again() bool {
	if p.Head == nil || p.Head.Exercise == nil {
		return false
	}
	p.rest()
	head, err := newExercise(p.Head.Exercise, p.Head.Engine)
	if err != nil {
		p.say(refusal(err), true)
		return false
	}
	head.Speed = p.Head.Speed
	p.Head, p.Practice = head, Practice{Hints: p.Practice.Hints}
	return true
}

// newExercise is the playground where an exercise begins, on an engine that it lists.
func newExercise(x *scenarios.Exercise, engine string) (*Playhead, error) {
	if !slices.Contains(x.Engines, engine) {
		engine = x.Engines[len(x.Engines)-1]
	}
	w, err := x.Begin(engine)
	if err != nil {
		return nil, err
	}
	h := &Playhead{Engine: engine, Speed: 1, Exercise: x}
	line := model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, name := range x.Workers {
			s.AddWorker(name)
		}
	})
	h.Session = model.NewSession(w, line, []sim.Point{w.Point()}, false)
	h.follow(0)
	return h, nil
}

// practise looks at an exercise that a link brought: its commands may have reached the goal.
func (p *Player) practise() {
	p.Practice = Practice{}
	if h := p.Head; h.Exercise != nil {
		for n := 1; n <= h.Step && !p.Practice.Reached; n++ {
			p.achieve(n, h.Line.At(n))
		}
	}
}

// achieved sees whether the goal is reached at the step that is shown. Once it was, it stays so.
func (p *Player) achieved() {
	if h := p.Head; h.Exercise != nil && !p.Practice.Reached {
		p.achieve(h.Step, h.Whole)
	}
}

func (p *Player) achieve(n int, s *state.State) {
	h := p.Head
	if !h.Exercise.Reached(h.Engine, h.Line.At(0), s) {
		return
	}
	p.Practice.Reached, p.Practice.At, p.Practice.Used = true, n, p.used(n)
	if done := p.Progress().Exercises; !p.InRoom() && !p.Practice.Told && !done[h.Exercise.ID] {
		done[h.Exercise.ID] = true
		p.keepProgress()
	}
}

// refuses says of a command that the exercise does not allow it.
func (p *Player) refuses(c sim.Command) bool {
	x := p.Head.Exercise
	if x == nil || x.Allowed(c) {
		return false
	}
	p.say(tell.Message("ex.refused", "verb", visible(middle(c.Verb, maxShown)), "allow", tell.Joined(x.Allow, "join.list")), true)
	return true
}

// Offers reports whether the playground has a button for the command: an exercise leaves out what
// it does not allow.
func (p *Player) Offers(c sim.Command) bool {
	x := p.Head.Exercise
	return x == nil || slices.Contains(x.Allow, c.Verb)
}

// Used is how many calls were made up to the step that is shown: steps of actors are none.
func (p *Player) Used() int { return p.used(p.Head.Step) }

func (p *Player) used(step int) (n int) {
	h := p.Head
	for _, step := range h.Session.Branch().Commands(0, step) {
		for _, c := range step {
			if slices.Contains(h.Exercise.Allow, c.Verb) {
				n++
			}
		}
	}
	return n
}

// Achieved says that the goal is reached; "" before it is.
func (p *Player) Achieved() string {
	switch {
	case !p.Practice.Reached:
		return ""
	case p.Practice.Told:
		return p.T("ex.told")
	}
	return p.T("ex.reached", "n", strconv.Itoa(p.Practice.Used))
}
