package model

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// played returns the session of a world that went through script, one step a command.
func played(t *testing.T, cfg sim.Config, script string) *Session {
	t.Helper()
	w, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(w, New(w.Recorder(), w.Recorder().Len(), nil), []sim.Point{w.Point()}, false)
	do(t, s, -1, script)
	return s
}

// do gives commands from step at on; -1 is the newest.
func do(t *testing.T, s *Session, at int, script string) {
	t.Helper()
	lines, err := sim.ParseInline(script)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if at < 0 {
			at = s.Branch().Last()
		}
		if _, err := s.Do(at, l); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		at = -1
	}
}

// events are the recorded events up to seq, as a file has them; its list of parts comes
// first, with those of handlers that are yet to come.
func events(t *testing.T, rec *trace.Recorder, seq uint64) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := rec.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(b.Bytes(), []byte("\n"))
	lines = slices.DeleteFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte(`{"def":"part"`)) })
	last := -1
	for i, l := range lines {
		if bytes.HasPrefix(l, []byte(`{"seq":`)) && seq > 0 {
			seq--
			last = i
		}
	}
	return bytes.Join(lines[:last+1], nil)
}

func world() sim.Config {
	return sim.Config{Engine: "atomic", Cluster: true, Workers: []string{"W1", "W2"}, Handlers: []string{"h1"}, Indexes: []string{"byNode=.spec.nodeName"}, Seed: 3}
}

// A branch has the events of its parent up to the fork, byte for byte, whatever step it
// leaves at: between two steps that let time pass too.
func TestABranchHasTheEventsOfItsParentUpToTheFork(t *testing.T) {
	script := "start; run idle; create p1 n1; step; step; +2s Add a; +300ms W1 Get; Add a; run t=3s; +1s W1 Done a; update p1 n2; error(410); run list; step; step; AddRateLimited b; +5ms step; W2 Get; W2 fail; step"
	s := played(t, world(), script)
	original := s.Branch()
	for n := range original.Last() + 1 {
		s.Show(0)
		if n == original.Last() {
			break // no fork: it would grow
		}
		do(t, s, n, "Add x; +1s Add y")
		b := s.Branch()
		if b.Parent != 0 || b.Step != n || b.Name != "Add x" || b.Last() != n+2 {
			t.Fatalf("at step %d: branch %+v with %d steps", n, b, b.Last())
		}
		end := original.Line.Step(n).End
		if got, want := events(t, b.World.Recorder(), end), events(t, original.World.Recorder(), end); !bytes.Equal(got, want) {
			t.Fatalf("fork at step %d (%s): the events differ\n%s\nthe original's\n%s", n, original.Line.Step(n).Label, got, want)
		}
		if got, want := b.Line.At(n).Line(views...), original.Line.At(n).Line(views...); got != want {
			t.Fatalf("fork at step %d: state %s, want %s", n, got, want)
		}
		if at, want := b.Line.Step(n).At, original.Line.Step(n).At; at != want {
			t.Fatalf("fork at step %d: time %d, want %d", n, at, want)
		}
		if k, _ := b.Line.Head().Key(b.World.Recorder().Intern("y")); k.Bits == 0 {
			t.Errorf("fork at step %d: y was not added", n)
		}
		s.Delete(1)
	}
}

// Every step of every lesson can be left: what follows is a future of its own, and the
// lesson's stays as it was.
func TestEveryStepOfALessonCanBeLeft(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			run, err := l.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			line := New(run.Recorder, run.Steps[0].To, func(s *state.State) {
				for _, w := range l.Workers {
					s.AddWorker(w)
				}
			})
			points := []sim.Point{run.Steps[0].Point}
			for _, st := range run.Steps[1:] {
				line.CutAt(st.Label, st.To, st.At)
				points = append(points, st.Point)
			}
			s := NewSession(run.World, line, points, true)
			whole := events(t, run.Recorder, run.Recorder.Len())
			for n := range line.Last() + 1 {
				s.Show(0)
				if _, err := s.Do(n, sim.Line{Command: sim.Command{Verb: "Add", Key: "other"}}); err != nil {
					if strings.Contains(err.Error(), "has ended with a panic") && len(s.Branches()) == 1 {
						continue // nobody is left to give commands to
					}
					t.Fatalf("%s on %s, step %d: %v", l.ID, engine, n, err)
				}
				b := s.Branch()
				end := line.Step(n).End
				if got, want := events(t, b.World.Recorder(), end), events(t, run.Recorder, end); !bytes.Equal(got, want) {
					t.Fatalf("%s on %s, fork at step %d: other events than the lesson's", l.ID, engine, n)
				}
				if b.World.Now() != line.Step(n).At {
					t.Errorf("%s on %s, fork at step %d: time %d, want %d", l.ID, engine, n, b.World.Now(), line.Step(n).At)
				}
				s.Delete(1)
			}
			if !bytes.Equal(events(t, run.Recorder, run.Recorder.Len()), whole) || line.Last() != len(run.Steps)-1 {
				t.Errorf("%s on %s: the lesson itself has changed", l.ID, engine)
			}
		}
	}
}

// Undo goes back to the events of the step before, to the very beginning, and redo brings
// every one of them back.
func TestUndoTakesTheLastCommandBack(t *testing.T) {
	s := played(t, world(), "start; run idle; create p1 n1; step; step; Add a; +1s W1 Get; Add a; +2s W1 Done a; step")
	last := s.Branch().Last()
	full := events(t, s.Branch().World.Recorder(), 1<<40)
	var at []string
	for n := range last + 1 {
		at = append(at, s.Branch().Line.At(n).Line(views...))
	}
	for n := last; n > 0; n-- {
		got, err := s.Undo()
		if err != nil || got != n-1 || s.Branch().Last() != n-1 {
			t.Fatalf("Undo at step %d = %d, %v with %d steps", n, got, err, s.Branch().Last())
		}
		if got := s.Branch().Line.Head().Line(views...); got != at[n-1] {
			t.Fatalf("after undo of step %d: %s, want %s", n, got, at[n-1])
		}
	}
	if s.CanUndo() {
		t.Error("CanUndo at the beginning")
	}
	for n := range last {
		if got, err := s.Redo(n); err != nil || got != n+1 {
			t.Fatalf("Redo at step %d = %d, %v", n, got, err)
		}
	}
	if got := events(t, s.Branch().World.Recorder(), 1<<40); !bytes.Equal(got, full) {
		t.Errorf("after undo and redo the events are\n%s\nwere\n%s", got, full)
	}
	if s.CanRedo() {
		t.Error("CanRedo when all is done again")
	}
	s.Undo()
	do(t, s, -1, "Add z")
	if s.CanRedo() {
		t.Error("CanRedo after another command")
	}
}

// A command that is refused leaves everything as it was, the time too.
func TestARefusedCommandLeavesNothing(t *testing.T) {
	s := played(t, sim.Config{Workers: []string{"W1"}}, "Add a; +1s W1 Get")
	w := s.Branch().World
	before, now := events(t, w.Recorder(), 1<<40), w.Now()
	for _, text := range []string{"+1s W1 ok x2000000", "+1s W9 Get", "start", "+5s run list"} {
		l, err := sim.ParseLine(text)
		if err != nil {
			continue
		}
		if _, err := s.Do(s.Branch().Last(), l); err == nil {
			t.Errorf("%s was carried out", text)
		}
	}
	if _, err := s.Do(1, sim.Line{Command: sim.Command{Verb: "Get", Actor: "W9"}}); err == nil || len(s.Branches()) != 1 {
		t.Errorf("a fork with an impossible command: %v, %d branches", err, len(s.Branches()))
	}
	if _, err := s.Do(2, sim.Line{Command: sim.Command{Verb: "step"}}); !errors.Is(err, ErrIdle) {
		t.Errorf("step with nobody ready: %v", err)
	}
	w = s.Branch().World
	if got := events(t, w.Recorder(), 1<<40); !bytes.Equal(got, before) || w.Now() != now || s.Branch().Last() != 2 {
		t.Errorf("time %d, was %d; events\n%s\nwere\n%s", w.Now(), now, got, before)
	}
}

func TestBranchesAreBoundedAndTheirParentsOutliveThem(t *testing.T) {
	s := played(t, sim.Config{Workers: []string{"W1"}}, "Add a; W1 Get; Add a; W1 Done a")
	do(t, s, 2, "Add b; Add c") // 1, of the original at 2
	do(t, s, 3, "Add d")        // 2, of 1 at 3
	s.Show(1)
	for s.CanUndo() && s.Shown() == 1 { // 1 loses its steps, then itself
		if _, err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Branches()) != 2 || s.Shown() != 0 || s.Branches()[1].Parent != 0 || s.Branches()[1].Step != 2 {
		t.Fatalf("after branch 1 is gone: %d branches, shown %d, %+v", len(s.Branches()), s.Shown(), s.Branches()[1])
	}
	if at, err := s.Redo(2); err != nil || at != 3 || s.Branch().Name != "Add b" || s.Branch().Parent != 0 {
		t.Errorf("Redo of a branch = %d, %v, %+v", at, err, s.Branch())
	}
	if other, at, ok := s.Other(3); !ok || other != s.Branches()[0] || at != 3 {
		t.Errorf("Other(3) = %v, %d, %v; want the original at 3", other, at, ok)
	}
	if _, _, ok := s.Other(2); ok {
		t.Error("at the fork there is no other future yet")
	}
	for len(s.Branches()) <= MaxBranches {
		s.Show(0)
		do(t, s, 1, "Add e")
	}
	s.Show(0)
	if _, err := s.Do(1, sim.Line{Command: sim.Command{Verb: "Add", Key: "f"}}); !errors.Is(err, ErrBranches) {
		t.Errorf("one branch more: %v, want ErrBranches", err)
	}
}

// Whichever what-if is dropped, the one that is shown goes on being shown; only where it is dropped
// itself, its parent is.
func TestTheFutureThatIsShownStaysWhenAnotherIsDropped(t *testing.T) {
	for shown := range 5 {
		for dropped := range 6 {
			s := played(t, sim.Config{Workers: []string{"W1"}}, "Add a; Add b; Add c")
			for _, leave := range []struct{ parent, step int }{{0, 1}, {1, 2}, {0, 2}, {2, 3}} { // 1, 2 of 1, 3, 4 of 2
				s.Show(leave.parent)
				do(t, s, leave.step, "Add d; Add e")
			}
			s.Show(shown)
			all := slices.Clone(s.Branches())
			want := all[shown]
			if shown == dropped && dropped > 0 {
				want = all[want.Parent]
			}
			parents := map[*Branch]*Branch{}
			for _, b := range all[1:] {
				if parents[b] = all[b.Parent]; b.Parent == dropped && dropped > 0 {
					parents[b] = all[all[dropped].Parent]
				}
			}
			s.Delete(dropped)
			if s.Branch() != want {
				t.Errorf("%d is shown and %d dropped: now %q is shown, want %q", shown, dropped, s.Branch().Name, want.Name)
			}
			if gone := dropped > 0 && dropped < len(all); gone == slices.Contains(s.Branches(), all[min(dropped, len(all)-1)]) || len(s.Branches()) != len(all)-map[bool]int{true: 1}[gone] {
				t.Errorf("%d is dropped: %d of %d futures are left", dropped, len(s.Branches()), len(all))
			}
			for i, b := range s.Branches()[1:] {
				if b.Parent < 0 || b.Parent > i || s.Branches()[b.Parent] != parents[b] {
					t.Errorf("%d is dropped: future %d leaves %d now, want what it left, or what that had left", dropped, i+1, b.Parent)
				}
			}
		}
	}
}

// However far a future is taken back, those that left it leave it no later than where it ends now, and
// all that they did themselves comes after that.
func TestAFutureIsTakenBackBeneathThoseThatLeftIt(t *testing.T) {
	s := played(t, sim.Config{Workers: []string{"W1"}}, "Add a; Add b; Add c; Add d")
	for _, fork := range []int{1, 2, 3} {
		s.Show(0)
		do(t, s, fork, "Add e; Add f")
	}
	s.Show(0)
	for s.CanUndo() {
		last, err := s.Undo()
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range s.Branches()[1:] {
			if want := min(i+1, last); b.Step != want || len(b.Commands(b.Step, b.Last())) != i+3-want {
				t.Errorf("the original ends at %d: future %d leaves it at %d with %d commands of its own, want %d with %d", last, i+1, b.Step, len(b.Commands(b.Step, b.Last())), want, i+3-want)
			}
		}
	}
}
