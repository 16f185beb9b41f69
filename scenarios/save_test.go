package scenarios

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/core/state"
)

func TestASavedSessionIsALessonThatHolds(t *testing.T) {
	for _, c := range []struct {
		cfg    sim.Config
		script string
		says   string
	}{
		{sim.Config{Workers: []string{"W1"}}, "Add a; W1 Get; Add a x3; +2s W1 Done a; AddRateLimited b; +1s Forget b",
			"+2s W1 Done a\n----\nq=[a]  d={a}  p={}\n"},
		{sim.Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}, Indexes: []string{"byNode=.spec.nodeName"}, Seed: 4},
			"create p1 n1; start; run idle; worker W1 = get, read, sleep 1s, ok|fail; set failure 0.5; auto on; update p1 n2; +5s error(410); run list; run idle",
			"run idle\n----\nq=[p1]  d={p1}  p={}  S={p1@2}  I={n1:[p1]}  rv=2  calls=[OnAdd(p1@2 initial)]\n"},
	} {
		w := simtest.Play(t, c.cfg, c.script)
		text, err := Save("saved", "A session", w)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Parse("saved.iq", text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if bad := l.Check(); bad != nil {
			t.Errorf("the saved lesson does not hold: %s\n%s", strings.Join(bad, "\n"), text)
		}
		if !strings.Contains(text, c.says) {
			t.Errorf("saved\n%s\nwant %q in it", text, c.says)
		}
		r, err := l.Run(l.Engines[0])
		if err != nil {
			t.Fatal(err)
		}
		if a, b := w.Recorder().WriteText(), r.Recorder.WriteText(); !strings.HasPrefix(b, a) {
			t.Errorf("the lesson's trace\n%sdoes not begin with the session's\n%s", b, a)
		}
	}
}

func TestALiveSessionCannotBeSaved(t *testing.T) {
	w := simtest.Play(t, sim.Config{Engine: "atomic", Workers: []string{}}, "start")
	if _, err := Save("live", "Live", w); err == nil || !strings.Contains(err.Error(), "a live session has no script") {
		t.Errorf("Save = %v", err)
	}
}

// Whatever a lesson does can be saved: what is read back holds, and ends in the same state.
func TestEveryLessonSavedEndsInTheSameState(t *testing.T) {
	for _, l := range List() {
		for _, engine := range l.Engines {
			r, err := l.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			text, err := Save("saved", "What if in "+l.Number, r.World)
			if err != nil {
				t.Errorf("%s on %s: %v", l.ID, engine, err)
				continue
			}
			saved, err := Parse("saved.iq", text)
			if err != nil {
				t.Errorf("%s on %s: %v in\n%s", l.ID, engine, err, text)
				continue
			}
			if bad := saved.Check(); bad != nil {
				t.Errorf("%s on %s: what was saved does not hold: %s\n%s", l.ID, engine, strings.Join(bad, "\n"), text)
				continue
			}
			again, err := saved.Run(engine)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := folded(again).Line(state.Views...), folded(r).Line(state.Views...); got != want {
				t.Errorf("%s on %s ends in\n%s\nthe lesson ended in\n%s", l.ID, engine, got, want)
			}
		}
	}
}

func folded(r *Run) *state.State {
	s := state.New(r.Recorder)
	for _, e := range r.Recorder.Since(1) {
		s.Apply(e)
	}
	return s
}

// A session on the queue with priorities is saved with its queue and its priorities.
func TestASavedSessionKeepsItsQueue(t *testing.T) {
	l, err := Parse("x.iq", "id: x\nengines: workqueue\nqueue: priority\nworkers: W1\n\nAdd a prio=-100\n\nAddAfter b 5s prio=7\n\nAdd c\n\nW1 GetWithPriority\n\nW1 fail\n")
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Run("workqueue")
	if err != nil {
		t.Fatal(err)
	}
	text, err := Save("y", "Y", r.World)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"queue: priority\n", "Add a prio=-100\n", "AddAfter b 5s prio=7\n", "q=[c a:-100]", "W1 GetWithPriority\n", "b:7@5s"} {
		if !strings.Contains(text, want) {
			t.Errorf("the saved session lacks %q:\n%s", want, text)
		}
	}
}
