package page

import (
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

func (p *Page) transport() []app.UI {
	c, ok := p.Controls()
	if !ok {
		return []app.UI{p.bar(app.Div().Class("buttons")), p.scrubber()}
	}
	stepName, skip := p.T("page.step"), ""
	if c.Skip > 0 {
		stepName, skip = p.T("page.step.skip", "time", waits(c.Skip)), p.T("page.skip", "time", waits(c.Skip))
	}
	playIcon := "play"
	if c.Playing {
		playIcon = "pause"
	}
	return []app.UI{
		p.bar(app.Div().Class("buttons").Role("group").Aria("label", p.T("page.controls")).Body(
			app.Button().Type("button").DataSet("act", "back").Disabled(c.First).Aria("label", p.T("page.back")).Title(p.T("page.back")).
				Body(icon("back")).OnClick(p.on(player.Back{})),
			app.Button().Type("button").DataSet("act", "play").Aria("label", c.Play).Title(c.Play).
				Body(icon(playIcon)).OnClick(p.on(player.Toggle{})),
			app.Button().Type("button").Class("main").DataSet("act", "step").Disabled(c.Last).Aria("label", stepName).
				Body(app.Span().Body(app.Text(p.T("page.step")), app.Small().Hidden(skip == "").Text(skip)), icon("step")).OnClick(p.on(player.Next{})),
			p.partButton("phone", "embed"),
			app.Div().Class("under").Body(
				app.Span().DataSet("role", "position").Title(c.Long).Text(c.Under),
				p.partButton("wide"),
				p.speedControl(),
			),
		)),
		p.scrubber(),
		app.Div().Class("only-embed").Hidden(p.Layout() != "embed").Body(p.shareButton()),
	}
}

// bar is the buttons and what is pressed before them. On a phone it stays at the thumb, and the
// scrubber lies beneath the picture; elsewhere the two are one.
func (p *Page) bar(buttons app.UI) app.UI {
	return app.Div().Class("bar").Body(p.goal(), p.strip(), buttons, p.questionOn("transport"), p.endOn("transport"))
}

func (p *Page) speedControl() app.UI {
	if p.Hash.Page == "live" || p.Head == nil {
		return app.Span()
	}
	return app.Label().Body(
		app.Text(p.T("page.speed")+" "),
		app.Select().DataSet("act", "speed").Body(app.Range(player.Speeds).Slice(func(i int) app.UI {
			v := strconv.FormatFloat(player.Speeds[i], 'g', -1, 64)
			return app.Option().Value(v).Selected(player.Speeds[i] == p.Head.Speed).Text(v + "×")
		})).OnChange(p.number("speed", func(v float64) player.Msg { return player.Speed{V: v} })),
	)
}

// partButton goes into the step, in the layout that it belongs to. A phone keeps its place
// where a step has one transition, so that Step does not move under the finger.
func (p *Page) partButton(layouts ...string) app.UI {
	if !p.Detailed() || !slices.Contains(layouts, p.Layout()) {
		return app.Button().Type("button").Class("detail").Hidden(true)
	}
	text, class := p.T("parts.open"), "detail"
	if part := p.Head.Part; part > 0 {
		text, class = strconv.Itoa(part)+" / "+strconv.Itoa(p.Parts()), "detail on"
	}
	one := p.Parts() < 2
	if one {
		class += " none"
	}
	label := text
	if at := p.PartOf(); at != "" {
		label = at
	}
	return app.Button().Type("button").Class(class).DataSet("act", "part").Disabled(one).Aria("hidden", one).
		Aria("label", label+p.T("join.colon")+p.T("keys.time.part")).Title(p.T("keys.time.part") + " (Alt →)").
		Text(text).OnClick(p.on(player.OnPart{}))
}

const scrubID = "scrub"

// scrubber is the biography of the keys over the steps: a picture to click into, and a
// range input for keyboard and screen reader.
func (p *Page) scrubber() app.UI {
	first, last, at := p.Span()
	return app.Div().Class("scrub").OnClick(func(_ app.Context, e app.Event) {
		box := element(scrubID).Call("getBoundingClientRect")
		u := p.Unit()
		x, y := (e.Get("clientX").Float()-box.Get("left").Float())/u, (e.Get("clientY").Float()-box.Get("top").Float())/u
		p.take(player.ScrubHit{ID: draw.Hit(p.scrubShapes, x, y), X: x, Width: box.Get("width").Float() / u})
	}).Body(
		app.Div().ID(scrubID).Style("position", "absolute").Style("inset", "0").Aria("hidden", true),
		app.Input().Type("range").DataSet("act", "scrub").Min(first).Max(last).Step(1).Value(strconv.Itoa(at)).Aria("label", p.T("page.scrub")).
			Aria("valuetext", p.T("page.stepOf", "n", strconv.Itoa(at), "of", strconv.Itoa(last))).
			OnInput(p.number("scrub", func(v float64) player.Msg { return player.Seek{N: int(v)} })),
	)
}

func (p *Page) drawScrubber() {
	el := element(scrubID)
	if !el.Truthy() {
		return
	}
	width := el.Get("clientWidth").Float() / p.Unit()
	shapes, h := p.Scrubber(width)
	if h == 0 {
		return
	}
	p.scrubShapes = shapes
	p.drawInto(el, shapes, width, h, "bio")
}

// heapChoice is the button that shows the heap as array and tree, or why there is none.
func (p *Page) heapChoice() app.UI {
	if p.SortsWaits() {
		return app.Section().Body(app.H2().Text(p.T("page.heap.title")), app.P().Class("quiet").Text(p.T("page.heap.sorted")))
	}
	return app.Section().Hidden(!p.HasHeap()).Body(
		app.H2().Text(p.T("page.heap.title")),
		app.Div().Class("tools").Body(app.Button().Type("button").DataSet("act", "tree").Aria("pressed", p.Plan() == scene.Tree).Title("h").
			Text(p.T("view.tree")).OnClick(p.on(player.Tree{}))),
	)
}
