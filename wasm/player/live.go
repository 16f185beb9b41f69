package player

import (
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Bounds of live mode.
const (
	liveEvents = 200_000                // events kept at most
	liveSpan   = 5 * time.Minute        // and for how long
	tickMoving = 150 * time.Millisecond // how often what came, and what moves, is shown
	tickAtRest = time.Second            // how often time is shown
	sampleMax  = 300                    // queue lengths kept, one a second
	retryEvery = 2 * time.Second        // asks the server again while it does not answer
	infoEvery  = 5 * time.Second        // asks it whether the cluster answers
)

// Live is the mode that drives the World's reflector with real LIST and WATCH. The player's
// playhead shows it.
type Live struct {
	p     *Player
	Info  Info
	Res   feed.Resource
	Ready bool // the server has answered

	down   tell.Saying // why the server does not answer
	downAt time.Time
	away   tell.Saying // why the cluster does not, though the server does
	awayAt time.Time   // when that was noticed
	spoke  time.Time   // when the cluster last spoke of what is shown; zero is never
	life   int         // of this Live, and
	run    int         // of its World: what is brought for another one is late

	world *sim.World
	began time.Time
	tick  time.Time // when the next one is due; zero is none

	Workers int
	Seconds float64 // a pass takes
	Failing float64 // share of passes that fail
	Find    string
	TooMany int

	frozen     int // step, -1 follows
	lastEvent  time.Time
	lastMark   time.Time
	lastMarkRV string
	Namespaces []string
	samples    []sample
	meter      model.Meter
	sampled    int       // seconds noted
	seen       int       // objects that the watch began with
	initial    bool      // it begins with all there are
	streaming  time.Time // when the list that streams brought something last; zero is none under way
	watched    string    // the address of the watch that was opened last
	chunked    bool      // WebSockets do not get through
	passed     bool      // a watch has opened, or the way for it is settled
	listing    bool      // a list that streams has no end here: a plain LIST is asked for
	voice      tell.Voice
}

type sample struct{ queue, adds, gets int }

type (
	// Got is what the server answered to Get; code 0 is no answer, and then reason says why.
	Got struct {
		Run    int
		Gen    uint32
		What   string
		Code   int
		Body   []byte
		Reason string
	}
	// WatchOpened, WatchFrame and WatchClosed are what comes of Watch.
	WatchOpened struct {
		Run int
		Gen uint32
	}
	WatchFrame struct {
		Run   int
		Gen   uint32
		Frame []byte
	}
	WatchClosed struct {
		Run    int
		Gen    uint32
		Reason string // "closed", "refused" or another
	}
	// Hidden says that nobody sees the page, or somebody does again.
	Hidden struct{ On bool }
	// LiveChoose takes another resource or namespace; LiveKnob sets "workers", "duration" (s) or
	// "failure" (a share); LiveFind is what the table is searched for.
	LiveChoose struct{ Resource, Namespace string }
	LiveKnob   struct {
		Name string
		V    float64
	}
	LiveFind struct{ Text string }
)

// open starts with asking the server what it is.
func (l *Live) open() {
	p := l.p
	p.runs++
	*l = Live{p: p, life: p.runs, Workers: 2, Seconds: 0.5, Failing: 0.1, frozen: -1}
	p.Live, p.Head = l, nil
	res := p.Hash.Resource
	if res == "" {
		res = "pods"
	}
	r, err := feed.ParseResource(res)
	if err != nil {
		p.say(refusal(err), true)
		r = feed.Resource{Version: "v1", Name: "pods"}
	}
	if r.Namespace = p.Hash.Namespace; r.Namespace != "" && !feed.IsName(r.Namespace) {
		p.say(tell.Message("live.badNamespace", "ns", visible(r.Namespace)), true)
		r.Namespace, p.Hash.Namespace = "", ""
	}
	l.Res = r
	l.hello()
}

func (l *Live) same(was Hash) bool {
	h := l.p.Hash
	return l.life != 0 && was.Page == "live" && was.Resource == h.Resource && was.Namespace == h.Namespace
}

func (l *Live) stay() {}

// stop ends all that is under way.
func (l *Live) stop() {
	l.end()
	l.p.untimer("live.tick")
	l.p.untimer("live.retry")
}

// end cancels what is under way in the World.
func (l *Live) end() {
	if l.run != 0 {
		l.p.emit(Cancel{Run: l.run})
	}
}

// begin starts the World's informer on the chosen resource.
func (l *Live) begin() {
	p := l.p
	l.end()
	p.runs++
	l.run = p.runs
	start := "stream"
	if l.listing {
		start = "list"
	}
	w, err := sim.New(sim.Config{Engine: sim.Newest(), Start: start, Workers: names(l.Workers), Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: uint64(p.now.UnixNano()), MaxEvents: liveEvents})
	if err == nil {
		for _, c := range []sim.Command{{Verb: "auto", Text: "on"}, l.knob("duration"), l.knob("failure")} {
			if err == nil {
				err = w.Do(c)
			}
		}
	}
	if err != nil {
		p.say(refusal(err), true)
		return
	}
	l.world, l.began, l.frozen, l.TooMany = w, p.now, -1, 0
	l.samples, l.sampled, l.meter = nil, 0, model.Meter{}
	l.lastEvent, l.lastMark, l.lastMarkRV, l.streaming = time.Time{}, time.Time{}, "", time.Time{}
	p.Head = &Playhead{Engine: sim.Newest(), World: w, Speed: 1}
	// What was set before the start is no stop of the history.
	p.Head.Line = model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, n := range names(l.Workers) {
			s.AddWorker(n)
		}
	})
	if err := w.Do(sim.Command{Verb: "start"}); err != nil {
		p.say(refusal(err), true)
	}
	l.pump()
	l.tickIn(tickMoving)
	listed := slices.ContainsFunc(l.Info.Resources, func(r Resource) bool { return r.Group == "" && r.Resource == "namespaces" })
	if listed && (l.Res.Namespace == "" || len(l.Namespaces) == 0) { // else the server refuses it
		p.emit(Get{Run: l.run, What: "namespaces", URL: "api/v1/namespaces"})
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
		return sim.Command{Verb: "set", Text: "duration", After: time.Duration(l.Seconds * 1e9)}
	case "failure":
		return sim.Command{Verb: "set", Text: "failure", Value: l.Failing}
	}
	return sim.Command{Verb: "set", Text: "workers", Value: float64(l.Workers)}
}

func (m LiveKnob) do(p *Player) {
	l := p.Live
	if l == nil {
		return
	}
	switch m.Name {
	case "workers":
		l.Workers = int(m.V)
	case "duration":
		l.Seconds = m.V
	case "failure":
		l.Failing = m.V
	}
	if l.world != nil {
		l.advance()
		if err := l.world.Do(l.knob(m.Name)); err != nil {
			p.say(refusal(err), true)
		}
		l.tickIn(tickMoving)
	}
}

func (m LiveFind) do(p *Player) {
	if p.Live != nil {
		p.Live.Find = m.Text
	}
}

func (m LiveChoose) do(p *Player) {
	l := p.Live
	if l == nil {
		return
	}
	r, err := feed.ParseResource(m.Resource)
	if err != nil {
		p.say(refusal(err), true)
		return
	}
	if m.Namespace != "" && !feed.IsName(m.Namespace) {
		p.say(tell.Message("live.badNamespace", "ns", visible(m.Namespace)), true)
		return
	}
	p.say(nil, false)
	r.Namespace = m.Namespace
	if r.String() != l.Res.String() && l.Find != "" { // what was looked for is not among these
		l.Find = ""
		p.emit(Clear{"find"})
	}
	l.Res = r
	p.Hash.Resource, p.Hash.Namespace, p.Hash.Token = r.String(), m.Namespace, ""
	l.unspace()
	l.heed()
	l.begin()
}

// unspace leaves the namespace out where the resource belongs to none, and says so.
func (l *Live) unspace() {
	ns := l.Res.Namespace
	if ns == "" || !l.ClusterWide(l.Res) {
		return
	}
	l.p.say(tell.Message("live.noNamespace", "res", l.Res.Name, "ns", ns), false)
	l.Res.Namespace, l.p.Hash.Namespace = "", ""
	l.p.emit(Clear{"namespace"}) // what was typed stays in a field until it is taken out
}

// ClusterWide reports whether a resource belongs to no namespace, as the server says.
func (l *Live) ClusterWide(r feed.Resource) bool {
	for _, known := range l.Info.Resources {
		if known.String() == r.String() {
			return !known.Namespaced
		}
	}
	return false
}

// clock is the moment of the World, ns since it began.
func (l *Live) clock() int64 { return int64(l.p.now.Sub(l.began)) }

func (l *Live) advance() {
	l.world.AdvanceTo(l.clock())
	l.pump()
}
