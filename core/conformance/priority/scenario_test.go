package priority

//lint:file-ignore SA1019 the oracle speaks of what every client-go has

import (
	"context"
	"flag"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/core/versions/oracle"
	"github.com/informerscope/informerscope/scenarios"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Lessons on the queue with priorities are driven as those of client-go: by core/versions, over an oracle whose
// informers are client-go's, and whose queue and handlers are here controller-runtime's.

var lessonsUpdate = flag.Bool("lessons.update", false, "write scenarios/verified.priority.txt, the proof that the lessons hold on controller-runtime")

// theirs is controller-runtime's queue as an oracle drives it.
type theirs struct {
	workqueue.TypedRateLimitingInterface[any]
	queue  priorityqueue.PriorityQueue[reconcile.Request]
	inside reflect.Value // of it
	start  time.Time
}

// lessonQueue is the name under which it has its metrics.
const lessonQueue = "lesson"

func newTheirs(limiter workqueue.RateLimiter) *theirs {
	forgetTheirs(lessonQueue)
	q := priorityqueue.New(lessonQueue, func(o *priorityqueue.Opts[reconcile.Request]) { o.RateLimiter = limiterOf{limiter} })
	return &theirs{queue: q, inside: reflect.ValueOf(q).Elem(), start: time.Now()}
}

// limiterOf is a limiter of names as one of requests.
type limiterOf struct{ workqueue.RateLimiter }

func (l limiterOf) When(r reconcile.Request) time.Duration {
	return l.RateLimiter.When(nameOf(r))
}
func (l limiterOf) Forget(r reconcile.Request)          { l.RateLimiter.Forget(nameOf(r)) }
func (l limiterOf) NumRequeues(r reconcile.Request) int { return l.RateLimiter.NumRequeues(nameOf(r)) }

func requestOf(key any) reconcile.Request {
	if key == nil { // a worker that has none
		return reconcile.Request{}
	}
	namespace, name, err := toolscache.SplitMetaNamespaceKey(key.(string))
	if err != nil {
		panic(err)
	}
	return reconcile.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: name}}
}

func nameOf(r reconcile.Request) string { return strings.TrimPrefix(r.String(), "/") }

func (q *theirs) Add(key any)                           { q.queue.Add(requestOf(key)) }
func (q *theirs) AddAfter(key any, after time.Duration) { q.queue.AddAfter(requestOf(key), after) }
func (q *theirs) AddRateLimited(key any)                { q.queue.AddRateLimited(requestOf(key)) }
func (q *theirs) Forget(key any)                        { q.queue.Forget(requestOf(key)) }
func (q *theirs) NumRequeues(key any) int               { return q.queue.NumRequeues(requestOf(key)) }
func (q *theirs) Done(key any)                          { q.queue.Done(requestOf(key)) }
func (q *theirs) ShutDownWithDrain()                    { q.queue.ShutDownWithDrain() }
func (q *theirs) ShuttingDown() bool                    { return q.queue.ShuttingDown() }
func (q *theirs) Len() int                              { return q.queue.Len() }

// ShutDown may come again at the end of a lesson that shuts down, where controller-runtime's would panic.
func (q *theirs) ShutDown() {
	if !q.queue.ShuttingDown() {
		q.queue.ShutDown()
	}
}

func (q *theirs) Get() (any, bool) {
	r, shut := q.queue.Get()
	return nameOf(r), shut
}

// AddWith, GetWithPriority, Handler, Locked and View implement oracle.Other. Who says nothing of a priority calls
// what has none.
func (q *theirs) AddWith(key any, priority int, after time.Duration, limited bool) {
	switch {
	case priority != 0:
		q.queue.AddWithOpts(priorityqueue.AddOpts{Priority: &priority, After: after, RateLimited: limited}, requestOf(key))
	case limited:
		q.AddRateLimited(key)
	case after != 0:
		q.AddAfter(key, after)
	default:
		q.Add(key)
	}
}

func (q *theirs) GetWithPriority() (any, int, bool) {
	r, priority, shut := q.queue.GetWithPriority()
	return nameOf(r), priority, shut
}

// registrar is an informer of controller-runtime's of which only the handler is wanted that is registered.
type registrar struct {
	cache.Informer
	handler toolscache.ResourceEventHandler
}

func (r *registrar) AddEventHandlerWithOptions(h toolscache.ResourceEventHandler, _ toolscache.HandlerOptions) (toolscache.ResourceEventHandlerRegistration, error) {
	r.handler = h
	return nil, nil
}

func (q *theirs) Handler() toolscache.ResourceEventHandler {
	r := &registrar{}
	if err := (&source.Informer{Informer: r, Handler: &handler.EnqueueRequestForObject{}}).Start(context.Background(), q.queue); err != nil {
		panic(err)
	}
	return r.handler
}

// field returns an unexported field of the queue as if it were exported.
func (q *theirs) field(name string) reflect.Value {
	f := q.inside.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func (q *theirs) Locked() (keys []any) {
	for _, r := range q.field("locked").MapKeys() {
		keys = append(keys, nameOf(r.Interface().(reconcile.Request)))
	}
	return keys
}

// entries are those of one of its trees, in the order of the tree.
func (q *theirs) entries(tree string) (keys []string, ready []time.Time) {
	ascend := reflect.ValueOf(q.field(tree).Interface()).MethodByName("Ascend")
	ascend.Call([]reflect.Value{reflect.MakeFunc(ascend.Type().In(0), func(args []reflect.Value) []reflect.Value {
		e := args[0].Elem()
		key := nameOf(e.FieldByName("Key").Interface().(reconcile.Request))
		keys = append(keys, oracle.Ranked(key, int(e.FieldByName("Priority").Int())))
		at, _ := e.FieldByName("ReadyAt").Interface().(*time.Time)
		if at == nil {
			at = &time.Time{}
		}
		ready = append(ready, *at)
		return []reflect.Value{reflect.ValueOf(true)}
	})})
	return keys, ready
}

func (q *theirs) View(name string) (string, bool) {
	q.Len() // which empties the buffer in front
	switch name {
	case "q":
		keys, _ := q.entries("ready")
		return "[" + strings.Join(keys, " ") + "]", true
	case "heap":
		keys, at := q.entries("waiting")
		for i := range keys {
			keys[i] += "@" + at[i].Sub(q.start).String()
		}
		return "[" + strings.Join(keys, " ") + "]", true
	case "metrics":
		m := &state.Metrics{}
		for kind, v := range theirMetrics() {
			for label, d := range collected(v, lessonQueue) {
				switch kind {
				case "depth":
					m.Depths = append(m.Depths, state.Depth{Priority: strings.TrimSpace(label), N: int64(d.GetGauge().GetValue())})
				case "adds":
					m.Adds = int64(d.GetCounter().GetValue())
				case "retries":
					m.Retries = int64(d.GetCounter().GetValue())
				case "latency":
					m.Latency = theirHistogram(d)
				case "work":
					m.Work = theirHistogram(d)
				}
			}
		}
		return versions.Counted(m), true
	}
	return "", false // it has no set that would be called dirty
}

// verify runs a lesson on ours and on controller-runtime.
func verify(t *testing.T, l *scenarios.Lesson, text string, queue func(limiter workqueue.RateLimiter) oracle.Other) versions.Outcome {
	t.Helper()
	o := versions.Connect(versions.Newest(), sim.PriorityQueue, func(in io.Reader, out io.Writer) { oracle.ServeOther(t, in, out, queue) })
	defer o.Close()
	out, err := versions.Try(o, l, text)
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return out
}

func asTheirs(limiter workqueue.RateLimiter) oracle.Other { return newTheirs(limiter) }

// lessons are those on the queue with priorities.
func lessons() (all []*scenarios.Lesson, runs int) {
	for _, l := range scenarios.List() {
		if l = l.On(sim.PriorityQueue); l.Unverified == "" && l.Queue() == sim.PriorityQueue {
			all = append(all, l)
			runs += len(l.Engines)
		}
	}
	return all, runs
}

func textOf(t *testing.T, l *scenarios.Lesson) string {
	t.Helper()
	text, err := scenarios.Files(l.ID + ".iq")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryLessonHoldsOnControllerRuntime(t *testing.T) {
	var proof []string
	all, runs := lessons()
	if runs == 0 {
		t.Fatal("there is no lesson on the queue with priorities")
	}
	for _, l := range all {
		t.Run(l.ID, func(t *testing.T) {
			out := verify(t, l, textOf(t, l), asTheirs)
			for _, d := range out.All {
				t.Error(d)
			}
			for _, f := range out.Ours {
				t.Error(f)
			}
			if out.Skipped != "" || out.Seen["q"] == 0 || out.Seen["metrics"] == 0 || !slices.Equal(l.Engines, []string{out.Engine}) {
				t.Errorf("%s of %s: left out %q, compared %s on %s", l.ID, l.Engines, out.Skipped, out.Seen, out.Engine)
			}
			proof = append(proof, l.ProofLine(out.Engine, out.Compared()))
			t.Logf("%s %s on %s, compared with controller-runtime: %s", l.Number, l.ID, out.Engine, out.Seen)
		})
	}
	versions.Prove(t.Errorf, "../../../scenarios/verified.priority.txt", proof, runs, *lessonsUpdate && !t.Failed())
}

func TestTheLessonsNameThisControllerRuntime(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "sigs.k8s.io/controller-runtime " + scenarios.ControllerRuntime + "\n"; !strings.Contains(string(mod), want) {
		t.Errorf("go.mod does not ask for %s", strings.TrimSpace(want))
	}
}

// The comparison is worth something only if it can fail: each of these lessons says one thing that
// controller-runtime does not do.
func TestAWrongLessonFailsOnControllerRuntime(t *testing.T) {
	for _, c := range []struct{ id, right, wrong, want string }{
		{"list-waits-its-turn", "q=[p4 p1:-100 p2:-100 p3:-100]", "q=[p1:-100 p2:-100 p3:-100 p4]", "controller-runtime says q=[p4 p1:-100 p2:-100 p3:-100]"},
		{"list-waits-its-turn", "W1 GetWithPriority => p1:-100", "W1 GetWithPriority => p1", "controller-runtime: W1 GetWithPriority => p1:-100"},
		{"raised-and-last", "q=[x:5 a:5 b]", "q=[a:5 x:5 b]", "controller-runtime says q=[x:5 a:5 b]"},
		{"in-line-but-locked", "q=[a b]  p={a:W1}", "q=[b]  p={a:W1}", "controller-runtime says q=[a b]"},
		{"in-line-but-locked", "W2 Get => blocked", "W2 Get => a", "controller-runtime: W2 Get => blocked"},
		{"add-ends-the-wait", "q=[a b]  heap=[]", "q=[b a]  heap=[a@5s]", "controller-runtime says heap=[]"},
	} {
		text := textOf(t, scenarios.Find(c.id))
		if !strings.Contains(text, c.right) {
			t.Errorf("%s does not say %q any more", c.id, c.right)
			continue
		}
		text = strings.Replace(text, c.right, c.wrong, 1)
		l, err := scenarios.Parse("wrong.iq", text)
		if err != nil {
			t.Fatal(err)
		}
		if out := verify(t, l, text, asTheirs); !strings.Contains(strings.Join(out.All, "\n"), c.want) {
			t.Errorf("%s with %q: the comparison said %q, want %q", c.id, c.wrong, out.All, c.want)
		}
	}
}

// forgetful is controller-runtime's queue with a fault: it never hears of a priority.
type forgetful struct{ *theirs }

func (q forgetful) AddWith(key any, _ int, after time.Duration, limited bool) {
	q.theirs.AddWith(key, 0, after, limited)
}

// hasty is one with another: it calls Done as soon as a key is handed out.
type hasty struct{ *theirs }

func (q hasty) Get() (any, bool) {
	key, shut := q.theirs.Get()
	q.Done(key)
	return key, shut
}

func TestAQueueWithAFaultFailsTheLessons(t *testing.T) {
	for id, queue := range map[string]func(*theirs) oracle.Other{
		"raised-and-last":    func(q *theirs) oracle.Other { return forgetful{q} },
		"in-line-but-locked": func(q *theirs) oracle.Other { return hasty{q} },
	} {
		l := scenarios.Find(id)
		out := verify(t, l, textOf(t, l), func(limiter workqueue.RateLimiter) oracle.Other { return queue(newTheirs(limiter)) })
		if out.Differs == "" {
			t.Errorf("%s holds on a queue with a fault: compared %s", id, out.Seen)
		}
	}
}

// client-go's queue is not asked about lessons of the other.
func TestAnOracleOfAnotherLibraryLeavesTheLessonsOut(t *testing.T) {
	all, _ := lessons()
	o := versions.Connect(versions.Newest(), sim.ClientGoQueue, func(in io.Reader, out io.Writer) { oracle.Serve(t, in, out) })
	defer o.Close()
	for _, l := range all {
		if len(l.Queues) > 1 {
			continue
		}
		if out, err := versions.Try(o, l, textOf(t, l)); err != nil || out.Skipped != "its queue is controller-runtime's" || out.Compared() != 0 {
			t.Errorf("%s on client-go: left out %q, compared %s, %v", l.ID, out.Skipped, out.Seen, err)
		}
	}
}

// What the lesson on the metric says of it in words, which no view of a lesson has: ours counts so, and the lesson
// above has compared ours with controller-runtime's registry.
func TestTheDepthsThatALessonTellsOfAreCounted(t *testing.T) {
	_, steps, err := versions.Play(scenarios.Find("depth-by-priority").On(sim.PriorityQueue), "workqueue")
	if err != nil {
		t.Fatal(err)
	}
	for beat, want := range map[string]string{
		"intro":  "{depth -100:2 depth 0:1 adds:3 retries:0}",
		"moved":  "{depth -100:1 depth 0:2 adds:3 retries:0}",
		"get":    "{depth -100:1 depth 0:1 adds:3 retries:0}",
		"locked": "{depth -100:1 depth 0:2 adds:4 retries:0}",
		"lines":  "{depth -100:1 depth 0:2 depth 23:1 adds:5 retries:0}",
		"limit":  "{depth -100:1 depth 0:2 depth exceeded_cardinality_limit:1 adds:5 retries:0}",
		"z":      "{depth -100:1 depth 0:2 adds:5 retries:0}",
		"end":    "{depth -100:1 depth 0:2 depth exceeded_cardinality_limit:-1 adds:5 retries:0}",
	} {
		i := slices.IndexFunc(steps, func(s versions.Rested) bool { return s.Step.Beat == beat })
		if got, _, _ := strings.Cut(steps[i].Views["metrics"], " latency:"); got+"}" != want {
			t.Errorf("at %s: %s, want %s", beat, got, want)
		}
	}
}

// likeAPriority has a key whose name could be read as another one with its priority.
const likeAPriority = `id: like-a-priority
title: Alike
engines: workqueue
queue: priority
workers: W1 W2

Add a prio=5
----
q=[a:5]  d={a}

Add a:5
----
q=[a:5 "a:5"]  d={a "a:5"}

AddAfter b:2 5s prio=-3
----
heap=["b:2":-3@5s]

W1 GetWithPriority => a:5
W2 GetWithPriority => "a:5"
----
q=[]  p={a:W1 "a:5":W2}

W2 fail
----
p={a}  rq={"a:5":1}  heap=["a:5"@5ms "b:2":-3@5s]
`

// A key that is named as another one with its priority would print is quoted, on ours and in what is asked of
// controller-runtime.
func TestAKeyThatIsNamedLikeAPriorityIsToldApart(t *testing.T) {
	l, err := scenarios.Parse("alike.iq", likeAPriority)
	if err != nil {
		t.Fatal(err)
	}
	out := verify(t, l, likeAPriority, asTheirs)
	for _, d := range out.All {
		t.Error(d)
	}
	for _, f := range out.Ours {
		t.Error(f)
	}
	if out.Seen["q"] < 3 || out.Seen["heap"] < 2 || out.Seen["p"] < 2 {
		t.Errorf("compared only %s", out.Seen)
	}
}
