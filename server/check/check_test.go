package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/server/cli/clitest"
)

// command runs informerscope with this command alone.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return clitest.Run(t, Command(), stdin, args...)
}

func TestCheckSaysWhatDoesNotHold(t *testing.T) {
	code, stdout, stderr := command(t, "", "check", "testdata/check")
	if code != 1 || stderr != "informerscope: 6 of 7 scenarios do not hold\n" {
		t.Errorf("check = %d, stderr %q", code, stderr)
	}
	clitest.Golden(t, "check.txt", stdout)
}

func TestTheCourseHolds(t *testing.T) {
	code, stdout, stderr := command(t, "", "check", "--lint", "--quiet", "../../scenarios")
	if code != 0 || stdout != "" || stderr != "" {
		t.Errorf("check --lint scenarios = %d:\n%s%s", code, stdout, stderr)
	}
}

func TestCheckLints(t *testing.T) {
	code, stdout, _ := command(t, "", "check", "--lint", "testdata/check/holds.iq")
	if code != 1 {
		t.Errorf("check --lint = %d, want 1", code)
	}
	clitest.Golden(t, "lint.txt", stdout)
}

// What a translation lacks is said, each in its line, and holds; what it says of nothing does not. A stranger's lesson is
// not judged by what our course wants of its own.
func TestCheckReadsTheTranslation(t *testing.T) {
	const text = "id: mine\ntitle: Mine\nquestion: Who gets it\nworkers: W1\n\n@start Nobody waits, as in S03.\n\n? who Who gets a? => W1 | nobody\nW1 Get => blocked\n@taken! W1 waits.\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.iq")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("mine.iq", text)
	for _, c := range []struct {
		prose, flag, want string
		code              int
	}{
		{"# title\n我的\n# question\n谁\n# start\n没有\n# who\n谁\n- W1\n- 没有\n# taken\n在等\n", "--lint", "ok    F  1 step on workqueue\n", 0},
		{"# title\n我的\n# question\n谁\n# who\n谁\n", "-q=false", "ok    F  1 step on workqueue\n      F:6: not translated (zh): start\n      F:8: not translated (zh): who (options)\n      F:10: not translated (zh): taken\n", 0},
		{"# title\n我的\n# question\n谁\n# who\n谁\n", "-q", "", 0},
		{"# title\n我的\n# question\n谁\n# start\n没有\n# taken\n在等\n", "--lint", "FAIL  F\n      F:8: not translated (zh): who\n", 1},
		{"# title\n我的\n\n# tken\n在等\n", "-q=false", "FAIL  M:4: \"tken\" is not an id of mine (did you mean \"taken\"?)\nHow scenarios are written: informerscope check --help\n", 1},
		{"# title\n我的\n\n# who\n谁\n- W1\n", "-q=false", "FAIL  M:4: gate who: answers 1; the lesson has 2: want a line that begins with - for each\nHow scenarios are written: informerscope check --help\n", 1},
	} {
		write("mine.zh.md", c.prose)
		code, stdout, _ := command(t, "", "check", c.flag, file)
		if got := strings.NewReplacer(file, "F", filepath.Join(dir, "mine.zh.md"), "M").Replace(stdout); code != c.code || got != c.want {
			t.Errorf("check %s with the translation %q = %d:\n%swant %d:\n%s", c.flag, c.prose, code, got, c.code, c.want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "mine.zh.md")); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := command(t, "", "check", "--lint", file); code != 0 {
		t.Errorf("of a lesson that nobody translated, check --lint = %d:\n%s", code, stdout)
	}
}

// copied puts a scenario where a test may change it.
func copied(t *testing.T, name string, change func(string) string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/check", name))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(to, []byte(change(string(data))), 0o640); err != nil {
		t.Fatal(err)
	}
	return to
}

func same(s string) string { return s }

func TestUpdateWritesOnlyExpectationsThatWereWrong(t *testing.T) {
	for _, c := range []struct {
		file   string
		code   int
		change func(string) string
		old    []string // pairs of old and new
	}{
		{"holds.iq", 0, same, nil},
		{"wrong.iq", 1, same, []string{"\nq=[b]  d={a}\n", "\nq=[a]  d={a}\n", "q=[y x]", "q=[x y]"}},
		{"wrong.iq", 1, func(s string) string { return "\uFEFF" + strings.ReplaceAll(s, "\n", "\r\n") },
			[]string{"\r\nq=[b]  d={a}\r\n", "\r\nq=[a]  d={a}\r\n", "q=[y x]", "q=[x y]"}},
		{"engines.iq", 0, same, []string{"F=[ReplacedAll(10 p1@5 p2@7)]  rv=10",
			"rv=10\nclassic: F=[p1:[Replaced@5] p2:[Replaced@7]]\nordered: F=[p1:Replaced@5 p2:Replaced@7]\natomic: F=[ReplacedAll(10 p1@5 p2@7)]", "rv=11", "rv=10"}},
	} {
		name := copied(t, c.file, c.change)
		before := clitest.Content(t, name)
		code, stdout, _ := command(t, "", "check", "--update", name)
		if code != c.code {
			t.Errorf("check --update %s = %d, want %d:\n%s", c.file, code, c.code, stdout)
		}
		if got, want := clitest.Content(t, name), strings.NewReplacer(c.old...).Replace(before); got != want {
			t.Errorf("check --update %s wrote\n%q\nwant\n%q", c.file, got, want)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the file's mode became %v, %v", info.Mode(), err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

func TestUpdateFollowsALink(t *testing.T) {
	name := copied(t, "engines.iq", same)
	link := filepath.Join(t.TempDir(), "link.iq")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := command(t, "", "check", "--update", link); code != 0 || !strings.HasPrefix(out, "wrote ") {
		t.Errorf("check --update = %d %q", code, out)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more: %v %v", info, err)
	}
	if !strings.Contains(clitest.Content(t, name), "rv=10\nclassic: ") {
		t.Error("the file behind the link is as it was")
	}
}

func TestUpdateLeavesAFileItCannotReadAsItWas(t *testing.T) {
	for _, file := range []string{"syntax.iq", "refused.iq", "translated.iq"} {
		name := copied(t, file, same)
		if file == "translated.iq" {
			if err := os.WriteFile(strings.TrimSuffix(name, ".iq")+".zh.md", []byte("# nope\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		before := clitest.Content(t, name)
		if code, _, _ := command(t, "", "check", "--update", name); code != 1 {
			t.Errorf("check --update %s = %d, want 1", file, code)
		}
		if clitest.Content(t, name) != before {
			t.Errorf("%s was changed", file)
		}
	}
}

func TestCheckReadsStandardInput(t *testing.T) {
	text := clitest.Content(t, "testdata/check/engines.iq")
	code, stdout, stderr := command(t, text, "check", "--update", "-")
	if code != 0 || !strings.Contains(stdout, "ordered: F=") || !strings.HasPrefix(stdout, "id: engines") || !strings.HasPrefix(stderr, "wrote stdin") {
		t.Errorf("check --update - = %d\n%s\n%s", code, stdout, stderr)
	}
	if code, stdout, _ := command(t, text, "check", "-"); code != 1 || !strings.Contains(stdout, "stdin:10: after step 2") {
		t.Errorf("check - = %d\n%s", code, stdout)
	}
}

func TestCheckNamesWhatIsNotThere(t *testing.T) {
	empty := t.TempDir()
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"check", 2, "0 arguments: want informerscope check FILE… [flags]; see informerscope check --help"},
		{"check --updat x", 2, `unknown flag --updat (did you mean "--update"?); see informerscope check --help`},
		{"check mine.iq --client-go", 2, "--client-go: want a value behind it; see informerscope check --help"},
		{"check --frobnicate x", 2, "unknown flag --frobnicate; see informerscope check --help"},
		{"check nope.iq", 1, "nope.iq: there is no such file or folder"},
		{"check " + empty, 1, empty + ": no scenarios in this folder: want files that end in .iq"},
	} {
		code, _, stderr := command(t, "", strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s = %d %q, want %d %q", c.args, code, stderr, c.code, c.says)
		}
	}
}

// A scenario on two queues is played on both, and says on which it does not hold.
func TestCheckPlaysEachQueue(t *testing.T) {
	const text = "id: mine\nqueue: client-go priority\n\nAddAfter a 5s\n\nAdd a\n----\nclient-go: heap=[a@5s]\npriority: heap=[]\n"
	if code, stdout, stderr := command(t, text, "check", "-"); code != 0 || !strings.Contains(stdout, "2 steps on client-go, priority") {
		t.Errorf("check = %d: %s%s", code, stdout, stderr)
	}
	wrong := strings.Replace(text, "client-go: heap=[a@5s]\npriority: heap=[]", "heap=[]", 1)
	code, stdout, _ := command(t, wrong, "check", "-")
	if want := ":8: after step 2, Add(a), on client-go\n    seen      heap=[a@5s]\n"; code != 1 || !strings.Contains(stdout, want) {
		t.Errorf("check of what holds on one queue alone = %d:\n%s\nwant %q", code, stdout, want)
	}
	code, stdout, _ = command(t, wrong, "check", "--update", "-")
	if want := "----\nclient-go: heap=[a@5s]\npriority: heap=[]\n"; code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("check --update = %d:\n%s\nwant %q", code, stdout, want)
	}
	several := strings.Replace(text, "id: mine\n", "id: mine\nengines: ordered atomic\nhandlers: h1=enqueue\n", 1)
	if code, stdout, stderr := command(t, several, "check", "-"); code != 0 || !strings.Contains(stdout, "2 steps on ordered, atomic, each with client-go, priority") {
		t.Errorf("check = %d: %s%s", code, stdout, stderr)
	}
}
