package model

import (
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// Aside is a branch played on another queue: each of its steps gives that one the same commands, and
// lets as much time pass.
type Aside struct {
	World   *sim.World
	Line    *Timeline
	Refused map[int]sim.Command // by step, what that queue could not be asked for

	of    *Branch
	world *sim.World // of the branch; another one when steps were taken back
}

// Aside plays the branch on another queue. What it has played in was is not played again.
func (b *Branch) Aside(queue string, was *Aside) (*Aside, error) {
	a := was
	if a == nil || a.of != b || a.world != b.World || a.Line.Last() > b.Last() || a.World.Config().Queue != queue {
		if b.Point(0).N < 0 {
			return nil, ErrNoLog
		}
		cfg := b.World.Config()
		cfg.Queue = queue
		w, err := sim.New(cfg)
		if err != nil {
			return nil, err
		}
		a = &Aside{World: w, Refused: map[int]sim.Command{}, of: b, world: b.World}
		a.play(0, sim.Between(b.World.Log(), sim.Point{}, b.Point(0)), b.Point(0).At)
		a.Line = New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
			for _, name := range cfg.Workers {
				s.AddWorker(name)
			}
		})
	}
	for n := a.Line.Last() + 1; n <= b.Last(); n++ {
		a.play(n, b.Commands(n-1, n)[0], b.Line.Step(n).At)
		a.Line.Cut(b.Line.Step(n).Label, a.World.Now())
	}
	return a, nil
}

// play gives the commands of a step, which ends at a moment. Who is next there acts where he does so by
// then: nobody else's turn makes the clock run ahead.
func (a *Aside) play(n int, commands []sim.Timed, until int64) {
	for _, t := range commands {
		if t.Verb == "step" && t.Actor == "" {
			if at, ok := a.World.Next(); ok && at <= until {
				a.World.StepActor("")
			}
			continue
		}
		t.Command = t.Command.On(a.World.Config().Queue)
		if err := a.World.Again([]sim.Timed{t}); err != nil {
			a.Refused[n] = t.Command
		}
	}
	a.World.AdvanceTo(until)
}
