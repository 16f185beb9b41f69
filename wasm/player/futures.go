package player

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/tell"
)

type (
	// WhatIf leaves a lesson where the playhead stands: the playground goes on from there.
	WhatIf struct{}
	// Branch turns to another future at the same number of steps; Drop throws the shown one away.
	Branch struct{ I int }
	Drop   struct{}
	// Undo takes the newest command of the future that is shown back; Redo does it again.
	Undo struct{}
	Redo struct{}
)

func (WhatIf) do(p *Player) {
	if to, ok := p.whatIf(); ok {
		p.visit(to)
	}
}

// whatIf leaves the lesson, and says where for.
func (p *Player) whatIf() (to Hash, ok bool) {
	h := p.Head
	if p.Hash.Page != "lesson" || h == nil || h.Lesson == nil || p.Hash.Frame.ReadOnly {
		return to, false
	}
	h.Playing = false
	p.left, to = p.Hash, p.Hash
	to.Page, to.Lesson, to.Engine, to.Step, to.Token = "play", h.Lesson.ID, h.Engine, h.Step, ""
	if len(h.Lesson.Queues) > 1 {
		to.Queue = h.Queue()
	}
	if !p.TwoQueues() {
		to.Compare = "" // what is done to a lesson is done on one engine
	}
	return to, true
}

// forkOn leaves the same lesson at the same step on another of its queues, and carries out there what was done.
func (p *Player) forkOn(queue string) {
	h := p.Head
	p.rest()
	p.Hash.Compare, p.Hash.Queue, p.Hash.Step, p.Hash.If = "", queue, h.Step, p.futuresOn(sim.PriorityQueue) // as they were meant
	if p.beginPlay(true); p.Head == nil {
		return
	}
	p.Head.Speed, p.Hash.If = h.Speed, p.futures()
	if p.ranked() && p.Notice() == "" {
		p.say(tell.Message("queues.ranked"), false)
	}
}

func (m Branch) do(p *Player) { p.showBranch(m.I) }

func (p *Player) showBranch(i int) {
	h := p.Head
	if h == nil || h.Session == nil || i == h.Session.Shown() {
		return
	}
	p.rest()
	h.Session.Show(i)
	h.follow(h.Step)
}

func (Drop) do(p *Player) {
	h := p.Head
	if h == nil || h.Session == nil || h.Session.Branch().Parent < 0 {
		return
	}
	b := h.Session.Branch()
	notice, bad := p.notice, p.Bad
	p.rest()
	p.say(notice, bad)
	h.Session.Delete(h.Session.Shown())
	h.follow(min(h.Step, b.Step))
}

func (Undo) do(p *Player) {
	if p.Head != nil && p.Head.Session != nil {
		p.rewind(p.Head.Session.Undo)
	}
}

func (Redo) do(p *Player) {
	if p.Head != nil && p.Head.Session != nil {
		p.rewind(func() (int, error) { return p.Head.Session.Redo(p.Head.Step) })
	}
}

func (p *Player) rewind(do func() (int, error)) {
	p.stop()
	p.Head.Playing = false
	at, err := do()
	if err != nil {
		p.say(unable(err), true)
		return
	}
	p.rest()
	p.Head.follow(at)
}

// rest ends what moves and plays, and what was said about it.
func (p *Player) rest() {
	p.stop()
	p.Head.Playing = false
	p.Tools.Rest = nil
	p.say(nil, false)
}

// LessonLink leads back to the lesson, to the step and the view that were left.
func (p *Player) LessonLink() string {
	h := p.Hash
	h.Page, h.Inline, h.If, h.Token, h.Step = "lesson", "", "", "", min(p.Head.Step, p.Head.Told())
	h.View, h.Compare = "", ""
	if l := scenarios.Find(p.left.Lesson); p.left.Lesson == p.Head.Base.ID || l != nil && l == p.Head.Base.On(l.Queue()) {
		h.View, h.Compare = p.left.View, p.left.Compare
	}
	return h.String()
}

// BranchName is how a future is called: the original, or a number.
func (p *Player) BranchName(i int) string {
	if i == 0 {
		return p.T("fork.original")
	}
	return p.T("fork.name", "n", strconv.Itoa(i))
}

// other is the future that was left, as far from the fork as the playhead is.
func (p *Player) other() (b *model.Branch, at int, ok bool) {
	if p.Hash.Page != "play" || p.Head == nil || p.Head.Session == nil {
		return nil, 0, false
	}
	return p.Head.Session.Other(p.Head.Step)
}

// Other is the future that was left: its state as far from the fork as the playhead is, its
// moment, ns, its name, the step, and whether it has come to its end.
func (p *Player) Other() (s *state.State, moment int64, name string, step int, ended, ok bool) {
	b, at, ok := p.other()
	if !ok {
		return nil, 0, "", 0, false, false
	}
	return b.Line.At(at), b.Line.Step(at).At, p.BranchName(p.Head.Session.Branch().Parent), at, at == b.Last(), true
}

// ghosts adds to the picture what stands elsewhere in the future that was left.
func (p *Player) ghosts(shapes []draw.Shape, v scene.View) []draw.Shape {
	b, at, ok := p.other()
	if !ok {
		return shapes
	}
	v.Prev, v.Focus = b.Line.At(at-1), ""
	v.Now = b.Line.Step(at).At
	return scene.Elsewhere(shapes, scene.Build(b.Line.At(at), v), p.BranchName(p.Head.Session.Branch().Parent))
}

// addPartings tells the scrubber, whose cells begin after step first, where other futures
// leave the one that is shown. The one that it left itself is drawn with its steps.
func (p *Player) addPartings(b *scrubber.Bio, first int) {
	s := p.Head.Session
	own := s.Branch()
	add := func(i, step int, long bool) {
		if step < first {
			return
		}
		l := scrubber.Parting{Step: step - first, Steps: s.Branches()[i].Last() - first, ID: "future:" + strconv.Itoa(i), Name: p.BranchName(i), Long: long}
		if b.Partings = append(b.Partings, l); long {
			b.Total = max(b.Total, l.Steps)
		}
	}
	b.Last = b.Total
	if own.Parent >= 0 {
		add(own.Parent, own.Step, true)
	}
	for i, other := range s.Branches() {
		if other.Parent == s.Shown() {
			add(i, other.Step, false)
		}
	}
}

// seekFuture turns to the future whose mark was hit on the scrubber.
func (p *Player) seekFuture(id string) bool {
	rest, ok := strings.CutPrefix(id, "future:")
	if !ok || p.Head.Session == nil {
		return false
	}
	branch, step, _ := strings.Cut(rest, ":")
	i, err1 := strconv.Atoi(branch)
	n, err2 := strconv.Atoi(step)
	if err1 != nil || err2 != nil {
		return false
	}
	p.showBranch(i)
	p.mode().seek(p.scrub0 + n)
	return true
}
