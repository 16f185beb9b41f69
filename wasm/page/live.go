package page

import (
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Bounds of live mode.
const (
	liveEvents = 200_000                // events kept at most
	liveSpan   = 5 * time.Minute        // and for how long
	tickEvery  = 150 * time.Millisecond // how often what came, and time, is shown
	sampleMax  = 300                    // queue lengths kept, one a second
	retryEvery = 2 * time.Second        // asks the server again while it does not answer
	infoEvery  = 5 * time.Second        // asks it whether the cluster answers
)

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
	cancels map[uint32]func()
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
	meter      model.Meter
	sampled    int // seconds noted
	voice      tell.Voice
}

type sample struct{ queue, adds, gets int }

func (p *Page) startLive() {
	l := &Live{p: p, workers: 2, seconds: 0.5, failing: 0.1, frozenAt: -1, cancels: map[uint32]func(){}}
	p.live, p.player = l, nil
	res := p.hash.Resource
	if res == "" {
		res = "pods"
	}
	r, err := feed.ParseResource(res)
	if err != nil {
		p.say(p.refusal(err), true)
		r = feed.Resource{Version: "v1", Name: "pods"}
	}
	if r.Namespace = p.hash.Namespace; r.Namespace != "" && !feed.IsName(r.Namespace) {
		p.say(p.t("live.badNamespace", "ns", shown(r.Namespace)), true)
		r.Namespace, p.hash.Namespace = "", ""
	}
	l.res = r
	l.hello()
}

// begin starts the World's informer on the chosen resource.
func (l *Live) begin() {
	l.end()
	w, err := sim.New(sim.Config{Engine: sim.Newest(), Start: "stream", Workers: names(l.workers), Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: uint64(time.Now().UnixNano()), MaxEvents: liveEvents})
	if err == nil {
		for _, c := range []sim.Command{{Verb: "auto", Text: "on"}, l.knob("duration"), l.knob("failure"), {Verb: "start"}} {
			if err == nil {
				err = w.Do(c)
			}
		}
	}
	if err != nil {
		l.p.say(l.p.refusal(err), true)
		return
	}
	l.world, l.began, l.frozenAt, l.tooMany = w, time.Now(), -1, 0
	l.samples, l.sampled, l.meter = nil, 0, model.Meter{}
	l.lastEvent, l.lastMark, l.lastMarkRV = time.Time{}, time.Time{}, ""
	l.p.player = &Player{engine: sim.Newest(), world: w, speed: 1}
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
	line.Forget(liveEvents, liveSpan, l.p.player.now, l.p.player.before)
	l.sample()
	l.meter.Second(line, l.now(), sampleMax)
	if l.frozenAt >= 0 {
		return
	}
	l.tell(time.Now())
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
	s := sample{queue: len(h.Queue), adds: h.Past.Adds, gets: h.Past.Passes}
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
		v.Detail.Pin, _ = s.Find(l.p.hash.Token)
	}
}
