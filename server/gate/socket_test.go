package gate_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/upstream"
)

const bearer = "base64url.bearer.authorization.k8s.io."

func base64url(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// dial opens a WebSocket watch as the page does.
func dial(t testing.TB, s served, path, origin string, protocols ...string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	conn, resp, err := websocket.Dial(ctx, "ws://"+s.host+path, &websocket.DialOptions{HTTPHeader: header, Subprotocols: protocols})
	if err == nil {
		conn.SetReadLimit(64 << 20)
		t.Cleanup(func() { _ = conn.CloseNow() })
	}
	return conn, resp, err
}

func readFrame(t testing.TB, conn *websocket.Conn) event {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	kind, body, err := conn.Read(ctx)
	if err != nil {
		t.Fatalf("read a frame: %v", err)
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil || kind != websocket.MessageText || strings.HasSuffix(string(body), "\n") {
		t.Fatalf("frame of type %v: %.200q (%v), want one event as text", kind, body, err)
	}
	return e
}

// closeOf reads until the end and returns how the server closed.
func closeOf(t testing.TB, conn *websocket.Conn) (websocket.StatusCode, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for {
		if _, _, err := conn.Read(ctx); err != nil {
			var reason string
			if i := strings.Index(err.Error(), "reason = "); i >= 0 {
				reason = strings.Trim(err.Error()[i+len("reason = "):], `"`)
			}
			return websocket.CloseStatus(err), reason
		}
	}
}

func TestASocketSaysWhatAStreamSays(t *testing.T) {
	d := stillDemo()
	s := serve(t, gate.Config{Source: followed(t, d), Idle: 100 * time.Millisecond})
	path := "/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
	conn, _, err := dial(t, s, path, s.url, "v1.scope")
	if err != nil {
		t.Fatal(err)
	}
	if conn.Subprotocol() != "v1.scope" {
		t.Errorf("subprotocol = %q, want the one that was offered", conn.Subprotocol())
	}
	stream := openWatch(t, s, path)
	for marks := 0; marks < 2; { // the end of the initial events, and the first silence after what followed
		a, b := readFrame(t, conn), stream.next()
		if a.Type != b.Type || string(a.Object) != string(b.Object) {
			t.Fatalf("socket %s %.200s, stream %s %.200s, want the same", a.Type, a.Object, b.Type, b.Object)
		}
		if a.Type == "BOOKMARK" {
			marks++
			d.Advance(later(marks))
		}
	}
}

func TestSocketsNeedOurOriginAndTheToken(t *testing.T) {
	s := serve(t, gate.Config{Source: followed(t, stillDemo()), Token: "sesame-sesame"})
	token := bearer + base64url("sesame-sesame")
	wrong := bearer + base64url("sesame-sesam")
	for _, row := range []struct {
		name, origin string
		protocols    []string
		want         int
	}{
		{"all is well", s.url, []string{"v1.scope", token}, 101},
		{"the token first", s.url, []string{token, "v1.scope"}, 101},
		{"over TLS that ends before us", "https://" + s.host, []string{"v1.scope", token}, 101},
		{"no origin", "", []string{"v1.scope", token}, 403},
		{"another origin", "http://evil.test", []string{"v1.scope", token}, 403},
		{"an origin that begins like ours", s.url + ".evil.test", []string{"v1.scope", token}, 403},
		{"another name of ours", "http://localhost" + s.host[strings.Index(s.host, ":"):], []string{"v1.scope", token}, 403},
		{"a sandbox", "null", []string{"v1.scope", token}, 403},
		{"no token", s.url, []string{"v1.scope"}, 401},
		{"nothing offered", s.url, nil, 401},
		{"a wrong token", s.url, []string{"v1.scope", wrong}, 401},
		{"only a token", s.url, []string{token}, 400},
	} {
		conn, resp, err := dial(t, s, "/api/v1/pods?watch=1", row.origin, row.protocols...)
		if resp == nil || resp.StatusCode != row.want {
			t.Errorf("%s: handshake = %v (%v), want %d", row.name, resp, err, row.want)
			continue
		}
		if answer := strings.Join(resp.Header.Values("Sec-WebSocket-Protocol"), ","); strings.Contains(answer, "bearer") {
			t.Errorf("%s: the token is written back: %q", row.name, answer)
		}
		if err == nil {
			if e := readFrame(t, conn); e.Type != "ADDED" {
				t.Errorf("%s: first event %s, want ADDED", row.name, e.Type)
			}
			_ = conn.CloseNow()
		}
	}
}

func TestHowSocketsEnd(t *testing.T) {
	cluster := newEcho(t)
	cluster.Close() // nobody answers there
	down := serve(t, gate.Config{Source: followed(t, load(t, cluster.Server, "", upstream.Options{}))})
	d := stillDemo()
	s := serve(t, gate.Config{Source: followed(t, d)})
	rv := listOf(t, s, "/api/v1/pods").Metadata.ResourceVersion

	t.Run("timeoutSeconds", func(t *testing.T) {
		conn, _, err := dial(t, s, "/api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion="+rv, s.url)
		if err != nil {
			t.Fatal(err)
		}
		if code, _ := closeOf(t, conn); code != websocket.StatusNormalClosure {
			t.Errorf("close = %v, want 1000", code)
		}
	})
	t.Run("a version nobody has seen", func(t *testing.T) {
		conn, _, err := dial(t, s, "/api/v1/pods?watch=1&resourceVersion=99999999", s.url)
		if err != nil {
			t.Fatal(err)
		}
		if e := readFrame(t, conn); e.Type != "ERROR" || e.object(t).Code != 410 {
			t.Errorf("first frame %s %s, want ERROR 410", e.Type, e.Object)
		}
		if code, _ := closeOf(t, conn); code != websocket.StatusNormalClosure {
			t.Errorf("close = %v, want 1000", code)
		}
	})
	t.Run("a cluster that does not answer", func(t *testing.T) {
		conn, _, err := dial(t, down, "/api/v1/pods?watch=1", down.url)
		if err != nil {
			t.Fatal(err)
		}
		if e := readFrame(t, conn); e.Type != "ERROR" || e.object(t).Code != 503 {
			t.Errorf("first frame %s %s, want ERROR 503", e.Type, e.Object)
		}
		if code, reason := closeOf(t, conn); code != websocket.StatusTryAgainLater || reason != "UpstreamUnreachable" {
			t.Errorf("close = %v %q, want 1013 UpstreamUnreachable", code, reason)
		}
	})
	t.Run("a client that speaks", func(t *testing.T) {
		conn, _, err := dial(t, s, "/api/v1/pods?watch=1&resourceVersion="+rv, s.url)
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Write(context.Background(), websocket.MessageText, []byte("hello")); err != nil {
			t.Fatal(err)
		}
		if code, _ := closeOf(t, conn); code != websocket.StatusPolicyViolation {
			t.Errorf("close = %v, want 1008", code)
		}
	})
	t.Run("a server that stops", func(t *testing.T) {
		s := serve(t, gate.Config{Source: followed(t, d)})
		conn, _, err := dial(t, s, "/api/v1/pods?watch=1&resourceVersion="+rv, s.url)
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = s.gate.Shutdown(context.Background()) }() // it returns once the socket below is read to its end
		if code, _ := closeOf(t, conn); code != websocket.StatusGoingAway {
			t.Errorf("close = %v, want 1001", code)
		}
	})
}

// Whoever leaves, politely or not, leaves nothing behind.
func TestNothingIsLeftOfClientsThatLeave(t *testing.T) {
	cluster := newWatchable(t)
	for name, source := range map[string]gate.Source{"demo": followed(t, stillDemo()), "cluster": followed(t, load(t, cluster.Server, "", upstream.Options{}))} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, gate.Config{Source: source})
			path := "/api/v1/pods?watch=1&resourceVersion=900"
			conn, _, err := dial(t, s, path, s.url) // whatever is made once is made now
			if err != nil {
				t.Fatal(err)
			}
			_ = conn.CloseNow()
			settled := settle(t, 0)
			var open []*websocket.Conn
			var streams []*watch
			for range 25 {
				conn, _, err := dial(t, s, path, s.url)
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, conn)
				streams = append(streams, openWatch(t, s, path))
			}
			for i, conn := range open {
				if i%2 == 0 {
					_ = conn.CloseNow()
				} else {
					_ = conn.Close(websocket.StatusNormalClosure, "") // the server may answer with the same
				}
				streams[i].stop()
			}
			http.DefaultClient.CloseIdleConnections()
			settle(t, settled+8) // idle connections to the cluster stay, a few
			// Every watch has told the gate that it is over.
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			if err := s.gate.Shutdown(ctx); err != nil {
				t.Errorf("Shutdown() = %v: a watch is still counted as open", err)
			}
		})
	}
}

// settle waits until there are at most most goroutines, or for 0 until their number keeps still, and
// returns it.
func settle(t *testing.T, most int) int {
	t.Helper()
	last, same := 0, 0
	for range 500 {
		n := runtime.NumGoroutine()
		if most > 0 && n <= most {
			return n
		}
		if n == last {
			same++
		} else {
			same = 0
		}
		if most == 0 && same == 20 {
			return n
		}
		last = n
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Fatalf("%d goroutines after 5 s, want at most %d\n%.6000s", last, most, stacks[:runtime.Stack(stacks, true)])
	return 0
}
