package page

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// playTools are the choices of the playground's buttons.
type playTools struct {
	key string // of the queue
	pod string
	did string // what the last command did, for the headline
}

// maxInline bounds the commands of a link to a playground.
const maxInline = 500

// startPlay brings up a world with an API server, an informer and two workers. The link's
// commands (z=…) are carried out first; one that fails stops there and says why.
func (p *Page) startPlay() {
	engine := p.hash.Engine
	if engine == "" || engine == "workqueue" {
		engine = "atomic"
	}
	w, err := sim.New(sim.Config{Engine: engine, Start: "list", Workers: []string{"W1", "W2"}, Handlers: []string{"h1"},
		Indexes: []string{"byNode=.spec.nodeName"}, Cluster: true, Seed: 1})
	if err == nil {
		err = w.Do(sim.Command{Verb: "auto", Text: "off"})
	}
	for _, line := range []string{"start", "run until idle"} {
		if err == nil {
			err = do(w, line)
		}
	}
	if err != nil {
		p.say(err.Error(), true)
		return
	}
	p.player = &Player{engine: engine, world: w, speed: 1}
	p.player.line = model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		s.AddWorker("W1")
		s.AddWorker("W2")
	})
	p.tools = playTools{key: "a", pod: "p1"}
	p.player.Seek(0)
	if p.hash.Inline == "" {
		return
	}
	for i, line := range strings.Split(p.hash.Inline, ";") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if i >= maxInline {
			p.say(p.t("play.long", "n", strconv.Itoa(maxInline)), true)
			break
		}
		c, err := sim.ParseCommand(line)
		if err == nil {
			err = p.player.Do(c)
		}
		if err != nil {
			p.say(err.Error(), true)
			break
		}
	}
	p.player.Seek(p.hash.Step)
	if p.hash.Step == 0 {
		p.player.Seek(p.player.line.Last())
	}
}

func do(w *sim.World, line string) error {
	c, err := sim.ParseCommand(line)
	if err != nil {
		return err
	}
	return w.Do(c)
}

// command carries out one command of the playground and shows what it did. Standing in the
// past, the playground first returns to the newest step.
func (p *Page) command(c sim.Command) {
	pl := p.player
	p.motion.stop()
	pl.Seek(pl.line.Last())
	from := pl.now
	if err := pl.Do(c); err != nil {
		p.say(err.Error(), true)
		p.draw()
		return
	}
	p.say("", false)
	p.tools.did = c.String()
	if r := pl.world.Result(); r != "" && c.Verb == "Get" {
		p.tools.did += " => " + r
	}
	p.save()
	p.drawScrubber()
	p.between(from, pl.now, pl.step, 0, false)
}

// act lets whoever is next act, or time pass until somebody is; false when nobody ever will.
func (p *Page) act() bool {
	pl := p.player
	if _, ok := pl.world.Next(); !ok {
		p.tools.did = p.t("play.rest")
		return false
	}
	what, ok := pl.world.StepActor("")
	if !ok {
		return false
	}
	p.tools.did = what
	pl.line.Cut(what, pl.world.Now())
	return true
}

func (p *Page) playLine() string {
	if p.player.step < p.player.line.Last() {
		return "**" + p.player.line.Step(p.player.step).Label + "** " + p.t("play.past")
	}
	if p.tools.did == "" && p.player.step == p.player.line.First() {
		return p.t("play.empty")
	}
	said := p.tools.did
	events := p.player.line.Events(p.player.step)
	for i := len(events) - 1; i >= 0; i-- {
		if op := events[i].Op; op != trace.Step && op != trace.StoreRV && op != trace.ReflRV && op != trace.FIFOInit {
			said = p.op(events[i])
			break
		}
	}
	return "**" + said + "** " + p.player.now.Line("q", "d", "p")
}

func (p *Page) playControls() []app.UI {
	b := func(act, label string, c sim.Command) app.UI {
		return app.Button().Type("button").DataSet("act", act).Text(label).OnClick(func(app.Context, app.Event) { p.command(c) }, app.EventScope(act, c.String()))
	}
	key := func(verb string) sim.Command { return sim.Command{Verb: verb, Key: p.tools.key} }
	after := key("AddAfter")
	after.After = 5 * time.Second
	queue := []app.UI{
		app.Span().Class("lab").Text(p.t("play.queue")),
		app.Select().DataSet("act", "key").Aria("label", p.t("play.key")).Body(app.Range([]string{"a", "b", "c", "d", "default/p1", "default/p2"}).Slice(func(i int) app.UI {
			k := []string{"a", "b", "c", "d", "default/p1", "default/p2"}[i]
			return app.Option().Value(k).Selected(k == p.tools.key).Text(k)
		})).OnChange(func(ctx app.Context, _ app.Event) { p.tools.key = ctx.JSSrc().Get("value").String() }),
		b("add", "Add", key("Add")), b("add-after", "AddAfter 5s", after), b("add-limited", "AddRateLimited", key("AddRateLimited")), b("forget", "Forget", key("Forget")),
	}
	workers := []app.UI{app.Span().Class("lab").Text(p.t("play.workers"))}
	for _, w := range p.player.world.Config().Workers {
		held := ""
		for _, sw := range p.player.line.Head().Workers {
			if sw.Name == w && sw.Busy {
				held = p.player.line.Head().Text(sw.Key)
			}
		}
		get := app.Button().Type("button").DataSet("act", "get-"+w).Disabled(held != "").Text(w+" Get").OnClick(func(app.Context, app.Event) {
			p.command(sim.Command{Verb: "Get", Actor: w})
		}, app.EventScope("get", w, held))
		done := app.Button().Type("button").DataSet("act", "done-"+w).Disabled(held == "").Text(w+" Done").OnClick(func(app.Context, app.Event) {
			p.command(sim.Command{Verb: "Done", Actor: w, Key: held})
		}, app.EventScope("done", w, held))
		fail := app.Button().Type("button").DataSet("act", "fail-"+w).Disabled(held == "").Text(p.t("play.fail", "worker", w)).OnClick(func(app.Context, app.Event) {
			p.command(sim.Command{Verb: "fail", Actor: w})
		}, app.EventScope("fail", w, held))
		workers = append(workers, get, done, fail)
	}
	workers = append(workers, b("shutdown", "ShutDown", sim.Command{Verb: "ShutDown"}))
	pod := func(verb string) sim.Command { return sim.Command{Verb: verb, Name: p.tools.pod, NS: "default"} }
	create := pod("create")
	create.Node = "n" + strconv.Itoa(len(p.tools.pod)%2+1)
	update := pod("update")
	server := []app.UI{
		app.Span().Class("lab").Text(p.t("play.server")),
		app.Select().DataSet("act", "pod").Aria("label", p.t("play.pod")).Body(app.Range([]string{"p1", "p2", "p3", "p4"}).Slice(func(i int) app.UI {
			k := []string{"p1", "p2", "p3", "p4"}[i]
			return app.Option().Value(k).Selected(k == p.tools.pod).Text(k)
		})).OnChange(func(ctx app.Context, _ app.Event) { p.tools.pod = ctx.JSSrc().Get("value").String() }),
		b("create", p.t("play.create"), create), b("update", p.t("play.update"), update), b("delete", p.t("play.delete"), pod("delete")),
		b("bookmark", "BOOKMARK", sim.Command{Verb: "bookmark"}), b("close", p.t("play.close"), sim.Command{Verb: "close"}),
		b("gone", "410 Gone", sim.Command{Verb: "error", Code: 410}),
		b("partition", p.t("play.partition"), sim.Command{Verb: "partition"}), b("heal", p.t("play.heal"), sim.Command{Verb: "heal"}),
	}
	return []app.UI{app.Section().Body(
		app.Div().Class("tools").Role("group").Aria("label", p.t("play.view")).Body(p.viewButtons(scene.All, scene.Workqueue, scene.Store)...),
		app.Div().Class("tools").Role("group").Aria("label", p.t("play.queue")).Body(queue...),
		app.Div().Class("tools").Role("group").Aria("label", p.t("play.workers")).Body(workers...),
		app.Div().Class("tools").Role("group").Aria("label", p.t("play.server")).Body(server...),
		app.P().Text(p.t("play.hint")),
	)}
}

// viewButtons choose the part of the plan that the stage shows.
func (p *Page) viewButtons(parts ...string) []app.UI {
	out := make([]app.UI, len(parts))
	for i, part := range parts {
		out[i] = app.Button().Type("button").DataSet("view", part).Aria("pressed", p.part() == part).Text(p.t("view."+part)).OnClick(func(app.Context, app.Event) {
			p.hash.View = part
			p.save()
			p.draw()
		}, app.EventScope(part))
	}
	return out
}
