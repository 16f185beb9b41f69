package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The help overlay is the keyboard map, printed. It is a dialog of the browser's own: focus
// stays inside, Escape closes it, and the page behind is inert.

const helpID = "help"

func (p *Page) helpOpen() bool {
	el := element(helpID)
	return el.Truthy() && el.Get("open").Bool()
}

func (p *Page) toggleHelp() {
	el := element(helpID)
	switch {
	case !el.Truthy():
	case el.Get("open").Bool():
		el.Call("close")
	default:
		el.Call("showModal")
	}
}

// keyNames are keys that a reader knows by a sign.
var keyNames = map[string]string{
	"ArrowRight": "→", "ArrowLeft": "←", "Shift+ArrowRight": "Shift →", "Shift+ArrowLeft": "Shift ←",
	"Alt+ArrowRight": "Alt →", "Alt+ArrowLeft": "Alt ←",
	"Shift+Tab": "Shift Tab", "PageDown": "PgDn", "PageUp": "PgUp", "Escape": "Esc", "Ctrl+Z": "Ctrl Z", "Ctrl+Y": "Ctrl Y",
}

// keyLabel is what is printed on a key.
func (p *Page) keyLabel(k string) string {
	if k == " " {
		return p.t("keys.space")
	}
	if s := keyNames[k]; s != "" {
		return s
	}
	if len(k) == 1 {
		return strings.ToUpper(k)
	}
	return k
}

// help is the overlay with the keyboard map.
func (p *Page) help() app.UI { return &helpSheet{Lang: p.lang(), page: p} }

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
	for i := 0; i < len(keyboard); {
		group := keyboard[i].group
		var rows []app.UI
		for ; i < len(keyboard) && keyboard[i].group == group; i++ {
			s := keyboard[i]
			var keys []app.UI
			for _, k := range s.keys {
				keys = append(keys, app.Kbd().Text(p.keyLabel(k)))
			}
			rows = append(rows, app.Div().Body(app.Dt().Body(keys...), app.Dd().Text(p.t("keys."+group+"."+s.name))))
		}
		groups = append(groups, app.Section().Body(app.H3().Text(p.t("keys."+group)), app.Dl().Body(rows...)))
	}
	return app.Elem("dialog").ID(helpID).Attr("class", "help").Attr("aria-labelledby", "help-title").
		On("click", func(ctx app.Context, e app.Event) {
			if e.Get("target").Equal(ctx.JSSrc()) { // the backdrop
				p.toggleHelp()
			}
			ctx.PreventUpdate()
		}).Body(
		app.Div().Class("sheet").Body(
			app.H2().ID("help-title").Text(p.t("keys.title")),
			app.Div().Class("groups").Body(groups...),
			app.P().Class("quiet").Text(p.t("keys.touch")),
			app.Button().Type("button").DataSet("act", "help-close").Text(p.t("page.close")).OnClick(func(app.Context, app.Event) { p.toggleHelp() }),
		),
	)
}

// helpButton opens the overlay.
func (p *Page) helpButton() app.UI {
	return app.Button().Type("button").DataSet("act", "help").Title(p.t("keys.title")+" (?)").Aria("label", p.t("page.help")).
		Aria("haspopup", "dialog").Text("?").OnClick(func(app.Context, app.Event) { p.toggleHelp() })
}
