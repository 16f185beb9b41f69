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
		cells := []app.UI{plain("th", "scope=row", name)}
		for i, c := range p.Cells(r) {
			if i == 2 && r.Part.ID == "" { // all together have no quiz
				cells = append(cells, plain("td", "", ""))
			}
			cells = append(cells, plain("td", "", c[1]))
		}
		return plain("tr", "", "", cells...)
	}
	head := []app.UI{plain("th", "scope=col", p.T("result.part"))}
	for _, c := range p.Cells(all[0]) {
		head = append(head, plain("th", "scope=col", c[0]))
	}
	var rows []app.UI
	for i, r := range all {
		rows = append(rows, row(strconv.Itoa(i+1)+" "+p.T("course."+r.Part.ID), r))
	}
	out := []app.UI{
		plain("h1", "", p.T("result.title")),
		plain("p", "class=lead", p.Today()+" ", plain("span", "class=name", p.T("result.name"))),
		plain("table", "class=result", "", plain("thead", "", "", plain("tr", "", "", head...)), plain("tbody", "", "", rows...),
			plain("tfoot", "", "", row(p.T("result.all"), player.Sum(all)))),
		plain("p", "class=quiet", p.T("result.note")),
	}
	missing := p.missed(p.Missing())
	out = append(out, list("h2", p.T("result.missing"), "links", missing)...)
	var bar []app.UI
	if len(missing) > 0 {
		bar = append(bar, p.leads("ask-missed", p.T("result.again"), player.Hash{Page: "quiz", Of: player.Missed}))
	}
	out = append(out, plain("div", "class=bar", "", append(bar, p.press("print", p.T("page.print"), player.Print{}), p.press("save-result", p.T("result.save"), player.SaveResult{}),
		p.leads("course", p.T("ex.course"), player.Hash{Page: "course"}), plain("span", "role=status", p.Tell(p.Share.Said)))...))
	if p.Share.File != nil {
		out = append(out, plain("textarea", "id=share-file|readonly=true|rows=12|aria-label="+p.T("share.text"), p.Tell(p.Share.File)))
	}
	return out
}
