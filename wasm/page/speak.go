package page

import "strconv"

// heard is what the live region says: a beat once, when its step is reached, and at a step
// without a beat of its own which step it is and what was called there.
func (p *Page) heard() string {
	pl := p.player
	if p.hash.Page == "live" {
		return p.live.heard()
	}
	if pl == nil || !p.hash.Stage() {
		return ""
	}
	if at := p.partOf(); at != "" {
		return at + ": " + p.stepName(pl.line.Step(pl.step).Label)
	}
	if pl.run != nil && pl.step < len(pl.run.Steps) && pl.run.Steps[pl.step].Beat != "" {
		return p.spoken()
	}
	said := p.stepName(pl.line.Step(pl.step).Label)
	if pl.run == nil { // no beat will say what it means
		_, _, line := p.headline()
		said = plain(line)
	}
	if pl.step == pl.line.First() {
		if p.tools.rest == "" {
			return ""
		}
		return said
	}
	return p.t("page.stepOf", "n", strconv.Itoa(pl.step), "of", strconv.Itoa(pl.line.Last())) + ": " + said
}
