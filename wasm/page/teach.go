package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// teach is for those who teach the course: the paths, or with their notes the stops of one, or one
// lesson, as they are taken along on paper.
func (p *Page) teach() []app.UI {
	if stops := p.Taught(); len(stops) > 0 {
		return p.class(stops)
	}
	out := []app.UI{app.H1().Text(p.T("teach.title")), app.P().Class("lead").Text(p.T("teach.lead"))}
	for _, path := range scenarios.Paths() {
		var rows []app.UI
		for _, s := range path.Stops {
			rows = append(rows, app.Li().Body(app.Span().Class("when").Text(p.T("teach.minute", "n", strconv.Itoa(s.At))), p.stopLink(s, path.ID)))
		}
		out = append(out, app.Section().Body(
			app.H2().Text(p.pathTitle(path)),
			app.P().Class("quiet").Text(p.T("path."+path.ID+".about")),
			app.Ol().Class("stops").Body(rows...),
			app.A().Class("plain").DataSet("path", path.ID).Href(p.Link(player.Hash{Page: "teach", Of: path.ID})).Text(p.T("teach.open")),
		))
	}
	out = append(out, app.H2().Text(p.T("teach.each")))
	for i, part := range scenarios.Course() {
		var rows []app.UI
		for _, l := range part.Lessons {
			rows = append(rows, app.Li().Body(
				app.A().DataSet("notes", l.ID).Href(p.Link(player.Hash{Page: "teach", Lesson: l.ID})).Text(l.Place()+" "+l.Text(p.Lang(), "title")),
				app.Text(" "), app.Span().Class("quiet").Text(p.T("teach.minutes", "n", strconv.Itoa(l.Minutes())))))
		}
		out = append(out, app.Details().Class("notes").Body(
			app.Summary().Text(strconv.Itoa(i+1)+"  "+p.T("course."+part.ID)),
			app.Ul().Class("links").Body(rows...), p.quizLink(part)))
	}
	return out
}

func (p *Page) pathTitle(path scenarios.Path) string {
	return p.T("path."+path.ID) + " · " + p.T("teach.minutes", "n", strconv.Itoa(path.Minutes))
}

// stopLink leads to where a stop is done; of is the path that goes on from there.
func (p *Page) stopLink(s scenarios.Stop, of string) app.UI {
	name, id := "lesson", ""
	if s.Exercise != nil {
		name, id = "exercise", s.Exercise.ID
	} else {
		id = s.Lesson.ID
	}
	return app.A().DataSet(name, id).Href(p.Link(player.StopHash(s, of))).Text(p.StopTitle(s))
}

// class is the stops with all that a teacher wants beside them.
func (p *Page) class(stops []scenarios.Stop) []app.UI {
	p.later(func() { p.drawStops(stops) })
	title, lead := p.T("teach.title"), ""
	if path := scenarios.PathNamed(p.Hash.Of); path != nil {
		title, lead = p.pathTitle(*path), p.T("path."+path.ID+".about")
	}
	out := []app.UI{
		app.H1().Text(title),
		app.P().Class("lead").Hidden(lead == "").Text(lead),
		app.P().Class("quiet").Text(p.T("teach.class")),
		app.Div().Class("bar").Body(
			app.Button().Type("button").DataSet("act", "print").Text(p.T("page.print")).OnClick(p.on(player.Print{})),
			app.A().Class("plain").DataSet("act", "paths").Href(p.Link(player.Hash{Page: "teach"})).Text(p.T("teach.all")),
		),
	}
	for _, s := range stops {
		if s.Lesson != nil {
			_, here, lost := p.Note(s.Lesson)
			out = append(out, app.Div().Role("status").Body(
				app.P().Hidden(here || lost).Text(p.T("teach.wait")),
				app.P().Hidden(!lost).Body(app.Text(p.T("teach.lost")+" "),
					app.Button().Type("button").DataSet("act", "load-notes").Text(p.T("teach.again")).OnClick(p.on(player.LoadNotes{})))))
			break
		}
	}
	for _, s := range stops {
		when := p.T("teach.minutes", "n", strconv.Itoa(s.Minutes))
		if len(stops) > 1 {
			when = p.T("teach.when", "from", strconv.Itoa(s.At), "to", strconv.Itoa(s.At+s.Minutes))
		}
		body := []app.UI{app.H2().Body(p.stopLink(s, p.Hash.Of), app.Text(" "), app.Span().Class("quiet").Text(when))}
		if s.Exercise != nil {
			body = append(body, p.taughtExercise(s.Exercise)...)
		} else {
			body = append(body, p.taughtLesson(s.Lesson)...)
		}
		out = append(out, app.Section().Class("stop").Body(body...))
	}
	return out
}

func (p *Page) taughtLesson(l *scenarios.Lesson) []app.UI {
	out := []app.UI{
		app.P().Body(app.B().Text(l.Text(p.Lang(), "question"))),
		app.Div().Class("still").ID("stop-"+l.ID).Aria("hidden", true),
	}
	var asked []app.UI
	for n, it := range l.Items {
		if g := it.Gate; g != nil {
			asked = append(asked, app.Div().Body(app.Dt().Body(
				app.Span().Class("quiet").Text(p.T("teach.before", "n", strconv.Itoa(n))), app.Text(l.Text(p.Lang(), g.ID))), app.Dd().Text(l.Options(p.Lang(), g.ID)[0])))
		}
	}
	n, _, _ := p.Note(l)
	return append(out, p.replies("teach.questions", asked), p.replies("teach.ask", replied(n.Ask)), p.replies("teach.wrong", replied(n.Wrong)))
}

// replies is a list of what is said and what to say to it.
func (p *Page) replies(title string, rows []app.UI) app.UI {
	return app.Div().Class("replies").Hidden(len(rows) == 0).Body(app.H3().Text(p.T(title)), app.Dl().Body(rows...))
}

func replied(all []scenarios.Reply) (rows []app.UI) {
	for _, r := range all {
		rows = append(rows, app.Div().Body(app.Dt().Text(r.Text), app.Dd().Text(r.Answer)))
	}
	return rows
}

func (p *Page) taughtExercise(x *scenarios.Exercise) []app.UI {
	var hints, solution []app.UI
	for n := range x.Hints {
		hints = append(hints, app.Li().Text(x.Text(p.Lang(), "hint"+strconv.Itoa(n+1))))
	}
	for _, line := range x.Solution() {
		solution = append(solution, app.Li().Body(app.Code().Text(line.String())))
	}
	return []app.UI{
		app.P().Body(app.B().Text(p.T("ex.goal")+" "), app.Text(x.Text(p.Lang(), "goal"))),
		app.Div().Class("replies").Body(
			app.H3().Text(p.T("teach.hints")), app.Ol().Class("links").Body(hints...),
			app.H3().Text(p.T("teach.solution")), app.Ol().Class("links").Body(solution...)),
	}
}

// drawStops draws a moment of each lesson in the colours of paper, so that it can be printed in any theme.
func (p *Page) drawStops(stops []scenarios.Stop) {
	for _, s := range stops {
		if s.Lesson != nil {
			p.drawStill("stop-"+s.Lesson.ID, s.Lesson, player.Asking(s.Lesson), draw.Light())
		}
	}
}
