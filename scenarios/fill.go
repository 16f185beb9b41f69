package scenarios

import (
	"strings"

	"github.com/informerscope/informerscope/core/state"
)

// Filled returns the text of the lesson with what happens written into it: the values that did not
// hold, as Update does, and below each step of which nothing is said what the state was after it. It
// is played on each of its engines and queues, with at most so many events on each.
func (l *Lesson) Filled(most uint64) (string, error) {
	var runs []*Run
	seen := map[Side][]map[string]string{} // step → view → value
	for _, on := range l.Sides() {
		p, err := l.On(on.Queue).Begin(on.Engine, most)
		if err != nil {
			return "", err
		}
		p.seen = func(_ int, s *state.State, calls, api int, _ *Run) {
			seen[on] = append(seen[on], stands(s, calls, api))
		}
		for p.More() {
			if err := p.Next(); err != nil {
				return "", err
			}
		}
		runs = append(runs, p.Run)
	}
	lines := l.updated(runs...)
	for n := range l.Items {
		it := &l.Items[n]
		if n == 0 || len(it.Expect) > 0 {
			continue
		}
		var apart items
		for _, view := range viewsWritten {
			apart.add(l, l.Sides(), func(on Side) string {
				if value := seen[on][n][view]; value != "" {
					return view + "=" + value
				}
				return ""
			})
		}
		at := l.end(it)
		lines[at-1] += "\n----\n" + strings.Join(apart.lines(l, ""), "\n")
		if at < len(l.lines) && strings.TrimSpace(l.lines[at]) != "" {
			lines[at-1] += "\n" // a blank line ends what holds
		}
	}
	return strings.Join(lines, "\n"), nil
}

// viewsWritten are the views that are written of a state, in this order.
var viewsWritten = []string{"q", "d", "p", "heap", "rq", "S", "I", "rv", "calls"}

// stands is what is written of a state: the queue always, and the rest where something stands there.
func stands(s *state.State, calls, api int) map[string]string {
	all := map[string]string{}
	for _, v := range viewsWritten {
		value := s.View(v, calls, api)
		if queue := v == "q" || v == "d" || v == "p"; queue || value != "[]" && value != "{}" && value != "" {
			all[v] = value
		}
	}
	return all
}

// end is the last line of a step, from 1: of its last command, its body, or its group.
func (l *Lesson) end(it *Item) int {
	last := it.Calls[len(it.Calls)-1]
	at := last.Line
	for at < len(l.lines) && strings.HasPrefix(l.lines[at], "|") {
		at++
	}
	if it.Line == it.Calls[0].Line { // no group begins above it
		return at
	}
	for at < len(l.lines) && strings.TrimSpace(l.lines[at-1]) != "}" {
		at++
	}
	return at
}
