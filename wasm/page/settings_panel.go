package page

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// settingsPanel is the fold of the playground's settings.
func (p *Page) settingsPanel() app.UI {
	pl := p.Head
	open := p.Tools.Settings
	fold := "fold"
	if open {
		fold += " open"
	}
	head := app.H2().Body(
		app.Button().Type("button").Class(fold).DataSet("act", "settings").Aria("expanded", open).Body(icon("step"), app.Text(p.T("set.title"))).
			OnClick(p.on(player.Fold{What: "settings"})),
	)
	if !open {
		return app.Section().Class("settings").Body(head)
	}
	k := p.Knobs()
	body := []app.UI{head,
		p.setting("auto", p.T("set.auto"), []string{"off", "on"}, onOff(k.Auto), func(v string) string { return p.T("set.auto." + v) },
			func(v string) player.Msg { return player.Do{Command: sim.Command{Verb: "auto", Text: v}} }),
		p.setting("duration", p.T("live.duration"), withValue([]string{"0s", "100ms", "500ms", "1s", "3s", "10s"}, k.Takes.String()), k.Takes.String(), func(v string) string { return v },
			func(v string) player.Msg {
				d, _ := time.ParseDuration(v)
				return player.Do{Command: sim.Command{Verb: "set", Text: "duration", After: d}}
			}),
		p.setting("failure", p.T("live.failure"), withValue([]string{"0", "0.1", "0.25", "0.5", "1"}, rate(k.Fails)), rate(k.Fails), percent,
			func(v string) player.Msg {
				f, _ := strconv.ParseFloat(v, 64)
				return player.Do{Command: sim.Command{Verb: "set", Text: "failure", Value: f}}
			}),
		app.P().Text(p.T("set.knobs")),
	}
	if pl.Base != nil {
		c := pl.World.Config()
		body = append(body, app.P().Text(p.T("set.lesson", "engine", c.Engine, "n", strconv.Itoa(len(c.Workers)))))
		if turns := p.Turns(); len(turns) > 1 {
			body = append(body, p.queueSetting(turns))
		}
		body = append(body, p.besideButton())
		return app.Section().Class("settings").Body(body...)
	}
	s := p.Settings()
	same := func(v string) string { return v }
	change := func(set func(s player.Settings, v string) player.Settings) func(v string) player.Msg {
		return func(v string) player.Msg { return player.Settle{Engine: p.Head.Engine, Settings: set(p.Settings(), v)} }
	}
	body = append(body,
		p.setting("workers", p.T("live.workers"), withValue([]string{"1", "2", "3", "4"}, workerCount(s)), workerCount(s), same,
			change(func(s player.Settings, v string) player.Settings { return s.Workers(v) })),
		p.setting("engine", p.T("page.engine"), sim.Engines(), pl.Engine, same,
			func(v string) player.Msg { return player.Settle{Engine: v, Settings: p.Settings()} }),
		p.queueSetting(p.Turns()),
		p.besideButton(),
		p.setting("limiter", p.T("set.limiter"), withValue(player.LimiterNames(), s.Limits().Name), s.Limits().Name, p.limiterName,
			change(func(s player.Settings, v string) player.Settings { return s.Limiter(v) })),
		p.setting("index", p.T("set.index"), withValue([]string{"on", "off"}, indexChoice(s)), indexChoice(s), p.indexName,
			change(func(s player.Settings, v string) player.Settings { return s.Index(v == "on") })),
		p.setting("begin", p.T("set.informer"), []string{"listed", "cold"}, map[bool]string{true: "cold", false: "listed"}[s.Cold], func(v string) string { return p.T("set.informer." + v) },
			change(func(s player.Settings, v string) player.Settings { s.Cold = v == "cold"; return s })),
		app.P().DataSet("role", "waits").Text(p.limiterText(s.Limits())),
		p.headerForms(),
		app.P().Text(p.T("set.anew")),
		app.Div().Class("tools").Hidden(!p.Unsettles()).Body(
			app.Button().Type("button").DataSet("act", "unsettle").Text(p.T("set.back")).OnClick(p.on(player.Unsettle{}))),
	)
	return app.Section().Class("settings").Body(body...)
}

// queueSetting is the menu of the queues that the playground turns to.
func (p *Page) queueSetting(queues []string) app.UI {
	return p.setting("queue", p.T("page.workqueue"), queues, p.Head.Queue(), func(v string) string { return p.T("set.queue." + v) },
		func(v string) player.Msg { return player.Queue{Name: v} })
}

func (p *Page) besideButton() app.UI {
	return app.Div().Class("tools").Body(app.Button().Type("button").DataSet("act", "set-beside").Aria("pressed", p.TwoQueues()).Text(p.T("set.beside")).
		OnClick(p.on(p.besides())))
}

// besides shows both queues side by side, or the playground's own again.
func (p *Page) besides() player.Msg {
	if p.TwoQueues() {
		return player.Queue{Name: p.Head.Queue()}
	}
	return player.Queue{Name: "compare"}
}

// workerCount is how many workers of the usual names there are; "" where they have others.
func workerCount(s player.Settings) string {
	if n := s.Count(); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

func (p *Page) limiterName(v string) string {
	if v == "" {
		return "–"
	}
	return p.T("set.limiter." + v)
}

// indexChoice is "on" for the usual index, "off" for none, and "" for others.
func indexChoice(s player.Settings) string {
	for _, on := range []bool{true, false} {
		if s == s.Index(on) {
			return onOff(on)
		}
	}
	return ""
}

func (p *Page) indexName(v string) string {
	if v == "" {
		return "–"
	}
	return p.T("set.index." + v)
}

// limiterText says how long a limiter lets wait.
func (p *Page) limiterText(l player.Limiter) string {
	key := "set.waits"
	if l.QPS != 0 {
		key = "set.waits.bucket"
	}
	return p.T(key, "base", waits(l.Base), "max", strconv.Itoa(int(l.Max.Seconds()))+"s", "qps", rate(l.QPS), "burst", strconv.Itoa(l.Burst))
}

// setting is a menu with its label before it.
func (p *Page) setting(act, label string, values []string, chosen string, text func(string) string, says func(string) player.Msg) app.UI {
	return app.Label().Class("field").Body(app.Span().Text(label),
		app.Select().DataSet("act", "set-"+act).Body(app.Range(values).Slice(func(i int) app.UI {
			return app.Option().Value(values[i]).Selected(values[i] == chosen).Text(text(values[i]))
		})).OnChange(p.typed("set-"+act, says)))
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
