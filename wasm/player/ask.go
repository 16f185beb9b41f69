package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// Ask is the question that stands before a step. Nobody has to answer: another press of
// Step shows what happens and tells the answer, and the score counts only answers that were given.
type Ask struct {
	Open     bool
	Answered map[int]int // step → place of the option that was picked last, 1 is the right one
	Right    int         // at the first try
	Repeats  bool        // what was wrong is asked once more
	Told     int         // the step whose question nobody answered: its answer is told
}

// Answer takes an option of the open question, says at once whether it is right, and shows the
// step. Option 0 is the right one.
type Answer struct{ Option int }

func (m Answer) do(p *Player) {
	if p.Hash.Page == "quiz" {
		p.answer(m.Option)
		return
	}
	if p.Voting() {
		p.vote(m.Option)
		return
	}
	g := p.Gate()
	if g == nil || !p.Ask.Open {
		return
	}
	step := p.Head.Step + 1
	p.answered(g, step, m.Option)
	p.goTo(step)
}

// answered notes an answer to the question before a step.
func (p *Player) answered(g *scenarios.Gate, step, option int) {
	if p.Ask.Answered == nil {
		p.Ask.Answered = map[int]int{}
	}
	p.Ask.Open = false
	if p.Ask.Answered[step] == 0 && option == 0 {
		p.Ask.Right++
	}
	p.Ask.Answered[step] = option + 1
	p.tellAnswer(g.ID, step, option)
	if l := p.Head.Lesson; !p.InRoom() && l.Ours() && p.Progress().mark(Question{l, step, g}, option == 0) {
		p.keepProgress()
	}
}

// Retry asks a question again that was answered wrong: the one whose answer is shown, or the first.
type Retry struct{}

func (Retry) do(p *Player) {
	wrong := p.Wrong()
	if len(wrong) == 0 {
		return
	}
	at := wrong[0]
	if slices.Contains(wrong, p.Head.Step) {
		at = p.Head.Step
	}
	p.goTo(at - 1)
	p.Head.Playing = false
	p.Ask.Open, p.Ask.Repeats, p.Hash.Zone = true, true, ""
}

// Wrong are the steps of the lesson whose questions were answered wrong, now or before, and not rightly
// since. A room is not asked again.
func (p *Player) Wrong() (steps []int) {
	h := p.Head
	if p.InRoom() || h == nil || h.Lesson == nil || p.Hash.Page != "lesson" || p.Hash.Predict == "0" {
		return nil
	}
	ours := h.Lesson.Ours()
	for _, q := range questions(h.Lesson) {
		if picked := p.Ask.Answered[q.Step]; picked > 1 || picked == 0 && ours && p.Progress().Missed(q) {
			steps = append(steps, q.Step)
		}
	}
	return steps
}

// Gate returns the question before the next step, or nil.
func (p *Player) Gate() *scenarios.Gate {
	h := p.Head
	if h == nil || h.Run == nil || p.Hash.Page != "lesson" || h.Last() {
		return nil
	}
	return h.Run.Steps[h.Step+1].Gate
}

// asks opens the question before the next step instead of taking it; false when there is
// none, it is open already, or it was answered before.
func (p *Player) asks() bool {
	g := p.Gate()
	if g == nil || p.Ask.Open || p.Hash.Predict == "0" || p.Layout() == "embed" && !p.AsksInFrame() || p.Ask.Answered[p.Head.Step+1] != 0 {
		return false
	}
	p.Ask.Open, p.Hash.Zone = true, "" // their keys are the same
	p.Head.Playing = false
	return true
}

// AsksInFrame reports whether questions are asked in a small frame, where they lie over a part of the picture:
// on a projector, and where the frame's author wants it.
func (p *Player) AsksInFrame() bool { return p.Hash.Present || p.Hash.Predict == "1" }

// nobody is the option of a question that was left open.
const nobody = -1

// Verdict is the question before the step that is shown and the option that was picked, nobody's where it was
// left open; nil where there is nothing to say of it.
func (p *Player) Verdict() (g *scenarios.Gate, picked int) {
	h := p.Head
	if h == nil || h.Run == nil || p.Hash.Page != "lesson" {
		return nil, 0
	}
	picked = p.Ask.Answered[h.Step] - 1
	if g = h.Run.Steps[h.Step].Gate; picked == nobody && p.Ask.Told != h.Step {
		return nil, 0
	}
	return g, picked
}

// AskPlace is where questions stand, and the end of a lesson: over the side column of the wide
// page; above Step on a phone, and where engines take that column or it stands beneath the
// picture. It never covers the picture it asks about.
func (p *Player) AskPlace() string {
	at := p.Layout()
	if at == "phone" || at == "wide" && (p.Compared() != nil || p.Stacked()) {
		return "transport"
	}
	return at
}

// askKey is the answer that a key from 1 to 4 gives to an open question; nil where none is open.
func (p *Player) askKey(k string) Msg {
	g := p.Gate()
	if !p.Ask.Open || g == nil || len(k) != 1 || !strings.Contains("1234", k) {
		return nil
	}
	n := int(k[0] - '1')
	if order := g.Order(); n < len(order) {
		return Answer{order[n]}
	}
	return nothing{}
}

// nothing is a key that is ours and does nothing.
type nothing struct{}

func (nothing) do(*Player) {}

// Ended reports whether the end of a lesson is shown.
func (p *Player) Ended() bool {
	h := p.Head
	return p.Hash.Page == "lesson" && h != nil && h.Lesson != nil && h.Step > 0 && h.Last() && !h.Playing
}
