package versions

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// Complain reports a difference.
type Complain func(format string, args ...any)

// Seen counts what was compared for a lesson on an engine.
type Seen map[string]int

// Compared is how many values that are.
func (v Seen) Compared() (n int) {
	for _, times := range v {
		n += times
	}
	return n
}

func (v Seen) String() string {
	var out []string
	for view, n := range v {
		out = append(out, fmt.Sprintf("%s:%d", view, n))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// Rested is a lesson's step as the comparison needs it: whether our world was at rest after
// it, and what our state said then.
type Rested struct {
	Step  scenarios.Step
	Views map[string]string
	Calls map[string][]string // of each handler, since the step before
	API   []string
}

// Play plays a lesson on ours and keeps what each step looked like.
func Play(l *scenarios.Lesson, engine string) (*scenarios.Run, []Rested, error) {
	var steps []Rested
	metrics, reads, folded := state.NewMetrics(), measured, uint64(0)
	if l.Queue() == sim.PriorityQueue {
		metrics, reads = state.NewPriorityMetrics(), Counted
	}
	r, err := l.Play(engine, func(n int, s *state.State, calls, api int, r *scenarios.Run) {
		x := Rested{Step: r.Steps[n], Views: map[string]string{}}
		for _, e := range r.Recorder.Since(folded + 1) {
			metrics.Apply(e)
		}
		folded = r.Recorder.Len()
		metrics.Advance(int64(r.Steps[n].At))
		x.Views["metrics"] = reads(metrics)
		for _, v := range state.Views {
			x.Views[v] = s.View(v, calls, api)
		}
		x.Calls, x.API = map[string][]string{}, words(x.Views["api"])
		for i, c := range s.Calls {
			if s.CallCount-len(s.Calls)+i >= calls {
				x.Calls[c.Handler] = append(x.Calls[c.Handler], s.CallText(c.Note))
			}
		}
		steps = append(steps, x)
	})
	return r, steps, err
}

// Counted is what the metrics of a queue with priorities count: its depth by label, what is not 0, and how long keys waited
// and were worked on. The gauges of work in progress are compared in random scripts.
func Counted(m *state.Metrics) string {
	var out []string
	for _, d := range m.Depths {
		if d.N != 0 {
			out = append(out, fmt.Sprintf("depth %s:%d", d.Priority, d.N))
		}
	}
	slices.Sort(out)
	return fmt.Sprintf("{%s adds:%d retries:%d latency:%s work:%s}", strings.Join(out, " "), m.Adds, m.Retries, observed(m.Latency), observed(m.Work))
}

// timeless is what metrics count, without how long it took.
func timeless(metrics string) string { return lengths.ReplaceAllString(metrics, "") }

var lengths = regexp.MustCompile(` unfinished:\S+ longest:\S+|/\S+\[[^\]]*\]`)

// words parts "[OnAdd(p1@5 initial) OnAdd(p2@7)]" at the blanks outside brackets.
func words(list string) []string {
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	var out []string
	depth, from := 0, 0
	for i, c := range list + " " {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ' ' && depth == 0:
			if i > from {
				out = append(out, list[from:i])
			}
			from = i + 1
		}
	}
	return out
}

// against drives a real client-go through the lesson and compares.
// order sorts, in a row of calls, what has no order: anyOrder where a lesson says what happens.
func against(say Complain, l *scenarios.Lesson, engine string, steps []Rested, theirs *driver, seen Seen, order func([]string) []string) {
	calls, api := map[string][]string{}, []string(nil) // ours, since the last rest
	before := time.Duration(0)
	for n := range l.Items {
		it := &l.Items[n]
		if engine != "workqueue" && holds(it) {
			return // a held controller is ours: client-go's cannot be stopped
		}
		for i := range it.Calls {
			if err := theirs.do(&it.Calls[i]); err != nil {
				say("%s:%d: on %s, %s: %s: %v", l.File, it.Calls[i].Line, engine, it.Calls[i].Command, l.Library().Name, err)
				return
			}
			if want := it.Calls[i].Result; want != "" {
				seen[it.Calls[i].Command.Verb]++
				if got := theirs.result(); got != want {
					say("%s:%d: %s: %s => %s, the lesson says %s", l.File, it.Calls[i].Line, l.Library().Name, it.Calls[i].Command, got, want)
				}
			}
		}
		theirs.catchUp(time.Duration(steps[n].Step.At) - before)
		before = time.Duration(steps[n].Step.At)
		for handler, made := range steps[n].Calls {
			calls[handler] = append(calls[handler], made...)
		}
		api = append(api, steps[n].API...)
		if !steps[n].Step.Rest {
			continue
		}
		for _, x := range it.Expect {
			if !x.On(engine, l.Queue()) {
				continue
			}
			for _, w := range x.Wants {
				compareWant(say, l, engine, x, w, theirs, seen)
			}
		}
		if got, ok := theirs.view("metrics"); ok {
			seen["metrics"]++
			want := steps[n].Views["metrics"]
			if theirs.apart || steps[n].Views["panic"] != "[]" { // a program that has ended samples no more, where it really ends
				got, want = timeless(got), timeless(want)
			}
			if got != want {
				say("%s:%d: on %s, metrics:\n\tours %s\n\t%s %s", l.File, it.Line, engine, want, l.Library().Name, got)
			}
		}
		// Calls and requests are compared from rest to rest, since an informer makes them
		// without waiting for the steps of the lesson; calls by handler, since handlers do
		// not wait for each other.
		compareHistory(say, l, it, engine, "api", "api", api, theirs, seen, order)
		for _, handler := range slices.Sorted(maps.Keys(handlersOf(l))) {
			compareHistory(say, l, it, engine, "calls", "calls "+handler, calls[handler], theirs, seen, order)
		}
		calls, api = map[string][]string{}, nil
	}
}

func compareHistory(say Complain, l *scenarios.Lesson, it *scenarios.Item, engine, what, view string, ours []string, theirs *driver, seen Seen, order func([]string) []string) {
	got, ok := theirs.view(view)
	if !ok {
		return
	}
	seen[what] += len(ours)
	theirRow := order(words(got))
	for i, call := range theirRow { // a step of ours may end before the answer comes
		if what == "api" && i < len(ours) && !strings.Contains(ours[i], "->") {
			theirRow[i], _, _ = strings.Cut(call, "->")
		}
	}
	got = "[" + strings.Join(theirRow, " ") + "]"
	if want := "[" + strings.Join(order(ours), " ") + "]"; got != want {
		say("%s:%d: on %s, %s since the last rest:\n\tours      %s\n\tclient-go %s", l.File, it.Line, engine, view, want, got)
	}
}

// anyOrder sorts, in a row of calls, what client-go makes in the order of a map: the initial
// adds of a streaming list or of a late handler, the updates of a resync, and deletes that a list
// has found (S20 and I28 of deviations.md).
func anyOrder(calls []string) []string {
	kind := func(call string) string {
		var old, now string
		switch {
		case strings.HasSuffix(call, " initial)"):
			return "initial"
		case strings.HasPrefix(call, "OnDelete(DFSU "):
			return "missed"
		case strings.HasPrefix(call, "OnUpdate("):
			if old, now, _ = strings.Cut(call[len("OnUpdate("):len(call)-1], " "); old == now {
				return "unchanged"
			}
		}
		return ""
	}
	out := slices.Clone(calls)
	for from := 0; from < len(out); {
		to := from + 1
		for k := kind(out[from]); k != "" && to < len(out) && kind(out[to]) == k; {
			to++
		}
		slices.Sort(out[from:to])
		from = to
	}
	return out
}

// handlersOf are the names of the handlers that a lesson has, sooner or later.
func handlersOf(l *scenarios.Lesson) map[string]bool {
	names := map[string]bool{}
	add := func(spec string) {
		name, _, _ := strings.Cut(spec, "=")
		names[name] = true
	}
	for _, spec := range l.Config(l.Engines[0]).Handlers {
		add(spec)
	}
	for _, it := range l.Items {
		for _, c := range it.Calls {
			if c.Command.Verb == "add-handler" {
				add(c.Command.Text)
			}
		}
	}
	return names
}

func compareWant(say Complain, l *scenarios.Lesson, engine string, x scenarios.Expect, w scenarios.Want, theirs *driver, seen Seen) {
	switch w.View {
	case "calls", "api", "nothing":
		return // compared as histories
	case "full":
		for _, view := range []string{"q", "d", "p", "heap", "rq"} {
			named := slices.ContainsFunc(x.Wants, func(o scenarios.Want) bool { return o.View == view })
			if got, ok := theirs.view(view); ok && !named {
				seen[view]++
				if got != "[]" && got != "{}" {
					say("%s:%d: on %s the lesson says full, %s has %s=%s", l.File, x.Line, engine, l.Library().Name, view, got)
				}
			}
		}
		return
	}
	got, ok := theirs.view(w.View)
	if !ok {
		return
	}
	seen[w.View]++
	if w.View == "I" { // client-go's postings are sets
		set := strings.NewReplacer("[", "{", "]", "}")
		w.Value, got = set.Replace(w.Value), set.Replace(got)
	}
	if !w.Holds(got) {
		say("%s:%d: on %s\n\tthe lesson says %s\n\t%s says %s=%s", l.File, x.Line, engine, w, l.Library().Name, w.View, got)
	}
}

// holds reports whether the step stops an actor that client-go cannot stop.
func holds(it *scenarios.Item) bool {
	return slices.ContainsFunc(it.Calls, func(c scenarios.Call) bool { return c.Command.Verb == "hold" })
}
