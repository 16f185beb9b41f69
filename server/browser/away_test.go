//go:build browser

package browser

import (
	"context"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/upstream"
)

// shop is a cluster of two pods whose account may not read nodes, and what is wrong with it now.
type shop struct {
	*httptest.Server
	fault atomic.Int32 // 0, a status, or -1: connections break
}

func newShop(t *testing.T) *shop {
	a := &shop{}
	a.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		refuse := func(code int) {
			w.WriteHeader(code)
			fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","code":%d}`, code)
		}
		pod := `{"metadata":{"name":"web-%d","namespace":"shop","uid":"%[1]d","resourceVersion":"%[1]d"},"spec":{"nodeName":"n1"}}`
		switch fault := int(a.fault.Load()); {
		case fault < 0:
			panic(http.ErrAbortHandler)
		case fault > 0:
			refuse(fault)
		case r.URL.Path == "/version":
			fmt.Fprint(w, `{"gitVersion":"v1.37.2"}`)
		case r.URL.Path != "/api/v1/pods":
			refuse(http.StatusForbidden)
		case r.URL.Query().Get("watch") == "true":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		default:
			fmt.Fprintf(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[`+pod+","+pod+`]}`, 1, 2)
		}
	}))
	a.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	a.StartTLS()
	t.Cleanup(func() { a.CloseClientConnections(); a.Close() })
	return a
}

// goes puts it into another state, and ends what is open.
func (a *shop) goes(fault int) {
	a.fault.Store(int32(fault))
	a.CloseClientConnections()
}

// serve is a gate to it, behind the built page.
func (a *shop) serve(t *testing.T) (url string, stop func()) {
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Certificate().Raw})
	config := filepath.Join(t.TempDir(), "kubeconfig")
	text := `{apiVersion: v1, kind: Config, current-context: shop, contexts: [{name: shop, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "` + a.URL + `", certificate-authority-data: ` + base64.StdEncoding.EncodeToString(authority) + `}}], users: [{name: u, user: {token: t}}]}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cluster, err := upstream.Load(upstream.Options{Kubeconfig: config})
	if err != nil {
		t.Fatal(err)
	}
	root := Root(t)
	index, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var g *gate.Gate
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.ServeHTTP(w, r) }))
	g, err = gate.New(gate.Config{Source: hub.New(ctx, cluster, nil), Index: index, Web: os.DirFS(filepath.Join(root, "web")),
		Hosts: []string{strings.TrimPrefix(srv.URL, "http://")}, Idle: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	stop = func() {
		cancel()
		end, done := context.WithTimeout(context.Background(), 5*time.Second)
		defer done()
		_ = g.Shutdown(end)
		srv.CloseClientConnections()
		srv.Close()
	}
	t.Cleanup(stop)
	return srv.URL, stop
}

// The cluster goes away beneath its server, its credentials expire, and the server goes, too. Each time the page
// says what it is, and how old is what it shows; what may not be read is greyed, with the reason.
func TestThePageSaysHowOldItIsAndWhy(t *testing.T) {
	t.Parallel()
	a := newShop(t)
	url, stop := a.serve(t)
	p := Open(t, url+"/#p=live&lang=en", Options{Width: 1280, Height: 800, ReducedMotion: true, Allow: []string{"WebSocket", "Failed to load resource"}}).Ready()
	has(p, ".kick", "2 objects")
	spoke := `document.querySelector('.fresh .heard').innerText`
	p.Wait(`/^\d+s ago$/.test(` + spoke + `)`)
	choose(p, "resource", "nodes")
	has(p, headline, "There is no list of nodes yet. The server's account may not read it: it needs get, list and watch.")
	p.Wait(`document.querySelector('[data-act=resource] option.barred')?.innerText === 'nodes, may not be read'`)
	p.Shot("away-forbidden")
	choose(p, "resource", "pods")
	has(p, ".kick", "2 objects")

	a.goes(-1)
	p.Wait(`/^Showing what was known at \d\d:\d\d:\d\d\. The cluster does not answer; it is asked again and again\.$/.test(document.querySelector('` + headline + `').innerText)`)
	p.Wait(`/^\d\d:\d\d:\d\d, \d+s ago$/.test(` + spoke + `)`)
	known := Eval[string](p, spoke)[:8]
	has(p, headline, "Showing what was known at "+known)
	p.Shot("away-1280")
	time.Sleep(2 * time.Second) // the server's own bookmarks come meanwhile
	if now := Eval[string](p, spoke); now[:8] != known || now == known {
		t.Errorf("the cluster spoke %s, want it at %s, and longer ago", now, known)
	}
	p.Emulate(Options{Width: 390, Height: 844, Dark: true})
	time.Sleep(300 * time.Millisecond)
	p.Shot("away-390-dark")
	Eval[bool](p, `(location.hash = location.hash.replace('lang=en', 'lang=zh'), true)`)
	p.Wait(`document.querySelector('` + headline + `').innerText.includes('集群没有响应')`)
	p.Shot("away-390-dark-zh")
	p.Emulate(Options{Width: 1280, Height: 800})
	time.Sleep(300 * time.Millisecond)
	p.Shot("away-1280-zh")
	Eval[bool](p, `(location.hash = location.hash.replace('lang=zh', 'lang=en'), true)`)

	a.goes(http.StatusUnauthorized)
	p.Wait(`/^Showing what was known at ` + known + `\. The credentials have expired/.test(document.querySelector('` + headline + `').innerText)`)
	p.Shot("away-credentials")

	stop()
	p.Wait(`/^Showing what was known at \d\d:\d\d:\d\d\. (Nothing answers since|The connection broke at) \d\d:\d\d:\d\d\./.test(document.querySelector('` + headline + `').innerText)`)
	p.Shot("away-server")
}
