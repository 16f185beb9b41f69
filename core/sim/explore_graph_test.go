package sim

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// explored are scripts of all kinds, small enough to be explored for some thousand steps.
var explored = []struct {
	name, script string
	cfg          Config
}{
	{"two workers", "worker W1 = get, ok; worker W2 = get, ok; auto on; Add a; Add a; Add b; Add a", Config{Workers: []string{"W1", "W2"}}},
	{"retries and waits", "auto on; worker W1 = get, fail; worker W2 = get, sleep 10ms, ok; Add a; AddAfter b 5ms; AddAfter a 5ms; Add c", Config{Workers: []string{"W1", "W2"}, Max: 20 * time.Millisecond}},
	{"chance", "auto on; set failure 0.5; set duration 5ms; Add a; Add b", Config{Workers: []string{"W1", "W2"}, QPS: 10, Burst: 1}},
	{"shut down", "W1 Get; W2 Get; Add a; Add b; W1 Done; AddAfter a 1s; ShutDownWithDrain; W2 Done", Config{Workers: []string{"W1", "W2"}}},
	{"panics", "W1 Get; Add a; Add b; W1 panic caught; Add c; Add a; restart; Add b; Add a; W1 Get", Config{}},
	{"an informer", "create p1 n1; start; update p1 n2; delete p1", Config{Engine: "atomic", Cluster: true, Workers: []string{}, Handlers: []string{"h1"}, Indexes: []string{"n=.spec.nodeName"}}},
	{"a controller", "start; create p1 n1; worker W1 = get, read, ok; auto on; Add p1; update p1 n2; delete p1", Config{Engine: "atomic", Start: "stream", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1=enqueue"}}},
	{"classic", "create p1 n1; create p2; start; delete p1; error(410) x1; close; update p2 n3", Config{Engine: "classic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1", "h2=1s"}}},
	{"ordered, pages and resync", "start; create p1; +5s add-handler h2=observe; resync; create p2; delete p2", Config{Engine: "ordered", Cluster: true, Workers: []string{}, Pages: 1, Resync: 30 * time.Second, Handlers: []string{"h1"}}},
	{"priorities", "worker W1 = get, fail; worker W2 = get, ok; auto on; Add a; Add b prio=5; Add a prio=7; AddAfter c 5ms prio=-3; Add c", Config{Queue: "priority", Workers: []string{"W1", "W2"}, Max: 20 * time.Millisecond}},
	{"partition", "create p1; start; partition; update p1 n1; heal; bookmark; update p1 n2", Config{Engine: "atomic", Cluster: true, Workers: []string{}, Handlers: []string{"h1=2s"}}},
	{"late handlers", "create p1; start; add-handler h2=observe; remove-handler h1; create p2; stop", Config{Engine: "atomic", Cluster: true, Workers: []string{}, Handlers: []string{"h1"}, Transform: "drop=.spec.nodeName"}},
}

// graph explores a script from its beginning.
func graph(t *testing.T, cfg Config, script string, b Bounds, apart bool) *Exploration {
	t.Helper()
	lines, err := ParseInline(script)
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewExploration(cfg, nil, lines, b)
	if err != nil {
		t.Fatal(err)
	}
	x.apart = apart
	for x.Go(100) {
	}
	return x
}

// An order that was found is taken along as text, in a link or a file: each of its commands is read as it is
// printed, also one whose key is that of its worker, whichever he holds in that order.
func TestWhatIsDoneInAnOrderIsReadAsItIsPrinted(t *testing.T) {
	own := "W1 Get; Add a; Add b; W1 AddAfter a 1s; W1 AddRateLimited a; W1 Add a; W1 Forget a; W1 Done a; W1 Get; W1 AddAfter b 0s; W1 Done"
	all := append(slices.Clone(explored), explored[0], explored[0])
	all[len(all)-2].name, all[len(all)-2].script = "own key", own
	all[len(all)-1].name, all[len(all)-1].script, all[len(all)-1].cfg = "own key, priorities", "Add a prio=3; W1 Get; W1 AddAfter a 1s prio=-100; W1 Done; Add b; W1 Get; W1 fail", Config{Queue: "priority", Workers: []string{"W1"}}
	for _, e := range all {
		for _, s := range graph(t, e.cfg, e.script, Bounds{States: 150}, false).steps {
			for _, c := range s.Do {
				got, err := ParseCommand(c.String())
				if c.Times == 1 { // said or not
					c.Times = got.Times
				}
				if err != nil || !reflect.DeepEqual(got, c) {
					t.Fatalf("%s: %q is read as %+v, %v; want %+v", e.name, c.String(), got, err, c)
				}
			}
		}
	}
}

// Two ways to a state are two worlds: whatever is done to the one may be done to the other, and has the
// same outcome. This is what allows to draw them as one.
func TestEqualStatesGoOnAlike(t *testing.T) {
	for _, e := range explored {
		t.Run(e.name, func(t *testing.T) {
			x := graph(t, e.cfg, e.script, Bounds{States: 150}, false)
			again := 0
			for at, s := range x.states {
				for _, via := range s.in {
					if via == s.Via {
						continue
					}
					again++
					steps := func() []string { return x.after(t, append(x.Way(x.steps[via].From), via), s.given) }
					if got, want := steps(), x.after(t, x.Way(at), s.given); !slices.Equal(got, want) {
						t.Fatalf("state %d, after\n\t%v\n\tgoes on with %v,\nafter\n\t%v\n\twith %v", at,
							x.Commands(x.Way(at)), want, x.Commands(append(x.Way(x.steps[via].From), via)), got)
					}
				}
			}
			t.Logf("%d states, %d of them seen again", len(x.states), again)
			if again < 10 {
				t.Errorf("only %d states were reached in two ways", again)
			}
		})
	}
}

// after lists what can be done after a way, and what the world is like after each.
func (x *Exploration) after(t *testing.T, way, given []int) (all []string) {
	stand := func() *World {
		w, err := x.begin()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Commands(way)[len(x.freed):] {
			_ = w.Do(c)
		}
		return w
	}
	for _, c := range x.choices(stand(), given) {
		w, text := stand(), fmt.Sprint(c.name, c.do)
		for _, cmd := range c.do {
			text += fmt.Sprint(w.Do(cmd))
		}
		all = append(all, text+strings.Join(w.picture(w.now), "; ")+fmt.Sprintf("%x", fingerprintOf(w, nil)))
	}
	return all
}

// What is not played, because two steps do not touch each other, is as if it had been.
func TestStepsApartGiveTheSameGraph(t *testing.T) {
	for _, e := range explored {
		t.Run(e.name, func(t *testing.T) {
			x, all := graph(t, e.cfg, e.script, Bounds{States: 400}, true), graph(t, e.cfg, e.script, Bounds{States: 400}, false)
			t.Logf("%d states, %d steps, whole %v: %d steps played, and %d of them where none is left out", len(x.states), len(x.steps), x.Whole(), x.played, all.played)
			for i, s := range x.steps[:min(len(x.steps), len(all.steps))] {
				if a := all.steps[i]; s.From != a.From || s.To != a.To || s.Name != a.Name {
					t.Fatalf("step %d is %s from %d to %d, and %s from %d to %d when all are played, after\n%v", i, s.Name, s.From, s.To, a.Name, a.From, a.To, x.Commands(x.Way(s.From)))
				}
			}
			if len(x.states) != len(all.states) || len(x.steps) != len(all.steps) {
				t.Errorf("%d states and %d steps, want %d and %d", len(x.states), len(x.steps), len(all.states), len(all.steps))
			}
		})
	}
}

// The marks that a script's graph has, each with a shortest way to it.
func TestWhatGoesWrongIsMarkedWithAShortestWayThere(t *testing.T) {
	pods := Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1=enqueue"}}
	for _, c := range []struct {
		name, script string
		cfg          Config
		want         []string // mark: way
	}{
		{"Done without Get", "Add a; Done a; Add b", Config{},
			[]string{"broken: a key stands in the queue once: Add a, Done a"}},
		{"Done by somebody while a worker is on it", "worker W1 = get, ok; auto on; Add a; Done a", Config{},
			[]string{"broken: a key stands in the queue once: worker W1 = get, ok, auto on, Add a, Done a"}},
		{"nothing", "worker W1 = get, ok; worker W2 = get, ok; auto on; Add a; Add a; Add b", Config{Workers: []string{"W1", "W2"}}, nil},
		{"a worker reads before the list has come", "create p1; worker W1 = get, read, ok; auto on; Add p1; start", pods,
			[]string{"W1 reads p1 as not found, and the API server has it: create p1, worker W1 = get, read, ok, auto on, Add p1, W1 get, W1 read"}},
		{"a wait that ShutDown ends, or does not", "worker W1 = get, ok; auto on; AddAfter a 1s; +5s ShutDown", Config{},
			[]string{"a stays in heap: worker W1 = get, ok, auto on, AddAfter a 1s, ShutDown, W1 get"}},
		{"a command that nobody waits for", "W1 Get; Add a; Add b; W1 Done a; W1 Get; W1 Done b", Config{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := graph(t, c.cfg, c.script, Bounds{}, true)
			if !x.Whole() {
				t.Errorf("not whole after %d states", len(x.states))
			}
			if got := x.wrong(); !slices.Equal(got, c.want) {
				t.Errorf("marked are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
			}
		})
	}
}

// The script's own order is one of those that are found, and who is held at its beginning is let go.
func TestTheScriptsOwnOrderIsOneOfThem(t *testing.T) {
	cfg := Config{Workers: []string{"W1", "W2"}}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"worker W1 = get, ok", "worker W2 = get, ok", "auto on", "hold W2"} {
		c, err := ParseCommand(text)
		if err == nil {
			err = w.Do(c)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	script, err := ParseInline("Add a; W1 step; Add b; Add a; run until idle")
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewExploration(cfg, w.Log(), script, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	for x.Go(100) {
	}
	var own []string
	for _, n := range x.Own() {
		own = append(own, x.steps[n].Name)
	}
	want := "Add a, W1 get, Add b, Add a, W2 get, W1 ok, W2 ok, W1 get, W2 get, W1 ok, W1 get"
	if got := strings.Join(own, ", "); got != want {
		t.Errorf("the script's own order is %s, want %s", got, want)
	}
	if got := x.Commands(nil); len(got) != 1 || got[0].String() != "release W2" {
		t.Errorf("it begins with %v, want release W2", got)
	}
	for n := range x.states {
		again, err := Replay(cfg, w.Log(), -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Commands(x.Way(n)) {
			if err := again.Do(c); err != nil {
				t.Fatalf("state %d: %v", n, err)
			}
		}
		if key := fingerprintOf(again, x.states[n].given); x.known[key] != n {
			t.Fatalf("the commands to state %d lead to state %d", n, x.known[key])
		}
	}
}

// wrong lists every mark with the shortest way there.
func (x *Exploration) wrong() (all []string) {
	for _, f := range x.Faults() {
		var names []string
		for _, s := range f.Way {
			names = append(names, x.steps[s].Name)
		}
		all = append(all, f.Mark.String()+": "+strings.Join(names, ", "))
	}
	return all
}
