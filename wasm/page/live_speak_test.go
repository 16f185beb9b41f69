package page

import (
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/feed"
)

// The live region says what is in the way once it has lasted, that it works again, and else how
// things stand, at most every ten seconds; frozen it says the step that was gone to.
func TestLiveIsToldSparingly(t *testing.T) {
	p := playPage(t, "en", "", "")
	p.hash.Page = "live"
	l := &Live{p: p, ready: true, world: p.player.world, frozenAt: -1, workers: 2, res: feed.Resource{Name: "pods"}}
	p.live = l
	begin := time.Now()
	var said []string
	at := 0.0
	hear := func(until float64) { // a tick each 150 ms
		for ; at < until; at += .15 {
			l.tell(begin.Add(time.Duration(at * 1e9)))
			if text := p.heard(); len(said) == 0 || said[len(said)-1] != text {
				said = append(said, text)
			}
		}
	}
	do := func(verb, actor, key string) {
		t.Helper()
		s := p.player.session
		if _, err := s.Do(s.Branch().Last(), sim.Line{Command: sim.Command{Verb: verb, Actor: actor, Key: key}}); err != nil {
			t.Fatal(err)
		}
		p.player.follow(s.Branch().Last())
	}
	expect := func(why string, want ...string) {
		t.Helper()
		if got := strings.Join(said, " | "); got != strings.Join(want, " | ") {
			t.Errorf("%s was heard %q, want %q", why, got, strings.Join(want, " | "))
		}
		said = said[max(len(said)-1, 0):]
	}
	idle := "pods: 0 objects. Queue 0, in work 0, waiting 0."
	hear(5)
	expect("at first", idle)
	do("Add", "", "a")
	do("Get", "W1", "")
	hear(9.9)
	expect("in ten seconds", idle)
	hear(10.5)
	expect("after ten seconds", idle, "pods: 0 objects. Queue 0, in work 1, waiting 0.")
	do("fail", "W1", "a")
	hear(29)
	busy := said[0]
	expect("in the twenty seconds after that", busy)
	hear(31)
	waits := "pods: 0 objects. Queue 0, in work 0, waiting 1."
	expect("after them", busy, waits)

	l.down, l.downAt = "Nothing answers.", begin
	hear(31.6)
	l.down = "" // too short to be news
	hear(33)
	expect("of a hiccup", waits)
	l.down = "Nothing answers."
	hear(40)
	stale := "Showing what was known at " + clock(begin) + ". Nothing answers."
	expect("while it is away", waits, stale)
	l.down = ""
	hear(42)
	again := "Connected again after 7s. " + waits
	expect("when it is back", stale, again)

	l.frozenAt = p.player.line.First() + 1
	hear(60)
	frozen := "frozen, step 1: a goes to the back of the queue. A pass is owed: it is dirty."
	do("Add", "", "b")
	hear(80)
	expect("frozen", again, frozen)
	l.frozenAt++
	hear(81)
	expect("after a step", frozen, "frozen, step 2: W1 takes a. It is processing now, and no longer dirty.")
}

// Nothing of the connection is told by the kind of news that takes turns.
func TestNewsThatIsInTheWayHasItsMessage(t *testing.T) {
	for _, key := range apart {
		if words("en", key) == key || words("zh", key) == key {
			t.Errorf("there is no message %q", key)
		}
	}
}

func TestAClusterWideResourceHasNoNamespace(t *testing.T) {
	p := &Page{host: Host{Text: words}, hash: Hash{Page: "live", Resource: "nodes", Namespace: "shop", Lang: "en"}}
	l := &Live{p: p, res: feed.Resource{Version: "v1", Name: "nodes", Namespace: "shop"}}
	l.info.Resources = []resource{{Version: "v1", Resource: "pods", Namespaced: true}, {Version: "v1", Resource: "nodes"}}
	if !l.unspace() || l.res.Namespace != "" || p.hash.Namespace != "" || !strings.Contains(p.notice, `so "shop" was left out`) {
		t.Errorf("nodes of a namespace: %+v, %q", l.res, p.notice)
	}
	if got := l.place(p); got != "the whole cluster" {
		t.Errorf("nodes are in %q", got)
	}
	l.res = feed.Resource{Version: "v1", Name: "pods", Namespace: "shop"}
	if l.unspace() || l.place(p) != "shop" {
		t.Errorf("pods of a namespace: %+v in %q", l.res, l.place(p))
	}
}
