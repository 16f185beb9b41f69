package page

import (
	"strconv"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The state table holds what the canvas shows, as text: one row a key. It draws only the
// rows in sight.
const (
	rowPx    = 32
	rowsPage = 40 // rows drawn at most
)

func (p *Page) table() app.UI {
	s := p.Shown()
	all := p.Listed.List(s)
	if p.Hash.Page == "live" && p.Live != nil {
		all = p.Live.Filter(s, all)
	}
	cols := tell.Columns(p.Plan(), s == nil || s.Server.Known)
	from := 0
	if len(all) > rowsPage {
		from = min(max(int(p.Scroll)/rowPx-5, 0), len(all)-rowsPage)
	}
	to := min(from+rowsPage, len(all))
	most := 18 // characters of a key's name
	if len(cols) > 4 {
		most = 13
	}
	head := make([]app.UI, len(cols))
	for i, c := range cols {
		head[i] = app.Th().Scope("col").Text(p.T("table." + c))
	}
	body := []app.UI{app.Tr().Hidden(from == 0).Aria("hidden", true).Body(app.Td().ColSpan(len(cols)).Style("height", px(float64(from*rowPx))))}
	for i, r := range p.Listed.Rows(all[from:to]) {
		cells := make([][]tell.Piece, len(cols)-1)
		for j, c := range cols[1:] {
			cells[j] = p.Teller().Cell(r, c, p.Plan() == scene.All)
		}
		body = append(body, &tableRow{Name: r.Name, Label: middle(visible(r.Name), most), Index: from + i + 2, On: p.Hash.Token == r.Name, Cols: cols[1:], Cells: cells, page: p})
	}
	body = append(body, app.Tr().Hidden(to == len(all)).Aria("hidden", true).Body(app.Td().ColSpan(len(cols)).Style("height", px(float64((len(all)-to)*rowPx)))))
	height := "auto"
	if len(all) > 12 {
		height = px(13 * rowPx)
	}
	return app.Section().Body(
		app.H2().Body(app.Text(p.T("page.state")), app.Span().Text(p.Teller().Standing(s, p.Moment()))),
		app.Div().Class("rows").Style("height", height).On("scroll", func(ctx app.Context, _ app.Event) {
			if y := ctx.JSSrc().Get("scrollTop").Float(); int(y)/rowPx == int(p.Scroll)/rowPx || !p.take(player.Scrolled{Y: y}) {
				ctx.PreventUpdate()
			}
		}).Body(
			app.Table().Class("state").Attr("aria-rowcount", strconv.Itoa(len(all)+1)).Body(
				app.Caption().Class("sr").Text(p.T("page.state")),
				app.THead().Body(app.Tr().Body(head...)),
				app.TBody().Body(body...),
			),
		),
		app.P().Hidden(len(all) > 0).Class("quiet").Text(p.T("page.state.empty")),
	)
}

// tableRow is a row of the state table. It is a component, so that it is rendered where a step has
// changed it: most rows stay as they are.
type tableRow struct {
	app.Compo
	Name, Label string // of the key
	Index       int    // in the table, from 1; the head is the first
	On          bool   // it is the one that was picked
	Cols        []string
	Cells       [][]tell.Piece
	page        *Page
}

// Render implements app.Composer.
func (r *tableRow) Render() app.UI {
	cells := []app.UI{app.Th().Scope("row").Body(
		app.Button().Type("button").DataSet("key", r.Name).Title(r.Name).Text(r.Label).OnClick(r.page.on(player.Pick{Name: r.Name})))}
	for i, c := range r.Cols {
		cells = append(cells, app.Td().DataSet("col", c).Body(pieces(r.Cells[i])...))
	}
	class := ""
	if r.On {
		class = "on"
	}
	return app.Tr().Class(class).DataSet("row", r.Name).Attr("aria-rowindex", strconv.Itoa(r.Index)).Body(cells...)
}

// pieces are what a cell says, as elements.
func pieces(says []tell.Piece) []app.UI {
	out := make([]app.UI, len(says))
	for i, s := range says {
		switch {
		case s.Pip != "":
			out[i] = app.Span().Class("pip "+s.Pip).Role("img").Aria("label", s.Label)
		case s.Unheard:
			out[i] = app.Span().Aria("hidden", true).Text(s.Text)
		default:
			out[i] = app.Span().Text(s.Text)
		}
	}
	return out
}

// inspector shows the picked key: where it is everywhere, how it came there, its object.
func (p *Page) inspector() app.UI {
	name := p.Hash.Token
	s := p.Shown()
	if name == "" || s == nil {
		return app.Section().Hidden(true)
	}
	id, ok := p.KeyCalled(name)
	if !ok {
		return app.Section().Class("inspect").Body(
			app.H2().Body(app.Text(visible(name)), p.closeInspector()),
			app.P().Text(p.T("inspect.nowhere")))
	}
	r := p.Listed.Rows([]trace.ID{id})[0]
	var facts []app.UI
	for _, l := range p.Teller().Inspect(s, r, p.Moment()) {
		says := pieces(l.Cell)
		switch {
		case l.Code:
			says = []app.UI{app.Code().Text(l.Text)}
		case l.Cell == nil:
			says = []app.UI{app.Text(l.Text)}
		}
		facts = append(facts, app.Dt().Text(l.Label), app.Dd().Body(says...))
	}
	var story []app.UI
	for _, st := range p.Teller().Story(p.Here(), r.ID) {
		story = append(story, app.Li().Body(app.Span().Text(st.When), app.Text(st.What)))
	}
	return app.Section().Class("inspect").Body(
		app.H2().Body(app.Text(visible(s.Text(r.ID))), p.closeInspector()),
		p.life(r.ID),
		app.Dl().Body(facts...),
		app.Ol().Aria("label", p.T("inspect.story")).Body(story...),
		app.Pre().Hidden(r.Store.Body == "").TabIndex(0).Text(tell.Pretty(r.Store.Body)),
	)
}

func (p *Page) closeInspector() app.UI {
	return app.Button().Type("button").Class("close").Aria("label", p.T("page.close")).Text("×").OnClick(p.on(player.Pick{}))
}
