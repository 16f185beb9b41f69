package notes

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

func TestEveryLessonAndClassHasNotesThatSayTheSameInEachLanguage(t *testing.T) {
	for _, bad := range Lint() {
		t.Error(bad)
	}
}

// Whoever writes a note that cannot be read is told where, and what was expected.
func TestANoteThatCannotBeReadSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"= yes":              "x.md:1: an answer to nothing",
		"? a\n\n= b":         "x.md:3: an answer to nothing",
		"? a\n= b\n= c":      "x.md:3: an answer to nothing",
		"# ask":              `x.md:1: "# ask": want a line that begins with >, ?, ! or =`,
		"?\n= b":             `x.md:1: "?": want >, ?, ! or = and a text`,
		"! a\n":              `x.md: nothing answers "a"`,
		"? as in {S99}\n= b": "x.md:1: there is no lesson S99",
		"? a\n= as in S07":   "x.md:2: S07 is no number that people see",
		"> a\n":              `x.md: nothing answers "a"`,
		"? " + strings.Repeat("a", MaxText+1) + "\n= b": "x.md:1: 221 characters",
	} {
		if _, bad := read("x.md", text); len(bad) == 0 || !strings.HasPrefix(bad[0], want) {
			t.Errorf("read(%.30q) says %q, want %q", text, bad, want)
		}
	}
	n, bad := read("x.md", "> e\n= f\n\n? as in {S01}\n= b\n\n! c\n= d\n")
	if len(bad) > 0 || len(n.Show) != 1 || n.Show[0].Answer != "f" || len(n.Ask) != 1 || n.Ask[0].Text != "as in "+scenarios.Find("S01").Place() || n.Wrong[0].Answer != "d" {
		t.Errorf("read = %+v, %q", n, bad)
	}
}
