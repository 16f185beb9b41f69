package controller

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"
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
