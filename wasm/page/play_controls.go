package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// maxChoices bounds the keys and pods that the playground's menus offer.
const maxChoices = 12

// playKeys are the keys that the buttons can be about: those that were met, and some more.
func (p *Page) playKeys() []string {
	var keys []string
	for _, k := range p.player.line.Head().Keys {
		if name := p.player.line.Head().Text(k.ID); len(keys) < maxChoices {
			keys = append(keys, name)
		}
	}
	more := []string{"a", "b", "c", "d"}
	if p.player.world.Cluster() != nil && p.player.base == nil {
		more = append(more, "default/p1", "default/p2")
	}
	return some(keys, more)
}

// playPods are the objects of the API server, as the menu of its buttons names them.
func (p *Page) playPods() []string {
	if p.player.world.Cluster() == nil {
		return nil
	}
	var pods []string
	for _, it := range p.player.line.Head().Server.Objects.Items {
		if name := p.player.line.Head().Text(it.Key); len(pods) < maxChoices {
			pods = append(pods, name)
		}
	}
	if p.player.base == nil {
		return some(pods, []string{"default/p1", "default/p2", "default/p3", "default/p4"})
	}
	return some(pods, []string{"p1", "p2", "p3", "p4"})
}

// some is list, sorted, with those of more that are not in it.
func some(list, more []string) []string {
	slices.Sort(list)
	for _, m := range more {
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

func (p *Page) playControls() []app.UI {
	pl := p.player
	if pl == nil || pl.session == nil {
		return nil
	}
	views := []string{scene.All, scene.Workqueue, scene.Store}
	if pl.world.Cluster() == nil {
		views = []string{scene.Workqueue, scene.Heap}
	}
	if b := pl.base; b != nil && b.View != "" && !slices.Contains(views, b.View) {
		views = append([]string{b.View}, views...) // the lesson's own comes first
	}
	group := func(label string, body []app.UI) app.UI {
		return app.Div().Class("tools").Role("group").Aria("label", p.t(label)).Hidden(len(body) == 0).Body(body...)
	}
	queue, workers := p.queueControls(), p.workerControls()
	if p.layout() == "phone" { // they are in the strip
		queue, workers = nil, nil
	}
	return []app.UI{p.history(), app.Section().Body(
		group("play.view", p.viewButtons(views...)),
		group("play.queue", queue),
		group("play.workers", workers),
		group("play.server", p.serverControls()),
		app.P().Text(p.t("play.hint")),
	), p.futuresPanel(), p.settingsPanel()}
}

// strip has the calls of the work queue in one line above a phone's transport, where they are
// in reach while the picture is in sight.
func (p *Page) strip() app.UI {
	box := app.Div().Class("tools strip").Role("group").Aria("label", p.t("play.queue"))
	if p.hash.Page != "play" || p.layout() != "phone" || p.player == nil || p.player.session == nil {
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
		OnClick(func(app.Context, app.Event) { p.command(c) }, app.EventScope(act, c.String()))
}

// choice is a menu; its value is kept in into.
func (p *Page) choice(act, label string, values []string, into *string) app.UI {
	return app.Select().DataSet("act", act).Aria("label", p.t(label)).Body(app.Range(values).Slice(func(i int) app.UI {
		v := values[i]
		return app.Option().Value(v).Selected(v == *into).Text(middle(shown(strings.TrimPrefix(v, "default/")), 20))
	})).OnChange(func(ctx app.Context, _ app.Event) { *into = ctx.JSSrc().Get("value").String() })
}

func (p *Page) queueControls() []app.UI {
	key := func(verb string) sim.Command { return sim.Command{Verb: verb, Key: p.tools.key} }
	after := key("AddAfter")
	after.After = 5 * time.Second
	return []app.UI{
		app.Span().Class("lab").Text(p.t("play.queue")),
		p.choice("key", "play.key", p.playKeys(), &p.tools.key),
		p.does("add", "Add", key("Add"), false), p.does("add-after", "AddAfter 5s", after, false),
		p.does("add-limited", "AddRateLimited", key("AddRateLimited"), false), p.does("forget", "Forget", key("Forget"), false),
		p.does("done", "Done", key("Done"), false),
		p.does("shutdown", "ShutDown", sim.Command{Verb: "ShutDown"}, false),
		p.does("drain", "…WithDrain", sim.Command{Verb: "ShutDownWithDrain"}, false).Aria("label", "ShutDownWithDrain").Title("ShutDownWithDrain"),
	}
}

func (p *Page) workerControls() []app.UI {
	s := p.player.whole
	if len(s.Workers) == 0 {
		return nil
	}
	out := []app.UI{app.Span().Class("lab").Text(p.t("play.workers"))}
	for _, w := range s.Workers {
		held := ""
		if w.Busy {
			held = s.Text(w.Key)
		}
		name := w.Name
		out = append(out, app.Span().Class("worker").Body(
			p.does("get-"+name, name+" Get", sim.Command{Verb: "Get", Actor: name}, w.Busy || w.Blocked),
			p.does("done-"+name, "Done", sim.Command{Verb: "Done", Actor: name, Key: held}, !w.Busy).Aria("label", name+" Done"),
			p.does("fail-"+name, p.t("play.fails"), sim.Command{Verb: "fail", Actor: name}, !w.Busy).Aria("label", p.t("play.fail", "worker", name))))
	}
	return out
}

func (p *Page) serverControls() []app.UI {
	pods := p.playPods()
	if len(pods) == 0 {
		return nil
	}
	ns, name, ok := strings.Cut(p.tools.pod, "/")
	if !ok {
		ns, name = "", p.tools.pod
	}
	exists := false
	for _, it := range p.player.whole.Server.Objects.Items {
		exists = exists || p.player.whole.Text(it.Key) == p.tools.pod
	}
	pod := func(verb string) sim.Command { return sim.Command{Verb: verb, Name: name, NS: ns} }
	create := pod("create")
	create.Node = "n" + strconv.Itoa(len(name)%2+1)
	one := func(verb string) sim.Command { return sim.Command{Verb: verb} }
	gone := one("error")
	gone.Code = 410
	return []app.UI{
		app.Span().Class("lab").Text(p.t("play.server")),
		p.choice("pod", "play.pod", pods, &p.tools.pod),
		p.does("create", p.t("play.create"), create, exists), p.does("update", p.t("play.update"), pod("update"), !exists),
		p.does("delete", p.t("play.delete"), pod("delete"), !exists),
		p.does("bookmark", "BOOKMARK", one("bookmark"), false), p.does("close", p.t("play.close"), one("close"), false),
		p.does("gone", "410 Gone", gone, false),
		p.does("partition", p.t("play.partition"), one("partition"), false), p.does("heal", p.t("play.heal"), one("heal"), false),
	}
}

// viewButtons choose the part of the plan that the stage shows.
func (p *Page) viewButtons(parts ...string) []app.UI {
	out := make([]app.UI, len(parts))
	for i, part := range parts {
		out[i] = app.Button().Type("button").DataSet("view", part).Aria("pressed", p.part() == part).Text(p.t("view."+part)).OnClick(func(app.Context, app.Event) {
			p.hash.View = part
			if pl := p.player; pl != nil && pl.base != nil && pl.base.View == part {
				p.hash.View = "" // the lesson's own needs no word in the link
			}
			p.save()
			p.draw()
		}, app.EventScope(part))
	}
	return out
}
