package page

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const lifeID = "life"

// life is the life cycle of the inspected key with the state it is in lit.
func (p *Page) life(id trace.ID) app.UI {
	p.later(func() { p.drawLife(id) })
	// A figure, since what is drawn into a div by hand could stay when go-app reuses the div.
	return app.Figure().ID(lifeID).Class("life").Role("img").Aria("label", p.Teller().LifeLabel(p.Here(), p.Teller().Life(p.Here(), id)))
}

func (p *Page) drawLife(id trace.ID) {
	el := element(lifeID)
	if !el.Truthy() || p.Shown() == nil {
		return
	}
	width := min(el.Get("clientWidth").Float(), 420)
	if width <= 0 {
		return
	}
	p.drawInto(el, scene.Lifecycle(p.Teller().Life(p.Here(), id), width), width, scene.LifeHeight, "life")
}
