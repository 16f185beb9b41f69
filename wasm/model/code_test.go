package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// lesson is the timeline of a lesson on an engine.
func lesson(t *testing.T, id, engine string) (*scenarios.Lesson, *Timeline) {
	t.Helper()
	l := scenarios.Find(id)
	run, err := l.Run(engine)
	if err != nil {
		t.Fatal(err)
	}
	line := New(run.Recorder, run.Steps[0].To, func(s *state.State) {
		for _, w := range l.Workers {
			s.AddWorker(w)
		}
	})
	for _, st := range run.Steps[1:] {
		line.CutAt(st.Label, st.To, st.At)
	}
	return l, line
}

// say prints what stands beside step n: function, lit line, and the margin.
func say(line *Timeline, n int, c Code) string {
	var b strings.Builder
	lit := "nothing is lit"
	if c.Count > 0 {
		lit = c.Event.Op.String() + " lights " + strings.TrimSpace(c.Func.Lines[c.Line])
	}
	fmt.Fprintf(&b, "%d %s\n    %s %s: %s\n", n, line.Step(n).Label, c.Func.File, c.Func.Name, lit)
	for _, m := range c.Marks {
		past := ""
		if m.Past {
			past = ", ended elsewhere since"
		}
		fmt.Fprintf(&b, "    | %s  < %s, step %d ×%d%s\n", strings.TrimSpace(c.Func.Lines[m.Line]), line.Head().Name(m.Key), m.Step, m.Times, past)
	}
	return b.String()
}

func TestTheCodeBesideALessonIsThatOfItsSteps(t *testing.T) {
	src := core.Read()
	for _, id := range []string{"S02", "S07", "S14", "S20"} {
		var b strings.Builder
		for _, engine := range scenarios.Find(id).Engines {
			l, line := lesson(t, id, engine)
			fmt.Fprintf(&b, "# %s %s on %s\n", id, l.ID, engine)
			for n := 0; n <= line.Last(); n++ {
				b.WriteString(say(line, n, line.Code(n, Asked{Source: src, View: l.View})))
			}
		}
		golden.Holds(t, "testdata/code-"+strings.ToLower(id)+".txt", b.String())
	}
}

// The panel as it stands beside step 5 of S02.
func TestThePanelIsLaidOutInRows(t *testing.T) {
	l, line := lesson(t, "S02", "workqueue")
	c := line.Code(5, Asked{Source: core.Read(), View: l.View})
	var b strings.Builder
	for _, r := range Rows(c.Func, CodeColumns) {
		lit := "  "
		if c.Count > 0 && r.Line >= c.Line && r.Line < c.Line+c.Count {
			lit = "> "
		}
		text := lit
		for _, s := range r.Spans {
			switch s.Style {
			case Word:
				text += "*" + s.Text + "*"
			default:
				text += s.Text
			}
		}
		b.WriteString(strings.TrimRight(text, " "))
		for _, m := range c.Marks {
			if m.Line == r.Line && r.Last {
				fmt.Fprintf(&b, "   < %s, step %d ×%d", line.Head().Name(m.Key), m.Step, m.Times)
			}
		}
		b.WriteString("\n")
	}
	golden.Holds(t, "testdata/code-panel.txt", b.String())
}

// Whatever function is shown, its rows fit, and put together they are the function.
func TestRowsFitAndLoseNothing(t *testing.T) {
	squeeze := func(s string) string {
		return strings.ReplaceAll(strings.Join(strings.Fields(s), ""), "//", "")
	}
	for i, p := range core.Read().Places {
		columns := CodeColumns - i%10 // a side column may be narrower
		rows := Rows(p.Func, columns)
		var all strings.Builder
		line := 0
		for _, r := range rows {
			text := ""
			for _, s := range r.Spans {
				text += s.Text
			}
			if n := utf8.RuneCountInString(text); n > columns {
				t.Errorf("%s: a row of %d columns: %q", p.Func.Name, n, text)
			}
			if r.Line < line {
				t.Errorf("%s: a row of line %d after one of line %d", p.Func.Name, r.Line, line)
			}
			line = r.Line
			all.WriteString(text)
		}
		if got, want := squeeze(all.String()), squeeze(strings.Join(p.Func.Lines, "\n")); got != want {
			t.Errorf("%s: the rows are\n%s\nwant\n%s", p.Func.Name, got, want)
		}
	}
}

// Every step of every lesson has code beside it, and a step that lights a line is about an
// event of its own.
func TestEveryStepOfEveryLessonHasItsCode(t *testing.T) {
	src := core.Read()
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			_, line := lesson(t, l.ID, engine)
			lit := 0
			for n := 0; n <= line.Last(); n++ {
				c := line.Code(n, Asked{Source: src, View: l.View})
				if c.Func == nil {
					t.Errorf("%s on %s, step %d: no code", l.ID, engine, n)
					continue
				}
				if c.Count == 0 {
					continue
				}
				lit++
				if !slices.ContainsFunc(line.Events(n), func(e trace.Event) bool { return e == c.Event }) {
					t.Errorf("%s on %s, step %d: lit by %s, which is no event of the step", l.ID, engine, n, c.Event.Op)
				}
			}
			if lit*2 < line.Last() {
				t.Errorf("%s on %s: only %d of %d steps light a line", l.ID, engine, lit, line.Last())
			}
		}
	}
}

// A step of several calls is about the one that tells most, and of two alike about the last.
func TestAStepIsAboutItsMostTellingEvent(t *testing.T) {
	for _, test := range []struct {
		lesson string
		step   int
		want   string
	}{
		{"S05", 1, "k := q.take(at)"},                       // Add a, and W1 Gets it
		{"S42", 2, "d := min(l.max, doubled(l.base, n-1))"}, // b fails: it waits so long
		{"S27", 4, "n := l.mail.pop()"},                     // one call ends, and slow gets p1@11
		{"S26", 5, "l.synced = true"},                       // slow has returned from the last of the list
		{"S32", 8, "q.push(at)"},                            // an event goes through the whole pipeline
		{"S22", 2, "f.tape.push(Delta[O]{Type: SyncAll})"},  // a resync
	} {
		l := scenarios.Find(test.lesson)
		_, line := lesson(t, test.lesson, l.Engines[len(l.Engines)-1])
		c := line.Code(test.step, Asked{Source: core.Read(), View: l.View})
		if got := strings.TrimSpace(c.Func.Lines[c.Line]); got != test.want {
			t.Errorf("%s, step %d (%s) lights %q, want %q", test.lesson, test.step, line.Step(test.step).Label, got, test.want)
		}
	}
}

func TestNothingIsLitWhileTimePasses(t *testing.T) {
	s := played(t, sim.Config{Engine: "workqueue"}, "Add a; run until t=3s; Add a")
	line := s.Branch().Line
	ask := Asked{Source: core.Read(), View: "workqueue"}
	before, during, after := line.Code(1, ask), line.Code(2, ask), line.Code(3, ask)
	if during.Count != 0 || during.Func != before.Func {
		t.Errorf("while time passes %d lines are lit in %v, want 0 in %s", during.Count, during.Func, before.Func.Name)
	}
	if len(during.Marks) != 1 || during.Marks[0].Step != 1 {
		t.Errorf("while time passes the margin says %+v, want that a ended there in step 1", during.Marks)
	}
	if got := strings.TrimSpace(after.Func.Lines[after.Line]); got != "return q.merged(at, before)" {
		t.Errorf("Add of a dirty key lights %q, want the line that returns early", got)
	}
}

// An anchor that no event reaches would never be seen: each way an op can end, played.
func TestEachEndHasItsLine(t *testing.T) {
	tests := []struct {
		script string
		cfg    sim.Config
		holds  []string
		want   string
	}{
		{script: "Add a", want: "q.push(at)"},
		{script: "Add a; Add a", want: "return q.merged(at, before)"},
		{script: "Add a; W1 Get; Add a", want: "return q.owed(at, before)"},
		{script: "Add a; W1 Get; Add a; Add a", want: "return q.merged(at, before)"},
		{script: "Add a; W1 Get; W1 Done a", want: "q.drop(at, before)"},
		{script: "Add a; W1 Get; Add a; W1 Done a", want: "q.push(at)"},
		{script: "W1 Get", want: "return zero, GotNothing"},
		{script: "Add a; W1 Get", want: "k := q.take(at)"},
		{script: "W1 Done a", want: "q.unknown(trace.QueueDone, k)"},
		{script: "Add a; W1 Done a", want: "q.emit(trace.QueueStray, at, before)"},
		{script: "ShutDown", want: "q.shut, q.drain = true, drain"},
		{script: "ShutDown; Add a", want: "q.unknown(trace.QueueDropped, k)"},
		{script: "ShutDown; AddAfter a 5s", want: "return PlacedDropped"},
		{script: "AddAfter a 5s", want: "d.heap.push(heapEntry{due, d.seq, at})"},
		{script: "AddAfter a 5s; AddAfter a 9s", want: "return PlacedIgnored"},
		{script: "AddRateLimited a", want: "d := min(l.max, doubled(l.base, n-1))"},
		{script: "AddRateLimited a", cfg: sim.Config{QPS: 10, Burst: 100}, holds: []string{"max"}, want: "d = max(d, one.When(now, k))"},
		{script: "AddRateLimited a; Forget a", want: "c.keys.remove(at)"},
		{script: "Forget a", want: "c.Emit(trace.LimitForget, c.name(k))"},
		{script: "Forget a", cfg: sim.Config{QPS: 10, Burst: 100}, holds: []string{"max"}, want: "one.Forget(k)"},
	}
	src := core.Read()
	for _, test := range tests {
		test.cfg.Engine = "workqueue"
		line := played(t, test.cfg, test.script).Branch().Line
		c := line.Code(line.Last(), Asked{Source: src, View: "workqueue", Holds: test.holds})
		if got := strings.TrimSpace(c.Func.Lines[c.Line]); got != test.want || c.Count != 1 {
			t.Errorf("%s lights %d lines from %q of %s, want %q", test.script, c.Count, got, c.Func.Name, test.want)
		}
	}
}
