package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// changed is what the step that is shown changed, in the notation of scenarios.
func (p *Page) changed() app.UI {
	list := app.Dl().Class("changed").DataSet("role", "changed").Aria("label", p.T("page.changed"))
	if p.Head == nil || p.Hash.Page == "live" || p.Head.Before == nil {
		return list.Hidden(true)
	}
	var rows []app.UI
	for _, c := range p.Teller().Changes(p.Head.Before, p.Head.Now) {
		rows = append(rows, app.Dt().Text(c.Aspect), app.Dd().Body(app.Code().Text(c.Was), app.Text(" → "), app.Code().Text(c.Is)))
	}
	return list.Hidden(len(rows) == 0).Body(rows...)
}
