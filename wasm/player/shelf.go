package player

import (
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
)

// The pages for reading: home, course, gallery. Their pictures are states of their own.

// Hero is the home page's picture: a pipeline caught in the middle of its work.
func (p *Player) Hero() Picture {
	if p.hero == nil {
		p.hero = heroState()
	}
	s := p.hero
	v := scene.View{Plan: scene.All, Text: p.plainT, Now: s.At}
	w, h := v.Size()
	return Picture{Shapes: scene.Build(s, v), W: w, H: h}
}

// heroState is the state that the home page draws: a real world in the middle of its work,
// never a drawing of one.
func heroState() *state.State {
	w, err := sim.New(sim.Config{Engine: "atomic", Start: "list", Workers: []string{"W1", "W2"}, Handlers: []string{"h1"},
		Indexes: []string{"byNode=.spec.nodeName"}, Cluster: true})
	if err != nil {
		panic("player: the home page's world: " + err.Error())
	}
	for _, line := range []string{"auto off", "create p1 n1", "create p2 n2", "start", "run until idle", "W1 Get", "W1 read",
		"AddAfter p3 40s", "update p1", "run until idle", "update p1", "reflector recv"} {
		if err := do(w, line); err != nil {
			break // a verb that has gone leaves the picture of the step before
		}
	}
	s := state.New(w.Recorder())
	s.AddWorker("W1")
	s.AddWorker("W2")
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s
}

// do gives a World one command.
func do(w *sim.World, line string) error {
	c, err := sim.ParseCommand(line)
	if err != nil {
		return err
	}
	return w.Do(c)
}

// Cover is the step that stands for a lesson in the gallery: the second of those where it pauses,
// or the only one.
func Cover(l *scenarios.Lesson) int {
	step, markers := len(l.Items)/2, 0
	for n, it := range l.Items {
		if n > 0 && it.Marker {
			step, markers = n, markers+1
		}
		if markers == 2 {
			break
		}
	}
	return step
}

// Asking is the step that stands for a lesson on paper: the one that its first question was about.
func Asking(l *scenarios.Lesson) int {
	if all := questions(l); len(all) > 0 {
		return all[0].Step
	}
	return Cover(l)
}

// Still is a step of a lesson as the wide page shows it; ok is false when it does not run.
func (p *Player) Still(l *scenarios.Lesson, step int) (pic Picture, ok bool) {
	h, err := NewLesson(l, "", step)
	if err != nil {
		return Picture{}, false
	}
	v := scene.View{Plan: l.View, Text: p.plainT, Now: max(h.Now.At, h.At()), Prev: h.Before}
	v.Detail.Base, v.Detail.Cap = h.World.Ladder()
	v.Detail.Asked = h.Run.Asks(h.Step)
	pic.W, pic.H = v.Size()
	pic.Shapes = scene.Build(h.Now, v)
	return pic, true
}

// Score is how many lessons are done, how many questions of theirs were answered, and how many
// rightly; next is the first lesson that is not done, nil when all are.
func (p *Player) Score() (done, right, asked int, next *scenarios.Lesson) {
	for _, l := range scenarios.InOrder() {
		if s, ok := p.Progress().Lessons[l.ID]; ok {
			done, right, asked = done+1, right+s.Right, asked+s.Asked
		} else if next == nil {
			next = l
		}
	}
	return done, right, asked, next
}
