package player

import "strconv"

// Heard is what the live region says.
func (p *Player) Heard() string { return p.mode().heard() }

// stepHeard is a beat once, when its step is reached, and at a step without a beat of its own
// which step it is and what was called there.
func (p *Player) stepHeard() string {
	h := p.Head
	if at := p.PartOf(); at != "" {
		return at + ": " + stepName(h.Line.Step(h.Step).Label)
	}
	if h.Run != nil && h.Step < len(h.Run.Steps) && h.Run.Steps[h.Step].Beat != "" {
		return p.Spoken()
	}
	said := stepName(h.Line.Step(h.Step).Label)
	if h.Run == nil { // no beat will say what it means
		_, _, line := p.mode().headline()
		said = plain(line)
	}
	if h.First() {
		if p.Tools.Rest == "" {
			return ""
		}
		return said
	}
	return p.T("page.stepOf", "n", strconv.Itoa(h.Step), "of", strconv.Itoa(h.Line.Last())) + ": " + said
}

// Headline is the kicker in its two parts, and the headline: what the focal point is, said
// first and in bold.
func (p *Player) Headline() (kick, rest, line string) { return p.mode().headline() }
