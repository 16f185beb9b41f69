package priority

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/priorityqueue"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Ours is a queue of controller-runtime's without an adapter.
var _ priorityqueue.PriorityQueue[reconcile.Request] = (*ours.Queue[reconcile.Request, priorityqueue.AddOpts])(nil)

type newQueue = func(string, workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request]

// ourQueue is what a program says to have its controller run on ours.
func ourQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return ours.NewFor[priorityqueue.AddOpts](ours.Config[reconcile.Request]{Name: name, RateLimiter: limiter})
}

// reconciled runs a controller of controller-runtime on a queue: its first list of three pods,
// a change of one of them, a resync, a failure, and a pass that asks for another one later.
func reconciled(t *testing.T, name string, queueOf newQueue) (said string) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var passes []string
		start, times := time.Now(), map[string]int{}
		c, err := controller.NewUnmanaged(name, controller.Options{
			NewQueue: queueOf,
			Reconciler: reconcile.Func(func(_ context.Context, r reconcile.Request) (reconcile.Result, error) {
				mu.Lock()
				defer mu.Unlock()
				passes = append(passes, fmt.Sprint(r.Name, "@", time.Since(start)))
				times[r.Name]++
				time.Sleep(time.Second)
				switch {
				case r.Name == "fails" && times[r.Name] < 4:
					return reconcile.Result{}, errors.New("not yet")
				case r.Name == "again" && times[r.Name] < 3:
					return reconcile.Result{RequeueAfter: 10 * time.Second}, nil
				}
				return reconcile.Result{}, nil
			}),
		})
		if err != nil {
			t.Fatal(err)
		}
		pod := func(name, rv string) *corev1.Pod {
			return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: rv}}
		}
		h := &handler.EnqueueRequestForObject{}
		err = c.Watch(source.Func(func(ctx context.Context, q workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
			for _, name := range []string{"listed", "fails", "again"} {
				h.Create(ctx, event.CreateEvent{Object: pod(name, "1"), IsInInitialList: true}, q)
			}
			h.Create(ctx, event.CreateEvent{Object: pod("new", "2")}, q)
			h.Update(ctx, event.UpdateEvent{ObjectOld: pod("again", "1"), ObjectNew: pod("again", "3")}, q)
			h.Update(ctx, event.UpdateEvent{ObjectOld: pod("synced", "1"), ObjectNew: pod("synced", "1")}, q)
			go func() {
				time.Sleep(12500 * time.Millisecond)
				h.Update(ctx, event.UpdateEvent{ObjectOld: pod("again", "3"), ObjectNew: pod("again", "4")}, q)
				h.Create(ctx, event.CreateEvent{Object: pod("late", "5")}, q)
			}()
			return nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := run(ctx, c.Start)
		time.Sleep(time.Minute)
		stop()
		if err := <-done; err != nil {
			t.Errorf("the controller ended with %v", err)
		}
		said = strings.Join(passes, " ")
	})
	return said
}

func run(ctx context.Context, start func(context.Context) error) chan error {
	done := make(chan error, 1)
	go func() { done <- start(ctx) }()
	return done
}

// A controller of controller-runtime reconciles on our queue what it does on its own, in the same
// order and at the same times.
func TestAControllerRunsOnOurQueue(t *testing.T) {
	theirs, on := reconciled(t, "theirs", nil), reconciled(t, "ours", ourQueue)
	if theirs != on {
		t.Errorf("on its own queue\n%s\non ours\n%s", theirs, on)
	}
	for _, first := range []string{"new@", "again@"} { // what is new goes before the first list
		if strings.Index(on, first) > strings.Index(on, "listed@") {
			t.Errorf("%s does not go before the first list: %s", first, on)
		}
	}
	if n := strings.Count(on, "fails@"); n != 4 {
		t.Errorf("%d passes of what fails three times, want 4: %s", n, on)
	}
}
