package page

import (
	"strconv"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// engineChoice is there on lessons that list several engines: one of them, or all side by side.
func (p *Page) engineChoice() app.UI {
	return p.sides("engine", p.T("page.engine"), p.Engines(), p.Engines(), p.shownOf((*player.Playhead).OnEngine), func(name string) player.Msg { return player.Engine{Name: name} })
}

// queueChoice is there on lessons that list both queues, and in the playground: one of them, or both side by
// side. A phone has it among the playground's settings.
func (p *Page) queueChoice() app.UI {
	names, turns := p.Queues(), p.Turns()
	if p.Hash.Page == "play" && p.Layout() != "wide" && p.Compared() == nil {
		names = nil
	}
	return p.sides("queue", p.T("page.workqueue"), names, turns, p.shownOf((*player.Playhead).Queue), func(name string) player.Msg { return player.Queue{Name: name} })
}

// shownOf is the one that the page shows; "" where several stand side by side.
func (p *Page) shownOf(of func(*player.Playhead) string) string {
	if p.Head == nil || p.Compared() != nil {
		return ""
	}
	return of(p.Head)
}

// sides are a button for each of several that the page turns to, and one for all side by side.
func (p *Page) sides(of, label string, names, turns []string, shown string, says func(string) player.Msg) app.UI {
	if len(names) < 2 {
		return app.Div().Hidden(true)
	}
	button := func(name, label string, pressed bool) app.UI {
		return app.Button().Type("button").DataSet(of, name).Aria("pressed", pressed).Text(label).OnClick(p.on(says(name)))
	}
	var body []app.UI
	for _, name := range turns {
		body = append(body, button(name, name, name == shown))
	}
	if p.Hash.Page != "edit" {
		body = append(body, button("compare", p.T("page.compare"), p.Compared() != nil && p.TwoQueues() == (of == "queue")))
	}
	return app.Div().Class("engines").Role("group").Aria("label", label).Body(body...)
}

// engineNote says what the engine is, and the queue where there are two.
func (p *Page) engineNote() app.UI {
	l := p.Head.Lesson
	var body []app.UI
	if len(l.Engines) > 1 {
		body = append(body, app.H2().Text(p.T("page.engine")), app.P().Text(p.T("engine."+p.Head.Engine)))
		if l.Lists() {
			body = append(body, app.P().Text(p.T("engine.lists")))
		}
	}
	if len(l.Queues) > 1 {
		body = append(body, app.H2().Text(p.T("page.workqueue")), app.P().Text(p.T("queue."+p.Head.Queue())))
	}
	if body == nil {
		return app.Section().Hidden(true)
	}
	return app.Section().Body(body...)
}

// comparedTable says in the notation of states what the picture of several shows.
func (p *Page) comparedTable() app.UI {
	if p.Compared() == nil {
		return app.Div().Hidden(true)
	}
	of, heads, views := "engine", []string{"page.engine", "table.fifo", "table.store", "page.compare.calls"}, []string{"F", "S", "calls"}
	if p.TwoQueues() {
		of, views = "queue", []string{"q", "d", "p", "heap", "rq"}
		heads = []string{"page.workqueue", "table.queue", "table.dirty", "table.processing", "table.heap", "table.failures"}
	}
	var head []app.UI
	for _, h := range heads {
		head = append(head, plain("th", "", p.T(h)))
	}
	rows := []app.UI{plain("tr", "", "", head...)}
	for _, r := range p.Rivals() {
		calls := 0
		if r.Before != nil {
			calls = r.Before.CallCount
		}
		row := []app.UI{plain("th", "scope=row", p.Column(r))}
		for _, v := range views {
			row = append(row, plain("td", "", r.Now.View(v, calls, 0)))
		}
		rows = append(rows, plain("tr", "data-"+of+"="+p.Column(r), "", row...))
	}
	return app.Div().Class("sr").Body(app.Table().Class("compared").Body(append([]app.UI{app.Caption().Text(p.T("page.compare.table"))}, rows...)...))
}

// compareClass tells the style sheet how many columns there are, and of what.
func (p *Page) compareClass() string {
	switch n := len(p.Compared()); {
	case n < 2:
		return ""
	case !p.TwoQueues():
		return " compare n" + strconv.Itoa(n)
	case p.Hash.Page == "play" && p.Layout() == "wide":
		return "" // they stand under each other, beside the controls
	}
	return " compare queues"
}
