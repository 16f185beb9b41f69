//go:build snippets

package site

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	informerscope "github.com/informerscope/informerscope"
)

// server runs a web server as web/docs/hosting.md sets it up.
type server struct {
	tree *Tree
	url  string
}

// written is the site with two lessons, in a folder.
func written(t *testing.T) (*Tree, string) {
	t.Helper()
	o := options(t)
	o.Web, o.Base = informerscope.Web, "https://docs.example.org/informerscope/" // with it comes a site map
	o.Only = []string{"dirty-and-processing", "three-adds-one-job"}
	if _, err := fs.Stat(o.Web, "dist/app.wasm"); err != nil {
		t.Fatalf("the page is not built (%v); run make wasm", err)
	}
	tree, err := Make(t.Context(), o)
	dir := t.TempDir()
	if err == nil {
		err = tree.WriteTo(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tree, dir
}

// shownFor are the blocks below a heading of hosting.md, with this folder and this address in them. Each
// pair must be there, so that nothing stays as it was written.
func shownFor(t *testing.T, heading string, pairs ...string) []string {
	t.Helper()
	text, err := fs.ReadFile(informerscope.Docs, "web/docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "\n## "+heading+"\n")
	part, _, _ = strings.Cut(part, "\n## ")
	var shown []string
	for _, m := range blocks.FindAllStringSubmatch(part, -1) {
		shown = append(shown, strings.NewReplacer(pairs...).Replace(m[2]))
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(part, pairs[i]) {
			t.Fatalf("%s: hosting.md shows no %q", heading, pairs[i])
		}
	}
	return shown
}

// free is an address of this machine that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// begin starts the server with what it is told by, and waits until it answers.
func begin(t *testing.T, tree *Tree, url, config string, command ...string) server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command[0], append(command[1:], file)...)
	said := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: .ci/need %s", err, command[0])
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	for range 400 {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return server{tree, url}
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s\n%s", command[0], err, said, config)
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatalf("%s does not answer at %s", command[0], url)
	panic("unreachable")
}

func TestSnippetsOfHostingRunInNginx(t *testing.T) {
	tree, dir := written(t)
	shown := shownFor(t, "nginx", "/srv/informerscope", dir)
	if len(shown) != 2 {
		t.Fatalf("%d blocks, want that of the server and that of http", len(shown))
	}
	at, temp := free(t), t.TempDir()
	config := "daemon off; user root; pid " + temp + "/pid; error_log stderr;\ninclude /etc/nginx/modules-enabled/*.conf;\nevents {}\nhttp {\naccess_log off;\n"
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		config += name + "_temp_path " + temp + "/" + name + ";\n"
	}
	// What the server says of all its pages ends at the block, which has headers of its own.
	config += shown[1] + "server {\nlisten " + at + ";\nadd_header X-Frame-Options DENY always;\n" + shown[0] + "}\n}\n"
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin") // where Debian has it
	holds(t, begin(t, tree, "http://"+at+"/informerscope/", config, "nginx", "-e", "stderr", "-c"))
}

func TestSnippetsOfHostingRunInCaddy(t *testing.T) {
	tree, dir := written(t)
	at := "http://" + free(t)
	shown := shownFor(t, "Caddy", "/srv/informerscope", dir, "docs.example.org", at)
	config := "{\nadmin off\nauto_https off\n}\n" + strings.Join(shown, "\n")
	holds(t, begin(t, tree, at+"/", config, "caddy", "run", "--adapter", "caddyfile", "--config"))
}

// types are what a browser, or who reads with one, must be told of each kind of file.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".iq": "text/plain; charset=utf-8", ".ts": "text/plain; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
	".png": "image/png", ".woff2": "font/woff2", ".xml": "application/xml",
}

const (
	forGood  = "public, max-age=31536000, immutable"
	eachTime = "no-cache"
)

// withEvery is what stands in each answer.
var withEvery = map[string]string{
	"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cross-Origin-Embedder-Policy": "require-corp", "X-Frame-Options": "",
}

var keptNames = regexp.MustCompile(`^(v1/web-[0-9a-f]+|assets)/`)

// holds asks for every file in each of its forms, again for one that is known, and for what is not there.
func holds(t *testing.T, s server) {
	kinds := map[string]int{}
	for _, name := range s.tree.Names() {
		if packed(name) || strings.HasPrefix(name, ".") {
			continue
		}
		want := types[path.Ext(name)]
		if want == "" {
			t.Fatalf("%s: this test knows no type of it", name)
		}
		cached := eachTime
		if keptNames.MatchString(name) {
			cached = forGood
		}
		twins := s.tree.Get(name+".br") != nil
		for accept, ext := range map[string]string{"": "", "gzip": ".gz", "gzip, br": ".br"} {
			coding := map[string]string{".gz": "gzip", ".br": "br"}[ext]
			if !twins {
				ext, coding = "", ""
			}
			at := strings.TrimSuffix(name, "index.html")
			resp, body := s.get(t, at, "Accept-Encoding", accept)
			expect(t, at, resp, http.StatusOK, cached)
			if got := resp.Header.Get("Content-Type"); !sameType(got, want) {
				t.Errorf("%s, accepting %q, has the type %q, want %q", at, accept, got, want)
			}
			if got := resp.Header.Get("Content-Encoding"); got != coding || !bytes.Equal(body, s.tree.Get(name+ext)) {
				t.Errorf("%s, accepting %q, comes as %q with %d bytes, want %q with %d", at, accept, got, len(body), coding, len(s.tree.Get(name+ext)))
			}
			if coding != "" && !strings.Contains(strings.Join(resp.Header.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%s, accepting %q: no Vary: Accept-Encoding; a cache between would give the packed file to those who cannot read it", at, accept)
			}
			again, _ := s.get(t, at, "Accept-Encoding", accept, "If-None-Match", resp.Header.Get("ETag"))
			expect(t, at+" asked for again", again, http.StatusNotModified, cached)
		}
		kinds[path.Ext(name)]++
		if t.Failed() {
			t.FailNow() // what one file lacks, all do
		}
	}
	if len(kinds) != len(types) {
		t.Errorf("the site has files of the kinds %v, want each of %v", kinds, slices.Sorted(maps.Keys(types)))
	}
	for _, name := range []string{"no/such/page", "assets/none.css", "v1/web-0123456789abcdef/app.wasm"} {
		for _, accept := range []string{"", "gzip, br"} {
			resp, body := s.get(t, name, "Accept-Encoding", accept)
			expect(t, name, resp, http.StatusNotFound, eachTime)
			ext := map[string]string{"gzip": ".gz", "br": ".br"}[resp.Header.Get("Content-Encoding")]
			if !bytes.Equal(body, s.tree.Get("404.html"+ext)) || !sameType(resp.Header.Get("Content-Type"), types[".html"]) {
				t.Errorf("%s answers %q, %.60q, want 404.html", name, resp.Header.Get("Content-Type"), body)
			}
		}
	}
	t.Logf("files of each kind: %v", kinds)
}

func (s server) get(t *testing.T, name string, header ...string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.url+name, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if req.Header.Get("Accept-Encoding") == "" {
		req.Header.Set("Accept-Encoding", "identity") // or Go asks for gzip by itself
	}
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

func expect(t *testing.T, what string, resp *http.Response, status int, cached string) {
	t.Helper()
	if resp.StatusCode != status {
		t.Errorf("%s: %s, want %d", what, resp.Status, status)
	}
	if got := fmt.Sprintf("%q", resp.Header.Values("Cache-Control")); got != fmt.Sprintf("%q", []string{cached}) {
		t.Errorf("%s: Cache-Control is %s, want %q", what, got, cached)
	}
	for name, want := range withEvery {
		if got := strings.Join(resp.Header.Values(name), " and "); got != want {
			t.Errorf("%s: %s is %q, want %q", what, name, got, want)
		}
	}
}

// sameType reports whether two types say the same; a charset beyond what is wanted does no harm if it is ours.
func sameType(got, want string) bool {
	g, params, err := mime.ParseMediaType(got)
	w, must, _ := mime.ParseMediaType(want)
	if err != nil || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return false
	}
	if g == "text/xml" {
		g = "application/xml" // the same, by RFC 7303
	}
	return g == w && (must["charset"] == "" || params["charset"] != "")
}
