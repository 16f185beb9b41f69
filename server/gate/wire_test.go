package gate_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/informerscope/informerscope/server/gate"
)

// object is as much of an object, or of a Status, as these tests look at.
type object struct {
	Kind     string
	Metadata struct {
		Name, Namespace, ResourceVersion, UID string
		Annotations                           map[string]string
	}
	Code   int32
	Reason metav1.StatusReason
}

type list struct {
	Kind     string
	Metadata struct{ ResourceVersion, Continue string }
	Items    []json.RawMessage
}

type event struct {
	Type   string
	Object json.RawMessage
}

func (e event) object(t testing.TB) object {
	t.Helper()
	var o object
	if err := json.Unmarshal(e.Object, &o); err != nil {
		t.Fatalf("event %.200s: %v", e.Object, err)
	}
	return o
}

func listOf(t testing.TB, s served, path string) list {
	t.Helper()
	resp, body := get(t, s, path)
	var l list
	if err := json.Unmarshal([]byte(body), &l); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s = %d %.200s (%v), want a list", path, resp.StatusCode, body, err)
	}
	return l
}

// watch is an open WATCH over a chunked stream.
type watch struct {
	t     testing.TB
	lines chan string // closed at the end of the stream
	stop  context.CancelFunc
}

func openWatch(t testing.TB, s served, path string) *watch {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(resp.Body) // shown as far as it goes
		t.Fatalf("WATCH %s = %d %s, want 200", path, resp.StatusCode, body)
	}
	w := &watch{t, make(chan string), cancel}
	go func() {
		defer close(w.lines)
		defer resp.Body.Close()
		r := bufio.NewReader(resp.Body)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			select {
			case w.lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	t.Cleanup(cancel)
	return w
}

// line waits for the next line; ok is false at the end of the stream.
func (w *watch) line() (string, bool) {
	w.t.Helper()
	select {
	case l, ok := <-w.lines:
		return l, ok
	case <-time.After(5 * time.Second):
		w.t.Fatal("the watch says nothing for 5 s")
		return "", false
	}
}

func (w *watch) next() event {
	w.t.Helper()
	line, ok := w.line()
	if !ok {
		w.t.Fatal("the watch ended, want an event")
	}
	var e event
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		w.t.Fatalf("line %q: %v", line, err)
	}
	return e
}

func (w *watch) wantEnd() {
	w.t.Helper()
	if line, ok := w.line(); ok {
		w.t.Fatalf("the watch goes on with %.200s, want its end", line)
	}
}

// later is the demo's time after some minutes.
func later(minutes int) time.Duration { return 10*time.Minute + time.Duration(minutes)*time.Minute }

func TestListsByResourceVersion(t *testing.T) {
	t.Parallel()
	d := stillDemo()
	s := serve(t, gate.Config{Source: followed(t, d)})
	now := listOf(t, s, "/api/v1/pods")
	rv := now.Metadata.ResourceVersion
	n, err := strconv.Atoi(rv)
	if err != nil || n < 100 || len(now.Items) < 10 || now.Kind != "PodList" {
		t.Fatalf("the demo begins at version %q with %d of %s", rv, len(now.Items), now.Kind)
	}
	for _, row := range []struct {
		query string
		want  int
		id    string
	}{
		{"", 200, ""},
		{"resourceVersion=", 200, ""},
		{"resourceVersion=0", 200, ""},
		{"resourceVersion=" + rv, 200, ""},
		{"resourceVersion=1", 200, ""},
		{"resourceVersion=" + rv + "&resourceVersionMatch=NotOlderThan", 200, ""},
		{"resourceVersion=" + rv + "&resourceVersionMatch=Exact", 200, ""},
		{"resourceVersion=" + rv + "&resourceVersionMatch=Exact&limit=3", 200, ""},
		{"limit=3", 200, ""},
		{"resourceVersion=1&resourceVersionMatch=Exact", 410, "Expired"},
		{"continue=abc", 410, "Expired"},
		{"resourceVersion=" + strconv.Itoa(n+1000000), 504, "ResourceVersionTooLarge"},
		{"resourceVersion=18446744073709551615&resourceVersionMatch=NotOlderThan", 504, "ResourceVersionTooLarge"},
	} {
		t.Run(row.query, func(t *testing.T) {
			t.Parallel()
			resp, body := get(t, s, "/api/v1/pods?"+row.query)
			if resp.StatusCode != row.want {
				t.Fatalf("LIST ?%s = %d, want %d\n%s", row.query, resp.StatusCode, row.want, body)
			}
			if row.want != 200 {
				st := statusOf(t, body)
				if got := string(st.Details.Causes[0].Type); got != row.id {
					t.Errorf("cause = %q, want %q", got, row.id)
				}
				if row.want == 504 && (st.Details.RetryAfterSeconds != 1 || resp.Header.Get("Retry-After") != "1") {
					t.Errorf("retry after %d and %q, want 1", st.Details.RetryAfterSeconds, resp.Header.Get("Retry-After"))
				}
				return
			}
			var l list
			if err := json.Unmarshal([]byte(body), &l); err != nil || l.Metadata.ResourceVersion != rv || len(l.Items) != len(now.Items) || l.Metadata.Continue != "" {
				t.Errorf("list at %s with %d items, continue %q, want all %d at %s", l.Metadata.ResourceVersion, len(l.Items), l.Metadata.Continue, len(now.Items), rv)
			}
		})
	}
}

// A list from a version that is about to come waits for it.
func TestAListWaitsForItsVersion(t *testing.T) {
	t.Parallel()
	d := stillDemo()
	s := serve(t, gate.Config{Source: followed(t, d)})
	n, _ := strconv.Atoi(listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion)
	go func() {
		time.Sleep(100 * time.Millisecond) // the request is most likely waiting by then; if not, it passes too
		d.Advance(later(1))
	}()
	if got, _ := strconv.Atoi(listOf(t, s, "/api/v1/pods?resourceVersion="+strconv.Itoa(n+5)).Metadata.ResourceVersion); got < n+5 {
		t.Errorf("LIST at %d = a list at %d", n+5, got)
	}
}

func TestWatchesFromEachKindOfResourceVersion(t *testing.T) {
	t.Parallel()
	d := stillDemo()
	s := serve(t, gate.Config{Source: followed(t, d)})
	before := listOf(t, s, "/api/v1/pods")
	rv := before.Metadata.ResourceVersion
	n, _ := strconv.Atoi(rv)

	fresh := openWatch(t, s, "/api/v1/pods?watch=true&resourceVersion="+rv)
	initial := openWatch(t, s, "/api/v1/pods?watch=1&resourceVersion=0")
	unset := openWatch(t, s, "/api/v1/pods?watch=1")
	stream := openWatch(t, s, "/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
	silent := openWatch(t, s, "/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")
	without := openWatch(t, s, "/api/v1/pods?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan")

	for name, w := range map[string]*watch{"0": initial, "unset": unset, "sendInitialEvents": stream, "without bookmarks": silent} {
		for range before.Items {
			if e := w.next(); e.Type != "ADDED" {
				t.Fatalf("%s: %s among the initial events, want ADDED", name, e.Type)
			}
		}
	}
	mark := stream.next()
	if o := mark.object(t); mark.Type != "BOOKMARK" || o.Metadata.Annotations["k8s.io/initial-events-end"] != "true" || o.Metadata.ResourceVersion != rv || o.Kind != "Pod" {
		t.Errorf("after the initial events: %s %s, want the bookmark that ends them, at %s", mark.Type, mark.Object, rv)
	}

	d.Advance(later(1))
	first := fresh.next()
	if got, _ := strconv.Atoi(first.object(t).Metadata.ResourceVersion); got <= n {
		t.Errorf("WATCH from %d begins at %d", n, got)
	}
	for name, w := range map[string]*watch{"0": initial, "unset": unset, "sendInitialEvents": stream, "without bookmarks": silent, "sendInitialEvents=false": without} {
		if e := w.next(); e.Type != first.Type || !bytes.Equal(e.Object, first.Object) {
			t.Errorf("%s: first live event %s %.100s, want %s %.100s", name, e.Type, e.Object, first.Type, first.Object)
		}
	}

	resp, body := get(t, s, "/api/v1/pods?watch=1&resourceVersion="+strconv.Itoa(n+1000000))
	if st := statusOf(t, body); resp.StatusCode != 410 || st.Reason != metav1.StatusReasonExpired {
		t.Errorf("WATCH from a version nobody has seen = %d %s, want 410 at once", resp.StatusCode, body)
	}

	d.Advance(later(600)) // more than the window
	for number(t, listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion) < n+10000 {
		time.Sleep(50 * time.Millisecond) // until it is known: after a list anew
	}
	old := openWatch(t, s, "/api/v1/pods?watch=1&resourceVersion="+rv)
	e := old.next()
	if o := e.object(t); e.Type != "ERROR" || o.Kind != "Status" || o.Code != 410 || o.Reason != metav1.StatusReasonExpired {
		t.Errorf("WATCH from before the window: %s %s, want ERROR 410 Expired", e.Type, e.Object)
	}
	old.wantEnd()
}

// A list and the events after it make the next list, each event once and in order. Selectors see objects
// come and go.
func TestAListAndItsWatchMakeTheNextList(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		"/api/v1/pods", "/api/v1/nodes", "/apis/apps/v1/replicasets", "/apis/batch/v1/jobs", "/api/v1/namespaces/shop/pods",
		"/api/v1/pods?labelSelector=" + url.QueryEscape("app in (frontend,cart),app!=report"),
		"/api/v1/pods?fieldSelector=" + url.QueryEscape("spec.nodeName=node-2"),
		"/api/v1/pods?fieldSelector=" + url.QueryEscape("status.phase!=Running"),
		"/apis/batch/v1/jobs?fieldSelector=" + url.QueryEscape("status.successful=1"),
		"/apis/apps/v1/namespaces/shop/deployments?fieldSelector=" + url.QueryEscape("metadata.name=cart"),
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			d := stillDemo()
			s := serve(t, gate.Config{Source: followed(t, d), Idle: 200 * time.Millisecond})
			sep := "?"
			if strings.Contains(query, "?") {
				sep = "&"
			}
			start := listOf(t, s, query)
			have := fold(t, map[string]string{}, start)
			w := openWatch(t, s, query+sep+"watch=1&allowWatchBookmarks=true&resourceVersion="+start.Metadata.ResourceVersion)
			d.Advance(later(3))
			var end list
			last, _ := strconv.Atoi(start.Metadata.ResourceVersion)
			events := 0
			for {
				e := w.next()
				o := e.object(t)
				rv, _ := strconv.Atoi(o.Metadata.ResourceVersion)
				if e.Type == "BOOKMARK" {
					// The list may have gone on meanwhile.
					if end = listOf(t, s, query); rv == number(t, end.Metadata.ResourceVersion) {
						break
					}
					continue
				}
				if rv <= last {
					t.Fatalf("event %s at %d after one at %d", e.Type, rv, last)
				}
				last = rv
				events++
				key := o.Metadata.Namespace + "/" + o.Metadata.Name
				_, known := have[key]
				if known != (e.Type != "ADDED") {
					t.Errorf("%s of %s, which is known: %v", e.Type, key, known)
				}
				have[key] = o.Metadata.UID + "@" + o.Metadata.ResourceVersion
				if e.Type == "DELETED" {
					delete(have, key)
				}
			}
			want := fold(t, map[string]string{}, end)
			if len(have) != len(want) {
				t.Errorf("%d objects after %d events, want %d", len(have), events, len(want))
			}
			for key, v := range want {
				if have[key] != v {
					t.Errorf("%s = %q after %d events, want %q", key, have[key], events, v)
				}
			}
			if events == 0 {
				t.Error("nothing happened in three minutes")
			}
		})
	}
}

func number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func fold(t testing.TB, into map[string]string, l list) map[string]string {
	t.Helper()
	for _, item := range l.Items {
		o := event{Object: item}.object(t)
		into[o.Metadata.Namespace+"/"+o.Metadata.Name] = o.Metadata.UID + "@" + o.Metadata.ResourceVersion
	}
	return into
}

func TestASilentWatchShowsThatItLives(t *testing.T) {
	t.Parallel()
	s := serve(t, gate.Config{Source: followed(t, stillDemo()), Idle: 30 * time.Millisecond})
	rv := listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion
	marked := openWatch(t, s, "/api/v1/pods?watch=1&allowWatchBookmarks=true&resourceVersion="+rv)
	for range 2 {
		e := marked.next()
		if o := e.object(t); e.Type != "BOOKMARK" || o.Metadata.ResourceVersion != rv || o.Metadata.Annotations != nil {
			t.Errorf("a silent watch says %s %s, want a plain bookmark at %s", e.Type, e.Object, rv)
		}
	}
	blank := openWatch(t, s, "/api/v1/pods?watch=1&resourceVersion="+rv)
	if line, ok := blank.line(); line != "\n" || !ok {
		t.Errorf("a silent watch that wants no bookmarks says %q, want a blank line", line)
	}
}

func TestTimeoutSecondsEndAWatch(t *testing.T) {
	t.Parallel()
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	rv := listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion
	began := time.Now()
	openWatch(t, s, "/api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion="+rv).wantEnd()
	if took := time.Since(began); took < time.Second {
		t.Errorf("timeoutSeconds=1 ended the watch after %v", took)
	}
}

// API servers pretty-print for browsers; we never do.
func TestAnswersAreCompactAndTheSameForAll(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	_, plain := get(t, s, "/api/v1/pods")
	_, browser := get(t, s, "/api/v1/pods", "User-Agent: Mozilla/5.0", "Accept: text/html,application/json;q=0.9,*/*;q=0.8")
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(plain)); err != nil {
		t.Fatal(err)
	}
	if plain != browser || compact.String() != plain {
		t.Errorf("list for a program has %d bytes, for a browser %d, compact %d; want all the same", len(plain), len(browser), compact.Len())
	}
}

func TestObjectsByName(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	resp, body := get(t, s, "/apis/apps/v1/namespaces/shop/deployments/cart")
	if o := (event{Object: []byte(body)}).object(t); resp.StatusCode != 200 || o.Kind != "Deployment" || o.Metadata.Name != "cart" {
		t.Errorf("GET deployment cart = %d %s", resp.StatusCode, body)
	}
	resp, body = get(t, s, "/apis/apps/v1/namespaces/default/deployments/cart")
	if st := statusOf(t, body); resp.StatusCode != 404 || st.Reason != metav1.StatusReasonNotFound || st.Details.Name != "cart" || st.Details.Kind != "deployments" {
		t.Errorf("GET a deployment that is not there = %d %s", resp.StatusCode, body)
	}
}

// The page is served to anyone, embeds included, and holds no data.
func TestPageFilesNeedNoToken(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo()), Token: "sesame-sesame"})
	for path, kind := range map[string]string{"/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8", "/web/dist/app.wasm": "application/wasm", "/web/boot.js": "text/javascript; charset=utf-8"} {
		resp, _ := get(t, s, path, "Sec-Fetch-Site: cross-site", "Origin: null")
		for name, want := range map[string]string{
			"Content-Type": kind, "Cross-Origin-Resource-Policy": "cross-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
				"img-src 'self' data: blob:; font-src 'self'; require-trusted-types-for 'script'",
		} {
			if got := resp.Header.Get(name); resp.StatusCode != 200 || got != want {
				t.Errorf("GET %s = %d with %s: %q, want %q", path, resp.StatusCode, name, got, want)
			}
		}
		again, _ := get(t, s, path, "If-None-Match: "+resp.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("GET %s with its ETag = %d, want 304", path, again.StatusCode)
		}
	}
	resp, body := get(t, s, "/web/dist/app.wasm", "Accept-Encoding: gzip, br")
	if resp.Header.Get("Content-Encoding") != "br" || body != "packed" {
		t.Errorf("app.wasm for a client that takes brotli: encoding %q, %q; want what lies beside it as .br", resp.Header.Get("Content-Encoding"), body)
	}
	if resp, body := get(t, s, "/web/dist/app.wasm", "Accept-Encoding: br;q=0"); resp.Header.Get("Content-Encoding") != "" || body != "\x00asm" {
		t.Errorf("app.wasm for a client that refuses brotli: encoding %q", resp.Header.Get("Content-Encoding"))
	}
}

// Link checkers and curl -I ask by HEAD; they get what a GET gets, without the body.
func TestPageFilesAnswerHEAD(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo()), Token: "sesame-sesame"})
	for _, path := range []string{"/", "/web/dist/app.wasm", "/web/boot.js"} {
		of := func(method string) (*http.Response, []byte) {
			req, _ := http.NewRequest(method, s.url+path, nil)
			req.Header.Set("Accept-Encoding", "br")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			return resp, body
		}
		whole, _ := of("GET")
		head, body := of("HEAD")
		if head.StatusCode != 200 || len(body) != 0 {
			t.Errorf("HEAD %s = %d with %d bytes, want 200 and none", path, head.StatusCode, len(body))
		}
		for name, want := range map[string]string{"Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "cross-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff"} {
			if got := whole.Header.Get(name); got != want {
				t.Errorf("GET %s: %s is %q, want %q", path, name, got, want)
			}
		}
		for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Etag", "Content-Security-Policy"} {
			if got, want := head.Header.Get(name), whole.Header.Get(name); got != want {
				t.Errorf("HEAD %s: %s is %q, want %q as for GET", path, name, got, want)
			}
		}
		if post, _ := of("POST"); post.StatusCode != 405 || post.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s = %d, Allow %q; want 405 and GET, HEAD", path, post.StatusCode, post.Header.Get("Allow"))
		}
	}
}

// A refused query is told back: which parameter, with which value, short and escaped.
func TestARefusalNamesTheParameterAndItsValue(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	long := strings.Repeat("x", 5000)
	for query, want := range map[string]string{
		"foo=bar":                          `there is no query parameter "foo" (its value is "bar")`,
		"%3Cb%3E=%22":                      `there is no query parameter "<b>" (its value is "\"")`,
		"watch=perhaps":                    `the query parameter watch is "perhaps", which is not valid`,
		"limit=-1":                         `the query parameter limit is "-1", which is not valid`,
		"limit=1&limit=2":                  `the query parameter limit is given 2 times, first as "1" and then as "2": want it once`,
		"labelSelector=a%00b":              `the query parameter labelSelector is "a\x00b", which is not valid`,
		"labelSelector=%E2%80%AEa%20b%20c": `the query parameter labelSelector is "\u202ea b c", which is not valid`,
		"continue=" + long:                 `the query parameter continue has 5000 bytes, "` + long[:60] + `"…: want 4096 at most`,
		"continue=abc&resourceVersion=5":   `continue is "abc" and resourceVersion "5": the token holds its version, want no other`,
		"watch=1&continue=abc":             `continue is "abc" on a watch: want it on a list`,
		"a=%zz":                            `the query "a=%zz" cannot be read: want name=value&name=value, escaped as in a URL`,
	} {
		resp, body := get(t, s, pods+"?"+query)
		if got := statusOf(t, body).Message; resp.StatusCode != 400 || got != want {
			t.Errorf("GET pods?%.40s = %d %q, want 400 %q", query, resp.StatusCode, got, want)
		}
	}
	for path, want := range map[string]string{
		"/informerscope/v1/info?x=1": `this path takes no query, and was asked with "x=1"`,
		pods + "/a?watch=1":          `one object takes resourceVersion alone, and was asked for with "watch=1"`,
	} {
		if resp, body := get(t, s, path); resp.StatusCode != 400 || statusOf(t, body).Message != want {
			t.Errorf("GET %s = %d %s, want 400 and %q", path, resp.StatusCode, body, want)
		}
	}
}

// What stands between the page and us keeps no line of a watch back to pack it.
func TestAWatchIsNotToBeTransformed(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	resp, _ := get(t, s, pods+"?watch=true&timeoutSeconds=1")
	if got := resp.Header.Get("Cache-Control"); got != "no-store, no-transform" {
		t.Errorf("a watch has Cache-Control %q, want no-store, no-transform", got)
	}
}

// A stopping server is not ready, takes no watch, and ends those that are open.
// ahead is a source that heard of the cluster at a time that has not come: the clock was set back since.
type ahead struct{ gate.Source }

func (ahead) List(context.Context, gate.Request) (*gate.Body, error) {
	return gate.NewBody([]byte(`{}`), time.Now().Add(24*time.Hour).Round(0)), nil
}

func TestAnAnswerIsNeverYoungerThanNow(t *testing.T) {
	s := serve(t, gate.Config{Source: ahead{followed(t, stillDemo())}})
	if resp, _ := get(t, s, "/api/v1/pods"); resp.Header.Get("X-Informerscope-Staleness") != "0" {
		t.Errorf("the answer is %q s old, want 0", resp.Header.Get("X-Informerscope-Staleness"))
	}
}

func TestShutdownEndsWatches(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo())})
	rv := listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion
	var open []*watch
	for range 20 {
		open = append(open, openWatch(t, s, "/api/v1/pods?watch=1&resourceVersion="+rv))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.gate.Shutdown(ctx); err != nil {
		t.Fatalf("Shutdown() = %v", err)
	}
	for _, w := range open {
		w.wantEnd()
	}
	for path, want := range map[string]int{"/readyz": 503, "/healthz": 200, "/api/v1/pods?watch=1": 503} {
		if resp, _ := get(t, s, path); resp.StatusCode != want {
			t.Errorf("GET %s of a stopping server = %d, want %d", path, resp.StatusCode, want)
		}
	}
}
