package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// versionsURL leads to what the badges are taken from: lessons on each client-go, and what differs.
const versionsURL = "https://github.com/informerscope/informerscope/blob/main/core/VERSIONS.md"

// badge is in the header: on which client-go or controller-runtime this lesson has held, on this engine and on those that
// older ones are, as core/conformance and core/versions have written it down. Nothing when it has not.
func (p *Page) badge() string {
	proof, ok := p.Head.Lesson.Verified(p.Head.Engine)
	if !ok {
		return ""
	}
	return p.T("page.verified", "version", proof.On())
}

// about is where the lesson comes from: sources, what to know first, what was compared.
func (p *Page) about() app.UI {
	l := p.Head.Lesson
	out := []app.UI{app.H2().Text(p.T("page.sources")), app.Ul().Class("links").Body(app.Range(l.Sources).Slice(func(i int) app.UI {
		return app.Li().Body(sourceLink(l.Sources[i]))
	}))}
	if proof, ok := l.Verified(p.Head.Engine); ok {
		said := []app.UI{app.Text(p.T("page.proof", "version", proof.Library.String(), "n", strconv.Itoa(proof.Compared)) + " ")}
		if proof.Name == "client-go" { // the table is of its versions
			said = append(said, away(versionsURL, p.T("page.versions")))
		}
		out = append(out, app.P().Class("proof").Body(said...))
	} else {
		out = append(out, app.P().Class("proof").Text(p.unproved()))
	}
	if before := l.Before(); len(before) > 0 {
		out = append(out, app.H2().Text(p.T("course.before")), app.Ul().Class("links").Body(app.Range(before).Slice(func(i int) app.UI {
			return app.Li().Body(p.lessonAnchor(before[i]))
		})))
	}
	if l.Ours() {
		out = append(out, app.P().Body(app.A().DataSet("act", "notes").Href(p.Link(player.Hash{Page: "teach", Lesson: l.ID})).Text(p.T("teach.link", "n", strconv.Itoa(l.Minutes())))))
		out = append(out, app.P().Body(app.A().DataSet("act", "edit").Href(p.Link(player.Hash{Page: "edit", Lesson: l.ID})).Text(p.T("edit.lesson"))))
	}
	return app.Section().Class("about").Body(out...)
}

// unproved says why the lesson has no proof: a reader's own file was never run.
func (p *Page) unproved() string {
	switch l := p.Head.Lesson; {
	case p.Hash.File:
		return p.T("file.unverified", "library", l.Library().Name)
	case l.Unverified != "":
		return l.Unverified
	}
	return p.T("page.unverified", "library", p.Head.Lesson.Library().Name)
}

func sourceLink(source string) app.UI {
	url, ok := scenarios.SourceURL(source)
	if !ok {
		return app.Text(source)
	}
	return away(url, source)
}

// away opens elsewhere, and that page learns nothing of this one.
func away(url, words string) app.HTMLA {
	return app.A().Href(url).Target("_blank").Rel("noopener noreferrer").Text(words)
}

func (p *Page) lessonAnchor(l *scenarios.Lesson) app.UI {
	return app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: l.ID})).Text(l.Place() + " " + l.Text(p.Lang(), "title"))
}

// endOn is what stands at the end of a lesson: it is done, or only its last step was opened by
// a link, and this comes next. The layout has its place for it where it has the questions.
func (p *Page) endOn(place string) app.UI {
	pl := p.Head
	if p.AskPlace() != place || place == "embed" && !p.Hash.Present || !p.Ended() {
		return app.Div().Class("end").Hidden(true)
	}
	all := scenarios.InOrder()
	n, _, _, _ := p.Score()
	news := p.T("course.last")
	if p.Progress().Has(pl.Lesson.ID) && !p.Hash.File {
		news = "✓ " + p.T("course.done")
	}
	body := []app.UI{app.P().Body(app.B().Text(news+" "), app.Span().Class("quiet").Text(p.T("course.count", "n", strconv.Itoa(n), "of", strconv.Itoa(len(all)))))}
	if wrong := len(p.Wrong()); wrong > 0 {
		body = append(body, p.retry(p.T("ask.missed", "n", strconv.Itoa(wrong)), false))
	}
	if part := scenarios.LastOf(pl.Lesson); part != nil {
		body = append(body, p.quizLink(part.ID))
	}
	if link, title := p.Onward(); link != "" {
		body = append(body, app.A().Class("go").DataSet("act", "next").Href(link).Body(
			app.Span().Body(app.Small().Text(p.T("course.next")), app.Text(title)), icon("step")))
	} else {
		body = append(body, app.A().Class("go").DataSet("act", "next").Href(p.Link(player.Hash{Page: "course"})).Body(app.Span().Text(p.T("page.lessons")), icon("step")))
	}
	return app.Div().Class("end").Body(body...)
}
