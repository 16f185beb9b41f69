package scenarios

import (
	"slices"
	"strings"
	"testing"
)

const head = "id: x\nnumber: S99\ntitle: T\nquestion: Q?\nworkers: W1\nsources: s\n\n"

func TestParseNamesFileLineAndWhatWasExpected(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `x.iq:1: an empty file: want header lines such as id: my-lesson`},
		{"id x\n", `x.iq:1: "id x" is no scenario's first line: want header lines such as id: my-lesson`},
		{"id: X\n", `x.iq:1: id "X": want a-z, 0-9 and -`},
		{"id: x\nid: y\n", `x.iq:2: id stands in line 1 already`},
		{"id: x\nworker: W1\n", `x.iq:2: unknown header key "worker" (did you mean "workers"?)`},
		{"id: x\nengines: clasic\n", `x.iq:2: engines: unknown "clasic" (did you mean "classic"?)`},
		{"id: x\nlevel: 4\n", `x.iq:2: level "4": want 1 core, 2 practice or 3 trap`},
		{"id: x\npages: 0\n", `x.iq:2: pages "0": want how many objects a page of a list has, such as 2`},
		{"id: x\ninvariants: q<d\n", `x.iq:2: unknown invariant "q<d" (did you mean "q<=d"?)`},
		{"id: x\nserver: p1@5/n1/u1/x/y\n", `x.iq:2: server: "p1@5/n1/u1/x/y": want name@rv/node/uid, as in p1@5/n1: create p1@5 n1 uid=u1 x y: want node, rv=7 or uid=u1, not "x"`},
		{head, `x.iq:8: there are no steps: want some below the blank line, such as Add a`},
		{head + "updat p1\n", `x.iq:8: unknown verb "updat" (did you mean "update"?)`},
		{head + "Add a\n----\nq=[a\n", `x.iq:10: notation: "[a": want ']' at the end`},
		{head + "Add a\n----\nq={a}\n", `x.iq:10: q={a}: want a list, as in q=[a b]`},
		{head + "Add a\n----\nqq=[a]\n", `x.iq:10: unknown view "qq": want one of q d p heap array rq F S I pend heard resync list wire rv synced calls api`},
		{head + "Add k{9..1}\n", `x.iq:8: "k{9..1}": want a range of at most 1000 keys, such as k{1..100}`},
		{head + "Add a\n----\nclassic: q=[a]\n", `x.iq:10: "classic" is not an engine of this lesson: want workqueue`},
		{head + "Add a\n----\nq=[a]\nW1 Get => a\n", `x.iq:11: the step "W1 Get => a" below what holds: want a blank line above it`},
		{head + "Add a\n----\nq=[a]\n+2s run until idle within 1s..2s\n", `x.iq:11: the step "+2s run until idle within 1s..2s" below what holds: want a blank line above it`},
		{"id: x\nW1 Get => a\n", `x.iq:2: the step "W1 Get => a" in the header: want a blank line above it`},
		{"id: x\nqueue: heap\n", `x.iq:2: queue: unknown "heap": want client-go or priority`},
		{"id: x\nlimiter: bucket=5\n", `x.iq:2: limiter: unknown key "bucket": want base, max, qps or burst`},
		{"id: x\nlimiter: base=0s\n", `x.iq:2: limiter: "base=0s": want numbers above 0`},
		{head + "Add a\n----\nsinced\n", `x.iq:10: "sinced": want a view and its value, as in q=[a b], or synced, full or nothing`},
		{head + "Add a\n@b one\n@c two\n", `x.iq:10: the step has a beat already, b: make them one`},
		{head + "Add a\n@b one\n\nAdd b\n@b two\n", `x.iq:12: id "b" stands in line 9 already`},
		{head + "Add a\n@B one\n", `x.iq:9: "B one": want a beat's id (a-z, 0-9, -) and a text`},
		{head + "Add a\n@a one\n@b/workqueue two\n", `x.iq:10: @b/workqueue: want it below the beat that it replaces, as in @intro and @intro/workqueue`},
		{head + "Add a\n@a one\n@a/atomic two\n", `x.iq:10: @a/atomic: "atomic" is not an engine of this lesson: want workqueue`},
		{head + "Add a\n@a one\n@a/workqueue two\n@a/workqueue three\n", `x.iq:11: @a/workqueue: what is said of workqueue stands in line 10 already`},
		{head + "Add a\n@a one\n@a/workqueue\n", `x.iq:10: @a/workqueue: want a text behind it`},
		{head + "? g what\nAdd a\n", `x.iq:8: gate g: answers 0: want two or more, as in ? g What is next? => right | wrong`},
		{head + "Add a\n? g what => a | b\n", `x.iq:10: gate g has no step after it`},
		{head + "?! why\nAdd a\n", `x.iq:8: ?! says why an answer is right or wrong: want a gate above it`},
		{head + "? g what => a | b\n?! one | two | three\nAdd a\n", `x.iq:9: gate g: answers 2, and 3 texts that say why`},
		{head + "? g what => a | b\n?! one\n?! two\nAdd a\n", `x.iq:10: gate g says why already`},
		{head + "step s {\nAdd a\n", `x.iq:10: the group "s" is not closed: want a line }`},
		{head + "step s {\n}\n", `x.iq:9: the group "s" is empty: want steps between { and }`},
		{head + "}\n", `x.iq:8: } closes no group: want step LABEL { above it`},
		{head + "| spec: 1\nAdd a\n", `x.iq:8: "| spec: 1": a line of an object stands below the command that writes it`},
		{head + "run until idle within soon\n", `x.iq:8: within "soon": want a range such as 0.8s..1.6s`},
		{head + "! q off\nAdd a\n", `x.iq:8: unknown invariant "q"`},
	} {
		if _, err := Parse("x.iq", c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Parse(%q) = %v, want %s", c.text, err, c.want)
		}
	}
}

func TestAFailedExpectationReadsAsADiff(t *testing.T) {
	l, err := Parse("x.iq", head+"Add a\n----\nq=[b]  d={a}\n\nW1 Get => b\n----\nfull  q=[]\n")
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Run("workqueue")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Failures {
		got = append(got, f.String())
	}
	want := "x.iq:10: on workqueue\n\twant q=[b]\n\tgot  q=[a]\n" +
		"x.iq:12: on workqueue\n\twant W1 Get => b\n\tgot  W1 Get => a\n" +
		"x.iq:14: on workqueue\n\twant full\n\tgot  p={a:W1}"
	if strings.Join(got, "\n") != want {
		t.Errorf("failures\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if text := l.Update(r); !strings.Contains(text, "\nq=[a]  d={a}\n") {
		t.Errorf("Update left %q", text)
	}
}

func TestABrokenPromiseFailsALessonThatDoesNotSpeakOfIt(t *testing.T) {
	script := "Add a\nDone a\nW1 Get\nW1 Get\n"
	l, err := Parse("x.iq", head+script)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := l.Run("workqueue")
	if len(r.Failures) == 0 || !strings.Contains(r.Failures[0].Got, "a key stands in the queue once") {
		t.Errorf("failures %v, want the broken promise", r.Failures)
	}
	l, err = Parse("x.iq", head+"! queued-once off\n! q<=d off\n! q&p=0 off\n! one-worker-per-key off\n"+script)
	if err != nil {
		t.Fatal(err)
	}
	if r, _ = l.Run("workqueue"); len(r.Failures) != 0 {
		t.Errorf("a lesson about broken promises fails: %v", r.Failures)
	}
}

func TestTranslationsAreHeldToTheLesson(t *testing.T) {
	l, err := Parse("x.iq", head+"? g what => a | b\nAdd a\n@b **one** two\n")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"# nope\nx\n":        `x.zh.md:1: "nope" is not an id of x`,
		"words\n":            `x.zh.md:1: "words": want a line # and an id above the first text, as in # title`,
		"# b\nx\n# b\ny\n":   `x.zh.md:3: "b" stands above already: make them one`,
		"# g\nwhat\n- one\n": `x.zh.md:1: gate g: answers 1; the lesson has 2: want a line that begins with - for each`,
	} {
		if err := l.Translate("x.zh.md", "zh", text); err == nil || err.Error() != want {
			t.Errorf("Translate(%q) = %v, want %s", text, err, want)
		}
	}
	if err := l.Translate("x.zh.md", "zh", "# b\n**一**\n# g\n什么\n- 甲\n- 乙\n"); err != nil {
		t.Fatal(err)
	}
	if l.Text("zh", "b") != "**一**" || l.Text("zh", "title") != "T" || strings.Join(l.Options("zh", "g"), " ") != "甲 乙" {
		t.Errorf("b is %q, title %q, options %q", l.Text("zh", "b"), l.Text("zh", "title"), l.Options("zh", "g"))
	}
	if got := strings.Join(l.Missing("zh"), " "); got != "title question" {
		t.Errorf("Missing = %s, want title question", got)
	}
}

func TestLintNamesWhatIsHardToRead(t *testing.T) {
	long := strings.Repeat("long ", 40)
	l, err := Parse("x.iq", "id: x\nquestion: One? Two?\nworkers: W1\n\n? g what => a | b | c | d | e\nAdd a\n@b "+long+"\n")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(l.LintOurs(), "\n")
	for _, want := range []string{"want a header line number:", "want a header line title:", "want a header line sources:", "one question", "5 answers",
		"beat b (en) has 199 characters", "does not begin with its focal point", "no Chinese:"} {
		if !strings.Contains(all, want) {
			t.Errorf("Lint() does not say %q:\n%s", want, all)
		}
	}
}

func TestTheChineseNeverCallsDirtyOld(t *testing.T) {
	for _, l := range List() {
		for _, id := range l.order {
			for _, word := range []string{"脏", "旧", "过期"} {
				if text := l.Text("zh", id); strings.Contains(text, word) && strings.Contains(l.Text("en", id), "dirty") {
					t.Errorf("%s: %s says %s: dirty is owed a pass, 待处理: %s", l.ID, id, word, text)
				}
			}
		}
	}
}

func FuzzParseNeverPanicsAndWhatItParsesRuns(f *testing.F) {
	for _, l := range List() {
		text, _ := Files(strings.TrimPrefix(l.File, "scenarios/"))
		f.Add(text)
	}
	f.Add(head + "! queued-once off\nstep s {\n+2s W1 Get => a\n| x\n}\n? g q => a | b\nrun until idle within 1s..2s\n----\nfull  q~=[a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse("x.iq", text)
		if err != nil {
			return
		}
		l.Lint()
		for _, engine := range l.Engines {
			if r, err := l.Run(engine); err == nil {
				l.Update(r)
			}
		}
	})
}

func TestAnAnswerHasItsReasonInEveryLanguage(t *testing.T) {
	l, err := Parse("x.iq", head+"? g what => a | b | c\n?! because a | because b\nAdd a\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Translate("x.zh.md", "zh", "# g\n什么\n- 甲\n> 因为甲\n- 乙\n- 丙\n"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lang   string
		option int
		want   string
	}{{"en", 0, "because a"}, {"en", 1, "because b"}, {"en", 2, ""}, {"zh", 0, "因为甲"}, {"zh", 1, "because b"}, {"zh", 2, ""}, {"zh", -1, ""}, {"fr", 0, "because a"}} {
		if got := l.Why(c.lang, "g", c.option); got != c.want {
			t.Errorf("Why(%s, g, %d) = %q, want %q", c.lang, c.option, got, c.want)
		}
	}
	if missing := strings.Join(l.Missing("zh"), "; "); !strings.Contains(missing, "g (why)") {
		t.Errorf("Missing = %s, want g (why): one of two is not translated", missing)
	}
}

// A beat may be said otherwise where one engine is shown alone, in each language.
func TestABeatIsSaidOfTheEngineThatIsShown(t *testing.T) {
	l, err := Parse("x.iq", "id: x\nengines: classic ordered atomic\nhandlers: h1=observe\n\nstart\n@a all\n@a/classic trays\n@a/ordered,atomic tape\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Translate("x.zh.md", "zh", "# a\n都\n# a/classic\n托盘\n# a/ordered,atomic\n磁带\n"); err != nil {
		t.Fatal(err)
	}
	for engine, want := range map[string][2]string{"": {"all", "都"}, "classic": {"trays", "托盘"}, "ordered": {"tape", "磁带"}, "atomic": {"tape", "磁带"}, "batched": {"all", "都"}} {
		if en, zh := l.Said("en", "a", engine), l.Said("zh", "a", engine); en != want[0] || zh != want[1] {
			t.Errorf("on %q the beat says %q and %q, want %q", engine, en, zh, want)
		}
	}
	if missing := l.Missing("zh"); !slices.Equal(missing, []string{"title", "question"}) && len(missing) > 0 {
		t.Errorf("missing in zh: %v", missing)
	}
}

// A lesson is held to the library whose queue it is about; one that nobody ran has no proof.
func TestALessonIsHeldToTheLibraryOfItsQueue(t *testing.T) {
	for header, want := range map[string]Library{
		"": {"client-go", ClientGo}, "queue: client-go\n": {"client-go", ClientGo},
		"queue: priority\n": {"controller-runtime", ControllerRuntime},
		"engines: atomic\nqueue: priority\nstart: stream\n": {"controller-runtime", ControllerRuntime},
	} {
		l, err := Parse("x.iq", "id: x\n"+header+"\nrun until idle\n")
		if err != nil || l.Library() != want || l.Unverified != "" {
			t.Errorf("%q: %s, unverified %q, %v, want %s", header, l.Library(), l.Unverified, err, want)
		}
		if p, ok := l.Verified(l.Engines[0]); ok {
			t.Errorf("%q: verified on %s, and nobody ran it", header, p.On())
		}
	}
}
