//go:build browser

package browser

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/informerscope/informerscope/server/gate"
)

// Site serves the built page from the checkout, at its root and under /sub/path/.
type Site struct {
	URL string // http://127.0.0.1:port

	mu  sync.Mutex
	own map[string]own
}

// own is a file of the test's own, in front of the page's.
type own struct {
	status            int
	contentType, body string
	header            http.Header // besides
}

// Serve starts a Site that ends with the test.
func Serve(t testing.TB) *Site {
	t.Helper()
	root := Root(t)
	if _, err := os.Stat(filepath.Join(root, "web/dist/app.wasm")); err != nil {
		t.Fatalf("browser: the page is not built (%v); run make wasm", err)
	}
	s := &Site{own: map[string]own{}}
	files := http.FileServer(http.Dir(root))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		o, ok := s.own[r.URL.Path]
		s.mu.Unlock()
		if ok {
			maps.Copy(w.Header(), o.header)
			w.Header().Set("Content-Type", o.contentType)
			w.WriteHeader(o.status)
			w.Write([]byte(o.body))
			return
		}
		path := strings.TrimPrefix(r.URL.Path, "/sub/path")
		if path != "/" && !strings.HasPrefix(path, "/web/") {
			http.NotFound(w, r)
			return
		}
		gate.SetPageHeaders(w.Header()) // the page must work under them
		r2 := r.Clone(r.Context())
		r2.URL.Path = path
		files.ServeHTTP(w, r2)
	}))
	t.Cleanup(srv.Close)
	s.URL = srv.URL
	return s
}

// Page adds a page of the test's own, such as one with an iframe, and returns its URL.
// No policy is sent with it.
func (s *Site) Page(path, html string) string {
	return s.File(path, http.StatusOK, "text/html; charset=utf-8", html)
}

// File answers path with a status and a body of the test's own, and returns its URL.
func (s *Site) File(path string, status int, contentType, body string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own[path] = own{status, contentType, body, nil}
	return s.URL + path
}

// Shared adds a file that pages of other sites may fetch, and returns its URL.
func (s *Site) Shared(path, contentType, body string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own[path] = own{http.StatusOK, contentType, body, http.Header{"Access-Control-Allow-Origin": {"*"}}}
	return s.URL + path
}

// Isolated adds a page as Page does; the browser keeps it apart from all other origins.
func (s *Site) Isolated(path, html string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own[path] = own{http.StatusOK, "text/html; charset=utf-8", html, http.Header{
		"Cross-Origin-Opener-Policy": {"same-origin"}, "Cross-Origin-Embedder-Policy": {"require-corp"}}}
	return s.URL + path
}

// Root returns the folder of go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("browser: no go.mod above the test's folder")
		}
		dir = up
	}
}
