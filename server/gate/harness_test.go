package gate_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/upstream"
)

// served is a gate on a port of its own.
type served struct {
	gate *gate.Gate
	host string // 127.0.0.1:PORT
	url  string
}

// serve serves c until the test ends. Host, page and log are filled in.
func serve(t testing.TB, c gate.Config) served {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	c.Hosts = append(c.Hosts, host)
	c.Index = []byte("<!doctype html><title>page</title>")
	c.Web = fstest.MapFS{
		"dist/app.wasm": {Data: []byte("\x00asm")}, "dist/app.wasm.br": {Data: []byte("packed")},
		"boot.js": {Data: []byte("1")}, "dist/.keep": {},
	}
	g, err := gate.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Server()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }() // it always ends with ErrServerClosed
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := g.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown() = %v: a watch did not end", err)
		}
		_ = s.Close()
		<-done
	})
	return served{g, host, "http://" + host}
}

// stillDemo is a demo whose time stands still unless the test moves it.
func stillDemo() *demo.Demo { return demo.New(7) }

// followed is what clients get of up.
func followed(t testing.TB, up hub.Upstream) gate.Source { return hub.New(t.Context(), up, nil) }

// echo is a cluster that answers every request with an empty list of what was asked for, and remembers it.
type echo struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func newEcho(t testing.TB) *echo {
	e := &echo{}
	e.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		e.seen = append(e.seen, r)
		e.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}`)
	}))
	t.Cleanup(e.Close)
	return e
}

// take returns the requests since the last take.
func (e *echo) take() []*http.Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	seen := e.seen
	e.seen = nil
	return seen
}

// load is the cluster that server is, at a path of it, as a kubeconfig would give it. client-go sends
// credentials over TLS only.
func load(t testing.TB, server *httptest.Server, path string, o upstream.Options) *upstream.Cluster {
	t.Helper()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	o.Kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	config := `{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "` + server.URL + path + `", certificate-authority-data: ` + base64.StdEncoding.EncodeToString(authority) + `}}], users: [{name: u, user: {token: own-token}}]}`
	if err := os.WriteFile(o.Kubeconfig, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := upstream.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// raw sends bytes as they are and reads one answer.
func raw(t testing.TB, host, request string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	// A server that has seen enough answers before it has read all of a large request.
	go func() { _, _ = io.WriteString(conn, request) }()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer to %.80q: %v", request, err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20)) // a watch or a cut connection ends in an error
	return resp, string(body)
}

// get asks for a path, with headers as "Name: value".
func get(t testing.TB, s served, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Add(name, value)
	}
	// A watch that should have been refused would never end.
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	resp, err := http.DefaultClient.Do(req.WithContext(ctx))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return resp, string(body)
}

// statusOf reads a metav1.Status and checks that it is one.
func statusOf(t testing.TB, body string) metav1.Status {
	t.Helper()
	var st metav1.Status
	if err := json.Unmarshal([]byte(body), &st); err != nil || st.Kind != "Status" || st.Status != "Failure" || st.Message == "" ||
		st.Details == nil || len(st.Details.Causes) != 1 || st.Details.Causes[0].Message == "" {
		t.Fatalf("answer = %.200q, want a Status with a message and a cause that says what to do (%v)", body, err)
	}
	return st
}

// newWatchable is a cluster whose watches stay open in silence, and whose lists are empty.
func newWatchable(t testing.TB) *echo {
	e := &echo{}
	e.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("watch") != "true" {
			_, _ = io.WriteString(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"900"},"items":[]}`)
			return
		}
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(e.Close)
	return e
}
