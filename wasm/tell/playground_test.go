package tell

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

func TestALongWaitNamesWhatTheReaderCanDo(t *testing.T) {
	for _, c := range []struct {
		commands string
		next     sim.Actor
		want     string
	}{
		{"", sim.Actor{Name: "reflector", What: "closed"}, "**Nothing is due soon, and nobody acts unasked.** Give a command. Step again skips 7m38s, until the watch reaches its timeout."},
		{"", sim.Actor{Name: "resync", What: "resync"}, "**Nothing is due soon, and nobody acts unasked.** Give a command. Step again skips 7m38s, until resync acts."},
		{"Add a", sim.Actor{Name: "reflector", What: "closed"}, "**a waits, and no worker takes it by itself:** W1 Get takes it. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; W1 Get", sim.Actor{Name: "reflector", What: "closed"}, "**W1 has a, and ends the pass on your command:** Done, or fails. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; Add b; W1 Get", sim.Actor{Name: "reflector", What: "closed"}, "**b waits, and no worker takes it by itself:** W2 Get takes it. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; Add b; W1 Get; W2 Get", sim.Actor{Name: "reflector", What: "closed"}, "**W1 has a, and ends the pass on your command:** Done, or fails. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; partition", sim.Actor{Name: "reflector", What: "closed"}, "**The connection to the API server is cut, so nothing arrives:** reconnect. Step again skips 7m38s, until the watch reaches its timeout."},
	} {
		if got := to("en").Tell(Far(played(t, "atomic", c.commands).Head(), c.next, 458*time.Second)); got != c.want {
			t.Errorf("after %q, %q, want %q", c.commands, got, c.want)
		}
	}
}

func TestASessionSaysWhyNot(t *testing.T) {
	for err, want := range map[error]string{
		model.ErrBranches: fmt.Sprint(model.MaxBranches), fmt.Errorf("so: %w", model.ErrPlayed): fmt.Sprint(model.MaxPlayed), model.ErrIdle: to("en").Say("play.rest"), errors.New("sim: no such key"): "no such key",
	} {
		if got := to("en").Unable(err); !strings.Contains(got, want) || strings.Contains(got, "{") {
			t.Errorf("Unable(%v) = %q, want %q in it", err, got, want)
		}
	}
}

func TestTheFirstFailureIsToldAndTheOthersCounted(t *testing.T) {
	fail := scenarios.Failure{File: "mine\u202e.iq", Line: 9, Engine: "classic", Item: "= q=[a]", Got: "q=[]" + strings.Repeat("x", 200)}
	one := to("en").Failures([]scenarios.Failure{fail})
	for _, want := range []string{"mine‹U+202E›.iq:9", "classic", "= q=[a]", "q=[]"} {
		if !strings.Contains(one, want) {
			t.Errorf("%q lacks %q", one, want)
		}
	}
	if three, more := to("en").Failures([]scenarios.Failure{fail, {}, {}}), to("en").Say("file.fails.more", "n", "2"); three != one+" "+more || len([]rune(one)) > 600 {
		t.Errorf("of three: %q, want %q after %q", three, more, one)
	}
}

func TestAnUnknownLessonHasNeighbours(t *testing.T) {
	if got := to("en").NoLesson("dirty-and-procesing"); !strings.Contains(got, "dirty-and-procesing") || !strings.Contains(got, "dirty-and-processing") {
		t.Errorf("near one: %q", got)
	}
	far := to("zh").NoLesson("\u202e" + strings.Repeat("q", 100))
	if want := to("zh").Say("page.bad.lesson", "id", Middle("‹U+202E›"+strings.Repeat("q", 100), maxName)); far != want {
		t.Errorf("near none: %q, want %q", far, want)
	}
}

// Every step of every lesson says something new to who listens, in both languages.
func TestEachStepIsHeardOnce(t *testing.T) {
	for _, l := range scenarios.List() {
		run, line := lesson(t, l, "")
		for _, lang := range []string{"en", "zh"} {
			was := ""
			for n := 1; n <= line.Last(); n++ {
				m := at(line, n)
				m.Run = run
				now := to(lang).Heard(m, to(lang).Tale(m), false)
				if now == "" || now == was {
					t.Errorf("%s, %s, step %d says %q after %q, want something new", l.ID, lang, n, now, was)
				}
				was = now
			}
		}
	}
}

func TestAPlaygroundIsHeardByItsHeadline(t *testing.T) {
	line := played(t, "atomic", "Add a; W1 Get")
	for _, c := range []struct {
		step int
		news bool
		want string
	}{{0, false, ""}, {0, true, "It is late."}, {1, false, "step 1 of 2: It is late."}, {2, true, "step 2 of 2: It is late."}} {
		if got := to("en").Heard(at(line, c.step), "**It is** late.", c.news); got != c.want {
			t.Errorf("step %d, news %t: %q, want %q", c.step, c.news, got, c.want)
		}
	}
	run, line := lesson(t, scenarios.Find("dirty-and-processing"), "")
	m := at(line, 1)
	m.Run, m.Left = run, true
	if got := to("en").Heard(m, "**It is** late.", false); got != "step 1 of 10: It is late." {
		t.Errorf("of a lesson that was left: %q", got)
	}
	m = at(line, 9) // without a beat
	m.Run = run
	if got := to("en").Heard(m, "", false); got != "step 9 of 10: " {
		t.Errorf("a step without a beat: %q", got)
	}
	if got := to("en").HeardPart(m, "part 1 of 2"); got != "part 1 of 2: After 1s: b is out of both sets. The pass is over, and nothing is owed." {
		t.Errorf("a part: %q", got)
	}
}

func TestWhatIsApartIsCounted(t *testing.T) {
	en := to("en")
	for _, c := range []struct {
		n, listed, ended int
		want             string
	}{
		{0, 0, -1, en.Say("fork.same", "name", "original")},
		{3, 3, -1, ""},
		{8, 5, -1, en.Say("fork.more", "n", "3")},
		{3, 3, 7, " " + en.Say("fork.ended", "name", "original", "n", "7")},
		{0, 0, 0, en.Say("fork.same", "name", "original") + " " + en.Say("fork.ended", "name", "original", "n", "0")},
	} {
		if got := en.Apart(c.n, c.listed, "original", c.ended); got != c.want {
			t.Errorf("Apart of %d, %d listed, ended at %d = %q, want %q", c.n, c.listed, c.ended, got, c.want)
		}
	}
}

func TestAZoneHasItsName(t *testing.T) {
	for zone, want := range map[string]string{"server": "API server", "fifo": "FIFO", "fifo|classic": "FIFO, classic", "dirty": "dirty", "processing|atomic": "processing, atomic"} {
		if got := to("en").ZoneName(zone); got != want {
			t.Errorf("ZoneName(%s) = %q, want %q", zone, got, want)
		}
	}
}

func TestSizesAreRoundedUp(t *testing.T) {
	for n, want := range map[int]string{0: "0 KB", 1: "1 KB", 1024: "1 KB", 1025: "2 KB", 1<<20 - 1: "1024 KB", 1 << 20: "1.0 MB", 3 << 19: "1.5 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}
