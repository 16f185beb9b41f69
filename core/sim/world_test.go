package sim

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

func mustWorld(t *testing.T, cfg Config) *World {
	t.Helper()
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// play gives lines of the text form, each as ParseLine reads it.
func play(t *testing.T, w *World, lines ...string) {
	t.Helper()
	for _, text := range lines {
		l, err := ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		w.Advance(l.Wait)
		if err := w.Do(l.Command); err != nil {
			t.Fatal(err)
		}
	}
}

func fold(w *World) *state.State {
	s := state.New(w.Recorder())
	for _, e := range w.Recorder().Since(1) {
		s.Apply(e)
	}
	return s
}

func TestSameSeedAndCommandsGiveTheSameEvents(t *testing.T) {
	for _, cfg := range worlds() {
		for seed := range uint64(4) {
			cfg.Seed, cfg.Shuffle = seed, seed%2 == 1
			w := mustWorld(t, cfg)
			r := machine.Rand(seed)
			if err := walk(w, &r, 300, func() error { return nil }); err != nil {
				t.Fatal(err)
			}
			again, err := Replay(cfg, w.Log(), -1)
			if err != nil {
				t.Fatalf("%s seed %d: %v", cfg.Engine, seed, err)
			}
			if a, b := w.Recorder().WriteText(), again.Recorder().WriteText(); a != b {
				t.Errorf("%s %s seed %d: the replay of %d commands differs", cfg.Engine, cfg.Start, seed, len(w.Log()))
			}
			half, err := Replay(cfg, w.Log(), len(w.Log())/2)
			if err != nil || !strings.HasPrefix(w.Recorder().WriteText(), half.Recorder().WriteText()) {
				t.Errorf("%s %s seed %d: half a replay is not the beginning: %v", cfg.Engine, cfg.Start, seed, err)
			}
		}
	}
}

func TestOtherSeedsShuffleTheSchedule(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(8) {
		w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Seed: seed, Shuffle: true, Workers: []string{"W1"},
			Handlers: []string{"h1", "h2", "h3"}})
		play(t, w, "create p1", "start", "run idle")
		seen[w.Recorder().WriteText()] = true
	}
	if len(seen) < 4 {
		t.Errorf("8 seeds gave %d schedules", len(seen))
	}
}

func TestARefusedCommandSaysWhyAndChangesNothing(t *testing.T) {
	queue := Config{Workers: []string{"W1"}}
	full := Config{Engine: "classic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}
	live := Config{Engine: "atomic", Workers: []string{"W1"}}
	for _, c := range []struct {
		cfg     Config
		command Command
		want    string
	}{
		{queue, Command{Verb: "Gett", Actor: "W1"}, `sim: unknown verb "Gett" (did you mean "Get"?)`},
		{queue, Command{Verb: "Get", Actor: "W9"}, `sim: W9 Get: "W9" is not a worker: want W1`},
		{queue, Command{Verb: "Done", Actor: "W1"}, `sim: W1 Done: W1 holds no key: want one, as in Done a`},
		{queue, Command{Verb: "ok", Actor: "W1"}, `sim: W1 ok: W1 holds no key: want W1 Get before it`},
		{queue, Command{Verb: "Add", Key: "a", Times: 1e6}, `sim: Add a x1000000: x1000000: want 1 to 10000 times`},
		{queue, Command{Verb: "create", Name: "p1"}, `sim: create p1: the engine workqueue has no API server: want ` + either(Engines())},
		{queue, Command{Verb: "start"}, `sim: start: the engine workqueue has no informer: want ` + either(Engines())},
		{queue, Command{Verb: "set", Text: "workers", Value: 1e9}, `sim: set workers 1e+09: want 0 to 100 workers`},
		{queue, Command{Verb: "set", Text: "worker", Value: 1}, `sim: set worker 1: unknown knob "worker" (did you mean "workers"?)`},
		{queue, Command{Verb: "worker", Actor: "W1", Text: "get, red"}, `sim: script "get, red": unknown word "red" (did you mean "read"?)`},
		{queue, Command{Verb: "hold", Text: "50%d"}, `sim: hold 50%d: there is no such actor: want delay or W1`},
		{queue, Command{Verb: "fire", Actor: "delay"}, `sim: delay fire: delay has nothing to do now: what gives it work comes first`},
		{queue, Command{Verb: "run", Text: "list"}, `sim: run until list: the engine workqueue has no informer: want idle or t=10s`},
		{queue, Command{Verb: "run", Text: "watch"}, `sim: run until watch: the engine workqueue has no informer: want idle or t=10s`},
		{queue, Command{Verb: "run", Text: "synced"}, `sim: run until synced: the engine workqueue has no informer: want idle or t=10s`},
		{queue, Command{Verb: "run", Text: "call"}, `sim: run until call: the engine workqueue has no informer: want idle or t=10s`},
		{full, Command{Verb: "update", Name: "p9"}, `sim: update p9: p9 does not exist at the API server: create it first`},
		{full, Command{Verb: "create", Name: "p1", RV: "1"}, `sim: create p1@1: rv 1 is not ahead of the server's 1: want a greater one, or none`},
		{full, Command{Verb: "pop", Actor: "controller"}, `sim: controller pop: controller has nothing to do now: what gives it work comes first`},
		{full, Command{Verb: "add-handler", Text: "h1"}, `sim: handler "h1": the name is taken: want another`},
		{full, Command{Verb: "resync"}, `sim: resync: the informer does not run: start it first`},
		{queue, Command{Verb: "Get"}, `sim: Get: want a worker before it: W1`},
		{Config{Workers: []string{}}, Command{Verb: "Get", Actor: "W1"}, `sim: W1 Get: there are no workers: want a header line workers: W1, or set workers 1 first`},
		{queue, Command{Verb: "hold", Text: "delai"}, `sim: hold delai: there is no such actor (did you mean "delay"?)`},
		{queue, Command{Verb: "run", Text: "foo"}, `sim: run until "foo": want idle, call, list, watch, synced or t=10s`},
		{full, Command{Verb: "create", Name: "p1", RV: "x"}, `sim: create p1@x: "x" is not a resourceVersion: want a number`},
		{full, Command{Verb: "bookmark", RV: "x"}, `sim: bookmark x: "x" is not a resourceVersion: want a number, as in bookmark 12`},
		{full, Command{Verb: "list"}, `sim: list: want an actor before it: reflector: take the answer of the LIST`},
		{full, Command{Verb: "step", Actor: "nobody"}, `sim: nobody step: there is no actor "nobody": want delay, reflector, resync, controller, h1 or W1`},
		{full, Command{Verb: "remove-handler", Text: "h2"}, `sim: remove-handler h2: there is no such handler: want h1`},
		{live, Command{Verb: "create", Name: "p1"}, `sim: create p1: the API server is outside and is only read`},
	} {
		w := mustWorld(t, c.cfg)
		before, commands := w.Recorder().Len(), len(w.Log())
		err := w.Do(c.command)
		if err == nil || err.Error() != c.want {
			t.Errorf("Do(%+v) = %v, want %s", c.command, err, c.want)
		}
		if w.Recorder().Len() != before || len(w.Log()) != commands {
			t.Errorf("Do(%+v) was refused, yet something changed", c.command)
		}
	}
}

func TestAStoppedInformerIsNotStartedAgain(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true})
	play(t, w, "start", "run until idle", "stop")
	const want = "sim: start: the informer has been stopped, and client-go runs it no second time: restart the program"
	if err := w.Do(Command{Verb: "start"}); err == nil || err.Error() != want {
		t.Errorf("start after stop: %v, want %s", err, want)
	}
	play(t, w, "restart", "start")
}

func TestAnswersThatNobodyAskedForAreRefused(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		in   machine.In[object]
		want string
	}{
		{Config{}, machine.In[object]{Kind: machine.ListAnswered}, `sim: an answer to list: the engine workqueue has no informer: want ` + either(Engines())},
		{Config{Engine: "atomic", Cluster: true}, machine.In[object]{Kind: machine.ListAnswered}, `sim: an answer to list: this world asks nobody outside`},
		{Config{Engine: "atomic"}, machine.In[object]{Kind: machine.Start}, `sim: an answer of kind 1: want ListAnswered, WatchOpened, WatchEvent or WatchClosed`},
	} {
		w := mustWorld(t, c.cfg)
		if err := w.Answer(c.in); err == nil || err.Error() != c.want || len(w.Log()) != 0 {
			t.Errorf("Answer(%+v) = %v, want %s", c.in, err, c.want)
		}
	}
}

// An answer waits until the reflector takes it: it is no step of its own, and a log that has
// it leads to the same events.
func TestAnAnswerIsNoStepAndIsReplayed(t *testing.T) {
	cfg := Config{Engine: "atomic", Handlers: []string{"h1"}}
	w := mustWorld(t, cfg)
	play(t, w, "start")
	before := w.Recorder().Len()
	p1 := &cluster.Object{Name: "p1", RV: "5", Node: "n1"}
	if err := w.Answer(machine.In[object]{Kind: machine.ListAnswered, Gen: w.Effects()[0].Gen, RV: "7", List: []object{p1}}); err != nil {
		t.Fatal(err)
	}
	if got := w.Recorder().Len(); got != before {
		t.Errorf("the answer made %d events, want none", got-before)
	}
	play(t, w, "run idle", "W1 Get", "W1 mutate p1 n9")
	again, err := Replay(cfg, w.Log(), -1)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := errors.Join(w.Recorder().WriteJSON(&a), again.Recorder().WriteJSON(&b)); err != nil || a.String() != b.String() {
		t.Errorf("replayed:\n%s\nwant\n%s, %v", &b, &a, err)
	}
}

// Lesson S04 of the course: five changes, three passes, and which version each one saw.
func TestAWorkerThatTakesThreeSecondsSeesTheNewestVersionOnly(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}})
	play(t, w, "worker W1 = get, read, sleep 3s, ok", "auto on", "create p1@5", "start", "run idle",
		"update p1@11", "run idle", "+1s update p1@12", "+100ms update p1@13", "run idle", "run t=3500ms", "delete p1@14", "run t=20s")
	var reads []string
	for _, e := range w.Recorder().Since(1) {
		if e.Op == trace.WorkerRead {
			reads = append(reads, fmt.Sprintf("%v@%d", time.Duration(e.At), e.A))
		}
	}
	if got, want := strings.Join(reads, " "), "0s@5 3s@13 6s@0"; got != want {
		t.Errorf("reads = %s, want %s", got, want)
	}
	if got := fold(w).Line("q", "d", "p", "S"); got != "q=[]  d={}  p={}  S={}" {
		t.Errorf("at the end %s", got)
	}
}

func TestALockedFIFOParksTheReflector(t *testing.T) {
	for engine, parked := range map[string]bool{"classic": true, "ordered": true, "batched": true, "atomic": false} {
		w := mustWorld(t, Config{Engine: engine, Cluster: true, Workers: []string{}, Handlers: []string{"h1"}})
		play(t, w, "start", "run idle", "create p1", "reflector read", "create p2", "controller pop")
		_, can := w.StepActor("reflector")
		if can == parked {
			t.Errorf("%s: while a batch is processed the reflector can act: %v", engine, can)
		}
		play(t, w, "run idle")
		if got := fold(w).View("S", 0, 0); got != "{p1@2 p2@3}" {
			t.Errorf("%s: S=%s after all", engine, got)
		}
	}
}

func TestABlockedGetIsServedByTheNextAdd(t *testing.T) {
	w := mustWorld(t, Config{Workers: []string{"W1", "W2"}})
	play(t, w, "W1 Get")
	if w.Result() != "blocked" {
		t.Errorf("Get on an empty queue = %q, want blocked", w.Result())
	}
	play(t, w, "Add a", "run idle")
	if got := fold(w).Line("q", "p"); got != "q=[]  p={a:W1}" {
		t.Errorf("after Add %s, want a in the hands of W1", got)
	}
	play(t, w, "ShutDown", "W2 Get")
	if w.Result() != "shutdown" {
		t.Errorf("Get after ShutDown = %q, want shutdown", w.Result())
	}
}

func TestABrokenPromiseIsAnEvent(t *testing.T) {
	w := mustWorld(t, Config{Workers: []string{"W1", "W2"}})
	play(t, w, "Add a", "Done a", "W1 Get", "W2 Get")
	want := []string{string(trace.QueuedOnce), string(trace.QueueIsFree), string(trace.OneWorker)}
	for _, sentence := range want {
		if !slices.Contains(w.Invariants(), sentence) {
			t.Errorf("after a stray Done Invariants() = %q, want %q among them", w.Invariants(), sentence)
		}
	}
	if len(fold(w).Broken) != len(w.Invariants()) {
		t.Errorf("%d Broken events, %d broken promises", len(fold(w).Broken), len(w.Invariants()))
	}
}

func TestAutoWorkersWithFailuresWorkTheQueueOff(t *testing.T) {
	w := mustWorld(t, Config{Workers: []string{"W1"}, Seed: 7})
	play(t, w, "set workers 3", "set failure 0.5", "set duration 100ms", "auto on")
	for i := range 20 {
		play(t, w, fmt.Sprintf("Add k%d", i))
	}
	play(t, w, "run t=1m")
	s := fold(w)
	if got := s.Line("q", "d", "p", "heap", "rq"); got != "q=[]  d={}  p={}  heap=[]  rq={}" {
		t.Errorf("after a minute %s", got)
	}
	passes, failed := 0, 0
	for _, e := range w.Recorder().Since(1) {
		if e.Op == trace.WorkerEnd {
			if passes++; w.Recorder().Text(e.Val) == "failed" {
				failed++
			}
		}
	}
	if len(s.Workers) != 3 || failed < 5 || passes != 20+failed {
		t.Errorf("%d workers, %d passes, %d failed; want 3 workers and 20 passes more than failures", len(s.Workers), passes, failed)
	}
	play(t, w, "set workers 1", "Add x", "Add y", "+50ms run idle")
	if got := fold(w).Line("q", "p"); got != "q=[y]  p={x:W1}" {
		t.Errorf("with one worker left %s", got)
	}
}

// idleSteps are the steps of actors in which nothing happened: a reader who goes back would
// stand where nothing is.
func idleSteps(w *World) (idle []string) {
	var open trace.Event
	for _, e := range append(w.Recorder().Since(1), trace.Event{Op: trace.Step}) {
		if e.Op == trace.Step && open.Op == trace.Step && open.Actor != 0 {
			idle = append(idle, w.Recorder().Text(open.Val))
		}
		open = e
	}
	return idle
}

// outside answers the effects of a live world from a cluster, as wasm/feed does from HTTP.
type outside struct {
	c     *cluster.Cluster
	watch cluster.Watch
	gen   uint32
	open  bool
}

func (o *outside) answer(w *World) error {
	for _, e := range w.Effects() {
		in := machine.In[object]{Gen: e.Gen}
		switch e.Kind {
		case "list":
			list, rv, f := o.c.List(resource, e.RV)
			in.Kind, in.RV, in.Fault = machine.ListAnswered, rv, machine.Fault(f)
			for _, x := range list {
				in.List = append(in.List, x.Clone())
			}
		case "watch":
			watch, f := o.c.Open(resource, e.RV, e.Initial)
			o.watch, o.gen, o.open = watch, e.Gen, f.OK()
			in.Kind, in.Fault = machine.WatchOpened, machine.Fault(f)
		case "cancel":
			o.open = o.open && o.gen != e.Gen
			continue
		}
		if err := w.Answer(in); err != nil {
			return err
		}
	}
	for o.open {
		ev, st := o.c.Next(&o.watch)
		if st == cluster.Nothing {
			break
		}
		in := machine.In[object]{Kind: machine.WatchClosed, Gen: o.gen}
		if st == cluster.Got {
			in = machine.In[object]{Kind: machine.WatchEvent, Gen: o.gen, Type: int64(ev.Type), RV: ev.RV, End: ev.End, Fault: machine.Fault(ev.Fault)}
			if ev.Obj != nil {
				in.Obj = ev.Obj.Clone()
			}
		} else {
			o.open = false
		}
		if err := w.Answer(in); err != nil {
			return err
		}
	}
	return nil
}

func TestALiveWorldDoesWhatOneWithAClusterDoes(t *testing.T) {
	for _, start := range []string{"list", "stream"} {
		for _, engine := range Engines() {
			cfg := Config{Engine: engine, Start: start, Workers: []string{"W1"}, Handlers: []string{"h1"}, Seed: 3}
			live := mustWorld(t, cfg)
			cfg.Cluster = true
			inside := mustWorld(t, cfg)
			out := &outside{c: cluster.New(trace.Tap{}, 0)}
			both := func(lines ...string) {
				t.Helper()
				play(t, inside, lines...)
				for _, text := range lines {
					if text == "start" {
						play(t, live, text)
						continue
					}
					l, err := ParseLine(text)
					if err != nil {
						t.Fatal(err)
					}
					out.c.SetTime(live.Now())
					if err := Serve(out.c, l.Command, out.open); err != nil {
						t.Fatal(err)
					}
				}
				// Answers come between the steps of the actors, until nobody wants any.
				for range 100 {
					if err := errors.Join(out.answer(live), live.Run("idle")); err != nil {
						t.Fatal(err)
					}
				}
				play(t, inside, "run idle")
			}
			both("create p1 n1", "create p2 n2", "start")
			both("update p1 n2", "delete p2")
			both("error(410)")
			for range 3 {
				both("create p" + fmt.Sprint(inside.Now()/1e9+10))
				inside.Advance(2 * time.Second)
				for live.Now() < inside.Now() {
					ns, ok := live.Next()
					if !ok || ns > inside.Now() {
						ns = inside.Now()
					}
					live.AdvanceTo(max(ns, live.Now()+1))
					if err := out.answer(live); err != nil {
						t.Fatal(err)
					}
				}
			}
			both("close")
			both("update p1 n3")
			views := []string{"q", "d", "S", "rv", "synced", "calls", "api"}
			if idle := idleSteps(live); len(idle) > 0 {
				t.Errorf("%s, %s, live: nothing happened in the steps %q", engine, start, idle)
			}
			if a, b := fold(inside).Line(views...), fold(live).Line(views...); a != b {
				t.Errorf("%s, %s:\n\tinside %s\n\tlive   %s", engine, start, a, b)
			}
		}
	}
}

// A handler that is removed while its call runs hears nothing more, but the call returns, and
// no promise is broken by that.
func TestRemovedHandlerFinishesItsCall(t *testing.T) {
	w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Handlers: []string{"h1=3s"}})
	play(t, w, "create p1", "create p2", "start", "run idle")
	before := fold(w).Listeners[0]
	if !before.Busy || len(before.Pending) == 0 {
		t.Fatalf("the handler is not at work, with more to come: %+v", before)
	}
	play(t, w, "remove-handler h1")
	w.Advance(time.Minute)
	after := fold(w).Listeners[0]
	if after.Busy || !after.Gone || after.Handled != before.Handled+1 || len(after.Pending) != 0 {
		t.Errorf("after: %+v, want one call more, at rest and gone", after)
	}
	for _, e := range w.Recorder().Since(1) {
		if e.Op == trace.Broken {
			t.Errorf("broken: %s", w.Recorder().Text(e.Val))
		}
	}
}

// A worker who is given another script begins with it at once, wherever he was in the one before:
// asleep, too.
func TestANewScriptBeginsAtOnce(t *testing.T) {
	w := mustWorld(t, Config{Workers: []string{"W1"}})
	play(t, w, "worker W1 = get, sleep 10s, ok", "auto on", "Add a", "W1 step")
	if next, ok := w.Next(); !ok || next != int64(10*time.Second) {
		t.Fatalf("W1 sleeps until %v, %v; want 10s", time.Duration(next), ok)
	}
	play(t, w, "+1s worker W1 = get, sleep 2s, fail")
	if next, ok := w.Next(); !ok || next != int64(3*time.Second) {
		t.Errorf("with another script W1 sleeps until %v, %v; want 3s: 2s from now", time.Duration(next), ok)
	}
	play(t, w, "run t=3s")
	if line := fold(w).Line("p", "heap"); !strings.Contains(line, "p={}") || !strings.Contains(line, "a") {
		t.Errorf("after 3s: %s, want the pass to have failed", line)
	}
}

// Who acts on no key by name acts on the one that he has.
func TestAWorkersCallWithoutAKeyIsAboutHisOwn(t *testing.T) {
	for _, verb := range []string{"Forget", "Add", "AddAfter", "AddRateLimited", "Done"} {
		made := func(key string) string {
			w := mustWorld(t, Config{Workers: []string{"W1"}})
			play(t, w, "AddRateLimited b", "AddRateLimited a", "AddRateLimited a", "run t=20ms", "W1 Get", "W1 Done", "W1 Get")
			last := w.Recorder().Len()
			command := Command{Verb: verb, Actor: "W1", Key: key}
			if verb == "AddAfter" {
				command.After = time.Second
			}
			if err := w.Do(command); err != nil {
				t.Fatalf("%s: %v", command, err)
			}
			var text []string
			for _, e := range w.Recorder().Since(uint64(last) + 1) {
				text = append(text, fmt.Sprintf("%v %s %d %d", e.Op, w.Recorder().Text(e.Key), e.A, e.B))
			}
			return strings.Join(text, "\n")
		}
		if own, named := made(""), made("a"); own != named {
			t.Errorf("W1, who has a, %s without a key:\n%s\nwith it:\n%s", verb, own, named)
		}
	}
}

// A 410 has a reason that can be seen: the API server keeps no event up to its version.
func TestA410SaysThatTheHistoryIsGone(t *testing.T) {
	for _, end := range []string{"heal error(410)", "error(410)"} {
		w := mustWorld(t, Config{Engine: "atomic", Cluster: true, Workers: []string{}})
		watch := watchWorld(w)
		give(t, w, "create p1@5; start; run until idle; partition; update p1@60; heal; "+end)
		if err := watch.compare(); err != nil {
			t.Error(err)
		}
		if got := watch.s.Server.Compacted; got != 60 {
			t.Errorf("after %s at rv 60 the history is gone up to %d, want 60", end, got)
		}
	}
}
