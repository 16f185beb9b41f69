package page

import (
	"strconv"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// In detail, the playhead stands between two transitions of a step: part k of the step has
// happened, the rest of it has not. Stepping leaves the detail.

// seekPart stands after part k of the step; 0 is the whole step. Beyond the step's own parts,
// where another engine has more of them, nothing happens any more.
func (p *Player) seekPart(k int) {
	p.part = k
	p.now, p.before = p.whole, p.line.At(p.step-1)
	if p.part > 0 {
		p.now = p.line.AtPart(p.step, p.part)
	}
	if p.part > 1 {
		p.before = p.line.AtPart(p.step, p.part-1)
	}
}

// events are those of what is shown: of the step, or of a part of it.
func (p *Player) events() []trace.Event {
	if p.part > p.parts {
		return nil
	}
	return p.line.PartEvents(p.step, p.part)
}

// Time is the moment that is shown, ns: in detail, that of the part.
func (p *Player) Time() int64 {
	if p.part > 0 {
		return p.now.At
	}
	return p.At()
}

// detailed reports whether there is a playhead that can go into a step.
func (p *Page) detailed() bool {
	return p.player != nil && p.hash.Stage() && p.hash.Page != "live"
}

// parts is how many parts the step that is shown has: of engines side by side, the most.
func (p *Page) parts() int {
	n := p.player.parts
	for _, r := range p.rivals() {
		n = max(n, r.parts)
	}
	return n
}

// onPart goes one transition on inside the step that is shown, from the whole step to its
// first; after the last one the whole step is shown again.
func (p *Page) onPart() {
	pl := p.player
	of := p.parts()
	if of < 2 {
		return
	}
	k := pl.part + 1
	if k > of {
		k = 0
	}
	p.goPart(k, false)
}

// backPart takes one transition back, from the whole step its last.
func (p *Page) backPart() {
	pl := p.player
	of := p.parts()
	if of < 2 || pl.part == 1 {
		return
	}
	k := pl.part - 1
	if pl.part == 0 {
		k = of - 1
	}
	p.goPart(k, true)
}

// goPart stands after part k and shows the way there: the moves of that transition alone.
func (p *Page) goPart(k int, back bool) {
	pl := p.player
	pl.playing = false
	p.ask.open = false
	p.motion.stop()
	from := pl.now
	pl.seekPart(k)
	p.save()
	switch {
	case p.calm() || k == 0:
		p.draw()
	case p.compared() != nil:
		p.drawComparison(true)
	case back:
		p.moving(pl.now, from, pl.line.PartEvents(pl.step, k+1), true, p.draw)()
	default:
		p.moving(pl.before, pl.now, pl.events(), false, p.draw)()
	}
}

// takePart stands inside the step as the link says.
func (p *Page) takePart(k int) {
	if !p.detailed() {
		k = 0
	}
	if p.player == nil || p.hash.Page == "live" || k == p.player.part {
		return
	}
	p.motion.stop()
	if k = min(k, p.parts()); p.parts() < 2 {
		k = 0
	}
	p.player.seekPart(k)
}

// partOf says where in the step the playhead stands; "" at the whole step.
func (p *Page) partOf() string {
	if !p.detailed() || p.player.part == 0 {
		return ""
	}
	pl := p.player
	return p.t("parts.of", "n", strconv.Itoa(pl.step), "part", strconv.Itoa(pl.part), "of", strconv.Itoa(p.parts()))
}

// partButton goes into the step, in the layout that it belongs to. A phone keeps its place
// where a step has one transition, so that Step does not move under the finger.
func (p *Page) partButton(layouts ...string) app.UI {
	if !p.detailed() || !contains(layouts, p.layout()) {
		return app.Button().Type("button").Class("detail").Hidden(true)
	}
	pl := p.player
	text, class := p.t("parts.open"), "detail"
	if pl.part > 0 {
		text, class = strconv.Itoa(pl.part)+" / "+strconv.Itoa(p.parts()), "detail on"
	}
	one := p.parts() < 2
	if one {
		class += " none"
	}
	label := text
	if at := p.partOf(); at != "" {
		label = at
	}
	return app.Button().Type("button").Class(class).DataSet("act", "part").Disabled(one).Aria("hidden", one).
		Aria("label", label+": "+p.t("keys.time.part")).Title(p.t("keys.time.part") + " (Alt →)").
		Text(text).OnClick(func(app.Context, app.Event) { p.onPart() })
}
