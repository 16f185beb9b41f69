package page

import (
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The help overlay is the keyboard map, printed. It is a dialog of the browser's own: focus
// stays inside, Escape closes it, and the page behind is inert.

// help is the overlay with the keyboard map.
func (p *Page) help() app.UI { return &helpSheet{Lang: p.Lang(), page: p} }

// helpSheet renders when its language changes, and not with every step.
type helpSheet struct {
	app.Compo
	Lang string
	page *Page
}

// Render implements app.Composer.
func (h *helpSheet) Render() app.UI {
	p := h.page
	var groups []app.UI
	for i := 0; i < len(player.Keyboard); {
		group := player.Keyboard[i].Group
		var rows []app.UI
		for ; i < len(player.Keyboard) && player.Keyboard[i].Group == group; i++ {
			s := player.Keyboard[i]
			var keys []app.UI
			for _, k := range s.Keys {
				keys = append(keys, app.Kbd().Text(p.KeyLabel(k)))
			}
			rows = append(rows, app.Div().Body(app.Dt().Body(keys...), app.Dd().Text(p.T("keys."+group+"."+s.Name))))
		}
		groups = append(groups, app.Section().Body(app.H3().Text(p.T("keys."+group)), app.Dl().Body(rows...)))
	}
	return app.Elem("dialog").ID(player.HelpID).Attr("class", "help").Attr("aria-labelledby", "help-title").
		On("click", func(ctx app.Context, e app.Event) {
			if e.Get("target").Equal(ctx.JSSrc()) { // the backdrop
				p.take(player.Help{})
			}
			ctx.PreventUpdate()
		}).Body(
		app.Div().Class("sheet").Body(
			app.H2().ID("help-title").Text(p.T("keys.title")),
			app.Div().Class("groups").Body(groups...),
			app.P().Class("quiet").Text(p.T("keys.touch")),
			app.Button().Type("button").DataSet("act", "help-close").Text(p.T("page.close")).OnClick(p.on(player.Help{})),
		),
	)
}

// helpButton opens the overlay.
func (p *Page) helpButton() app.UI {
	return app.Button().Type("button").DataSet("act", "help").Title(p.T("keys.title")+" (?)").Aria("label", p.T("page.help")).
		Aria("haspopup", "dialog").Text("?").OnClick(p.on(player.Help{}))
}
