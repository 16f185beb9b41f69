package player

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/text"
)

// A translation says what it lacks, or why it cannot be read.
func TestATranslationSaysWhatItLacks(t *testing.T) {
	p := opened("#p=edit")
	p.Update(noon, Typed{Text: "id: x\nworkers: W1\n\n@nobody Nobody waits.\n\nAdd a\n@owed a waits.\n", Line: 1})
	p.Update(noon, Rang{"edit"})
	p.Update(noon, Translate{})
	for prose, want := range map[string]string{"# owed\na 在等。": "Not translated yet: nobody.", "# owd\na": `"owd" is not an id of x`, "# nobody\n没有人在等。\n\n# owed\na 在等。": ""} {
		p.Update(noon, Prosed{prose})
		p.Update(noon, Rang{"edit"})
		if got := p.Tell(p.Edit.Lacks); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("of %q it says %q, want %q", prose, got, want)
		}
	}
}

// What was translated is there again when the page is loaded again, and only with the text that it is of.
func TestATranslationStaysWithItsText(t *testing.T) {
	const typed, prose = "id: x\nworkers: W1\n\nAdd a\n@owed a waits.\n", "# owed\na 在等。\n"
	kept := map[string]string{}
	reads := func(hash string) *Player {
		p := New(Env{Text: text.In, Kept: func(name string) string { return kept[name] }})
		p.Update(noon, Opened{hash})
		return p
	}
	does := func(p *Player, m Msg) {
		for _, e := range p.Update(noon, m) {
			if k, ok := e.(Keep); ok {
				kept[k.Name] = k.Text
			}
		}
	}
	p := reads("#p=edit")
	does(p, Typed{Text: typed, Line: 1})
	does(p, Rang{"edit"})
	does(p, Translate{})
	does(p, Prosed{prose})
	does(p, Rang{"edit"})
	does(p, Rang{"pack"})
	if p = reads("#p=edit"); p.Edit.Text != typed || p.Edit.Prose != prose {
		t.Errorf("loaded again it has %q and %q, want %q and %q", p.Edit.Text, p.Edit.Prose, typed, prose)
	}
	does(p, Typed{Text: strings.Replace(typed, "id: x", "id: y", 1), Line: 1})
	does(p, Rang{"edit"})
	does(p, Rang{"pack"})
	kept[draftKey] = "id: another\nworkers: W1\n\nAdd a\n"
	if p = reads("#p=edit"); p.Edit.Prose != "" {
		t.Errorf("another text has the translation %q", p.Edit.Prose)
	}
	p = reads("#p=edit&s=first-light")
	does(p, Translate{})
	does(p, Prosed{p.Edit.Prose + "\n"})
	does(p, Rang{"edit"})
	does(p, Rang{"pack"})
	was := p.Edit.Prose
	if p = reads(p.link()); p.Edit.Prose != was {
		t.Errorf("a lesson's translation that was edited is lost: its address is %s", p.link())
	}
}
