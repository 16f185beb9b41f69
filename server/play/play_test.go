package play

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/cli/clitest"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/text"
)

// command runs informerscope with this command alone.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return clitest.Run(t, Command(), stdin, args...)
}

// played is a scenario of our own, so that the course can change under the goldens.
func played(id string) string { return "testdata/" + id + ".iq" }

// parsed reads it.
func parsed(t *testing.T, id string) *scenarios.Lesson {
	t.Helper()
	l, err := cli.Lesson(played(id), nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPlayTellsEveryStep(t *testing.T) {
	for golden1, args := range map[string][]string{
		"play-en.txt": {"play", played("dirty-and-processing")},
		"play-zh.txt": {"play", played("first-light"), "--lang", "zh", "--engine", "classic"},
	} {
		code, stdout, stderr := command(t, "", args...)
		if code != 0 || stderr != "" {
			t.Errorf("%v = %d %s", args, code, stderr)
		}
		if strings.Contains(stdout, "\x1b") {
			t.Errorf("%v colours what is no terminal", args)
		}
		clitest.Golden(t, golden1, stdout)
	}
}

func TestPlayTellsEveryLessonInEveryLanguage(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, lang := range text.Langs() {
			for _, engine := range l.Engines {
				code, stdout, stderr := command(t, "", "play", l.ID, "--lang", lang, "--engine", engine)
				if code != 0 || stderr != "" {
					t.Errorf("play %s on %s = %d %s", l.ID, engine, code, stderr)
				}
				for _, line := range strings.Split(stdout, "\n") {
					if strings.TrimRight(line, " ") != line {
						t.Errorf("play %s: blanks at the end of %q", l.ID, line)
					}
				}
				if i := strings.Index(stdout, "cli."); i >= 0 {
					t.Errorf("play %s --lang %s prints a message's key: %q", l.ID, lang, stdout[i:min(i+20, len(stdout))])
				}
			}
		}
	}
}

// Where its author says nothing, a step says what the page says of it.
func TestPlayTellsWhatNobodyWrote(t *testing.T) {
	const mine = "id: mine\nengines: workqueue\nworkers: W1\n\nAdd a\n\nW1 Get\n\n+2s Add a\n"
	for lang, want := range map[string][]string{
		"en": {"a goes to the back of the queue. A pass is owed: it is dirty.", "W1 takes a.", "After 2s: One more pass is owed for a."},
		"zh": {"a 排到队尾。欠它一次处理，它在 dirty 里。", "W1 取走 a。", "过了 2s：又欠 a 一次处理。"},
	} {
		code, stdout, stderr := command(t, mine, "play", "-", "--lang", lang)
		for _, w := range want {
			if code != 0 || strings.Count(stdout, w) != 1 {
				t.Errorf("play in %s = %d %q\n%s\nwant %q in it once", lang, code, stderr, stdout, w)
			}
		}
	}
}

func TestPlayListsTheLessons(t *testing.T) {
	_, stdout, _ := command(t, "", "play")
	for _, l := range scenarios.List() {
		if !strings.Contains(stdout, l.ID) || !strings.Contains(stdout, l.Title) {
			t.Errorf("play does not list %s", l.ID)
		}
	}
}

func TestPlayReadsFilesAndStandardInput(t *testing.T) {
	if code, out, errs := command(t, "", "play", "--lang", "zh", "../check/testdata/check/holds.iq"); code != 0 || !strings.Contains(out, "加了一次。") {
		t.Errorf("play holds.iq --lang zh = %d %s%s, want its translation", code, out, errs)
	}
	if code, out, _ := command(t, "id: x\n\nAdd a\n", "play", "-"); code != 0 || !strings.Contains(out, "q=[a]") {
		t.Errorf("play - = %d %s", code, out)
	}
	// What was refused comes after the steps up to there.
	code, out, errs := command(t, "", "play", "../check/testdata/check/refused.iq")
	if code != 1 || !strings.Contains(out, "q=[a]") || !strings.Contains(errs, `refused.iq:4: on workqueue: W9 Get: there are no workers: want a header line workers: W1`) {
		t.Errorf("play refused.iq = %d %s%s", code, out, errs)
	}
}

// A lesson on controller-runtime's queue alone says so: its engine does not.
func TestAQueueThatIsNotClientGosIsNamed(t *testing.T) {
	for args, want := range map[string]string{"6.1": "\non atomic · queue: priority\n", "6.4": "\non priority\n", "1.1": "\non workqueue\n"} {
		if code, out, errs := command(t, "", "play", args); code != 0 || !strings.Contains(out, want) {
			t.Errorf("play %s = %d %s, says\n%.200s\nwant %q in it", args, code, errs, out, want)
		}
	}
}

func TestPlayNamesWhatItDoesNotKnow(t *testing.T) {
	for args, want := range map[string]string{
		"play first-ligt":                         "informerscope: first-ligt: neither a file nor a lesson (did you mean \"first-light\"?); the lessons are listed by: informerscope play\n",
		"play 6.99":                               "informerscope: 6.99: neither a file nor a lesson; the lessons are listed by: informerscope play\n",
		"play S02 --engine classic":               "informerscope: --engine \"classic\": this lesson runs on workqueue\n",
		"play S14 --engine orderd":                "informerscope: --engine \"orderd\": this lesson runs on classic, ordered, atomic (did you mean \"ordered\"?)\n",
		"play .":                                  "informerscope: .: a folder: want a file in it\n",
		"play S02 --lang xx":                      "informerscope: --lang \"xx\": want en, zh\n",
		"play nope.iq":                            "informerscope: nope.iq: there is no such file or folder\n",
		"play ../check/testdata/check/syntax.iq":  "informerscope: ../check/testdata/check/syntax.iq:4: unknown verb \"updat\" (did you mean \"update\"?)\n",
		"play ../check/testdata/check/missing.iq": "informerscope: ../check/testdata/check/missing.iq: there is no such file or folder\n",
	} {
		if code, _, errs := command(t, "", strings.Fields(args)...); code == 0 || errs != want {
			t.Errorf("%s = %d %q, want %q", args, code, errs, want)
		}
	}
}

// session presses keys and returns what stood on the terminal, without the prompts.
func session(t *testing.T, id, presses string) string {
	t.Helper()
	l := parsed(t, id)
	f, err := film.Record(l, l.Engines[len(l.Engines)-1])
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p := &teller{out: &out, film: f, lang: "en", say: text.For("en").Text, width: 80}
	p.interactive(context.Background(), keys(strings.NewReader(presses)))
	// What stands between two erasures was a prompt.
	parts := strings.Split(out.String(), "\r\x1b[K")
	for i := range parts {
		if i+1 < len(parts) && !strings.Contains(parts[i], "\n") {
			parts[i] = ""
		}
	}
	return strings.Join(parts, "")
}

var heads = regexp.MustCompile(`(?m)^step (\d+) of`)

// steps lists the steps in the order they were shown.
func steps(out string) string {
	var all []string
	for _, m := range heads.FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	return strings.Join(all, " ")
}

func TestKeysWalkThroughALesson(t *testing.T) {
	const right, left = "\x1b[C", "\x1b[D"
	for _, c := range []struct{ presses, want string }{
		{"q", "0"},
		{"", "0"},
		{"\r\r", "0 1 2"},
		{right + right + left + left + left, "0 1 2 1 0 0"},
		{"\x1bOCb", "0 1 0"},
		{"9\r3\rq", "0 9 3"},
		{"99\r\r", "0 1"},
		{"1\x7f10\r\r\r", "0 10"},        // enter at the end quits
		{"\x1b[F\x1b[Hq", "0 10 0"},      // End, Home
		{"  \r\r", "0 1 2 3"},            // the question before 3 is asked, then skipped
		{"  \r" + left + "q", "0 1 2 1"}, // or left
		{"  \r4\r", "0 1 2 3 4"},         // or answered
		{"x\x1b\x1b[1;5Czq", "0 1"},
		{"\x03 ", "0"},
	} {
		if got := steps(session(t, "dirty-and-processing", c.presses)); got != c.want {
			t.Errorf("keys %q show steps %s, want %s", c.presses, got, c.want)
		}
	}
}

func TestAnswersAreToldAndCounted(t *testing.T) {
	// Option 4 is right, as in the golden.
	out := session(t, "dirty-and-processing", "  \r4q")
	if !strings.Contains(out, "Right.") || !strings.Contains(out, "1 of 1 right") {
		t.Errorf("a right answer reads\n%s", out)
	}
	out = session(t, "dirty-and-processing", "  \r1\x1b[D\rq")
	if !strings.Contains(out, "It was: dirty only.") || !strings.Contains(out, "0 of 1 right") || strings.Count(out, "◆") != 1 {
		t.Errorf("a wrong answer reads\n%s\nwant it asked once", out)
	}
	out = session(t, "dirty-and-processing", "  \r\rq")
	if strings.Contains(out, "of 1 right") {
		t.Errorf("a skipped question was counted:\n%s", out)
	}
	out = session(t, "dirty-and-processing", "  \r7q")
	if steps(out) != "0 1 2" {
		t.Errorf("an answer that is not there shows steps %s", steps(out))
	}
}

func TestTheTerminalsEndStopsTheSession(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	l := parsed(t, "dirty-and-processing")
	f, err := film.Record(l, "workqueue")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p := &teller{out: &out, film: f, lang: "en", say: text.For("en").Text, width: 80}
	p.interactive(ctx, make(chan key))
	if steps(out.String()) != "0" {
		t.Errorf("steps %s, want 0", steps(out.String()))
	}
}

func TestColoursMeanWhatTheyMeanOnTheStage(t *testing.T) {
	l := parsed(t, "dirty-and-processing")
	f, err := film.Record(l, "workqueue")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p := &teller{out: &out, film: f, lang: "en", say: text.For("en").Text, width: 80, ink: ink{true}}
	p.step(3)
	for _, want := range []string{"\x1b[33md={a}\x1b[0m", "\x1b[34mp={a:W1}\x1b[0m", "\x1b[32m+a\x1b[0m", "\x1b[1ma is dirty and processing:\x1b[0m"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("step 3 lacks %q: %q", want, out.String())
		}
	}
}

func TestShellsAreOfferedTheLessons(t *testing.T) {
	for args, want := range map[string]string{
		"__complete play first":     "first-light\tFirst light",
		"__complete play --engine ": "classic",
		"__complete play --lang ":   "zh",
	} {
		words := strings.Fields(args)
		if strings.HasSuffix(args, " ") {
			words = append(words, "")
		}
		if _, out, _ := command(t, "", words...); !strings.Contains(out, want) {
			t.Errorf("%s offers %q, want %q", args, out, want)
		}
	}
}

func TestPlayWritesTraces(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"x.jsonl": `{"format":"informerscope-trace","version":1,"from":1}`, "x.json": `{"displayTimeUnit":"ms","traceEvents":[`} {
		name = filepath.Join(folder, name)
		if code, out, stderr := command(t, "", "play", "S02", "--trace", name); code != 0 || out+stderr != "" {
			t.Errorf("play --trace %s = %d %s%s", name, code, out, stderr)
		}
		if first, _, _ := strings.Cut(clitest.Content(t, name), "\n"); first != want {
			t.Errorf("%s begins with %s, want %s", name, first, want)
		}
	}
	for args, want := range map[string]string{
		"S02 --trace x.txt":           "--trace x.txt: want a name that ends in .jsonl, which the page opens, or .json, for Perfetto",
		"--trace x.json":              "--trace x.json: want a lesson or a file to play",
		"S02 --trace play.go/x.jsonl": "--trace play.go/x.jsonl cannot be written: not a directory",
	} {
		if code, out, stderr := command(t, "", append([]string{"play"}, strings.Fields(args)...)...); code == 0 || out != "" || stderr != "informerscope: "+want+"\n" {
			t.Errorf("play %s = %d %q %q, want %q", args, code, out, stderr, want)
		}
	}
}
