package page

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// engineChoice is there on lessons that list several engines: one of them, or all side by side.
func (p *Page) engineChoice() app.UI {
	if p.Hash.Page != "lesson" && p.Hash.Page != "edit" || p.Head == nil || p.Head.Lesson == nil || len(p.Head.Lesson.Engines) < 2 {
		return app.Div().Hidden(true)
	}
	l := p.Head.Lesson
	both := p.Compared() != nil
	choose := func(name, label string, pressed bool) app.UI {
		return app.Button().Type("button").DataSet("engine", name).Aria("pressed", pressed).Text(label).OnClick(p.on(player.Engine{Name: name}))
	}
	var body []app.UI
	for _, e := range l.Engines {
		body = append(body, choose(e, e, !both && e == p.Head.Engine))
	}
	if p.Hash.Page == "lesson" {
		body = append(body, choose("compare", p.T("page.compare"), both))
	}
	return app.Div().Class("engines").Role("group").Aria("label", p.T("page.engine")).Body(body...)
}

// engineNote says what the engine is.
func (p *Page) engineNote() app.UI {
	if l := p.Head.Lesson; len(l.Engines) < 2 {
		return app.Section().Hidden(true)
	}
	body := []app.UI{app.H2().Text(p.T("page.engine")), app.P().Text(p.T("engine." + p.Head.Engine))}
	if p.Head.Lesson.Lists() {
		body = append(body, app.P().Text(p.T("engine.lists")))
	}
	return app.Section().Body(body...)
}

// comparedTable says in the notation of states what the picture of the engines shows.
func (p *Page) comparedTable() app.UI {
	if p.Compared() == nil {
		return app.Div().Hidden(true)
	}
	rows := []app.UI{app.Tr().Body(app.Th().Text(p.T("page.engine")), app.Th().Text("FIFO"), app.Th().Text(p.T("table.store")), app.Th().Text(p.T("page.compare.calls")))}
	for _, r := range p.Rivals() {
		calls := 0
		if r.Before != nil {
			calls = r.Before.CallCount
		}
		rows = append(rows, app.Tr().DataSet("engine", r.Engine).Body(app.Th().Scope("row").Text(r.Engine),
			app.Td().Text(r.Now.View("F", 0, 0)), app.Td().Text(r.Now.View("S", 0, 0)), app.Td().Text(r.Now.View("calls", calls, 0))))
	}
	return app.Div().Class("sr").Body(app.Table().Class("compared").Body(append([]app.UI{app.Caption().Text(p.T("page.compare.table"))}, rows...)...))
}

// compareClass tells the style sheet how many engines there are.
func (p *Page) compareClass() string {
	if n := len(p.Compared()); n > 1 {
		return " compare n" + strconv.Itoa(n)
	}
	return ""
}
