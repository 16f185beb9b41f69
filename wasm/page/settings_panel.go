package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// earlier is a playground before its settings were changed.
type earlier struct {
	player *Player
	hash   Hash
}

// settle begins the playground anew with other settings and gives it the commands of the
// future that is shown once more.
func (p *Page) settle(engine string, s settings) {
	old := earlier{p.player, p.hash}
	b := old.player.session.Branch()
	pl, err := newSandbox(engine, s)
	if err != nil {
		p.say(p.refusal(err), true)
		return
	}
	p.motion.stop()
	old.player.playing = false
	pl.speed = old.player.speed
	steps := b.Commands(0, b.Last())
	passed := replay(pl.session, steps)
	p.player, p.tools.earlier, p.tools.rest = pl, old, ""
	p.hash.Engine, p.hash.Set = engine, s.String()
	pl.follow(pl.session.Branch().Last())
	switch {
	case len(passed) > 0:
		p.say(p.t("set.passed", "n", strconv.Itoa(pl.session.Branch().Last()), "passed", shown(strings.Join(passed, "; "))), true)
	case len(steps) > 0:
		p.say(p.t("set.replayed", "n", strconv.Itoa(len(steps))), false)
	default:
		p.say("", false)
	}
	p.save()
	p.drawScrubber()
	p.draw()
}

// change begins anew with one setting changed.
func (p *Page) change(set func(s *settings)) {
	s, _ := parseSettings(p.hash.Set)
	set(&s)
	p.settle(p.player.engine, s)
}

// unsettle changes the playground with the one before its settings were changed: nothing that
// was done in either is lost.
func (p *Page) unsettle() {
	p.motion.stop()
	p.player.playing = false
	was := p.tools.earlier
	p.tools.earlier = earlier{p.player, p.hash}
	p.player, p.tools.rest = was.player, ""
	p.hash.Engine, p.hash.Set = was.hash.Engine, was.hash.Set
	p.say("", false)
	p.save()
	p.drawScrubber()
	p.draw()
}

// knobs are those of the step that is shown.
func (p *Page) knobs() knobs {
	b := p.player.session.Branch()
	log := b.World.Log()
	return knobsOf(log[:min(max(b.Point(p.player.step).N, 0), len(log))])
}

// settingsPanel is the fold of the playground's settings.
func (p *Page) settingsPanel() app.UI {
	pl := p.player
	open := p.tools.settings
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "settings").Aria("expanded", open).Body(icon("step"), app.Text(p.t("set.title"))).
			OnClick(func(app.Context, app.Event) { p.tools.settings = !p.tools.settings }),
	)
	if !open {
		return app.Section().Class("settings").Body(head)
	}
	k := p.knobs()
	body := []app.UI{head,
		p.setting("auto", p.t("set.auto"), []string{"off", "on"}, onOff(k.auto), func(v string) string { return p.t("set.auto." + v) },
			func(v string) { p.command(sim.Command{Verb: "auto", Text: v}) }),
		p.setting("duration", p.t("live.duration"), withValue([]string{"0s", "100ms", "500ms", "1s", "3s", "10s"}, k.takes.String()), k.takes.String(), func(v string) string { return v },
			func(v string) {
				if d, err := time.ParseDuration(v); err == nil {
					p.command(sim.Command{Verb: "set", Text: "duration", After: d})
				}
			}),
		p.setting("failure", p.t("live.failure"), withValue([]string{"0", "0.1", "0.25", "0.5", "1"}, rate(k.fails)), rate(k.fails), percent,
			func(v string) {
				if f, err := strconv.ParseFloat(v, 64); err == nil {
					p.command(sim.Command{Verb: "set", Text: "failure", Value: f})
				}
			}),
		app.P().Text(p.t("set.knobs")),
	}
	if pl.base != nil {
		c := pl.world.Config()
		body = append(body, app.P().Text(p.t("set.lesson", "engine", c.Engine, "n", strconv.Itoa(len(c.Workers)))))
		return app.Section().Class("settings").Body(body...)
	}
	s, _ := parseSettings(p.hash.Set)
	same := func(v string) string { return v }
	body = append(body,
		p.setting("workers", p.t("live.workers"), []string{"1", "2", "3", "4"}, strconv.Itoa(s.count()), same, func(v string) {
			p.change(func(s *settings) { s.workers, _ = strconv.Atoi(v) })
		}),
		p.setting("engine", p.t("page.engine"), sim.Engines(), pl.engine, same, func(v string) {
			s, _ := parseSettings(p.hash.Set)
			p.settle(v, s)
		}),
		p.setting("limiter", p.t("set.limiter"), limiterNames(), s.limits().name, func(v string) string { return p.t("set.limiter." + v) }, func(v string) {
			p.change(func(s *settings) { s.limiter = v })
		}),
		p.setting("index", p.t("set.index"), []string{"on", "off"}, onOff(!s.noIndex), func(v string) string { return p.t("set.index." + v) }, func(v string) {
			p.change(func(s *settings) { s.noIndex = v == "off" })
		}),
		app.P().DataSet("role", "waits").Text(p.limiterText(s.limits())),
		app.P().Text(p.t("set.anew")),
		app.Div().Class("tools").Hidden(p.tools.earlier.player == nil).Body(
			app.Button().Type("button").DataSet("act", "unsettle").Text(p.t("set.back")).OnClick(func(app.Context, app.Event) { p.unsettle() })),
	)
	return app.Section().Class("settings").Body(body...)
}

// limiterText says how long a limiter lets wait.
func (p *Page) limiterText(l limiter) string {
	key := "set.waits"
	if l.qps != 0 {
		key = "set.waits.bucket"
	}
	return p.t(key, "base", waits(l.base), "max", strconv.Itoa(int(l.max.Seconds()))+"s", "qps", rate(l.qps), "burst", strconv.Itoa(l.burst))
}

// setting is a menu with its label before it.
func (p *Page) setting(act, label string, values []string, chosen string, text func(string) string, set func(string)) app.UI {
	return app.Label().Class("field").Body(app.Span().Text(label),
		app.Select().DataSet("act", "set-"+act).Body(app.Range(values).Slice(func(i int) app.UI {
			return app.Option().Value(values[i]).Selected(values[i] == chosen).Text(text(values[i]))
		})).OnChange(func(ctx app.Context, _ app.Event) { set(ctx.JSSrc().Get("value").String()) }))
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// withValue is list with the value that a link or a script set, where it is none of them.
func withValue(list []string, value string) []string {
	if slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}

func rate(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func percent(v string) string {
	f, _ := strconv.ParseFloat(v, 64)
	return fmt.Sprintf("%g %%", f*100)
}
