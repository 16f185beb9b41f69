package player

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/tell"
)

// What the server says, and what the World asks it.

// Info is what the server says of itself.
type Info struct {
	Source    string     `json:"source"` // "demo", "cluster" or "replay"
	Context   string     `json:"context"`
	Version   string     `json:"kubernetesVersion"`
	Insecure  bool       `json:"insecure"`
	Resources []Resource `json:"resources"`
	Upstream  struct {
		State  string `json:"state"` // "up" or "down"
		Reason string `json:"reason"`
	} `json:"upstream"`
	Feeds []Feed    `json:"feeds"`
	Time  time.Time `json:"time"` // by the server's clock, as all of its times
}

// Feed is how the server follows a resource in the cluster.
type Feed struct {
	Resource  string    `json:"resource"` // as kubectl names it: "deployments.apps"
	Namespace string    `json:"namespace"`
	Heard     time.Time `json:"heard"`   // when the cluster last said something of it
	Trouble   string    `json:"trouble"` // by what name the reason is known for which it is not followed
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

func (l *Live) hello() { l.p.emit(Get{Run: l.life, What: "info", URL: "informerscope/v1/info"}) }

func (m Got) do(p *Player) {
	l := p.Live
	if lang, ok := strings.CutPrefix(m.What, noteWhat); ok {
		p.noted(lang, m)
		return
	}
	if m.What == "class" {
		p.classless(m)
		return
	}
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
	case m.What == "probe" && m.Code == 200 && !l.passed: // one that opened before means that the server was away
		l.chunked, l.passed = true, true
		p.say(tell.Message("live.noSocket"), false)
		p.quiet = false
		l.watch(m.Gen, l.watched)
	case m.What == "probe":
		l.answer(l.probed(m))
	}
}

// greeted takes what the server says of itself, or that it does not.
func (l *Live) greeted(m Got) {
	p := l.p
	var info Info // a field that is not told any more is not what it was
	switch {
	case m.Code == 200 && json.Unmarshal(m.Body, &info) == nil:
		l.Info, l.down = info, nil
		l.heed()
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
		l.fail(tell.Message("live.token"))
	case m.Code == 404:
		l.fail(tell.Message("live.static"))
	default:
		l.fail(tell.Verbatim(feed.Status(m.Code, m.Body)))
	}
	l.voice.Hear(l.facts(), p.now)
	l.askAgain(retryEvery)
}

// feed is how the server follows a resource: the namespace that is looked at alone, if it does that, or all.
func (l *Live) feed(r feed.Resource) (of Feed) {
	name := r.Name
	if r.Group != "" {
		name += "." + r.Group
	}
	for _, f := range l.Info.Feeds {
		if f.Resource == name && (f.Namespace == r.Namespace || f.Namespace == "" && of.Resource == "") {
			of = f
		}
	}
	return of
}

// Trouble is the name of the reason for which the server does not follow a resource, "" where it does or has not
// tried.
func (l *Live) Trouble(r feed.Resource) string { return l.feed(r).Trouble }

// heed takes what the server says of the cluster: whether it answers, and when it last spoke of what is shown.
// Times are told by the reader's clock.
func (l *Live) heed() {
	f, was := l.feed(l.Res), l.away
	l.away, l.spoke = nil, time.Time{}
	if !f.Heard.IsZero() {
		l.spoke = l.p.now.Add(-max(l.Info.Time.Sub(f.Heard), 0))
	}
	if why := cmp.Or(f.Trouble, l.Info.Upstream.Reason); why != "" {
		if was == nil {
			l.awayAt = l.p.now
		}
		l.away = tell.Trouble(why, "")
	}
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
			l.watch(e.Gen, l.Res.WatchURL(e.RV, e.Initial))
		}
	}
}

// watch opens a watch by the way that gets through.
func (l *Live) watch(gen uint32, url string) {
	l.watched = url
	l.p.emit(Watch{Run: l.run, Gen: gen, URL: url, Initial: l.initial, Chunked: l.chunked})
}

// patience is how long a list that streams may bring no object before its end.
const patience = 10 * time.Second

// unended gives up a list that streams and says no end, which some servers and what stands before
// them never send: the reader is told, and a plain LIST is asked for.
func (l *Live) unended() {
	if l.streaming.IsZero() || l.p.now.Sub(l.streaming) < patience {
		return
	}
	l.streaming, l.listing = time.Time{}, true
	l.p.say(tell.Message("live.noEnd", "res", l.Res.String()), false)
	l.begin()
}

// answer brings something from the server into the World at the moment it came. A thousand
// events a second are shown together, at the next tick.
func (l *Live) answer(a feed.Answer) {
	l.advance()
	if err := l.world.Answer(a); err != nil {
		l.p.say(refusal(err), true)
		l.p.quiet = false
	}
	l.pump()
	l.tickIn(tickMoving)
}

func (m WatchOpened) do(p *Player) {
	p.quiet = true
	if l := p.Live; l != nil && m.Run == l.run && l.TooMany == 0 {
		l.down, l.passed = nil, true
		if l.initial {
			l.streaming = p.now
		}
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
		p.say(refusal(err), true)
		p.quiet = false
	}
	if !ok || err != nil {
		return
	}
	a.Gen = m.Gen
	if a.End {
		l.streaming = time.Time{}
	}
	if l.initial && a.Type == trace.WatchAdded {
		if !l.streaming.IsZero() {
			l.streaming = p.now
		}
		if l.seen++; l.seen > feed.MaxObjects {
			l.stopAt(l.seen)
			return
		}
	}
	switch a.Type {
	case trace.WatchBookmark: // which comes of a cluster that is away, too: it is no event
		l.lastMark, l.lastMarkRV = p.now, a.RV
	case trace.WatchError:
	default:
		l.lastEvent = p.now
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
	l.streaming = time.Time{}
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
		l.fail(tell.Trouble(feed.Cause(m.Body), a.Fault.Text))
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
		l.fail(tell.Trouble(feed.Cause(m.Body), a.Fault.Text))
	case err != nil:
		if many, ok := err.(feed.TooMany); ok {
			l.stopAt(many.Count)
		}
		l.p.say(refusal(err), true)
	default:
		l.down, l.lastEvent = nil, l.p.now
	}
	return a
}

// stopAt ends a run that has more objects than the page takes.
func (l *Live) stopAt(n int) {
	l.TooMany, l.streaming = n, time.Time{}
	l.end()
	l.p.quiet = false
}

// fail says what is in the way, and since when: the first time it was noticed.
func (l *Live) fail(why tell.Saying) {
	if l.down == nil {
		l.downAt = l.p.now
	}
	l.down = why
}

// lost says that nothing answers.
func (l *Live) lost(reason string) {
	l.fail(func(t tell.Teller) string { return t.Say("live.down."+reason, "time", tell.TimeOfDay(l.downAt)) })
}
