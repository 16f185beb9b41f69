//go:build browser && snippets

package browser

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/wasm/player"
)

// tool makes a page of snippets, as those do who use it.
type tool struct {
	files   map[string]string // a project, but for what is pasted into it
	page    string            // of them the one that the snippets come into
	after   string            // how it goes on behind them; "" is text in Markdown
	npm     string            // the folder of the cache with the packages that it needs
	command []string          // builds it; where there is none render does, and where that is nil, nothing has to
	render  func(string) string
	out     string                 // where in the project the site lies then
	at      string                 // and in it the page
	slide   func(p *Page, nth int) // goes to the nth snippet, where one stands on a slide of its own
}

const (
	begins    = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>x</title>\n"
	goesOn    = "And on goes the text."
	paragraph = "<p>" + goesOn + "</p>\n"
)

// tools are what each way of the dialog is tried with.
var tools = map[string]tool{
	"markdown": {files: map[string]string{"x.md": "# x\n\n"}, page: "x.md", render: func(text string) string {
		return rendered(text, goldmark.WithExtensions(extension.GFM)) // as a README is, with no HTML of its author's
	}},
	"embed":   {files: map[string]string{"index.html": begins}, page: "index.html", after: paragraph},
	"element": {files: map[string]string{"index.html": begins}, page: "index.html", after: paragraph},
	"hugo": {files: map[string]string{
		"config.toml":                  "baseURL = \"https://blog.example/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n",
		"layouts/_default/single.html": begins + "{{ .Content }}",
		"content/x.md":                 "---\ntitle: x\n---\n\n",
	}, page: "content/x.md", command: []string{"hugo", "--quiet"}, out: "public", at: "x/"},
	"docusaurus": {files: map[string]string{
		"package.json": "{}",
		"docusaurus.config.js": `export default { title: "x", url: "https://blog.example", baseUrl: "/", themes: ["@docusaurus/theme-classic"],
			plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]] };`,
		"docs/index.md": "# x\n\n",
	}, page: "docs/index.md", npm: "docusaurus", command: []string{"node", "node_modules/@docusaurus/core/bin/docusaurus.mjs", "build"}, out: "build"},
	// mdBook itself is neither in Debian nor in npm. What stands here renders as it does: CommonMark, HTML and all.
	"mdbook": {files: map[string]string{"x.md": "# x\n\n"}, page: "x.md", render: func(text string) string {
		return rendered(text, goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))
	}},
	"mkdocs": {files: map[string]string{
		"mkdocs.yml":      "site_name: x\ntheme:\n  name: null\n  custom_dir: theme\nplugins: []\n",
		"theme/main.html": begins + "{{ page.content }}",
		"docs/index.md":   "# x\n\n",
	}, page: "docs/index.md", command: []string{"mkdocs", "build", "--quiet"}, out: "site"},
	"jekyll": {files: map[string]string{"_layouts/x.html": begins + "{{ content }}", "x.md": "---\nlayout: x\n---\n\n"},
		page: "x.md", command: []string{"jekyll", "build", "--quiet"}, out: "_site", at: "x.html"},
	"reveal": {files: map[string]string{"index.html": begins + `<link rel="stylesheet" href="node_modules/reveal.js/dist/reveal.css">
<script type="module">import Reveal from "./node_modules/reveal.js/dist/reveal.mjs"; window.deck = new Reveal(); deck.initialize();</script>
<div class="reveal"><div class="slides"><section><h1>x</h1></section>
`}, page: "index.html", after: "<section>" + paragraph + "</section></div></div>", npm: "bundle", slide: func(p *Page, nth int) {
		p.Wait(`window.deck?.isReady()`)
		Eval[bool](p, fmt.Sprintf(`(deck.slide(%d), true)`, nth+1))
	}},
	"slidev": {files: map[string]string{
		"package.json": "{}",
		"slides.md":    "---\ntheme: none\nfonts:\n  provider: none\nfavicon: data:,\nrouterMode: hash\n---\n\n# x\n\n",
	}, page: "slides.md", after: "---\n\n" + goesOn, npm: "slidev", command: []string{"node", "node_modules/@slidev/cli/bin/slidev.mjs", "build"}, out: "dist", slide: func(p *Page, nth int) {
		Eval[bool](p, fmt.Sprintf(`(location.hash = "#/%d", true)`, nth+2))
	}},
}

func rendered(text string, how ...goldmark.Option) string {
	var b bytes.Buffer
	if err := goldmark.New(how...).Convert([]byte(text), &b); err != nil {
		panic(err)
	}
	return begins + b.String()
}

// make builds the project, serves what comes of it and answers the address of the page.
func (use tool) make(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	if use.render != nil {
		files["index.html"] = use.render(files[use.page])
	}
	for name, text := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if use.npm != "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(cache, "informerscope", use.npm, "node_modules"), filepath.Join(folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
	}
	if use.command != nil {
		run := exec.Command(use.command[0], use.command[1:]...)
		run.Dir, run.Env = folder, append(os.Environ(), "NODE_ENV=production", "NO_UPDATE_NOTIFIER=1", "DOCUSAURUS_NO_PERSISTENT_CACHE=true")
		if said, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v (make snippets installs it)\n%s\n%s is\n%s", strings.Join(use.command, " "), err, said, use.page, files[use.page])
		}
	}
	srv := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(folder, use.out))))
	t.Cleanup(srv.Close)
	return srv.URL + "/" + use.at
}

// hosted is the site on a server that sends what hosting.md asks for. Its origin is not that of the pages that show it.
func hosted(t *testing.T) string {
	t.Helper()
	tree, err := today()
	files := http.FileServer(http.Dir(writtenTo(t, tree, err)))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gate.SetPageHeaders(w.Header())
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/"
}

// dialog is what the dialog Share says at a moment: of each way the text, and the file that a site needs once.
func dialog(t *testing.T, address string) (text, once map[string]string, alt string) {
	t.Helper()
	text, once = map[string]string{}, map[string]string{}
	p := Open(t, address, Options{}).Ready()
	p.Click("share")
	p.Wait(`document.querySelector("#share[open] #share-way")`)
	for i, w := range player.Ways {
		Eval[bool](p, fmt.Sprintf(`(e => (e.value = %q, e.dispatchEvent(new Event("change", { bubbles: true })), true))(document.querySelector("#share-way"))`, strconv.Itoa(i)))
		p.Wait(`document.querySelector("label[for=share-snippet]").innerText === document.querySelector("#share-way").selectedOptions[0].innerText`)
		text[w.Name] = Eval[string](p, `document.querySelector("#share-snippet").value`)
		once[w.File] = Eval[string](p, `document.querySelector("#share-once")?.value ?? ""`)
	}
	return text, once, Eval[string](p, `document.querySelector("#share .preview").alt`)
}

// met is what a reader meets where a snippet stands.
type met struct {
	Link, Picture, Alt  string
	Scenario, Step, Key string // of an element, which has its button
	Frame               string
}

// look finds what a selector names. A picture counts once it is painted, an element once it has its button.
func look(p *Page, selector string) []met {
	p.T.Helper()
	return Eval[[]met](p, `[...document.querySelectorAll(`+strconv.Quote(selector)+`)].map((e) => {
		const a = e.matches("a") ? e : e.querySelector("a"), img = e.querySelector("img"), of = (name) => (e.querySelector("button") && (e.getAttribute(name) ?? e.getAttribute("data-" + name))) ?? "";
		return { Link: a?.href ?? "", Picture: img?.naturalWidth > 0 ? img.src : "", Alt: img?.alt ?? "", Scenario: of("scenario"), Step: of("step"), Key: of("key"),
			Frame: e.matches("iframe") ? e.src || e.dataset.src : "" };
	})`)
}

// Each way of the dialog Share is taken by the tool that it is for. A page with two of it, as the dialog wrote
// it and with words in it that a tool could take for its own, is built, opened, and started.
func TestSnippetsAreTakenByTheirTools(t *testing.T) {
	site := hosted(t)
	const hash = "s=dirty-and-processing&step=3&key=a&lang=zh"
	text, once, alt := dialog(t, site+"v1/#"+hash)
	link := text["link"]
	frame := strings.Replace(link, "#", "#embed&", 1)
	own := player.Excerpt{Link: link, Frame: frame, Present: frame + "&present=1", Picture: site + "zh/s/dirty-and-processing/3.svg", Alt: alt,
		Parameters: [][2]string{{"scenario", "dirty-and-processing"}, {"step", "3"}, {"key", "a"}}}
	frame = site + "v1/#embed&s=dirty-and-processing&step=4"
	awkward := player.Excerpt{Link: site + "v1/#s=dirty-and-processing&step=4", Frame: frame, Present: frame + "&present=1",
		Picture: site + "zh/s/dirty-and-processing/4.svg", Element: site + "v1/embed.js",
		Title: `a & "b" <c>`, Alt: `a & "b" <c> {{< d >}} {e} [f] 键`, Parameters: [][2]string{{"scenario", "dirty-and-processing"}, {"step", "4"}, {"key", `p"1`}}}
	for _, w := range player.Ways {
		t.Run(w.Name, func(t *testing.T) {
			if w.Name == "link" {
				Open(t, link, Options{}).Ready()
				return
			}
			use, ok := tools[w.Name]
			if !ok {
				t.Fatal("nothing tries it: give it a row in tools")
			}
			files := map[string]string{w.File: once[w.File]}
			for name, text := range use.files {
				files[name] = text
			}
			delete(files, "")
			files[use.page] += text[w.Name] + "\n\n" + awkward.Fill(w.Text) + "\n\n" + cmp.Or(use.after, goesOn)
			p := Open(t, use.make(t, files), Options{})
			for i, m := range []player.Excerpt{own, awkward} {
				want, selector := met{Frame: m.Frame}, "iframe"
				switch {
				case w.Runs:
					want, selector = met{Link: m.Link, Picture: m.Picture, Alt: m.Alt, Scenario: m.Parameters[0][1], Step: m.Parameters[1][1], Key: m.Parameters[2][1]}, "informer-scope"
				case w.Name == "markdown":
					want, selector = met{Link: m.Link, Picture: m.Picture, Alt: m.Alt}, "p > a"
				case use.slide != nil:
					want.Frame = m.Present
					use.slide(p, i)
				}
				got := look(p, selector)
				for end := time.Now().Add(patience); !slices.Contains(got, want); got = look(p, selector) {
					if time.Now().After(end) {
						t.Fatalf("the page has\n%+v\nwant\n%+v\nof %s:\n%s", got, want, use.page, files[use.page])
					}
					time.Sleep(50 * time.Millisecond)
				}
			}
			p.Shot("snippet-" + w.Name)
			if use.slide == nil && !Eval[bool](p, `[...document.querySelectorAll("p")].some((e) => e.innerText === "`+goesOn+`" && !e.closest("a, informer-scope"))`) {
				t.Errorf("the text behind it is no paragraph of its own:\n%s", Eval[string](p, "document.body.outerHTML"))
			}
			if w.Name == "markdown" {
				return
			}
			Eval[bool](p, `(document.querySelector("informer-scope button")?.click(), true)`)
			if got := Eval[string](p, `new Promise((done) => {
				const { contentWindow } = document.querySelector("iframe[src]");
				setInterval(() => contentWindow.postMessage({ protocol: "informerscope/1", type: "ping", id: 0 }, "*"), 300);
				addEventListener("message", (e) => e.source === contentWindow && e.data.type === "ready" && done(e.data.scenario));
			})`); got != "dirty-and-processing" {
				t.Errorf("the page runs %q in the frame", got)
			}
			p.Shot("snippet-" + w.Name + "-runs")
		})
	}
}
