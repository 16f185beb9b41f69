// Package controller is a controller as its author would write it with client-go: small, and
// whole. It is shown beside a lesson, each line lit when it runs, so it is built and run by a
// test. It stands alone: only tests import it.
package controller

import (
	"context"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	informers "k8s.io/client-go/informers/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Reconcile makes the cluster what a pod asks for. A time
// of more than 0 is when to look at the pod again.
type Reconcile func(context.Context, *v1.Pod) (time.Duration, error)

// Controller calls Reconcile for each pod that changed.
type Controller struct {
	informer  cache.SharedIndexInformer
	synced    cache.InformerSynced
	pods      listers.PodLister
	queue     workqueue.TypedRateLimitingInterface[string]
	reconcile Reconcile
}

// New registers a controller with the informer of pods.
func New(pods informers.PodInformer, r Reconcile) (*Controller, error) {
	c := &Controller{informer: pods.Informer(), pods: pods.Lister(), reconcile: r}
	c.queue = workqueue.NewTypedRateLimitingQueue(
		workqueue.DefaultTypedControllerRateLimiter[string]())
	// trace: handler.add, handler.period
	handler, err := c.informer.AddEventHandler(c)
	if err != nil {
		return nil, err
	}
	c.synced = handler.HasSynced
	return c, nil
}

// trace: handler.begin add, handler.end add, handler.begin add since
func (c *Controller) OnAdd(obj any, _ bool) {
	c.enqueue(obj)
}

// trace: handler.begin update, handler.end update, handler.begin update since
func (c *Controller) OnUpdate(_, obj any) {
	c.enqueue(obj)
}

// trace: handler.begin delete, handler.end delete, handler.begin delete since
func (c *Controller) OnDelete(obj any) {
	c.enqueue(obj)
}

// enqueue notes that the pod's key has to be looked at.
func (c *Controller) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "no key", "object", obj)
		return
	}
	// trace: queue.add, queue.fetch, queue.dropped
	c.queue.Add(key)
}

// Run works until ctx ends and the last pass is over.
func (c *Controller) Run(ctx context.Context, workers int) {
	var running sync.WaitGroup
	// trace: step start
	running.Go(func() { c.informer.RunWithContext(ctx) })
	// trace: handler.synced
	if cache.WaitForCacheSync(ctx.Done(), c.synced) {
		for range workers {
			running.Go(func() { wait.UntilWithContext(ctx, c.work, time.Second) })
		}
	}
	// trace: step stop
	<-ctx.Done()
	// trace: queue.shut
	c.queue.ShutDown()
	running.Wait()
}

// work makes passes until ctx or the queue has ended. A key
// that still waits then is left.
func (c *Controller) work(ctx context.Context) {
	for ctx.Err() == nil && c.next(ctx) {
	}
}

// next is one pass: it takes a key and gives it back.
func (c *Controller) next(ctx context.Context) bool {
	// trace: queue.get, queue.blocked, queue.over, queue.blocked since
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	// trace: queue.done, queue.stray, queue.get since
	defer c.queue.Done(key)

	after, err := c.sync(ctx, key)
	if err != nil {
		klog.ErrorS(err, "again later", "key", key)
		// trace: limiter.token, limiter.when, heap.add limited, heap.earlier limited, heap.ignored limited, queue.dropped heap limited
		c.queue.AddRateLimited(key)
		// trace: worker.end failed
		return true
	}
	// trace: limiter.forget
	c.queue.Forget(key)
	if after > 0 {
		// trace: heap.add, heap.earlier, heap.ignored, heap.now, queue.add now, queue.dropped heap
		c.queue.AddAfter(key, after)
	}
	// trace: worker.end
	return true
}

// sync reads what the cache has, and never changes it.
func (c *Controller) sync(ctx context.Context, key string) (time.Duration, error) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return 0, nil // no key of ours: trying again is of no use
	}
	// trace: worker.read
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return 0, nil // it is gone: nothing to do
	}
	if err != nil {
		return 0, err
	}
	// trace: worker.panic
	return c.reconcile(ctx, pod.DeepCopy())
}
