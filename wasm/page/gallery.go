package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// gallery shows one moment of every lesson. The pictures are drawn here, in the reader's
// language and theme, a few at a time so that the page answers meanwhile.
func (p *Page) gallery() []app.UI {
	p.later(func() { p.drawGallery(0) })
	var cards []app.UI
	for _, l := range scenarios.InOrder() {
		cards = append(cards, app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: l.ID, Step: player.Cover(l)})).DataSet("lesson", l.ID).Body(
			app.Div().Class("still").ID("still-"+l.ID).Aria("hidden", true),
			app.Span().Body(app.B().Text(l.Place()+" "), app.Text(l.Text(p.Lang(), "title")), p.tick(l))))
	}
	return []app.UI{
		app.H1().Text(p.T("gallery.title")),
		app.P().Class("lead").Text(p.T("gallery.lead")),
		app.Div().Class("cards").Body(cards...),
	}
}

// drawGallery draws the next pictures that are missing or in another language or theme.
func (p *Page) drawGallery(from int) {
	if p.Hash.Page != "gallery" {
		return
	}
	look := p.Lang() + still.Vars(p.Palette())
	all := scenarios.InOrder()
	for n := from; n < len(all); n++ {
		el := element("still-" + all[n].ID)
		if !el.Truthy() || el.Get("dataset").Get("look").String() == all[n].ID+look {
			continue
		}
		el.Get("dataset").Set("look", all[n].ID+look)
		p.drawStill("still-"+all[n].ID, all[n], player.Cover(all[n]), p.Palette())
		soon(func() { p.drawGallery(n + 1) }, 0)
		return
	}
}

// drawStill draws a step of a lesson into an element, unless it is there already.
func (p *Page) drawStill(id string, l *scenarios.Lesson, step int, pal draw.Palette) {
	el := element(id)
	look := l.ID + "/" + strconv.Itoa(step) + p.Lang() + still.Vars(pal)
	if !el.Truthy() || el.Get("dataset").Get("drawn").String() == look {
		return
	}
	el.Get("dataset").Set("drawn", look)
	if pic, ok := p.Still(l, step); ok {
		el.Call("replaceChildren", svg(pic.Shapes, pic.W, pic.H, pal, id))
	}
}
