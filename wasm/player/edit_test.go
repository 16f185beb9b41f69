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

// A link carries the translation with the text, as long as it has room for both; one that is still the English that it
// begins with is none.
func TestALinkCarriesTheTranslation(t *testing.T) {
	p := newPlayer()
	packed := func(msgs ...Msg) (pack Pack) {
		for _, m := range msgs {
			for _, e := range p.Update(noon, m) {
				if e, ok := e.(Pack); ok {
					pack = e
				}
			}
		}
		return pack
	}
	const text, prose = "id: mine\ntitle: Mine\n\n@owed a is owed.\n\nAdd a\n", "# title\n我的\n\n# owed\n欠 a 一次。\n"
	pack := packed(Opened{"#p=edit&lang=zh"}, Typed{text, 1}, Rang{"edit"}, Translate{}, Rang{"pack"})
	if pack.Text != text || pack.Prose != "" {
		t.Errorf("nothing is translated yet, and packed are %q and %q", pack.Text, pack.Prose)
	}
	pack = packed(Prosed{prose}, Rang{"edit"}, Rang{"pack"})
	if pack.Text != text || pack.Prose != prose {
		t.Errorf("packed are %q and %q, want %q and %q", pack.Text, pack.Prose, text, prose)
	}
	half := strings.Repeat("x", maxPacked/2)
	for _, c := range []struct {
		text, prose, want string
		long, alone       bool
	}{
		{"abc", "def", "&iq=abc&md=def&", false, false},
		{half, half, "&iq=" + half + "&md=" + half + "&", false, false},
		{half, half + "x", "&iq=" + half + "&lang", false, true},
		{"abc", "", "&iq=abc&lang", false, false},
		{half + half + "x", "def", "&lang", true, false},
	} {
		p.Edit.packed, p.Edit.packedProse = "", ""
		p.Update(noon, Packed{pack.N, c.text, c.prose})
		link := p.Address(false)
		if !strings.Contains(link, c.want) || strings.Contains(link, "md=") != strings.Contains(c.want, "md=") || p.Edit.Long != c.long || p.Edit.Alone != c.alone {
			t.Errorf("of %d and %d bytes: too long: %v, alone: %v, want %v, %v; the link is %.200s", len(c.text), len(c.prose), p.Edit.Long, p.Edit.Alone, c.long, c.alone, link)
		}
	}
}
