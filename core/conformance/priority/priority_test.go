// Package priority holds controller-runtime v0.25.2's priority queue beside ours, core/priorityqueue; and what the
// glossary's "priority-queue" and "priority" say of it beside client-go's queue: a test a sentence, on both of them.
package priority

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type queue = workqueue.TypedRateLimitingInterface[string]

// onBoth runs a script on controller-runtime's queue and on client-go's, and returns what each one said.
func onBoth(t *testing.T, script func(q queue, say func(string))) (theirs, clientGo string) {
	for _, run := range []struct {
		said *string
		make func() queue
	}{
		{&theirs, func() queue { return priorityqueue.New[string]("priority") }},
		{&clientGo, func() queue {
			return workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := run.make()
			var said []string
			script(q, func(s string) { said = append(said, s) })
			q.ShutDown()
			*run.said = strings.Join(said, " ")
		})
	}
	return theirs, clientGo
}

// take is the key that Get hands out by now, or "-" where it would wait.
func take(q queue) string {
	time.Sleep(time.Millisecond)
	if q.Len() == 0 {
		return "-"
	}
	key, down := q.Get()
	if down {
		return "down"
	}
	return key
}

// says fails where the glossary no longer has the sentence that the test is about.
func says(t *testing.T, sentence string) {
	t.Helper()
	text, err := os.ReadFile("../../../scenarios/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), strings.TrimSuffix(sentence, ".")) {
		t.Errorf("scenarios/glossary.md does not say %q", sentence)
	}
}

func want(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

func TestAnAddFetchesAKeyThatWaits(t *testing.T) {
	says(t, "An Add ends a key's wait: one pass where client-go makes two.")
	theirs, clientGo := onBoth(t, func(q queue, say func(string)) {
		q.AddAfter("a", time.Minute)
		q.Add("a")
		for range 2 {
			key := take(q)
			say(key)
			q.Done(key)
			time.Sleep(2 * time.Minute)
		}
	})
	want(t, theirs, "a -")
	want(t, clientGo, "a a")
}

func TestAKeyUnderWorkStandsInTheLineAndIsPassedOver(t *testing.T) {
	says(t, "A key added while a worker is on it keeps its place, and is passed over until Done.")
	theirs, clientGo := onBoth(t, func(q queue, say func(string)) {
		q.Add("a")
		say(take(q))
		q.Add("a")
		q.Add("b")
		time.Sleep(time.Millisecond)
		say([]string{"0", "1", "2"}[q.Len()])
		say(take(q)) // not a, though it came first
		q.Add("c")
		q.Done("a")
		say(take(q))
		say(take(q))
		for _, key := range []string{"a", "b", "c"} {
			q.Done(key)
		}
	})
	want(t, theirs, "a 2 b a c")   // it keeps its place
	want(t, clientGo, "a 1 b c a") // it goes to the back at Done
}

func TestHigherPrioritiesGoFirst(t *testing.T) {
	says(t, "the higher goes first: ")
	synctest.Test(t, func(t *testing.T) {
		q := priorityqueue.New[string]("priority")
		defer q.ShutDown()
		q.AddWithOpts(priorityqueue.AddOpts{Priority: new(-100)}, "first")
		q.Add("second")
		var got []string
		for range 2 {
			key := take(q)
			got = append(got, key)
			q.Done(key)
		}
		if !slices.Equal(got, []string{"second", "first"}) {
			t.Errorf("taken in the order %v", got)
		}
	})
}

func TestTheFirstListAndResyncsHaveALowPriority(t *testing.T) {
	says(t, "keys of the first list and of resyncs have −100, others 0.")
	pod := func(rv string) client.Object {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "p1", ResourceVersion: rv}}
	}
	for name, c := range map[string]struct {
		handle func(h *handler.EnqueueRequestForObject, q priorityqueue.PriorityQueue[reconcile.Request])
		want   int
	}{
		"of the first list": {func(h *handler.EnqueueRequestForObject, q priorityqueue.PriorityQueue[reconcile.Request]) {
			h.Create(t.Context(), event.CreateEvent{Object: pod("1"), IsInInitialList: true}, q)
		}, -100},
		"created later": {func(h *handler.EnqueueRequestForObject, q priorityqueue.PriorityQueue[reconcile.Request]) {
			h.Create(t.Context(), event.CreateEvent{Object: pod("1")}, q)
		}, 0},
		"of a resync": {func(h *handler.EnqueueRequestForObject, q priorityqueue.PriorityQueue[reconcile.Request]) {
			h.Update(t.Context(), event.UpdateEvent{ObjectOld: pod("1"), ObjectNew: pod("1")}, q)
		}, -100},
		"changed": {func(h *handler.EnqueueRequestForObject, q priorityqueue.PriorityQueue[reconcile.Request]) {
			h.Update(t.Context(), event.UpdateEvent{ObjectOld: pod("1"), ObjectNew: pod("2")}, q)
		}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := priorityqueue.New[reconcile.Request]("priority")
			defer q.ShutDown()
			c.handle(&handler.EnqueueRequestForObject{}, q)
			if _, priority, _ := q.GetWithPriority(); priority != c.want {
				t.Errorf("%s: priority %d, want %d", name, priority, c.want)
			}
		})
	}
}

func TestShutDownLeavesWhatIsReady(t *testing.T) {
	says(t, "After ShutDown no key is handed out; client-go hands out what is ready.")
	synctest.Test(t, func(t *testing.T) {
		q := priorityqueue.New[string]("priority")
		q.Add("a")
		time.Sleep(time.Millisecond)
		q.ShutDown()
		if key, down := q.Get(); !down {
			t.Errorf("controller-runtime's queue hands out %q after ShutDown", key)
		}
		theirs := workqueue.NewTyped[string]()
		theirs.Add("a")
		theirs.ShutDown()
		if key, down := theirs.Get(); down || key != "a" {
			t.Errorf("client-go's queue hands out %q, %v after ShutDown; want a", key, down)
		}
	})
}
