package controller

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	source "k8s.io/client-go/tools/cache/testing"
)

// A pass that ends before its Done leaves the key in processing: Get never gives it again. With Done
// deferred it does.
func TestASlipLeavesItsKeyInProcessing(t *testing.T) {
	failed := errors.New("no")
	for name, c := range map[string]struct {
		next  func(*Controller, context.Context) bool
		by    Reconcile
		stuck bool
	}{
		"deferred, panic": {(*Controller).next, func(context.Context, *corev1.Pod) (time.Duration, error) { panic(failed) }, false},
		"last, panic":     {(*Controller).nextDoneLast, func(context.Context, *corev1.Pod) (time.Duration, error) { panic(failed) }, true},
		"last, ok":        {(*Controller).nextDoneLast, func(context.Context, *corev1.Pod) (time.Duration, error) { return 0, nil }, false},
		"last, error":     {(*Controller).nextDoneLast, func(context.Context, *corev1.Pod) (time.Duration, error) { return 0, failed }, false},
		"skipped, ok":     {(*Controller).nextDoneSkipped, func(context.Context, *corev1.Pod) (time.Duration, error) { return 0, nil }, false},
		"skipped, error":  {(*Controller).nextDoneSkipped, func(context.Context, *corev1.Pod) (time.Duration, error) { return 0, failed }, true},
	} {
		factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
		pods := factory.Core().V1().Pods()
		one, err := New(pods, c.by)
		if err != nil {
			t.Fatal(err)
		}
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}
		if err := pods.Informer().GetStore().Add(pod); err != nil {
			t.Fatal(err)
		}
		one.OnAdd(pod, false)
		func() {
			defer func() { _ = recover() }()
			c.next(one, t.Context())
		}()
		one.OnAdd(pod, false)
		if stuck := one.queue.Len() == 0; stuck != c.stuck {
			t.Errorf("%s: the key can be taken again: %v, want %v", name, !stuck, !c.stuck)
		}
		one.queue.ShutDown()
	}
}

// A pass that works without Forget leaves the failures counted: the next one waits longer.
func TestWithoutForgetAFailureStaysCounted(t *testing.T) {
	failed := errors.New("no")
	for name, c := range map[string]struct {
		next    func(*Controller, context.Context) bool
		counted int
	}{"forgets": {(*Controller).next, 0}, "never forgets": {(*Controller).nextNeverForgets, 1}} {
		factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
		pods := factory.Core().V1().Pods()
		var outcome error
		one, err := New(pods, func(context.Context, *corev1.Pod) (time.Duration, error) { return time.Hour, outcome })
		if err != nil {
			t.Fatal(err)
		}
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}
		if err := pods.Informer().GetStore().Add(pod); err != nil {
			t.Fatal(err)
		}
		for _, outcome = range []error{failed, nil} {
			one.OnAdd(pod, false)
			c.next(one, t.Context())
		}
		if got := one.queue.NumRequeues("default/a"); got != c.counted {
			t.Errorf("%s: after a failure and a success %d failures are counted, want %d", name, got, c.counted)
		}
		one.queue.ShutDown()
	}
}

// Workers that start too early take a key before the cache has anything: the lister says that there is no
// such pod.
func TestWorkersThatStartTooEarlyFindNothing(t *testing.T) {
	for name, c := range map[string]struct {
		run   func(*Controller, context.Context, int)
		finds bool
	}{"waits": {(*Controller).Run, true}, "too early": {(*Controller).RunTooEarly, false}} {
		synctest.Test(t, func(t *testing.T) {
			from := source.NewFakeControllerSource()
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}
			from.Add(pod)
			slow := &cache.ListWatch{
				ListWithContextFunc: func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
					time.Sleep(2 * time.Second)
					return from.List(o)
				},
				WatchFuncWithContext: func(_ context.Context, o metav1.ListOptions) (watch.Interface, error) { return from.Watch(o) },
			}
			informer := cache.NewSharedIndexInformer(slow, &corev1.Pod{}, 0, cache.Indexers{})
			found := time.Duration(-1)
			begin := time.Now()
			one, err := New(early{informer}, func(context.Context, *corev1.Pod) (time.Duration, error) { found = time.Since(begin); return 0, nil })
			if err != nil {
				t.Fatal(err)
			}
			one.enqueue(pod) // by another informer's handler
			ctx, cancel := context.WithCancel(t.Context())
			go c.run(one, ctx, 1)
			time.Sleep(time.Second)
			if taken := one.queue.Len() == 0; taken == c.finds {
				t.Errorf("%s: before the list has come the key is taken: %v", name, taken)
			}
			time.Sleep(9 * time.Second)
			if found < 2*time.Second {
				t.Errorf("%s: the pod is found after %v, want it after the list", name, found)
			}
			cancel()
			synctest.Wait()
			from.Shutdown()
		})
	}
}

// early is an informer of pods over a source in memory.
type early struct{ cache.SharedIndexInformer }

func (e early) Informer() cache.SharedIndexInformer { return e.SharedIndexInformer }
func (e early) Lister() listers.PodLister           { return listers.NewPodLister(e.GetIndexer()) }

// When ctx ends, the pass under way is the last one: what waits is left. A worker that does not ask goes on.
func TestAWorkerThatDoesNotAskGoesOnAfterItsContextHasEnded(t *testing.T) {
	for name, c := range map[string]struct {
		work   func(*Controller, context.Context)
		passes int
	}{"asks": {(*Controller).work, 1}, "goes on": {(*Controller).workGoesOn, 2}} {
		synctest.Test(t, func(t *testing.T) {
			from := source.NewFakeControllerSource()
			informer := cache.NewSharedIndexInformer(from, &corev1.Pod{}, 0, cache.Indexers{})
			passes := 0
			one, err := New(early{informer}, func(context.Context, *corev1.Pod) (time.Duration, error) {
				passes++
				time.Sleep(time.Second)
				return 0, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"a", "b"} {
				pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
				if err := informer.GetStore().Add(pod); err != nil {
					t.Fatal(err)
				}
				one.enqueue(pod)
			}
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				time.Sleep(500 * time.Millisecond) // the lease is lost in the middle of a pass
				cancel()
				one.queue.ShutDown()
			}()
			c.work(one, ctx)
			if passes != c.passes || one.queue.Len() != 2-c.passes {
				t.Errorf("%s: %d passes, %d keys left, want %d, %d", name, passes, one.queue.Len(), c.passes, 2-c.passes)
			}
			from.Shutdown()
		})
	}
}

// A handler that is sure of a pod panics where a deletion was missed.
func TestAHandlerThatAssertsPanicsOverATombstone(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a tombstone passes for a pod")
		}
	}()
	(&Controller{}).OnDeleteAsserts(cache.DeletedFinalStateUnknown{Key: "default/a"})
}

// One that unwraps takes the key of both.
func TestAHandlerThatUnwrapsTakesBoth(t *testing.T) {
	pods := informers.NewSharedInformerFactory(fake.NewClientset(), 0).Core().V1().Pods()
	c, err := New(pods, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.queue.ShutDown()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}
	for i, obj := range []any{"no pod", pod, cache.DeletedFinalStateUnknown{Key: "default/a", Obj: pod}} {
		if c.OnDeleteUnwraps(obj); c.queue.Len() != i {
			t.Errorf("%T: %d keys are queued, want %d", obj, c.queue.Len(), i)
		}
		pod.Name += "b"
	}
}
