package player

// Heard is what the live region says.
func (p *Player) Heard() string { return p.mode().heard() }

// stepHeard is what is heard of the step, or of the part of it.
func (p *Player) stepHeard() string {
	if part := p.PartOf(); part != "" {
		return p.Teller().HeardPart(p.Here(), part)
	}
	_, _, line := p.mode().headline()
	return p.Teller().Heard(p.Here(), line, p.Tools.Rest != nil)
}

// Headline is the kicker in its two parts, and the headline: what the focal point is, said
// first and in bold.
func (p *Player) Headline() (kick, rest, line string) { return p.mode().headline() }
