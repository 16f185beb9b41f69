package model

import (
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// slack is the share of the bound by which a timeline outgrows it before Forget sweeps.
const slack = 8

// Forget folds what is older than span, or beyond the last bound events, into the oldest
// checkpoint, and drops what only it named: a session of hours needs no more memory than one
// of minutes. It sweeps now and then, and is cheap in between. States in held stay readable.
func (t *Timeline) Forget(bound int, span time.Duration, held ...*state.State) {
	if t.head.Seq-t.swept.seq < uint64(bound/slack) && t.head.At-t.swept.at < int64(span/slack) {
		return
	}
	t.near = nil
	t.swept.seq, t.swept.at = t.head.Seq, t.head.At
	drop := 0
	for drop+1 < len(t.points) {
		next := t.points[drop+1]
		if t.head.Seq-next.seq < uint64(bound) && t.head.At-next.state.At < int64(span) {
			break
		}
		drop++
	}
	t.points = append([]checkpoint(nil), t.points[drop:]...)
	oldest := t.points[0].seq + 1
	live := trace.NewLive(t.rec)
	live.From(oldest)
	t.points[0].state.Mark(live)
	t.head.Mark(live)
	for _, s := range held {
		if s != nil {
			s.Mark(live)
			for _, k := range s.Keys {
				live.Text(k.ID)
			}
		}
	}
	for _, p := range t.points {
		p.state.Forget(live)
	}
	t.head.Forget(live)
	t.rec.Forget(oldest, live)
	t.forget()
}
