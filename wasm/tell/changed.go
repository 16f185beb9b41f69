package tell

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/text"
)

const (
	changedKeys = 60 // more are not printed
	changedRoom = 64 // characters of a state
)

// aspects are what is printed of a state: the view, and its name in the state table.
var aspects = [...][2]string{{"q", "queue"}, {"d", "dirty"}, {"p", "processing"}, {"heap", "heap"}, {"rq", "failures"}, {"F", "fifo"}, {"S", "store"}, {"I", "index"}, {"pend", "pending"}}

// Change is what a step changed of one aspect, in the notation of scenarios.
type Change struct{ Aspect, Was, Is string }

// Changes are those between two states; none where there are too many keys to read them.
func (t Teller) Changes(before, now *state.State) (all []Change) {
	if before == nil || len(now.Keys) > changedKeys || len(now.Store.Items) > changedKeys || len(now.FIFO.Tape) > changedKeys {
		return nil
	}
	for _, v := range aspects {
		if a, b := before.View(v[0], 0, 0), now.View(v[0], 0, 0); a != b {
			all = append(all, Change{t.Say("table." + v[1]), Middle(text.Visible(a), changedRoom), Middle(text.Visible(b), changedRoom)})
		}
	}
	return all
}
