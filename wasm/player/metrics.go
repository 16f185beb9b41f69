package player

import (
	"cmp"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/model"
)

// Readings returns the metrics up to what may be seen, and the place of the playhead in
// them; span is how many places the curve has room for.
func (p *Player) Readings() (all []state.Metrics, at, span int) {
	if p.Hash.Page == "live" {
		return p.Live.readings()
	}
	if p.meter == nil {
		p.meter = &model.Meter{}
	}
	p.meter.Steps(p.Head.Line)
	first, all := p.meter.Readings()
	at = min(max(p.Head.Step-first, 0), len(all)-1)
	span = len(all)
	if p.Head.Lesson != nil {
		all = all[:at+1] // the future of a lesson is not told
	}
	return all, at, span
}

// HasMetrics reports whether the picture has a work queue.
func (p *Player) HasMetrics() bool {
	if p.Layout() == "embed" || p.Head == nil || p.Hash.Page == "home" {
		return false
	}
	s := p.Shown()
	return s != nil && (len(s.Workers) > 0 || len(s.Keys) > 0)
}

// MetricsOpen reports whether their panel is unfolded: as the link says, else as the lesson does.
func (p *Player) MetricsOpen() bool { return cmp.Or(p.Hash.Side, p.ownSide()) == "metrics" }

// ownSide is what the lesson unfolds, or the one that was left for the playground.
func (p *Player) ownSide() string {
	switch h := p.Head; {
	case h == nil || p.Hash.Page == "live" || p.Hash.Page == "trace":
	case h.Lesson != nil:
		return h.Lesson.Side
	case h.Base != nil:
		return h.Base.Side
	}
	return ""
}

// foldMetrics opens or closes their panel. A link says so only where the lesson has it otherwise.
func (p *Player) foldMetrics() {
	want := "metrics"
	if p.MetricsOpen() {
		want = "0"
	}
	if p.Hash.Side = want; want == cmp.Or(p.ownSide(), "0") {
		p.Hash.Side = ""
	}
}
