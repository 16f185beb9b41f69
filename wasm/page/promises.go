package page

import (
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// promises says what always holds; once a promise was broken it lists them all, with the
// ones that do not hold now and what that leads to.
func (p *Page) promises() app.UI {
	s := p.Shown()
	if s != nil && len(s.Broken) == 0 && len(s.Workers) == 0 && len(s.Keys) == 0 {
		return app.P().Hidden(true) // nothing of the queue is shown
	}
	if s == nil || len(s.Broken) == 0 {
		return app.P().Body(app.B().Text(p.T("page.always")+" "), app.Text(p.T("page.invariant")))
	}
	all, count := p.Teller().Promises(p.Here())
	rows := make([]app.UI, len(all))
	for i, b := range all {
		mark := "✓"
		if b.Stands == "broken" {
			mark = "✕"
		}
		rows[i] = app.Li().Class(b.Stands).DataSet("promise", string(b.Promise)).Body(
			app.Span().Class("mark").Aria("hidden", true).Text(mark),
			app.Div().Body(app.B().Text(b.Sentence), app.Span().Class("sr").Text(" ("+b.Label+")"), app.P().Hidden(b.So == "").Text(b.So)),
		)
	}
	return app.Section().Class("promises").Body(
		app.H2().Body(app.Text(p.T("promise.title")), app.Span().Text(count)),
		app.Ul().Body(rows...),
	)
}

// warnings are forgotten calls: they break no promise.
func (p *Page) warnings() app.UI {
	s := p.Shown()
	if s == nil || p.Hash.Page == "live" || !p.Hash.Stage() {
		return app.Section().Hidden(true)
	}
	var rows []app.UI
	for _, w := range scene.Warnings(s) {
		rows = append(rows, app.P().Body(rich(p.T(w.Key, w.Args...), told)...))
	}
	return app.Section().Class("warn").Hidden(len(rows) == 0).Body(append([]app.UI{app.H2().Text(p.T("warn.title"))}, rows...)...)
}
