package sim

import "time"

// Timed is a command and when it was given. Passing time is a command here: "advance".
type Timed struct {
	At int64 `json:"at"` // ns since the start
	Command
}

// Log returns the commands so far, oldest first: with the Config they are the whole run.
// Read only. A World with Config.MaxEvents keeps at most as many commands; beyond that the
// run cannot be replayed any more, and Log is nil.
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
	for _, t := range log[:n] {
		if err := w.again(t.Command); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// again does what a log entry says.
func (w *World) again(c Command) error {
	switch c.Verb {
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
	if w.cfg.MaxEvents > 0 && len(w.log) >= w.cfg.MaxEvents || w.unlogged {
		w.log, w.unlogged = nil, true
		return
	}
	w.log = append(w.log, Timed{At: w.now, Command: c})
}
