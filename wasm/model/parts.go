package model

import (
	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// A step is one public call or hand-off, and consists of transitions: calls into one machine
// each. Its parts are these transitions; the event that opens a step belongs to what follows.

// Parts returns the Seq of the last event of each part of step n; none for a step without
// events. The last one is the end of the step.
func (t *Timeline) Parts(n int) []uint64 {
	var ends []uint64
	acted := false // the part that is open did something
	events := t.Events(n)
	for _, e := range events {
		if acted && (e.Flag&trace.First != 0 || e.Op == trace.Step) {
			ends = append(ends, e.Seq-1)
			acted = false
		}
		acted = acted || e.Op != trace.Step
	}
	if len(events) == 0 {
		return nil
	}
	end := events[len(events)-1].Seq
	if !acted && len(ends) > 0 { // an actor's turn in which nothing was done
		ends[len(ends)-1] = end
		return ends
	}
	return append(ends, end)
}

// span is the events of part k of step n: those after from, up to to. Parts count from 1;
// part 0 is the whole step.
func (t *Timeline) span(n, k int) (from, to uint64) {
	n = t.clamp(n)
	from, to = t.Step(n-1).End, t.Step(n).End
	ends := t.Parts(n)
	if k <= 0 || len(ends) == 0 {
		return from, to
	}
	k = min(k, len(ends))
	if k > 1 {
		from = ends[k-2]
	}
	return from, ends[k-1]
}

// AtPart returns the state at the end of part k of step n, as a value of its own.
func (t *Timeline) AtPart(n, k int) *state.State {
	_, to := t.span(n, k)
	return t.Seek(to)
}

// PartEvents returns the events of part k of step n.
func (t *Timeline) PartEvents(n, k int) []trace.Event {
	from, to := t.span(n, k)
	var out []trace.Event
	for _, e := range t.Events(n) {
		if e.Seq > from && e.Seq <= to {
			out = append(out, e)
		}
	}
	return out
}

// CodePart returns what stands beside part k of step n: the line of that transition, and
// which calls ended where until then.
func (t *Timeline) CodePart(n, k int, a Asked) Code {
	n = t.clamp(n)
	from, to := t.span(n, k)
	var calls, own []call
	for _, c := range t.calls(n, a) {
		if c.event.Seq <= to {
			calls = append(calls, c)
		}
		if c.event.Seq > from && c.event.Seq <= to {
			own = append(own, c)
		}
	}
	about, ok := subject(own, n, a.View)
	c := Code{Func: about.place.Func}
	if ok {
		c.Line, c.Count, c.Event = about.place.Line, about.place.Count, about.event
		c.Origin, _ = core.OriginOf(about.event.Op, about.words...)
	} else {
		c.Func = t.nearby(calls, n, a)
	}
	c.Marks = marks(calls, c.Func)
	return c
}
