package controller

import (
	"context"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// What lessons run instead of the controller's own: a slip that they are about, or what they show
// in its place. Each stands in the place of the function by whose name its name begins.

// work makes passes as long as the queue hands out keys, and
// does not ask whether ctx has ended.
func (c *Controller) workGoesOn(ctx context.Context) {
	for c.next(ctx) {
	}
}

// next is one pass. Done is its last line: a panic before it
// leaves the key in processing.
func (c *Controller) nextDoneLast(ctx context.Context) bool {
	// trace: queue.get, queue.blocked, queue.over, queue.blocked since
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	after, err := c.sync(ctx, key)
	if err != nil {
		klog.ErrorS(err, "again later", "key", key)
		// trace: limiter.token, limiter.when, heap.add limited, heap.earlier limited, heap.ignored limited, queue.dropped heap limited
		c.queue.AddRateLimited(key)
	} else {
		// trace: limiter.forget
		c.queue.Forget(key)
	}
	if after > 0 {
		// trace: heap.add, heap.earlier, heap.ignored, heap.now, queue.add now, queue.dropped heap
		c.queue.AddAfter(key, after)
	}
	// trace: queue.done, queue.stray, queue.get since
	c.queue.Done(key)
	// trace: worker.end
	return true
}

// next is one pass. An error ends the worker, and skips
// Done: the key stays in processing.
func (c *Controller) nextDoneSkipped(ctx context.Context) bool {
	// trace: queue.get, queue.blocked, queue.over, queue.blocked since
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	after, err := c.sync(ctx, key)
	if err != nil {
		klog.ErrorS(err, "this one will not do", "key", key)
		// trace: worker.end quit
		return false
	}
	// trace: limiter.forget
	c.queue.Forget(key)
	if after > 0 {
		// trace: heap.add, heap.earlier, heap.ignored, heap.now, queue.add now, queue.dropped heap
		c.queue.AddAfter(key, after)
	}
	// trace: queue.done, queue.stray, queue.get since
	c.queue.Done(key)
	// trace: worker.end
	return true
}

// next is one pass. One that works says nothing to the
// limiter: what failed before stays counted.
func (c *Controller) nextNeverForgets(ctx context.Context) bool {
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
	if after > 0 {
		// trace: heap.add, heap.earlier, heap.ignored, heap.now, queue.add now, queue.dropped heap
		c.queue.AddAfter(key, after)
	}
	// trace: worker.end
	return true
}

// Run works until ctx ends and the last pass is over. Its
// workers start at once, whatever the cache has.
func (c *Controller) RunTooEarly(ctx context.Context, workers int) {
	var running sync.WaitGroup
	// trace: step start
	running.Go(func() { c.informer.RunWithContext(ctx) })
	for range workers {
		running.Go(func() { wait.UntilWithContext(ctx, c.work, time.Second) })
	}
	// trace: step stop
	<-ctx.Done()
	// trace: queue.shut
	c.queue.ShutDown()
	running.Wait()
}

// trace: handler.begin delete, handler.end delete, handler.begin delete since
func (c *Controller) OnDeleteAsserts(obj any) {
	// trace: crash
	pod := obj.(*v1.Pod)
	c.enqueue(pod)
}

// trace: handler.begin delete, handler.end delete, handler.begin delete since
func (c *Controller) OnDeleteUnwraps(obj any) {
	pod, ok := obj.(*v1.Pod)
	if !ok {
		t, is := obj.(cache.DeletedFinalStateUnknown)
		if !is {
			return
		}
		pod, ok = t.Obj.(*v1.Pod)
	}
	if ok {
		c.enqueue(pod)
	}
}
