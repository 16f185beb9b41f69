package page

import (
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
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

// head is the kicker and the headline: what the focal point is, said first and in bold.
func (p *Page) head() []app.UI {
	kick, rest, line := "", "", ""
	switch {
	case p.hash.Page == "live":
		kick, rest, line = p.live.headline(p)
	case p.player == nil:
	case p.player.lesson != nil:
		l := p.player.lesson
		kick = l.Number + " " + l.Text(p.lang(), "title")
		rest = l.Text(p.lang(), "question")
		line = p.player.Beat(p.lang())
		if line == "" {
			line = "**" + rest + "**"
		}
	case p.hash.Page == "trace":
		kick, line = p.t("page.trace"), "**"+shown(p.player.line.Step(p.player.step).Label)+"**"
		if p.player.step == p.player.line.First() {
			line = p.t("file.start")
		}
	default:
		kick, rest = p.t("page.playground"), p.t("play.sub")
		if b := p.player.base; b != nil {
			kick, rest = p.t("fork.in", "number", b.Number), b.Text(p.lang(), "title")
		}
		line = p.playLine()
	}
	return []app.UI{
		app.Div().Class("kick").Body(app.B().Text(kick), app.Span().Text(rest), p.whatIfButton(), p.engineChoice()),
		app.H1().DataSet("role", "headline").Body(rich(line)...),
		p.comparedTable(),
	}
}

// rich turns **bold** and *plain emphasis* of a lesson's text into elements. Nothing else is markup.
func rich(s string) []app.UI {
	var out []app.UI
	for i, part := range strings.Split(s, "**") {
		if part == "" {
			continue
		}
		if i%2 == 1 {
			out = append(out, app.B().Text(part))
			continue
		}
		for j, piece := range strings.Split(part, "*") {
			switch {
			case piece == "":
			case j%2 == 1:
				out = append(out, app.Em().Text(piece))
			default:
				out = append(out, app.Span().Text(piece))
			}
		}
	}
	return out
}

// spoken is what the live region says: the headline without its markup.
func (p *Page) spoken() string {
	if p.player == nil || p.player.lesson == nil || p.hash.Page != "lesson" {
		return ""
	}
	return strings.ReplaceAll(p.player.Beat(p.lang()), "*", "")
}

func (p *Page) side() []app.UI {
	if p.hash.Page == "home" {
		return nil
	}
	return []app.UI{p.questionOn("wide"), p.codeOn("wide", "embed"), app.Div().Class("rest").Body(p.details()...)}
}

// details are what stands below the code, and scrolls.
func (p *Page) details() []app.UI {
	var out []app.UI
	switch p.hash.Page {
	case "play":
		out = append(out, p.playControls()...)
	case "live":
		out = append(out, p.live.controls(p)...)
	}
	if p.hash.Page == "lesson" {
		out = append(out, p.slope())
	}
	out = append(out, p.inspector())
	out = append(out, p.table())
	if p.hash.Page != "lesson" {
		out = append(out, p.slope())
	}
	out = append(out, p.promises(), p.warnings(), p.codeOn("phone"), p.heapChoice())
	if p.hash.Page == "lesson" && p.player != nil && p.player.lesson != nil {
		out = append(out, p.engineNote(), p.gate(), p.about())
	}
	return out
}

// gate shows the question that stands before the next step where it is not asked.
func (p *Page) gate() app.UI {
	g := p.gateAhead()
	if g == nil || !p.hash.NoAsk {
		return app.Div().Hidden(true)
	}
	return app.Section().Body(
		app.H2().Text("◆ "+p.t("page.think")),
		app.P().Text(p.player.lesson.Text(p.lang(), g.ID)),
	)
}

func (p *Page) about() app.UI {
	l := p.player.lesson
	var links []app.UI
	for _, s := range l.Sources {
		links = append(links, app.Li().Text(s))
	}
	return app.Section().Body(
		app.H2().Text(p.t("page.sources")),
		app.Ul().Style("margin", "4px 0").Style("padding-left", "18px").Body(links...),
	)
}

// home is the front page: the question, a picture, the lessons, your own.
func (p *Page) home(visible bool) []app.UI {
	if !visible {
		return nil
	}
	first := scenarios.List()[0]
	p.later(p.drawHero)
	track := func(name string) app.UI {
		items := []app.UI{app.H2().Text(p.t("track." + name))}
		for _, l := range scenarios.List() {
			if l.Track != name {
				continue
			}
			items = append(items, app.A().Href(p.link(Hash{Page: "lesson", Lesson: l.ID})).DataSet("lesson", l.ID).Body(
				glyph(l), app.B().Text(l.Number), app.Span().Text(l.Text(p.lang(), "question"))))
		}
		return app.Div().Body(items...)
	}
	own := func(page, key string) app.UI {
		return app.A().Href(p.link(Hash{Page: page})).Body(app.B().Text(p.t("page."+key)), app.Br(), app.Span().Text(p.t("home."+key)))
	}
	return []app.UI{
		app.Div().Body(
			app.H1().Text(p.t("home.title")),
			app.P().Class("lead").Text(p.t("home.lead")),
			app.P().Class("sub").Text(p.t("home.sub", "version", scenarios.ClientGo)),
			app.A().Class("go").Href(p.link(Hash{Page: "lesson", Lesson: first.ID})).Body(app.Span().Text(first.Text(p.lang(), "title")), icon("step")),
			app.P().Class("quiet").Style("margin", "0").Text(p.t("home.first", "n", first.Number)),
		),
		app.Div().Class("hero").ID("hero").Aria("hidden", true),
		app.Div().Class("cols").Body(
			track("workqueue"), track("informer"),
			app.Div().Class("own").Body(app.H2().Text(p.t("home.own")), own("play", "playground"), own("live", "live"), p.fileChooser(), app.P().Class("quiet").Text(p.t("file.hint"))),
		),
	}
}

// glyph shows where in the picture a lesson happens.
func glyph(l *scenarios.Lesson) app.UI {
	svg := func(body ...app.UI) app.UI {
		return app.Elem("svg").XMLNS(svgSpace).Attr("viewBox", "0 0 48 28").Attr("aria-hidden", "true").Body(body...)
	}
	rect := func(x, y, w, h string, attrs ...string) app.UI {
		e := app.Elem("rect").XMLNS(svgSpace).Attr("x", x).Attr("y", y).Attr("width", w).Attr("height", h)
		for i := 0; i+1 < len(attrs); i += 2 {
			e = e.Attr(attrs[i], attrs[i+1])
		}
		return e
	}
	if l.Track == "workqueue" {
		body := []app.UI{
			rect("20", "6", "27", "21", "rx", "3", "fill", "var(--proc-tint)", "stroke", "var(--proc)", "stroke-width", "1.2"),
			rect("1", "1", "40", "14", "rx", "3", "fill", "none", "stroke", "var(--dirty)", "stroke-width", "1.2"),
		}
		if l.View == scene.Heap || l.View == scene.Tree {
			body = append(body, app.Elem("circle").XMLNS(svgSpace).Attr("cx", "10").Attr("cy", "22").Attr("r", "3.5").Attr("fill", "none").Attr("stroke", "var(--wait)").Attr("stroke-width", "1.8"))
		} else {
			body = append(body, rect("12", "5", "5", "6", "fill", "var(--dirty)"), rect("5", "5", "5", "6", "fill", "var(--dirty)"))
		}
		return svg(body...)
	}
	on := map[string]int{scene.FIFO: 2, scene.Store: 3}
	var body []app.UI
	for i, x := range []string{"1", "12", "21", "35"} {
		fill := "none"
		if n, ok := on[l.View]; !ok || n == i {
			fill = "var(--text)"
		}
		w := []string{"9", "7", "12", "12"}[i]
		body = append(body, rect(x, "2", w, "9", "fill", fill, "stroke", "var(--neutral)", "stroke-width", "1.2"))
	}
	body = append(body, rect("1", "16", "9", "9", "fill", "none", "stroke", "var(--neutral)", "stroke-width", "1.2"),
		app.Elem("path").XMLNS(svgSpace).Attr("d", "M41 11V20.5H12").Attr("fill", "none").Attr("stroke", "var(--neutral)").Attr("stroke-width", "1.2"))
	return svg(body...)
}

// drawHero draws the home page's picture: a pipeline caught in the middle of its work.
func (p *Page) drawHero() {
	el := element("hero")
	if !el.Truthy() {
		return
	}
	s := heroState()
	v := scene.View{Layout: scene.Pipeline, Part: scene.All, Text: p.t, Now: s.At}
	w, h := v.Layout.Size()
	el.Call("replaceChildren", svg(scene.Build(s, v), w, h, p.palette(), "hero"))
}
