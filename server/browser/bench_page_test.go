//go:build browser && bench

package browser

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/informerscope/informerscope/server/site"
)

// entrant is a page whose weight and start are measured.
type entrant struct {
	name, at string
	picture  string        // true once its picture is there
	ready    string        // and once a reader can do something with it
	press    string        // what is measured begins with this, once the page is ready
	act      func(p *Page) // does something
	done     string        // and this is true then
}

const (
	facade  = `document.querySelector("informer-scope img")?.naturalWidth > 0`
	pressed = `document.querySelector("iframe")?.contentWindow`
)

var entrants = []entrant{
	{"Informerscope: the page, at a lesson", "site/v1/#s=dirty-and-processing&step=4&predict=0",
		`document.querySelector("#boot-still img")?.naturalWidth > 0 || meter.triangles > 0`, `informerscope.running > 0 && meter.triangles > 0`, "",
		func(p *Page) { p.Key(kb.ArrowRight) }, `document.querySelector("[data-role=position]").innerText.includes("5 of")`},
	{"Informerscope: the element in an author's page", "element.html",
		facade, `document.querySelector("informer-scope button")`, "",
		func(p *Page) { Eval[bool](p, `(document.querySelector("informer-scope button").click(), true)`) }, pressed},
	{"Informerscope: the element, from the press on its button", "element.html",
		facade, pressed + `?.informerscope?.running > 0 && ` + pressed + `.meter.triangles > 0`, `document.querySelector("informer-scope button")`,
		func(p *Page) {
			Eval[bool](p, `document.querySelector("informer-scope").client.step().then(() => true)`)
		},
		pressed + `.document.querySelector("[data-role=position]").innerText.includes("5 of")`},
	{"reveal.js: the lesson's pictures as slides", "deck.html",
		`deck.getCurrentSlide().querySelector("img").naturalWidth > 0`, `deck.isReady()`, "",
		func(p *Page) { p.Key(kb.ArrowRight) }, `deck.getIndices().h === 1 && deck.getCurrentSlide().querySelector("img").naturalWidth > 0`},
	{"Mermaid: the life of a key as a diagram", "mermaid.html",
		`document.querySelector(".mermaid svg .node")`, `window.diagram`, "",
		func(p *Page) {
			Eval[bool](p, `document.querySelector(".mermaid .node .nodeLabel, .mermaid .node text").dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
		},
		`document.querySelector("#said").textContent.trim() !== ""`},
	{"Excalidraw: the picture in an editor of drawings", "drawing.html",
		`document.querySelector("canvas.static")?.width > 300 && window.drawing?.getSceneElements().length > 5`, `document.querySelector("[data-testid=toolbar-rectangle]")`, "",
		func(p *Page) { p.ClickAt(640, 600); p.Key("r") }, `document.querySelector("[data-testid=toolbar-rectangle]").checked`},
}

// probe notes when the picture is there and when the page is ready, ms since it was asked for, in the frame
// of the picture or the next.
const probe = `if (self === top) {
	const ask = requestAnimationFrame.bind(window);
	window.noted = { picture: 0, ready: 0 };
	window.note = (from, picture, ready) => {
		const is = (of) => { try { return !!of(); } catch { return false; } };
		const look = () => {
			if (!noted.picture && is(picture)) noted.picture = performance.now() - from;
			if (noted.picture && is(ready)) noted.ready = performance.now() - from;
			else ask(look);
		};
		ask(look);
	};
};`

// reading is what one load of an entrant came to.
type reading struct {
	requests, bytes int // until it was ready
	later           int // bytes after that, until it had been at rest
	picture, ready  float64
	busy            time.Duration // until it was ready
	rest            time.Duration // busy in ten seconds of rest
	frames          int           // animation frames in them
}

// shelf serves everything from this machine, packed as hard as brotli does, and counts what it sends.
type shelf struct {
	tree     *site.Tree
	bundled  map[string][]byte
	packing  sync.Mutex
	kept     map[string][]byte // packed
	mu       sync.Mutex
	requests int
	bytes    int
	slow     bool      // 10 Mbit/s, and 40 ms until an answer begins
	free     time.Time // when the line is
}

const (
	mbit  = 10
	delay = 40 * time.Millisecond
)

var packs = regexp.MustCompile(`\.(html|css|m?js|json|svg|wasm|iq|md|txt|ts)$`)

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "site/" || strings.HasPrefix(name, "site/") && strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	body := s.packed(name)
	s.mu.Lock()
	if body != nil {
		s.requests++
		s.bytes += len(body)
	}
	slow := s.slow
	s.mu.Unlock()
	if body == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", cmp.Or(map[string]string{".mjs": "text/javascript", ".woff2": "font/woff2", ".iq": "text/plain; charset=utf-8"}[path.Ext(name)], mime.TypeByExtension(path.Ext(name))))
	w.Header().Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "site/v1/web-") || strings.HasPrefix(name, "site/assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if packs.MatchString(name) {
		w.Header().Set("Content-Encoding", "br")
	}
	if !slow {
		w.Write(body)
		return
	}
	time.Sleep(delay)
	for part := range slices.Chunk(body, 16<<10) { // one line for all
		s.mu.Lock()
		if now := time.Now(); s.free.Before(now) {
			s.free = now
		}
		s.free = s.free.Add(time.Duration(len(part)) * 8 * time.Second / (mbit * 1e6))
		through := s.free
		s.mu.Unlock()
		time.Sleep(time.Until(through))
		w.Write(part)
		w.(http.Flusher).Flush()
	}
}

// packed is a file as it is sent.
func (s *shelf) packed(name string) []byte {
	s.packing.Lock()
	defer s.packing.Unlock()
	body, known := s.kept[name]
	if !known {
		if body = s.read(name); body != nil && packs.MatchString(name) {
			var b bytes.Buffer
			z := brotli.NewWriterLevel(&b, brotli.BestCompression)
			z.Write(body)
			z.Close()
			body = b.Bytes()
		}
		s.kept[name] = body
	}
	return body
}

// read finds a file: ours, a peer's page, what was bundled of it, or a file of its package.
func (s *shelf) read(name string) []byte {
	if of, ok := strings.CutPrefix(name, "site/"); ok {
		return s.tree.Get(of)
	}
	if body := s.bundled[name]; body != nil {
		return body
	}
	file := filepath.Join("testdata", "peers", name)
	if of, ok := strings.CutPrefix(name, "npm/"); ok {
		file = filepath.Join(peers(), of)
	}
	body, _ := os.ReadFile(file)
	return body
}

func (s *shelf) count() (requests, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.bytes
}

// peers is where their packages lie.
func peers() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		panic(err)
	}
	return filepath.Join(cache, "informerscope", "peers", "node_modules")
}

// bundled makes the script of the one peer that has to be bundled, in parts that are fetched when they are needed.
func bundled(t *testing.T) map[string][]byte {
	t.Helper()
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{"testdata/peers/drawing.js"}, NodePaths: []string{peers()}, Outdir: "out",
		Bundle: true, Splitting: true, Format: api.FormatESModule, Target: api.ES2022, Conditions: []string{"production"},
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Define: map[string]string{"process.env.NODE_ENV": `"production"`, "process.env.IS_PREACT": `"false"`},
		Loader: map[string]api.Loader{".woff2": api.LoaderFile},
	})
	if len(built.Errors) > 0 {
		t.Fatalf("esbuild: %s; .ci/need peers brings the packages", built.Errors[0].Text)
	}
	root, err := filepath.Abs("out")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range built.OutputFiles {
		name, err := filepath.Rel(root, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = f.Contents
	}
	return all
}

// load opens an entrant for the first time, and lets it rest if that is asked.
func (s *shelf) load(t *testing.T, url string, e entrant, rest bool) (r reading) {
	noting := func(from string) string {
		return fmt.Sprintf(`note(%s, () => %s, () => %s);`, from, e.picture, e.ready)
	}
	before := probe
	if e.press == "" {
		before += `if (self === top) ` + noting("0")
	}
	p := Open(t, url+"/blank.html", Options{Before: before})
	requests, sent := s.count()
	busy := p.Busy() // which is counted from here on
	p.Do(chromedp.Navigate(url + "/" + e.at))
	if e.press != "" {
		p.Wait(e.press)
		settle(p)
		requests, sent = s.count()
		busy = p.Busy()
		Eval[bool](p, `(() => { const from = performance.now(); `+e.press+`.click(); `+noting("from")+` return true; })()`)
	}
	p.Wait("noted.ready > 0")
	r.busy = p.Busy() - busy
	r.requests, r.bytes = s.count()
	r.requests, r.bytes = r.requests-requests, r.bytes-sent
	r.picture, r.ready = Eval[float64](p, "noted.picture"), Eval[float64](p, "noted.ready")
	if rest {
		const frames = `[self, ...Array.from({ length: frames.length }, (_, i) => frames[i])].reduce((n, of) => n + of.meter.frames, 0)`
		time.Sleep(3 * time.Second)
		busy, was := p.Busy(), Eval[int](p, frames)
		time.Sleep(10 * time.Second)
		r.rest, r.frames = p.Busy()-busy, Eval[int](p, frames)-was
		_, all := s.count()
		r.later = all - sent - r.bytes
	}
	e.act(p)
	p.Wait(e.done)
	p.Shot("bench-" + regexp.MustCompile(`\W+`).ReplaceAllString(e.name, "-"))
	return r
}

// TestBenchPage measures the page, the element and three peers, served from this machine in one run, and writes
// web/BENCHMARKS.md.
func TestBenchPage(t *testing.T) {
	tree, err := today()
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{tree: tree, bundled: bundled(t), kept: map[string][]byte{}}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	for _, name := range tree.Names() {
		if path.Base(name) == "app.wasm" {
			s.packed("site/" + name) // takes longer than a page waits
		}
	}
	const rounds = 3
	best := make([]reading, len(entrants))
	for round := range rounds + 1 { // of the first, which packs the files, only what a page does at rest counts
		for i, e := range entrants {
			t.Run(fmt.Sprintf("%d %s", round, e.name), func(t *testing.T) {
				r := s.load(t, srv.URL, e, round == 0)
				switch b := &best[i]; {
				case round == 0:
					*b = r
				case round == 1:
					r.rest, r.frames, r.later = b.rest, b.frames, b.later
					*b = r
				default:
					b.picture, b.ready, b.busy = min(b.picture, r.picture), min(b.ready, r.ready), min(b.busy, r.busy)
				}
			})
		}
	}
	s.slow = true
	far := make([]reading, len(entrants))
	for i, e := range entrants {
		t.Run("slow "+e.name, func(t *testing.T) { far[i] = s.load(t, srv.URL, e, false) })
	}
	if t.Failed() {
		return
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "| page | requests | kB | later, kB | picture | ready | busy until then | picture, 10 Mbit/s | ready, 10 Mbit/s | busy in 10 s of rest | frames in them |")
	fmt.Fprintln(&out, "|---|---|---|---|---|---|---|---|---|---|---|")
	for i, e := range entrants {
		b := best[i]
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %.0f ms | %.0f ms | %d ms | %.0f ms | %.0f ms | %d ms | %d |\n", e.name, b.requests, b.bytes/1000, b.later/1000,
			b.picture, b.ready, b.busy.Milliseconds(), far[i].picture, far[i].ready, b.rest.Milliseconds(), b.frames)
	}
	fmt.Fprintln(&out, "\n| beside the page at a lesson, which is 1 | bytes | picture | ready | busy | picture, 10 Mbit/s | ready, 10 Mbit/s |")
	fmt.Fprintln(&out, "|---|---|---|---|---|---|---|")
	for i, e := range entrants[1:] {
		a, b, near, slow := best[0], best[i+1], far[0], far[i+1]
		fmt.Fprintf(&out, "| %s | %.3f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", e.name, float64(b.bytes)/float64(a.bytes), b.picture/a.picture, b.ready/a.ready,
			float64(b.busy)/float64(a.busy), slow.picture/near.picture, slow.ready/near.ready)
	}
	fmt.Print(out.String())
	if err := os.WriteFile(filepath.Join(Root(t), "web/BENCHMARKS.md"), []byte(benchHead()+out.String()+benchFoot), 0o644); err != nil {
		t.Error(err)
	}
}

// benchHead says what ran where, without naming the machine.
func benchHead() string {
	cpu := "unknown processor"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindStringSubmatch(string(info)); m != nil {
			cpu = m[1]
		}
	}
	load := "an unknown number of"
	if said, err := os.ReadFile("/proc/loadavg"); err == nil {
		load = strings.Fields(string(said))[1] // of five minutes
	}
	return fmt.Sprintf("# The page beside others\n\nWritten by `make bench-page`: %s/%s, %d × %s, headless Chromium with WebGL in software; %s programs at a time wanted to run on the machine.\n\n"+benchMeans+"\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), cpu, load)
}

const benchMeans = "Command: `go test -tags 'browser bench' ./server/browser -run BenchPage -v`" + `

Each page is opened for the first time. Every file comes from this machine, packed by brotli as hard as it goes. *Picture* is
when its picture is there, *ready* when a reader can do something, which each page then has to prove: it is clicked, or
given a key. Requests and kB are until then, *later* is what it fetches afterwards. *Busy* is what the page's thread does
until it is ready, script, layout and painting; what other threads compile does not count. Pages take turns, and the
best of three loads counts. The columns with 10 Mbit/s are one load over such a line, with 40 ms until an answer begins. At rest,
nobody touches the page. Times tell of this machine and of what else it does; what a page takes beside another says more.
`

const benchFoot = `
## Why these

- **reveal.js** shows the same lesson as eleven pictures on slides. That is the least that can be stepped through:
  nothing in it can be asked, changed or compared.
- **Mermaid** is what the docs of Kubernetes draw with. A text becomes a diagram in the reader's browser; it has one state.
- **Excalidraw** is, like ours, a whole application that draws on a canvas and lets a reader act. It has the zones of
  the lesson in it.

They come from npm, in the versions of the lock files in .ci/peers and web/bundle, and need no network.

## What stands in the way of more

- **The program weighs 3 MB**, several times an editor: Go's runtime and collector, the machines, all lessons in two
  languages, a painter on WebGL. Its first start also waits for the browser to compile it. A picture of the step stands there
  meanwhile, and the reader's browser keeps the program for good.
- So an author's page has **the element**: a picture and 3 kB of script until somebody presses its button.
- WebGL runs in software here, which counts against us alone.
- **At rest nothing runs**, no script and no animation frame, however long the page is open.
`
