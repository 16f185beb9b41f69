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
	out := []app.UI{plain("h1", "", p.T("teach.title")), plain("p", "class=lead", p.T("teach.lead"))}
	for _, path := range scenarios.Paths() {
		var rows []app.UI
		for _, s := range path.Stops {
			rows = append(rows, plain("li", "", "", plain("span", "class=when", p.n("teach.minute", s.At)), p.stopLink(s, path.ID)))
		}
		out = append(out, plain("section", "", "", plain("h2", "", p.pathTitle(path)), plain("p", "class=quiet", p.T("path."+path.ID+".about")),
			plain("ol", "class=stops", "", rows...),
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
			plain("summary", "", strconv.Itoa(i+1)+"  "+p.T("course."+part.ID)), plain("ul", "class=links", "", rows...), p.quizLink(part)))
	}
	return out
}

// n is a message with a number.
func (p *Page) n(key string, n int) string { return p.T(key, "n", strconv.Itoa(n)) }

func (p *Page) pathTitle(path scenarios.Path) string {
	return p.T("path."+path.ID) + " · " + p.n("teach.minutes", path.Minutes)
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
	out := []app.UI{plain("h1", "", p.T("teach.title"))}
	if path := scenarios.PathNamed(p.Hash.Of); path != nil {
		out = []app.UI{plain("h1", "", p.pathTitle(*path)), plain("p", "class=lead", p.T("path."+path.ID+".about"))}
	}
	out = append(out, plain("p", "class=quiet", p.T("teach.class")),
		plain("div", "class=bar", "", p.press("print", p.T("page.print"), player.Print{}), p.leads("paths", p.T("teach.all"), player.Hash{Page: "teach"})))
	if l := stops[0].Lesson; l != nil {
		news := []app.UI{}
		if _, here, lost := p.Note(l); lost {
			news = append(news, plain("p", "", p.T("teach.lost"), p.press("load-notes", p.T("teach.again"), player.LoadNotes{})))
		} else if !here {
			news = append(news, plain("p", "", p.T("teach.wait")))
		}
		out = append(out, plain("div", "role=status", "", news...))
	}
	for _, s := range stops {
		when := p.n("teach.minutes", s.Minutes)
		if len(stops) > 1 {
			when = p.T("teach.when", "from", strconv.Itoa(s.At), "to", strconv.Itoa(s.At+s.Minutes))
		}
		body := []app.UI{plain("h2", "", "", p.stopLink(s, p.Hash.Of), plain("span", "class=quiet", " "+when))}
		if s.Exercise != nil {
			body = append(body, p.taughtExercise(s.Exercise)...)
		} else {
			body = append(body, p.taughtLesson(s.Lesson)...)
		}
		out = append(out, plain("section", "class=stop", "", body...))
	}
	return out
}

func (p *Page) taughtLesson(l *scenarios.Lesson) []app.UI {
	var asked []scenarios.Reply
	for n, it := range l.Items {
		if g := it.Gate; g != nil {
			asked = append(asked, scenarios.Reply{Text: p.T("teach.before", "n", strconv.Itoa(n), "q", l.Text(p.Lang(), g.ID)), Answer: l.Options(p.Lang(), g.ID)[0]})
		}
	}
	n, _, _ := p.Note(l)
	out := []app.UI{plain("p", "", "", plain("b", "", l.Text(p.Lang(), "question"))), plain("div", "class=still|id=stop-"+l.ID+"|aria-hidden=true", "")}
	return append(out, p.replies("teach.questions", asked), p.replies("teach.ask", n.Ask), p.replies("teach.wrong", n.Wrong))
}

// replies is a list of what is said and what to say to it.
func (p *Page) replies(title string, all []scenarios.Reply) app.UI {
	if len(all) == 0 {
		return plain("div", "", "")
	}
	var rows []app.UI
	for _, r := range all {
		rows = append(rows, plain("div", "", "", plain("dt", "", r.Text), plain("dd", "", r.Answer)))
	}
	return plain("div", "class=replies", "", plain("h3", "", p.T(title)), plain("dl", "", "", rows...))
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
