package sim

import (
	"strings"
	"testing"
	"time"
)

// What a worker's panic does to the program, the key and the worker depends on who catches it and
// on how Done is called. Nobody counts a failure, and nobody adds the key again.
func TestAPanicOfAWorkerEndsTheProgramOrLeavesItsKey(t *testing.T) {
	for _, c := range []struct{ commands, want string }{
		{"W1 panic", "q=[]  d={}  p={a:W1}  heap=[]  rq={}  panic=[a]"},
		{"W1 quit", "q=[]  d={}  p={a:W1}  heap=[]  rq={}  panic=[]"},
		{"W1 quit; Done a; Add a; W2 Get", "q=[]  d={}  p={a:W2}  heap=[]  rq={}  panic=[]"},
		{"W1 panic caught", "q=[]  d={}  p={a:W1}  heap=[]  rq={}  panic=[]"},
		{"W1 panic deferred", "q=[]  d={}  p={}  heap=[]  rq={}  panic=[]"},
		{"Add a; W1 panic caught", "q=[]  d={a}  p={a:W1}  heap=[]  rq={}  panic=[]"},
		{"Add a; W1 panic deferred", "q=[a]  d={a}  p={}  heap=[]  rq={}  panic=[]"},
		{"W1 panic caught; Add b; +1s W1 Get", "q=[]  d={}  p={a:W1 b:W1}  heap=[]  rq={}  panic=[]"},
		{"W1 panic caught; Done a; Add a; W2 Get", "q=[]  d={}  p={a:W2}  heap=[]  rq={}  panic=[]"},
		{"AddAfter b 5s; Add c; W1 panic; restart", "q=[]  d={}  p={}  heap=[]  rq={}  panic=[]"},
		{"AddRateLimited b; ShutDown; restart; Add b; +5s W1 Get", "q=[]  d={}  p={b:W1}  heap=[]  rq={}  panic=[]"},
	} {
		w, err := New(Config{Workers: []string{"W1", "W2"}})
		if err != nil {
			t.Fatal(err)
		}
		watch := watchWorld(w)
		watch.s.AddWorker("W1")
		watch.s.AddWorker("W2")
		give(t, w, "Add a; W1 Get; "+c.commands)
		if err := watch.compare(); err != nil {
			t.Errorf("%s: %v", c.commands, err)
		}
		if got := watch.s.Line("q", "d", "p", "heap", "rq", "panic"); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.commands, got, c.want)
		}
		if len(w.Invariants()) > 0 {
			t.Errorf("%s: broken: %v", c.commands, w.Invariants())
		}
	}
}

func give(t *testing.T, w *World, commands string) {
	t.Helper()
	lines, err := ParseInline(commands)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		w.Advance(l.Wait)
		if err := w.Do(l.Command); err != nil {
			t.Fatalf("%s in %q: %v", l, commands, err)
		}
	}
}

// After a panic that was caught the worker is away for a second, and then its script goes on.
func TestAWorkerGoesOnASecondAfterItsPanic(t *testing.T) {
	w, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	give(t, w, "Add a; W1 Get; W1 panic deferred; Add b")
	c, _ := ParseCommand("W1 Get")
	if err := w.Do(c); err == nil || !strings.Contains(err.Error(), "goes on a second after its panic, at 1s: let time pass first, as in +1s") {
		t.Errorf("Get at once = %v, want that a second passes first", err)
	}
	give(t, w, "auto on")
	if w.Advance(999 * time.Millisecond); w.q.len() != 1 {
		t.Error("W1 took b within the second")
	}
	if w.Advance(time.Millisecond); w.q.len() != 0 {
		t.Error("W1 has not taken b after a second")
	}
}

// A program that starts anew knows nothing, hears all from the API server, and may ask for its list
// in another way. What it does is in the log, as all commands are.
func TestARestartedProgramBeginsWithAList(t *testing.T) {
	for _, engine := range Engines() {
		cfg := Config{Engine: engine, Cluster: true, Handlers: []string{"h1"}, Transform: "keep", Indexes: []string{"byNode=.spec.nodeName"}}
		w, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		watch := watchWorld(w)
		watch.s.AddWorker("W1")
		see := func(commands, want string) {
			t.Helper()
			give(t, w, commands)
			if err := watch.compare(); err != nil {
				t.Errorf("%s, %s: %v", engine, commands, err)
			}
			if got := watch.s.Line("q", "p", "S", "I", "rv", "synced", "wire", "panic"); got != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", engine, commands, got, want)
			}
		}
		see("create p1 n1; create p2 n2; create p3 n1; latency 1s; start; run until synced; run until idle", "q=[p1 p2 p3]  p={}  S={p1@2 p2@3 p3@4}  I={n1:[p1 p3] n2:[p2]}  rv=4  synced=true  wire={most:3 requests:2}  panic=[]")
		see("W1 Get; W1 panic", "q=[p2 p3]  p={p1:W1}  S={p1@2 p2@3 p3@4}  I={n1:[p1 p3] n2:[p2]}  rv=4  synced=true  wire={most:3 requests:2}  panic=[p1]")
		see("restart pages=2", "q=[]  p={}  S={}  I={}  rv=  synced=false  wire={most:0 requests:0}  panic=[]")
		see("start; run until synced; run until idle", "q=[p1 p2 p3]  p={}  S={p1@2 p2@3 p3@4}  I={n1:[p1 p3] n2:[p2]}  rv=4  synced=true  wire={most:2 requests:3}  panic=[]")
		see("restart start=stream; start; run until synced; run until idle", "q=[p1 p2 p3]  p={}  S={p1@2 p2@3 p3@4}  I={n1:[p1 p3] n2:[p2]}  rv=4  synced=true  wire={most:1 requests:1}  panic=[]")
		again, err := Replay(w.Config(), w.Log(), -1)
		if err != nil {
			t.Fatal(err)
		}
		if again.rec.Len() != w.rec.Len() || strings.Join(again.picture(0), "\n") != strings.Join(w.picture(0), "\n") {
			t.Errorf("%s: the log leads elsewhere: %d events, not %d", engine, again.rec.Len(), w.rec.Len())
		}
	}
	for _, bad := range []string{"restart now", "restart start=watch", "restart pages=-1", "W1 panic loudly", "panic"} {
		if c, err := ParseCommand(bad); err == nil {
			w, _ := New(Config{})
			if err := w.Do(c); err == nil {
				t.Errorf("%q was carried out", bad)
			}
		}
	}
}

// The store that is left when an index function fails is as client-go's: what came before is
// written, the object itself stored, and of a list all of it.
func TestAFailingIndexFunctionLeavesTheObjectInTheStore(t *testing.T) {
	for _, c := range []struct{ commands, store, index string }{
		{"create p1 n1; start; run until idle; create p2; run until idle", "S={p1@2 p2@3}", "I={n1:[p1]}"},
		{"create p1 n1; start; run until idle; hold controller; update p1 n2; create p2; create p3 n1; run until idle; release controller; run until idle", "", ""},
		{"create p1 n1; create p2; create p3 n1; start; run until idle", "", ""},
	} {
		for _, engine := range Engines() {
			w, err := New(Config{Engine: engine, Workers: []string{}, Cluster: true, Indexes: []string{"byNode=.spec.nodeName!"}})
			if err != nil {
				t.Fatal(err)
			}
			watch := watchWorld(w)
			give(t, w, c.commands)
			if err := watch.compare(); err != nil {
				t.Errorf("%s, %s: %v", engine, c.commands, err)
			}
			if watch.s.Crash == "" || !strings.Contains(watch.s.View("S", 0, 0), "p2@") || strings.Contains(watch.s.View("I", 0, 0), "p2") {
				t.Errorf("%s, %s: %s, want p2 stored, in no index, and a panic", engine, c.commands, watch.s.Line("S", "I", "panic"))
			}
			if c.store != "" && watch.s.Line("S", "I") != c.store+"  "+c.index {
				t.Errorf("%s, %s: %s, want %s  %s", engine, c.commands, watch.s.Line("S", "I"), c.store, c.index)
			}
		}
	}
}
