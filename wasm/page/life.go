package page

import (
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const lifeID = "life"

// life is the life cycle of the inspected key with the state it is in lit.
func (p *Page) life(id trace.ID) app.UI {
	l := p.lifeOf(id)
	p.later(func() { p.drawLife(id) })
	last := p.t("life.none")
	if n := len(l.Last); n > 0 {
		last = p.fact(l.Last[n-1])
	}
	// A figure, since what is drawn into a div by hand could stay when go-app reuses the div.
	return app.Figure().ID(lifeID).Class("life").Role("img").Aria("label", p.t("life.label",
		"key", shown(l.State.Name(id)), "states", strings.Join(scene.LifeStates(l), ", "), "last", last))
}

// lifeOf is the key at the step shown, with the last call about it.
func (p *Page) lifeOf(id trace.ID) scene.Life {
	l := scene.Life{State: p.shown(), Key: id, Text: p.t}
	if p.player == nil {
		return l
	}
	line, last := p.player.line, p.player.step
	if p.hash.Page == "live" && p.live != nil {
		last = line.Last()
	}
	for n := last; n > line.First() && n > last-2000 && l.Last == nil; n-- {
		l.Last = scene.LastCall(line.Events(n), id)
	}
	return l
}

func (p *Page) drawLife(id trace.ID) {
	el := element(lifeID)
	if !el.Truthy() || p.shown() == nil {
		return
	}
	width := min(el.Get("clientWidth").Float(), 420)
	if width <= 0 {
		return
	}
	p.drawInto(el, scene.Lifecycle(p.lifeOf(id), width), width, scene.LifeHeight, "life")
}
