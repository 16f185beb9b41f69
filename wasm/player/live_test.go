package player

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/feed"
)

func TestAClusterWideResourceHasNoNamespace(t *testing.T) {
	p := pageOf(Hash{Page: "live", Resource: "nodes", Namespace: "shop", Lang: "en"}, nil)
	l := &Live{p: p, Res: feed.Resource{Version: "v1", Name: "nodes", Namespace: "shop"}}
	p.Live = l
	l.Info.Resources = []Resource{{Version: "v1", Resource: "pods", Namespaced: true}, {Version: "v1", Resource: "nodes"}}
	if l.unspace(); l.Res.Namespace != "" || p.Hash.Namespace != "" || !strings.Contains(p.Notice, `so "shop" was left out`) {
		t.Errorf("nodes of a namespace: %+v, %q", l.Res, p.Notice)
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
}
