package page

import (
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// language is the reference of the language of scenarios, made of its own tables.
func (p *Page) language() []app.UI {
	row := func(form string, help string, example string) app.UI {
		return app.Tr().Body(app.Th().Scope("row").Body(app.Code().Text(form)), app.Td().Text(help), app.Td().Body(app.Pre().Hidden(example == "").Text(example)))
	}
	table := func(title string, rows []app.UI) app.UI {
		return app.Table().Body(
			app.Caption().Class("sr").Text(title),
			app.THead().Class("sr").Body(app.Tr().Body(app.Th().Scope("col").Text(p.T("lang.form")), app.Th().Scope("col").Text(p.T("lang.means")), app.Th().Scope("col").Text(p.T("lang.example")))),
			app.TBody().Body(rows...))
	}
	section := func(title, about string, body ...app.UI) app.UI {
		return app.Section().Body(append([]app.UI{app.H2().Text(title), app.P().Class("quiet").Hidden(about == "").Text(about)}, body...)...)
	}
	var lines, keys, views []app.UI
	for _, r := range scenarios.Grammar(p.Lang()) {
		lines = append(lines, row(r.Form, r.Help, strings.Trim(r.Examples, "\n")))
	}
	for _, h := range scenarios.Headers() {
		keys = append(keys, row(h.Key+":", scenarios.HeaderHelp(p.Lang(), h), h.Key+": "+h.Example))
	}
	for _, v := range scenarios.Held(p.Lang()) {
		views = append(views, row(v.Name, v.Help, strings.TrimSuffix(v.Name+"="+v.Example, "=")))
	}
	var commands []app.UI
	all := sim.InGroups()
	for _, g := range groups {
		var rows []app.UI
		for _, v := range all {
			if v.At == g {
				rows = append(rows, row(v.Form(), scenarios.VerbHelp(p.Lang(), v), scenarios.VerbExample(v)))
			}
		}
		commands = append(commands, app.H3().Text(p.T("group."+g.Name())), table(p.T("group."+g.Name()), rows))
	}
	return []app.UI{
		app.H1().Text(p.T("lang.title")),
		app.P().Class("lead").Text(p.T("lang.lead")),
		section(p.T("lang.whole"), p.T("lang.whole.about"), app.Pre().Class("whole").TabIndex(0).Text(scenarios.Sample())),
		section(p.T("lang.lines"), p.T("lang.lines.about"), table(p.T("lang.lines"), lines)),
		section(p.T("lang.keys"), p.T("lang.keys.about"), table(p.T("lang.keys"), keys)),
		section(p.T("lang.commands"), p.T("lang.commands.about"), commands...),
		section(p.T("lang.views"), p.T("lang.views.about"), table(p.T("lang.views"), views)),
	}
}
