package page

import (
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *Page) playControls() []app.UI {
	pl := p.Head
	if pl == nil || pl.Session == nil {
		return nil
	}
	group := func(label string, body []app.UI) app.UI {
		return app.Div().Class("tools").Role("group").Aria("label", p.T(label)).Hidden(len(body) == 0).Body(body...)
	}
	queue, workers := p.queueControls(), p.workerControls()
	if p.Layout() == "phone" { // they are in the strip
		queue, workers = nil, nil
	}
	return []app.UI{p.history(), app.Section().Body(
		group("play.view", p.viewButtons(p.Plans()...)),
		group("play.queue", queue),
		group("play.workers", workers),
		group("play.server", p.serverControls()),
		app.P().Text(p.T("play.hint")),
	), p.futuresPanel(), p.settingsPanel()}
}

// strip has the calls of the work queue in one line above a phone's transport, where they are
// in reach while the picture is in sight.
func (p *Page) strip() app.UI {
	box := app.Div().Class("tools strip").Role("group").Aria("label", p.T("play.queue"))
	if p.Hash.Page != "play" || p.Layout() != "phone" || p.Head == nil || p.Head.Session == nil {
		return box.Hidden(true)
	}
	queue := p.queueControls()[1:] // without its label
	workers := p.workerControls()
	if len(workers) > 0 {
		workers = workers[1:]
	}
	return box.Body(slices.Concat(queue[:2], workers, queue[2:])...)
}

// does is the button of a command.
func (p *Page) does(act, label string, c sim.Command, off bool) app.HTMLButton {
	return app.Button().Type("button").DataSet("act", act).Disabled(off).Text(label).
		OnClick(p.on(player.Do{Command: c}))
}

// choice is a menu of keys or pods.
func (p *Page) choice(act, label string, values []string, chosen string) app.UI {
	return app.Select().DataSet("act", act).Aria("label", p.T(label)).Body(app.Range(values).Slice(func(i int) app.UI {
		v := values[i]
		return app.Option().Value(v).Selected(v == chosen).Text(middle(shown(strings.TrimPrefix(v, "default/")), 20))
	})).OnChange(p.typed("choose-"+act, func(v string) player.Msg { return player.Choose{What: act, Value: v} }))
}

func (p *Page) queueControls() []app.UI {
	key := func(verb string) sim.Command { return sim.Command{Verb: verb, Key: p.Tools.Key} }
	after := key("AddAfter")
	after.After = 5 * time.Second
	return []app.UI{
		app.Span().Class("lab").Text(p.T("play.queue")),
		p.choice("key", "play.key", p.Keys(), p.Tools.Key),
		p.does("add", "Add", key("Add"), false), p.does("add-after", "AddAfter 5s", after, false),
		p.does("add-limited", "AddRateLimited", key("AddRateLimited"), false), p.does("forget", "Forget", key("Forget"), false),
		p.does("done", "Done", key("Done"), false),
		p.does("shutdown", "ShutDown", sim.Command{Verb: "ShutDown"}, false),
		p.does("drain", "…WithDrain", sim.Command{Verb: "ShutDownWithDrain"}, false).Aria("label", "ShutDownWithDrain").Title("ShutDownWithDrain"),
	}
}

func (p *Page) workerControls() []app.UI {
	s := p.Head.Whole
	if len(s.Workers) == 0 {
		return nil
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("play.workers"))}
	for _, w := range s.Workers {
		held := ""
		if w.Busy {
			held = s.Text(w.Key)
		}
		name := w.Name
		out = append(out, app.Span().Class("worker").Body(
			p.does("get-"+name, name+" Get", sim.Command{Verb: "Get", Actor: name}, w.Busy || w.Blocked),
			p.does("done-"+name, "Done", sim.Command{Verb: "Done", Actor: name, Key: held}, !w.Busy).Aria("label", name+" Done"),
			p.does("fail-"+name, p.T("play.fails"), sim.Command{Verb: "fail", Actor: name}, !w.Busy).Aria("label", p.T("play.fail", "worker", name))))
	}
	return out
}

func (p *Page) serverControls() []app.UI {
	pods := p.Pods()
	if len(pods) == 0 {
		return nil
	}
	create, exists := p.PodCommand("create")
	pod := func(verb string) sim.Command {
		c, _ := p.PodCommand(verb)
		return c
	}
	one := func(verb string) sim.Command { return sim.Command{Verb: verb} }
	gone := one("error")
	gone.Code = 410
	return []app.UI{
		app.Span().Class("lab").Text(p.T("play.server")),
		p.choice("pod", "play.pod", pods, p.Tools.Pod),
		p.does("create", p.T("play.create"), create, exists), p.does("update", p.T("play.update"), pod("update"), !exists),
		p.does("delete", p.T("play.delete"), pod("delete"), !exists),
		p.does("bookmark", "BOOKMARK", one("bookmark"), false), p.does("close", p.T("play.close"), one("close"), false),
		p.does("gone", "410 Gone", gone, false),
		p.does("partition", p.T("play.partition"), one("partition"), false), p.does("heal", p.T("play.heal"), one("heal"), false),
	}
}

// viewButtons choose the part of the plan that the stage shows.
func (p *Page) viewButtons(parts ...string) []app.UI {
	out := make([]app.UI, len(parts))
	for i, part := range parts {
		out[i] = app.Button().Type("button").DataSet("view", part).Aria("pressed", p.Plan() == part).Text(p.T("view." + part)).OnClick(p.on(player.Plan{Of: part}))
	}
	return out
}
