package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func icon(name string) app.UI {
	d := map[string]string{
		"back": "M15 5L8 12L15 19", "step": "M9 5L16 12L9 19", "play": "M8 5L19 12L8 19Z", "pause": "M8 5V19M16 5V19",
	}[name]
	fill := "none"
	if name == "play" {
		fill = "currentColor"
	}
	return app.Elem("svg").XMLNS(svgSpace).Attr("class", "icon").Attr("viewBox", "0 0 24 24").Attr("aria-hidden", "true").Body(
		app.Elem("path").XMLNS(svgSpace).Attr("d", d).Attr("fill", fill))
}

func (p *Page) head() []app.UI {
	kick, rest, line := p.Headline()
	if at := p.PartOf(); at != "" {
		rest = at
	}
	return []app.UI{
		app.Div().Class("kick").Body(app.Div().Class("titled").Body(app.B().Text(kick), app.Text(" "), app.Span().Text(rest)), p.ordersButton(), p.whatIfButton(), p.engineChoice(), p.queueChoice()),
		app.H1().DataSet("role", "headline").Body(rich(line, p.asked())...),
		p.comparedTable(),
	}
}

// rich turns **bold** and *plain emphasis* of a lesson's text into elements; words says what becomes
// of a stretch of it. Nothing else is markup.
func rich(s string, words func(string) []app.UI) []app.UI {
	var out []app.UI
	for i, part := range strings.Split(s, "**") {
		if part == "" {
			continue
		}
		if i%2 == 1 {
			out = append(out, app.B().Body(words(part)...))
			continue
		}
		pieces := strings.Split(part, "*")
		if len(pieces)%2 == 0 { // a star without its like
			pieces = []string{part}
		}
		for j, piece := range pieces {
			switch {
			case piece == "":
			case j%2 == 1:
				out = append(out, app.Em().Body(words(piece)...))
			default:
				out = append(out, app.Span().Body(words(piece)...))
			}
		}
	}
	return out
}

func (p *Page) side() []app.UI {
	if !p.Hash.Stage() {
		return nil
	}
	if p.Hash.Page == "edit" {
		return []app.UI{p.editor()}
	}
	return []app.UI{p.questionOn("wide"), p.endOn("wide"), p.codeOn("wide", "embed"), app.Div().Class("rest").Body(p.details()...)}
}

// details are what stands below the code, and scrolls.
func (p *Page) details() []app.UI {
	var out []app.UI
	switch p.Hash.Page {
	case "play":
		out = append(out, p.playControls()...)
	case "live":
		out = append(out, p.liveControls()...)
	}
	broken := p.Shown() != nil && len(p.Shown().Broken) > 0
	if broken { // before all else
		out = append(out, p.promises())
	}
	if p.Hash.Page == "lesson" {
		out = append(out, p.slope())
	}
	out = append(out, p.metrics(true), p.inspector())
	out = append(out, p.table())
	if p.Hash.Page != "lesson" {
		out = append(out, p.changed())
	}
	out = append(out, p.ordersBelow())
	out = append(out, p.metrics(false))
	if p.Hash.Page != "lesson" {
		out = append(out, p.slope())
	}
	if !broken {
		out = append(out, p.promises())
	}
	if p.Hash.Page == "lesson" {
		out = append(out, p.changed())
	}
	out = append(out, p.warnings(), p.codeOn("phone"), p.heapChoice())
	if p.Hash.Page == "lesson" && p.Head != nil && p.Head.Lesson != nil {
		out = append(out, p.engineNote(), p.gate(), p.about())
	}
	return out
}

// gate shows the question that stands before the next step where it is not asked.
func (p *Page) gate() app.UI {
	g := p.Gate()
	if g == nil || p.Hash.Predict != "0" {
		return app.Div().Hidden(true)
	}
	return app.Section().Body(
		app.H2().Text("◆ "+p.T("page.think")),
		app.P().Text(p.Head.Lesson.Text(p.Lang(), g.ID)),
	)
}
