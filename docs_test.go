package informerscope_test

import (
	"os"
	"os/exec"
	"path"
	"regexp"
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

// The version of client-go is spelled once, in scenarios.ClientGo. go.mod asks for it, prose and
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
		if ext != ".go" && ext != ".md" || name == "CHANGELOG.md" || name == "scenarios/lesson.go" {
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
