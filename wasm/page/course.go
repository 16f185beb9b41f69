package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// maxAsked is how much of a query is said back, characters.
const maxAsked = 60

// course is the list of all lessons in the order in which to take them, with what the
// reader has done, a search, and a way to begin anew.
func (p *Page) course() []app.UI {
	all := scenarios.InOrder()
	n, right, asked, next := p.Score()
	search := p.Found()
	out := []app.UI{
		app.H1().Text(p.T("course.title")),
		app.P().Class("lead").Text(p.T("course.lead", "version", scenarios.ClientGo, "runtime", scenarios.ControllerRuntime)),
		app.Div().Class("bar").Body(
			app.Elem("progress").Attr("max", strconv.Itoa(len(all))).Attr("value", strconv.Itoa(n)).Aria("label", p.T("course.progress")),
			app.Span().DataSet("role", "progress").Text(p.T("course.count", "n", strconv.Itoa(n), "of", strconv.Itoa(len(all)))),
			app.Span().Class("quiet").Hidden(asked == 0).Text(p.T("course.score", "n", strconv.Itoa(right), "of", strconv.Itoa(asked))),
			app.Button().Type("button").DataSet("act", "forget").Hidden(!p.Progress().Any()).Text(p.T("course.reset")).OnClick(p.on(player.ForgetAll{})),
		),
	}
	tools := []app.UI{app.Elem("form").On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.saying(func() player.Msg { return player.FindOpen{} })(ctx, e)
	}).Body(app.Label().Body(app.Span().Text(p.T("course.find")+" "), app.Input().Type("search").ID("find").Value(p.Stood()).
		OnInput(p.typed("find", func(v string) player.Msg { return player.Search{Text: v} }))))}
	if next != nil && n > 0 {
		tools = append(tools, app.A().Class("go").Href(p.Link(player.Hash{Page: "lesson", Lesson: next.ID})).Body(
			app.Span().Text(p.T("course.go")+" "+next.Place()+" "+next.Text(p.Lang(), "title")), icon("step")))
	}
	for _, page := range []string{"gallery", "teach", "result"} {
		tools = append(tools, app.A().Class("plain").DataSet("to", page).Href(p.Link(player.Hash{Page: page})).Text(p.T(page+".title")))
	}
	out = append(out, app.Div().Class("find").Body(tools...))
	out = append(out, p.entries(search.Terms()))
	found := 0
	for i, part := range scenarios.Course() {
		var rows []app.UI
		for _, l := range part.Lessons {
			if search.Lesson(l) {
				rows = append(rows, p.courseRow(l, search.Line(l)))
			}
		}
		var practice []*scenarios.Exercise
		for _, x := range part.Exercises() {
			if search.Exercise(x) {
				practice = append(practice, x)
			}
		}
		if n := len(rows) + len(practice); n > 0 {
			found += n
			out = append(out, app.Section().Body(
				app.H2().Text(strconv.Itoa(i+1)+"  "+p.T("course."+part.ID)),
				app.P().Class("quiet").Text(p.T("course."+part.ID+".about")),
				app.Ol().Body(rows...), p.exerciseList(practice), app.Div().Hidden(p.Find != "").Body(p.quizLink(part.ID))))
		}
	}
	return append(out, app.P().Role("status").Hidden(found > 0).Text(p.T("course.nothing", "q", middle(visible(p.Find), maxAsked))), p.glossary())
}

// after names the lessons to know first, by their places.
func (p *Page) after(places string) string {
	return p.T("course.after", "n", strings.ReplaceAll(places, ", ", p.T("join.list")))
}

// courseRow is a lesson with its title, level, what to know first, and what it says of the search.
func (p *Page) courseRow(l *scenarios.Lesson, line string) app.UI {
	level := app.Span().Class("level l" + strconv.Itoa(l.Level)).Text(p.T("level." + strconv.Itoa(l.Level)))
	before := ""
	if places := l.Places(); places != "" {
		before = p.after(places)
	}
	return app.Li().Body(app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: l.ID})).DataSet("lesson", l.ID).Body(
		glyph(l), app.B().Text(l.Place()),
		app.Span().Class("what").Body(app.B().Text(l.Text(p.Lang(), "title")), app.Text(" "), app.Span().Text(l.Text(p.Lang(), "question")), app.If(line != "", func() app.UI { return app.Em().Text(line) })),
		app.Span().Class("meta").Body(app.Span().Class("before").Text(before), level), p.tick(l)))
}
