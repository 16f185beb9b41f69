package gate

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"context"
)

// nothing is a Source that has been asked too much already.
type nothing struct{}

func (nothing) Resources() []Resource     { return Default() }
func (nothing) Info(context.Context) Info { return Info{Version: "v1.37.2"} }
func (nothing) List(context.Context, Request) (*Body, error) {
	return NewBody([]byte(`{}`), time.Now()), nil
}
func (nothing) Get(context.Context, Request) (*Body, error)          { return nil, ErrNotFound }
func (nothing) Watch(context.Context, Request) (s Stream, err error) { return nil, ErrUnreachable }

// routeRows are a path for every row of routes, with what it answers.
var routeRows = []struct {
	pattern, path string
	want          int
}{
	{"/healthz", "/healthz", 200},
	{"/readyz", "/readyz", 200},
	{"/informerscope/v1/info", "/informerscope/v1/info", 200},
	{"/informerscope/v1/class", "/informerscope/v1/class", 404}, // there is none
	{"/informerscope/v1/class/{name}", "/informerscope/v1/class/68747470", 404},
	{"/version", "/version?timeout=32s", 200},
	{"/api", "/api?timeout=32s", 200},
	{"/apis", "/apis", 200},
	{"/api/{version}", "/api/v1", 200},
	{"/apis/{group}/{version}", "/apis/apps/v1", 200},
	{"/api/{version}/{resource}", "/api/v1/pods?limit=500", 200},
	{"/api/{version}/{resource}/{name}", "/api/v1/nodes/node-1.example.com", 404},
	{"/api/{version}/namespaces/{namespace}/{resource}", "/api/v1/namespaces/default/pods?watch=true", 503},
	{"/api/{version}/namespaces/{namespace}/{resource}/{name}", "/api/v1/namespaces/default/pods/a", 404},
	{"/apis/{group}/{version}/{resource}", "/apis/apps/v1/deployments", 200},
	{"/apis/{group}/{version}/{resource}/{name}", "/apis/apps/v1/deployments/a", 403}, // a namespaced one, without a namespace
	{"/apis/{group}/{version}/namespaces/{namespace}/{resource}", "/apis/batch/v1/namespaces/default/jobs", 200},
	{"/apis/{group}/{version}/namespaces/{namespace}/{resource}/{name}", "/apis/batch/v1/namespaces/default/jobs/a", 404},
}

func ask(g *Gate, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = "scope:1"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

func newGate(t *testing.T, token string) *Gate {
	t.Helper()
	g, err := New(Config{Source: nothing{}, Hosts: []string{"scope:1"}, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEveryRouteHasARowHereAndAnswers(t *testing.T) {
	if len(routeRows) != len(routes) {
		t.Fatalf("there are %d routes and %d rows: add a row to routeRows for each new route", len(routes), len(routeRows))
	}
	open, closed := newGate(t, ""), newGate(t, "sesame-sesame")
	for i, row := range routeRows {
		if row.pattern != routes[i].pattern {
			t.Fatalf("row %d is for %s, want one for %s", i, row.pattern, routes[i].pattern)
		}
		if got := ask(open, "GET", row.path); got.Code != row.want {
			t.Errorf("GET %s = %d, want %d\n%s", row.path, got.Code, row.want, got.Body)
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE", "PROPFIND"} {
			if got := ask(open, method, row.path); got.Code != http.StatusMethodNotAllowed || got.Header().Get("Allow") != "GET" {
				t.Errorf("%s %s = %d, Allow %q, want 405 and GET", method, row.path, got.Code, got.Header().Get("Allow"))
			}
		}
		want := http.StatusUnauthorized
		if routes[i].open {
			want = row.want
		}
		if got := ask(closed, "GET", row.path); got.Code != want {
			t.Errorf("GET %s without the token = %d, want %d", row.path, got.Code, want)
		}
		if got := ask(closed, "GET", row.path, "Authorization: Bearer sesame-sesame"); got.Code != row.want {
			t.Errorf("GET %s with the token = %d, want %d", row.path, got.Code, row.want)
		}
	}
}

func TestTokensThatAreNotTheTokenAreRefused(t *testing.T) {
	g := newGate(t, "sesame-sesame")
	subprotocol := func(token string) string {
		return "Sec-WebSocket-Protocol: v1.scope, " + bearerProtocol + base64.RawURLEncoding.EncodeToString([]byte(token))
	}
	for _, row := range []struct {
		name    string
		headers []string
		want    int
	}{
		{"none", nil, 401},
		{"empty", []string{"Authorization: Bearer "}, 401},
		{"no scheme", []string{"Authorization: sesame-sesame"}, 401},
		{"basic", []string{"Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("x:sesame-sesame"))}, 401},
		{"a prefix", []string{"Authorization: Bearer sesame"}, 401},
		{"longer", []string{"Authorization: Bearer sesame-sesame2"}, 401},
		{"two", []string{"Authorization: Bearer sesame-sesame", "Authorization: Bearer x"}, 401},
		{"a cookie", []string{"Cookie: token=sesame-sesame"}, 401},
		{"a subprotocol without a socket", []string{subprotocol("sesame-sesame")}, 401},
		{"a wrong subprotocol", []string{subprotocol("sesame"), "Upgrade: websocket", "Origin: http://scope:1"}, 401},
		{"padded base64", []string{"Sec-WebSocket-Protocol: v1.scope, " + bearerProtocol + "c2VzYW1lLXNlc2FtZQ==", "Upgrade: websocket", "Origin: http://scope:1"}, 401},
		{"the token", []string{"Authorization: Bearer sesame-sesame"}, 200},
		{"the scheme in lower case", []string{"Authorization: bearer sesame-sesame"}, 200},
		{"the subprotocol, but not on a watch", []string{subprotocol("sesame-sesame"), "Upgrade: websocket", "Origin: http://scope:1"}, 400},
	} {
		if got := ask(g, "GET", "/api/v1/pods", row.headers...); got.Code != row.want {
			t.Errorf("%s: GET /api/v1/pods = %d, want %d", row.name, got.Code, row.want)
		} else if strings.Contains(got.Body.String(), "sesame") {
			t.Errorf("%s: the answer repeats the token: %s", row.name, got.Body)
		}
	}
	// What is not served is nobody's business without the token.
	for _, path := range []string{"/api/v1/secrets", "/metrics", "/api/v1/pods?foo=1", "/api/v1/%70ods"} {
		if got := ask(g, "GET", path); got.Code != http.StatusUnauthorized {
			t.Errorf("GET %s without the token = %d, want 401", path, got.Code)
		}
	}
}

func TestNoTwoProblemsShareAnID(t *testing.T) {
	all := []*Problem{ErrURITooLong, ErrHeadersTooLarge, ErrHost, ErrBody, ErrTarget, ErrMethod, ErrCrossSite, ErrOrigin, ErrToken, ErrPath,
		ErrNotServed, ErrNoFile, ErrNoClass, ErrResource, ErrParameter, ErrParameterValue, ErrFieldSelector, ErrCombination, ErrAccept, ErrUpgrade,
		ErrTooManyStreams, ErrTooManyLists, ErrStopping, ErrInternal, ErrNotFound, ErrExpired, ErrTooLarge, ErrInvalid, ErrBadRequest,
		ErrForbidden, ErrCredentials, ErrThrottled, ErrUnreachable, ErrSlow, ErrTLS, ErrNotKubernetes, ErrIncomplete, ErrUpstream}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.ID] || p.ID == "" || p.Text == "" || p.Next == "" || p.Code < 400 {
			t.Errorf("problem %+v: its ID is taken, or something is missing", p)
		}
		seen[p.ID] = true
	}
}

// What discovery says is read off the source: each version of a group once, and the numbers of a version.
func TestDiscoveryNamesEachVersionOnce(t *testing.T) {
	for group, versions := range newGate(t, "").versions() {
		if sorted := slices.Sorted(slices.Values(versions)); len(slices.Compact(sorted)) != len(versions) {
			t.Errorf("the group %q has the versions %q", group, versions)
		}
	}
	for version, want := range map[string][2]string{"v1.37.2": {"1", "37"}, "v1.30.10": {"1", "30"}, "1.9": {"1", "9"}, "v1.29+": {"1", "29"}, "v2": {"2", ""}, "": {"", ""}} {
		if major, minor := majorMinor(version); major != want[0] || minor != want[1] {
			t.Errorf("majorMinor(%q) = %q, %q; want %q, %q", version, major, minor, want[0], want[1])
		}
	}
}
