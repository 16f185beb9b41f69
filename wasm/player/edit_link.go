package player

// How the text that is edited is kept, and travels in a link.

// pack asks for the text as links carry it, and keeps it for a reload.
func (p *Player) pack() {
	p.untimer("pack")
	e := &p.Edit
	e.packs++
	prose := e.Prose
	if prose == e.begun {
		prose = "" // nothing is translated yet
	}
	p.emit(Pack{e.packs, e.Text, prose})
	keep := Keep{Name: draftKey, Tab: true}
	if len(e.Text) <= maxKeptFor {
		keep.Text = e.Text
	}
	p.emit(keep)
	if e.file == nil || e.Prose == "" {
		return // what is kept is another text's, or this one's while it cannot be read
	}
	kept := Keep{Name: proseKey, Tab: true}
	if len(e.Prose) <= maxKeptFor {
		kept.Text = e.file.ID + "\n" + e.Prose
	}
	p.emit(kept)
}

func (m Packed) do(p *Player) {
	e := &p.Edit
	if f := p.File; m.N < 0 {
		if f != nil && f.packs == m.N {
			f.packed = m.Text
		}
		return
	}
	if p.Hash.Page != "edit" || m.N != e.packs || e.from != "" || p.timers["pack"] { // it was changed since
		p.quiet = true
		return
	}
	e.Long = len(m.Text) > maxPacked
	e.Alone = !e.Long && m.Prose != "" && len(m.Text)+len(m.Prose) > maxPacked
	if !e.Long {
		e.packed, e.packedProse = m.Text, m.Prose
	}
	if e.Alone {
		e.packedProse = ""
	}
}

// textOf puts the text that is edited into a link.
func (p *Player) textOf(h *Hash) {
	if h.Page == "edit" && p.Edit.from == "" && p.Edit.Text != p.Edit.draft {
		h.Packed, h.Prose = p.Edit.packed, p.Edit.packedProse
		h.File = h.fromLink()
	}
}
