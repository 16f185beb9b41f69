//go:build browser && soak

package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// Thirty pages of one profile, on one name over HTTP/1.1, follow a cluster at once: a watch is a WebSocket,
// so that the six connections of a browser do not run out. Part of make soak: starting thirty takes minutes
// on two cores.
func TestThirtyPagesAreLiveAtOnce(t *testing.T) {
	const pages = 30
	root := Root(t)
	index, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	d := demo.New(7)
	ctx, cancel := context.WithCancel(context.Background())
	source := hub.New(ctx, d, nil)
	var g *gate.Gate
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.ServeHTTP(w, r) }))
	t.Cleanup(srv.CloseClientConnections)
	t.Cleanup(srv.Close)
	t.Cleanup(cancel)
	url := strings.Replace(srv.URL, "127.0.0.1", "localhost", 1)
	if g, err = gate.New(gate.Config{Source: source, Index: index, Web: os.DirFS(filepath.Join(root, "web")), Hosts: []string{strings.TrimPrefix(url, "http://")}}); err != nil {
		t.Fatal(err)
	}
	first := Open(t, url+"/#p=live&lang=en", Options{Width: 640, Height: 400, ReducedMotion: true}).Ready()
	opened := time.Now()
	Eval[bool](first, `(window.all = [window], true)`)
	for n := 1; n < pages; n++ { // one after the other: who opens them is no crowd
		Eval[bool](first, `(all.push(open(location.pathname + '#p=live&lang=en', 'page'+all.length, 'width=640,height=400')), all.at(-1) !== null)`)
		wait(t, first, fmt.Sprintf(`(w => w.document.querySelector('.kick') && /\d+ objects/.test(w.document.querySelector('.kick').innerText))(all[%d])`, n))
	}
	t.Logf("%d pages after %v", pages, time.Since(opened).Round(time.Second))
	if n := g.Counts().Streams; n != pages {
		t.Errorf("%d watches are open, want %d", n, pages)
	}
	Eval[bool](first, `(window.told = all.map(w => w.document.querySelector('table.state').innerText), true)`)
	began := time.Now()
	d.Advance(12 * time.Minute) // two minutes of changes at once
	wait(t, first, `all.every((w, i) => w.document.querySelector('table.state').innerText !== told[i])`)
	asked := source.Counts().Asked
	if lists, watches := asked[hub.Asked{Verb: "list", Resource: "pods", Outcome: "ok"}], asked[hub.Asked{Verb: "watch", Resource: "pods", Outcome: "ok"}]; lists != 1 || watches != 1 {
		t.Errorf("the cluster saw %d lists and %d watches of pods, want 1 and 1", lists, watches)
	}
	t.Logf("%d pages are live, and have shown a change after %v", pages, time.Since(began).Round(time.Millisecond))
}

// wait waits for longer than a page alone may take.
func wait(t *testing.T, p *Page, js string) {
	t.Helper()
	for began := time.Now(); !Eval[bool](p, "Boolean("+js+")"); time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("not within a minute: %s", js)
		}
	}
}
