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
	if link, _ := p.Onward(); link != "" {
		t.Errorf("the class ends in %s, on the projector", link)
	}
	before := p.Head.Step
	for _, e := range p.Update(start, Key{Name: "PageDown"}) {
		if v, ok := e.(Visit); ok {
			t.Errorf("a step too many leads to %v", v)
		}
	}
	if p.Head.Step != before || !p.Ended() {
		t.Errorf("the last lesson stands at %d, ended %v", p.Head.Step, p.Ended())
	}
}
