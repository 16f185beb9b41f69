package scenarios

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Check plays the lesson on every engine and queue it lists and returns what did not hold, one
// message each; nil is a lesson that holds.
func (l *Lesson) Check() []string {
	var bad []string
	for _, s := range l.Sides() {
		r, err := l.On(s.Queue).Run(s.Engine)
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		for _, f := range r.Failures {
			bad = append(bad, f.String())
		}
	}
	return bad
}

// promises are the invariants by the names that lessons use.
var promises = map[string]trace.Promise{
	"q<=d":               trace.QueueInDirty,
	"q&p=0":              trace.QueueIsFree,
	"queued-once":        trace.QueuedOnce,
	"one-worker-per-key": trace.OneWorker,
	"rv-ascends":         trace.RVAscends,
	"synced-once":        trace.SyncedOnce,
	"cache-owned":        trace.CacheOwned,
}

func promiseNames() []string {
	var names []string
	for name := range promises {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// fail notes what did not hold after item n, at a line of the file.
func (r *Run) fail(n, line int, f Failure) {
	f.File, f.Line, f.Engine, f.Step, f.Label = r.Lesson.File, line, r.On(), n, r.Lesson.Items[n].Label
	r.Failures = append(r.Failures, f)
}

// compare checks the expectations of item n.
func (r *Run) compare(n int, s *state.State, calls, api int) {
	for _, x := range r.Lesson.Items[n].Expect {
		if !x.On(r.Engine, r.Lesson.Queue()) {
			continue
		}
		for _, w := range x.Wants {
			if got, ok := w.holds(x, s, calls, api); !ok {
				r.fail(n, x.Line, Failure{Item: w.String(), Got: got, want: w, kind: w.kind()})
			}
		}
	}
}

// kind is how the item fails.
func (w Want) kind() failing {
	switch w.View {
	case "full":
		return failedFull
	case "nothing":
		return failedNothing
	}
	return failedView
}

// fullViews are what "full" speaks of.
var fullViews = []string{"q", "d", "p", "heap", "rq", "F", "S", "I", "pend"}

// holds compares one item of line x with a state.
func (w Want) holds(x Expect, s *state.State, calls, api int) (got string, ok bool) {
	switch w.View {
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
	value, own := ownView(s, w.View)
	if !own {
		value = s.View(w.View, calls, api)
	}
	return w.View + "=" + value, w.Holds(value)
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

// kept sees that no promise was broken in item n but those the lesson is about; before is
// how many were broken until then.
func (r *Run) kept(n, before int) {
	for _, sentence := range r.World.Invariants()[before:] {
		if !slices.Contains(r.Lesson.mayBreak, sentence) {
			r.fail(n, max(r.Lesson.Items[n].Line, 1), Failure{kind: failedPromise, Item: "every promise kept", Got: "broken: " + sentence})
		}
	}
}
