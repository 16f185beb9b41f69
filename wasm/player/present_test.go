package player

import (
	"slices"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// A class that is presented goes on to an exercise with its buttons, from there to the next lesson as it is
// presented, and at its end shows the room no notes.
func TestAClassStaysOnTheProjector(t *testing.T) {
	p := opened("#s=dirty-and-processing&of=queue&step=99&predict=0&present=1")
	next, _ := p.Onward()
	p.Update(start, Opened{next})
	if p.Head.Exercise == nil || p.Hash.Present || !p.Present.Room {
		t.Fatalf("%s: exercise %v, presented %v, for a room %v", next, p.Head.Exercise, p.Hash.Present, p.Present.Room)
	}
	if p.Took(Key{Name: "p"}) {
		t.Error("an exercise cannot be presented: it would lose its buttons")
	}
	p.Update(start, Solve{})
	for n := 0; n < 50 && p.Head.Playing; n++ {
		p.Update(start, Arrived{})
		p.Update(start, Rang{"play"})
	}
	want, _ := p.Onward()
	effects := p.Update(start, Key{Name: "PageDown"})
	if !slices.Contains(effects, Effect(Visit{want})) {
		t.Errorf("the remote leads to %v, want %s", effects, want)
	}
	if p.Update(start, Opened{want}); !p.Hash.Present || p.Present.Room {
		t.Errorf("%s is presented: %v", want, p.Hash.Present)
	}
	path := scenarios.PathNamed("queue")
	last := path.Stops[len(path.Stops)-1]
	p.Update(start, Opened{"#s=" + last.Lesson.ID + "&of=queue&step=99&predict=0&present=1"})
	quiz, _ := p.Onward()
	if effects = p.Update(start, Key{Name: "PageDown"}); quiz != "#p=quiz&of=class-queue&present=1" || !slices.Contains(effects, Effect(Visit{quiz})) {
		t.Errorf("the class ends in %s, and the remote leads to %v", quiz, effects)
	}
}

// What a room answers is the room's: nothing of it is kept as the teacher's own, nothing is asked again, and
// the remote tells an answer before it goes on.
func TestARoomsAnswersAreNotTheTeachers(t *testing.T) {
	p := opened("#p=quiz&of=class-queue&present=1")
	own := func() string { return p.Progress().String() }
	for n := range p.Quiz.Questions {
		if q, _ := p.Asked(); n%2 == 0 {
			p.Update(start, Answer{len(q.Gate.Options) - 1})
		} else if p.Update(start, Key{Name: "PageDown"}); p.Quiz.At != n || p.Quiz.Picked[n] != nobody {
			t.Errorf("question %d, left open: the remote goes on to %d, picked %v; want its answer told first", n+1, p.Quiz.At+1, p.Quiz.Picked)
		}
		p.Update(start, Key{Name: "PageDown"})
	}
	if _, asks := p.Asked(); asks || len(p.Quiz.Wrong()) != len(p.Quiz.Questions) || own() != "" {
		t.Errorf("at the end it still asks: %v, wrong are %d of %d, and kept is %q", asks, len(p.Quiz.Wrong()), len(p.Quiz.Questions), own())
	}
	p = opened("#s=dirty-and-processing&step=2&present=1")
	p.Update(start, Key{Name: "PageDown"})
	if p.Update(start, Answer{1}); own() != "" || len(p.Wrong()) > 0 {
		t.Errorf("of a room's wrong answer %q is kept, and %v is to be asked again", own(), p.Wrong())
	}
	p.Update(start, Key{Name: "PageUp"})
	for p.Update(start, Opened{"#s=dirty-and-processing&step=5&present=1"}); p.Head.Step < 6; {
		p.Update(start, Key{Name: "PageDown"})
	}
	if g, picked := p.Verdict(); g == nil || picked != nobody {
		t.Errorf("a question that nobody answered: %v, picked %d; want its answer told", g, picked)
	}
	if p.Update(start, Key{Name: "PageDown"}); p.Head.Step != 7 {
		t.Errorf("the next press of the remote leads to step %d, want 7", p.Head.Step)
	}
	if p.Update(start, Seek{99}); own() != "" {
		t.Errorf("a lesson that a room saw is kept: %q", own())
	}
	p.Update(start, TogglePresent{})
	if p.Update(start, Seek{3}); p.InRoom() || own() != "" {
		t.Errorf("in a room: %v, kept %q", p.InRoom(), own())
	}
	if p.Update(start, Seek{99}); own() == "" {
		t.Error("what the reader does alone is not kept")
	}
}
