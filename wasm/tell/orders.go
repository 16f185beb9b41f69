package tell

import (
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Wrong is a mark of an exploration as a sentence.
func (t Teller) Wrong(m sim.Mark) string {
	key, who := text.Visible(m.Key), text.Visible(m.Who)
	switch m.Kind {
	case sim.Broke:
		if key := scene.PromiseKey(m.Text); key != "" {
			return t.Say("orders.broke", "promise", t.Say(key))
		}
		return t.Say("orders.broke", "promise", m.Text)
	case sim.Crashed:
		return t.Say("orders.crashed")
	case sim.Missed:
		return t.Say("orders.missed", "who", who, "key", key)
	case sim.Lost:
		return t.Say("orders.lost", "key", key)
	}
	return t.Say("orders.stuck."+m.Text, "key", key)
}

// Proven says how much of an exploration is known, and what that proves. late is that its time is over.
func (t Teller) Proven(x *sim.Exploration, going, late bool) string {
	states, steps := draw.Number(len(x.States())), draw.Number(len(x.Steps()))
	count := t.Say("orders.count", "states", states, "steps", steps)
	switch {
	case going:
		return t.Say("orders.going", "count", count)
	case len(x.Steps()) == 0:
		return t.Say("orders.nothing")
	case !x.Whole() && late:
		count = t.Say("orders.late", "count", count)
	case !x.Whole():
		count = t.Say("orders.bound", "count", count)
	default:
		count = t.Say("orders.whole", "count", count)
	}
	if len(x.Faults()) > 0 {
		return count + t.Say("play.between") + t.Say("orders.faults")
	}
	if !x.Whole() {
		return count + t.Say("play.between") + t.Say("orders.noneSeen")
	}
	if !x.Judges() {
		return count + t.Say("play.between") + t.Say("orders.noneMore")
	}
	return count + t.Say("play.between") + t.Say("orders.none")
}
