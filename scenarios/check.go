package scenarios

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// promises are the invariants by the names that lessons use.
var promises = map[string]trace.Promise{
	"q<=d":               trace.QueueInDirty,
	"q&p=0":              trace.QueueIsFree,
	"queued-once":        trace.QueuedOnce,
	"one-worker-per-key": trace.OneWorker,
	"rv-ascends":         trace.RVAscends,
	"synced-once":        trace.SyncedOnce,
}

func promiseNames() []string {
	var names []string
	for name := range promises {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// compare checks the expectations of a step.
func (r *Run) compare(it *Item, s *state.State, calls, api int) {
	for _, x := range it.Expect {
		if !x.On(r.Engine) {
			continue
		}
		for _, w := range x.Wants {
			if got, ok := w.holds(x, s, calls, api); !ok {
				r.Failures = append(r.Failures, Failure{File: r.Lesson.File, Line: x.Line, Engine: r.Engine, Item: w.String(), Got: got, want: w})
			}
		}
	}
}

// fullViews are what "full" speaks of.
var fullViews = []string{"q", "d", "p", "heap", "rq", "F", "S", "I", "pend"}

// holds compares one item of line x with a state.
func (w Want) holds(x Expect, s *state.State, calls, api int) (got string, ok bool) {
	switch w.View {
	case "synced":
		if w.Value == "" {
			w.Value = "true"
		}
	case "nothing":
		got := "calls=" + s.View("calls", calls, api) + "  api=" + s.View("api", calls, api)
		return got, got == "calls=[]  api=[]"
	case "full":
		var left []string
		for _, view := range fullViews {
			named := slices.ContainsFunc(x.Wants, func(o Want) bool { return o.View == view })
			if v := s.View(view, calls, api); !named && v != "[]" && v != "{}" {
				left = append(left, view+"="+v)
			}
		}
		return strings.Join(left, "  "), len(left) == 0
	}
	value := s.View(w.View, calls, api)
	// The parser has checked the value.
	ok, _ = state.Match(w.View, w.Value, value, w.AnyOrder)
	return w.View + "=" + value, ok
}

// Holds compares the item with a value that somebody else, such as client-go, gave for its
// view.
func (w Want) Holds(value string) bool {
	want := w.Value
	if w.View == "synced" && want == "" {
		want = "true"
	}
	ok, err := state.Match(w.View, want, value, w.AnyOrder)
	return err == nil && ok
}

// kept sees that no promise was broken but those the lesson is about.
func (r *Run) kept() {
	for _, sentence := range r.World.Invariants() {
		if !slices.Contains(r.Lesson.mayBreak, sentence) {
			r.Failures = append(r.Failures, Failure{File: r.Lesson.File, Line: len(r.Lesson.lines), Engine: r.Engine,
				Item: "every promise kept", Got: "broken: " + sentence})
		}
	}
}

// Update returns the text of the lesson with the values that the runs found instead of
// those that did not hold.
func (l *Lesson) Update(runs ...*Run) string {
	lines := slices.Clone(l.lines)
	for _, r := range runs {
		for _, f := range r.Failures {
			if f.want.View == "" || f.want.View == "full" || f.want.View == "nothing" {
				continue
			}
			old, now := f.Item, f.Got
			if f.want.AnyOrder {
				now = strings.Replace(now, "=", "~=", 1)
			}
			items := splitItems(lines[f.Line-1])
			for i, it := range items {
				if head, ok := strings.CutSuffix(it, old); ok && (head == "" || strings.HasSuffix(head, ": ")) {
					items[i] = head + now
				}
			}
			lines[f.Line-1] = strings.Join(items, "  ")
		}
	}
	return strings.Join(lines, "\n")
}
