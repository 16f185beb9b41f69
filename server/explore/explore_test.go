package explore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/server/cli/clitest"
)

func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return clitest.Run(t, Command(), stdin, append([]string{"explore"}, args...)...)
}

func TestExploreSaysWhatGoesWrongAndHow(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		said []string
	}{
		{[]string{"testdata/two-workers.iq"}, 0, []string{"two-workers on workqueue, from its beginning: ", "every order was seen", "Nothing went wrong in any order that was seen."}},
		{[]string{"testdata/done-without-get.iq"}, 1, []string{"every order was seen", "broken: a key stands in the queue once; a shortest way:\n  Add a\n  Done a\n"}},
		{[]string{"testdata/done-without-get.iq", "--step", "1"}, 1, []string{"from step 1", "a shortest way:\n  Done a\n"}},
		{[]string{"testdata/two-workers.iq", "--states", "5"}, 0, []string{"ended at 5 states", "--states sees more"}},
		{[]string{"testdata/two-workers.iq", "--states", "1"}, 0, []string{"ended at 1 state, so"}},
		{[]string{"testdata/two-workers.iq", "--time", "1ns"}, 0, []string{"ended after 1ns", "--time sees more"}},
		{[]string{"too-early", "--states", "300"}, 1, []string{"W1 reads p1 as not found, and the API server has it; a shortest way:"}},
	} {
		code, out, errs := command(t, "", c.args...)
		if code != c.code {
			t.Errorf("explore %v: exit %d, want %d: %s", c.args, code, c.code, errs)
		}
		for _, want := range c.said {
			if !strings.Contains(out, want) {
				t.Errorf("explore %v says\n%s\nwant %q", c.args, out, want)
			}
		}
	}
}

func TestExploreWritesTheGraph(t *testing.T) {
	dir := t.TempDir()
	svg, dot := filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.dot")
	for _, name := range []string{svg, dot} {
		if code, _, errs := command(t, "", "testdata/done-without-get.iq", "-o", name, "--theme", "dark"); code != 1 || !strings.Contains(errs, "the graph") {
			t.Errorf("-o %s: exit %d: %s", name, code, errs)
		}
	}
	if words := clitest.WellFormed(t, clitest.Content(t, svg)); !strings.Contains(words, "Done a") {
		t.Errorf("the picture says %q", words)
	}
	if text := clitest.Content(t, dot); !strings.HasPrefix(text, "digraph orders {") || !strings.Contains(text, "color=red") || !strings.Contains(text, `label="Done a"`) {
		t.Errorf("the graph is %s", text)
	}
	code, out, errs := command(t, "id: one\nworkers: W1\n\nAdd a\n", "-", "-o", "-")
	if code != 0 || !strings.HasPrefix(out, "digraph") || !strings.Contains(errs, "every order was seen") {
		t.Errorf("-o -: exit %d, %s, %s", code, out, errs)
	}
}

func TestExploreRefusesWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"testdata/two-workers.iq", "--step", "99"}, "has steps 0 to"},
		{[]string{"testdata/two-workers.iq", "--states", "0"}, "want 1 to 50000"},
		{[]string{"testdata/two-workers.iq", "--states", "99999999"}, "want 1 to 50000"},
		{[]string{"testdata/two-workers.iq", "--time", "-1s"}, "want more than nothing"},
		{[]string{"testdata/two-workers.iq", "-o", "x.gif"}, ".svg or .dot"},
		{[]string{"testdata/two-workers.iq", "--theme", "pink"}, "light, dark, hc"},
		{[]string{"testdata/two-workers.iq", "--engine", "classic"}, "runs on workqueue"},
		{[]string{"no-such-lesson"}, "neither a file nor a lesson"},
		{nil, "want informerscope explore"},
	} {
		if code, _, errs := command(t, "", c.args...); code == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("explore %v: exit %d, %s, want %q", c.args, code, errs, c.want)
		}
	}
	locked := filepath.Join(t.TempDir(), "no", "a.svg")
	if code, _, errs := command(t, "", "testdata/two-workers.iq", "-o", locked); code != 1 || !strings.Contains(errs, "cannot be written") {
		t.Errorf("-o into a folder that is not there: exit %d, %s", code, errs)
	}
	if _, err := os.Stat(locked); err == nil {
		t.Error("it was written")
	}
}

// The examples of the help are what it can do, but for the file, which is the reader's.
func TestTheExamplesOfTheHelpHold(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.iq", []byte("id: mine\nworkers: W1\n\nAdd a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(Command().Example) {
		args, _, _ := strings.Cut(line, "|")
		if code, _, errs := command(t, "", strings.Fields(args)[2:]...); code == 2 || strings.Contains(errs, "neither a file nor a lesson") {
			t.Errorf("%s: exit %d, %s", line, code, errs)
		}
	}
}

// What never ends comes to a bound, and so does what twelve workers do.
func TestWhatNeverEndsIsBounded(t *testing.T) {
	workers, scripts := "", ""
	for _, w := range strings.Fields("W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W11 W12") {
		workers += " " + w
		scripts += "worker " + w + " = get, fail\n"
	}
	text := "id: many\nworkers: " + strings.TrimSpace(workers) + "\n\n" + scripts + "auto on\nAdd a\nAdd b\nAdd c\n"
	code, out, errs := command(t, text, "-", "--states", "500")
	if code != 0 || !strings.Contains(out, "ended at 500 states") {
		t.Errorf("exit %d, %s %s", code, out, errs)
	}
}
