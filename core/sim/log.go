package sim

import (
	"slices"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
)

// Timed is a command and when it was given. Passing time is a command here: "advance"; what
// came from outside stands in Answer, and the command is none.
type Timed struct {
	At int64 `json:"at"` // ns since the start
	Command
	Answer *machine.In[*cluster.Object] `json:"answer,omitempty"`
}

// Log returns the commands so far, oldest first: with the Config they are the whole run.
// Read only. A World with Config.MaxEvents cannot be replayed, and its Log is nil.
func (w *World) Log() []Timed { return w.log }

// Replay returns a World that went through the first n commands of log; a negative n is
// all of them. Fork is Replay and then other commands.
func Replay(cfg Config, log []Timed, n int) (*World, error) {
	w, err := New(cfg)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(log) {
		n = len(log)
	}
	return w, w.Again(log[:n])
}

// Again gives the commands of a log once more, at the distances they had.
func (w *World) Again(log []Timed) error {
	for _, t := range log {
		if err := w.again(t); err != nil {
			return err
		}
	}
	return nil
}

// Point is a place in a run: a Log up to it leads there. The zero Point is the beginning.
type Point struct {
	N  int   // commands; negative when the run cannot be replayed
	At int64 // ns; an advance that came last may have grown since
}

// Point is where the run stands now.
func (w *World) Point() Point {
	if w.unlogged {
		return Point{N: -1, At: w.now}
	}
	return Point{N: len(w.log), At: w.now}
}

// Between returns the part of log that leads from one point to a later one.
func Between(log []Timed, from, to Point) []Timed {
	if from.N < 0 || to.N < from.N || to.N > len(log) {
		return nil
	}
	part := slices.Clone(log[from.N:to.N])
	grew := func(p Point) (Timed, bool) { // the advance before p went on after it
		if p.N == 0 || log[p.N-1].Verb != "advance" {
			return Timed{}, false
		}
		return log[p.N-1], log[p.N-1].At+int64(log[p.N-1].After) > p.At
	}
	if t, ok := grew(to); ok && len(part) > 0 {
		part[len(part)-1].After = time.Duration(to.At - t.At)
	}
	t, ok := grew(from)
	if !ok || to.At == from.At {
		return part
	}
	rest := Timed{At: from.At, Command: t.Command}
	rest.After = time.Duration(min(t.At+int64(t.After), to.At) - from.At)
	return append([]Timed{rest}, part...)
}

// again does what a log entry says.
func (w *World) again(t Timed) error {
	if t.Answer != nil {
		return w.Answer(*owned(*t.Answer))
	}
	switch c := t.Command; c.Verb {
	case "advance":
		w.Advance(c.After)
	case "step":
		w.StepActor(c.Actor)
	case "run":
		// A condition that never came is part of the run.
		_ = w.Run(c.Text)
	default:
		return w.Do(c)
	}
	return nil
}

// note logs a command. Advances in a row are one.
func (w *World) note(c Command) {
	if n := len(w.log); c.Verb == "advance" && n > 0 && w.log[n-1].Verb == "advance" {
		w.log[n-1].After += time.Duration(c.After)
		return
	}
	if w.unlogged {
		return
	}
	w.log = append(w.log, Timed{At: w.now, Command: c})
}
