package player

import "strconv"

// In detail, the playhead stands between two transitions of a step: part k of the step has
// happened, the rest of it has not. Stepping leaves the detail.

type (
	// OnPart goes one transition on inside the step that is shown, from the whole step to its
	// first; after the last one the whole step is shown again.
	OnPart struct{}
	// BackPart takes one transition back, from the whole step its last.
	BackPart struct{}
)

func (OnPart) do(p *Player) {
	of := p.Parts()
	if of < 2 {
		return
	}
	k := p.Head.Part + 1
	if k > of {
		k = 0
	}
	p.goPart(k, false)
}

func (BackPart) do(p *Player) {
	of := p.Parts()
	if of < 2 || p.Head.Part == 1 {
		return
	}
	k := p.Head.Part - 1
	if p.Head.Part == 0 {
		k = of - 1
	}
	p.goPart(k, true)
}

// Detailed reports whether there is a playhead that can go into a step.
func (p *Player) Detailed() bool {
	return p.Head != nil && p.Hash.Stage() && p.Hash.Page != "live"
}

// Parts is how many parts the step that is shown has: of engines side by side, the most.
func (p *Player) Parts() int {
	if !p.Detailed() {
		return 0
	}
	n := p.Head.Parts
	for _, r := range p.Rivals() {
		n = max(n, r.Parts)
	}
	return n
}

// goPart stands after part k and shows the way there: the moves of that transition alone.
func (p *Player) goPart(k int, back bool) {
	h := p.Head
	h.Playing = false
	p.Ask.Open = false
	p.stop()
	from := h.Now
	h.SeekPart(k)
	switch {
	case k == 0:
	case back:
		p.walked = walk{what: "unpart", from: from, events: h.Line.PartEvents(h.Step, k+1)}
	default:
		p.walked = walk{what: "part", from: h.Before, events: h.Events()}
	}
}

// takePart stands inside the step as the link says.
func (p *Player) takePart(k int) {
	if !p.Detailed() {
		k = 0
	}
	if p.Head == nil || p.Hash.Page == "live" || k == p.Head.Part {
		return
	}
	p.stop()
	p.walked = walk{}
	if k = min(k, p.Parts()); p.Parts() < 2 {
		k = 0
	}
	p.Head.SeekPart(k)
}

// PartOf says where in the step the playhead stands; "" at the whole step.
func (p *Player) PartOf() string {
	if !p.Detailed() || p.Head.Part == 0 {
		return ""
	}
	return p.T("parts.of", "n", strconv.Itoa(p.Head.Step), "part", strconv.Itoa(p.Head.Part), "of", strconv.Itoa(p.Parts()))
}
