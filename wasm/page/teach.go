package page

import (
	"slices"
	"strconv"
	"strings"

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
	out := []app.UI{plain("h1", "", p.T("teach.title")), plain("p", "class=lead", p.T("teach.lead")), plain("p", "class=quiet", "", coded(p.T("teach.server"))...)}
	for _, path := range scenarios.Paths() {
		out = append(out, plain("section", "", "", plain("h2", "", p.pathTitle(path)), plain("p", "class=quiet", p.T("path."+path.ID+".about")),
			p.minutes(path),
			plain("a", "class=plain|data-path="+path.ID+"|href="+p.Link(player.Hash{Page: "teach", Of: path.ID}), p.T("teach.open"))))
	}
	out = append(out, plain("h2", "", p.T("teach.each")))
	for i, part := range scenarios.Course() {
		var rows []app.UI
		for _, l := range part.Lessons {
			rows = append(rows, plain("li", "", "",
				plain("a", "data-notes="+l.ID+"|href="+p.Link(player.Hash{Page: "teach", Lesson: l.ID}), p.StopTitle(scenarios.Stop{Lesson: l})),
				plain("span", "class=quiet", " "+p.n("teach.minutes", l.Minutes()))))
		}
		out = append(out, plain("details", "class=notes", "",
			plain("summary", "", strconv.Itoa(i+1)+"  "+p.T("course."+part.ID)), plain("ul", "class=links", "", rows...), p.quizLink(part.ID)))
	}
	return out
}

// coded is a text with what stands between backticks as code.
func coded(s string) (out []app.UI) {
	for i, part := range strings.Split(s, "`") {
		if i%2 == 1 {
			out = append(out, plain("code", "", part))
		} else if part != "" {
			out = append(out, app.Text(part))
		}
	}
	return out
}

// minutes is the plan of a class: what begins when.
func (p *Page) minutes(path scenarios.Path) app.UI {
	var rows []app.UI
	row := func(s scenarios.Span, what app.UI) {
		rows = append(rows, plain("li", "", "", plain("span", "class=when", p.n("teach.minute", s.At)), what))
	}
	row(path.Opening, plain("span", "", p.T("teach.opening")))
	for _, s := range path.Stops {
		row(s.Span, p.stopLink(s, path.ID))
	}
	row(path.Quiz, p.quizAnchor(player.ClassQuiz+path.ID))
	row(path.End, plain("span", "", p.T("teach.end")))
	return plain("ol", "class=stops", "", rows...)
}

// n is a message with a number.
func (p *Page) n(key string, n int) string { return p.T(key, "n", strconv.Itoa(n)) }

func (p *Page) pathTitle(path scenarios.Path) string {
	return p.T("path."+path.ID) + " ·\u00a0" + p.n("teach.minutes", path.Minutes)
}

// stopLink leads to where a stop is done; of is the path that goes on from there.
func (p *Page) stopLink(s scenarios.Stop, of string) app.UI {
	name := "exercise="
	if s.Exercise != nil {
		name += s.Exercise.ID
	} else {
		name = "lesson=" + s.Lesson.ID
	}
	return plain("a", "data-"+name+"|href="+p.Link(player.StopHash(s, of)), p.StopTitle(s))
}

// class is the stops with all that a teacher wants beside them.
func (p *Page) class(stops []scenarios.Stop) []app.UI {
	p.later(func() { p.drawStops(stops) })
	path := scenarios.PathNamed(p.Hash.Of)
	out := []app.UI{plain("h1", "", p.T("teach.title"))}
	if path != nil {
		out = []app.UI{plain("h1", "", p.pathTitle(*path)), plain("p", "class=lead", p.T("path."+path.ID+".about"))}
	}
	out = append(out, plain("p", "class=quiet", p.T("teach.class")),
		plain("div", "class=bar", "", p.press("print", p.T("page.print"), player.Print{}), p.leads("paths", p.T("teach.all"), player.Hash{Page: "teach"})))
	if l := stops[0].Lesson; l != nil {
		news := []app.UI{}
		if _, here, lost := p.Note(l.ID); lost {
			news = append(news, plain("p", "", p.T("teach.lost"), p.press("load-notes", p.T("teach.again"), player.LoadNotes{})))
		} else if !here {
			news = append(news, plain("p", "", p.T("teach.wait")))
		}
		out = append(out, plain("div", "role=status", "", news...))
	}
	part := func(what app.UI, s scenarios.Span, body ...app.UI) {
		when := p.n("teach.minutes", s.Minutes)
		if path != nil {
			when = p.T("teach.when", "from", strconv.Itoa(s.At), "to", strconv.Itoa(s.Until()))
		}
		head := plain("h2", "", "", what, plain("span", "class=quiet", " "+when))
		out = append(out, plain("section", "class=stop", "", append([]app.UI{head}, body...)...))
	}
	if path != nil {
		n, _, _ := p.Note(path.ID)
		own := player.Hash{Page: "lesson", Lesson: stops[0].Lesson.ID, Step: firstGet(stops[0].Lesson), Code: player.OwnCode, Of: path.ID}
		out = append(out, p.minutes(*path))
		part(plain("span", "", p.T("teach.opening")), path.Opening, p.replies("", n.Show),
			plain("p", "", "", plain("a", "data-act=own|href="+p.Link(own), p.T("teach.own"))))
	}
	for _, s := range stops {
		if s.Exercise != nil {
			part(p.stopLink(s, p.Hash.Of), s.Span, p.taughtExercise(s.Exercise)...)
		} else {
			part(p.stopLink(s, p.Hash.Of), s.Span, p.taughtLesson(s.Lesson)...)
		}
	}
	if path != nil {
		n, _, _ := p.Note(path.ID)
		part(p.quizAnchor(player.ClassQuiz+path.ID), path.Quiz, plain("p", "", p.n("teach.quiz", player.MaxQuiz)))
		part(plain("span", "", p.T("teach.end")), path.End, p.replies("", n.Ask))
	}
	return out
}

// firstGet is the first step in which a worker's loop runs, or else the first one.
func firstGet(l *scenarios.Lesson) int {
	return max(1, slices.IndexFunc(l.Items, func(it scenarios.Item) bool {
		return slices.ContainsFunc(it.Calls, func(c scenarios.Call) bool { return c.Command.Verb == "Get" })
	}))
}

func (p *Page) taughtLesson(l *scenarios.Lesson) []app.UI {
	var asked []app.UI
	for n, it := range l.Items {
		if g := it.Gate; g != nil {
			asked = append(asked, plain("div", "", "", plain("dt", "", p.T("teach.before", "n", strconv.Itoa(n), "q", l.Text(p.Lang(), g.ID))), plain("dd", "", "", p.reasons(l, g))))
		}
	}
	n, _, _ := p.Note(l.ID)
	out := []app.UI{plain("p", "", "", plain("b", "", l.Text(p.Lang(), "question"))), plain("div", "class=still|id=stop-"+l.ID+"|aria-hidden=true", "")}
	return append(out, p.said("teach.questions", asked), p.replies("teach.show", n.Show), p.replies("teach.ask", n.Ask), p.replies("teach.wrong", n.Wrong))
}

// reasons are the options of a question, numbered as the lesson shows them, each with why it is right or not.
func (p *Page) reasons(l *scenarios.Lesson, g *scenarios.Gate) app.UI {
	texts := l.Options(p.Lang(), g.ID)
	var rows []app.UI
	for _, o := range g.Order() {
		text := texts[o]
		if o == 0 {
			text = "✓ " + text
		}
		rows = append(rows, plain("li", "", "", plain("b", "", text), app.Text(" "), plain("span", "", "", rich(l.Why(p.Lang(), g.ID, o), told)...)))
	}
	return plain("ol", "", "", rows...)
}

// replies is a list of what is said and what to say to it.
func (p *Page) replies(title string, all []scenarios.Reply) app.UI {
	var rows []app.UI
	for _, r := range all {
		rows = append(rows, plain("div", "", "", plain("dt", "", r.Text), plain("dd", "", r.Answer)))
	}
	return p.said(title, rows)
}

// said is a list below its title, if it has one; nothing where there are no rows.
func (p *Page) said(title string, rows []app.UI) app.UI {
	if len(rows) == 0 {
		return plain("div", "", "")
	}
	body := []app.UI{plain("dl", "", "", rows...)}
	if title != "" {
		body = append([]app.UI{plain("h3", "", p.T(title))}, body...)
	}
	return plain("div", "class=replies", "", body...)
}

func (p *Page) taughtExercise(x *scenarios.Exercise) []app.UI {
	var hints, solution []app.UI
	for n := range x.Hints {
		hints = append(hints, plain("li", "", x.Text(p.Lang(), "hint"+strconv.Itoa(n+1))))
	}
	for _, line := range x.Solution() {
		solution = append(solution, plain("li", "", "", plain("code", "", line.String())))
	}
	return []app.UI{
		plain("p", "", x.Text(p.Lang(), "goal")),
		plain("div", "class=replies", "", append(list("h3", p.T("teach.hints"), "links", hints), list("h3", p.T("teach.solution"), "links", solution)...)...),
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
