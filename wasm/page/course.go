package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// course is the list of all lessons in the order in which to take them, with what the
// reader has done, a search, and a way to begin anew.
func (p *Page) course() []app.UI {
	all := scenarios.InOrder()
	n, right, asked := 0, 0, 0
	var next *scenarios.Lesson
	for _, l := range all {
		if s, ok := p.progress().lessons[l.ID]; ok {
			n, right, asked = n+1, right+s.right, asked+s.asked
		} else if next == nil {
			next = l
		}
	}
	out := []app.UI{
		app.H1().Text(p.t("course.title")),
		app.P().Class("lead").Text(p.t("course.lead", "version", scenarios.ClientGo)),
		app.Div().Class("bar").Body(
			app.Elem("progress").Attr("max", strconv.Itoa(len(all))).Attr("value", strconv.Itoa(n)).Aria("label", p.t("course.progress")),
			app.Span().DataSet("role", "progress").Text(p.t("course.count", "n", strconv.Itoa(n), "of", strconv.Itoa(len(all)))),
			app.Span().Class("quiet").Hidden(asked == 0).Text(p.t("course.score", "n", strconv.Itoa(right), "of", strconv.Itoa(asked))),
			app.Button().Type("button").DataSet("act", "forget").Hidden(n == 0).Text(p.t("course.reset")).OnClick(func(app.Context, app.Event) { p.forget() }),
		),
	}
	tools := []app.UI{app.Label().Body(app.Span().Text(p.t("course.find")+" "), app.Input().Type("search").ID("find").Value(p.find).
		OnInput(func(ctx app.Context, e app.Event) { p.find = ctx.JSSrc().Get("value").String() }))}
	if next != nil && n > 0 {
		tools = append(tools, app.A().Class("go").Href(p.link(Hash{Page: "lesson", Lesson: next.ID})).Body(
			app.Span().Text(p.t("course.go")+" "+next.Number+" "+next.Text(p.lang(), "title")), icon("step")))
	}
	tools = append(tools, app.A().Class("plain").Href(p.link(Hash{Page: "gallery"})).Text(p.t("gallery.title")))
	out = append(out, app.Div().Class("find").Body(tools...))
	found := 0
	for i, part := range scenarios.Course() {
		var rows []app.UI
		for _, l := range part.Lessons {
			if matches(l, p.find) {
				rows = append(rows, p.courseRow(l))
			}
		}
		if found += len(rows); len(rows) > 0 {
			out = append(out, app.Section().Body(
				app.H2().Text(strconv.Itoa(i+1)+"  "+p.t("course."+part.ID)),
				app.P().Class("quiet").Text(p.t("course."+part.ID+".about")),
				app.Ol().Body(rows...)))
		}
	}
	return append(out, app.P().Role("status").Hidden(found > 0).Text(p.t("course.nothing", "q", shown(p.find))))
}

// courseRow is a lesson with its title, level, and what to know first.
func (p *Page) courseRow(l *scenarios.Lesson) app.UI {
	level := app.Span().Class("level l" + strconv.Itoa(l.Level)).Text(p.t("level." + strconv.Itoa(l.Level)))
	before := ""
	if len(l.After) > 0 {
		before = p.t("course.after", "n", strings.Join(l.After, ", "))
	}
	return app.Li().Body(app.A().Href(p.link(Hash{Page: "lesson", Lesson: l.ID})).DataSet("lesson", l.ID).Body(
		glyph(l), app.B().Text(l.Number),
		app.Span().Class("what").Body(app.B().Text(l.Text(p.lang(), "title")), app.Text(" "), app.Span().Text(l.Text(p.lang(), "question"))),
		app.Span().Class("meta").Body(app.Span().Class("before").Text(before), level), p.tick(l)))
}

// matches reports whether a lesson has to do with a query, in any case, in any language: its
// number, its words, its sources.
func matches(l *scenarios.Lesson, query string) bool {
	query = strings.ToLower(strings.TrimSpace(query))
	if query == "" {
		return true
	}
	words := []string{l.Number, l.ID, strings.Join(l.Sources, " "), strings.Join(l.Engines, " ")}
	for _, lang := range scenarios.Languages {
		words = append(words, l.Text(lang, "title"), l.Text(lang, "question"))
	}
	return strings.Contains(strings.ToLower(strings.Join(words, "\n")), query)
}
