package player

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
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

	down   string
	downAt time.Time
	life   int // of this Live, and
	run    int // of its World: what is brought for another one is late

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
	sampled    int  // seconds noted
	seen       int  // objects that the watch began with
	initial    bool // it begins with all there are
	voice      tell.Voice
}

type sample struct{ queue, adds, gets int }

// Info is what the server says of itself.
type Info struct {
	Source    string     `json:"source"` // "demo" or "cluster"
	Context   string     `json:"context"`
	Version   string     `json:"kubernetesVersion"`
	Insecure  bool       `json:"insecure"`
	Resources []Resource `json:"resources"`
	Upstream  struct {
		State  string `json:"state"` // "up" or "down"
		Reason string `json:"reason"`
	} `json:"upstream"`
}

// Resource is one that the server serves.
type Resource struct {
	Group      string `json:"group"`
	Version    string `json:"version"`
	Resource   string `json:"resource"`
	Namespaced bool   `json:"namespaced"`
}

func (r Resource) String() string {
	return feed.Resource{Group: r.Group, Version: r.Version, Name: r.Resource}.String()
}

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
		p.say(p.refusal(err), true)
		r = feed.Resource{Version: "v1", Name: "pods"}
	}
	if r.Namespace = p.Hash.Namespace; r.Namespace != "" && !feed.IsName(r.Namespace) {
		p.say(p.T("live.badNamespace", "ns", shown(r.Namespace)), true)
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

func (l *Live) hello() { l.p.emit(Get{Run: l.life, What: "info", URL: "informerscope/v1/info"}) }

func (m Got) do(p *Player) {
	l := p.Live
	p.quiet = true
	switch {
	case l == nil:
	case m.What == "info" && m.Run == l.life:
		p.quiet = false
		l.greeted(m)
	case m.What == "namespaces" && m.Run == l.run:
		p.quiet = false
		l.spaces(m)
	case m.Run != l.run || l.TooMany > 0:
	case m.What == "list":
		l.answer(l.listed(m))
	case m.What == "probe":
		l.answer(l.probed(m))
	}
}

// greeted takes what the server says of itself, or that it does not.
func (l *Live) greeted(m Got) {
	p := l.p
	switch {
	case m.Code == 200 && json.Unmarshal(m.Body, &l.Info) == nil:
		if l.Info.Upstream.State == "down" { // since when is told by the reader's clock, like all else
			l.fail(p.T("live.upstream", "reason", shown(l.Info.Upstream.Reason)))
		} else {
			l.down = ""
		}
		if !l.Ready {
			l.Ready = true
			l.unspace()
			l.begin()
		}
		l.askAgain(infoEvery)
		return
	case m.Code == 0:
		l.lost(m.Reason)
	case m.Code == 401:
		l.fail(p.T("live.token"))
	case m.Code == 404:
		l.fail(p.T("live.static"))
	default:
		l.fail(feed.Status(m.Code, m.Body))
	}
	l.voice.Tell(p.Teller(), l.facts(), p.now)
	l.askAgain(retryEvery)
}

// askAgain says hello after a while; nobody looks at a hidden page.
func (l *Live) askAgain(d time.Duration) {
	if !l.p.Window.Hidden {
		l.p.timer("live.retry", d)
	}
}

// spaces fills the picker; an account that may not list them types one instead.
func (l *Live) spaces(m Got) {
	items, _, err := feed.DecodeList(m.Body)
	if m.Code != 200 || err != nil {
		return
	}
	l.Namespaces = nil
	for _, o := range items {
		l.Namespaces = append(l.Namespaces, o.Name)
	}
}

// begin starts the World's informer on the chosen resource.
func (l *Live) begin() {
	p := l.p
	l.end()
	p.runs++
	l.run = p.runs
	w, err := sim.New(sim.Config{Engine: sim.Newest(), Start: "stream", Workers: names(l.Workers), Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: uint64(p.now.UnixNano()), MaxEvents: liveEvents})
	if err == nil {
		for _, c := range []sim.Command{{Verb: "auto", Text: "on"}, l.knob("duration"), l.knob("failure")} {
			if err == nil {
				err = w.Do(c)
			}
		}
	}
	if err != nil {
		p.say(p.refusal(err), true)
		return
	}
	l.world, l.began, l.frozen, l.TooMany = w, p.now, -1, 0
	l.samples, l.sampled, l.meter = nil, 0, model.Meter{}
	l.lastEvent, l.lastMark, l.lastMarkRV = time.Time{}, time.Time{}, ""
	p.Head = &Playhead{Engine: sim.Newest(), World: w, Speed: 1}
	// What was set before the start is no stop of the history.
	p.Head.Line = model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, n := range names(l.Workers) {
			s.AddWorker(n)
		}
	})
	if err := w.Do(sim.Command{Verb: "start"}); err != nil {
		p.say(p.refusal(err), true)
	}
	l.pump()
	l.tickIn(tickMoving)
	if l.Res.Namespace == "" || len(l.Namespaces) == 0 {
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
			p.say(p.refusal(err), true)
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
		p.say(p.refusal(err), true)
		return
	}
	if m.Namespace != "" && !feed.IsName(m.Namespace) {
		p.say(p.T("live.badNamespace", "ns", shown(m.Namespace)), true)
		return
	}
	p.say("", false)
	r.Namespace = m.Namespace
	l.Res = r
	p.Hash.Resource, p.Hash.Namespace, p.Hash.Token = r.String(), m.Namespace, ""
	l.unspace()
	l.begin()
}

// unspace leaves the namespace out where the resource belongs to none, and says so.
func (l *Live) unspace() {
	ns := l.Res.Namespace
	if ns == "" || !l.ClusterWide(l.Res) {
		return
	}
	l.p.say(l.p.T("live.noNamespace", "res", l.Res.Name, "ns", ns), false)
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

// pump carries the World's questions out.
func (l *Live) pump() {
	for _, e := range l.world.Effects() {
		switch e.Kind {
		case "cancel":
			l.p.emit(Cancel{l.run, e.Gen})
		case "list":
			l.p.emit(Get{Run: l.run, Gen: e.Gen, What: "list", URL: l.Res.ListURL(e.RV)})
		case "watch":
			l.seen, l.initial = 0, e.Initial
			l.p.emit(Watch{Run: l.run, Gen: e.Gen, URL: l.Res.WatchURL(e.RV, e.Initial), Initial: e.Initial})
		}
	}
}

// answer brings something from the server into the World at the moment it came. A thousand
// events a second are shown together, at the next tick.
func (l *Live) answer(a feed.Answer) {
	l.advance()
	if err := l.world.Answer(a); err != nil {
		l.p.say(l.p.refusal(err), true)
		l.p.quiet = false
	}
	l.pump()
	l.tickIn(tickMoving)
}

func (m WatchOpened) do(p *Player) {
	p.quiet = true
	if l := p.Live; l != nil && m.Run == l.run && l.TooMany == 0 {
		l.down = ""
		l.answer(feed.Opened(m.Gen))
	}
}

func (m WatchFrame) do(p *Player) {
	p.quiet = true
	l := p.Live
	if l == nil || m.Run != l.run || l.TooMany > 0 {
		return
	}
	a, ok, err := feed.DecodeEvent(m.Frame)
	if err != nil {
		p.say(p.refusal(err), true)
		p.quiet = false
	}
	if !ok || err != nil {
		return
	}
	a.Gen = m.Gen
	if l.initial && a.Type == trace.WatchAdded {
		if l.seen++; l.seen > feed.MaxObjects {
			l.stopAt(l.seen)
			return
		}
	}
	l.lastEvent = p.now
	if a.Type == trace.WatchBookmark {
		l.lastMark, l.lastMarkRV = p.now, a.RV
	}
	l.answer(a)
}

func (m WatchClosed) do(p *Player) {
	p.quiet = true
	l := p.Live
	if l == nil || m.Run != l.run || l.TooMany > 0 {
		return
	}
	// A browser does not tell a refusal from silence, so the list is asked for: its answer has the
	// reason.
	if m.Reason == "refused" {
		p.emit(Get{Run: l.run, Gen: m.Gen, What: "probe", URL: l.Res.ProbeURL()})
		return
	}
	if m.Reason != "closed" {
		l.lost("broken")
	}
	l.answer(feed.Closed(m.Gen))
}

// probed answers a watch that did not open.
func (l *Live) probed(m Got) feed.Answer {
	a := feed.Refused(m.Gen, m.Code, m.Body)
	switch {
	case m.Code == 0:
		l.lost(m.Reason)
	case m.Code != 200:
		l.fail(a.Fault.Text)
	default:
		l.lost("refused")
	}
	return a
}

func (l *Live) listed(m Got) feed.Answer {
	a, err := feed.Listed(m.Gen, m.Code, m.Body, m.Reason)
	switch {
	case m.Code == 0:
		l.lost(m.Reason)
	case m.Code != 200:
		l.fail(a.Fault.Text)
	case err != nil:
		if many, ok := err.(feed.TooMany); ok {
			l.stopAt(many.Count)
		}
		l.p.say(l.p.refusal(err), true)
	default:
		l.down, l.lastEvent = "", l.p.now
	}
	return a
}

// stopAt ends a run that has more objects than the page takes.
func (l *Live) stopAt(n int) {
	l.TooMany = n
	l.end()
	l.p.quiet = false
}

// fail says what is in the way, and since when: the first time it was noticed.
func (l *Live) fail(text string) {
	if l.down == "" {
		l.downAt = l.p.now
	}
	l.down = text
}

// lost says that nothing answers.
func (l *Live) lost(reason string) {
	if l.down == "" {
		l.downAt = l.p.now
	}
	l.down = l.p.T("live.down."+reason, "time", tell.TimeOfDay(l.downAt))
}

func (m Hidden) do(p *Player) {
	p.Window.Hidden = m.On
	l := p.Live
	if l == nil {
		return
	}
	p.untimer("live.tick")
	p.untimer("live.retry")
	l.tick = time.Time{}
	if !m.On {
		l.hello()
		l.ticked()
	}
}

// rang takes the timers of live mode.
func (l *Live) rang(name string) {
	switch name {
	case "live.retry":
		l.p.quiet = true
		l.hello()
	case "live.tick":
		l.tick = time.Time{}
		l.ticked()
	}
}

// tickIn shows what came after d at most; nobody looks at a hidden page.
func (l *Live) tickIn(d time.Duration) {
	at := l.p.now.Add(d)
	if l.p.Window.Hidden || !l.tick.IsZero() && !at.Before(l.tick) {
		return
	}
	l.tick = at
	l.p.timer("live.tick", d)
}

// ticked lets time pass, shows it, and asks for the next tick: soon while something moves.
func (l *Live) ticked() {
	if l.world == nil {
		return
	}
	if l.TooMany == 0 {
		l.advance()
	}
	l.show()
	d := tickAtRest
	if l.moving() && l.frozen < 0 {
		d = tickMoving
	} else if next, ok := l.world.Next(); ok {
		d = min(d, max(time.Duration(next-l.clock()), tickMoving))
	}
	l.tickIn(d)
}

// moving reports whether the picture depends on the time: somebody works, or something is due.
func (l *Live) moving() bool {
	s := l.state()
	if s == nil {
		return false
	}
	if len(s.Heap) > 0 {
		return true
	}
	for _, w := range s.Workers {
		if w.Busy {
			return true
		}
	}
	return false
}

// show folds what happened, unless the playhead is frozen.
func (l *Live) show() {
	h := l.p.Head
	h.Line.CutSteps()
	h.Line.Head().Retire(names(l.Workers))
	h.Line.Forget(liveEvents, liveSpan, h.Now, h.Before)
	l.sample()
	l.meter.Second(h.Line, l.clock(), sampleMax)
	if l.frozen >= 0 {
		return
	}
	l.voice.Tell(l.p.Teller(), l.facts(), l.p.now)
	h.Step = h.Line.Last()
}

// sample notes the length of the queue once a second.
func (l *Live) sample() {
	second := int(l.clock() / 1e9)
	if second == l.sampled {
		return
	}
	h := l.p.Head.Line.Head()
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

// growing reports whether the queue is longer than it was ten seconds ago.
func (l *Live) growing() bool {
	n := len(l.samples)
	return n > 10 && l.samples[n-1].queue > l.samples[n-11].queue
}

func (l *Live) detail(v *scene.View) {
	v.Now = max(v.Now, l.moment())
	if l.p.Head != nil && l.frozen >= 0 {
		v.Prev = l.p.Head.Before
	}
	if n := len(l.samples); n > 5 {
		a, b := l.samples[n-6], l.samples[n-1]
		v.Detail.Adds, v.Detail.Gets = float64(b.adds-a.adds)/5, float64(b.gets-a.gets)/5
	}
	if l.p.Layout() == "wide" && v.Part == scene.Workqueue {
		v.Layout = scene.Live
	}
	if s := l.state(); s != nil && l.p.Hash.Token != "" {
		v.Detail.Pin, _ = s.Find(l.p.Hash.Token)
	}
}

func (l *Live) plan() string {
	if l.p.Layout() != "wide" {
		return scene.Workqueue
	}
	return scene.All
}

// The playhead.

func (l *Live) state() *state.State {
	h := l.p.Head
	switch {
	case h == nil || l.world == nil:
		return nil
	case l.frozen >= 0:
		return h.Now
	}
	return h.Line.Head()
}

func (l *Live) moment() int64 {
	switch {
	case l.world == nil:
		return 0
	case l.frozen >= 0:
		return l.p.Head.Line.Step(l.frozen).At
	}
	return l.clock()
}

// Frozen reports whether the playhead stands while the World goes on, and AtFirst whether there
// is nothing before it.
func (l *Live) Frozen() bool { return l.frozen >= 0 }
func (l *Live) AtFirst() bool {
	return l.p.Head == nil || l.frozen >= 0 && l.frozen <= l.p.Head.Line.First()
}

func (l *Live) span() (first, last, at int) {
	if l.p.Head == nil {
		return 0, 0, 0
	}
	line := l.p.Head.Line
	if l.frozen >= 0 {
		return line.First(), line.Last(), l.frozen
	}
	return line.First(), line.Last(), line.Last()
}

func (l *Live) next() {
	_, _, at := l.span()
	l.seek(at + 1)
}

func (l *Live) back() {
	_, _, at := l.span()
	l.seek(at - 1)
}

// toggle freezes the playhead, or follows.
func (l *Live) toggle() {
	switch {
	case l.p.Head == nil:
	case l.frozen >= 0:
		l.frozen = -1
		l.ticked()
	default:
		l.seek(l.p.Head.Line.Last())
	}
}

func (l *Live) seek(n int) {
	if h := l.p.Head; h != nil {
		h.Seek(n)
		l.frozen = h.Step
	}
}

// areaLeft is where the curve of the scrubber begins, px.
const areaLeft = 92

func (l *Live) seekAt(x, width float64) {
	if l.p.Head == nil || width <= areaLeft {
		return
	}
	span := float64(scrubber.Span(len(l.samples))) * 1e9
	at := l.clock() - int64((1-(x-areaLeft)/(width-scrubber.AreaRight-areaLeft))*span)
	line := l.p.Head.Line
	n := line.Last()
	for n > line.First() && line.Step(n).At > at {
		n--
	}
	l.seek(n)
}

// area is the scrubber of live mode: the length of the queue over the last minutes.
func (l *Live) area(width float64) ([]draw.Shape, float64) {
	h := l.p.ScrubHeight()
	var data []int
	for _, s := range l.samples {
		data = append(data, s.queue)
	}
	length := 0
	if s := l.state(); s != nil {
		length = len(s.Queue)
	}
	ago := 0.0
	if l.frozen >= 0 {
		ago = float64(l.clock()-l.moment()) / 1e9
	}
	return scrubber.Area(scrubber.AreaPlot{W: width, H: h, Left: areaLeft, Values: data, Now: length, Label: l.p.T("live.queueLength"), Ago: ago, Text: l.p.T}), h
}

func (l *Live) scrubKey(k *scrubKey) {
	k.samples, k.frozen = l.sampled, l.frozen
	if s := l.state(); s != nil {
		k.length = len(s.Queue)
	}
	if l.frozen >= 0 {
		k.second = l.clock() / 1e9
	}
}

// readings are the metrics of the last minutes, one a second, and where the playhead is.
func (l *Live) readings() (all []state.Metrics, at, span int) {
	first, kept := l.meter.Readings()
	if len(kept) == 0 {
		return nil, 0, 0
	}
	all = append(slices.Clone(kept), l.meter.Now())
	at = len(all) - 1
	if l.frozen >= 0 {
		at = min(max(int(l.moment()/1e9)-first, 0), at)
	}
	return all, at, max(len(all), 60)
}

// Filter leaves the keys that the reader searches for.
func (l *Live) Filter(s *state.State, all []trace.ID) []trace.ID {
	if l.Find == "" {
		return all
	}
	var out []trace.ID
	for _, id := range all {
		if strings.Contains(s.Name(id), l.Find) {
			out = append(out, id)
		}
	}
	return out
}

// Fresh is how long ago the last event and the last bookmark came; negative is never.
func (l *Live) Fresh() (event, mark time.Duration, markRV string) {
	ago := func(t time.Time) time.Duration {
		if t.IsZero() {
			return -1
		}
		return l.p.now.Sub(t)
	}
	return ago(l.lastEvent), ago(l.lastMark), l.lastMarkRV
}

// facts are what is told of the session.
func (l *Live) facts() tell.Live {
	return tell.Live{State: l.state(), Now: l.moment(), Ready: l.Ready, Down: l.down, DownAt: l.downAt, Context: l.Info.Context, Version: l.Info.Version,
		Resource: l.Res.String(), Name: l.Res.Name, Namespace: l.Res.Namespace, Wide: l.ClusterWide(l.Res), TooMany: l.TooMany, Most: feed.MaxObjects,
		Workers: l.Workers, Growing: l.growing()}
}

// Where is what the header says of the server.
func (l *Live) Where() string { return l.p.Teller().Where(l.facts()) }

func (l *Live) headline() (kick, rest, line string) { return l.p.Teller().LiveHeadline(l.facts()) }

// heard is what was said last; frozen it is what was called at the step that the reader went to.
func (l *Live) heard() string {
	if l.frozen < 0 || l.p.Head == nil {
		return l.voice.Said()
	}
	m := l.p.Here()
	m.Step = l.frozen
	return l.p.Teller().Frozen(m)
}

func (l *Live) about() string { return "" }
func (l *Live) address(*Hash) {}
func (l *Live) title() string { return bare{l.p}.title() }
