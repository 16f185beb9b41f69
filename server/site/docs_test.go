package site

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
)

// texts are the docs as they were written, by their files.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := fs.Glob(informerscope.Docs, "web/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(informerscope.Docs, name)
		if err != nil {
			t.Fatal(err)
		}
		all[path.Base(name)] = string(text)
	}
	return all
}

// blocks are the texts between ``` and what stands behind the first of them.
var blocks = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// Every text in the folder is a page of the list, and every kind of paragraph that the program fills in
// stands on a page.
func TestEveryTextIsAPage(t *testing.T) {
	used := map[string]bool{}
	for name, text := range texts(t) {
		if id, _, _ := strings.Cut(name, "."); !slices.Contains(docOrder, id) {
			t.Errorf("%s is on no page: add it to docOrder", name)
		}
		for _, m := range regexp.MustCompile(`(?m)^\{\{(\w+)`).FindAllStringSubmatch(text, -1) {
			used["docs."+m[1]] = true
		}
	}
	for _, of := range templates.Templates() {
		if name := of.Name(); strings.HasPrefix(name, "docs.") && name != "docs.rows" && !used[name] {
			t.Errorf("no text has {{%s}}", strings.TrimPrefix(name, "docs."))
		}
	}
}

// What a page shows as a scenario is one that holds.
func TestScenariosInTheDocsHold(t *testing.T) {
	n := 0
	for name, text := range texts(t) {
		for _, m := range blocks.FindAllStringSubmatch(text, -1) {
			switch m[1] {
			case "iq":
				l, err := scenarios.Parse(name, m[2])
				if err != nil {
					t.Error(err)
				} else if bad := l.Check(); bad != nil {
					t.Error(bad)
				}
				n++
			case "exercise":
				x, err := scenarios.ParseExercise(name, m[2])
				if err != nil {
					t.Error(err)
				} else if bad := slices.Concat(x.Check(), x.Unfair()); bad != nil {
					t.Error(bad)
				}
				n++
			}
		}
	}
	if n < 2 {
		t.Errorf("only %d scenarios were found", n)
	}
}

// What the trace reference shows is what the page opens.
func TestTheTraceInTheDocsCanBeOpened(t *testing.T) {
	body, err := reference{page{site: &site{Options: options(t)}}}.Example("Example_trace")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(body, "// Output:\n")
	if _, err := player.ReadFile("web.jsonl", strings.ReplaceAll(lines, "// {", "{"), nil); err != nil {
		t.Error(err)
	}
}

// A hash in the docs says what the page understands, of lessons and exercises that are there.
func TestLinksIntoTheProgramAreUnderstood(t *testing.T) {
	keys := []string{"token"}
	for _, p := range player.Params() {
		keys = append(keys, p.Name)
	}
	found := regexp.MustCompile("(?:v1/|`)#([a-z]+[=&`][^\\s\"`)]*)")
	n := 0
	for name, text := range texts(t) {
		for _, m := range found.FindAllStringSubmatch(text, -1) {
			hash := strings.TrimSuffix(m[1], "`")
			if strings.Contains(hash, "…") {
				continue
			}
			n++
			h, problems := player.Parse(hash)
			for _, p := range problems {
				t.Errorf("%s: #%s: %s=%s", name, hash, p.Name, p.Value)
			}
			for part := range strings.SplitSeq(hash, "&") {
				if key, _, _ := strings.Cut(part, "="); !slices.Contains(keys, key) {
					t.Errorf("%s: #%s: there is no key %q", name, hash, key)
				}
			}
			if h.Lesson != "" && scenarios.Find(h.Lesson) == nil {
				t.Errorf("%s: #%s: there is no lesson %q", name, hash, h.Lesson)
			}
			if h.Exercise != "" && scenarios.ExerciseNamed(h.Exercise) == nil {
				t.Errorf("%s: #%s: there is no exercise %q", name, hash, h.Exercise)
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d hashes were found", n)
	}
}

// A key that the docs name in code is one that the page takes, an op one that a trace has, and a lesson's
// page one that there is.
func TestTheDocsNameWhatIsThere(t *testing.T) {
	var names []string
	for _, g := range (reference{page{Lang: "en"}}).Keys() {
		for _, r := range g.Rows {
			names = append(names, r.Keys...)
		}
	}
	names = append(names, "1", "2", "3", "4", "5", "6") // printed as 1…4 and 1…6
	for _, op := range trace.Ops() {
		names = append(names, op.String())
	}
	shaped := regexp.MustCompile("`([A-Z0-9?]|Space|Esc|PgUp|PgDn|(?:Alt|Shift|Ctrl) \\S+|(?:queue|fifo|store|handler|reflector|server|worker)\\.[a-z]+)`")
	lesson := regexp.MustCompile(`\bs/([a-z0-9-]+)/`)
	for name, text := range texts(t) {
		text = blocks.ReplaceAllString(text, "")
		for _, m := range shaped.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, m[1]) {
				t.Errorf("%s: there is no key and no op %q", name, m[1])
			}
		}
		for _, m := range lesson.FindAllStringSubmatch(text, -1) {
			if l := scenarios.Find(m[1]); m[1] != "mine" && (l == nil || l.ID != m[1]) { // mine is the author's own
				t.Errorf("%s: there is no lesson %q", name, m[1])
			}
		}
	}
}

// The reference has all that there is, in each language that it is written in.
func TestTheReferenceIsWhole(t *testing.T) {
	tree := madeSite(t)
	has := func(page string, what ...string) {
		t.Helper()
		for _, w := range what {
			if !strings.Contains(string(tree.Get(page)), w) {
				t.Errorf("%s lacks %s", page, w)
			}
		}
	}
	for _, v := range sim.Verbs() {
		has("docs/scenarios.html", "<code>"+v.Form()[:strings.IndexAny(v.Form()+" ", " (")])
	}
	for _, h := range scenarios.Headers() {
		has("docs/scenarios.html", "<code>"+h.Key+":</code>")
	}
	for _, op := range trace.Ops() {
		has("docs/trace.html", "<code>"+op.String()+"</code>")
	}
	for _, p := range player.Params() {
		has("docs/links.html", "<code>"+p.Name+"</code>")
	}
	for _, term := range scenarios.Glossary() {
		has("docs/glossary.html", `id="`+term.ID+`"`)
		has("zh/docs/glossary.html", `id="`+term.ID+`"`, term.Names("zh")[0])
	}
	has("docs/commands.html", "informerscope site -o DIR [flags]", "--scenarios folder")
	has("zh/docs/keys.html", "<kbd>空格</kbd>")
}

// What is wider than a page can be scrolled by the keyboard; in a cell it wraps.
func TestCodeOfTheDocsCanBeScrolled(t *testing.T) {
	tree, n := madeSite(t), 0
	for _, name := range tree.Names() {
		if page := string(tree.Get(name)); strings.Contains(name, "docs/") && path.Ext(name) == ".html" {
			n += strings.Count(page, `<pre tabindex="0">`)
			if bare := strings.Count(page, "<pre>") - strings.Count(page, "<td><pre>"); bare != 0 || strings.Contains(page, "<table>") {
				t.Errorf("%s: %d blocks of code, or a table, cannot be reached by the keyboard", name, bare)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d blocks were found", n)
	}
}

// Chinese texts are held to what lessons are held to: their words, punctuation and length.
func TestChineseTextsReadAsTheLessonsDo(t *testing.T) {
	hidden := regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)|[\\[*]|(?m)^(?:#+|-|[{|]).? ?")
	for name, text := range texts(t) {
		if !strings.HasSuffix(name, ".zh.md") || name == "keys.zh.md" { // whose keys are those of a keyboard
			continue
		}
		for paragraph := range strings.SplitSeq(blocks.ReplaceAllString(text, ""), "\n") {
			if strings.HasPrefix(paragraph, "{{") {
				continue
			}
			plain := hidden.ReplaceAllStringFunc(paragraph, func(s string) string {
				if strings.HasPrefix(s, "`") {
					return "x"
				}
				return ""
			})
			for _, fault := range scenarios.ChineseFaults(plain) {
				t.Errorf("%s: %s\n%s", name, fault, paragraph)
			}
		}
	}
}

// Each key of a link is explained in Chinese, with every value and number that the English text names.
func TestKeysOfALinkAreExplainedInChinese(t *testing.T) {
	zh := reference{page{Lang: "zh"}}.Params()
	names := regexp.MustCompile(`\b[a-z]+[:-][a-z0-9|.-]+[a-z0-9]|\b[0-9][0-9a-z.]*[0-9a-z]|\b[0-9]`)
	values := regexp.MustCompile(`[a-z]+[a-z0-9:|-]*[a-z0-9]`)
	for i, p := range player.Params() {
		if zh[i].Means == p.Means {
			t.Errorf("words.zh.json lacks param.%s: %s", p.Name, p.Means)
		}
		for _, name := range names.FindAllString(strings.ReplaceAll(p.Means, "what-if", ""), -1) {
			if !strings.Contains(zh[i].Means, name) {
				t.Errorf("param.%s does not name %s: %s", p.Name, name, zh[i].Means)
			}
		}
		for _, fault := range scenarios.ChineseFaults(values.ReplaceAllString(zh[i].Means, "x")) {
			t.Errorf("param.%s: %s: %s", p.Name, fault, zh[i].Means)
		}
	}
}

// A translation shows a server the blocks that were tried on one.
func TestHostingShowsTheSameInEachLanguage(t *testing.T) {
	all := texts(t)
	if en, zh := blocks.FindAllString(all["hosting.md"], -1), blocks.FindAllString(all["hosting.zh.md"], -1); len(en) < 4 || !slices.Equal(en, zh) {
		t.Errorf("hosting.zh.md shows\n%s\nwant\n%s", strings.Join(zh, "\n"), strings.Join(en, "\n"))
	}
}
