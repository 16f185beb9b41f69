package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// exercise stands above the playground's buttons: the goal, how far the reader is, and what helps.
func (p *Page) exercise() app.UI {
	x := p.Head.Exercise
	if x == nil {
		return app.Section().Hidden(true)
	}
	is := p.Practice
	var hints []app.UI
	for n := range is.Hints {
		hints = append(hints, app.Li().Text(x.Text(p.Lang(), "hint"+strconv.Itoa(n+1))))
	}
	button := func(act, label string, off bool, m player.Msg) app.UI {
		return app.Button().Type("button").DataSet("act", act).Disabled(off).Text(label).OnClick(p.on(m))
	}
	more := p.T("ex.hint", "n", strconv.Itoa(min(is.Hints+1, x.Hints)), "of", strconv.Itoa(x.Hints))
	next := app.A().Class("button").DataSet("act", "next-exercise").Href(p.Link(player.Hash{Page: "course"})).Text(p.T("ex.course"))
	if link, title := p.Onward(); link != "" {
		next = app.A().Class("button").DataSet("act", "next-exercise").Href(link).Text(p.T("ex.next", "title", title))
	}
	return app.Section().Class("exercise").Body(
		app.H2().Text(p.T("ex.goal")),
		app.P().DataSet("role", "goal").Body(app.B().Text(x.Text(p.Lang(), "goal"))),
		app.P().DataSet("role", "used").Hidden(is.Reached).Text(p.T("ex.used", "n", strconv.Itoa(p.Used()))),
		app.P().DataSet("role", "reached").Hidden(!is.Reached).Body(app.Span().Class("tick").Aria("hidden", true).Text("✓ "), app.B().Text(p.Achieved())),
		app.Div().Aria("live", "polite").Body(app.Ol().Hidden(len(hints) == 0).Body(hints...)),
		app.Div().Class("tools").Role("group").Aria("label", p.T("ex.kick")).Body(
			button("hint", more, is.Hints == x.Hints, player.Hint{}),
			button("solve", p.T("ex.solve"), false, player.Solve{}),
			button("anew", p.T("ex.anew"), p.Head.Session.Branch().Last() == 0, player.Anew{}),
			next,
		),
	)
}

// goal is the exercise's goal above a phone's buttons, where it stays in reach: a line, or all of it.
func (p *Page) goal() app.UI {
	button := app.Button().Type("button").Class("goal").DataSet("act", "goal")
	if p.Hash.Page != "play" || p.Layout() != "phone" || p.Head == nil || p.Head.Exercise == nil {
		return button.Hidden(true)
	}
	mark := ""
	if p.Practice.Reached {
		mark = "✓ "
	}
	return button.Aria("expanded", p.Tools.Goal).Body(app.B().Text(mark+p.T("ex.goal")), app.Text(" "), app.Span().Text(p.Head.Exercise.Text(p.Lang(), "goal"))).
		OnClick(p.on(player.Fold{What: "goal"}))
}

// exerciseList is that of a part of the course, ticked where the reader has reached the goal.
func (p *Page) exerciseList(all []*scenarios.Exercise) app.UI {
	rows := make([]app.UI, len(all))
	for i, x := range all {
		tick := app.Span().Class("tick")
		if p.Progress().Exercises[x.ID] {
			tick = tick.Role("img").Aria("label", p.T("course.done")).Text("✓")
		}
		rows[i] = app.Li().Body(app.A().Href(p.Link(player.Hash{Page: "play", Exercise: x.ID})).DataSet("exercise", x.ID).Body(
			app.Span().Class("what").Body(app.B().Text(x.Text(p.Lang(), "title")), app.Text(" "), app.Span().Text(x.Text(p.Lang(), "goal"))),
			app.Span().Class("meta").Body(app.Span().Class("before").Text(p.after(x.Places()))), tick))
	}
	return app.Div().Class("exercises").Hidden(len(all) == 0).Body(app.H3().Text(p.T("ex.list")), app.Ol().Body(rows...))
}
