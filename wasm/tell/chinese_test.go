package tell

import (
	"errors"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// The messages alone are worded well, which a test of the catalog holds; so is what is made of
// them with names and numbers, and what is joined of several.
func TestChineseThatIsMadeOfPartsIsWorded(t *testing.T) {
	zh := to("zh")
	worded := func(what, said string) {
		t.Helper()
		for _, fault := range scenarios.ChineseFaults(said) {
			if !strings.HasPrefix(fault, "a sentence of") { // a name or a reason may be long
				t.Errorf("%s: %s", what, fault)
			}
		}
	}
	for _, l := range scenarios.List() {
		run, line := lesson(t, l, l.Engines[len(l.Engines)-1])
		var listing Listing
		for n := line.First() + 1; n <= line.Last(); n++ {
			m := at(line, n)
			m.Run = run
			worded(l.ID, zh.Caption(m))
			worded(l.ID, zh.Heard(m, zh.Caption(m), true))
			worded(l.ID, zh.Frozen(m))
			worded(l.ID, zh.HeardPart(m, zh.Say("parts.of", "n", "3", "part", "1", "of", "2")))
			worded(l.ID, zh.Standing(m.State, line.Step(n).At))
			promises, _ := zh.Promises(m)
			for _, p := range promises {
				worded(l.ID, p.So)
			}
			for _, id := range listing.List(m.State) {
				worded(l.ID, zh.LifeLabel(m, zh.Life(m, id)))
			}
		}
	}
	for what, said := range map[string]string{
		"problems": zh.Problems([]Problem{{"link.number", "step", "x", "0"}, {"link.other", "theme", "dim", "light, dark"}}),
		"failures": zh.Failures([]scenarios.Failure{{File: "a.iq", Line: 3, Engine: "classic", Item: "q=[a]", Got: "q=[]"}, {}}),
		"near":     zh.NoLesson("first-ligt"),
		"refusal":  zh.Refusal(errors.New("no")),
		"zone":     zh.ZoneName("fifo|classic"),
		"apart":    zh.Apart(3, 2, zh.Say("fork.name", "n", "1"), 5),
		"same":     zh.Apart(0, 0, zh.Say("fork.name", "n", "1"), 5),
	} {
		worded(what, said)
		if before, quoted, ok := strings.Cut(said, "“"); ok { // the program's own words
			_, after, _ := strings.Cut(quoted, "”")
			said = before + after
		}
		if strings.Contains(said, ", ") || strings.Contains(said, "; ") || strings.Contains(said, ": ") {
			t.Errorf("%s is joined as in English: %s", what, said)
		}
	}
	if got, want := zh.Apart(3, 2, "x", 5), zh.Say("fork.more", "n", "1")+"；"+zh.Say("fork.ended", "name", "x", "n", "5"); got != want {
		t.Errorf("Apart = %q, want %q", got, want)
	}
}
