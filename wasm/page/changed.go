package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const (
	changedKeys = 60 // more are not printed
	changedRoom = 64 // characters of a state
)

// aspects are what is printed of a state: the view, and its name in the state table.
var aspects = [...][2]string{{"q", "queue"}, {"d", "dirty"}, {"p", "processing"}, {"heap", "heap"}, {"rq", "failures"}, {"F", "fifo"}, {"S", "store"}, {"I", "index"}, {"pend", "pending"}}

// changed is what the step that is shown changed, in the notation of scenarios.
func (p *Page) changed() app.UI {
	list := app.Dl().Class("changed").DataSet("role", "changed").Aria("label", p.t("page.changed"))
	if p.player == nil || p.hash.Page == "live" || p.player.before == nil {
		return list.Hidden(true)
	}
	before, now := p.player.before, p.player.now
	if len(now.Keys) > changedKeys || len(now.Store.Items) > changedKeys || len(now.FIFO.Tape) > changedKeys {
		return list.Hidden(true)
	}
	var rows []app.UI
	for _, v := range aspects {
		if a, b := before.View(v[0], 0, 0), now.View(v[0], 0, 0); a != b {
			rows = append(rows, app.Dt().Text(p.t("table."+v[1])), app.Dd().Body(app.Code().Text(middle(shown(a), changedRoom)), app.Text(" → "), app.Code().Text(middle(shown(b), changedRoom))))
		}
	}
	return list.Hidden(len(rows) == 0).Body(rows...)
}
