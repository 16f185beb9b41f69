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

// A translation that lies beside the text is had before anybody can save another in its place: in every language, while
// one types, and when one comes back; where it is not known whether there is one, that is said.
func TestTheEditorNeverLosesATranslation(t *testing.T) {
	const src, prose = "lessons/mine.iq", "# title\n我的\n"
	lacks := func(p *Player) string { return p.Tell(p.Edit.Lacks) }
	opens := func(t *testing.T) (*Player, string) {
		p := newPlayer()
		p.Update(noon, Opened{"#p=edit&lang=en&src=" + src})
		asked := ""
		for _, e := range p.Update(noon, readAs(1, "mine.iq")) {
			if b, ok := e.(Beside); ok {
				asked = b.URL
			}
		}
		if !p.Edit.Asks || !strings.HasSuffix(asked, "/lessons/mine.zh.md") {
			t.Fatalf("whoever reads English opens a text: it asks for %q, want mine.zh.md", asked)
		}
		return p, p.Edit.Text
	}
	came := Translation{From: src, Name: "mine.zh.md", Text: prose}
	after := func(msgs ...Msg) func(*testing.T) *Player {
		return func(t *testing.T) *Player {
			p, text := opens(t)
			for _, m := range msgs {
				if typed, ok := m.(Typed); ok {
					m = Typed{text + typed.Text, 1}
				}
				p.Update(noon, m)
			}
			return p
		}
	}
	for name, play := range map[string]func(*testing.T) *Player{
		"at once":                     after(came),
		"while one types":             after(Typed{"\n\nAdd b\n", 1}, Rang{"edit"}, came),
		"while one looks for it":      after(Translate{}, Prosed{"# title\nx"}, came),
		"and one comes back":          after(came, Opened{"#"}, Opened{"#p=edit"}),
		"while one is elsewhere":      after(Opened{"#"}, came, Opened{"#p=edit"}),
		"and the text cannot be read": after(Typed{"\nnonsense\n", 1}, Rang{"edit"}, came),
	} {
		if p := play(t); p.Edit.Prose != prose || p.Edit.Asks {
			t.Errorf("%s: the translation is %q, want %q", name, p.Edit.Prose, prose)
		}
	}
	p := after(Translate{})(t)
	if takes := p.Update(noon, Take{"md"}); p.Edit.Prose != "" || len(takes) > 1 || lacks(p) != p.T("edit.asks") {
		t.Errorf("before the translation came it has %q, saves %v and says %q", p.Edit.Prose, takes, lacks(p))
	}
	p.Update(noon, Translation{From: src, Name: "mine.zh.md", Why: "Failed to fetch"})
	if !strings.Contains(lacks(p), "mine.zh.md, is not known: Failed to fetch") || !strings.HasPrefix(p.Edit.Prose, "# title") {
		t.Errorf("of a server that does not answer it says %q, and begins with %q", lacks(p), p.Edit.Prose)
	}
	p.Update(noon, FileChosen{"mine.zh.md", len(prose)})
	p.Update(noon, FileRead{N: p.reading, Name: "mine.zh.md", File: &File{Name: "mine.zh.md", Text: prose}, Err: errCut})
	if p.Edit.Prose != prose || strings.Contains(lacks(p), "not known") || p.Edit.file == nil {
		t.Errorf("the translation was opened: it has %q, and says %q", p.Edit.Prose, lacks(p))
	}
	p = after(Translation{From: src, Name: "mine.zh.md", Text: "<!doctype html>"})(t)
	if p.Edit.Prose != "" || lacks(p) != "" {
		t.Errorf("a host answers with a page of its own: it has %q, and says %q", p.Edit.Prose, lacks(p))
	}
	p = newPlayer()
	p.Update(noon, readAs(0, "mine.iq"))
	p.Update(noon, Opened{"#p=lesson&s=mine&src=file&lang=zh"})
	p.Update(noon, FileChosen{"mine.zh.md", len(prose)})
	p.Update(noon, FileRead{N: p.reading, Name: "mine.zh.md", File: &File{Name: "mine.zh.md", Text: prose}, Err: errCut})
	if got := p.LessonShown().Text("zh", "title"); got != "我的" {
		t.Errorf("the reader's own lesson got its translation: its title is %q, %s", got, p.Notice())
	}
	p.Update(noon, Opened{"#p=edit&src=file"})
	if p.Edit.Prose != prose {
		t.Errorf("the reader's own lesson has a translation, and the editor has %q", p.Edit.Prose)
	}
	p = after(came, Take{"iq"})(t)
	if got := p.Tell(p.Edit.Said); !strings.Contains(got, "file of its own") {
		t.Errorf("the text was saved, and there is a translation: it says %q", got)
	}
}

// While the reader is asked, and when the file did not come, the link says what was asked for, and no more.
func TestALinkToAnotherSiteStaysAsItIs(t *testing.T) {
	for _, link := range []string{"#p=lesson&step=3&src=https%3A%2F%2Felsewhere.example%2Fmine.iq", "#embed&p=lesson&s=mine&step=3&engine=atomic&src=https%3A%2F%2Felsewhere.example%2Fmine.iq"} {
		p := newPlayer()
		p.Update(noon, Opened{link})
		p.Update(noon, Language{"zh"})
		if got := p.link(); got != link+"&lang=zh" {
			t.Errorf("while the reader is asked the address is %s, want %s&lang=zh", got, link)
		}
		p.Update(noon, Agree{})
		p.Update(noon, FileLost{Name: "mine.iq", Why: "HTTP 500", Site: "elsewhere.example"})
		if got := p.link(); got != link+"&lang=zh" {
			t.Errorf("the file did not come: the address is %s, want %s&lang=zh", got, link)
		}
	}
}
