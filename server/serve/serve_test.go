package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/server/cli"
)

// built is a page that make wasm has built, as far as serve can tell.
var built = Page{Index: []byte("<!doctype html>"), Web: fstest.MapFS{"dist/app.wasm": {Data: []byte("\x00asm")}}}

// output is a writer that can be read while it is written.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// run runs informerscope with serve alone.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, files Page) int {
	root := &cobra.Command{Use: "informerscope"}
	root.AddCommand(Command("dev", files))
	return cli.Run(ctx, root, args, nil, stdout, stderr)
}

// try runs a command that should fail and returns its exit code and what it said.
func try(t *testing.T, files Page, args ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var stdout, stderr output
	code := run(ctx, args, &stdout, &stderr, files)
	if stdout.String() != "" {
		t.Errorf("%q printed %q, want nothing on stdout", args, stdout.String())
	}
	return code, stderr.String()
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func kubeconfig(server, more string) string {
	return `{apiVersion: v1, kind: Config, current-context: here, contexts: [{name: here, context: {cluster: c, user: u}}, {name: there, context: {cluster: missing, user: u}}],
clusters: [{name: c, cluster: {server: "` + server + `"` + more + `}}], users: [{name: u, user: {token: secret-token}}]}`
}

// Each mistake gets one line that says what was seen, what was expected and what to do.
func TestMistakesOnTheCommandLine(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "absent"))
	good := write(t, kubeconfig("https://127.0.0.1:1", ""))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, row := range []struct {
		args string
		code int
		says []string
	}{
		{"serve frob", 2, []string{`"frob"`, "--help"}},
		{"serve --frob", 2, []string{"--frob", "--help"}},
		{"serve --demo=maybe", 2, []string{"maybe", "--help"}},
		{"serve", 2, []string{"absent", "--demo"}},
		{"serve --demo --kubeconfig x", 2, []string{"--demo and --kubeconfig exclude each other"}},
		{"serve --demo --pprof", 2, []string{"--pprof needs a listener", "--metrics 127.0.0.1:8351"}},
		{"serve --demo --metrics x", 2, []string{`--metrics "x"`, "HOST:PORT"}},
		{"serve --demo --metrics 0.0.0.0:8351 --pprof", 2, []string{"can be reached from other machines", "leave --pprof out"}},
		{"serve --in-cluster --kubeconfig x", 2, []string{"--in-cluster and --kubeconfig exclude each other"}},
		{"serve --demo --in-cluster", 2, []string{"--demo and --in-cluster exclude each other"}},
		{"serve --demo --context x", 2, []string{"--demo and --context exclude each other"}},
		{"serve --demo --resources pods", 2, []string{"--demo and --resources exclude each other"}},
		{"serve --demo --metadata-only", 2, []string{"--demo and --metadata-only exclude each other"}},
		{"serve --demo --listen 8350", 2, []string{`"8350"`, "HOST:PORT"}},
		{"serve --demo --listen 127.0.0.1", 2, []string{`"127.0.0.1"`, "HOST:PORT"}},
		{"serve --demo --listen 127.0.0.1:http", 2, []string{`"http"`, "65535"}},
		{"serve --demo --listen 127.0.0.1:70000", 2, []string{`"70000"`, "65535"}},
		{"serve --demo --listen :::8350", 2, []string{`":::8350"`, "HOST:PORT"}},
		{"serve --demo --listen bad_host:1", 2, []string{`"bad_host"`, "expected a name or an address"}},
		{"serve --demo --listen 0.0.0.0:0", 2, []string{"0.0.0.0:0", "--token", "--public"}},
		{"serve --demo --listen :0", 2, []string{"--token", "--public"}},
		{"serve --demo --listen [::]:0", 2, []string{"--token", "--public"}},
		{"serve --demo --listen 192.0.2.1:0", 2, []string{"--token", "--public"}},
		{"serve --demo --listen scope.example.com:0", 2, []string{"--token", "--public"}},
		{"serve --demo --listen 192.0.2.1:0 --public", 1, []string{"192.0.2.1:0", "choose an address of this machine"}},
		{"serve --demo --listen " + taken.Addr().String(), 1, []string{"the port is taken", taken.Addr().String()}},
		{"serve --demo --token short", 2, []string{"8 to 128"}},
		{"serve --demo --token with/slash/in/it", 2, []string{"8 to 128"}},
		{"serve --demo --public --token long-enough", 2, []string{"--public and --token exclude each other"}},
		{"serve --demo --host HTTP://X", 2, []string{`"HTTP://X"`, "NAME:PORT"}},
		{"serve --kubeconfig=", 2, []string{"--kubeconfig is empty"}},
		{"serve --demo -n Shop", 2, []string{`--namespace "Shop"`, "kube-system"}},
		{"serve --context=", 2, []string{"--context is empty"}},
		{"serve --resources=", 2, []string{"--resources is empty"}},
		{"serve --kubeconfig " + good + " --resources Pods", 2, []string{`"Pods"`, "deployments.apps"}},
		{"serve --kubeconfig " + good + " --resources pods,,nodes", 2, []string{`""`, "commas"}},
		{"serve --kubeconfig " + good + " --resources widgets", 2, []string{`"widgets"`, "resource.version.group"}},
		{"serve --kubeconfig " + good + " --resources pods/log", 2, []string{`"pods/log"`}},
		{"serve --kubeconfig " + good + " --resources secrets", 2, []string{"secrets", "--metadata-only"}},
		{"serve --kubeconfig " + good + " --resources widgets.v1.example.com", 1, []string{"widgets.example.com", "does not answer", "kubectl api-resources"}},
		{"serve --kubeconfig " + filepath.Join(t.TempDir(), "none"), 2, []string{"none does not exist", "--demo"}},
		{"serve --kubeconfig " + t.TempDir(), 2, []string{"cannot be read", "kubectl"}},
		{"serve --kubeconfig " + write(t, ""), 2, []string{"no cluster to show", "--demo"}},
		{"serve --kubeconfig " + write(t, "{"), 2, []string{"cannot be read", "kubectl config"}},
		{"serve --kubeconfig " + write(t, "kind: Pod\napiVersion: v1\n"), 2, []string{"cannot be read"}},
		{"serve --kubeconfig " + write(t, "\x00\x01\x02"), 2, []string{"cannot be read"}},
		{"serve --kubeconfig " + good + " --context nowhere", 2, []string{`"nowhere"`, "here, there", "--context"}},
		{"serve --kubeconfig " + good + " --context there", 2, []string{`no cluster "missing"`, "it has c"}},
		{"serve --kubeconfig " + write(t, strings.Replace(kubeconfig("https://x", ""), "current-context: here, ", "", 1)), 2, []string{"no current context", "here, there", "--demo"}},
		{"serve --kubeconfig " + write(t, strings.Replace(kubeconfig("https://x", ""), "user: u}", "user: nobody}", 1)), 2, []string{`no user "nobody"`, "it has u"}},
		{"serve --kubeconfig " + write(t, kubeconfig("", "")), 2, []string{"https://HOST:PORT", "set-cluster"}},
		{"serve --kubeconfig " + write(t, kubeconfig("ftp://x", "")), 2, []string{"https://HOST:PORT"}},
		{"serve --kubeconfig " + write(t, kubeconfig("https://bad host", "")), 2, []string{"https://HOST:PORT"}},
		{"serve --kubeconfig " + write(t, kubeconfig("https://user:pass@x", "")), 2, []string{"https://HOST:PORT"}},
		{"serve --kubeconfig " + write(t, kubeconfig("https://x", ", insecure-skip-tls-verify: true")), 2, []string{"insecure-skip-tls-verify", "--allow-insecure"}},
		{"serve --kubeconfig " + write(t, kubeconfig("https://x", ", certificate-authority: /none/ca.crt")), 2, []string{"/none/ca.crt", "mend it"}},
		{"serve --kubeconfig " + write(t, kubeconfig("https://x", ", certificate-authority-data: bm90IGEgY2VydA==")), 2, []string{"mend it"}},
	} {
		t.Run(row.args, func(t *testing.T) {
			code, said := try(t, built, strings.Fields(row.args)...)
			if code != row.code {
				t.Errorf("exit %d, want %d: %s", code, row.code, said)
			}
			lines := strings.Split(strings.TrimSpace(said), "\n")
			last := lines[len(lines)-1]
			for _, want := range row.says {
				if !strings.Contains(last, want) {
					t.Errorf("said %q, want %q in it", last, want)
				}
			}
			if !strings.HasPrefix(last, "informerscope: ") || row.code == 2 && len(lines) != 1 {
				t.Errorf("said %q, want one line", said)
			}
			if strings.Contains(said, "secret-token") {
				t.Errorf("said %q, which tells the token", said)
			}
		})
	}
}

func TestServeSaysWhenThePageIsNotBuilt(t *testing.T) {
	code, said := try(t, Page{Index: []byte("x"), Web: fstest.MapFS{"dist/wasm_exec.js": {}}}, "serve", "--demo")
	if code != 1 || said != "informerscope: this build has no page in it: run make wasm and build again, or take a release\n" {
		t.Errorf("exit %d, said %q", code, said)
	}
}

// started runs serve until the test ends and returns the URL it printed.
func started(t *testing.T, args ...string) string {
	t.Helper()
	url, _ := startedAloud(t, args...)
	return url
}

// startedAloud is started, with what it says on standard error.
func startedAloud(t *testing.T, args ...string) (url string, log fmt.Stringer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var stdout, stderr output
	code := make(chan int, 1)
	go func() { code <- run(ctx, append([]string{"serve"}, args...), &stdout, &stderr, built) }()
	t.Cleanup(func() {
		cancel()
		select {
		case got := <-code:
			if got != 0 {
				t.Errorf("serve %q ended with %d, want 0 after an interrupt\n%s", args, got, stderr.String())
			}
		case <-time.After(10 * time.Second):
			t.Errorf("serve %q does not stop", args)
		}
		want := 1
		if slices.Contains(args, "--class") {
			want = 2
		}
		if n := strings.Count(stdout.String(), "\n"); n != want {
			t.Errorf("serve %q printed %d lines, want the URL only: %q", args, n, stdout.String())
		}
	})
	for range 500 {
		if url := stdout.String(); strings.HasSuffix(url, "\n") {
			return strings.TrimSpace(url), &stderr
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("serve %q prints no URL\n%s", args, stderr.String())
	return "", nil
}

func status(t *testing.T, url, token string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // only the status is asked for
	return resp.StatusCode
}

func TestADemoOnThisMachineNeedsNoToken(t *testing.T) {
	url := started(t, "--demo", "--listen", "127.0.0.1:0")
	if !regexp.MustCompile(`^http://127\.0\.0\.1:[0-9]+/$`).MatchString(url) {
		t.Errorf("URL = %q", url)
	}
	for path, want := range map[string]int{"": 200, "web/dist/app.wasm": 200, "api/v1/pods": 200, "informerscope/v1/info": 200, "healthz": 200, "readyz": 200, "api/v1/secrets": 403} {
		if got := status(t, url+path, ""); got != want {
			t.Errorf("GET /%s = %d, want %d", path, got, want)
		}
	}
}

func TestTheDefaultPortMovesOnWhenTaken(t *testing.T) {
	first, second := started(t, "--demo"), started(t, "--demo")
	if first == second || !strings.HasPrefix(second, "http://127.0.0.1:83") {
		t.Errorf("URLs = %q and %q, want two near 8350", first, second)
	}
}

func TestAClusterGetsARandomToken(t *testing.T) {
	config := write(t, kubeconfig("https://127.0.0.1:1", ""))
	tokens := map[string]bool{}
	for range 2 {
		url := started(t, "--kubeconfig", config, "--listen", "127.0.0.1:0")
		base, token, _ := strings.Cut(url, "#token=")
		if !regexp.MustCompile(`^[A-Za-z0-9_-]{22}$`).MatchString(token) {
			t.Fatalf("URL = %q, want one that ends in #token= and 128 random bits", url)
		}
		tokens[token] = true
		for given, want := range map[string]int{"": 401, "x": 401, token: 200} {
			if got := status(t, base+"informerscope/v1/info", given); got != want {
				t.Errorf("GET info with token %q = %d, want %d", given, got, want)
			}
		}
		if got := status(t, base+"api/v1/pods", token); got != 503 {
			t.Errorf("GET pods of a cluster that is down = %d, want 503", got)
		}
	}
	if len(tokens) != 2 {
		t.Error("two servers have one token")
	}
}

func TestAGivenTokenIsTheToken(t *testing.T) {
	url := started(t, "--demo", "--listen", "localhost:0", "--token", "blue-whale-42")
	base, token, _ := strings.Cut(url, "#token=")
	if token != "blue-whale-42" || !strings.HasPrefix(base, "http://localhost:") {
		t.Fatalf("URL = %q", url)
	}
	if a, b := status(t, base+"api/v1/pods", ""), status(t, base+"api/v1/pods", token); a != 401 || b != 200 {
		t.Errorf("GET pods without and with the token = %d, %d, want 401, 200", a, b)
	}
}

func TestPublicIsReadByAll(t *testing.T) {
	url := started(t, "--demo", "--listen", "0.0.0.0:0", "--public", "--host", "scope.example.com")
	if got := status(t, url+"api/v1/pods", "whatever"); got != 200 {
		t.Errorf("GET %sapi/v1/pods = %d, want 200", url, got)
	}
	port := url[strings.LastIndex(url, ":")+1 : len(url)-1]
	if got := status(t, "http://127.0.0.1:"+port+"/api/v1/pods", ""); got != 200 {
		t.Errorf("by the loopback address = %d, want 200", got)
	}
	for host, want := range map[string]int{"scope.example.com": 200, "evil.example.com": 421} {
		req, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+"/api/v1/pods", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("Host %s = %d, want %d", host, resp.StatusCode, want)
		}
	}
}

func TestHelpSaysWhatThereIs(t *testing.T) {
	var stdout, stderr output
	if code := run(context.Background(), []string{"serve", "--help"}, &stdout, &stderr, built); code != 0 {
		t.Errorf("exit %d, want 0", code)
	}
	for _, want := range []string{"--demo", "--kubeconfig", "--context", "--listen", "--token", "--public", "--resources", "--metadata-only", "--allow-insecure", "--open", "--class", "-n, --namespace"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("help does not mention %s", want)
		}
	}
}

// A class has two links: of the one who presents, and of those who follow. They differ from server to server.
func TestAClassHasALinkForEachSide(t *testing.T) {
	form := regexp.MustCompile(`^present  (http://127\.0\.0\.1:[0-9]+/)#class=([A-Z2-9]{6})&lead=([A-Z2-7]{26})(&token=blue-whale-42)?\nfollow   (http://127\.0\.0\.1:[0-9]+/)#class=([A-Z2-9]{6})$`)
	seen := map[string]bool{}
	for _, token := range []string{"", "--token=blue-whale-42"} {
		said := started(t, slices.DeleteFunc([]string{"--demo", "--class", "--listen", "127.0.0.1:0", token}, func(s string) bool { return s == "" })...)
		m := form.FindStringSubmatch(said)
		if m == nil || m[1] != m[5] || m[2] != m[6] || (m[4] == "") != (token == "") || seen[m[2]] || seen[m[3]] {
			t.Fatalf("printed %q, want two links with a new code", said)
		}
		seen[m[2]], seen[m[3]] = true, true
		if got := status(t, m[1]+"informerscope/v1/class", ""); got != 400 {
			t.Errorf("GET of the class = %d, want 400: it is there, and is spoken with by WebSocket", got)
		}
	}
	if got := status(t, started(t, "--demo", "--listen", "127.0.0.1:0")+"informerscope/v1/class", ""); got != 404 {
		t.Errorf("GET of the class where there is none = %d, want 404", got)
	}
}

// Behind a proxy the links that are printed name the address behind it: the log says so, and what to put in its
// place, and that others can join by the proxy. Without the name that browsers send, it says that it is missing.
func TestBehindAProxyTheLinksAreSaidToNameTheAddressBehindIt(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // where ORIGIN is that of the links; "" is nothing
	}{
		{[]string{"--behind-proxy", "--host", "scope.example.com"}, `give out the proxy's in its place" behind=ORIGIN instead=https://scope.example.com`},
		{[]string{"--behind-proxy", "--host", "scope.example.com:443"}, "instead=https://scope.example.com\n"},
		{[]string{"--behind-proxy", "--host", "scope.example.com:8443"}, "instead=https://scope.example.com:8443\n"},
		{[]string{"--behind-proxy", "--host", "scope.example.com:80"}, "instead=http://scope.example.com\n"},
		{[]string{"--behind-proxy"}, `--host NAME is missing, and requests for the proxy's name are refused without it" behind=ORIGIN`},
		{[]string{"--host", "scope.example.com"}, ""},
	} {
		said, log := startedAloud(t, append([]string{"--demo", "--class", "--listen", "127.0.0.1:0"}, c.args...)...)
		origin := regexp.MustCompile(`http://[0-9.:]+`).FindString(said)
		want := cmp.Or(strings.ReplaceAll(c.want, "ORIGIN", origin), "only this machine can join")
		for range 500 {
			if strings.Contains(log.String(), want) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if !strings.Contains(log.String(), want) || strings.Contains(log.String(), "only this machine can join") != (c.want == "") || strings.Contains(log.String(), "behind a proxy") != (c.want != "") {
			t.Errorf("serve %q says\n%swant %q", c.args, log, want)
		}
	}
}
