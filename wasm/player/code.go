package player

import (
	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
)

// codePanel is what the panel of the code showed last. Reading the code of a step walks its
// past, so it is done once a step.
type codePanel struct {
	key    codeKey
	code   model.Code
	rows   []model.Row
	pinned pinned
}

type codeKey struct {
	line          *model.Timeline
	step, last    int
	part          int
	view          string
	limiter, cols int
	slips         string // of the reader's controller
}

// pinned is a function that the reader asked for, at a step.
type pinned struct {
	name       string
	step, part int
}

// Of the code's panel: pixels of a character, and of the panel beside its text.
const (
	codeCharPx = 7.2
	codePadPx  = 24
)

// HasCode reports whether there is code to be shown here at all.
func (p *Player) HasCode() bool {
	return p.Head != nil && (p.Hash.Page == "lesson" || p.Hash.Page == "play") &&
		(p.Layout() != "embed" || p.Hash.Code == "1" || p.Hash.Code == OwnCode)
}

// codeRoom is how high a window has to be to show the code unasked where other things than
// the state table want the side column: the buttons of a playground, the versions of a pipeline.
const codeRoom = 960

// CodeOpen reports whether the code is unfolded: as the link says, else where there is room.
func (p *Player) CodeOpen() bool {
	if p.Hash.Code != "" {
		return p.Hash.Code != "0"
	}
	return !p.MetricsOpen() && p.Layout() == "wide" && (p.Plan() != scene.All && p.Hash.Page == "lesson" || p.Window.H >= codeRoom)
}

// sidePx is how wide the side column is: page.css says the same.
func (p *Player) sidePx() float64 {
	switch {
	case p.Layout() == "phone":
		return p.Window.W - 32
	case p.Stacked():
		return (p.Window.W - 24 - 32) / 2
	case p.Narrow():
		return 288
	}
	return 320
}

// Code returns what stands beside the step that is shown. While time passes to that step it is
// still the code of the step before, and nothing of it is lit.
func (p *Player) Code() (model.Code, []model.Row) {
	if p.source == nil {
		p.source = core.Read()
	}
	k, asked, passing := p.codeKey(p.source)
	if k != p.code.key {
		c := k.line.CodePart(k.step, k.part, asked)
		if f := p.pin(); f != nil {
			c = model.Code{Func: f}
		}
		p.code.key, p.code.code, p.code.rows = k, c, nil
		if c.Func != nil {
			p.code.rows = model.Rows(c.Func, k.cols)
		}
	}
	c := p.code.code
	if passing {
		c.Count, c.Origin.Line = 0, 0
	}
	return c, p.code.rows
}

// codeKey is what a panel of code depends on, and for whom src is read; passing tells that time
// passes to the step.
func (p *Player) codeKey(src *core.Source) (k codeKey, a model.Asked, passing bool) {
	h := p.Head
	k = codeKey{line: h.Line, step: h.Step, part: h.Part, last: h.Line.Last(), view: p.Plan(), cols: min(int((p.sidePx()-codePadPx)/codeCharPx), model.CodeColumns)}
	a = model.Asked{Source: src, View: k.view}
	if h.World.Config().QPS != 0 {
		k.limiter = 1
		a.Holds = []string{"max"}
	}
	if passing = p.motion.what == "time"; passing {
		k.step--
	}
	return k, a, passing
}

// pin is the function asked for at the step that is shown; nil when there is none.
func (p *Player) pin() *core.Func {
	at := p.code.pinned
	if at.name == "" || at.step != p.Head.Step || at.part != p.Head.Part {
		return nil
	}
	for _, place := range p.source.Places {
		if place.Func.Name == at.name {
			return place.Func
		}
	}
	return nil
}
