package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Bounds of live mode.
const (
	liveEvents = 1 << 18                // events kept
	tickEvery  = 150 * time.Millisecond // how often what came, and time, is shown
	sampleMax  = 300                    // queue lengths kept, one a second
	retryEvery = 2 * time.Second        // asks the server again while it does not answer
	infoEvery  = 5 * time.Second        // asks it whether the cluster answers
)

// info is what the server says of itself.
type info struct {
	Source    string     `json:"source"` // "demo" or "cluster"
	Context   string     `json:"context"`
	Version   string     `json:"kubernetesVersion"`
	Insecure  bool       `json:"insecure"`
	Resources []resource `json:"resources"`
	Upstream  struct {
		State  string    `json:"state"` // "up" or "down"
		Since  time.Time `json:"since"`
		Reason string    `json:"reason"`
	} `json:"upstream"`
}

type resource struct {
	Group      string `json:"group"`
	Version    string `json:"version"`
	Resource   string `json:"resource"`
	Namespaced bool   `json:"namespaced"`
}

func (r resource) String() string {
	return feed.Resource{Group: r.Group, Version: r.Version, Name: r.Resource}.String()
}

// Live drives the World's reflector with real LIST and WATCH. The page's player shows it.
type Live struct {
	p      *Page
	info   info
	res    feed.Resource
	ready  bool // the server has answered
	down   string
	downAt time.Time
	over   bool

	world   *sim.World
	began   time.Time
	cancels map[uint64]func()
	tick    *time.Timer
	retry   *time.Timer

	workers    int
	seconds    float64 // a pass takes
	failing    float64 // share of passes that fail
	find       string
	tooMany    int
	frozenAt   int // step, -1 follows
	lastEvent  time.Time
	lastMark   time.Time
	lastMarkRV string
	namespaces []string
	samples    []sample
	sampled    int // seconds noted
}

type sample struct{ queue, adds, gets int }

func (p *Page) startLive() {
	l := &Live{p: p, workers: 2, seconds: 0.5, failing: 0.1, frozenAt: -1, cancels: map[uint64]func(){}}
	p.live, p.player = l, nil
	res := p.hash.Resource
	if res == "" {
		res = "pods"
	}
	r, err := feed.ParseResource(res)
	if err != nil {
		p.say(err.Error(), true)
		r = feed.Resource{Version: "v1", Name: "pods"}
	}
	if r.Namespace = p.hash.Namespace; r.Namespace != "" && !feed.IsName(r.Namespace) {
		p.say(p.t("live.badNamespace", "ns", shown(r.Namespace)), true)
		r.Namespace, p.hash.Namespace = "", ""
	}
	l.res = r
	l.hello()
}

// hello asks the server what it is, until it answers.
func (l *Live) hello() {
	l.p.host.Transport.Get("informerscope/v1/info", func(code int, body []byte, reason string) {
		l.p.ctx.Dispatch(func(app.Context) {
			if l.over {
				return
			}
			switch {
			case code == 200 && json.Unmarshal(body, &l.info) == nil:
				if l.down = ""; l.info.Upstream.State == "down" {
					l.downAt = l.info.Upstream.Since
					l.down = l.p.t("live.upstream", "reason", shown(l.info.Upstream.Reason))
				}
				if !l.ready {
					l.ready = true
					l.begin()
				}
				l.retry = time.AfterFunc(infoEvery, l.hello)
				return
			case code == 0:
				l.lost(reason)
			case code == 401:
				l.fail(l.p.t("live.token"))
			case code == 404:
				l.fail(l.p.t("live.static"))
			default:
				l.fail(feed.Status(code, body))
			}
			l.retry = time.AfterFunc(retryEvery, l.hello)
		})
	})
}

func (l *Live) fail(text string) {
	if l.down == "" {
		l.downAt = time.Now()
	}
	l.down = text
}

// lost says that nothing answers, and since when: the first time it was noticed.
func (l *Live) lost(reason string) {
	if l.down == "" {
		l.downAt = time.Now()
	}
	l.down = l.p.t("live.down."+reason, "time", clock(l.downAt))
}

// refused answers a watch that did not open. A browser does not tell a refusal from silence,
// so the list is asked for: its answer has the reason.
func (l *Live) refused(w *sim.World, gen uint64) {
	l.p.host.Transport.Get(l.res.ProbeURL(), func(code int, body []byte, reason string) {
		l.answer(w, func() sim.Command {
			c := sim.Command{Verb: sim.VerbWatchOpened, Gen: gen, Code: -1, Text: "connection refused"}
			switch {
			case code == 0:
				l.lost(reason)
			case code != 200:
				c.Code, c.Text = code, feed.Status(code, body)
				l.fail(c.Text)
			default:
				l.lost("refused")
			}
			return c
		})
	})
}

// begin starts the World's informer on the chosen resource.
func (l *Live) begin() {
	l.end()
	w, err := sim.New(sim.Config{Engine: "atomic", Start: "stream", Workers: names(l.workers), Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: uint64(time.Now().UnixNano()), MaxEvents: liveEvents})
	if err == nil {
		for _, c := range []sim.Command{{Verb: "auto", Text: "on"}, l.knob("duration"), l.knob("failure"), {Verb: "start"}} {
			if err == nil {
				err = w.Do(c)
			}
		}
	}
	if err != nil {
		l.p.say(err.Error(), true)
		return
	}
	l.world, l.began, l.frozenAt, l.tooMany = w, time.Now(), -1, 0
	l.samples, l.sampled = nil, 0
	l.lastEvent, l.lastMark, l.lastMarkRV = time.Time{}, time.Time{}, ""
	l.p.player = &Player{engine: "atomic", world: w, speed: 1}
	l.p.player.line = model.New(w.Recorder(), 0, func(s *state.State) {
		for _, n := range names(l.workers) {
			s.AddWorker(n)
		}
	})
	l.pump()
	l.ticks()
	if l.res.Namespace == "" || len(l.namespaces) == 0 {
		l.askNamespaces()
	}
}

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "W" + strconv.Itoa(i+1)
	}
	return out
}

func (l *Live) knob(name string) sim.Command {
	switch name {
	case "duration":
		return sim.Command{Verb: "set", Text: "duration", After: time.Duration(l.seconds * 1e9)}
	case "failure":
		return sim.Command{Verb: "set", Text: "failure", Value: l.failing}
	}
	return sim.Command{Verb: "set", Text: "workers", Value: float64(l.workers)}
}

// askNamespaces fills the picker; an account that may not list them types one instead.
func (l *Live) askNamespaces() {
	l.p.host.Transport.Get("api/v1/namespaces", func(code int, body []byte, _ string) {
		items, _, err := feed.DecodeList(body)
		if code != 200 || err != nil {
			return
		}
		l.p.ctx.Dispatch(func(app.Context) {
			l.namespaces = nil
			for _, o := range items {
				l.namespaces = append(l.namespaces, o.Name)
			}
		})
	})
}

// end cancels what is under way.
func (l *Live) end() {
	for gen, cancel := range l.cancels {
		cancel()
		delete(l.cancels, gen)
	}
}

func (l *Live) stop() {
	l.over = true
	l.end()
	for _, t := range []*time.Timer{l.tick, l.retry} {
		if t != nil {
			t.Stop()
		}
	}
}

// pump carries the World's questions out.
func (l *Live) pump() {
	w := l.world
	for _, e := range w.Effects() {
		switch e.Kind {
		case "cancel":
			if cancel := l.cancels[e.Gen]; cancel != nil {
				cancel()
				delete(l.cancels, e.Gen)
			}
		case "list":
			l.cancels[e.Gen] = l.p.host.Transport.Get(l.res.ListURL(e.RV), func(code int, body []byte, reason string) {
				l.answer(w, func() sim.Command { return l.listed(e.Gen, code, body, reason) })
			})
		case "watch":
			seen := 0
			l.cancels[e.Gen] = l.p.host.Transport.Watch(l.res.WatchURL(e.RV, e.Initial),
				func() {
					l.answer(w, func() sim.Command { l.down = ""; return sim.Command{Verb: sim.VerbWatchOpened, Gen: e.Gen} })
				},
				func(frame []byte) {
					c, ok, err := feed.DecodeEvent(frame)
					if err != nil {
						l.p.ctx.Dispatch(func(app.Context) { l.p.say(err.Error(), true) })
					}
					if !ok || err != nil {
						return
					}
					c.Gen = e.Gen
					if e.Initial && c.Text == "ADDED" {
						if seen++; seen > feed.MaxObjects {
							l.p.ctx.Dispatch(func(app.Context) { l.stopAt(w, seen) })
							return
						}
					}
					l.answer(w, func() sim.Command {
						l.lastEvent = time.Now()
						if c.Text == "BOOKMARK" {
							l.lastMark, l.lastMarkRV = time.Now(), c.RV
						}
						return c
					})
				},
				func(reason string) {
					if reason == "refused" {
						l.refused(w, e.Gen)
						return
					}
					l.answer(w, func() sim.Command {
						if reason != "closed" {
							l.lost("broken")
						}
						return sim.Command{Verb: sim.VerbWatchClosed, Gen: e.Gen}
					})
				})
		}
	}
}

func (l *Live) listed(gen uint64, code int, body []byte, reason string) sim.Command {
	c := sim.Command{Verb: sim.VerbListResult, Gen: gen}
	switch {
	case code == 0:
		l.lost(reason)
		c.Code, c.Text = -1, reason
		return c
	case code != 200:
		c.Code, c.Text = code, feed.Status(code, body)
		l.fail(c.Text)
		return c
	}
	items, rv, err := feed.DecodeList(body)
	if err != nil {
		if many, ok := err.(feed.TooMany); ok {
			l.stopAt(l.world, many.Count)
		}
		l.p.say(err.Error(), true)
		c.Code, c.Text = 500, err.Error()
		return c
	}
	l.down, l.lastEvent = "", time.Now()
	c.Items, c.RV = items, rv
	return c
}

// stopAt ends a run that has more objects than the page takes.
func (l *Live) stopAt(w *sim.World, n int) {
	if w == l.world {
		l.tooMany = n
		l.end()
	}
}

// answer brings something from the server into the World at the moment it came.
func (l *Live) answer(w *sim.World, make func() sim.Command) {
	l.p.ctx.Dispatch(func(ctx app.Context) {
		if l.over || w != l.world || l.tooMany > 0 {
			return
		}
		l.advance()
		if err := w.Do(make()); err != nil {
			l.p.say(err.Error(), true)
		}
		l.pump()
		ctx.PreventUpdate() // a thousand events a second are shown together, at the next tick
	})
}

func (l *Live) now() int64 { return int64(time.Since(l.began)) }

func (l *Live) advance() {
	l.world.AdvanceTo(l.now())
	l.pump()
}

// ticks lets time pass, and shows it.
func (l *Live) ticks() {
	if l.tick != nil {
		l.tick.Stop()
	}
	w := l.world
	l.tick = time.AfterFunc(tickEvery, func() {
		l.p.ctx.Dispatch(func(app.Context) {
			if l.over || w != l.world {
				return
			}
			if l.tooMany == 0 {
				l.advance()
			}
			l.show()
			l.ticks()
		})
	})
}

// show folds what happened and paints it, unless the playhead is frozen.
func (l *Live) show() {
	line := l.p.player.line
	line.CutSteps()
	line.Head().Retire(names(l.workers))
	l.sample()
	if l.frozenAt >= 0 {
		return
	}
	l.p.player.step = line.Last()
	l.p.draw()
}

// sample notes the length of the queue once a second.
func (l *Live) sample() {
	second := int(l.now() / 1e9)
	if second == l.sampled {
		return
	}
	h := l.p.player.line.Head()
	s := sample{queue: len(h.Queue)}
	for _, k := range h.Keys {
		s.adds += k.Adds
		s.gets += k.Passes
	}
	for ; l.sampled < second; l.sampled++ {
		l.samples = append(l.samples, s)
	}
	if n := len(l.samples) - sampleMax; n > 0 {
		l.samples = slices.Delete(l.samples, 0, n)
	}
}

func (l *Live) shown() *state.State {
	if l.p.player == nil || l.world == nil {
		return nil
	}
	if l.frozenAt >= 0 {
		return l.p.player.now
	}
	return l.p.player.line.Head()
}

func (l *Live) time() int64 {
	if l.world == nil {
		return 0
	}
	if l.frozenAt >= 0 {
		return l.p.player.line.Step(l.frozenAt).At
	}
	return l.now()
}

func (l *Live) detail(v *scene.View) {
	v.Now = max(v.Now, l.time())
	if l.frozenAt < 0 {
		v.Prev = nil
	}
	if n := len(l.samples); n > 5 {
		a, b := l.samples[n-6], l.samples[n-1]
		v.Detail.Adds, v.Detail.Gets = float64(b.adds-a.adds)/5, float64(b.gets-a.gets)/5
	}
	if l.p.layout() == "wide" && v.Part == scene.Workqueue {
		v.Layout = scene.Live
	}
	if s := l.shown(); s != nil && l.p.hash.Token != "" {
		for _, k := range s.Keys {
			if s.Name(k.ID) == l.p.hash.Token {
				v.Detail.Pin = k.ID
			}
		}
	}
}

// Playhead.

func (l *Live) frozen() bool { return l.frozenAt >= 0 }
func (l *Live) first() bool {
	return l.p.player == nil || l.frozenAt >= 0 && l.frozenAt <= l.p.player.line.First()
}

func (l *Live) span() (first, last, at int) {
	if l.p.player == nil {
		return 0, 0, 0
	}
	line := l.p.player.line
	if l.frozenAt >= 0 {
		return line.First(), line.Last(), l.frozenAt
	}
	return line.First(), line.Last(), line.Last()
}

func (l *Live) toggle(p *Page) {
	if p.player == nil {
		return
	}
	if l.frozenAt >= 0 {
		l.frozenAt = -1
		l.show()
		return
	}
	l.seek(p, p.player.line.Last())
}

func (l *Live) scrub(p *Page, by int) {
	_, _, at := l.span()
	l.seek(p, at+by)
}

func (l *Live) seek(p *Page, n int) {
	if p.player == nil {
		return
	}
	p.player.Seek(n)
	l.frozenAt = p.player.step
	p.draw()
	p.drawScrubber()
}

func (l *Live) seekAt(p *Page, x, width float64) {
	if p.player == nil || width <= areaLeft {
		return
	}
	span := min(float64(l.now()), sampleMax*1e9)
	at := l.now() - int64((1-(x-areaLeft)/(width-areaLeft))*span)
	line := p.player.line
	n := line.Last()
	for n > line.First() && line.Step(n).At > at {
		n--
	}
	l.seek(p, n)
}

func (l *Live) under(p *Page) string {
	if l.frozenAt >= 0 {
		return p.t("live.frozen", "ago", waits(time.Duration(l.now()-l.time())))
	}
	return p.t("live.following")
}

func (l *Live) where(p *Page) string {
	if l == nil || !l.ready {
		return p.t("page.live")
	}
	return p.t("live.where", "name", shown(l.info.Context), "version", l.info.Version)
}

// headline says the one thing worth knowing now.
func (l *Live) headline(p *Page) (kick, rest, line string) {
	kick = p.t("page.live")
	s := l.shown()
	switch {
	case !l.ready:
		if l.down != "" {
			return kick, "", "**" + p.t("live.notYet") + "** " + l.down
		}
		return kick, "", p.t("live.connecting")
	case l.tooMany > 0:
		return kick, l.res.String(), p.t("live.tooMany", "n", strconv.Itoa(l.tooMany), "max", strconv.Itoa(feed.MaxObjects))
	case s == nil:
		return kick, "", p.t("live.connecting")
	}
	rest = p.t("live.count", "res", l.res.String(), "ns", orAll(p, l.res.Namespace), "n", strconv.Itoa(len(s.Store.Items)), "workers", strconv.Itoa(l.workers))
	if l.down != "" {
		return kick, rest, "**" + p.t("live.stale", "time", clock(l.downAt)) + "** " + l.down
	}
	if !s.FIFO.Synced {
		return kick, rest, p.t("live.syncing", "state", p.t("refl."+s.Refl.State))
	}
	if !s.Refl.Open {
		return kick, rest, p.t("live.closed", "state", p.t("refl."+s.Refl.State))
	}
	slow := state.Worker{Since: 1 << 62}
	for _, w := range s.Workers {
		if w.Busy && w.Since < slow.Since {
			slow = w
		}
	}
	switch {
	case len(s.Queue) > 3*max(l.workers, 1) && l.growing():
		line = p.t("live.behind", "n", strconv.Itoa(len(s.Queue)), "workers", strconv.Itoa(l.workers))
	case len(s.Queue) > 3*max(l.workers, 1):
		line = p.t("live.draining", "n", strconv.Itoa(len(s.Queue)), "workers", strconv.Itoa(l.workers))
	case slow.Busy:
		line = p.t("live.busy", "worker", slow.Name, "key", middle(shown(s.Name(slow.Key)), 40), "t", waits(time.Duration(max(l.time()-slow.Since, 0)).Round(100*time.Millisecond)))
	case len(s.Heap) > 0:
		w := s.Sorted()[0]
		line = p.t("live.waiting", "n", strconv.Itoa(len(s.Heap)), "key", middle(shown(s.Name(w.Key)), 40), "t", waits(time.Duration(max(w.Due-l.time(), 0)).Round(100*time.Millisecond)))
	default:
		line = p.t("live.idle")
	}
	return kick, rest, line
}

// growing reports whether the queue is longer than it was ten seconds ago.
func (l *Live) growing() bool {
	n := len(l.samples)
	return n > 10 && l.samples[n-1].queue > l.samples[n-11].queue
}

func orAll(p *Page, ns string) string {
	if ns == "" {
		return p.t("live.allNamespaces")
	}
	return ns
}

func clock(t time.Time) string { return t.Format("15:04:05") }

func (l *Live) filter(all []row) []row {
	if l.find == "" {
		return all
	}
	var out []row
	for _, r := range all {
		if strings.Contains(r.name, l.find) {
			out = append(out, r)
		}
	}
	return out
}

func (l *Live) choose(res, ns string) {
	r, err := feed.ParseResource(res)
	if err != nil {
		l.p.say(err.Error(), true)
		return
	}
	if ns != "" && !feed.IsName(ns) {
		l.p.say(l.p.t("live.badNamespace", "ns", shown(ns)), true)
		return
	}
	for _, known := range l.info.Resources {
		if known.String() == r.String() && !known.Namespaced {
			ns = ""
		}
	}
	r.Namespace = ns
	l.res = r
	l.p.hash.Resource, l.p.hash.Namespace, l.p.hash.Token = r.String(), ns, ""
	l.p.save()
	l.begin()
}

func (l *Live) controls(p *Page) []app.UI {
	options := func(list []string, chosen string, label func(string) string) []app.UI {
		out := make([]app.UI, len(list))
		for i, v := range list {
			out[i] = app.Option().Value(v).Selected(v == chosen).Text(label(v))
		}
		return out
	}
	var resources []string
	for _, r := range l.info.Resources {
		resources = append(resources, r.String())
	}
	if !slices.Contains(resources, l.res.String()) {
		resources = append([]string{l.res.String()}, resources...)
	}
	same := func(s string) string { return s }
	slider := func(act, label, value string, min, max, step, at float64, set func(float64), command string) app.UI {
		return app.Label().Class("field slide").Body(
			app.Span().Text(label),
			app.Input().Type("range").DataSet("act", act).Min(min).Max(max).Step(step).Value(at).Aria("valuetext", value).OnInput(func(ctx app.Context, _ app.Event) {
				v, err := strconv.ParseFloat(ctx.JSSrc().Get("value").String(), 64)
				if err != nil {
					return
				}
				set(v)
				if l.world != nil {
					l.advance()
					if err := l.world.Do(l.knob(command)); err != nil {
						p.say(err.Error(), true)
					}
				}
			}),
			app.Span().Text(value),
		)
	}
	age := func(t time.Time) string {
		if t.IsZero() {
			return "–"
		}
		return p.t("live.ago", "t", waits(time.Since(t).Round(time.Second)))
	}
	s := l.shown()
	var refl state.Reflector
	if s != nil {
		refl = s.Refl
	}
	mark := age(l.lastMark)
	if l.lastMarkRV != "" {
		mark = "rv " + l.lastMarkRV + ", " + mark
	}
	out := []app.UI{
		app.Section().Body(
			app.Label().Class("field").Body(app.Span().Text(p.t("live.resource")), app.Select().DataSet("act", "resource").Body(options(resources, l.res.String(), same)...).
				OnChange(func(ctx app.Context, _ app.Event) { l.choose(ctx.JSSrc().Get("value").String(), l.res.Namespace) })),
			app.Label().Class("field").Body(app.Span().Text(p.t("live.namespace")),
				app.Input().Type("text").DataSet("act", "namespace").Value(l.res.Namespace).Placeholder(p.t("live.allNamespaces")).List("namespaces").AutoComplete(false).
					OnChange(func(ctx app.Context, _ app.Event) {
						l.choose(l.res.String(), strings.TrimSpace(ctx.JSSrc().Get("value").String()))
					}),
				app.DataList().ID("namespaces").Body(options(l.namespaces, "", same)...)),
			slider("workers", p.t("live.workers"), strconv.Itoa(l.workers), 1, 10, 1, float64(l.workers), func(v float64) { l.workers = int(v) }, "workers"),
			slider("duration", p.t("live.duration"), waits(time.Duration(l.seconds*1e9)), 0, 10, 0.1, l.seconds, func(v float64) { l.seconds = v }, "duration"),
			slider("failure", p.t("live.failure"), fmt.Sprintf("%.0f %%", l.failing*100), 0, 1, 0.05, l.failing, func(v float64) { l.failing = v }, "failure"),
			app.Div().Class("tools").Body(
				p.viewButtons(scene.All, scene.Workqueue, scene.Store)...,
			),
		),
		app.Section().DataSet("role", "freshness").Body(
			app.H2().Body(app.Text(p.t("live.fresh")), app.Span().Text(p.t("refl."+orAuto2(refl.State)))),
			app.Dl().Class("fresh").Body(
				app.Dt().Text(p.t("live.lastEvent")), app.Dd().Text(age(l.lastEvent)),
				app.Dt().Text(p.t("live.lastBookmark")), app.Dd().Text(mark),
				app.Dt().Text(p.t("live.requests")), app.Dd().Text(fmt.Sprintf("LIST %d · WATCH %d", refl.Lists, refl.Watches)),
				app.Dt().Hidden(refl.Trouble == "").Text(p.t("live.trouble")), app.Dd().Hidden(refl.Trouble == "").Text(refl.Trouble),
			),
		),
		app.Section().Body(app.Label().Class("field").Body(app.Span().Text(p.t("live.find")),
			app.Input().Type("search").DataSet("act", "find").Value(l.find).OnInput(func(ctx app.Context, _ app.Event) { l.find = ctx.JSSrc().Get("value").String() }))),
	}
	if l.info.Insecure {
		out = append([]app.UI{app.P().Class("notice bad").Text(p.t("live.insecure"))}, out...)
	}
	return out
}

func orAuto2(s string) string {
	if s == "" {
		return "Idle"
	}
	return s
}

const areaLeft = 92

// area is the scrubber of live mode: the length of the queue over the last minutes.
func (l *Live) area(p *Page, width float64) ([]scene.Shape, float64) {
	h := scrubHeight(p.layout())
	var data []int
	for _, s := range l.samples {
		data = append(data, s.queue)
	}
	length := 0
	if s := l.shown(); s != nil {
		length = len(s.Queue)
	}
	at := 1.0
	if l.frozenAt >= 0 && l.now() > 0 {
		span := min(float64(l.now()), sampleMax*1e9)
		at = 1 - float64(l.now()-l.time())/span
	}
	return scene.Area(scene.AreaPlot{W: width, H: h, Left: areaLeft, Values: data, Now: length, Label: p.t("live.queueLength"), At: at, Text: p.t}), h
}
