package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// sayOwn prints which lines of the reader's controller run in a step or part, and who is in which.
func sayOwn(line *Timeline, o Own) string {
	var b strings.Builder
	who := func(r Run) string {
		said := strings.TrimSpace(line.Head().Recorder().ActorName(r.Actor) + " " + line.Head().Name(r.Key))
		if r.Times > 1 {
			said += fmt.Sprintf(" ×%d", r.Times)
		}
		return said
	}
	for _, r := range o.Ran {
		lit := "  "
		if r.Line == o.Line {
			lit = "> "
		}
		fmt.Fprintf(&b, "  %s%s  < %s\n", lit, strings.TrimSpace(o.Func.Lines[r.Line]), who(r))
	}
	switch {
	case o.Count > 0:
	case o.Unwritten != "":
		fmt.Fprintf(&b, "    unwritten: %s\n", o.Unwritten)
	default:
		fmt.Fprintf(&b, "    nothing runs: %s\n", o.Event.Op)
	}
	if o.Origin.Line > 0 {
		fmt.Fprintf(&b, "    client-go: %s:%d %s\n", o.Origin.File, o.Origin.Line, o.Origin.Func)
	}
	for _, r := range o.At {
		fmt.Fprintf(&b, "    . %s  < %s\n", strings.TrimSpace(o.Func.Lines[r.Line]), who(r))
	}
	return b.String()
}

var written = map[string]*core.Source{}

// beside is the controller that stands beside step n.
func beside(line *Timeline, n int, cfg sim.Config) *core.Source {
	slips := line.Slips(n, cfg.Handlers)
	name := strings.Join(slips, " ")
	if written[name] == nil {
		written[name] = core.Own(slips...)
	}
	return written[name]
}

// Lessons as a controller's author sees them. In one of them Done is forgotten: its line is not lit, and
// says that it waits.
func TestTheReadersControllerBesideALesson(t *testing.T) {
	for _, id := range []string{"three-adds-one-job", "dirty-and-processing", "pipeline-under-load", "forgotten-done", "pointer-keys", "too-early", "never-forgotten", "lost-lease", "worker-panics", "panic-ends-it"} {
		l := scenarios.Find(id)
		engine := l.Engines[len(l.Engines)-1]
		_, line := lesson(t, id, engine)
		var b strings.Builder
		fmt.Fprintf(&b, "# %s on %s\n", id, engine)
		for n := 1; n <= line.Last(); n++ {
			fmt.Fprintf(&b, "%d %s\n%s", n, line.Step(n).Label, sayOwn(line, line.OwnPart(n, 0, Asked{Source: beside(line, n, l.Config(engine)), View: l.View})))
		}
		golden.Holds(t, "testdata/own-"+id+".txt", b.String())
	}
}

// Where a pass ends without its Done, and wherever such a key is still in processing, the code beside
// it has no deferred Done, and where Done was deferred it has; a handler that asserts is shown so.
func TestTheCodeBesideAStoryIsTheOneThatItRuns(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			_, line := lesson(t, l.ID, engine)
			for n := 1; n <= line.Last(); n++ {
				code := strings.Join(beside(line, n, l.Config(engine)).Places[0].Func.Lines, "\n")
				deferred, forgets := strings.Contains(code, "defer c.queue.Done(key)"), strings.Contains(code, "c.queue.Forget(key)")
				waits := strings.Contains(code, "cache.WaitForCacheSync")
				s := line.At(n - 1).Clone()
				for _, e := range line.Events(n) {
					s.Apply(e)
					switch k, _ := s.Key(e.Key); {
					case e.Op == trace.QueueGet && s.Refl.State != "" && !s.FIFO.Synced && waits:
						t.Errorf("%s, step %d: a worker takes a key before the cache has synced, and the code beside it waits", l.ID, n)
					case e.Op == trace.QueueGet && s.Shut && strings.Contains(code, "ctx.Err()"):
						t.Errorf("%s, step %d: a worker goes on after the shutdown, and the code beside it stops", l.ID, n)
					case e.Op == trace.LimitForget && !forgets && !pointer(s, e.Key):
						t.Errorf("%s, step %d: Forget is called, and not in the code beside it", l.ID, n)
					case l.ID == "never-forgotten" && n < 7 && forgets && k.Failures >= 0:
						t.Errorf("%s, step %d: nobody forgets, and the code beside it does", l.ID, n)
					}
					switch how := line.rec.Case(e); {
					case (how == "uncaught" || how == "caught" || how == "quit") && deferred:
						t.Errorf("%s, step %d: a pass ends without Done, and the code beside it defers Done", l.ID, n)
					case how == "deferred" && !deferred:
						t.Errorf("%s, step %d: Done is deferred, and not in the code beside it", l.ID, n)
					}
				}
				pod := ""
				for _, li := range line.At(n).Listeners { // h1 asserts, and h2 unwraps in its place
					if l.ID == "panic-ends-it" && !li.Gone {
						pod = map[string]string{"h1": "pod := obj.(*v1.Pod)", "h2": "pod, ok := obj.(*v1.Pod)"}[li.Name]
					}
				}
				if !strings.Contains(code, pod) || pod == "" && strings.Contains(code, "v1.Pod)\n") && n > 1 {
					t.Errorf("%s, step %d: the code of OnDelete is not %q", l.ID, n, pod)
				}
			}
		}
	}
}

// Each part of a step has lines of its own.
func TestInDetailEachPartLightsItsOwnLine(t *testing.T) {
	l, line := lesson(t, "dirty-and-processing", "workqueue")
	src := core.Own()
	for n := 1; n <= line.Last(); n++ {
		var parts []string
		for k := range line.Parts(n) {
			for _, r := range line.OwnPart(n, k+1, Asked{Source: src, View: l.View}).Ran {
				parts = append(parts, fmt.Sprint(r.Line))
			}
		}
		var whole []string
		for _, r := range line.OwnPart(n, 0, Asked{Source: src, View: l.View}).Ran {
			whole = append(whole, fmt.Sprint(r.Line))
		}
		for _, w := range whole {
			if !slices.Contains(parts, w) {
				t.Errorf("step %d runs line %s in none of its parts, which run %v", n, w, parts)
			}
		}
	}
}

// readers reports whether an event is a call of the reader's code, or one that it is called by.
func readers(rec *trace.Recorder, e trace.Event) bool {
	if slices.Contains(clientGo, rec.ActorName(e.Actor)) {
		return false
	}
	switch e.Op { // what goes on in a call is told with it
	case trace.QueuePriority, trace.QueueRaise, trace.QueueSkip:
		return false
	}
	switch e.Op.Group() {
	case trace.GroupQueue, trace.GroupHeap, trace.GroupLimiter, trace.GroupWorker:
		return true
	case trace.GroupHandler:
		return e.Op == trace.NoteTake || e.Op == trace.NoteDone || e.Op == trace.HandlerAdd
	}
	return false
}

// Whatever step of whatever lesson: what is lit ran, and what ran is lit.
func TestWhatRunsOfTheReadersControllerIsLitAndNothingElse(t *testing.T) {
	met := map[string]bool{}
	walk := func(name string, line *Timeline, cfg sim.Config, a Asked) {
		rec := line.Head().Recorder()
		for n := line.First() + 1; n <= line.Last(); n++ {
			src := beside(line, n, cfg)
			a.Source = src
			for k := range len(line.Parts(n)) + 1 {
				all, s := line.told(n, k, a)
				o := line.OwnPart(n, k, a)
				where := fmt.Sprintf("%s, step %d, part %d", name, n, k)
				lines := map[int]bool{}
				for _, e := range all {
					p, ok := src.Find(e.Op, e.words...)
					if ok && !slices.Contains(clientGo, rec.ActorName(e.Actor)) {
						met[p.Op.String()+" "+strings.Join(p.Words, " ")] = true
						if unwrittenCall(e, s) == "" {
							lines[p.Line] = true
						}
					}
					if ok && e.Op == trace.NoteSynced {
						lines[p.Line] = true
						met["handler.synced "] = true
					}
					if readers(rec, e.Event) && !ok && unwrittenCall(e, s) == "" {
						t.Errorf("%s: %s by %q, with %q, has no line and is not said to be unwritten", where, e.Op, rec.ActorName(e.Actor), e.words)
					}
				}
				for _, r := range o.Ran {
					if !lines[r.Line] {
						t.Errorf("%s: lit is %q, and no event of it happened", where, strings.TrimSpace(o.Func.Lines[r.Line]))
					}
				}
				for l := range lines {
					if !slices.ContainsFunc(o.Ran, func(r Run) bool { return r.Line == l }) {
						t.Errorf("%s: %q runs and is not lit", where, strings.TrimSpace(o.Func.Lines[l]))
					}
				}
				if o.Count > 0 != (len(o.Ran) > 0) || o.Count > 0 && !slices.ContainsFunc(o.Ran, func(r Run) bool { return r.Line == o.Line }) {
					t.Errorf("%s: %d lines from %d on are lit, of the runs %v", where, o.Count, o.Line, o.Ran)
				}
			}
		}
	}
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			_, line := lesson(t, l.ID, engine)
			walk(l.ID+" on "+engine, line, l.Config(engine), Asked{View: l.View})
		}
	}
	for _, script := range []string{
		"AddAfter a 0s; AddAfter b 5s; AddAfter b 3s; AddAfter b 9s; W1 Get; W1 Done a; W1 Done a; Add c; W1 Done c",
		"AddAfter a 1h; AddRateLimited a x3; W1 Get; ShutDown; AddRateLimited a; AddAfter a 1s; Add a; W1 step",
		"Add a; W1 Get; ShutDownWithDrain; W1 ok; step",
	} {
		walk(script, played(t, sim.Config{Engine: "workqueue"}, script).Branch().Line, sim.Config{}, Asked{View: "workqueue"})
	}
	for _, p := range core.Own().Places {
		if what := p.Op.String() + " " + strings.Join(p.Words, " "); !met[what] && !slices.Contains(p.Words, since) {
			t.Errorf("nothing reaches the anchor %q of %s", what, core.OwnFile)
		}
	}
}

// Who waits inside a call, and who took a key and has not called Done, is told at the line.
func TestWhoIsInACallAndWhoOwesDone(t *testing.T) {
	src := core.Own()
	for _, test := range []struct {
		cfg    sim.Config
		script string
		want   string
	}{
		{script: "W1 Get", want: "W1 in key, shutdown := c.queue.Get()"},
		{script: "W1 Get; ShutDown", want: "W1 in key, shutdown := c.queue.Get()"}, // until it is its turn
		{script: "W1 Get; ShutDown; W1 step"},
		{script: "Add a; W1 Get", want: "W1 owes defer c.queue.Done(key)"},
		{script: "Add a; W1 Get; W1 fail"},
		{script: "Add a; Add b; W1 Get; W1 Get", want: "W1 owes defer c.queue.Done(key); W1 owes defer c.queue.Done(key)"},
		{sim.Config{Engine: "atomic", Cluster: true, Handlers: []string{"slow=3s"}, Workers: []string{}}, "create p1; start; run until call",
			"slow in func (c *Controller) OnAdd(obj any, _ bool) {"},
	} {
		cfg := test.cfg
		if cfg.Engine == "" {
			cfg.Engine = "workqueue"
		}
		line := played(t, cfg, test.script).Branch().Line
		var got []string
		o := line.OwnPart(line.Last(), 0, Asked{Source: src, View: "workqueue"})
		for _, r := range o.At {
			how := map[bool]string{true: " owes ", false: " in "}[r.Owed]
			got = append(got, line.Head().Recorder().ActorName(r.Actor)+how+strings.TrimSpace(o.Func.Lines[r.Line]))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("after %s: %q, want %q", test.script, s, test.want)
		}
	}
}
