package page

import (
	"strconv"
	"strings"
)

// heard is what the live region says: a beat once, when its step is reached, and at a step
// without a beat of its own which step it is and what was called there.
func (p *Page) heard() string {
	pl := p.player
	if pl == nil || !p.hash.Stage() || p.hash.Page == "live" { // live, something happens all the time
		return ""
	}
	if at := p.partOf(); at != "" {
		return at + ": " + strings.ReplaceAll(shown(pl.line.Step(pl.step).Label), "*", "")
	}
	if pl.run != nil && pl.step < len(pl.run.Steps) && pl.run.Steps[pl.step].Beat != "" {
		return p.spoken()
	}
	if pl.step == pl.line.First() {
		return ""
	}
	at := p.t("page.stepOf", "n", strconv.Itoa(pl.step), "of", strconv.Itoa(pl.line.Last()))
	return at + ": " + strings.ReplaceAll(shown(pl.line.Step(pl.step).Label), "*", "")
}
