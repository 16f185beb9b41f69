package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/cli/clitest"
)

const (
	queueHead    = "id: x\nworkers: W1 W2\n\n"
	informerHead = "id: x\nengines: classic ordered atomic\nworkers: W1\nhandlers: h1\nindexes: byNode=.spec.nodeName\n\n"
)

// lines repeats a line with its number in it.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// refused are files from strangers that get one clear error, with the bound in it.
var refused = []struct{ name, text, says string }{
	{"100,000 steps", queueHead + strings.Repeat("Add a\n", 100_000), "x.iq: 100004 lines; a file has at most 5000: cut it into several"},
	{"50 MB", queueHead + strings.Repeat("Add a\n", 50<<20/6), "x.iq: more than 1048576 bytes"},
	{"too many commands", queueHead + "Add k{1..1000} x10000\n", "x.iq:4: more than 100000 commands until here"},
	{"too many events", "id: x\nlimiter: base=1ns max=1ns\nworkers: W1\n\nworker W1 = get, requeue, done\nauto on\nAdd a\n" + strings.Repeat("+1000h Add a\n", 100), "more than 1000000 events until here: cut it short"},
	{"huge line", queueHead + "Add " + strings.Repeat("a", 200_000) + "\n", "x.iq:4: a line of 200004 bytes; at most 100000"},
	{"huge key", queueHead + "Add " + strings.Repeat("a", 301) + "\n", "x.iq:4: a key has 301 characters; at most 300"},
	{"huge name", informerHead + "create " + strings.Repeat("a", 301) + "\n", "x.iq:7: a name has 301 characters; at most 300"},
	{"huge worker", "id: x\nworkers: " + strings.Repeat("w", 301) + "\n\nAdd a\n", "x.iq:2: workers: a name has 301 characters; at most 300"},
	{"many workers", "id: x\nworkers: " + strings.Repeat("w ", 101) + "\n\nAdd a\n", "x.iq:2: workers: 101 of them; at most 100"},
	{"huge beat", queueHead + "Add a\n@b " + strings.Repeat("键", 1001) + "\n", "x.iq:5: b has 1001 characters; at most 1000"},
	{"huge answer", queueHead + "? g q => a | " + strings.Repeat("b", 1001) + "\nAdd a\n", "x.iq:4: an answer has 1001 characters; at most 1000"},
	{"deep expectation", queueHead + "Add a\n----\nq=" + strings.Repeat("[(", 1000) + "\n", "x.iq:6: notation: nested deeper than 16"},
	{"many stars", queueHead + "Add a\n----\nd={" + strings.Repeat("* ", 1001) + "}\n", "x.iq:6: d: 1001 items with stars or ranges; at most 1000"},
	{"NUL", queueHead + "Add a\x00b\n", "x.iq:4: control character U+0000 in column 6: take it out"},
	{"escape sequence", queueHead + "Add \x1b[31ma\n", "x.iq:4: control character U+001B in column 5: take it out"},
	{"not UTF-8", queueHead + "Add a\xff\n", "x.iq:4: byte 0xff in column 6 is not UTF-8: save the file as UTF-8"},
	{"UTF-16", "\xff\xfei\x00d\x00", "x.iq:1: byte 0xff in column 1 is not UTF-8"},
	{"old Mac", "id: x\r\rAdd a\r", "x.iq:1: control character U+000D in column 6"},
	{"unknown engine", "id: x\nengines: warp\n\nAdd a\n", `x.iq:2: engines: unknown "warp": want workqueue, `},
	{"unknown verb", queueHead + "Frobnicate a\n", `x.iq:4: unknown verb "Frobnicate"`},
	{"a verb mistyped", queueHead + "W1 Gett\n", `x.iq:4: unknown verb "Gett" (did you mean "Get"?)`},
	{"empty", "", "x.iq:1: an empty file: want header lines such as id: my-lesson and workers: W1, a blank line, and steps such as Add a"},
	{"a script", "#!/bin/sh\nrm -rf /\n", `x.iq:1: "#!/bin/sh" is no scenario's first line: want header lines`},
}

func TestFilesFromStrangersAreRefusedClearly(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "x.iq")
			if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"check", name}, {"play", name}, {"render", name, "-o", "-"}} {
				start := time.Now()
				code, out, errs := command(t, "", args...)
				said := out + errs
				if args[0] != "check" {
					said = errs
				}
				if code != 1 || !strings.Contains(strings.ReplaceAll(said, filepath.Dir(name)+"/", ""), c.says) {
					t.Errorf("%s = %d %.300q, want %q", args[0], code, said, c.says)
				}
				if took := time.Since(start); took > 3*time.Minute {
					t.Errorf("%s took %v", args[0], took)
				}
			}
		})
	}
}

const nasty = "id: x\ntitle: <script>alert(1)</script>\nquestion: <img src=x onerror=alert(2)>?\nworkers: <b>W1</b> W2\nsources: javascript:alert(3)\n\n" +
	"== c <h1>chapter</h1>\n? g <i>q</i> => <u>a</u> | </text><script>x</script>\nAdd <img\n@b! **<script>alert(5)</script>** ]]> &amp; --> \u202e turned\n" +
	"<b>W1</b> Get\nstep </text></svg><script> {\nAdd </text></svg><script>\n}\nAddAfter &lt;b&gt; 5s\n"

// usable are files from strangers that are odd, and still give pictures and text.
var usable = []struct{ name, text string }{
	{"10,000 keys", queueHead + lines(10, "Add k%d-{1..1000}\n") + "W1 Get\n"},
	{"1,000 steps and keys", queueHead + lines(1000, "Add key-%d\n")},
	{"300 objects", informerHead + "start\nrun until idle\nauto on\n" + lines(300, "create p%d n1\n") + "run until idle\n"},
	{"long names", queueHead + "Add " + strings.Repeat("a-very-long-name/", 17) + "end\nW1 Get\nAddAfter " + strings.Repeat("b", 300) + " 5s\n"},
	{"wide names", queueHead + "Add " + strings.Repeat("键", 300) + "\nW1 Get\n"},
	{"right to left", queueHead + "Add שלום\nAdd مفتاح\n@b **שלום** owes a pass\nW1 Get\n"},
	{"hidden characters", queueHead + "Add a\u202eb\nAdd a\u200bb\nAdd a\ufeffb\nAdd a\u2066b\nW1 Get\n"},
	{"markup", nasty},
	{"CRLF", strings.ReplaceAll(queueHead+"Add a\n@b **a** waits\n", "\n", "\r\n")},
	{"BOM", "\ufeff" + queueHead + "Add a\n"},
	{"huge body", informerHead + "create p1 n1\n| x: " + strings.Repeat("y", 90_000) + "\nstart\nrun until idle\n"},
	{"combining characters", queueHead + "Add a" + strings.Repeat("\u0301", 200) + "\n"},
	{"emoji", queueHead + "Add 👩‍👩‍👧\nW1 Get\n"},
}

var tagged = regexp.MustCompile(`<(/?)([A-Za-z0-9]+)`)

// svgNames are all elements a picture has.
const svgNames = " svg title desc style defs pattern line clipPath rect path circle text tspan g "

func TestFilesFromStrangersGiveUsablePictures(t *testing.T) {
	for _, c := range usable {
		t.Run(c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "x.iq")
			if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if code, out, errs := command(t, "", "check", name); code != 0 {
				t.Errorf("check = %d %.300s%s", code, out, errs)
			}
			code, out, errs := command(t, "", "play", name)
			if code != 0 || !strings.Contains(out, "step 1 of") {
				t.Errorf("play = %d %s", code, errs)
			}
			if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || r >= 0x202a && r <= 0x202e) }); i >= 0 {
				t.Errorf("play prints a character that turns or commands: %q", out[i:min(i+20, len(out))])
			}
			for _, line := range strings.Split(out, "\n") {
				if n := cli.Columns(line); n > 2500 {
					t.Errorf("play prints a line of %d columns", n)
				}
			}
			for _, how := range [][]string{{"--layout", "wide"}, {"--layout", "embed"}, {"--layout", "phone"}, {"--view", "all"}, {"--sheet"}} {
				code, svg, errs := command(t, "", append([]string{"render", name, "-o", "-"}, how...)...)
				if code != 0 {
					t.Fatalf("render %v = %d %s", how, code, errs)
				}
				clitest.WellFormed(t, svg)
				for _, m := range tagged.FindAllStringSubmatch(svg, -1) {
					if !strings.Contains(svgNames, " "+m[2]+" ") {
						t.Errorf("render %v: %s became an element", how, m[0])
					}
				}
				if strings.ContainsAny(svg, "\u202e\u202d\u200b\ufeff") {
					t.Errorf("render %v hides a character", how)
				}
			}
			if code, _, errs := command(t, "", "render", name, "--sheet", "--scale", "0.5", "-o", filepath.Join(t.TempDir(), "x.png")); code != 0 {
				t.Errorf("render PNG = %d %s", code, errs)
			}
			if took := time.Since(start); took > 3*time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestTranslationsFromStrangersAreRefusedClearly(t *testing.T) {
	for text, says := range map[string]string{
		"# b\n\x00\n":                            "x.zh.md:2: control character U+0000",
		"# b\n\xff\n":                            "x.zh.md:2: byte 0xff in column 1 is not UTF-8",
		"# b\n" + strings.Repeat("字", 1001):      "x.zh.md:2: the text of b has 1001 characters; at most 1000",
		"# g\nq\n- " + strings.Repeat("a", 1001): "x.zh.md:3: an answer of g has 1001 characters; at most 1000",
		strings.Repeat("\n", 6000):               "x.zh.md: 6001 lines; a file has at most 5000",
		strings.Repeat("# b\n", 1<<19):           "x.zh.md: more than 1048576 bytes",
		"# b\none\n# b\ntwo\n":                   `x.zh.md:3: "b" stands above already`,
		"# <script>\n":                           `x.zh.md:1: "<script>" is not an id of x`,
		"# g\n- a\n":                             "x.zh.md:1: gate g: answers 1; the lesson has 2: want a line that begins with - for each",
	} {
		dir := t.TempDir()
		for name, data := range map[string]string{"x.iq": queueHead + "? g q => a | b\nAdd a\n@b Beat.\n", "x.zh.md": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if code, out, _ := command(t, "", "check", filepath.Join(dir, "x.iq")); code != 1 || !strings.Contains(out, says) {
			t.Errorf("check with %.20q = %d %q, want %q", text, code, out, says)
		}
	}
}

func FuzzWhatParsesCanBeToldAndDrawn(f *testing.F) {
	for _, c := range refused {
		if len(c.text) < 10_000 {
			f.Add(c.text)
		}
	}
	for _, c := range usable {
		if len(c.text) < 10_000 {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := scenarios.Parse("x.iq", text)
		if err != nil || len(l.Items) > 100 {
			return
		}
		for _, args := range [][]string{{"play", "-"}, {"render", "-", "--sheet", "-o", "-"}} {
			code, out, errs := command(t, text, args...)
			if code != 0 && !strings.Contains(errs, "stdin") {
				t.Errorf("%s = %d %s", args[0], code, errs)
			}
			if args[0] == "render" && code == 0 {
				clitest.WellFormed(t, out)
			}
		}
	})
}
