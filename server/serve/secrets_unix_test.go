//go:build unix

package serve

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// asServer is the environment's name that makes this test binary a server: its arguments are those of
// informerscope, and a line on its standard input has it write its memory into the file of that name.
const asServer = "INFORMERSCOPE_TEST_SERVES"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			dump(lines.Text())
		}
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, built))
}

// dump writes every object that is alive. A timer that was stopped goes on holding what it would have called, such as the
// end of an idle connection, until there are many of them on its processor; what pools keep is dead after the second
// collection.
func dump(name string) {
	for range 1000 {
		time.AfterFunc(time.Hour, func() {}).Stop()
	}
	time.Sleep(time.Millisecond)
	runtime.GC()
	runtime.GC()
	f, err := os.Create(name + ".part")
	if err == nil {
		debug.WriteHeapDump(f.Fd())
		err = f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dump:", err)
	}
}

// planted are secrets, and what must be found where they are looked for: who finds nothing has not looked.
type planted struct{ applied, managed, value, helper, account, kept string }

func plant() planted {
	return planted{applied: "applied-" + rand.Text(), managed: "managed-" + rand.Text(), value: "value-" + rand.Text(),
		helper: "helper-" + rand.Text(), account: "account-" + rand.Text(), kept: "kept-" + rand.Text()}
}

// object is one with everything in it that is to be left out, and the annotation that is kept.
func (p planted) object(name string, rv int, full bool) string {
	value := ""
	if full {
		value = fmt.Sprintf(`,"data":{"password":"%s"}`, p.value)
	}
	return fmt.Sprintf(`{"metadata":{"name":%q,"namespace":"d","uid":%[1]q,"resourceVersion":"%d","annotations":{"kept":"%s",`+
		`"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":\"%s\"}"},"managedFields":[{"manager":"%s","fieldsV1":{"f:%[5]s":{}}}]}%s}`,
		name, rv, p.kept, p.applied, p.managed, value)
}

// cluster serves those objects to the account alone. Where deaf, it sends whole objects to who asks for metadata. Once it
// is quiet nothing is left of them, and each watch that is opened is told.
type cluster struct {
	*httptest.Server
	quiet   atomic.Bool
	watched chan struct{}
}

func (p planted) cluster(t *testing.T, deaf bool) *cluster {
	t.Helper()
	c := &cluster{watched: make(chan struct{}, 10)}
	c.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer "+p.account {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		full := deaf || !strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata")
		switch quiet := c.quiet.Load(); {
		case r.URL.Query().Get("watch") == "true":
			if quiet {
				c.watched <- struct{}{}
			} else {
				_, _ = fmt.Fprintf(w, `{"type":"ADDED","object":%s}`+"\n", p.object("watched", 11, full))
				_, _ = fmt.Fprintf(w, `{"type":"MODIFIED","object":%s}`+"\n", p.object("listed", 12, full))
			}
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case strings.HasPrefix(r.URL.Path, "/api/v1/") && quiet:
			_, _ = io.WriteString(w, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"12"},"items":[]}`)
		case strings.HasPrefix(r.URL.Path, "/api/v1/"):
			_, _ = fmt.Fprintf(w, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"10"},"items":[%s]}`, p.object("listed", 9, full))
		default:
			_, _ = io.WriteString(w, `{"gitVersion":"v1.37.2"}`)
		}
	}))
	c.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	c.StartTLS()
	t.Cleanup(func() { c.CloseClientConnections(); c.Close() })
	return c
}

// anew ends the connections, whose buffers hold what came over them last, and waits until n watches are open again.
func (c *cluster) anew(t *testing.T, n int) {
	t.Helper()
	c.quiet.Store(true)
	c.CloseClientConnections()
	for range n {
		select {
		case <-c.watched:
		case <-time.After(20 * time.Second):
			t.Fatal("a watch is not opened again")
		}
	}
}

// kubeconfig logs in to s by a program that talks on its standard error.
func (p planted) kubeconfig(t *testing.T, s *cluster) string {
	t.Helper()
	dir := t.TempDir()
	helper := filepath.Join(dir, "helper")
	script := "echo " + p.helper + ` >&2
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"` + p.account + `"}}'` + "\n"
	if err := os.WriteFile(helper, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	config := filepath.Join(dir, "kubeconfig")
	text := `{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "` + s.URL + `", certificate-authority-data: ` + base64.StdEncoding.EncodeToString(authority) + `}}],
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: ["` + helper + `"], interactiveMode: Never}}}]}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config
}

// server is a process that serves.
type server struct {
	url, token string
	ask        io.Writer
	log        *output
}

func startServer(t *testing.T, args ...string) *server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"serve", "--listen", "127.0.0.1:0", "--verbose", "--open=false"}, args...)...)
	// A connection of HTTP/2 that is over is held by its timers until they ring; GOMAXPROCS is for dump.
	cmd.Env = append(os.Environ(), asServer+"=1", "DISABLE_HTTP2=1", "GOMAXPROCS=1")
	s := &server{log: &output{}}
	cmd.Stderr = s.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.ask, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v\n%s", err, s.log)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server prints no URL: %v\n%s", err, s.log)
	}
	base, token, ok := strings.Cut(strings.TrimSpace(line), "#token=")
	if !ok {
		t.Fatalf("the server printed %q", line)
	}
	s.url, s.token = base, token
	return s
}

// memory is what is alive in the server.
func (s *server) memory(t *testing.T) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "heap")
	if _, err := io.WriteString(s.ask, name+"\n"); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if all, err := os.ReadFile(name); err == nil {
			return all
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the server writes no memory\n%s", s.log)
	return nil
}

// traffic is what browsers and others ask of each resource. It returns all that was answered.
func (s *server) traffic(t *testing.T, resources ...string) string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{}, Timeout: 10 * time.Second}
	defer client.CloseIdleConnections()
	var told strings.Builder
	get := func(path, token string) {
		req, err := http.NewRequest(http.MethodGet, s.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := client.Do(req)
		if err != nil {
			t.Fatalf("GET %s: %v", path, err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatalf("GET %s: %v", path, err)
		}
		fmt.Fprintf(&told, "%s %v\n%s\n", resp.Status, resp.Header, body)
	}
	for _, resource := range resources {
		collection := "api/v1/" + resource
		get(collection, "not-the-token")
		get(collection, s.token)
		get(collection+"?labelSelector=a%3Db", s.token)
		get("api/v1/namespaces/d/"+resource+"/listed", s.token)
		get("api/v1/namespaces/d/"+resource+"/none", s.token)
		get(collection+"?watch=true&resourceVersion=10&timeoutSeconds=1", s.token)
		get(collection+"?watch=true&resourceVersion=3", s.token)
		told.WriteString(s.socket(t, collection))
	}
	get("informerscope/v1/info", s.token)
	get("version", s.token)
	return told.String()
}

// socket is what a WebSocket's watch says until the cluster has said all.
func (s *server) socket(t *testing.T, collection string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	conn, resp, err := websocket.Dial(ctx, strings.Replace(s.url, "http", "ws", 1)+collection+"?watch=true&resourceVersion=10", &websocket.DialOptions{
		HTTPHeader:   http.Header{"Origin": {strings.TrimSuffix(s.url, "/")}},
		Subprotocols: []string{"base64url.bearer.authorization.k8s.io." + base64.RawURLEncoding.EncodeToString([]byte(s.token)), "base64.binary.k8s.io"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	told := fmt.Sprint(resp.Header)
	for !strings.Contains(told, `"resourceVersion":"12"`) {
		_, frame, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("the watch of %s ends: %v after %.300s", collection, err, told)
		}
		told += string(frame)
	}
	return told
}

// secret is one, and where it may be found.
type secret struct {
	name, text                string
	inAnswer, inLog, inMemory bool
}

// A secret that a cluster, its login helper or the server itself has is in no answer and no log, and what is left out of
// objects is in no memory either, once the connection that brought it is over. The token is there while a request that
// carries it is, and the account's credential always, since it is sent with each request to the cluster.
func TestASecretIsInNoAnswerNoLogAndNoMemory(t *testing.T) {
	for _, row := range []struct {
		name      string
		args      []string
		resources []string
		deaf      bool
		value     bool // data is served
	}{
		{"objects", []string{"--resources", "pods,configmaps"}, []string{"pods", "configmaps"}, false, true},
		{"metadata", []string{"--resources", "secrets,configmaps", "--metadata-only"}, []string{"secrets", "configmaps"}, false, false},
		{"metadata, of a cluster that sends all", []string{"--resources", "secrets", "--metadata-only"}, []string{"secrets"}, true, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := plant()
			c := p.cluster(t, row.deaf)
			s := startServer(t, append(row.args, "--kubeconfig", p.kubeconfig(t, c))...)
			told := s.traffic(t, row.resources...)
			c.anew(t, len(row.resources))
			log := strings.ReplaceAll(s.log.String(), p.helper+"\n", "") // the helper's own words go by us, as they do by kubectl
			secrets := []secret{
				{"an annotation that is kept", p.kept, true, false, true},
				{"data", p.value, row.value, false, row.value},
				{"the last applied configuration", p.applied, false, false, false},
				{"managedFields", p.managed, false, false, false},
				{"what the login helper says", p.helper, false, false, false},
				{"the account's credential", p.account, false, false, true},
				{"the server's token", s.token, false, false, false},
				{"the token as a browser sends it", base64.RawURLEncoding.EncodeToString([]byte(s.token)), false, false, false},
			}
			// That a connection is over is learned a moment later.
			var memory []byte
			for began := time.Now(); time.Since(began) < 5*time.Second; time.Sleep(200 * time.Millisecond) {
				memory = s.memory(t)
				if !slices.ContainsFunc(secrets, func(s secret) bool { return !s.inMemory && bytes.Contains(memory, []byte(s.text)) }) {
					break
				}
			}
			for _, secret := range secrets {
				for where, found := range map[string]struct {
					text string
					want bool
				}{"an answer": {told, secret.inAnswer}, "the log": {log, secret.inLog}, "memory": {string(memory), secret.inMemory}} {
					if got := strings.Contains(found.text, secret.text); got != found.want {
						i := max(strings.Index(found.text, secret.text), 0)
						t.Errorf("%s is in %s: %v, want %v: %.160q", secret.name, where, got, found.want, found.text[max(0, i-60):])
					}
				}
			}
		})
	}
}
