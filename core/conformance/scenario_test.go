package conformance

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/core/versions/oracle"
	"github.com/informerscope/informerscope/scenarios"
)

// Every lesson runs on our machines and on client-go, which core/versions drives over an oracle in this
// process. Where the world of the lesson is at rest, client-go is at rest too, and every expectation that
// client-go can answer is compared with what client-go says. Queue lessons drive a rate limiting queue,
// informer lessons a SharedIndexInformer on each engine; what stands in the FIFO is compared on client-go's
// FIFOs themselves, at every step, since an informer does not stand still.

var lessonsUpdate = flag.Bool("lessons.update", false, "write scenarios/verified.txt, the proof that the lessons hold on client-go")

// ofClientGo are the lessons that client-go can be asked about.
func ofClientGo() (lessons []*scenarios.Lesson, runs int) {
	for _, l := range scenarios.List() {
		if l = l.On(sim.ClientGoQueue); l.Unverified == "" && l.Queue() == sim.ClientGoQueue {
			lessons = append(lessons, l)
			runs += len(l.Engines)
		}
	}
	return lessons, runs
}

func TestEveryLessonHoldsOnClientGo(t *testing.T) {
	var proof []string
	lessons, runs := ofClientGo()
	for _, l := range lessons {
		for _, engine := range l.Engines {
			t.Run(l.ID+"/"+engine, func(t *testing.T) {
				seen := verify(t, t.Errorf, l, engine)
				if len(seen) == 0 || engine == "workqueue" && seen["metrics"] == 0 {
					t.Errorf("%s on %s: hardly anything could be compared with client-go: %s", l.ID, engine, seen)
				}
				proof = append(proof, l.ProofLine(engine, seen.Compared()))
				t.Logf("%s %s on %s, compared with client-go: %s", l.Number, l.ID, engine, seen)
			})
		}
	}
	versions.Prove(t.Errorf, "../../scenarios/verified.txt", proof, runs, *lessonsUpdate && !t.Failed())
}

// verify runs a lesson on ours and on client-go and says what differs.
func verify(t *testing.T, say versions.Complain, l *scenarios.Lesson, engine string) versions.Seen {
	t.Helper()
	run, steps, err := versions.Play(l, engine)
	if err != nil {
		t.Fatal(err)
	}
	return compare(t, say, run, steps)
}

// compare says where client-go does something else than what ours has played.
func compare(t *testing.T, say versions.Complain, run *scenarios.Run, steps []versions.Rested) versions.Seen {
	t.Helper()
	o := versions.Connect(versions.Newest(), sim.ClientGoQueue, func(in io.Reader, out io.Writer) { oracle.Serve(t, in, out) })
	defer o.Close()
	seen := versions.Seen{}
	if err := o.Compare(say, run, steps, seen); err != nil {
		t.Fatal(err)
	}
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
		{"gone-relist", "classic", "within 0.8s..1.6s", "within 1h..2h", "client-go: its LIST came after"},
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

// The histories, the FIFO's contents and the metrics are compared with what ours did, not with the text:
// here ours is told to have done something else.
func TestAWrongWorldFailsOnClientGo(t *testing.T) {
	for id, c := range map[string]struct {
		engine string
		wrong  func(steps []versions.Rested)
		want   []string
	}{
		"first-light": {"atomic", func(steps []versions.Rested) {
			steps[5].Calls = map[string][]string{"h1": {"OnUpdate(p1@5 p1@12)"}}
			steps[2].API = []string{"WATCH(9)"}
			steps[2].Views["F"] = "[]"
		}, []string{"ours      [OnUpdate(p1@5 p1@12)]", "ours      [LIST(0)->10 WATCH(9)]", "client-go [ReplacedAll(10 p1@5 p2@7)]"}},
		"three-adds-one-job": {"workqueue", func(steps []versions.Rested) {
			last := steps[len(steps)-1].Views
			last["metrics"] = strings.Replace(last["metrics"], " longest:", " longest:1", 1)
		}, []string{"metrics:\n\tours {depth:0 adds:2 retries:0 unfinished:1s longest:11s latency"}},
	} {
		run, steps, err := versions.Play(scenarios.Find(id), c.engine)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		c.wrong(steps)
		compare(t, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }, run, steps)
		for _, want := range c.want {
			if !strings.Contains(strings.Join(said, "\n"), want) {
				t.Errorf("%s: the comparison said %q, want %q in it", id, said, want)
			}
		}
	}
}
