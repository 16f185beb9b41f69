package tell

import (
	"github.com/informerscope/informerscope/wasm/text"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

func TestACaptionIsSentences(t *testing.T) {
	for _, c := range []struct{ commands, en, zh string }{
		{"Add a", "**a goes to the back of the queue.** A pass is owed: it is dirty.", "**a 排到队尾。**欠它一次处理，它在 dirty 里。"},
		{"Add a; Add a", "**Add of a changes nothing.** A pass is owed already, and one is enough.", ""},
		{"Add a; W1 Get; Add a", "**One more pass is owed for a.** A worker is on it, so it stays out of the queue until Done.", ""},
		{"Add a; W1 Get; Add a; W1 Done a", "**a goes to the back of the queue again.** It was added while a worker was on it.", ""},
		{"W1 Get", "**W1 waits inside Get.** The queue is empty; the next key wakes it.", "**W1 等在 Get 里。**queue 是空的；有 key 进来才会唤醒它。"},
		{"Add a; W1 Get; W1 fail", "**Failure 1 of a, and the limiter makes it wait 5ms.** a waits on the delay heap until 0.005 s. a is out of both sets.", ""},
		{"AddAfter a 5s; step", "After 5s: a's wait is over. **a goes to the back of the queue.** A pass is owed: it is dirty.", "过了 5s：a 的等待到期。**a 排到队尾。**欠它一次处理，它在 dirty 里。"},
		{"create default/p1; step", "ADDED arrives from the API server. **Added p1 goes into the FIFO.**", ""},
		{"Forget a", "**Forget of a changes nothing.** It has no failures.", ""},
		{"AddRateLimited a; Forget a", "**The failures of a are forgotten.** Its next wait is the shortest again.", ""},
		{"AddRateLimited a; step; W1 Get; W1 ok", "The failures of a are forgotten. **a is out of both sets.** The pass is over, and nothing is owed.", ""},
		{"error(410); step", "**The API server ends the watch with an error:** too old resource version. The watch has ended.", ""},
		{"auto on", "**The workers act by themselves from here on.** Step lets one act, Play all of them.", ""},
		{"auto on; auto off", "**The workers wait for your commands from here on.**", ""},
		{"set duration 3s", "**set duration 3s:** nothing of it is to be seen yet.", "**set duration 3s：**现在还看不到它改变什么。"},
		{"ShutDown; W1 Get", "**Get gives W1 no key:** the queue is shut down and empty, so the work is over.", ""},
		{"close", "**The API server ends the watch.** The reflector has not read that yet.", ""},
		{"error(500)", "**The API server fails what is asked of it.** The reflector has not heard yet.", ""},
		{"resync", "**The resync finds nothing to replay.**", ""},
		{"hold controller", "**controller stands still from here on.**", ""},
		{"AddRateLimited a; step; W1 Get; W1 fail; step; W1 Get; W1 fail", "**Failure 3 of a, and the limiter makes it wait 20ms.** a waits on the delay heap until 0.035 s. a is out of both sets.", ""},
		{"partition; heal", "**The API server can be reached.**", ""},
	} {
		line := played(t, "atomic", c.commands)
		for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
			if got := to(lang).Caption(at(line, line.Last())); want != "" && got != want {
				t.Errorf("%s, after %q: %q, want %q", lang, c.commands, got, want)
			}
		}
	}
}

// What a caption says stands in the order in which it happened, and begins with what came first.
func inOrder(t *testing.T, what string, m Moment) {
	t.Helper()
	var first uint64 // of what is telling enough
	for _, e := range m.Line.PartEvents(m.Step, m.Part) {
		if e.Op.Weight() >= leastTold && !m.vain(e) {
			first = e.Seq
			break
		}
	}
	for _, lang := range []string{"en", "zh"} {
		for _, narrow := range []bool{false, true}[:map[string]int{"en": 2, "zh": 1}[lang]] {
			teller := to(lang)
			teller.Narrow = narrow
			all, _ := teller.told(m)
			whole, _ := teller.telling(m)
			again := len(all) < len(whole) // its causes were told with the step before
			said := text.Plain(teller.Caption(m))
			from := 0
			for i, e := range all {
				fact := text.Plain(teller.Fact(m, e.Event))
				at := strings.Index(said[from:], fact)
				if at < 0 || i > 0 && e.Seq <= all[i-1].Seq || i == 0 && first != 0 && e.Seq != first && !again {
					t.Fatalf("%s, step %d, part %d, %s: %q: event %d, %q, is not where it happened", what, m.Step, m.Part, lang, said, e.Seq, fact)
				}
				from += at + len(fact)
			}
			if most := map[bool]int{false: mostTold, true: mostNarrow}[narrow]; len(all) > most {
				t.Fatalf("%s, step %d: %d events are told, want %d at most", what, m.Step, len(all), most)
			}
		}
	}
}

func TestCaptionsTellInTheOrderOfEvents(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			run, line := lesson(t, l, engine)
			for n := 1; n < len(run.Steps); n++ {
				for k := range len(line.Parts(n)) + 1 {
					m := at(line, n)
					if m.Part = k; k > 0 {
						m.State = line.AtPart(n, k)
					}
					inOrder(t, l.ID+" on "+engine, m)
				}
			}
		}
	}
	verbs := []string{"Add a", "Add b", "Add c", "W1 Get", "W2 Get", "W1 fail", "W1 ok", "W2 Done", "AddAfter a 5s", "AddRateLimited b", "Forget a", "create p1 n1", "update p1", "delete p1", "create p2",
		"close", "error(410)", "partition", "heal", "resync", "add-handler h2", "auto on", "step", "step", "step", "run until idle", "ShutDown"}
	for i := range 1000 {
		dice := rand.New(rand.NewPCG(13, uint64(i)))
		engine := sim.Engines()[i%len(sim.Engines())]
		s := playground(t, engine)
		for range 12 {
			l, err := sim.ParseLine(verbs[dice.IntN(len(verbs))])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Do(s.Branch().Last(), l); err == nil {
				inOrder(t, "session "+strconv.Itoa(i)+" on "+engine, at(s.Branch().Line, s.Branch().Last()))
			}
		}
	}
}

// What is said where one engine is shown names no other one: its picture is not there. Side by side
// the beat speaks of all.
func TestAnEngineAloneIsToldOfItself(t *testing.T) {
	own := 0
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			run, line := lesson(t, l, engine)
			for n := range run.Steps {
				m := at(line, n)
				m.Run = run
				for _, lang := range []string{"en", "zh"} {
					said := strings.ToLower(to(lang).Tale(m))
					for _, other := range sim.Engines() {
						if other != engine && strings.Contains(said, other) {
							t.Errorf("%s on %s, step %d, %s: %q names %s", l.ID, engine, n, lang, said, other)
						}
					}
					m.Beside = true
					if beside := to(lang).Tale(m); m.beat() && beside != l.Text(lang, run.Steps[n].Beat) {
						t.Errorf("%s, step %d, %s: side by side it says %q", l.ID, n, lang, beside)
					} else if strings.ToLower(beside) != said {
						own++
					}
					m.Beside = false
				}
			}
		}
	}
	if own < 40 {
		t.Errorf("%d steps say something of one engine, want 40 at least", own)
	}
}

// A part of a step has a sentence of its own, which says what that part did.
func TestEachPartHasItsSentence(t *testing.T) {
	l := scenarios.Find("pipeline-under-load")
	run, line := lesson(t, l, "atomic")
	n := 6
	m := at(line, n)
	m.Run = run
	var all []string
	for k := 1; k <= len(line.Parts(n)); k++ {
		m.Part, m.State = k, line.AtPart(n, k)
		all = append(all, text.Plain(to("en").Tale(m)))
	}
	want := []string{"After 500ms: The API server stores p1@12. The informer does not know yet.", "MODIFIED arrives from the API server, rv 12."}
	for i, w := range want {
		if i >= len(all) || all[i] != w {
			t.Errorf("part %d is told as %q, want %q", i+1, all, w)
			break
		}
	}
}

func TestPlainDropsMarksAlone(t *testing.T) {
	for line, want := range map[string]string{
		"**a waits.** It is *dirty*.":                   "a waits. It is dirty.",
		"**pod := obj.(*v1.Pod):** it is *sure* of it.": "pod := obj.(*v1.Pod): it is sure of it.",
		"obj.(*v1.Pod) is no mark.":                     "obj.(*v1.Pod) is no mark.",
		"**two** and **two**":                           "two and two",
	} {
		if got := text.Plain(line); got != want {
			t.Errorf("Plain(%q) = %q, want %q", line, got, want)
		}
	}
}

// Of many Forgets in a step each is told as what it was: those that change nothing are not counted
// among those that do.
func TestManyForgetsAreToldApart(t *testing.T) {
	for _, c := range []struct{ forgets, want string }{
		{"Forget b x17\n\tForget a", "**The failures of a are forgotten.** Its next wait is the shortest again."},
		{"Forget a\n\tForget b x17", "**The failures of a are forgotten.** Its next wait is the shortest again."},
		{"Forget b x17\n\tForget c", "**Forget of c changes nothing.** It has no failures."},
	} {
		l, err := scenarios.Parse("forgets.iq", "id: forgets\ntitle: t\nquestion: q?\nworkers: W1\n\nAddRateLimited a\n\nstep forget {\n\t"+c.forgets+"\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		run, line := lesson(t, l, "workqueue")
		if got := to("en").Caption(at(line, len(run.Steps)-1)); got != c.want {
			t.Errorf("%q is told as %q, want %q", c.forgets, got, c.want)
		}
	}
}

// Live, Forget of a key without failures is told as any other: it is not looked up.
func TestLiveDoesNotLookFailuresUp(t *testing.T) {
	line := played(t, "atomic", "Forget a")
	m := at(line, line.Last())
	m.Live = true
	if got, want := to("en").Caption(m), "**The failures of a are forgotten.** Its next wait is the shortest again."; got != want {
		t.Errorf("live: %q, want %q", got, want)
	}
}

// Whatever is done, on every engine, a caption is sentences: nothing of a template is left
// open, and nothing of the notation of states is in it.
func TestEveryStepHasASentence(t *testing.T) {
	verbs := []string{"Add a", "Add b", "W1 Get", "W2 Get", "W1 fail", "W1 ok", "W2 Done", "AddAfter a 5s", "AddAfter a 1s", "AddRateLimited b", "Forget a", "Done a",
		"create p1 n1", "update p1", "delete p1", "create p2", "bookmark", "close", "error(410)", "partition", "heal", "error(429)", "compact", "rv 40", "resync", "add-handler h2", "auto on", "step", "step", "step", "step", "ShutDown"}
	for _, engine := range sim.Engines() {
		dice := rand.New(rand.NewPCG(11, uint64(len(engine))))
		s := playground(t, engine)
		for range 250 {
			l, err := sim.ParseLine(verbs[dice.IntN(len(verbs)-dice.IntN(2))])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Do(s.Branch().Last(), l); err != nil {
				continue // it makes no sense here
			}
			b := s.Branch()
			for lang, dot := range map[string]string{"en": ".", "zh": "。"} {
				said := to(lang).Caption(at(b.Line, b.Last()))
				if strings.Count(said, "**") != 2 || strings.ContainsAny(said, "{}") || strings.Contains(said, "=[") || !strings.HasSuffix(text.Plain(said), dot) {
					t.Fatalf("%s, %s, step %d %q: %q is no headline", engine, lang, b.Last(), b.Line.Step(b.Last()).Label, said)
				}
			}
		}
	}
}

// What an author said about an earlier step is not said again: it may no longer hold.
func TestAStepWithoutABeatIsToldByWhatItDid(t *testing.T) {
	for _, l := range scenarios.List() {
		run, line := lesson(t, l, "")
		for _, lang := range []string{"en", "zh"} {
			for n, st := range run.Steps {
				m := at(line, n)
				m.Run = run
				said, beat := to(lang).Tale(m), to(lang).Beat(m)
				switch {
				case st.Beat != "" && (said != l.Said(lang, st.Beat, run.Engine) || said != beat):
					t.Errorf("%s, step %d, %s: said %q, want the beat %s", l.ID, n, lang, said, st.Beat)
				case st.Beat == "" && n > 0 && (said == beat || strings.Count(said, "**") != 2):
					t.Errorf("%s, step %d, %s: said %q, want what the step did, with a focal point", l.ID, n, lang, said)
				}
			}
		}
	}
}

// A playground that left a lesson goes on saying its last beat, and calls the lesson's steps as it does; a
// command is called in every language as it is written.
func TestALeftLessonIsToldInItsWords(t *testing.T) {
	l := scenarios.Find("dirty-and-processing")
	run, line := lesson(t, l, "")
	m := at(line, 1)
	m.Run, m.Step = run, len(run.Steps)+3
	if said := to("en").Beat(m); said == "" || said != l.Text("en", lastBeat(run)) {
		t.Errorf("past the end Beat is %q, want the last", said)
	}
	if said := to("en").Beat(at(line, 1)); said != "" {
		t.Errorf("without a lesson Beat is %q", said)
	}
	for _, v := range sim.InGroups() {
		if line := scenarios.VerbExample(v); StepName(scenarios.Label("zh", line)) != StepName(line) {
			t.Errorf("the command %q is called %q", line, scenarios.Label("zh", line))
		}
	}
	for _, l := range scenarios.List() {
		run, line := lesson(t, l, "")
		for n := range run.Steps {
			m := Moment{Line: line, Step: n, Run: run}
			own := strings.ReplaceAll(to("zh").Step(m, n), " ", "")
			m.Left = true
			left := strings.ReplaceAll(to("zh").Step(m, n), " ", "")
			label := line.Step(n).Label
			if want := StepName(scenarios.Label("zh", label)); own != strings.ReplaceAll(want, " ", "") {
				t.Errorf("%s, step %d is called %q, want %q", l.ID, n, own, want)
			}
			if left != own {
				t.Errorf("%s, step %d is called %q once the lesson was left, want %q", l.ID, n, left, own)
			}
		}
	}
}

func lastBeat(run *scenarios.Run) (id string) {
	for _, st := range run.Steps {
		if st.Beat != "" {
			id = st.Beat
		}
	}
	return id
}

// A name from outside is no mark, shows what it hides, and is cut, shorter where there is little
// room; a reason is cut, too.
func TestNamesFromOutsideAreOnlyNames(t *testing.T) {
	name := "**bold**\u202e" + strings.Repeat("x", 60)
	line := played(t, "atomic", "Add a")
	m := at(line, 1)
	for _, narrow := range []bool{false, true} {
		teller := to("en")
		teller.Narrow = narrow
		most := map[bool]int{false: 40, true: 22}[narrow]
		if got := teller.KeyName(name); strings.ContainsAny(got, "*\u202e") || len([]rune(got)) != most || !strings.Contains(teller.KeyName(name[:12]), "‹U+202E›") {
			t.Errorf("KeyName = %q, of %d runes, want %d", got, len([]rune(got)), most)
		}
	}
	if got := to("en").Caption(Moment{Line: line, Step: 1}); got != "" {
		t.Errorf("a caption of no state is %q", got)
	}
	e := trace.Event{Op: trace.Crash, Val: m.State.Recorder().Intern(strings.Repeat("y", 200))}
	if got := to("en").op(m, e); len([]rune(got)) > 200 || !strings.Contains(got, "…") {
		t.Errorf("a reason of 200 characters is said as %q", got)
	}
}
