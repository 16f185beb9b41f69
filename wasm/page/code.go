package page

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// codeID is the id of the element that scrolls.
const codeID = "code"

// codeOn is the panel, in the layout that it belongs to.
func (p *Page) codeOn(layouts ...string) app.UI {
	if !p.HasCode() || !slices.Contains(layouts, p.Layout()) {
		return app.Section().Hidden(true)
	}
	c, rows := p.Code()
	if c.Func == nil {
		return app.Section().Hidden(true)
	}
	open := p.CodeOpen()
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "code").Aria("expanded", open).Aria("controls", codeID).
			Body(icon("step"), app.Text(p.T("code.title", "func", c.Func.Name))).OnClick(p.on(player.Fold{What: "code"})),
		app.Span().Title(c.Func.File).Text(c.Func.File),
	)
	if !open {
		return app.Section().Class("code").Body(head)
	}
	p.later(p.showLit)
	body := make([]app.UI, len(rows))
	for i, r := range rows {
		body[i] = p.codeRow(c, r)
	}
	return app.Section().Class("code unfolded").Body(head,
		app.Div().ID(codeID).Class("lines").TabIndex(0).Role("region").Aria("label", p.T("code.region", "func", c.Func.Name, "file", c.Func.File)).Body(body...))
}

// codeRow is one row, with what ended at its line in the margin of the line's last row.
func (p *Page) codeRow(c model.Code, r model.Row) app.UI {
	row := app.Div().Class("row")
	class := "row"
	if r.Line >= c.Line && r.Line < c.Line+c.Count {
		class += " lit " + tell.Role(c.Event)
		row = row.Aria("current", "step")
	}
	var text []app.UI
	for _, s := range r.Spans {
		switch s.Style {
		case model.Word:
			text = append(text, app.B().Text(s.Text))
		case model.Note:
			text = append(text, app.I().Text(s.Text))
		default:
			text = append(text, app.Span().Text(s.Text))
		}
	}
	body := []app.UI{app.Code().Body(text...)}
	if r.Last {
		if mark := p.Teller().Margin(p.Here(), c, r.Line); mark != "" {
			class += " met"
			body = append(body, app.Span().Class("mark").Text(mark))
		}
	}
	return row.Class(class).Body(body...)
}

// Of the rows: their height, and what stands above the first.
const (
	codeRowPx = 20
	codeTopPx = 8
)

// showLit scrolls the panel, once for each lit line, so that it is in view with some lines
// around it; while nothing is lit the function stays where it is.
func (p *Page) showLit() {
	el := element(codeID)
	if !el.Truthy() || !p.HasCode() {
		return
	}
	c, _ := p.Code()
	height := el.Get("clientHeight").Float()
	if c.Func == nil {
		return
	}
	seen := litLine{c.Func, c.Line, c.Count, height}
	if seen == p.seen || c.Count == 0 && p.seen.of == c.Func {
		return
	}
	p.seen = seen
	top := 0.0
	if row := el.Call("querySelector", ".lit"); row.Truthy() {
		if at := row.Get("offsetTop").Float(); at+3*codeRowPx > height {
			top = math.Floor((at-height/2)/codeRowPx)*codeRowPx + codeTopPx // no row is cut in two
		}
	}
	el.Set("scrollTop", top)
}

// litLine is what the panel was scrolled to last.
type litLine struct {
	of          *core.Func
	line, count int
	height      float64
}
