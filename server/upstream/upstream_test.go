package upstream

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

var pods = hub.Collection{Resource: gate.BuiltIn[0]}

// cluster serves h as a cluster over TLS and loads it.
func cluster(t *testing.T, h http.HandlerFunc, o Options) (*Cluster, *bytes.Buffer) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	s.StartTLS()
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return loadAt(t, s, "{token: own-token}", o)
}

func loadAt(t *testing.T, s *httptest.Server, user string, o Options) (*Cluster, *bytes.Buffer) {
	t.Helper()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	o.Kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	config := `{apiVersion: v1, kind: Config, current-context: here, contexts: [{name: here, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "` + s.URL + `", certificate-authority-data: ` + base64.StdEncoding.EncodeToString(authority) + `}}], users: [{name: u, user: ` + user + `}]}`
	if err := os.WriteFile(o.Kubeconfig, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var logged bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&logged, nil))
	c, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return c, &logged
}

func answer(w http.ResponseWriter, code int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
}

func apiStatus(code int, reason, more string) string {
	return fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"etcd at 10.0.0.9 said no","reason":%q,"code":%d%s}`, reason, code, more)
}

const onePod = `{"metadata":{"name":"a","namespace":"d","uid":"1","resourceVersion":"7","labels":{"x":"<&>"},` +
	`"annotations":{"keep":"1","kubectl.kubernetes.io/last-applied-configuration":"{\"password\":\"hunter2\"}"},` +
	`"managedFields":[{"manager":"kubectl","fieldsV1":{"f:spec":{}}}]},"spec":{"big":12345678901234567890,"f":1.0}}`

const onePodPruned = `{"metadata":{"annotations":{"keep":"1"},"labels":{"x":"<&>"},"name":"a","namespace":"d","resourceVersion":"7","uid":"1"},"spec":{"big":12345678901234567890,"f":1.0}}`

// What the cluster does wrong is told from a fixed table, with the state it leaves us in, and none of the
// cluster's own words.
func TestWhatAListIsToldOfTrouble(t *testing.T) {
	for _, row := range []struct {
		name  string
		h     http.HandlerFunc
		want  *gate.Problem
		state string
	}{
		{"F04: cut short, politely", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[`+onePod)
		}, gate.ErrIncomplete, "down"},
		{"F04: cut short against Content-Length", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			answer(w, 200, `{"kind":"PodList","items":[]}`)
		}, gate.ErrIncomplete, "down"},
		{"two lists in one", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, `{"kind":"PodList","items":[]}{"kind":"PodList","items":[]}`)
		}, gate.ErrIncomplete, "down"},
		{"items that are no objects", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, `{"kind":"PodList","items":[1,2]}`)
		}, gate.ErrNotKubernetes, "down"},
		{"the connection breaks", func(w http.ResponseWriter, _ *http.Request) { reset(w) }, gate.ErrUnreachable, "down"},
		{"F06: 410", func(w http.ResponseWriter, _ *http.Request) { answer(w, 410, apiStatus(410, "Expired", "")) }, gate.ErrExpired, "up"},
		{"F09: 429", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			answer(w, 429, apiStatus(429, "TooManyRequests", ""))
		}, gate.ErrThrottled, "up"},
		{"F10: 500", func(w http.ResponseWriter, _ *http.Request) { answer(w, 500, apiStatus(500, "InternalError", "")) }, gate.ErrUpstream, "down"},
		{"F10: 503", func(w http.ResponseWriter, _ *http.Request) { answer(w, 503, "") }, gate.ErrUnreachable, "down"},
		{"F11: a login page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<form>")
		}, gate.ErrNotKubernetes, "down"},
		{"F11: on the way to a login page", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login", http.StatusFound)
		}, gate.ErrNotKubernetes, "down"},
		{"F15: a version that is not there yet", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 504, apiStatus(504, "Timeout", `,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1}`))
		}, gate.ErrTooLarge, "up"},
		{"F18: it stalls after the headers", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, gate.ErrSlow, "down"},
		{"it stalls before the headers", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, gate.ErrUnreachable, "down"},
		{"F29: 404", func(w http.ResponseWriter, _ *http.Request) { answer(w, 404, apiStatus(404, "NotFound", "")) }, gate.ErrNotFound, "up"},
		{"F32: 403", func(w http.ResponseWriter, _ *http.Request) { answer(w, 403, apiStatus(403, "Forbidden", "")) }, gate.ErrForbidden, "up"},
		{"401", func(w http.ResponseWriter, _ *http.Request) { answer(w, 401, apiStatus(401, "Unauthorized", "")) }, gate.ErrCredentials, "down"},
		{"400", func(w http.ResponseWriter, _ *http.Request) { answer(w, 400, apiStatus(400, "BadRequest", "")) }, gate.ErrBadRequest, "up"},
		{"422", func(w http.ResponseWriter, _ *http.Request) { answer(w, 422, apiStatus(422, "Invalid", "")) }, gate.ErrInvalid, "up"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, logged := cluster(t, row.h, Options{})
			c.listTime = time.Second
			_, err := c.List(context.Background(), pods, hub.ListFrom{})
			var p *gate.Problem
			if !errors.As(err, &p) || p.ID != row.want.ID {
				t.Fatalf("List() = %v, want %s", err, row.want.ID)
			}
			if p.ID == "UpstreamThrottled" && p.RetryAfter != 7 {
				t.Errorf("retry after %d, want the 7 the cluster asked for", p.RetryAfter)
			}
			if c.state.State != row.state || row.state == "down" && (c.state.Reason != p.ID || c.state.Next == "") {
				t.Errorf("state = %+v, want %s", c.state, row.state)
			}
			if logged.Len() == 0 {
				t.Error("nothing is logged")
			}
		})
	}
}

// reset ends the connection as a dying machine does.
func reset(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	if tcp, ok := conn.(interface{ NetConn() net.Conn }); ok {
		_ = tcp.NetConn().(*net.TCPConn).SetLinger(0) // a plain close would do as well
		_ = tcp.NetConn().Close()
	}
}

func TestCertificatesThatCannotBeTrusted(t *testing.T) {
	serve := func(*testing.T) *httptest.Server {
		return httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, `{"items":[]}`) }))
	}
	s, config := serve(t), filepath.Join(t.TempDir(), "kubeconfig")
	defer s.Close()
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	// No certificate authority is named, so the system's must know it; they do not.
	text := `{apiVersion: v1, kind: Config, current-context: here, contexts: [{name: here, context: {cluster: c}}], clusters: [{name: c, cluster: {server: "` + s.URL + `"}}]}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Options{Kubeconfig: config})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.List(context.Background(), pods, hub.ListFrom{}); !errors.Is(err, gate.ErrTLS) {
		t.Errorf("List() = %v, want %v", err, gate.ErrTLS)
	}
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, `{"items":[]}`) }))
	defer plain.Close()
	if err := os.WriteFile(config, []byte(strings.Replace(text, s.URL, strings.Replace(plain.URL, "http:", "https:", 1), 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err = Load(Options{Kubeconfig: config}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.List(context.Background(), pods, hub.ListFrom{}); !errors.Is(err, gate.ErrNotKubernetes) {
		t.Errorf("List() over TLS from a plain server = %v, want %v", err, gate.ErrNotKubernetes)
	}
}

// asHelper is the variable by which this program is run as a login helper, and what it does then.
const asHelper = "INFORMERSCOPE_TEST_LOGIN"

func TestMain(m *testing.M) {
	switch os.Getenv(asHelper) {
	case "fails":
		fmt.Fprintln(os.Stderr, "hunter2")
		os.Exit(1)
	case "asks":
		var said string
		if _, err := fmt.Scanln(&said); err != nil {
			os.Exit(3) // there is nobody
		}
		fmt.Println(said)
	case "hangs":
		time.Sleep(2 * time.Second)
	default:
		os.Exit(m.Run())
	}
}

// loggingIn is a cluster whose kubeconfig logs in by a helper: this program, on any system.
func loggingIn(t *testing.T, does, interactive string) *Cluster {
	t.Helper()
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, `{"items":[]}`) }))
	t.Cleanup(s.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := loadAt(t, s, fmt.Sprintf(`{exec: {apiVersion: client.authentication.k8s.io/v1, command: %q, env: [{name: %s, value: %s}], interactiveMode: %s}}`, self, asHelper, does, interactive), Options{})
	return c
}

// F14: a login helper that fails, or asks, is one thing to clients, and what it prints is none of theirs.
func TestAFailingLoginHelperIsToldAsSuch(t *testing.T) {
	for _, name := range []string{"fails", "asks"} {
		c := loggingIn(t, name, "IfAvailable")
		_, err := c.List(context.Background(), pods, hub.ListFrom{})
		if !errors.Is(err, gate.ErrCredentials) {
			t.Errorf("List() with a helper that %s = %v, want %v", name, err, gate.ErrCredentials)
		}
		if state, _ := json.Marshal(c.Info(context.Background())); bytes.Contains(state, []byte("hunter2")) {
			t.Errorf("info tells what the helper printed: %s", state)
		}
	}
}

// F14: a login helper that never ends keeps nobody waiting for longer than the cluster might.
func TestALoginHelperThatHangsIsGivenUp(t *testing.T) {
	c := loggingIn(t, "hangs", "Never")
	c.listTime, c.headersTime = 50*time.Millisecond, 50*time.Millisecond
	began := time.Now()
	for range 3 { // those that come later wait for the first one's helper
		if _, err := c.List(context.Background(), pods, hub.ListFrom{}); !errors.Is(err, gate.ErrCredentials) {
			t.Errorf("List() = %v, want %v", err, gate.ErrCredentials)
		}
	}
	if _, err := c.Watch(context.Background(), pods, "5"); !errors.Is(err, gate.ErrCredentials) {
		t.Errorf("Watch() = %v, want %v", err, gate.ErrCredentials)
	}
	if took := time.Since(began); took > 1500*time.Millisecond {
		t.Errorf("it took %v, want four times 50 ms", took)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.List(ctx, pods, hub.ListFrom{}); !errors.Is(err, context.Canceled) {
		t.Errorf("List() of who left = %v", err)
	}
}

func TestAPageOfAList(t *testing.T) {
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		if want := "/api/v1/namespaces/d/pods?continue=x&limit=2&resourceVersion=5&resourceVersionMatch=Exact"; r.RequestURI != want {
			t.Errorf("the cluster saw %s, want %s", r.RequestURI, want)
		}
		answer(w, 200, "{\n \"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"y\",\"remainingItemCount\":4},\n \"items\":["+onePod+"]}\n")
	}, Options{})
	page, err := c.List(context.Background(), hub.Collection{Resource: gate.BuiltIn[0], Namespace: "d"}, hub.ListFrom{RV: "5", Exact: true, Limit: 2, Continue: "x"})
	if err != nil || page.RV != "9" || page.Continue != "y" || page.Form != (hub.Form{Kind: "Pod", APIVersion: "v1"}) || len(page.Items) != 1 || page.Items[0].JSON() != onePodPruned {
		t.Errorf("List() = %+v, %v\nwant one pod at 9, and y to go on with", page, err)
	}
}

func TestMetadataOnlyAsksForMetadata(t *testing.T) {
	var accepted []string
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		accepted = append(accepted, r.Header.Get("Accept"))
		answer(w, 200, `{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"5"},"items":null}`)
	}, Options{MetadataOnly: true})
	page, err := c.List(context.Background(), pods, hub.ListFrom{})
	if want := (hub.Form{Kind: "PartialObjectMetadata", APIVersion: "meta.k8s.io/v1", Named: true}); err != nil || page.Form != want || len(page.Items) != 0 {
		t.Errorf("List() = %+v, %v, want none of %+v", page, err, want)
	}
	w, err := c.Watch(context.Background(), pods, "8")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	want := []string{"application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"}
	if strings.Join(accepted, " ") != strings.Join(want, " ") {
		t.Errorf("the cluster was asked for %q, want %q", accepted, want)
	}
}

// A cluster is told from others by a namespace that each has once; who may not read it does not know.
func TestTheIdentityOfACluster(t *testing.T) {
	code := 200
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI != "/api/v1/namespaces/kube-system" {
			t.Errorf("the cluster saw %s", r.RequestURI)
		}
		answer(w, code, `{"metadata":{"name":"kube-system","uid":"u-1"}}`)
	}, Options{})
	if id, err := c.Identity(context.Background()); id != "u-1" || err != nil {
		t.Errorf("Identity() = %q, %v, want u-1", id, err)
	}
	code = 403
	if id, err := c.Identity(context.Background()); id != "" || !errors.Is(err, gate.ErrForbidden) {
		t.Errorf("Identity() of who may not read it = %q, %v", id, err)
	}
}

// A cluster that comes back is up again, since when it came back.
func TestTheStateFollowsTheCluster(t *testing.T) {
	code := 200
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		if code != 200 {
			answer(w, code, "")
		} else if r.URL.Path == "/version" {
			answer(w, 200, `{"major":"1","minor":"37","gitVersion":"v1.37.2"}`)
		} else {
			answer(w, 200, `{"kind":"PodList","metadata":{"resourceVersion":"5"},"items":[]}`)
		}
	}, Options{})
	if c.state.State != "unknown" {
		t.Errorf("state before the first request = %+v", c.state)
	}
	info := c.Info(context.Background())
	if info.Upstream.State != "up" || info.Version != "v1.37.2" || info.Source != "cluster" || info.Context != "here" {
		t.Errorf("info = %+v", info)
	}
	up := info.Upstream.Since
	code = 503
	_, _ = c.List(context.Background(), pods, hub.ListFrom{}) // its error is another test's
	down := c.Info(context.Background()).Upstream
	if down.State != "down" || down.Reason != "UpstreamUnreachable" || down.Since.Before(up) {
		t.Errorf("state of a cluster that answers 503 = %+v", down)
	}
	_, _ = c.List(context.Background(), pods, hub.ListFrom{})
	if again := c.Info(context.Background()).Upstream; again != down {
		t.Errorf("state after another 503 = %+v, want still %+v", again, down)
	}
	code = 200
	if _, err := c.List(context.Background(), pods, hub.ListFrom{}); err != nil {
		t.Fatal(err)
	}
	if now := c.Info(context.Background()).Upstream; now.State != "up" || now.Reason != "" || !now.Since.After(down.Since) {
		t.Errorf("state of a cluster that is back = %+v", now)
	}
}
