package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Side by side: what is shown runs on several engines, or on both queues, and they stand at the same step
// of its script, whatever one of them had to do for it.

type (
	// Engine shows a lesson on one engine, or all of them side by side: "compare".
	Engine struct{ Name string }
	// Queue shows a lesson, or what was done in the playground, on one queue, or on both side by side:
	// "compare".
	Queue struct{ Name string }
)

func (m Engine) do(p *Player) {
	if p.Head == nil || p.Head.Lesson == nil {
		return
	}
	p.beside(m.Name, "all", &p.Hash.Engine)
}

func (m Queue) do(p *Player) {
	switch h := p.Head; {
	case m.Name == "compare" && len(p.Queues()) < 2 || m.Name != "compare" && !contains(p.Turns(), m.Name):
	case m.Name != "compare" && h.Session != nil && h.Base != nil && m.Name != h.Queue():
		p.forkOn(m.Name)
		p.emit(Fit{})
	case m.Name != "compare" && h.Session != nil && m.Name != h.Queue():
		p.Hash.Compare = ""
		Settle{Engine: h.Engine, Settings: p.Settings().With("queue", m.Name)}.do(p)
		p.emit(Fit{})
	default:
		p.beside(m.Name, strings.Join(sim.Queues(), ","), &p.Hash.Queue)
	}
}

// beside shows all side by side, or the one of that name, which the link says then.
func (p *Player) beside(name, all string, link *string) {
	h := p.Head
	p.stop()
	p.Hash.Step = h.Step
	if name == "compare" {
		p.Hash.Compare = all
		h.SeekPart(0)
	} else {
		p.Hash.Compare = ""
		switch p.Hash.Page {
		case "edit":
			*link = name
			p.replay() // the text stays
		case "lesson":
			*link = name
			p.staged().open()
		}
	}
	p.emit(Fit{})
}

// Engines are those that the page offers: of a lesson.
func (p *Player) Engines() []string {
	if h := p.Head; h != nil && h.Lesson != nil && (p.Hash.Page == "lesson" || p.Hash.Page == "edit") {
		return h.Lesson.Engines
	}
	return nil
}

// Queues are those that the page offers: of a lesson, and in the playground both, but for an exercise,
// which is about its own.
func (p *Player) Queues() []string {
	switch h := p.Head; {
	case h == nil:
	case h.Lesson != nil && (p.Hash.Page == "lesson" || p.Hash.Page == "edit"):
		return slices.Clone(h.Lesson.Queues)
	case p.Hash.Page == "play" && h.Session != nil && h.Exercise == nil:
		return sim.Queues()
	}
	return nil
}

// Turns are the queues that the page turns to, beside showing them side by side: a lesson that was left is
// told on its own.
func (p *Player) Turns() []string {
	h := p.Head
	if h == nil || h.Base == nil {
		return p.Queues()
	}
	return slices.Clone(h.Base.Queues)
}

// Compared are the engines, or the queues, that the page shows side by side; nil when it shows one.
func (p *Player) Compared() []string {
	if p.Hash.Compare == "" || p.Hash.Page != "lesson" && p.Hash.Page != "play" {
		return nil
	}
	for _, names := range [][]string{p.Engines(), p.Queues()} {
		var out []string
		for _, n := range names {
			if p.Hash.Compare == "all" || contains(strings.Split(p.Hash.Compare, ","), n) {
				out = append(out, n)
			}
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// onlyItsQueue says when the link asks an exercise, or a lesson that was left, for a queue that it is not on, and
// forgets it.
func (p *Player) onlyItsQueue() {
	h, asked := p.Head, p.Hash.Queue
	if asked == "" || p.Hash.Page != "play" || h == nil || h.Base == nil && h.Exercise == nil || h.Queue() == asked {
		return
	}
	p.Hash.Queue = ""
	if own := h.Queue(); p.Notice() == "" {
		p.say(func(t tell.Teller) string {
			return t.Problems([]tell.Problem{{Key: "link.other", Name: "queue", Value: asked, Want: own}})
		}, true)
	}
}

// onlyBeside says when the link compares what does not stand side by side in what it opened, and forgets it.
func (p *Player) onlyBeside() {
	asked := p.Hash.Compare
	if asked == "" || p.Head == nil || p.Hash.Page != "lesson" && p.Hash.Page != "play" || p.Compared() != nil {
		return
	}
	wrong := tell.Problem{Key: "link.beside.none", Name: "compare", Value: strconv.Quote(asked)}
	for _, names := range [][]string{p.Queues(), p.Engines()} {
		if len(names) > 1 {
			wrong.Key, wrong.Want = "link.beside", strings.Join(names, ", ")
		}
	}
	p.Hash.Compare = ""
	if p.Notice() == "" { // else what is said already has more to do with it
		p.say(func(t tell.Teller) string { return t.Problems([]tell.Problem{wrong}) }, true)
	}
}

// otherQueues are those of the lesson that not every lesson has.
func otherQueues(l *scenarios.Lesson) []string {
	return slices.DeleteFunc(slices.Clone(l.Queues), func(q string) bool { return q == sim.ClientGoQueue })
}

// TwoQueues reports whether queues stand side by side.
func (p *Player) TwoQueues() bool {
	all := p.Compared()
	return all != nil && slices.Contains(sim.Queues(), all[0])
}

// Rivals are the playheads of what is compared, at the step that is shown.
func (p *Player) Rivals() (out []*Playhead) {
	h := p.Head
	for _, name := range p.Compared() {
		if name == h.Engine || name == h.Queue() {
			out = append(out, h)
			continue
		}
		r, err := h.rival(name)
		if err != nil {
			p.say(refusal(err), true)
			continue
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

// playBeside is the headline of a playground on both queues: what each did, in its own words; "" where they
// are the same, or say no more than that nothing was done.
func (p *Player) playBeside() string {
	var said, line string
	for i, r := range p.Rivals() {
		m := p.at(r.Step)
		m.Line, m.State = r.Line, r.Now
		caption := p.Teller().Caption(m)
		if c, ok := r.Refused(); ok {
			caption = "**" + p.T("compare.queue.refused", "call", c.String()) + "**"
		}
		bold := strings.SplitAfterN(caption, "**", 3)
		if len(bold) < 3 || r.First() || i > 0 && bold[1] == said {
			return ""
		}
		said = bold[1]
		line += p.T("queues.each", "name", p.Column(r), "said", "**"+said)
	}
	return strings.TrimSpace(line)
}

// rival is the same on another engine, or another queue.
func (h *Playhead) rival(name string) (r *Playhead, err error) {
	if h.rivals == nil {
		h.rivals = map[string]*Playhead{}
	}
	switch r = h.rivals[name]; {
	case h.Session != nil:
		var was *model.Aside
		if r != nil {
			was = r.aside
		}
		a, err := h.Session.Branch().Aside(name, was)
		if err != nil || r != nil && a == was && r.Line.Last() == r.until {
			return r, err
		}
		r = &Playhead{Engine: h.Engine, World: a.World, Line: a.Line, Speed: 1, aside: a, until: a.Line.Last()}
		r.Seek(h.Step)
	case r != nil:
		return r, nil
	case slices.Contains(sim.Queues(), name):
		r, err = NewLesson(h.Lesson.On(name), h.Engine, h.Step)
	default:
		r, err = NewLesson(h.Lesson, name, h.Step)
	}
	if err == nil {
		h.rivals[name] = r
	}
	return r, err
}

// OnEngine is the engine of what is shown.
func (h *Playhead) OnEngine() string { return h.Engine }

// Queue is the work queue of what is shown; "" is not known.
func (h *Playhead) Queue() string {
	if h.World == nil {
		return ""
	}
	return h.World.Config().Queue
}

// Refused is the step's command that the queue could not be asked for; ok is false where it could.
func (h *Playhead) Refused() (c sim.Command, ok bool) {
	if h.aside != nil {
		c, ok = h.aside.Refused[h.Step]
	}
	return c, ok
}

// Column is what a column of a comparison is called.
func (p *Player) Column(r *Playhead) string {
	if p.TwoQueues() {
		return r.Queue()
	}
	return r.Engine
}

// comparison is the picture of what is compared and its size.
func (p *Player) comparison(v scene.View) (shapes []draw.Shape, w, h float64) {
	if p.TwoQueues() {
		var queues []scene.Queue
		for _, r := range p.Rivals() {
			q := scene.Queue{Name: r.Queue(), State: r.Now, Prev: r.Before, Now: r.Time()}
			if c, ok := r.Refused(); ok {
				q.Refused = p.T("compare.queue.refused", "call", c.String())
			}
			queues = append(queues, q)
		}
		under := p.Hash.Page == "play" // beside its controls
		w, h = scene.QueuesSize(v.Layout, len(queues), under)
		return scene.Queues(queues, v, under), w, h
	}
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

// abreast are what can stand side by side: engines, or queues.
var abreast = [][]string{sim.Engines(), sim.Queues()}

// parseCompare reads a list of engines or of queues: "all", or two or more of them by name.
func parseCompare(v string) (list string, ok bool) {
	if v == "" || v == "all" {
		return v, true
	}
	names := strings.Split(v, ",")
	for _, all := range abreast {
		if !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(all, n) }) {
			slices.Sort(names)
			return v, len(slices.Compact(names)) > 1
		}
	}
	return "", false
}
