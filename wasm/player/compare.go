package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Engines side by side: the lesson runs on each of them, and they stand at the same step of
// its script, whatever an engine had to do for it.

// Engine shows a lesson on one engine, or all of them side by side: "compare".
type Engine struct{ Name string }

func (m Engine) do(p *Player) {
	h := p.Head
	if h == nil || h.Lesson == nil {
		return
	}
	p.stop()
	p.Hash.Step = h.Step
	if m.Name == "compare" {
		p.Hash.Compare = "all"
		h.SeekPart(0)
	} else {
		p.Hash.Compare, p.Hash.Engine = "", m.Name
		if p.Hash.Page == "edit" {
			p.replay() // the text stays
		} else {
			p.staged().open()
		}
	}
	p.emit(Fit{})
}

// Compared are the engines that the page shows side by side; nil when it shows one.
func (p *Player) Compared() []string {
	if p.Hash.Page != "lesson" || p.Hash.Compare == "" || p.Head == nil || p.Head.Lesson == nil {
		return nil
	}
	var out []string
	for _, e := range p.Head.Lesson.Engines {
		if p.Hash.Compare == "all" || contains(strings.Split(p.Hash.Compare, ","), e) {
			out = append(out, e)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// Rivals are the playheads of the compared engines, at the step that is shown.
func (p *Player) Rivals() (out []*Playhead) {
	h := p.Head
	for _, name := range p.Compared() {
		if name == h.Engine {
			out = append(out, h)
			continue
		}
		r := h.rivals[name]
		if r == nil {
			var err error
			if r, err = NewLesson(h.Lesson, name, h.Step); err != nil {
				p.say(refusal(err), true)
				continue
			}
			if h.rivals == nil {
				h.rivals = map[string]*Playhead{}
			}
			h.rivals[name] = r
		}
		if r.Step != h.Step {
			r.Seek(h.Step)
		}
		if r.Part != h.Part {
			r.SeekPart(h.Part)
		}
		out = append(out, r)
	}
	return out
}

// comparison is the picture of the compared engines and its size.
func (p *Player) comparison(v scene.View) (shapes []draw.Shape, w, h float64) {
	var engines []scene.Engine
	for _, r := range p.Rivals() {
		e := scene.Engine{Name: r.Engine, State: r.Now, Prev: r.Before}
		before, pops := r.Line.RoundPart(r.Step, r.Part)
		e.Before = before
		for _, pop := range pops {
			e.Pops = append(e.Pops, scene.Pop{State: pop.State, Notes: pop.Notes, Open: pop.Open})
		}
		engines = append(engines, e)
	}
	w, h = scene.CompareSize(v.Layout, len(engines))
	return scene.Compare(engines, v), w, h
}

// parseCompare reads a list of engines: "all", or two or more of them by name.
func parseCompare(v string) (list string, ok bool) {
	if v == "" || v == "all" {
		return v, true
	}
	names := strings.Split(v, ",")
	for _, n := range names {
		if n == "" || n == "workqueue" || !slices.Contains(engines, n) {
			return "", false
		}
	}
	return v, len(names) > 1
}
