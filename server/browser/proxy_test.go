//go:build browser

package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// Behind a proxy that lets plain requests through and no WebSocket, live mode reads watches as plain
// streams, follows, and says what the proxy lacks.
func TestLiveFollowsBehindAProxyThatStopsWebSockets(t *testing.T) {
	t.Parallel()
	root := Root(t)
	index, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	source := demo.New(7)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go source.Run(ctx)
	var g *gate.Gate
	var sockets, streams atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Upgrade") != "":
			sockets.Add(1)
			http.Error(w, "no upgrades here", http.StatusBadRequest)
			return
		case r.URL.Query().Get("watch") != "":
			streams.Add(1)
		}
		g.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.CloseClientConnections)
	t.Cleanup(srv.Close)
	t.Cleanup(cancel)
	g, err = gate.New(gate.Config{Source: hub.New(ctx, source, nil), Index: index, Web: os.DirFS(filepath.Join(root, "web")), Hosts: []string{strings.TrimPrefix(srv.URL, "http://")}})
	if err != nil {
		t.Fatal(err)
	}
	p := Open(t, srv.URL+"/#p=live&lang=en", Options{Width: 1280, Height: 800, ReducedMotion: true, Allow: []string{"WebSocket connection", "Failed to load resource"}}).Ready()
	has(p, ".notice", "proxy_http_version 1.1")
	p.Wait(`/\d+ objects/.test(document.querySelector('.kick').innerText)`)
	step := Eval[string](p, `document.querySelector('.kick').innerText + document.querySelector('table.state').innerText`)
	p.Wait(`document.querySelector('.kick').innerText + document.querySelector('table.state').innerText !== ` + strconv.Quote(step))
	p.Shot("live-no-sockets")
	if sockets.Load() == 0 || streams.Load() == 0 {
		t.Errorf("%d sockets were tried and %d streams opened, want both", sockets.Load(), streams.Load())
	}
}
