package page

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// result is what the reader has done, to be printed or saved.
func (p *Page) result() []app.UI {
	all := p.Result()
	row := func(name string, r player.PartResult) app.UI {
		cells := []app.UI{app.Th().Scope("row").Text(name)}
		for _, c := range p.Cells(r) {
			cells = append(cells, app.Td().Text(c[1]))
		}
		if r.Part.ID == "" { // all together have no quiz
			cells = append(cells[:3], append([]app.UI{app.Td()}, cells[3:]...)...)
		}
		return app.Tr().Body(cells...)
	}
	head := []app.UI{app.Th().Scope("col").Text(p.T("result.part"))}
	for _, c := range p.Cells(all[0]) {
		head = append(head, app.Th().Scope("col").Text(c[0]))
	}
	var rows []app.UI
	for i, r := range all {
		rows = append(rows, row(strconv.Itoa(i+1)+" "+p.T("course."+r.Part.ID), r))
	}
	var missing []app.UI
	for _, q := range p.Missing() {
		missing = append(missing, app.Li().Body(p.lessonAnchor(q.Lesson), app.Text(" "), app.Span().Class("quiet").Text(q.Lesson.Text(p.Lang(), q.Gate.ID))))
	}
	return []app.UI{
		app.H1().Text(p.T("result.title")),
		app.P().Class("lead").Body(app.Span().Text(p.Today()+"  "), app.Span().Class("name").Text(p.T("result.name"))),
		app.Table().Class("result").Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...), app.TFoot().Body(row(p.T("result.all"), player.Sum(all)))),
		app.P().Class("quiet").Text(p.T("result.note")),
		app.Div().Hidden(len(missing) == 0).Body(
			app.H2().Text(p.T("result.missing")), app.Ul().Class("links").Body(missing...)),
		app.Div().Class("bar").Body(
			app.A().Class("plain").DataSet("act", "ask-missed").Hidden(len(missing) == 0).Href(p.Link(player.Hash{Page: "quiz", Of: player.Missed})).Text(p.T("result.again")),
			app.Button().Type("button").DataSet("act", "print").Text(p.T("page.print")).OnClick(p.on(player.Print{})),
			app.Button().Type("button").DataSet("act", "save-result").Text(p.T("result.save")).OnClick(p.on(player.SaveResult{})),
			app.A().Class("plain").DataSet("act", "course").Href(p.Link(player.Hash{Page: "course"})).Text(p.T("ex.course")),
			app.Span().Role("status").Text(p.Share.Said)),
		app.If(p.Share.File != "", func() app.UI {
			return app.Textarea().ID("share-file").ReadOnly(true).Rows(12).Aria("label", p.T("share.text")).Text(p.Share.File)
		}),
	}
}
