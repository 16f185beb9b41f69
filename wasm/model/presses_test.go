package model

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
)

// notebook is a session on paper: a page for each future, and those steps to copy from that were taken back.
type notebook struct {
	futures []page
	shown   int
	undone  []page
	keep    bool
}

// page is a future, or a step that was taken back.
type page struct {
	parent, fork int
	name         string
	steps        []string
	gone         bool // the future went with the step
}

// press does in the notebook what a press does to a session; ok is false where it is refused.
func (n *notebook) press(p press) (ok bool) {
	f := &n.futures[n.shown]
	switch p.what {
	case "do":
		at := min(p.n, len(f.steps))
		if n.keep && n.shown == 0 || at < len(f.steps) {
			if len(n.futures) > MaxBranches {
				return false
			}
			n.futures = append(n.futures, page{parent: n.shown, fork: at, name: "Add " + p.key, steps: append(slices.Clone(f.steps[:at]), p.key)})
			n.shown = len(n.futures) - 1
		} else {
			f.steps = append(f.steps, p.key)
		}
		n.undone = nil
	case "undo":
		if len(f.steps) == 0 || n.keep && n.shown == 0 {
			return true
		}
		last := len(f.steps) - 1
		u := page{name: f.name, steps: f.steps[last:], gone: f.parent >= 0 && last == f.fork}
		kept := n.undone
		if u.gone {
			n.drop(n.shown)
		} else {
			f.steps = f.steps[:last]
			for i := range n.futures {
				if c := &n.futures[i]; c.parent == n.shown {
					c.fork = min(c.fork, last)
				}
			}
		}
		n.undone = append(slices.Clone(kept), u)
	case "redo":
		if len(n.undone) == 0 {
			return true
		}
		u := n.undone[len(n.undone)-1]
		if u.gone {
			if len(n.futures) > MaxBranches {
				return false
			}
			at := min(p.n, len(f.steps))
			n.futures = append(n.futures, page{parent: n.shown, fork: at, name: u.name, steps: append(slices.Clone(f.steps[:at]), u.steps...)})
			n.shown = len(n.futures) - 1
		} else {
			f.steps = append(f.steps, u.steps...)
		}
		n.undone = n.undone[:len(n.undone)-1]
	case "show":
		if p.n < len(n.futures) && p.n != n.shown {
			n.shown, n.undone = p.n, nil
		}
	case "delete":
		if p.n > 0 && p.n < len(n.futures) {
			n.drop(p.n)
			n.undone = nil
		}
	}
	return true
}

// drop tears a page out: those that left it leave what it had left.
func (n *notebook) drop(i int) {
	gone := n.futures[i]
	if n.shown == i {
		n.shown = gone.parent
	}
	for k := range n.futures {
		if f := &n.futures[k]; f.parent == i {
			f.parent, f.fork = gone.parent, min(f.fork, gone.fork)
		}
	}
	n.futures = slices.Delete(n.futures, i, i+1)
	for k := range n.futures {
		if f := &n.futures[k]; f.parent > i {
			f.parent--
		}
	}
	if n.shown > i {
		n.shown--
	}
}

func (n *notebook) String() string {
	var lines []string
	for i, f := range n.futures {
		lines = append(lines, fmt.Sprintf("%d %q of %d after %d: %s", i, f.name, f.parent, f.fork, strings.Join(f.steps, " ")))
	}
	return fmt.Sprintf("%s\nshown %d, redo %v", strings.Join(lines, "\n"), n.shown, len(n.undone) > 0)
}

// press is what a reader does to a session: to a step, or to a future.
type press struct {
	what, key string
	n         int
}

func (p press) String() string {
	switch p.what {
	case "do":
		return fmt.Sprintf("Add %s at %d", p.key, p.n)
	case "undo":
		return "undo"
	}
	return fmt.Sprintf("%s %d", p.what, p.n)
}

func (p press) on(s *Session) (err error) {
	switch p.what {
	case "do":
		_, err = s.Do(p.n, sim.Line{Command: sim.Command{Verb: "Add", Key: p.key}})
	case "undo":
		_, err = s.Undo()
	case "redo":
		_, err = s.Redo(p.n)
	case "show":
		s.Show(p.n)
	case "delete":
		s.Delete(p.n)
	}
	return err
}

// noted writes a session into a notebook: the steps of each future by the keys in its World.
func noted(s *Session) string {
	n := notebook{shown: s.shown}
	for _, b := range s.branches {
		f := page{parent: b.Parent, fork: b.Step, name: b.Name}
		for _, id := range b.Line.Head().Queue {
			f.steps = append(f.steps, b.World.Recorder().Text(id))
		}
		for i, st := range b.Line.steps[1:] {
			if i >= len(f.steps) || st.Label != "Add "+f.steps[i] {
				f.steps = append(f.steps, "but step "+st.Label)
			}
		}
		n.futures = append(n.futures, f)
	}
	if s.CanRedo() {
		n.undone = []page{{}}
	}
	return n.String()
}

// Whatever is pressed, and in whatever order, a session has the futures that a notebook has, in which
// steps are written, taken back, written again, left and torn out.
func TestASessionIsWhatWasPressed(t *testing.T) {
	for seed := range uint64(120) {
		dice := rand.New(rand.NewPCG(seed, 1))
		keep := seed%3 == 0
		w, err := sim.New(sim.Config{})
		if err != nil {
			t.Fatal(err)
		}
		s := NewSession(w, New(w.Recorder(), 0, nil), []sim.Point{w.Point()}, keep)
		n := &notebook{futures: []page{{parent: -1}}, keep: keep}
		var script []press
		for range 40 {
			p := press{what: []string{"do", "do", "do", "undo", "undo", "redo", "redo", "show", "delete"}[dice.IntN(9)], n: dice.IntN(len(n.futures) + 1)}
			if p.what == "do" || p.what == "redo" {
				p.key = fmt.Sprintf("k%d", len(script))
				p.n = dice.IntN(len(n.futures[n.shown].steps) + 1)
				if dice.IntN(2) == 0 {
					p.n = len(n.futures[n.shown].steps)
				}
			}
			script = append(script, p)
			ok := n.press(p)
			if err := p.on(s); ok != (err == nil) || err != nil && !errors.Is(err, ErrBranches) {
				t.Fatalf("seed %d: %v: %v; want it to be done: %v", seed, script, err, ok)
			}
			if got, want := noted(s), n.String(); got != want {
				t.Fatalf("seed %d: after %v\n%s\nwant\n%s", seed, script, got, want)
			}
		}
	}
}
