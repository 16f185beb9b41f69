package page

import (
	"slices"
	"strings"

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
	settings := p.settingsPanel()
	if pl.Exercise != nil {
		settings = app.Section().Hidden(true)
	}
	return []app.UI{p.history(), p.exercise(), app.Section().Body(
		group("play.view", p.viewButtons(p.Plans()...)),
		group("play.queue", queue),
		group("play.workers", workers),
		group("play.server", p.serverControls()),
		app.P().Text(p.T("play.hint")),
	), p.futuresPanel(), p.commands(), settings}
}

// strip has the calls of the work queue in one line above a phone's transport, where they are
// in reach while the picture is in sight.
func (p *Page) strip() app.UI {
	box := app.Div().Class("tools strip").Role("group").Aria("label", p.T("play.queue"))
	if p.Hash.Page != "play" || p.Layout() != "phone" || p.Head == nil || p.Head.Session == nil {
		return box.Hidden(true)
	}
	queue, workers := p.queueControls(), p.workerControls()
	for _, row := range []*[]app.UI{&queue, &workers} {
		if len(*row) > 0 {
			*row = (*row)[1:] // without its label
		}
	}
	first := min(2, len(queue))
	return box.Hidden(len(queue)+len(workers) == 0).Body(slices.Concat(queue[:first], workers, queue[first:])...)
}

// buttons are those of a group that are offered.
func (p *Page) buttons(g sim.Group) []sim.Button {
	return slices.DeleteFunc(sim.Buttons(g), func(b sim.Button) bool { return !p.Offers(b.Command) })
}

// does is the button of a command.
func (p *Page) does(act, label string, c sim.Command, off bool) app.HTMLButton {
	return app.Button().Type("button").DataSet("act", act).Disabled(off).Text(label).
		Title(c.String()).OnClick(p.on(player.Do{Command: c}))
}

// choice is a menu of keys or pods.
func (p *Page) choice(act, label string, values []string, chosen string) app.UI {
	return app.Select().DataSet("act", act).Aria("label", p.T(label)).Body(app.Range(values).Slice(func(i int) app.UI {
		v := values[i]
		return app.Option().Value(v).Selected(v == chosen).Text(middle(visible(strings.TrimPrefix(v, "default/")), 20))
	})).OnChange(p.typed("choose-"+act, func(v string) player.Msg { return player.Choose{What: act, Value: v} }))
}

// label is what a button of a verb says.
func (p *Page) label(b sim.Button) string {
	if b.Message != "" {
		return p.T(b.Message)
	}
	return b.Label
}

func (p *Page) queueControls() []app.UI {
	buttons := p.buttons(sim.AtQueue)
	if len(buttons) == 0 {
		return nil
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("play.queue")), p.choice("key", "play.key", p.Keys(), p.Tools.Key)}
	for _, b := range buttons {
		c := b.Command
		if b.Keyed {
			c.Key = p.Tools.Key
		}
		button := p.does(b.Act, p.label(b), c, false)
		if b.Said != "" {
			button = button.Aria("label", b.Said).Title(b.Said)
		}
		out = append(out, button)
	}
	return out
}

func (p *Page) workerControls() []app.UI {
	s, buttons := p.Head.Whole, p.buttons(sim.AtWorker)
	if len(s.Workers) == 0 || len(buttons) == 0 {
		return nil
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("play.workers"))}
	for _, w := range s.Workers {
		var body []app.UI
		for _, b := range buttons {
			c, label, said := b.Command, p.label(b), w.Name+" "+b.Command.Verb
			if b.Said != "" {
				said = p.T(b.Said, "worker", w.Name)
			}
			c.Actor = w.Name
			if b.Keyed && w.Busy {
				c.Key = s.Text(w.Key)
			}
			off := !w.Busy
			if b.When == sim.Free { // the first of his, and so it says whose they are
				label, off = said, w.Busy || w.Blocked
			}
			button := p.does(b.Act+"-"+w.Name, label, c, off)
			if label != said {
				button = button.Aria("label", said)
			}
			body = append(body, button)
		}
		out = append(out, app.Span().Class("worker").Body(body...))
	}
	return out
}

func (p *Page) serverControls() []app.UI {
	pods, buttons := p.Pods(), p.buttons(sim.AtServer)
	if len(pods) == 0 || len(buttons) == 0 {
		return nil
	}
	out := []app.UI{app.Span().Class("lab").Text(p.T("play.server")), p.choice("pod", "play.pod", pods, p.Tools.Pod)}
	for _, b := range buttons {
		c, off := b.Command, false
		if b.Object {
			var exists bool
			c, exists = p.PodCommand(c.Verb)
			off = b.When == sim.Missing && exists || b.When == sim.Exists && !exists
		}
		out = append(out, p.does(b.Act, p.label(b), c, off))
	}
	return out
}

// viewButtons choose the part of the plan that the stage shows.
func (p *Page) viewButtons(parts ...string) []app.UI {
	out := make([]app.UI, len(parts))
	for i, part := range parts {
		out[i] = app.Button().Type("button").DataSet("view", part).Aria("pressed", p.Plan() == part).Text(p.T("view." + part)).OnClick(p.on(player.Plan{Of: part}))
	}
	return out
}
