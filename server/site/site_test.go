package site

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"
	"golang.org/x/net/html"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/web/locales"
)

// built is the page's files with a program that is none, so that nobody has to build one for a test.
func built(t *testing.T) fs.FS {
	t.Helper()
	all := fstest.MapFS{"dist/app.wasm": {Data: []byte("\x00asm")}, "dist/wasm_exec.js": {Data: []byte("// Go's")}}
	for _, name := range []string{"dist/stills/home.svg", "dist/stills/dirty-and-processing/5.svg"} {
		all[name] = &fstest.MapFile{Data: []byte("<svg/>")}
	}
	for _, pattern := range []string{"*.js", "*.ts", "*.css", "*.svg", "fonts/*"} {
		names, err := fs.Glob(informerscope.Web, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(informerscope.Web, name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = &fstest.MapFile{Data: data}
		}
	}
	return all
}

func options(t *testing.T) Options {
	root := &cobra.Command{Use: "informerscope"}
	root.AddCommand(Command(nil, nil, nil))
	return Options{Index: informerscope.IndexHTML, Web: built(t), Docs: informerscope.Docs, Commands: root, Quality: 1, Scale: .3}
}

// whole makes the site of all lessons, for a look at all its links: go test ./server/site -run EveryWay -whole
var whole = flag.Bool("whole", false, "make the site with the pages of all lessons")

// few are the lessons whose pages the small site has.
var few = []string{"three-adds-one-job", "dirty-and-processing", "half-replaced"}

// small is that site, made once.
var small = struct {
	once sync.Once
	tree *Tree
	err  error
}{}

func madeSite(t *testing.T) *Tree {
	t.Helper()
	small.once.Do(func() {
		o := options(t)
		o.Base = "https://example.org/iq/"
		if !*whole {
			o.Only = few
		}
		small.tree, small.err = Make(t.Context(), o)
	})
	if small.err != nil {
		t.Fatal(small.err)
	}
	return small.tree
}

// isLeftOut reports whether a link goes to a lesson whose pages the small site lacks.
func isLeftOut(name string) bool {
	name = strings.TrimPrefix(name, "zh/")
	return !*whole && strings.HasPrefix(name, "s/") && !slices.Contains(few, strings.Split(name, "/")[1])
}

type attribute struct{ of, name, value string }

func attributes(t *testing.T, page []byte) (all []attribute) {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return all
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			for _, a := range token.Attr {
				all = append(all, attribute{token.Data, a.Key, a.Val})
			}
		}
	}
}

// No page needs a script of its own in it, or a style: a strict policy lets it through.
func TestPagesHoldNoScriptAndNoStyle(t *testing.T) {
	tree := madeSite(t)
	for _, name := range tree.Names() {
		if path.Ext(name) != ".html" || name == "single.html" {
			continue
		}
		page := string(tree.Get(name))
		for _, at := range attributes(t, tree.Get(name)) {
			if at.name == "style" || strings.HasPrefix(at.name, "on") {
				t.Errorf("%s: <%s %s=%q>", name, at.of, at.name, at.value)
			}
		}
		if strings.Contains(page, "<style") || strings.Contains(page, "<script>") {
			t.Errorf("%s has a script or a style in it", name)
		}
		for _, mark := range []string{"**", "`", "{{", "ZgotmplZ", "<no value>"} {
			if strings.Contains(page, mark) && !strings.Contains(name, "docs/") {
				t.Errorf("%s shows %q", name, mark)
			}
		}
	}
}

// What others read from afar says the whole address; without --base nothing claims one.
func TestOnlyABaseMakesAddresses(t *testing.T) {
	tree := madeSite(t)
	page := string(tree.Get("zh/s/dirty-and-processing/index.html"))
	for _, want := range []string{
		`<link rel="canonical" href="https://example.org/iq/zh/s/dirty-and-processing/">`,
		`<meta property="og:image" content="https://example.org/iq/zh/s/dirty-and-processing/6.png">`,
		`hreflang="en" href="https://example.org/iq/s/dirty-and-processing/"`,
		`href="https://example.org/iq/zh/s/dirty-and-processing/oembed-640.json"`,
		`<html lang="zh-Hans">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the lesson's page lacks %s", want)
		}
	}
	if m := string(tree.Get("sitemap.xml")); !strings.Contains(m, "<loc>https://example.org/iq/s/half-replaced/</loc>") || strings.Contains(m, "handout") {
		t.Errorf("the site map is %s", m)
	}
	if e := string(tree.Get("s/half-replaced/oembed-480.json")); !strings.Contains(e, `"width": 480`) || !strings.Contains(e, `https://example.org/iq/v1/#embed`) {
		t.Errorf("oEmbed says %s", e)
	}
	o := options(t)
	o.Only = []string{"half-replaced"}
	bare, err := Make(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if page := string(bare.Get("s/half-replaced/index.html")); strings.Contains(page, "canonical") || strings.Contains(page, "og:") || strings.Contains(page, "oembed") {
		t.Error("a page claims an address that nobody gave")
	}
	if bare.Get("sitemap.xml") != nil {
		t.Error("there is a site map of addresses that nobody gave")
	}
}

// A browser may keep the program's folder for good: another program lies in another one.
func TestAnotherProgramLiesInAnotherFolder(t *testing.T) {
	folders := map[string]bool{}
	for _, program := range []string{"\x00asm", "\x00asm2", "\x00asm"} {
		o := options(t)
		o.Web.(fstest.MapFS)["dist/app.wasm"].Data = []byte(program)
		s := &site{Options: o, tree: &Tree{}}
		if err := s.program(); err != nil {
			t.Fatal(err)
		}
		if page := string(s.tree.Get("v1/index.html")); !strings.Contains(page, `src="`+strings.TrimPrefix(s.app, v1)+"boot.js") || strings.Contains(page, `"web/`) {
			t.Error("the page does not ask for the files of its folder")
		}
		folders[s.app] = true
	}
	if len(folders) != 2 {
		t.Errorf("two programs lie in %v", slices.Collect(maps.Keys(folders)))
	}
}

// The single page asks for nothing.
func TestTheSinglePageHoldsEverything(t *testing.T) {
	page := madeSite(t).Get("single.html")
	for _, at := range attributes(t, page) {
		if (at.name == "src" || at.name == "href") && at.of != "a" {
			t.Errorf("single.html: <%s %s=%q>", at.of, at.name, at.value)
		}
	}
	for _, want := range []string{`data-file="web/dist/app.wasm"`, `data-file="web/fonts/source-sans-3-latin-400-normal.woff2"`, "data-single", "url(data:font/woff2;base64,"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("single.html lacks %s", want)
		}
	}
}

// A second writing takes away what is gone, leaves alone what is not ours, and is refused before it
// touches anything where a file of another's is in its way.
func TestAFolderIsWrittenOverAndOthersFilesAreNot(t *testing.T) {
	dir := t.TempDir()
	put := func(files map[string]string) error {
		tree := &Tree{}
		for name, text := range files {
			tree.Put(name, []byte(text))
		}
		return tree.WriteTo(dir)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "none"
		}
		return string(data)
	}
	if err := put(map[string]string{"a.html": "1", "s/x/b.html": "1"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "CNAME"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := put(map[string]string{"a.html": "2"}); err != nil {
		t.Fatal(err)
	}
	if a, b, own := read("a.html"), read("s/x/b.html"), read("CNAME"); a != "2" || b != "none" || own != "mine" {
		t.Errorf("a.html is %s, want 2; b.html %s, want none; CNAME %s, want mine", a, b, own)
	}
	if _, err := os.Stat(filepath.Join(dir, "s")); err == nil {
		t.Error("an empty folder is left")
	}
	err := put(map[string]string{"a.html": "3", "CNAME": "ours"})
	if err == nil || !strings.Contains(err.Error(), "was not written by this command") || read("a.html") != "2" || read("CNAME") != "mine" {
		t.Errorf("a file in the way: %v; a.html is %s, want 2; CNAME %s, want mine", err, read("a.html"), read("CNAME"))
	}
	if err := os.WriteFile(filepath.Join(dir, manifest), []byte(`["../../etc/passwd"]`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := put(map[string]string{"a.html": "4"}); err == nil || !strings.Contains(err.Error(), "outside of the folder") {
		t.Errorf("a manifest that points outside: %v", err)
	}
}

// A folder of one's own lessons becomes pages; one that does not hold is refused by name.
func TestOwnLessonsBecomePages(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "mine.iq"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lesson, err := scenarios.Files("three-adds-one-job.iq")
	if err != nil {
		t.Fatal(err)
	}
	lesson = strings.Replace(strings.Replace(lesson, "id: three-adds-one-job", "id: mine", 1), "number: S01", "number: M01", 1)
	o := options(t)
	o.Scenarios, o.Only = dir, []string{"mine"}
	if _, err := Make(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no file there that ends in .iq") {
		t.Errorf("an empty folder: %v", err)
	}
	for bad, want := range map[string]string{
		"nonsense": "mine.iq:1",
		strings.Replace(lesson, "id: mine", "id: three-adds-one-job", 1): "there is a lesson with the id",
		strings.Replace(lesson, "q=[a]", "q=[b]", 1):                     "does not hold",
	} {
		write(bad)
		if _, err := Make(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a bad lesson: %v, want %s", err, want)
		}
	}
	write(lesson)
	prose, err := scenarios.Files("three-adds-one-job.zh.md")
	if err == nil {
		_, prose, _ = strings.Cut(prose, "\n# question")
		prose = "# question" + prose
		err = os.WriteFile(filepath.Join(dir, "mine.zh.md"), []byte(prose), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	o.Base, o.Progress = "https://example.org/", func(line string) { said = append(said, line) }
	tree, err := Make(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"s/mine/mine.zh.md", "zh/s/mine/mine.zh.md"} {
		if got := string(tree.Get(name)); got != prose {
			t.Errorf("%s is %.40q, want the translation of the own lesson", name, got)
		}
	}
	page := string(tree.Get("zh/s/mine/index.html"))
	if !strings.Contains(page, "v1/#src=..%2Fzh%2Fs%2Fmine%2Fmine.iq&amp;step=") || !strings.Contains(page, "没有在 client-go 上运行过") {
		t.Error("the page of an own lesson does not lead to its file, or claims that client-go was asked")
	}
	if !strings.Contains(page, "这一课本身没有在 client-go 上运行过") || strings.Contains(string(tree.Get("s/mine/index.html")), "each lesson of the course is run") {
		t.Error("the page of an own lesson says at its bottom what holds of the course")
	}
	if got := string(tree.Get("s/mine/oembed-640.json")); !strings.Contains(got, "#embed\\u0026amp;src=..%2Fs%2Fmine%2Fmine.iq\\u0026amp;step=") {
		t.Errorf("what others embed does not lead to the own lesson's file: %s", got)
	}
	if told := strings.Join(said, "\n"); !strings.Contains(told, "mine.iq:3: not translated (zh): title") {
		t.Errorf("half a translation is told as\n%s", told)
	}
	if tree.Get("zh/s/mine/mine.iq") == nil || !strings.Contains(string(tree.Get("course/index.html")), "Own lessons") {
		t.Error("the own lesson is not in the course, or its text is missing")
	}
}

// A program that was built of other lessons or words than the pages around it is noticed.
func TestAnOldProgramIsNoticed(t *testing.T) {
	o := options(t)
	text, err := scenarios.Files("first-light.iq")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, lang := range locales.Langs() {
		data, _ := locales.JSON(lang)
		all.Write(data)
	}
	for _, l := range scenarios.List() {
		for _, name := range []string{l.ID + ".iq", l.ID + ".zh.md"} {
			text, _ := scenarios.Files(name)
			all.WriteString(text)
		}
	}
	for program, want := range map[string]string{
		all.String(): "",
		strings.Replace(all.String(), text, text[1:], 1): "first-light.iq",
		"": "en.json, zh.json, three-adds-one-job.iq and",
	} {
		o.Web.(fstest.MapFS)["dist/app.wasm"].Data = []byte(program)
		names, err := strange(o.Web)
		if got := some(names); err != nil || got != want && !strings.HasPrefix(got, want+" ") {
			t.Errorf("of a program of %d bytes strange are %s, %v, want %s", len(program), got, err, want)
		}
	}
}

func TestABaseIsAnAddress(t *testing.T) {
	for in, want := range map[string]string{"": "", "https://a.b": "https://a.b/", "http://a.b/c/": "http://a.b/c/", "a.b": "bad", "ftp://a": "bad", "https://a.b/?x": "bad", "https://u:p@a.b/": "bad"} {
		got, err := base(in)
		if err != nil {
			got = "bad"
		}
		if got != want {
			t.Errorf("base(%q) = %q, want %q", in, got, want)
		}
	}
}
