package page

import (
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// question is the panel: the open question, or what came of the last answer.
func (p *Page) question() app.UI {
	g := p.Gate()
	if p.Ask.Open && g != nil {
		order, texts := g.Order(), p.Head.Lesson.Options(p.Lang(), g.ID)
		if p.Class != nil {
			return p.classQuestion(g, order, texts)
		}
		return app.Div().Class("ask").Role("group").Aria("label", p.T("ask.title")).Body(
			app.P().Body(app.B().Text("◆ "+p.Head.Lesson.Text(p.Lang(), g.ID))),
			app.Div().Class("tools").Body(app.Range(order).Slice(func(i int) app.UI {
				o := order[i]
				return app.Button().Type("button").DataSet("answer", strconv.Itoa(i+1)).Body(app.Small().Text(strconv.Itoa(i+1)+" "), app.Text(texts[o])).
					OnClick(p.on(player.Answer{Option: o}))
			})),
			app.P().Class("quiet").Text(p.T("ask.skip")),
		)
	}
	gate, picked := p.Verdict()
	if gate == nil {
		return app.Div().Class("ask").Hidden(true)
	}
	return app.Div().Class("ask done").Role("status").Body(p.verdict(gate, picked)...)
}

// verdict is what came of an answer: right or not, why, and how many were.
func (p *Page) verdict(g *scenarios.Gate, picked int) []app.UI {
	score := ""
	if of := len(p.Ask.Answered); of > 0 {
		score = p.T("ask.first", "n", strconv.Itoa(p.Ask.Right), "of", strconv.Itoa(of))
	}
	label, left := p.T("ask.again"), len(p.Wrong())
	if picked <= 0 {
		label = p.T("ask.others", "n", strconv.Itoa(left))
	}
	return append(p.cameOf(p.Head.Lesson, g, picked, score), p.retry(label, left == 0 || picked <= 0 && !p.Ask.Repeats))
}

// retry asks a question again that was answered wrong.
func (p *Page) retry(label string, off bool) app.UI {
	return app.Button().Type("button").Class("retry").DataSet("act", "retry").Hidden(off).Text(label).OnClick(p.on(player.Retry{}))
}

// cameOf is what came of an answer: right or not, or what it is where nobody gave one, the score beside it, and why.
func (p *Page) cameOf(l *scenarios.Lesson, g *scenarios.Gate, picked int, score string) []app.UI {
	texts := l.Options(p.Lang(), g.ID)
	said := app.B().Text(p.T("ask.right") + p.T("play.between"))
	if picked < 0 {
		said = app.B().Text(p.T("ask.told", "answer", texts[0]) + p.T("play.between"))
	} else if picked > 0 {
		said = app.B().Text(p.T("ask.wrong", "answer", texts[0]) + p.T("play.between"))
	}
	out := []app.UI{app.P().Body(said, app.Span().Class("quiet").Text(score))}
	if picked > 0 && l.Why(p.Lang(), g.ID, picked) != "" {
		why := l.Why(p.Lang(), g.ID, picked)
		out = append(out, app.P().Class("why").Body(append([]app.UI{app.Em().Text(p.T("ask.not", "answer", texts[picked]) + p.T("play.between"))}, rich(why, told)...)...))
	}
	if why := l.Why(p.Lang(), g.ID, 0); why != "" {
		out = append(out, app.P().Class("why").Body(rich(why, told)...))
	}
	return out
}

// questionOn is the question where the layout has room for it: over the side column of the
// wide page; above Step on a phone, and where engines take that column or it stands beneath
// the picture. It never covers the picture it asks about.
func (p *Page) questionOn(place string) app.UI {
	if at := p.AskPlace(); at != place || at == "embed" && !p.AsksInFrame() {
		return app.Div().Class("ask").Hidden(true)
	}
	return p.question()
}
