package model

import (
	"errors"
	"fmt"
	"slices"

	"github.com/informerscope/informerscope/core/sim"
)

// Bounds of a Session.
const (
	MaxBranches = 8      // beside the original
	MaxPlayed   = 20_000 // steps of one branch
)

// Errors of a Session that has come to a bound.
var (
	ErrBranches = fmt.Errorf("model: at most %d what-ifs beside the original", MaxBranches)
	ErrPlayed   = fmt.Errorf("model: at most %d steps in a session", MaxPlayed)
	ErrNoLog    = errors.New("model: this run keeps no log of commands, so it cannot be replayed")
	ErrIdle     = errors.New("model: nobody has anything to do")
)

// Branch is one future: a World and its steps. Up to Step they are those of its Parent.
type Branch struct {
	Parent int    // place in Branches; -1 is nobody, for the original
	Step   int    // the last step it shares with its parent
	Name   string // its first command of its own; "" for the original
	World  *sim.World
	Line   *Timeline

	points []sim.Point // points[n] is where step n ends
}

// Session is a World played by hand. Its last command can be taken back, and from any step
// other commands can follow while what was stays: both by replaying a log of commands, so
// that no machine needs a copy of itself. Use NewSession.
type Session struct {
	branches []*Branch
	shown    int
	keep     bool // the original is a lesson's and never grows
	undone   []undone
}

// undone is a step that was taken back.
type undone struct {
	label string
	log   []sim.Timed
	name  string // of the branch that went with it
	fork  bool
}

// NewSession returns the session whose original is w, cut into the steps of line;
// points[n] is where step n ends. With keep the original stays as it is, and what is
// done at its end makes a branch too.
func NewSession(w *sim.World, line *Timeline, points []sim.Point, keep bool) *Session {
	return &Session{keep: keep, branches: []*Branch{{Parent: -1, World: w, Line: line, points: points}}}
}

// Branches lists the futures, the original first. Read only.
func (s *Session) Branches() []*Branch { return s.branches }

// Shown is the place of the branch that is shown, and Branch the branch itself.
func (s *Session) Shown() int      { return s.shown }
func (s *Session) Branch() *Branch { return s.branches[s.shown] }

// Show turns to another branch.
func (s *Session) Show(i int) {
	if i != s.shown && i >= 0 && i < len(s.branches) {
		s.shown, s.undone = i, nil
	}
}

// Last is the newest step of the branch.
func (b *Branch) Last() int { return b.Line.Last() }

// Point is where step n of the branch ends in its World's log.
func (b *Branch) Point(n int) sim.Point { return b.points[min(max(n, 0), len(b.points)-1)] }

// Commands returns what was done after step from up to step to, one entry a step.
func (b *Branch) Commands(from, to int) [][]sim.Timed {
	var out [][]sim.Timed
	for n := from + 1; n <= min(to, b.Last()); n++ {
		out = append(out, sim.Between(b.World.Log(), b.Point(n-1), b.Point(n)))
	}
	return out
}

// Do gives a command at step at of the branch that is shown. At its newest step the branch
// grows by a step; at an earlier one a new branch begins there and is shown: forked. The
// verb "step" lets whoever is next act. An error says why not; then nothing has changed.
func (s *Session) Do(at int, l sim.Line) (forked bool, err error) {
	b := s.Branch()
	if at < b.Last() || s.keep && s.shown == 0 {
		return true, s.Fork(at, l)
	}
	if b.Last() >= MaxPlayed {
		return false, ErrPlayed
	}
	before := b.Point(b.Last())
	label, err := b.do(l)
	if err != nil {
		if b.World.Point() != before { // time has passed, or it failed on the way
			err = errors.Join(err, b.rewind(b.Last()))
		}
		return false, err
	}
	b.cut(label)
	s.undone = nil
	return false, nil
}

// do gives the command and says how its step is called.
func (b *Branch) do(l sim.Line) (label string, err error) {
	b.World.Advance(l.Wait)
	if l.Verb == "step" && l.Actor == "" {
		if _, ok := b.World.Next(); !ok {
			return "", ErrIdle
		}
		label, _ = b.World.StepActor("")
		return label, nil
	}
	return l.Command.String(), b.World.Do(l.Command)
}

func (b *Branch) cut(label string) {
	b.Line.Cut(label, b.World.Now())
	b.points = append(b.points, b.World.Point())
}

// replayed returns the branch as it was at the end of step n, in a World of its own.
func (b *Branch) replayed(n int) (*Branch, error) {
	if b.Point(n).N < 0 {
		return nil, ErrNoLog
	}
	w, err := sim.Replay(b.World.Config(), sim.Between(b.World.Log(), sim.Point{}, b.Point(n)), -1)
	if err != nil {
		return nil, err
	}
	return &Branch{World: w, Line: b.Line.again(w.Recorder(), n), points: slices.Clone(b.points[:n+1])}, nil
}

// rewind takes everything after step n back.
func (b *Branch) rewind(n int) error {
	old, err := b.replayed(n)
	if err == nil {
		b.World, b.Line, b.points = old.World, old.Line, old.points
	}
	return err
}

// Fork gives a command after step at of the branch that is shown, as the first of a new branch,
// which is shown then. An error says why not; then nothing has changed.
func (s *Session) Fork(at int, l sim.Line) error {
	b, err := s.begin(at)
	if err != nil {
		return err
	}
	label, err := b.do(l)
	if err != nil {
		return err
	}
	b.cut(label)
	b.Name = label
	s.add(b)
	s.undone = nil
	return nil
}

// begin replays the branch that is shown up to step at, for another future.
func (s *Session) begin(at int) (*Branch, error) {
	if len(s.branches) > MaxBranches {
		return nil, ErrBranches
	}
	b, err := s.Branch().replayed(min(max(at, 0), s.Branch().Last()))
	if err != nil {
		return nil, err
	}
	b.Parent, b.Step = s.shown, b.Last()
	return b, nil
}

func (s *Session) add(b *Branch) {
	s.branches = append(s.branches, b)
	s.shown = len(s.branches) - 1
}

// CanUndo and CanRedo report whether there is something to take back, or to do again.
func (s *Session) CanUndo() bool { return s.Branch().Last() > 0 && !(s.keep && s.shown == 0) }
func (s *Session) CanRedo() bool { return len(s.undone) > 0 }

// Undo takes the newest step of the branch that is shown back. A what-if without a step of
// its own is gone with it, and its parent is shown. It returns the step to stand at.
func (s *Session) Undo() (at int, err error) {
	b := s.Branch()
	last := b.Last()
	if !s.CanUndo() {
		return last, nil
	}
	u := undone{label: b.Line.Step(last).Label, log: b.Commands(last-1, last)[0], name: b.Name}
	if u.fork = b.Parent >= 0 && last == b.Step+1; u.fork {
		kept := s.undone
		s.Delete(s.shown)
		s.undone = append(kept, u)
		return last - 1, nil
	}
	if err := b.rewind(last - 1); err != nil {
		return last, err
	}
	for _, child := range s.branches {
		if child.Parent == s.shown {
			child.Step = min(child.Step, last-1)
		}
	}
	s.undone = append(s.undone, u)
	return last - 1, nil
}

// Redo does again what was taken back last, and returns the step to stand at.
func (s *Session) Redo(at int) (int, error) {
	if !s.CanRedo() {
		return at, nil
	}
	u := s.undone[len(s.undone)-1]
	b := s.Branch()
	if u.fork {
		var err error
		if b, err = s.begin(at); err != nil {
			return at, err
		}
		b.Name = u.name
	}
	if err := b.World.Again(u.log); err != nil {
		return at, err
	}
	b.cut(u.label)
	if u.fork {
		s.add(b)
	}
	s.undone = s.undone[:len(s.undone)-1]
	return b.Last(), nil
}

// Delete drops a what-if and shows its parent; what began in it begins in its parent then,
// no later than where it left. The original stays.
func (s *Session) Delete(i int) {
	if i <= 0 || i >= len(s.branches) {
		return
	}
	gone := s.branches[i]
	if s.shown == i {
		s.shown = gone.Parent
	}
	for _, b := range s.branches {
		if b.Parent == i {
			b.Parent, b.Step = gone.Parent, min(b.Step, gone.Step)
		}
	}
	s.branches = slices.Delete(s.branches, i, i+1)
	for _, b := range s.branches {
		if b.Parent > i {
			b.Parent--
		}
	}
	if s.shown > i {
		s.shown--
	}
	s.undone = nil
}

// Other is the future that the branch shown left, at the same distance from the fork as
// step n is: the branch and its step. ok is false up to the fork, and in the original.
func (s *Session) Other(n int) (b *Branch, at int, ok bool) {
	own := s.Branch()
	if own.Parent < 0 || n <= own.Step {
		return nil, 0, false
	}
	b = s.branches[own.Parent]
	return b, min(n, b.Last()), true
}
