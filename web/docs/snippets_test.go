//go:build snippets

package docs_test

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/player"
)

// moment has in it what a tool could take for its own.
var moment = player.Excerpt{
	Link: "https://example.org/v1/#s=dirty-and-processing&step=3&lang=zh", Frame: "https://example.org/v1/#embed&s=dirty-and-processing&step=3",
	Picture: "https://example.org/s/dirty-and-processing/3.svg", Element: "https://example.org/v1/embed.js",
	Title: `a & "b" <c>`, Alt: `a & "b" <c> [d] 键`, Parameters: [][2]string{{"scenario", "dirty-and-processing"}, {"step", "3"}, {"key", `p"1`}},
}

// builds has a tool build a site of one page, and looks at what comes of it.
func builds(t *testing.T, way string, files map[string]string, page, out string, command ...string) {
	t.Helper()
	program, err := exec.LookPath(command[0])
	if err != nil {
		t.Fatalf("%s is not installed: .ci/need %[1]s", command[0])
	}
	w := player.Ways[slices.IndexFunc(player.Ways, func(w player.Way) bool { return w.Name == way })]
	folder := t.TempDir()
	files[page] += moment.Fill(w.Text) + "\n\nAnd on goes the text.\n"
	if w.File != "" {
		files[w.File] = moment.Fill(w.Once)
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
	run := exec.Command(program, command[1:]...)
	run.Dir = folder
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, said)
	}
	data, err := os.ReadFile(filepath.Join(folder, out))
	if err != nil {
		t.Fatal(err)
	}
	built := string(data)
	flat := html.UnescapeString(strings.NewReplacer("&#34;", "&quot;", "&#x27;", "'").Replace(built))
	for _, want := range []string{
		`<informer-scope`, ` scenario="dirty-and-processing"`, ` step="3"`, ` key="p"1"`, `</informer-scope></div>`,
		`href="` + moment.Link + `"`, `src="` + moment.Picture + `"`, `alt="` + moment.Alt + `"`,
		`<script type="module" src="` + moment.Element + `"></script>`, "<p>And on goes the text.</p>",
	} {
		if !strings.Contains(flat, want) {
			t.Errorf("%s: the page lacks %s:\n%s", way, want, built)
		}
	}
	if !strings.Contains(built, "<informer-scope") || strings.Contains(built, "ZgotmplZ") || strings.Contains(built, `"p"1"`) {
		t.Errorf("%s: the element came out escaped, or its attribute did not:\n%s", way, built)
	}
}

func TestSnippetsAreBuiltByHugo(t *testing.T) {
	builds(t, "hugo", map[string]string{
		"config.toml":                  "baseURL = \"https://blog.example/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n",
		"layouts/_default/single.html": "<!doctype html><body>{{ .Content }}</body>",
		"content/x.md":                 "---\ntitle: x\n---\n\n",
	}, "content/x.md", "public/x/index.html", "hugo", "--quiet")
}

func TestSnippetsAreBuiltByMkDocs(t *testing.T) {
	builds(t, "mkdocs", map[string]string{
		"mkdocs.yml":      "site_name: x\ntheme:\n  name: null\n  custom_dir: theme\nplugins: []\n",
		"theme/main.html": "<!doctype html><body>{{ page.content }}</body>",
		"docs/index.md":   "# x\n\n",
	}, "docs/index.md", "site/index.html", "mkdocs", "build", "--quiet")
}

func TestSnippetsAreBuiltByJekyll(t *testing.T) {
	builds(t, "jekyll", map[string]string{"x.md": "---\n---\n\n"}, "x.md", "_site/x.html", "jekyll", "build", "--quiet")
}
