package page

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

// next steps once; at the newest step of a playground it lets whoever is next act.
func (p *Page) next() {
	if p.hash.Page == "live" {
		p.live.scrub(p, +1)
		return
	}
	if p.player == nil {
		return
	}
	if p.player.lesson == nil {
		p.say("", false)
	}
	if pl := p.player; pl.session != nil && pl.step == pl.line.Last() {
		if !p.act() {
			pl.playing = false
			p.draw() // a longer headline moves the picture, and what lies over it
			return
		}
		p.drawScrubber()
	}
	if p.asks() {
		return
	}
	p.goTo(p.player.step + 1)
}

func (p *Page) back() {
	if p.hash.Page == "live" {
		p.live.scrub(p, -1)
		return
	}
	if p.player != nil {
		p.player.playing = false
		p.goTo(p.player.step - 1)
	}
}

// goTo stands at step n and shows the way there when it is the next or the one before.
func (p *Page) goTo(n int) {
	pl := p.player
	n = min(max(n, pl.line.First()), pl.line.Last())
	if pl.part > 0 {
		pl.seekPart(0)
		p.save()
	}
	if n == pl.step {
		p.motion.stop()
		p.draw()
		return
	}
	from, was, wait := pl.now, pl.step, pl.Wait()
	p.ask.open = false
	p.motion.stop()
	pl.Seek(n)
	p.save()
	p.reached()
	switch n {
	case was + 1:
		p.between(from, pl.now, n, wait, false)
	case was - 1:
		p.between(from, pl.now, was, 0, true)
	default:
		p.draw()
		p.played()
	}
}

// play and pause.
func (p *Page) toggle() {
	if p.hash.Page == "live" {
		p.live.toggle(p)
		return
	}
	pl := p.player
	if pl == nil {
		return
	}
	pl.playing = !pl.playing
	if !pl.playing {
		p.motion.stop()
		p.draw()
		return
	}
	if pl.session == nil && pl.step == pl.line.Last() {
		p.goTo(0)
		return
	}
	p.next()
}

// played plays on after a step: reading time first, longer where the headline is new.
func (p *Page) played() {
	pl := p.player
	if pl == nil || !pl.playing {
		return
	}
	if pl.session == nil && pl.step == pl.line.Last() {
		pl.playing = false
		p.ctx.Dispatch(func(app.Context) {})
		return
	}
	dwell := 700 * time.Millisecond
	if pl.run != nil && pl.run.Steps[pl.step].Beat != "" {
		dwell = time.Second + time.Duration(len(pl.Beat(p.lang())))*30*time.Millisecond
	}
	if p.motion.timer != nil {
		p.motion.timer.Stop()
	}
	p.motion.timer = time.AfterFunc(time.Duration(float64(dwell)/pl.speed), func() {
		p.ctx.Dispatch(func(app.Context) {
			if p.player == pl && pl.playing {
				p.next()
			}
		})
	})
}

func (p *Page) transport() []app.UI {
	if !p.hash.Stage() || (p.player == nil && p.live == nil) {
		return []app.UI{p.bar(app.Div().Class("buttons")), p.scrubber()}
	}
	stepName, skip := p.t("page.step"), ""
	playLabel, playIcon := p.t("page.play.start"), "play"
	playing, first, last, under, long := false, false, false, "", ""
	if p.hash.Page == "live" {
		playing = !p.live.frozen()
		first, last = p.live.first(), playing
		under = p.live.under(p)
		if playing {
			playLabel, playIcon = p.t("page.live.freeze"), "pause"
		} else {
			playLabel = p.t("page.live.follow")
		}
	} else {
		pl := p.player
		playing, first = pl.playing, pl.step == pl.line.First()
		last = pl.session == nil && pl.step == pl.line.Last()
		d := pl.Wait()
		if pl.session != nil && pl.step == pl.line.Last() {
			if next, ok := pl.world.Next(); ok && (p.tools.rest != "" || p.far() == "") {
				d = time.Duration(next - pl.world.Now())
			}
		}
		if d > 0 {
			stepName, skip = p.t("page.step.skip", "time", waits(d)), p.t("page.skip", "time", waits(d))
		}
		under = p.t("page.stepOf", "n", strconv.Itoa(pl.step), "of", strconv.Itoa(pl.line.Last()))
		if pl.line.Last() >= manySteps {
			under, long = strconv.Itoa(pl.step)+" / "+strconv.Itoa(pl.line.Last()), under
		}
		if playing {
			playLabel, playIcon = p.t("page.pause"), "pause"
		}
	}
	return []app.UI{
		p.bar(app.Div().Class("buttons").Role("group").Aria("label", p.t("page.controls")).Body(
			app.Button().Type("button").DataSet("act", "back").Disabled(first).Aria("label", p.t("page.back")).Title(p.t("page.back")).
				Body(icon("back")).OnClick(func(app.Context, app.Event) { p.back() }),
			app.Button().Type("button").DataSet("act", "play").Aria("label", playLabel).Title(playLabel).
				Body(icon(playIcon)).OnClick(func(app.Context, app.Event) { p.toggle() }),
			app.Button().Type("button").Class("main").DataSet("act", "step").Disabled(last).Aria("label", stepName).
				Body(app.Span().Body(app.Text(p.t("page.step")), app.Small().Hidden(skip == "").Text(skip)), icon("step")).OnClick(func(app.Context, app.Event) { p.next() }),
			p.partButton("phone", "embed"),
			app.Div().Class("under").Body(
				app.Span().DataSet("role", "position").Title(long).Text(under),
				p.partButton("wide"),
				p.speedControl(),
			),
		)),
		p.scrubber(),
		app.Div().Class("only-embed").Hidden(p.layout() != "embed").Body(p.shareButton()),
	}
}

// manySteps is how many steps leave room for their numbers only, beside the other buttons.
const manySteps = 1000

// bar is the buttons and what is pressed before them. On a phone it stays at the thumb, and the
// scrubber lies beneath the picture; elsewhere the two are one.
func (p *Page) bar(buttons app.UI) app.UI {
	return app.Div().Class("bar").Body(p.strip(), buttons, p.questionOn("transport"), p.endOn("transport"))
}

func (p *Page) speedControl() app.UI {
	if p.hash.Page == "live" || p.player == nil {
		return app.Span()
	}
	return app.Label().Body(
		app.Text(p.t("page.speed")+" "),
		app.Select().DataSet("act", "speed").Body(app.Range(Speeds).Slice(func(i int) app.UI {
			v := strconv.FormatFloat(Speeds[i], 'g', -1, 64)
			return app.Option().Value(v).Selected(Speeds[i] == p.player.speed).Text(v + "×")
		})).OnChange(func(ctx app.Context, _ app.Event) {
			if v, err := strconv.ParseFloat(ctx.JSSrc().Get("value").String(), 64); err == nil {
				p.setSpeed(v)
			}
		}),
	)
}

// setSpeed plays that much faster, from now on and in the link.
func (p *Page) setSpeed(v float64) {
	p.player.speed = v
	p.hash.Speed = ""
	if v != 1 {
		p.hash.Speed = strconv.FormatFloat(v, 'g', -1, 64)
	}
	p.save()
}

// takeSpeed plays as fast as the link says.
func (p *Page) takeSpeed() {
	if v, err := strconv.ParseFloat(p.hash.Speed, 64); err == nil && p.player != nil && v > 0 {
		p.player.speed = v
	}
}

const scrubID = "scrub"

// scrubber is the biography of the keys over the steps: a picture to click into, and a
// range input for keyboard and screen reader.
func (p *Page) scrubber() app.UI {
	first, last, at := 0, 0, 0
	label := p.t("page.scrub")
	if p.player != nil && p.hash.Page != "live" {
		first, last, at = p.player.line.First(), p.player.line.Last(), p.player.step
	} else if p.live != nil {
		first, last, at = p.live.span()
	}
	p.later(p.drawScrubber)
	return app.Div().Class("scrub").OnClick(func(ctx app.Context, e app.Event) {
		box := element(scrubID).Call("getBoundingClientRect")
		x := e.Get("clientX").Float() - box.Get("left").Float()
		u := p.unit()
		p.seekAt(x/u, (e.Get("clientY").Float()-box.Get("top").Float())/u, box.Get("width").Float()/u)
	}).Body(
		app.Div().ID(scrubID).Style("position", "absolute").Style("inset", "0").Aria("hidden", true),
		app.Input().Type("range").DataSet("act", "scrub").Min(first).Max(last).Step(1).Value(strconv.Itoa(at)).Aria("label", label).
			Aria("valuetext", p.t("page.stepOf", "n", strconv.Itoa(at), "of", strconv.Itoa(last))).
			OnInput(func(ctx app.Context, _ app.Event) {
				if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
					p.seek(n)
				}
			}),
	)
}

// later runs f after the page's document is up to date.
func (p *Page) later(f func()) {
	if p.ctx.Context != nil {
		p.ctx.Defer(func(app.Context) { f() })
	}
}

func (p *Page) seek(n int) {
	if p.hash.Page == "live" {
		p.live.seek(p, n)
		return
	}
	p.player.playing = false
	p.goTo(n)
}

// seekAt stands at the step whose cell is at x of width.
func (p *Page) seekAt(x, y, width float64) {
	if p.hash.Page == "live" {
		p.live.seekAt(p, x, width)
		return
	}
	hit := scene.Hit(p.scrubShapes, x, y)
	if p.seekFuture(hit) {
		return
	}
	if n, ok := strings.CutPrefix(hit, "step:"); ok && p.player != nil {
		if i, err := strconv.Atoi(n); err == nil {
			p.seek(p.scrubFrom + i)
		}
		return
	}
	if p.player != nil && x < 40 {
		p.seek(p.player.line.First())
	}
}
