package player

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/tell"
)

func TestAClusterWideResourceHasNoNamespace(t *testing.T) {
	p := pageOf(Hash{Page: "live", Resource: "nodes", Namespace: "shop", Lang: "en"}, nil)
	l := &Live{p: p, Res: feed.Resource{Version: "v1", Name: "nodes", Namespace: "shop"}}
	p.Live = l
	l.Info.Resources = []Resource{{Version: "v1", Resource: "pods", Namespaced: true}, {Version: "v1", Resource: "nodes"}}
	if l.unspace(); l.Res.Namespace != "" || p.Hash.Namespace != "" || !strings.Contains(p.Notice(), `so "shop" was left out`) {
		t.Errorf("nodes of a namespace: %+v, %q", l.Res, p.Notice())
	}
	if got := p.Teller().Namespace(l.facts()); got != "the whole cluster" {
		t.Errorf("nodes are in %q", got)
	}
	l.Res = feed.Resource{Version: "v1", Name: "pods", Namespace: "shop"}
	if l.unspace(); p.Teller().Namespace(l.facts()) != "shop" {
		t.Errorf("pods of a namespace: %+v in %q", l.Res, p.Teller().Namespace(l.facts()))
	}
}

// What the server does not serve is not asked for: it would be refused, in the console of each start.
func TestNamespacesAreAskedForWhereTheyAreServed(t *testing.T) {
	for resources, want := range map[string]bool{
		`{"version":"v1","resource":"pods","namespaced":true}`:                                          false,
		`{"version":"v1","resource":"pods","namespaced":true},{"version":"v1","resource":"namespaces"}`: true,
	} {
		p := newPlayer()
		p.Update(start, Opened{"#p=live"})
		asked := slices.ContainsFunc(p.Update(start, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"resources":[` + resources + `]}`)}), func(e Effect) bool {
			get, ok := e.(Get)
			return ok && get.What == "namespaces"
		})
		if asked != want {
			t.Errorf("serving %s, the page asks for namespaces: %v, want %v", resources, asked, want)
		}
	}
}

// Where WebSockets do not get through and plain requests do, watches are read as plain streams from
// then on, and the reader is told once what to look at.
func TestWatchesGoAsPlainStreamsWhereSocketsDoNotPass(t *testing.T) {
	p := livePage(t)
	wantEffect(t, p.Update(start, WatchClosed{Run: 2, Gen: 1, Reason: "refused"}), "get probe")
	effects := p.Update(start, Got{Run: 2, Gen: 1, What: "probe", Code: 200, Body: []byte(`{}`)})
	wantEffect(t, effects, "watch 2.1", "chunked")
	if !strings.Contains(p.Notice(), "proxy_http_version 1.1") || p.Bad {
		t.Errorf("the reader is told %q, want what a proxy has to let through", p.Notice())
	}
	p.Update(start, CloseNotice{})
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
	p.Update(start.Add(time.Second), Rang{"live.tick"})
	p.Update(start.Add(2*time.Second), WatchClosed{Run: 2, Gen: 1, Reason: "closed"})
	var again []Effect
	for s := 3; s < 12 && len(again) == 0; s++ {
		for _, e := range p.Update(start.Add(time.Duration(s)*time.Second), Rang{"live.tick"}) {
			if w, ok := e.(Watch); ok {
				again = append(again, w)
			}
		}
	}
	wantEffect(t, again, "watch 2.", "chunked")
	if p.Notice() != "" {
		t.Errorf("the reader is told again: %q", p.Notice())
	}
	// A stream that is refused as well is a refusal.
	p.Update(start.Add(20*time.Second), WatchClosed{Run: 2, Gen: again[0].(Watch).Gen, Reason: "refused"})
	p.Update(start.Add(20*time.Second), Got{Run: 2, Gen: again[0].(Watch).Gen, What: "probe", Code: 200, Body: []byte(`{}`)})
	if _, _, line := p.Headline(); !strings.Contains(line, "Nothing answers") {
		t.Errorf("refused both ways, the headline is %q", line)
	}
}

// A socket that opened once shows that they pass: one that is refused later finds the server away.
func TestAServerThatWasAwayIsNoProxy(t *testing.T) {
	p := livePage(t)
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	p.Update(start.Add(time.Second), WatchClosed{Run: 2, Gen: 1, Reason: "refused"})
	for _, e := range p.Update(start.Add(2*time.Second), Got{Run: 2, Gen: 1, What: "probe", Code: 200, Body: []byte(`{}`)}) {
		if w, ok := e.(Watch); ok && w.Chunked {
			t.Errorf("the watch goes as a plain stream: %v", w)
		}
	}
	if p.Notice() != "" {
		t.Errorf("the reader is told %q", p.Notice())
	}
}

// A watch that breaks off, and is refused for a while, goes on where it stood: nothing is listed again.
func TestAWatchThatBreaksGoesOnWhereItStood(t *testing.T) {
	for _, reason := range []string{"broken", "refused"} {
		p := livePage(t)
		p.Update(start, WatchOpened{Run: 2, Gen: 1})
		p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
		p.Update(start.Add(time.Second), Rang{"live.tick"})
		p.Update(start.Add(2*time.Second), WatchClosed{Run: 2, Gen: 1, Reason: "broken"})
		watches := 0
		for s := 3; s < 40; s++ {
			now := start.Add(time.Duration(s) * time.Second)
			for todo := p.Update(now, Rang{"live.tick"}); len(todo) > 0; todo = todo[1:] {
				switch e := todo[0].(type) {
				case Get:
					if e.What == "list" {
						t.Errorf("%s: it lists again: %v", reason, e)
					}
					todo = append(todo, p.Update(now, Got{Run: e.Run, Gen: e.Gen, What: e.What, Reason: "refused"})...)
				case Watch:
					watches++
					if !strings.Contains(fmt.Sprint(e), "resourceVersion=9") || strings.Contains(fmt.Sprint(e), "sendInitialEvents") {
						t.Errorf("%s: the watch is %v, want it from 9", reason, e)
					}
					if reason == "broken" { // it was open
						todo = append(todo, p.Update(now, WatchOpened{Run: 2, Gen: e.Gen})...)
					}
					todo = append(todo, p.Update(now, WatchClosed{Run: 2, Gen: e.Gen, Reason: reason})...)
				}
			}
		}
		if watches < 2 || reason == "refused" && watches > 8 {
			t.Errorf("%s: %d watches were tried in 40 s, want a few", reason, watches)
		}
	}
}

// A list that streams and never says its end is given up: the reader is told, and a plain LIST is
// asked for. One that goes on bringing objects is not.
func TestAStreamWithoutItsEndIsGivenUp(t *testing.T) {
	frame := func(kind, name, rv string) []byte {
		return []byte(`{"type":"` + kind + `","object":{"metadata":{"name":"` + name + `","namespace":"shop","resourceVersion":"` + rv + `","uid":"u"}}}`)
	}
	p := livePage(t)
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	gaveUp := 0
	for s := 1; s <= 60 && gaveUp == 0; s++ {
		now := start.Add(time.Duration(s) * time.Second)
		switch {
		case s <= 15:
			p.Update(now, WatchFrame{Run: 2, Gen: 1, Frame: frame("ADDED", "p"+strconv.Itoa(s), strconv.Itoa(s))})
		case s == 16:
			p.Update(now, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":""}}}`)})
		case s%3 == 0:
			p.Update(now, WatchFrame{Run: 2, Gen: 1, Frame: frame("MODIFIED", "p1", strconv.Itoa(s))})
		}
		for _, e := range p.Update(now, Rang{"live.tick"}) {
			if get, ok := e.(Get); ok && get.What == "list" {
				gaveUp = s
			}
		}
	}
	if gaveUp < 25 || gaveUp > 45 {
		t.Errorf("the stream is given up after %d s, want 10 to 30 after its last object, which came at 15", gaveUp)
	}
	if !strings.Contains(p.Notice(), "never says that it is complete") {
		t.Errorf("the reader is told %q", p.Notice())
	}

	p = livePage(t)
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
	for s := 1; s <= 60; s++ {
		p.Update(start.Add(time.Duration(s)*time.Second), Rang{"live.tick"})
	}
	if p.Notice() != "" {
		t.Errorf("a list that ended is said to have none: %q", p.Notice())
	}
}

// livePage is live mode, with its watch under way.
func livePage(t *testing.T) *Player {
	t.Helper()
	p := newPlayer()
	p.Update(start, Opened{"#p=live"})
	wantEffect(t, p.Update(start, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"resources":[{"version":"v1","resource":"pods","namespaced":true}]}`)}), "watch 2.1")
	return p
}

// wantEffect looks for an effect that prints all of these words.
func wantEffect(t *testing.T, effects []Effect, words ...string) {
	t.Helper()
	if !slices.ContainsFunc(effects, func(e Effect) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(fmt.Sprint(e), w) })
	}) {
		t.Errorf("the effects are %v, want one with %q", effects, words)
	}
}

// A stream that begins with more objects than the page takes is ended, and the reader is told how
// many; one with as many as it takes goes on.
func TestAStreamOfTooManyObjectsIsEnded(t *testing.T) {
	p := newPlayer()
	p.Update(start, Opened{"#p=live"})
	p.Update(start, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"resources":[{"version":"v1","resource":"pods","namespaced":true}]}`)})
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	send := func(i int) (cancelled bool) {
		frame := `{"type":"ADDED","object":{"metadata":{"name":"p` + strconv.Itoa(i) + `","namespace":"shop","resourceVersion":"7","uid":"u"}}}`
		for _, e := range p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(frame)}) {
			if c, ok := e.(Cancel); ok && c.Run == 2 {
				cancelled = true
			}
		}
		return cancelled
	}
	for i := range feed.MaxObjects {
		if send(i) {
			t.Fatalf("the watch is ended at object %d, want %d taken", i+1, feed.MaxObjects)
		}
	}
	if !send(feed.MaxObjects) {
		t.Errorf("the watch goes on after %d objects", feed.MaxObjects+1)
	}
	if _, _, line := p.Headline(); !strings.Contains(line, "5001") || !strings.Contains(line, "5000") {
		t.Errorf("the reader is told %q, want how many there are, and how many may be", line)
	}
	if effects := p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"ADDED","object":{"metadata":{"name":"x"}}}`)}); len(effects) > 0 {
		t.Errorf("what comes after the end does %v", effects)
	}
	for s := 1; s <= 60; s++ { // what was ended is not waited for
		p.Update(start.Add(time.Duration(s)*time.Second), Rang{"live.tick"})
	}
	if p.Live.TooMany != feed.MaxObjects+1 || p.Notice() != "" {
		t.Errorf("a minute later %d are too many, and the reader is told %q; want what was said", p.Live.TooMany, p.Notice())
	}
}

// Frozen, the metrics are those of the moment that is shown, however long ago the session began: all that
// was added is counted from that second on, and not before.
func TestFrozenMetricsAreThoseOfTheMoment(t *testing.T) {
	for _, seconds := range []int{20, sampleMax, 2*sampleMax + 7} {
		p := livePage(t)
		p.Update(start, WatchOpened{Run: 2, Gen: 1})
		p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}}}`)})
		for s := 1; s <= seconds; s++ {
			now := start.Add(time.Duration(s) * time.Second)
			if s == seconds-9 {
				p.Update(now.Add(-time.Second/2), WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"ADDED","object":{"metadata":{"name":"p1","namespace":"shop","resourceVersion":"2","uid":"u"}}}`)})
			}
			p.Update(now, Rang{"live.tick"})
		}
		p.Update(start.Add(time.Duration(seconds)*time.Second), Toggle{})
		all, at, _ := p.Readings()
		if at == 0 || all[at].Adds == 0 || all[at-1].Adds != 0 {
			t.Errorf("after %d s, frozen at %v: the metrics are those of place %d of %d, with %d adds; want the first with any", seconds, time.Duration(p.Moment()), at, len(all), all[at].Adds)
		}
	}
}

// What was looked for is not looked for among other things.
func TestAnotherResourceIsNotSearchedForTheOldName(t *testing.T) {
	p := newPlayer()
	p.Update(start, Opened{"#p=live&res=pods"})
	p.Update(start, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"source":"demo","resources":[{"version":"v1","resource":"pods","namespaced":true},{"version":"v1","resource":"nodes"}]}`)})
	p.Update(start, LiveFind{"p1"})
	for _, c := range []struct {
		choose LiveChoose
		want   string
	}{{LiveChoose{"pods", "shop"}, "p1"}, {LiveChoose{"nodes", ""}, ""}} {
		out := p.Update(start, c.choose)
		cleared := slices.Contains(out, Effect(Clear{"find"}))
		if p.Live.Find != c.want || cleared != (c.want == "") {
			t.Errorf("after %+v it looks for %q, the field is emptied: %v; want %q", c.choose, p.Live.Find, cleared, c.want)
		}
	}
}

// Another resource begins as if it had been the first: what is known of the one before is gone, but
// for what the reader set, what the server said of itself and what was said aloud.
func TestAnotherResourceBeginsAsIfItWereTheFirst(t *testing.T) {
	const info = `{"resources":[{"version":"v1","resource":"pods","namespaced":true},{"group":"apps","version":"v1","resource":"deployments","namespaced":true}]}`
	kept := []string{"p", "world", "life", "run", "Workers", "Seconds", "Failing", "voice", "downAt",
		"passed", "chunked", "listing"} // how watches get through here
	begun := func(link string, then ...Msg) *Live {
		p, now := newPlayer(), start
		for i, m := range slices.Concat([]Msg{Opened{link}, Got{Run: 1, What: "info", Code: 200, Body: []byte(info)}}, then) {
			if i > 0 {
				now = start.Add(time.Minute) // all else happens in one moment
			}
			p.Update(now, m)
		}
		return p.Live
	}
	frame := func(f string) Msg { return WatchFrame{Run: 2, Gen: 1, Frame: []byte(f)} }
	got := reflect.ValueOf(*begun("#p=live", WatchOpened{Run: 2, Gen: 1},
		frame(`{"type":"ADDED","object":{"metadata":{"name":"p1","namespace":"shop","resourceVersion":"7","uid":"u1"}}}`),
		frame(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}`),
		Rang{"live.tick"}, LiveKnob{"workers", 3}, LiveFind{"p1"}, Toggle{}, Got{Run: 1, What: "info", Reason: "refused"}, Got{Run: 1, What: "info", Code: 200, Body: []byte(info)},
		LiveChoose{Resource: "apps/v1/deployments"}))
	want := reflect.ValueOf(*begun("#p=live&res=apps/v1/deployments"))
	for i := range got.NumField() {
		name := got.Type().Field(i).Name
		if slices.Contains(kept, name) {
			continue
		}
		if a, b := fmt.Sprintf("%+v", got.Field(i)), fmt.Sprintf("%+v", want.Field(i)); a != b {
			t.Errorf("after another resource %s is %s, want %s", name, a, b)
		}
	}
}

// A cluster that is away while its server answers is told with the moment that is known, by the reader's clock, and why;
// what the server repeats meanwhile is no event. What may not be read is told with its reason, whatever the language.
func TestAClusterThatIsAwayBehindItsServerIsTold(t *testing.T) {
	p := livePage(t)
	p.Update(start, WatchOpened{Run: 2, Gen: 1})
	p.Update(start, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"ADDED","object":{"metadata":{"name":"a","namespace":"d","resourceVersion":"8"}}}`)})
	bookmark := func(at time.Time, more string) {
		p.Update(at, WatchFrame{Run: 2, Gen: 1, Frame: []byte(`{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"` + more + `}}}`)})
	}
	bookmark(start, `,"annotations":{"k8s.io/initial-events-end":"true"}`)
	p.Update(start.Add(time.Second), Rang{"live.tick"})
	// info is what the server says at a moment, by a clock that is an hour ahead.
	info := func(at time.Time, more string) {
		body := `{"source":"cluster","resources":[{"version":"v1","resource":"pods","namespaced":true}],"time":"` + at.Add(time.Hour).UTC().Format(time.RFC3339Nano) + `",` + more + `}`
		p.Update(at, Got{Run: 1, What: "info", Code: 200, Body: []byte(body)})
	}
	heard := start.Add(time.Hour + 40*time.Second).UTC().Format(time.RFC3339Nano)
	feed := func(trouble string) string {
		return `"upstream":{"state":"up"},"feeds":[{"resource":"nodes","trouble":"UpstreamSlow"},{"resource":"pods","heard":"` + heard + `"` + trouble + `}]`
	}
	headline := func() string { _, _, line := p.Headline(); return line }
	at := start.Add(time.Minute)
	info(at, feed(""))
	if spoke, ago, away := p.Live.Spoke(); !spoke.Equal(start.Add(40*time.Second)) || ago != 20*time.Second || away || strings.Contains(headline(), "Showing") {
		t.Errorf("the cluster spoke at %v, %v ago, away %v: %s", spoke, ago, away, headline())
	}
	at = start.Add(4 * time.Minute)
	info(at, feed(`,"trouble":"UpstreamUnreachable"`))
	bookmark(at, "") // the server's own
	if want := "**Showing what was known at " + tell.TimeOfDay(start.Add(40*time.Second)) + ".** The cluster does not answer; it is asked again and again."; headline() != want {
		t.Errorf("the headline is %q, want %q", headline(), want)
	}
	if event, mark, rv := p.Live.Fresh(); event != 4*time.Minute || mark != 0 || rv != "9" {
		t.Errorf("the last event was %v ago and the last bookmark %v (%s), want 4m, now and 9", event, mark, rv)
	}
	if spoke, ago, away := p.Live.Spoke(); !spoke.Equal(start.Add(40*time.Second)) || ago != 200*time.Second || !away {
		t.Errorf("the cluster spoke at %v, %v ago, away %v", spoke, ago, away)
	}
	// The cluster as a whole is told of where its resource is not, in the reader's language.
	p.Update(at, Language{"zh"})
	info(at, `"upstream":{"state":"down","reason":"UpstreamCredentials"}`)
	if !strings.Contains(headline(), "凭据已过期") {
		t.Errorf("the headline is %q", headline())
	}
	info(at.Add(5*time.Second), feed(""))
	if strings.Contains(headline(), "凭据") {
		t.Errorf("when it is back the headline is %q", headline())
	}
	if got := p.Live.Trouble(feedOf("nodes")) + p.Live.Trouble(feedOf("pods")); got != "UpstreamSlow" {
		t.Errorf("the troubles of nodes and pods are %q", got)
	}
}

func feedOf(name string) feed.Resource { return feed.Resource{Version: "v1", Name: name} }

// A list that is refused is told by its reason's name, not in the server's words.
func TestAResourceThatMayNotBeReadIsToldInTheReadersLanguage(t *testing.T) {
	for lang, want := range map[string]string{"en": "may not read it", "zh": "无权读取"} {
		p := newPlayer()
		p.Update(start, Opened{"#p=live&lang=" + lang})
		p.Update(start, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"resources":[{"version":"v1","resource":"pods","namespaced":true}]}`)})
		p.Update(start, WatchClosed{Run: 2, Gen: 1, Reason: "refused"})
		p.Update(start, Got{Run: 2, Gen: 1, What: "probe", Code: 403, Body: []byte(`{"kind":"Status","message":"the account may not","details":{"causes":[{"reason":"UpstreamForbidden","message":"ask"}]}}`)})
		p.Update(start.Add(time.Second), Rang{"live.tick"})
		if _, _, line := p.Headline(); !strings.Contains(line, want) || strings.Contains(line, "the account may not") {
			t.Errorf("%s: the headline is %q", lang, line)
		}
	}
}
