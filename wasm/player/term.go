package player

import "github.com/informerscope/informerscope/scenarios"

// Term opens what a word of the glossary means, or closes it when it is open; "" closes it. A word
// that there is not is left alone.
type Term struct{ ID string }

// TermID is the id of the panel that says what a word means.
const TermID = "term"

func (m Term) do(p *Player) {
	switch {
	case m.ID == "" || m.ID == p.Term:
		p.Term = ""
		p.emit(Focus{})
	case scenarios.TermNamed(m.ID) != nil:
		p.Term, p.Hash.Zone = m.ID, ""
		p.noCard()
		p.emit(Focus{ID: TermID + "-title"})
	}
}
