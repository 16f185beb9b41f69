package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shelf is what the pages without a stage show.
func (p *Page) shelf() []app.UI {
	switch p.Hash.Page {
	case "home":
		return p.home()
	case "course":
		return p.course()
	case "gallery":
		return p.gallery()
	case "teach":
		return p.teach()
	case "quiz":
		return p.quiz()
	case "result":
		return p.result()
	case "language":
		return p.language()
	}
	return nil
}

func shelfClass(page string) string {
	switch page {
	case "course", "gallery", "language", "teach", "quiz", "result":
		return "home " + page
	}
	return "home"
}

// onHome is how many parts of the course the front page lists; the course has all.
const onHome = 2

// home is the front page: the question, a picture, the first lessons, your own.
func (p *Page) home() []app.UI {
	all := scenarios.InOrder()
	first := all[0]
	p.later(p.drawHero)
	part := func(i int) app.UI {
		of := scenarios.Course()[i]
		items := []app.UI{app.H2().Text(strconv.Itoa(i+1) + "  " + p.T("course."+of.ID))}
		for _, l := range of.Lessons {
			items = append(items, p.row(l))
		}
		return app.Div().Body(items...)
	}
	var parts []app.UI
	for i := range onHome {
		parts = append(parts, part(i))
	}
	own := func(page, title, sub string, args ...string) app.UI {
		return app.A().Href(p.Link(player.Hash{Page: page})).DataSet("to", page).Body(app.B().Text(title), app.Br(), app.Span().Text(p.T(sub, args...)))
	}
	return []app.UI{
		app.Div().Body(
			app.H1().Text(p.T("home.title")),
			app.P().Class("lead").Text(p.T("home.lead")),
			app.P().Class("sub").Text(p.T("home.sub", "version", scenarios.ClientGo)),
			app.A().Class("go").Href(p.Link(player.Hash{Page: "lesson", Lesson: first.ID})).Body(app.Span().Text(first.Text(p.Lang(), "title")), icon("step")),
			app.P().Class("quiet").Style("margin", "0").Text(p.T("home.first", "n", first.Place())),
		),
		app.Div().Class("hero").ID("hero").Aria("hidden", true),
		app.Div().Class("cols").Body(append(parts,
			app.Div().Class("own").Body(
				app.H2().Text(p.T("home.all")),
				own("course", p.T("course.title"), "home.course", "n", strconv.Itoa(len(all))),
				own("gallery", p.T("gallery.title"), "home.gallery"),
				own("teach", p.T("teach.title"), "home.teach"),
				app.H2().Text(p.T("home.own")),
				own("play", p.T("page.playground"), "home.playground"),
				own("edit", p.T("page.edit"), "home.edit"),
				own("live", p.T("page.live"), "home.live"),
				p.fileChooser(), app.P().Class("quiet").Text(p.T("file.hint")),
				own("language", p.T("lang.title"), "lang.sub"),
			),
		)...),
	}
}

// row is a lesson in a list: where in the picture it happens, its number, its question.
func (p *Page) row(l *scenarios.Lesson) app.UI {
	a := app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: l.ID})).DataSet("lesson", l.ID).Body(
		glyph(l), app.B().Text(l.Place()), app.Span().Text(l.Text(p.Lang(), "question")), p.tick(l))
	return a
}

// tick marks a lesson that is done.
func (p *Page) tick(l *scenarios.Lesson) app.UI {
	if !p.Progress().Has(l.ID) {
		return app.Span().Class("tick")
	}
	return app.Span().Class("tick").Role("img").Aria("label", p.T("course.done")).Text("✓")
}

// drawHero draws the home page's picture: a pipeline caught in the middle of its work.
func (p *Page) drawHero() {
	el := element("hero")
	if !el.Truthy() {
		return
	}
	pic := p.Hero()
	el.Call("replaceChildren", svg(pic.Shapes, pic.W, pic.H, p.Palette(), "hero"))
}
