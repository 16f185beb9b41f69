package page

import (
	"math"
	"sync"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// source is the machines' own, read when it is first shown.
var source = sync.OnceValue(core.Read)

// codeID is the id of the element that scrolls.
const codeID = "code"

// Of the code's panel: pixels of a character, and of the panel beside its text.
const (
	codeCharPx = 7.2
	codePadPx  = 24
)

// codePanel is what the panel showed last. Reading the code of a step walks its past, so it
// is done once a step.
type codePanel struct {
	key  codeKey
	code model.Code
	rows []model.Row
	seen litLine

	pinned pinned
}

type codeKey struct {
	line          *model.Timeline
	step, last    int
	part          int
	view          string
	limiter, cols int
}

// hasCode reports whether there is code to be shown here at all.
func (p *Page) hasCode() bool {
	return p.player != nil && (p.hash.Page == "lesson" || p.hash.Page == "play") &&
		(p.layout() != "embed" || p.hash.Code == "1")
}

// codeRoom is how high a window has to be to show the code unasked where other things than
// the state table want the side column: the buttons of a playground, the versions of a pipeline.
const codeRoom = 960

// codeOpen reports whether the code is unfolded: as the link says, else where there is room.
func (p *Page) codeOpen() bool {
	switch p.hash.Code {
	case "":
		return !p.metricsOpen() && p.layout() == "wide" && (p.part() != scene.All && p.hash.Page == "lesson" || p.height >= codeRoom)
	}
	return p.hash.Code == "1"
}

// sidePx is how wide the side column is: page.css says the same.
func (p *Page) sidePx() float64 {
	switch {
	case p.layout() == "phone":
		return p.width - 32
	case p.stacked():
		return (p.width - 24 - 32) / 2
	case p.narrowSide():
		return 288
	}
	return 320
}

// narrowSide gives the pipeline of a lesson its width.
func (p *Page) narrowSide() bool {
	return p.layout() == "embed" || p.layout() == "wide" && p.hash.Page == "lesson" && p.part() == scene.All
}

// readCode returns what stands beside the step that is shown. While time passes to that step
// it is still the code of the step before, and nothing of it is lit.
func (p *Page) readCode() (model.Code, []model.Row) {
	pl := p.player
	k := codeKey{line: pl.line, step: pl.step, part: pl.part, last: pl.line.Last(), view: p.part(), cols: min(int((p.sidePx()-codePadPx)/codeCharPx), model.CodeColumns)}
	asked := model.Asked{Source: source(), View: k.view}
	if pl.world.Config().QPS != 0 {
		k.limiter = 1
		asked.Holds = []string{"max"}
	}
	if p.motion.waiting {
		k.step--
	}
	if k != p.code.key {
		c := pl.line.CodePart(k.step, k.part, asked)
		if f := p.pin(); f != nil {
			c = model.Code{Func: f}
		}
		p.code.key, p.code.code, p.code.rows = k, c, nil
		if c.Func != nil {
			p.code.rows = model.Rows(c.Func, k.cols)
		}
	}
	c := p.code.code
	if p.motion.waiting {
		c.Count = 0
	}
	return c, p.code.rows
}

// codeOn is the panel, in the layout that it belongs to.
func (p *Page) codeOn(layouts ...string) app.UI {
	if !p.hasCode() || !contains(layouts, p.layout()) {
		return app.Section().Hidden(true)
	}
	c, rows := p.readCode()
	if c.Func == nil {
		return app.Section().Hidden(true)
	}
	open := p.codeOpen()
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "code").Aria("expanded", open).Aria("controls", codeID).
			Body(icon("step"), app.Text(p.t("code.title", "func", c.Func.Name))).OnClick(func(app.Context, app.Event) { p.foldCode() }),
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
		app.Div().ID(codeID).Class("lines").TabIndex(0).Role("region").Aria("label", p.t("code.region", "func", c.Func.Name, "file", c.Func.File)).Body(body...))
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
		if mark := p.teller().Margin(p.here(), c, r.Line); mark != "" {
			class += " met"
			body = append(body, app.Span().Class("mark").Text(mark))
		}
	}
	return row.Class(class).Body(body...)
}

// foldCode opens the panel or closes it, and keeps that in the link.
func (p *Page) foldCode() {
	p.hash.Code = map[bool]string{true: "0", false: "1"}[p.codeOpen()]
	p.code.seen = litLine{}
	p.save()
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
	if !el.Truthy() || p.code.code.Func == nil {
		return
	}
	c, height := p.code.code, el.Get("clientHeight").Float()
	seen := litLine{c.Func, c.Line, c.Count, height}
	if seen == p.code.seen || c.Count == 0 && p.code.seen.of == c.Func {
		return
	}
	p.code.seen = seen
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
