package model

import (
	"slices"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/trace"
)

// Code is the machine's source that stands beside a step: the function that did what the step
// is about, and which calls ended where in it.
type Code struct {
	Func  *core.Func  // nil when no step of the timeline is about anything
	Line  int         // of Func.Lines: the line lit
	Count int         // how many lines are lit; 0 while only time passes
	Event trace.Event // what lights it; the zero Event when nothing is lit
	// Origin is client-go's line for Event; its Line is 0 where client-go has no part in it.
	Origin core.Origin
	Marks  []Mark // by line, and of one line the latest call first
}

// Mark says which call ended last at a line.
type Mark struct {
	Line  int // of Func.Lines
	Key   trace.ID
	Step  int
	Times int  // how often in that step
	Past  bool // the key's last call of this function ended elsewhere
}

// Asked says for whom the code is read.
type Asked struct {
	Source *core.Source
	View   string   // the part of the plan that is shown: its machines are the subject
	Holds  []string // words that hold for every event, such as "max" of a limiter of several
}

// reach is how many events back the margins look: a longer past is not in sight anyway.
const reach = 2000

// call is an event at its place in the source.
type call struct {
	event trace.Event
	place core.Place
	step  int
	words []string // that hold for the event
}

// Code returns what stands beside step n. A step that is about nothing, such as time that
// passes, keeps the function before it, and lights none of its lines.
func (t *Timeline) Code(n int, a Asked) Code { return t.CodePart(n, 0, a) }

// calls lists the events up to the end of step n with their places, oldest first.
func (t *Timeline) calls(n int, a Asked) []call {
	from := n
	for from > t.first && (from == n || t.Step(n).End-t.Step(from-1).End <= reach) {
		from--
	}
	s := t.At(from).Clone()
	var out []call
	for step := from + 1; step <= n; step++ {
		events := t.Events(step)
		for i, e := range events {
			words := append(holds(s, events[:i], e), a.Holds...)
			if p, ok := a.Source.Find(e.Op, words...); ok && e.Op != trace.Step {
				out = append(out, call{e, p, step, words})
			}
			s.Apply(e)
		}
	}
	return out
}

// subject is the most telling call of a step; of equals the last.
func subject(calls []call, step int, view string) (best call, ok bool) {
	for _, c := range calls {
		if c.step == step && (!ok || telling(c.event.Op, view) >= telling(best.event.Op, view)) {
			best, ok = c, true
		}
	}
	return best, ok
}

// nearby is the function of the last step before n that is about something, or else of the
// first one after it.
func (t *Timeline) nearby(calls []call, n int, a Asked) *core.Func {
	for i := len(calls) - 1; i >= 0; i-- {
		if c, ok := subject(calls, calls[i].step, a.View); ok {
			return c.place.Func
		}
	}
	for next := n + 1; next <= t.Last(); next++ {
		if c, ok := subject(t.calls(next, a), next, a.View); ok {
			return c.place.Func
		}
	}
	return nil
}

// marks lists, for each line of a function where calls ended, the keys whose last call it
// was; where there is none, the key that ended there last.
func marks(calls []call, f *core.Func) []Mark {
	var all []Mark // one for each line and key, in the order of their last calls
	last := map[trace.ID]int{}
	for _, c := range calls {
		if c.place.Func != f || c.event.Key == 0 {
			continue
		}
		m := Mark{Line: c.place.Line, Key: c.event.Key, Step: c.step, Times: 1}
		i := slices.IndexFunc(all, func(o Mark) bool { return o.Line == m.Line && o.Key == m.Key })
		if i >= 0 {
			if all[i].Step == m.Step {
				m.Times += all[i].Times
			}
			all = slices.Delete(all, i, i+1)
		}
		all = append(all, m)
		last[m.Key] = m.Line
	}
	slices.Reverse(all)
	var out []Mark
	for i, m := range all {
		m.Past = last[m.Key] != m.Line
		newer := slices.ContainsFunc(all[:i], func(o Mark) bool { return o.Line == m.Line })
		current := slices.ContainsFunc(all, func(o Mark) bool { return o.Line == m.Line && last[o.Key] == o.Line })
		if m.Past && (newer || current) {
			continue
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b Mark) int { return a.Line - b.Line })
	return out
}
