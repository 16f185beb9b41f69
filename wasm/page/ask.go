package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// ask is the question that stands before a step. Nobody has to answer: another press of
// Step shows what happens, and the score counts only answers that were given.
type ask struct {
	open     bool
	answered map[int]int // step → place of the option that was picked, 1 is the right one
	right    int
}

// gateAhead returns the question before the next step, or nil.
func (p *Page) gateAhead() *scenarios.Gate {
	pl := p.player
	if pl == nil || pl.run == nil || p.hash.Page != "lesson" || pl.step >= pl.line.Last() {
		return nil
	}
	return pl.run.Steps[pl.step+1].Gate
}

// asks opens the question before the next step instead of taking it; false when there is
// none, it is open already, or it was answered before.
func (p *Page) asks() bool {
	g := p.gateAhead()
	if g == nil || p.ask.open || p.hash.NoAsk || p.layout() == "embed" && !p.hash.Present || p.ask.answered[p.player.step+1] != 0 {
		return false
	}
	p.ask.open, p.hash.Zone = true, "" // their keys are the same
	p.player.playing = false
	return true
}

// answer takes an option, says at once whether it is right, and shows the step.
func (p *Page) answer(option int) {
	g := p.gateAhead()
	if g == nil || !p.ask.open {
		return
	}
	if p.ask.answered == nil {
		p.ask.answered = map[int]int{}
	}
	p.ask.open = false
	p.ask.answered[p.player.step+1] = option + 1
	if option == 0 {
		p.ask.right++
	}
	p.goTo(p.player.step + 1)
}

// question is the panel: the open question, or what came of the last answer.
func (p *Page) question() app.UI {
	g := p.gateAhead()
	if p.ask.open && g != nil {
		order, texts := g.Order(), p.player.lesson.Options(p.lang(), g.ID)
		return app.Div().Class("ask").Role("group").Aria("label", p.t("ask.title")).Body(
			app.P().Body(app.B().Text("◆ "+p.player.lesson.Text(p.lang(), g.ID))),
			app.Div().Class("tools").Body(app.Range(order).Slice(func(i int) app.UI {
				o := order[i]
				return app.Button().Type("button").DataSet("answer", strconv.Itoa(i+1)).Body(app.Small().Text(strconv.Itoa(i+1)+" "), app.Text(texts[o])).
					OnClick(func(app.Context, app.Event) { p.answer(o) }, app.EventScope(g.ID, strconv.Itoa(o)))
			})),
			app.P().Class("quiet").Text(p.t("ask.skip")),
		)
	}
	if p.player == nil || p.player.run == nil || p.hash.Page != "lesson" {
		return app.Div().Class("ask").Hidden(true)
	}
	picked := p.ask.answered[p.player.step] - 1
	gate := p.player.run.Steps[p.player.step].Gate
	if picked < 0 || gate == nil {
		return app.Div().Class("ask").Hidden(true)
	}
	return app.Div().Class("ask done").Role("status").Body(p.verdict(gate, picked)...)
}

// verdict is what came of an answer: right or not, why, and how many were.
func (p *Page) verdict(g *scenarios.Gate, picked int) []app.UI {
	l := p.player.lesson
	texts := l.Options(p.lang(), g.ID)
	said := app.B().Text(p.t("ask.right") + " ")
	if picked != 0 {
		said = app.B().Text(p.t("ask.wrong", "answer", texts[0]) + " ")
	}
	score := app.Span().Class("quiet").Text(p.t("ask.score", "n", strconv.Itoa(p.ask.right), "of", strconv.Itoa(len(p.ask.answered))))
	out := []app.UI{app.P().Body(said, score)}
	if why := l.Why(p.lang(), g.ID, picked); why != "" && picked != 0 {
		out = append(out, app.P().Class("why").Body(append([]app.UI{app.Em().Text(p.t("ask.not", "answer", texts[picked]) + " ")}, rich(why)...)...))
	}
	if why := l.Why(p.lang(), g.ID, 0); why != "" {
		out = append(out, app.P().Class("why").Body(rich(why)...))
	}
	return out
}

// questionOn is the question where the layout has room for it: over the side column of the
// wide page; above Step on a phone, and where engines take that column or it stands beneath
// the picture. It never covers the picture it asks about.
func (p *Page) questionOn(place string) app.UI {
	if at := p.askPlace(); at != place || at == "embed" && !p.hash.Present {
		return app.Div().Class("ask").Hidden(true)
	}
	return p.question()
}

// askPlace is where questions stand, and the end of a lesson.
func (p *Page) askPlace() string {
	at := p.layout()
	if at == "phone" || at == "wide" && (p.compared() != nil || p.stacked()) {
		return "transport"
	}
	return at
}

// askKey answers an open question with the keys 1 to 4.
func (p *Page) askKey(k string) bool {
	g := p.gateAhead()
	if !p.ask.open || g == nil || len(k) != 1 || !strings.Contains("1234", k) {
		return false
	}
	n := int(k[0] - '1')
	if order := g.Order(); n < len(order) {
		p.answer(order[n])
	}
	return true
}
