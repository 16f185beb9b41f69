package player

import (
	"strings"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/tell"
)

// The translation beside the text.

// translated is the language into which the editor translates.
var translated = scenarios.Languages[1]

// translate reads the translation, and says what it lacks. What cannot be read leaves the English.
func (p *Player) translate() {
	e, l := &p.Edit, p.Edit.file
	if e.Prose == "" && !e.Beside {
		e.Prose = p.proseOf(l.ID)
	}
	p.lacks()
}

// lacks says what the translation lacks, or why nobody knows.
func (p *Player) lacks() {
	e, l := &p.Edit, p.Edit.file
	e.Lacks = e.unsure
	switch {
	case e.Asks:
		e.Lacks = tell.Message("edit.asks")
	case l == nil || e.Prose == "":
	default:
		if err := l.Translate("", translated, e.Prose); err != nil {
			e.Lacks = func(t tell.Teller) string { return p.T("edit.prose.bad", "why", t.Refusal(err)) }
		} else if ids := l.Missing(translated); len(ids) > 0 {
			e.Lacks = tell.Message("edit.lacks", "ids", strings.Join(ids, ", "))
		}
	}
}

// proseOf is the translation that there is of a text: that of the lesson that is opened, or the one that was
// kept with a text of that id.
func (p *Player) proseOf(id string) string {
	if prose, err := scenarios.Files(p.Edit.of + "." + translated + ".md"); err == nil {
		return prose
	}
	if of, prose, _ := strings.Cut(p.kept(proseKey), "\n"); of == id && p.Edit.from == "" {
		return prose
	}
	return ""
}

// besideCame takes the translation that lies where the text was fetched, whatever was typed since.
func (p *Player) besideCame(m Translation) {
	e := &p.Edit
	if e.Asks = false; m.Why != "" {
		e.unsure = tell.Message("edit.unsure", "file", visible(m.Name), "why", m.Why)
	}
	if m.Text != "" {
		p.takeProse(m.Text)
	} else if p.lacks(); e.Beside {
		p.proseBeside()
	}
}

// takeProse takes a translation that there is.
func (p *Player) takeProse(text string) {
	e := &p.Edit
	e.Prose, e.begun = text, ""
	p.lacks()
	if e.from == "" {
		p.timer("pack", packQuiet)
	}
	if e.Beside {
		p.emit(PutProse{e.Prose})
	}
}

func (Translate) do(p *Player) {
	e := &p.Edit
	if e.Beside = !e.Beside; e.Beside {
		p.proseBeside()
	}
}

// proseBeside shows the translation; one that there is not yet begins with the English.
func (p *Player) proseBeside() {
	e := &p.Edit
	if e.Prose == "" && e.file != nil && !e.Asks {
		e.Prose = e.file.Prose(translated)
		e.begun = e.Prose
	}
	p.emit(PutProse{e.Prose})
}

func (m Prosed) do(p *Player) {
	e := &p.Edit
	if p.quiet = true; p.Hash.Page != "edit" || m.Text == e.Prose || e.Asks {
		return
	}
	e.Prose = m.Text
	p.retyped() // a lesson's own would take its place when the page is loaded again
	p.timer("edit", editQuiet)
}
