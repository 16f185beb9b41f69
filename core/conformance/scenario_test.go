package conformance

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
)

// Every lesson runs on our machines and on client-go. Where the world of the lesson is at
// rest, client-go is at rest too, and every expectation that client-go can answer is
// compared with what client-go says. Queue lessons drive a rate limiting queue, informer
// lessons a SharedIndexInformer on each engine; what stands in the FIFO is compared on
// client-go's FIFOs themselves, at every step, since an informer does not stand still.

// driven is a client-go that a lesson drives.
type driven interface {
	// do carries out a command of the lesson, after it has waited; an error says that it
	// cannot be driven.
	do(c *scenarios.Call) error
	// view returns what client-go says of a view; ok is false when it cannot say.
	view(name string) (value string, ok bool)
	// result is what the last Get or read gave.
	result() string
}

// caught is a real whose actors take time by themselves: after a step of a lesson it lets
// as much time pass as the step took in our world.
type caught interface{ catchUp(took time.Duration) }

// complain reports a difference.
type complain func(format string, args ...any)

// verified counts what was compared for a lesson on an engine.
type verified map[string]int

func (v verified) String() string {
	var out []string
	for view, n := range v {
		out = append(out, fmt.Sprintf("%s:%d", view, n))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// rested is a lesson's step as the comparison needs it: whether our world was at rest after
// it, and what our state said then.
type rested struct {
	step  scenarios.Step
	views map[string]string
	calls map[string][]string // of each handler, since the step before
	api   []string
}

// playOurs plays a lesson on ours and keeps what each step looked like.
func playOurs(t *testing.T, l *scenarios.Lesson, engine string) (*scenarios.Run, []rested) {
	t.Helper()
	var steps []rested
	r, err := l.Play(engine, func(n int, s *state.State, calls, api int, r *scenarios.Run) {
		x := rested{step: r.Steps[n], views: map[string]string{}}
		for _, v := range state.Views {
			x.views[v] = s.View(v, calls, api)
		}
		x.calls, x.api = map[string][]string{}, words(x.views["api"])
		for i, c := range s.Calls {
			if s.CallCount-len(s.Calls)+i >= calls {
				x.calls[c.Handler] = append(x.calls[c.Handler], s.CallText(c.Note))
			}
		}
		steps = append(steps, x)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, steps
}

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
func against(say complain, l *scenarios.Lesson, engine string, steps []rested, theirs driven, seen verified) {
	calls, api := map[string][]string{}, []string(nil) // ours, since the last rest
	before := time.Duration(0)
	for n := range l.Items {
		it := &l.Items[n]
		if engine != "workqueue" && holds(it) {
			return // a held controller is ours: client-go's cannot be stopped
		}
		for i := range it.Calls {
			if err := theirs.do(&it.Calls[i]); err != nil {
				say("%s:%d: on %s client-go cannot be driven: %v", l.File, it.Calls[i].Line, engine, err)
				return
			}
			if want := it.Calls[i].Result; want != "" {
				seen[it.Calls[i].Command.Verb]++
				if got := theirs.result(); got != want {
					say("%s:%d: client-go: %s => %s, the lesson says %s", l.File, it.Calls[i].Line, it.Calls[i].Command, got, want)
				}
			}
		}
		if c, ok := theirs.(caught); ok {
			c.catchUp(time.Duration(steps[n].step.At) - before)
		}
		before = time.Duration(steps[n].step.At)
		for handler, made := range steps[n].calls {
			calls[handler] = append(calls[handler], made...)
		}
		api = append(api, steps[n].api...)
		if !steps[n].step.Rest {
			continue
		}
		for _, x := range it.Expect {
			if !x.On(engine) {
				continue
			}
			for _, w := range x.Wants {
				compareWant(say, l, engine, x, w, theirs, seen)
			}
		}
		// Calls and requests are compared from rest to rest, since an informer makes them
		// without waiting for the steps of the lesson; calls by handler, since handlers do
		// not wait for each other.
		compareHistory(say, l, it, engine, "api", "api", api, theirs, seen)
		for _, handler := range slices.Sorted(maps.Keys(handlersOf(l))) {
			compareHistory(say, l, it, engine, "calls", "calls "+handler, calls[handler], theirs, seen)
		}
		calls, api = map[string][]string{}, nil
	}
}

func compareHistory(say complain, l *scenarios.Lesson, it *scenarios.Item, engine, what, view string, ours []string, theirs driven, seen verified) {
	got, ok := theirs.view(view)
	if !ok {
		return
	}
	seen[what] += len(ours)
	theirRow := anyOrder(words(got))
	for i, call := range theirRow { // a step of ours may end before the answer comes
		if what == "api" && i < len(ours) && !strings.Contains(ours[i], "->") {
			theirRow[i], _, _ = strings.Cut(call, "->")
		}
	}
	got = "[" + strings.Join(theirRow, " ") + "]"
	if want := "[" + strings.Join(anyOrder(ours), " ") + "]"; got != want {
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

func compareWant(say complain, l *scenarios.Lesson, engine string, x scenarios.Expect, w scenarios.Want, theirs driven, seen verified) {
	switch w.View {
	case "calls", "api", "nothing":
		return // compared as histories
	case "full":
		for _, view := range []string{"q", "d", "p", "heap", "rq"} {
			named := slices.ContainsFunc(x.Wants, func(o scenarios.Want) bool { return o.View == view })
			if got, ok := theirs.view(view); ok && !named {
				seen[view]++
				if got != "[]" && got != "{}" {
					say("%s:%d: on %s the lesson says full, client-go has %s=%s", l.File, x.Line, engine, view, got)
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
		say("%s:%d: on %s\n\tthe lesson says %s\n\tclient-go says %s=%s", l.File, x.Line, engine, w, w.View, got)
	}
}

var lessonsUpdate = flag.Bool("lessons.update", false, "write scenarios/verified.txt, the proof that the lessons hold on client-go")

func TestEveryLessonHoldsOnClientGo(t *testing.T) {
	var proof []string
	for _, l := range scenarios.List() {
		if l.Unverified != "" {
			t.Logf("%s %s is not run on client-go: %s", l.Number, l.ID, l.Unverified)
			continue
		}
		for _, engine := range l.Engines {
			t.Run(l.ID+"/"+engine, func(t *testing.T) {
				seen := verify(t, t.Errorf, l, engine)
				if len(seen) == 0 {
					t.Errorf("%s on %s: nothing could be compared with client-go", l.ID, engine)
				}
				n := 0
				for _, times := range seen {
					n += times
				}
				proof = append(proof, fmt.Sprintf("%s %s %s %d %s", l.ID, engine, scenarios.ClientGo, n, l.Fingerprint()))
				t.Logf("%s %s on %s, compared with client-go: %s", l.Number, l.ID, engine, seen)
			})
		}
	}
	compareProof(t, proof)
}

// compareProof sees that scenarios/verified.txt, from which the page takes its badge, says
// what has just held. How many values were compared may differ.
func compareProof(t *testing.T, proof []string) {
	t.Helper()
	const file = "../../scenarios/verified.txt"
	runs := 0
	for _, l := range scenarios.List() {
		if l.Unverified == "" {
			runs += len(l.Engines)
		}
	}
	if *lessonsUpdate && !t.Failed() && len(proof) == runs { // not a part, chosen with -run
		if err := os.WriteFile(file, []byte(strings.Join(proof, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		written[claim(line)] = true
	}
	for _, line := range proof {
		if !written[claim(line)] {
			t.Errorf("scenarios/verified.txt does not say %q: run with -lessons.update", line)
		}
	}
}

// claim is a line of the proof without its count.
func claim(line string) string {
	f := strings.Fields(line)
	if len(f) != 5 {
		return line
	}
	return strings.Join(append(f[:3:3], f[4]), " ")
}

// verify runs a lesson on ours and on client-go and says what differs.
func verify(t *testing.T, say complain, l *scenarios.Lesson, engine string) verified {
	t.Helper()
	run, steps := playOurs(t, l, engine)
	seen := verified{}
	if engine == "workqueue" {
		onQueue(t, say, l, engine, steps, seen)
		return seen
	}
	onFIFO(t, say, run, steps, seen)
	onInformer(t, say, l, engine, steps, seen)
	return seen
}

// The comparison is worth something only if it can fail: each of these lessons says one
// thing that client-go does not do.
func TestAWrongLessonFailsOnClientGo(t *testing.T) {
	for _, c := range []struct{ id, engine, right, wrong, want string }{
		{"dirty-and-processing", "workqueue", "q=[b a]", "q=[a b]", "client-go says q=[b a]"},
		{"dirty-and-processing", "workqueue", "q=[]  d={a}  p={a}\n\nAdd b", "q=[]  d={}  p={a}\n\nAdd b", "client-go says d={a}"},
		{"dirty-and-processing", "workqueue", "W1 Get => b", "W1 Get => a", "client-go: W1 Get => b"},
		{"backoff-ladder", "workqueue", "heap=[a@38m30.715s]", "heap=[a@38m30.716s]", "client-go says heap=[a@38m30.715s]"},
		{"backoff-ladder", "workqueue", "rq={a:20}", "rq={a:19}", "client-go says rq={a:20}"},
		{"first-light", "atomic", "I={n2:[p2 p1]}", "I={n1:[p1] n2:[p2]}", "client-go says I={n2:{p1 p2}}"},
		{"first-light", "classic", "calls=[OnUpdate(p1@5 p1@11)]  S={p1@11 p2@7}", "S={p1@5 p2@7}", "client-go says S={p1@11 p2@7}"},
		{"first-light", "ordered", "S={p1@11}  I={n2:[p1]}  rv=12", "rv=11", "client-go says rv=12"},
		{"two-fifos", "classic", "F=[p1:[Added@11 Updated@12]]", "F=[p1:[Updated@12]]", "client-go's FIFO has [p1:[Added@11 Updated@12]]"},
		{"resync-asked-late", "atomic", "late:1m0s@1m10s}\n\n== waits", "late:10s@20s}\n\n== waits", "client-go says resync={early:1m0s@1m0s late:1m0s@1m10s}"},
		{"index-fails", "ordered", "I={n1:[p2] n2:[p1] p1:[p1] p2:[p2]}", "I={n1:[p1 p2] p1:[p1] p2:[p2]}", "client-go says I={n1:{p2} n2:{p1} p1:{p1} p2:{p2}}"},
		{"index-fails", "classic", "S={p0@12 p1@11 p2@7}", "S={p1@11 p2@7}", "client-go says S={p0@12 p1@11 p2@7}"},
		{"late-index", "atomic", "byName=.metadata.name => stopped", "byName=.metadata.name => added", "client-go: add-index byName=.metadata.name => stopped"},
		{"resync-asked-late", "ordered", "hasty:1s@7m1s", "hasty:1ms@7m0.001s", "client-go says resync={early:1m0s@8m0s hasty:1s@7m1s}"},
		{"worker-panics", "classic", "p={p1}  heap=[]  rq={}  panic=[]\n\n? stuck", "p={}  heap=[]  rq={}  panic=[]\n\n? stuck", "client-go says p={p1}"},
		{"worker-panics", "atomic", "heap=[]  rq={}  panic=[]\n\nstep p2 changes", "heap=[]  rq={p2:1}  panic=[]\n\nstep p2 changes", "client-go says rq={}"},
		{"worker-panics", "ordered", "panic=[p1]\n\nstep started", "panic=[]\n\nstep started", "client-go says panic=[p1]"},
		{"list-or-stream", "atomic", "wire={requests:4 most:2}", "wire={requests:3 most:2}", "client-go says wire={requests:4 most:2}"},
		{"list-or-stream", "classic", "wire={requests:1 most:1}  S={p1@11 p2@12 p3", "wire={requests:1 most:6}  S={p1@11 p2@12 p3", "client-go says wire={requests:1 most:1}"},
		{"transform-fails", "classic", "rv=13  calls=[]", "rv=12  calls=[]", "client-go says rv=13"},
		{"transform-drops", "atomic", "node={}  I={}  synced", "node={p1:n1}  I={}  synced", "client-go says node={}"},
		{"touching-the-cache", "atomic", "S={p1@5}  node={p1:n9}", "S={p1@5}  node={p1:n1}", "client-go says node={p1:n9}"},
		{"touching-the-cache", "classic", "panic=[p1]  S={p1@11}", "panic=[]  S={p1@11}", "client-go says panic=[p1]"},
		{"lost-lease", "classic", "d={}  p={p2:W1}  S={p1@5 p2@7}", "d={}  p={p2:W1}  S={p1@20 p2@7}", "client-go says S={p1@5 p2@7}"},
		{"lost-lease", "atomic", "W1 Get => p2", "W1 Get => shutdown", "client-go: W1 Get => p2"},
		{"gone-relist", "classic", "within 0.8s..1.6s", "within 1h..2h", "client-go listed after"},
		{"gone-relist", "atomic", "S={p1@5 p3@51 p4@53}  I=", "S={p1@5 p2@7 p3@51 p4@53}  I=", "client-go says S={p1@5 p3@51 p4@53}"},
	} {
		text, err := scenarios.Files(c.id + ".iq")
		if err != nil {
			t.Fatal(err)
		}
		right, wrong := strings.ReplaceAll(c.right, "\\n", "\n"), strings.ReplaceAll(c.wrong, "\\n", "\n")
		if !strings.Contains(text, right) {
			t.Errorf("%s does not say %q any more", c.id, right)
			continue
		}
		l, err := scenarios.Parse("wrong.iq", strings.Replace(text, right, wrong, 1))
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		verify(t, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }, l, c.engine)
		if !strings.Contains(strings.Join(said, "\n"), c.want) {
			t.Errorf("%s with %q for %q: the comparison said %q, want %q", c.id, wrong, right, said, c.want)
		}
	}
}

// What a lesson says of transforms only in words: a streaming list leaves out what the transform
// fails for and syncs, and what comes through again is stored. A transform that drops what it
// fails without does so twice of a streaming list.
func TestATransformOfAStreamingListIsAsClientGos(t *testing.T) {
	for _, engine := range []string{"classic", "ordered", "atomic"} {
		l, err := scenarios.Parse("stream.iq", `id: stream
title: stream
question: stream?
engines: classic ordered atomic
handlers: h1=observe
indexes: byNode=.spec.nodeName
transform: fail=.spec.nodeName=n9 drop=.spec.nodeName
server: rv=10 p1@5/n1 p2@7/n9
start: stream
sources: k/k#1

start
run until idle

----
S={p1@5}  synced  rv=10  node={}  I={}  calls=[OnAdd(p1@5 initial)]

+1s update p2@11 n2
run until idle

----
S={p1@5 p2@11}  rv=11  calls=[OnAdd(p2@11)]

+1s delete p1@12
run until idle

----
S={p2@11}  rv=12  calls=[OnDelete(p1@12)]
`)
		if err != nil {
			t.Fatal(err)
		}
		if seen := verify(t, t.Errorf, l, engine); seen["S"] != 3 {
			t.Errorf("%s: the store was compared %d times, want 3", engine, seen["S"])
		}
		if run, err := l.Run(engine); err != nil || len(run.Failures) > 0 {
			t.Errorf("%s: %v %v", engine, err, run.Failures)
		}
	}
}

// A list with an object that an index function fails for: what stands in the store when the program
// ends is what client-go has stored by then.
func TestAListThatAnIndexFunctionFailsForIsStoredAsClientGos(t *testing.T) {
	for _, engine := range []string{"classic", "ordered", "atomic"} {
		l, err := scenarios.Parse("torn.iq", `id: torn
title: torn
question: torn?
engines: classic ordered atomic
indexes: byNode=.spec.nodeName!
server: rv=10 p1@5/n1 p2@7 p3@8/n1
start: list
sources: k/k#1

start
run until idle

----
panic=[p2]
classic,ordered: S={p1@5 p2@7}
atomic: S={p1@5 p2@7 p3@8}
`)
		if err != nil {
			t.Fatal(err)
		}
		if seen := verify(t, t.Errorf, l, engine); seen["S"] != 1 || seen["panic"] != 1 {
			t.Errorf("%s: compared %s, want store and panic", engine, seen)
		}
		if run, err := l.Run(engine); err != nil || len(run.Failures) > 0 {
			t.Errorf("%s: %v %v", engine, err, run.Failures)
		}
	}
}

// holds reports whether the step stops an actor that client-go cannot stop.
func holds(it *scenarios.Item) bool {
	return slices.ContainsFunc(it.Calls, func(c scenarios.Call) bool { return c.Command.Verb == "hold" })
}

// The histories and the FIFO's contents are compared with what ours did, not with the text:
// here ours is told to have done something else.
func TestAWrongWorldFailsOnClientGo(t *testing.T) {
	l := scenarios.Find("first-light")
	run, steps := playOurs(t, l, "atomic")
	var said []string
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	steps[5].calls = map[string][]string{"h1": {"OnUpdate(p1@5 p1@12)"}}
	steps[2].api = []string{"WATCH(9)"}
	steps[2].views["F"] = "[]"
	onInformer(t, say, l, "atomic", steps, verified{})
	onFIFO(t, say, run, steps, verified{})
	all := strings.Join(said, "\n")
	for _, want := range []string{"ours      [OnUpdate(p1@5 p1@12)]", "ours      [LIST(0)->10 WATCH(9)]", "client-go [ReplacedAll(10 p1@5 p2@7)]"} {
		if !strings.Contains(all, want) {
			t.Errorf("the comparison said %q, want %q in it", said, want)
		}
	}
}
