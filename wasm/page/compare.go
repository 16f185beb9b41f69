package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Engines side by side: the lesson runs on each of them, and they stand at the same step of
// its script, whatever an engine had to do for it.

// compared are the engines that the page shows side by side; nil when it shows one.
func (p *Page) compared() []string {
	if p.hash.Page != "lesson" || p.hash.Compare == "" || p.player == nil || p.player.lesson == nil {
		return nil
	}
	var out []string
	for _, e := range p.player.lesson.Engines {
		if p.hash.Compare == "all" || contains(strings.Split(p.hash.Compare, ","), e) {
			out = append(out, e)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// rivals are the players of the compared engines, at the step that is shown.
func (p *Page) rivals() (out []*Player) {
	pl := p.player
	for _, name := range p.compared() {
		if name == pl.engine {
			out = append(out, pl)
			continue
		}
		r := pl.rivals[name]
		if r == nil {
			var err error
			if r, err = NewLesson(pl.lesson, name, pl.step); err != nil {
				p.say(p.refusal(err), true)
				continue
			}
			if pl.rivals == nil {
				pl.rivals = map[string]*Player{}
			}
			pl.rivals[name] = r
		}
		if r.step != pl.step {
			r.Seek(pl.step)
		}
		if r.part != pl.part {
			r.seekPart(pl.part)
		}
		out = append(out, r)
	}
	return out
}

// comparison is the picture of the compared engines and its size.
func (p *Page) comparison() (shapes []scene.Shape, w, h float64) {
	v := p.view(p.player.now)
	var engines []scene.Engine
	for _, r := range p.rivals() {
		e := scene.Engine{Name: r.engine, State: r.now, Prev: r.before}
		before, pops := r.line.RoundPart(r.step, r.part)
		e.Before = before
		for _, pop := range pops {
			e.Pops = append(e.Pops, scene.Pop{State: pop.State, Notes: pop.Notes, Open: pop.Open})
		}
		engines = append(engines, e)
	}
	w, h = scene.CompareSize(v.Layout, len(engines))
	return scene.Compare(engines, v), w, h
}

// drawComparison paints the comparison; from the one before things move to their new places.
func (p *Page) drawComparison(moving bool) {
	before := p.stage.shapes
	shapes, w, h := p.comparison()
	show := func(s []scene.Shape) { p.stage.Show(s, p.palette(), w, h, p.spoken()) }
	if !moving || p.reduced || !p.started {
		show(shapes)
		return
	}
	moves := scene.CompareMoves(before, shapes)
	p.motion.run(scene.Total(moves)/p.player.speed, func(ms float64) { show(scene.At(shapes, moves, ms*p.player.speed)) },
		func() { show(shapes); p.placeTokens(); p.played() })
}

// engineChoice is there on lessons that list several engines: one of them, or all side by side.
func (p *Page) engineChoice() app.UI {
	if p.hash.Page != "lesson" || p.player == nil || p.player.lesson == nil || len(p.player.lesson.Engines) < 2 {
		return app.Div().Hidden(true)
	}
	l := p.player.lesson
	both := p.compared() != nil
	choose := func(name, label string, pressed bool, set func()) app.UI {
		return app.Button().Type("button").DataSet("engine", name).Aria("pressed", pressed).Text(label).OnClick(func(app.Context, app.Event) {
			p.motion.stop()
			p.hash.Step = p.player.step
			set()
			p.save()
			p.later(func() { p.stage.Measure(); p.draw() })
		}, app.EventScope(name))
	}
	var body []app.UI
	for _, e := range l.Engines {
		body = append(body, choose(e, e, !both && e == p.player.engine, func() {
			p.hash.Compare, p.hash.Engine = "", e
			p.startLesson()
		}))
	}
	body = append(body, choose("compare", p.t("page.compare"), both, func() { p.hash.Compare = "all"; p.player.seekPart(0) }))
	return app.Div().Class("engines").Role("group").Aria("label", p.t("page.engine")).Body(body...)
}

// engineNote says what the engine is.
func (p *Page) engineNote() app.UI {
	if l := p.player.lesson; len(l.Engines) < 2 {
		return app.Section().Hidden(true)
	}
	body := []app.UI{app.H2().Text(p.t("page.engine")), app.P().Text(p.t("engine." + p.player.engine))}
	if p.player.lesson.Lists() {
		body = append(body, app.P().Text(p.t("engine.lists")))
	}
	return app.Section().Body(body...)
}

// comparedTable says in the notation of states what the picture of the engines shows.
func (p *Page) comparedTable() app.UI {
	if p.compared() == nil {
		return app.Div().Hidden(true)
	}
	rows := []app.UI{app.Tr().Body(app.Th().Text(p.t("page.engine")), app.Th().Text("FIFO"), app.Th().Text(p.t("table.store")), app.Th().Text(p.t("page.compare.calls")))}
	for _, r := range p.rivals() {
		calls := 0
		if r.before != nil {
			calls = r.before.CallCount
		}
		rows = append(rows, app.Tr().DataSet("engine", r.engine).Body(app.Th().Scope("row").Text(r.engine),
			app.Td().Text(r.now.View("F", 0, 0)), app.Td().Text(r.now.View("S", 0, 0)), app.Td().Text(r.now.View("calls", calls, 0))))
	}
	return app.Div().Class("sr").Body(app.Table().Class("compared").Body(append([]app.UI{app.Caption().Text(p.t("page.compare.table"))}, rows...)...))
}

// compareClass tells the style sheet how many engines there are.
func (p *Page) compareClass() string {
	if n := len(p.compared()); n > 1 {
		return " compare n" + strconv.Itoa(n)
	}
	return ""
}

// parseCompare reads a list of engines: "all", or two or more of them by name.
func parseCompare(v string) (list string, ok bool) {
	if v == "" || v == "all" {
		return v, true
	}
	names := strings.Split(v, ",")
	for _, n := range names {
		if n == "" || n == "workqueue" || !slices.Contains(engines, n) {
			return "", false
		}
	}
	return v, len(names) > 1
}
