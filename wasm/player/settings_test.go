package player

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

func played(t *testing.T, engine, set, commands string) *Playhead {
	t.Helper()
	s, ok := ParseSettings(set)
	if !ok {
		t.Fatalf("settings %q are not readable", set)
	}
	pl, err := newSandbox(engine, s)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := sim.ParseInline(commands)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if _, err := pl.Session.Do(pl.Session.Branch().Last(), l); err != nil {
			t.Fatal(err)
		}
	}
	return pl
}

func TestSettingsMakeTheWorldTheyName(t *testing.T) {
	w := played(t, "ordered", "workers:4,limiter:bucket,index:off", "").Session.Branch().World.Config()
	if w.Engine != "ordered" || len(w.Workers) != 4 || w.Workers[3] != "W4" || w.QPS != 10 || w.Burst != 100 ||
		w.Base != 5*time.Millisecond || w.Max != 1000*time.Second || len(w.Indexes) != 0 {
		t.Errorf("the world is %+v", w)
	}
	w = played(t, "", "", "").Session.Branch().World.Config()
	if w.Engine != "atomic" || len(w.Workers) != 2 || w.QPS != 0 || !slices.Equal(w.Indexes, []string{"byNode=.spec.nodeName"}) {
		t.Errorf("the default world is %+v", w)
	}
	// The limiter is the one that waits: the first failure of the slow one takes 1 s.
	pl := played(t, "", "limiter:slow", "AddRateLimited a")
	if at := pl.Session.Branch().World; at.Config().Base != time.Second {
		t.Errorf("the slow limiter begins with %v", at.Config().Base)
	}
	if next, ok := pl.Session.Branch().World.Next(); !ok || next != int64(time.Second) {
		t.Errorf("the slow limiter's first retry is due at %v, %v; want 1s", time.Duration(next), ok)
	}
}

func TestReplayPassesOverWhatMakesNoSense(t *testing.T) {
	old := played(t, "", "workers:3", "Add a; Add b; W3 Get; +2s W1 Get; W3 Done a; create p1 n1; step; step").Session.Branch()
	pl := played(t, "classic", "workers:1", "")
	passed := replay(pl.Session, old.Commands(0, old.Last()))
	if len(passed) != 2 || passed[0] != "W3 Get" || passed[1] != "W3 Done a" {
		t.Errorf("passed over %q, want the two calls of W3", passed)
	}
	b := pl.Session.Branch()
	if got := inline(b.Commands(0, b.Last())); got != "Add a; Add b; +2s W1 Get; create p1 n1; step; step" {
		t.Errorf("the replay is %q", got)
	}
	if b.World.Now() != int64(2*time.Second) || b.World.Cluster() == nil {
		t.Errorf("the replay ends at %v", time.Duration(b.World.Now()))
	}
	// With the same settings nothing is lost, and the events are the same.
	again := played(t, "", "workers:3", "")
	if passed := replay(again.Session, old.Commands(0, old.Last())); passed != nil {
		t.Errorf("the same world passed over %q", passed)
	}
	if got, want := again.Session.Branch().World.Recorder().Len(), old.World.Recorder().Len(); got != want {
		t.Errorf("the same world made %d events, was %d", got, want)
	}
}

func TestKnobsAreCommandsThatWorkersFollow(t *testing.T) {
	pl := played(t, "", "", "auto on; set duration 3s; set failure 1; Add a; run t=2s")
	b := pl.Session.Branch()
	if k := knobsOf(b.World.Log()); k != (Knobs{Auto: true, Takes: 3 * time.Second, Fails: 1}) {
		t.Errorf("knobs %+v", k)
	}
	if line := b.Line.Head().Line("q", "p"); !strings.Contains(line, "a:W") {
		t.Errorf("after 2s of a pass of 3s: %s, want a held", line)
	}
	if _, err := pl.Session.Do(b.Last(), sim.Line{Command: sim.Command{Verb: "run", Text: "t=3s"}}); err != nil {
		t.Fatal(err)
	}
	if line := pl.Session.Branch().Line.Head().Line("p", "heap"); !strings.Contains(line, "p={}") || !strings.Contains(line, "a") {
		t.Errorf("after the pass failed: %s, want a to wait for its retry", line)
	}
	for range 4 { // both runs, Add, the rate
		if _, err := pl.Session.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if k := knobsOf(pl.Session.Branch().World.Log()); k.Fails != 0 || !k.Auto {
		t.Errorf("after undo of the rate: %+v", k)
	}
}

// The knobs that are shown are those of the step that is shown, of the future that is shown.
func TestKnobsAreThoseOfTheStep(t *testing.T) {
	p := opened("#p=play&z=auto+on;+set+duration+3s;+set+failure+0.5;+auto+off&if=1:set+failure+1")
	for _, c := range []struct {
		future, step int
		want         Knobs
	}{
		{0, 0, Knobs{Takes: time.Second}},
		{0, 1, Knobs{Auto: true, Takes: time.Second}},
		{0, 2, Knobs{Auto: true, Takes: 3 * time.Second}},
		{0, 3, Knobs{Auto: true, Takes: 3 * time.Second, Fails: 0.5}},
		{0, 4, Knobs{Takes: 3 * time.Second, Fails: 0.5}},
		{1, 1, Knobs{Auto: true, Takes: time.Second}},
		{1, 2, Knobs{Auto: true, Takes: time.Second, Fails: 1}},
	} {
		p.Update(noon, Branch{c.future})
		p.Update(noon, Seek{c.step})
		if got := p.Knobs(); got != c.want {
			t.Errorf("future %d, step %d: knobs %+v, want %+v", c.future, c.step, got, c.want)
		}
	}
}

func TestASavedSessionHasItsSettings(t *testing.T) {
	pl := played(t, "ordered", "workers:3,limiter:bucket,index:off", "auto on; set failure 0.25; Add a")
	text, err := scenarios.Save("my-session", "Mine", pl.Session.Branch().World)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"engines: ordered\n", "workers: W1 W2 W3\n", "limiter: base=5ms max=16m40s qps=10 burst=100\n", "set failure 0.25\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the scenario lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "indexes:") {
		t.Errorf("the scenario has an index:\n%s", text)
	}
	l, err := scenarios.Parse("my-session.iq", text)
	if err != nil {
		t.Fatal(err)
	}
	if bad := l.Check(); bad != nil {
		t.Errorf("the scenario does not hold: %q", bad)
	}
}
