package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// codeID is the id of the element that scrolls.
const codeID = "code"

// codeOn is the panel, in the layout that it belongs to: a tab with the machine that does what the
// step is about, and one with the reader's own controller.
func (p *Page) codeOn(layouts ...string) app.UI {
	if !p.HasCode() || !slices.Contains(layouts, p.Layout()) {
		return app.Section().Hidden(true)
	}
	f, body := p.codeShown()
	if f == nil {
		return app.Section().Hidden(true)
	}
	open := p.CodeOpen()
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "code").Aria("expanded", open).Aria("controls", codeID).
			Body(icon("step"), app.Text(p.T("code.title", "func", f.Name))).OnClick(p.on(player.Fold{What: "code"})),
		app.Span().Title(f.File).Text(f.File),
	)
	if !open {
		return app.Section().Class("code").Body(head)
	}
	p.later(p.showLit)
	tabs := app.Div().Class("tabs").Role("tablist").Aria("label", p.T("code.tabs")).Body(app.Range(player.CodeTabs).Slice(func(i int) app.UI {
		tab := player.CodeTabs[i]
		chosen := tab == p.CodeTab()
		return app.Button().Type("button").ID(player.CodeTabID+tab).Role("tab").DataSet("act", "code-tab").Aria("selected", chosen).Aria("controls", codeID).
			TabIndex(map[bool]int{true: 0, false: -1}[chosen]).Text(p.T("code.tab." + tab)).OnClick(p.on(player.ChooseCode{Tab: tab}))
	}))
	class := "code unfolded"
	if p.OwnCode() {
		class += " own"
	}
	return app.Section().Class(class).Body(head, tabs, p.origin(),
		app.Div().ID(codeID).Class("lines").TabIndex(0).Role("tabpanel").Aria("label", p.T("code.region", "func", f.Name, "file", f.File)).Body(body...))
}

// codeShown are the function of the tab that is chosen, and its rows.
func (p *Page) codeShown() (f *core.Func, body []app.UI) {
	if p.OwnCode() {
		o, rows := p.Own()
		for _, r := range rows {
			ran := slices.IndexFunc(o.Ran, func(ran model.Run) bool { return ran.Runs(r.Line) })
			class := ""
			switch {
			case r.Line >= o.Line && r.Line < o.Line+o.Count:
				class = lit + tell.Role(o.Event)
			case ran >= 0:
				class = " lit also"
			}
			body = append(body, codeRow(r, class, p.Teller().OwnMargin(p.Here(), o, r.Line)))
		}
		return o.Func, body
	}
	c, rows := p.Code()
	for _, r := range rows {
		class := ""
		if r.Line >= c.Line && r.Line < c.Line+c.Count {
			class = lit + tell.Role(c.Event)
		}
		body = append(body, codeRow(r, class, p.Teller().Margin(p.Here(), c, r.Line)))
	}
	return c.Func, body
}

// lit is the class of the row that tells most; others that run are lit, too.
const lit = " lit main "

// codeRow is one row; what is to be said of a line stands in the margin of its last row.
func codeRow(r model.Row, class, mark string) app.UI {
	row := app.Div().Class("row")
	if strings.HasPrefix(class, lit) {
		row = row.Aria("current", "step")
	}
	class = "row" + class
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
	if r.Last && mark != "" {
		class += " met"
		body = append(body, app.Span().Class("mark").Text(mark))
	}
	return row.Class(class).Body(body...)
}

// origin is the way from what is lit to client-go's line that does it, or what is said where
// nothing of the reader's controller is.
func (p *Page) origin() app.UI {
	var of core.Origin
	said := ""
	if p.OwnCode() {
		o, _ := p.Own()
		of, said = o.Origin, p.Teller().OwnSays(o)
	} else {
		c, _ := p.Code()
		of, said = c.Origin, p.Teller().OriginSays(c.Origin)
	}
	return app.P().Class("origin").Hidden(said == "").Body(app.Span().Text(said), originLink(of))
}

// originLink leads to a line of client-go.
func originLink(o core.Origin) app.UI {
	url := tell.OriginURL(o)
	if url == "" {
		return app.Span().Hidden(true)
	}
	return app.A().Href(url).Target("_blank").Rel("noopener").Title(o.File + ":" + strconv.Itoa(o.Line)).Text(o.Func + ", " + tell.Place(o))
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
	height := el.Get("clientHeight").Float()
	seen := p.litNow()
	if seen.of == nil {
		return
	}
	seen.height = height
	if seen == p.seen || seen.count == 0 && p.seen.of == seen.of {
		return
	}
	p.seen = seen
	top := 0.0
	if row := el.Call("querySelector", ".lit.main"); row.Truthy() {
		if at := row.Get("offsetTop").Float(); at+3*codeRowPx > height {
			top = math.Floor((at-height/2)/codeRowPx)*codeRowPx + codeTopPx // no row is cut in two
		}
	}
	el.Set("scrollTop", top)
}

// litNow is what the tab that is chosen lights.
func (p *Page) litNow() litLine {
	if p.OwnCode() {
		o, _ := p.Own()
		return litLine{of: o.Func, line: o.Line, count: o.Count}
	}
	c, _ := p.Code()
	return litLine{of: c.Func, line: c.Line, count: c.Count}
}

// litLine is what the panel was scrolled to last.
type litLine struct {
	of          *core.Func
	line, count int
	height      float64
}
