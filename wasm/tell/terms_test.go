package tell

import (
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

func TestWordsThatCanBeAskedAreFoundOnce(t *testing.T) {
	for _, c := range []struct{ lang, sentence, want string }{
		{"en", "A tray is handed out whole; trays are kept by key, a tape by time.", "[A |][tray|tray][ is handed out whole; trays are kept by key, a |][tape|tape][ by time.|]"},
		{"en", "Trays, tapes.", "[Trays|tray][, |][tapes|tape][.|]"},
		{"en", "The portrayal of tapestry.", "[The portrayal of tapestry.|]"},
		{"en", "OnDelete gets a DeletedFinalStateUnknown, a tombstone.", "[OnDelete gets a |][DeletedFinalStateUnknown|tombstone][, a tombstone.|]"},
		{"en", "A bookmark and a resync.", "[A bookmark and a resync.|]"},
		{"zh", "第二个 delta 放进 p1 的托盘，挨着第一个。", "[第二个 delta 放进 p1 的|][托盘|tray][，挨着第一个。|]"},
		{"en", "", ""},
	} {
		got := ""
		for _, w := range to(c.lang).Words(c.sentence, map[string]bool{}) {
			got += fmt.Sprintf("[%s|%s]", w.Text, w.Term)
		}
		if got != c.want {
			t.Errorf("%s: Words(%q) = %s, want %s", c.lang, c.sentence, got, c.want)
		}
	}
}

// Each of our own words is asked somewhere in the lessons that are said to show it.
func TestOurOwnWordsAreMetInTheirLessons(t *testing.T) {
	for _, term := range scenarios.Glossary() {
		if !term.Own {
			continue
		}
		for _, lang := range []string{"en", "zh"} {
			met := false
			for _, id := range term.Lessons {
				for _, said := range scenarios.Find(id).Words(lang) {
					for _, w := range to(lang).Words(said, map[string]bool{}) {
						met = met || w.Term == term.ID
					}
				}
			}
			if !met {
				t.Errorf("%s is not named in %v in %s", term.ID, term.Lessons, lang)
			}
		}
	}
}
