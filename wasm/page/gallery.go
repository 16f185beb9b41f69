package page

import (
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// gallery shows one moment of every lesson. The pictures are drawn here, in the reader's
// language and theme, a few at a time so that the page answers meanwhile.
func (p *Page) gallery() []app.UI {
	p.later(func() { p.drawGallery(0) })
	var cards []app.UI
	for _, l := range scenarios.InOrder() {
		cards = append(cards, app.A().Href(p.link(Hash{Page: "lesson", Lesson: l.ID, Step: cover(l)})).DataSet("lesson", l.ID).Body(
			app.Div().Class("still").ID("still-"+l.ID).Aria("hidden", true),
			app.Span().Body(app.B().Text(l.Number+" "), app.Text(l.Text(p.lang(), "title")), p.tick(l))))
	}
	return []app.UI{
		app.H1().Text(p.t("gallery.title")),
		app.P().Class("lead").Text(p.t("gallery.lead")),
		app.Div().Class("cards").Body(cards...),
	}
}

// cover is the step that stands for a lesson: the second of those where it pauses, or the
// only one.
func cover(l *scenarios.Lesson) int {
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

// drawGallery draws the next pictures that are missing or in another language or theme.
func (p *Page) drawGallery(from int) {
	if p.hash.Page != "gallery" {
		return
	}
	look := p.lang() + still.Vars(p.palette())
	all := scenarios.InOrder()
	for n := from; n < len(all); n++ {
		el := element("still-" + all[n].ID)
		if !el.Truthy() || el.Get("dataset").Get("look").String() == all[n].ID+look {
			continue
		}
		el.Get("dataset").Set("look", all[n].ID+look)
		if picture := p.still(all[n], cover(all[n])); picture != nil {
			el.Call("replaceChildren", picture)
		}
		var next app.Func
		next = app.FuncOf(func(app.Value, []app.Value) any {
			next.Release()
			p.drawGallery(n + 1)
			return nil
		})
		app.Window().Call("setTimeout", next, 0)
		return
	}
}

// still is a step of a lesson as the wide page shows it; nil when the lesson does not run.
func (p *Page) still(l *scenarios.Lesson, step int) app.Value {
	pl, err := NewLesson(l, "", step)
	if err != nil {
		return nil
	}
	v := scene.View{Part: l.View, Text: p.t, Now: max(pl.now.At, pl.At()), Prev: pl.before}
	w, h := v.Size()
	return svg(scene.Build(pl.now, v), w, h, p.palette(), "still-"+l.ID)
}
