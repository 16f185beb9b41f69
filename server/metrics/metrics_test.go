package metrics

import (
	"bufio"
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/room"
)

var update = flag.Bool("update", false, "write testdata anew")

// running is a server that was used a little.
func running(t *testing.T) Server {
	t.Helper()
	h := hub.New(t.Context(), demo.New(7), nil)
	class := room.Open("abcd", "secret-secret")
	g, err := gate.New(gate.Config{Source: h, Hosts: []string{"scope:1"}, Class: class})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/v1/pods", "/api/v1/pods", "/api/v1/secrets", "/api/v1/pods?watch=1&timeoutSeconds=1"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = "scope:1"
		g.ServeHTTP(httptest.NewRecorder(), r)
	}
	return Server{Gate: g, Hub: h, Class: class, Version: "v9.9.9"}
}

func ask(h http.Handler, host, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// What Prometheus reads says what happened. The names and labels are in testdata, where the dashboard's
// queries are held against them.
func TestMetricsSayWhatHappened(t *testing.T) {
	w := ask(running(t).Handler(false, false), "10.0.0.1:8351", "/metrics")
	if w.Code != 200 {
		t.Fatalf("GET /metrics = %d\n%s", w.Code, w.Body)
	}
	body := w.Body.String()
	for _, want := range []string{
		`informerscope_build_info{version="v9.9.9"} 1`, `informerscope_streams 0`, `informerscope_lists_total{how="made"} 1`, `informerscope_lists_total{how="kept"} 1`,
		`informerscope_refused_total{reason="ResourceNotAllowed"} 1`, `informerscope_streams_ended_total{why="time"} 1`,
		`informerscope_upstream_requests_total{outcome="ok",resource="pods",verb="list"} 1`, `informerscope_upstream_requests_total{outcome="ok",resource="pods",verb="watch"} 1`,
		`informerscope_feed_objects{namespace="",resource="pods"} `, `informerscope_feed_clients{namespace="",resource="pods"} 0`, `informerscope_feed_lag_seconds{namespace="",resource="pods"} `,
		`informerscope_class_followers 0`, `informerscope_class_lost 0`,
	} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("there is no line %s", want)
		}
	}
	var names []string
	lines := bufio.NewScanner(strings.NewReader(body))
	shape := regexp.MustCompile(`^(informerscope_[a-z_]+)(?:\{(.*)\})? `)
	label := regexp.MustCompile(`([a-z]+)="[^"]*"`)
	for lines.Scan() {
		if m := shape.FindStringSubmatch(lines.Text()); m != nil {
			name := m[1]
			for _, l := range label.FindAllStringSubmatch(m[2], -1) {
				name += " " + l[1]
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	names = append(names, "informerscope_feed_trouble namespace reason resource")
	slices.Sort(names)
	got := strings.Join(names, "\n") + "\n"
	const file = "testdata/names.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("the names are\n%swant those of %s (-update writes them; mend deploy/dashboard.json, too):\n%s%v", got, file, want, err)
	}
}

// A web page that makes a browser ask by another name gets nothing; nor does who asks for profiles that were not asked for.
func TestWhoMayLook(t *testing.T) {
	s := running(t)
	for _, row := range []struct {
		loopback, profiles bool
		host, path         string
		want               int
	}{
		{true, false, "127.0.0.1:8351", "/metrics", 200},
		{true, false, "localhost:8351", "/metrics", 200},
		{true, false, "[::1]:8351", "/metrics", 200},
		{true, false, "evil.test:8351", "/metrics", 421},
		{true, false, "127.0.0.1.evil.test:8351", "/metrics", 421},
		{true, false, "localhost", "/metrics", 421},
		{true, true, "evil.test:8351", "/debug/pprof/heap", 421},
		{true, true, "127.0.0.1:8351", "/debug/pprof/", 200},
		{true, false, "127.0.0.1:8351", "/debug/pprof/", 404},
		{false, false, "10.0.0.1:8351", "/debug/pprof/heap", 404},
		{false, false, "10.0.0.1:8351", "/api/v1/pods", 404},
	} {
		if w := ask(s.Handler(row.loopback, row.profiles), row.host, row.path); w.Code != row.want {
			t.Errorf("GET %s of %s (loopback %v, profiles %v) = %d, want %d", row.path, row.host, row.loopback, row.profiles, w.Code, row.want)
		}
	}
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/metrics", nil)
	w := httptest.NewRecorder()
	if s.Handler(false, false).ServeHTTP(w, r); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST /metrics = %d, want 405", w.Code)
	}
}
