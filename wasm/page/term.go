package page

import (
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Words of the glossary: in a headline those that are our own can be asked; the course lists all.

const termID = player.TermID

// told is a stretch of a sentence as it is.
func told(s string) []app.UI { return []app.UI{app.Text(s)} }

// asked makes buttons of the words of a sentence that can be asked, each once.
func (p *Page) asked() func(string) []app.UI {
	had := map[string]bool{}
	return func(s string) (out []app.UI) {
		for _, w := range p.Teller().Words(s, had) {
			if w.Term == "" {
				out = append(out, app.Text(w.Text))
				continue
			}
			out = append(out, app.Button().Type("button").Class("word").DataSet("term", w.Term).Aria("expanded", p.Term == w.Term).
				Text(w.Text).OnClick(p.on(player.Term{ID: w.Term})))
		}
		return out
	}
}

// meaning is the panel of the word that is open.
func (p *Page) meaning() app.UI {
	t := scenarios.TermNamed(p.Term)
	if t == nil || !p.Hash.Stage() {
		return app.Section().ID(termID).Class(explainID).Hidden(true)
	}
	return app.Section().ID(termID).Class(explainID).Role("dialog").Aria("labelledby", termID+"-title").Body(
		app.Div().Class("titlebar").Body(
			app.H2().ID(termID+"-title").TabIndex(-1).Text(t.Names(p.Lang())[0]),
			app.Button().Type("button").DataSet("act", "term-close").Class("close").Aria("label", p.T("page.close")).Text("×").OnClick(p.on(player.Term{})),
		),
		app.P().Text(t.Text(p.Lang())),
		p.shownBy(t),
	)
}

// shownBy leads to the lessons that show what a word means, or what client-go has in its place.
func (p *Page) shownBy(t *scenarios.Term) app.UI {
	said := p.T("term.lessons")
	if t.Beside {
		said = p.T("term.beside")
	}
	body := []app.UI{app.Span().Text(said + p.T("play.between"))}
	for _, id := range t.Lessons {
		l := scenarios.Find(id)
		body = append(body, app.A().Href(p.Link(player.Hash{Page: "lesson", Lesson: id})).Text(l.Place()+" "+l.Text(p.Lang(), "title")), app.Text(" "))
	}
	return app.P().Class("shown").Body(body...)
}

// entries are terms with their meanings.
func (p *Page) entries(terms []*scenarios.Term) app.UI {
	var rows []app.UI
	for _, t := range terms {
		also := ""
		for _, n := range t.Names(p.Lang())[1:] {
			also += p.T("join.list") + n
		}
		rows = append(rows, app.Div().DataSet("term", t.ID).Body(
			app.Dt().Body(app.B().Text(t.Names(p.Lang())[0]), app.Span().Text(also)),
			app.Dd().Body(app.P().Text(t.Text(p.Lang())), p.shownBy(t))))
	}
	return app.Dl().Class("terms").Body(rows...)
}

// glossary is the list of all words, folded until it is asked for.
func (p *Page) glossary() app.UI {
	return app.Details().Class("glossary").Hidden(p.Find != "").Body(
		app.Summary().Body(app.H2().Text(p.T("term.all"))),
		p.entries(scenarios.Glossary()))
}
