package informerscope_test

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// tracked are the files that git knows, and those that it will.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("git ls-files: %v; what the documents name is not looked at", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// The version of client-go is spelled once, in scenarios.ClientGo; older ones in core/versions. go.mod asks for it, prose and
// comments agree with it, and nothing else of the program spells it.
func TestEveryPlaceMeansOneVersionOfClientGo(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"client-go", "api", "apimachinery"} {
		if want := "k8s.io/" + name + " " + scenarios.ClientGo + "\n"; !strings.Contains(string(mod), want) {
			t.Errorf("go.mod does not ask for %s: set scenarios.ClientGo to what it asks for, or the other way round", strings.TrimSpace(want))
		}
	}
	version := regexp.MustCompile(`\bv0\.\d\d\.\d+\b`)
	comment := regexp.MustCompile(`(^|\s)//.*`)
	named := regexp.MustCompile(`client-go\s+(?://\s+)?(v0\.\d\d\.\d+)`)
	for _, name := range tracked(t) {
		ext := path.Ext(name)
		if ext != ".go" && ext != ".md" || name == "CHANGELOG.md" || name == "scenarios/lesson.go" || strings.HasPrefix(name, "core/versions/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			continue // removed, and not committed yet
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if m[1] != scenarios.ClientGo {
				t.Errorf("%s says client-go %s, want %s", name, m[1], scenarios.ClientGo)
			}
		}
		if ext != ".go" || strings.HasPrefix(name, "server/testcluster/") {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if version.MatchString(comment.ReplaceAllString(line, "")) {
				t.Errorf("%s spells a version: use scenarios.ClientGo:\n%s", name, line)
			}
		}
	}
}

// spells are the words by which the tree knows the example of each row of CONTRIBUTING.md's
// table.
var spells = map[string]*regexp.Regexp{
	"lesson":             regexp.MustCompile(`\b(lost-lease|S52)\b`),
	"exercise":           regexp.MustCompile(`\btwo-hold-a\b`),
	"zone":               regexp.MustCompile(`\b(indexZone|zone\.index|explain\.index)\b`),
	"verb of a scenario": regexp.MustCompile(`"compact[ "]`),
	"engine":             regexp.MustCompile(`\bbatched\b`),
	"rate limiter":       regexp.MustCompile(`[Ff]ast-?[Ss]low`),
	"op":                 regexp.MustCompile(`ServerSkip|\bserver\.skip`),
	"language":           regexp.MustCompile(`"zh"|"zh-Hans"|\blabels\.zh\.`),
	"server route":       regexp.MustCompile(`"/healthz"`),
}

// untold are files that a row lists though they do not spell the example.
var untold = []string{"scenarios/labels.zh.txt", "scenarios/language.zh.txt", "core/sim/field.go", "wasm/scene/plan.go", "wasm/film/testdata/stills.txt"}

// What a newcomer touches is told truly: every file of a row is there and spells its example,
// and no file that spells it is missing from the row. Tests and lessons may name anything.
func TestContributingNamesTheFilesThatSpellEachExample(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| ([a-z ]+), as `([^`]+)` \\|(.*)$").FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(spells) {
		t.Errorf("CONTRIBUTING.md has %d rows with an example, spells has %d", len(rows), len(spells))
	}
	files := tracked(t)
	for _, row := range rows {
		thing, example := row[1], row[2]
		spelled, ok := spells[thing]
		if !ok {
			t.Errorf("nothing says how the tree spells a %s: add it to spells", thing)
			continue
		}
		listed := map[string]bool{}
		for _, m := range regexp.MustCompile("`([^` ]+)`").FindAllStringSubmatch(row[3], -1) {
			listed[strings.ReplaceAll(m[1], "<name>", example)] = true
		}
		for name := range listed {
			if text, err := os.ReadFile(name); err != nil {
				t.Errorf("a new %s: %v", thing, err)
			} else if !spelled.Match(text) && !strings.Contains(name, example) && !slices.Contains(untold, name) {
				t.Errorf("a new %s: %s does not name %s: take it out of the row", thing, name, example)
			}
		}
		for _, name := range files {
			if listed[name] || anyMayName(name) {
				continue
			}
			if text, err := os.ReadFile(name); err == nil && spelled.Match(text) {
				t.Errorf("a new %s: %s names %s, as %q: put it into the row of CONTRIBUTING.md, or let it do without the name", thing, name, example, spelled.Find(text))
			}
		}
	}
}

// anyMayName reports whether a file may name what it likes: tests and their data, lessons and
// what was written of them, and what speaks to users.
func anyMayName(name string) bool {
	return strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") || strings.HasPrefix(name, "server/browser/") ||
		strings.HasPrefix(name, "scenarios/") && !strings.HasSuffix(name, ".go") && name != "scenarios/labels.zh.txt" ||
		name == "CHANGELOG.md" || name == "CONTRIBUTING.md" || name == "core/VERSIONS.md" || strings.HasPrefix(name, "web/docs/versions.")
}
