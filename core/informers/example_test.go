package informers_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/informers"
	"github.com/informerscope/informerscope/core/workqueue"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

var podsResource = corev1.SchemeGroupVersion.WithResource("pods")

// controller is the whole of a small controller: an informer says that something has changed,
// a queue remembers which keys, workers look up what is there now and make it so.
type controller struct {
	pods  informers.Lister[*corev1.Pod]
	ready cache.DoneChecker
	queue workqueue.TypedRateLimitingInterface[cache.ObjectName]
	// reconcile makes the world fit for one key. A nil pod is gone. When it fails the key
	// comes again, later each time.
	reconcile func(ctx context.Context, name cache.ObjectName, pod *corev1.Pod) error
}

func newController(factory *informers.SharedInformerFactory, reconcile func(context.Context, cache.ObjectName, *corev1.Pod) error) (*controller, error) {
	pods := informers.For[*corev1.Pod](factory, podsResource)
	c := &controller{
		pods:      pods.Lister(),
		queue:     workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()),
		reconcile: reconcile,
	}
	// A handler only notes the key: it must return at once.
	handler, err := pods.Informer().AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		AddFunc:    func(pod *corev1.Pod) { c.queue.Add(cache.MetaObjectToName(pod)) },
		UpdateFunc: func(_, pod *corev1.Pod) { c.queue.Add(cache.MetaObjectToName(pod)) },
		DeleteFunc: func(pod cache.DeletedObject[*corev1.Pod]) { c.queue.Add(pod.GetObjectName()) },
	})
	if err != nil {
		return nil, err
	}
	c.ready = handler.HasSyncedChecker()
	return c, nil
}

// run works with so many workers until ctx is cancelled.
func (c *controller) run(ctx context.Context, workers int) {
	// Before the first list is complete an object that is not there may just not be there yet.
	if !cache.WaitFor(ctx, "", c.ready) {
		return
	}
	defer context.AfterFunc(ctx, c.queue.ShutDown)()
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for c.next(ctx) {
			}
		})
	}
	running.Wait()
}

// next works on one key; false when the queue is shut down.
func (c *controller) next(ctx context.Context) bool {
	name, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(name)
	pod, err := c.pods.Namespace(name.Namespace).Get(name.Name)
	if apierrors.IsNotFound(err) {
		pod, err = nil, nil
	}
	if err == nil {
		err = c.reconcile(ctx, name, pod)
	}
	if err != nil {
		utilruntime.HandleErrorWithContext(ctx, err, "try again later", "pod", name)
		c.queue.AddRateLimited(name)
		return true
	}
	c.queue.Forget(name)
	return true
}

// A controller with two workers counts pods by node.
func Example() {
	server := newInMemory()
	server.create("pods", cluster.Object{Namespace: "default", Name: "web-1", Node: "node-a"})
	server.create("pods", cluster.Object{Namespace: "default", Name: "web-2", Node: "node-b"})

	ctx, cancel := context.WithCancel(context.Background())
	factory := informers.NewSharedInformerFactory(server.source(false), 0)

	var mu sync.Mutex
	nodes := map[cache.ObjectName]string{}
	changed := make(chan struct{}, 100)
	c, err := newController(factory, func(_ context.Context, name cache.ObjectName, pod *corev1.Pod) error {
		mu.Lock()
		defer mu.Unlock()
		if pod == nil {
			delete(nodes, name)
		} else {
			nodes[name] = pod.Spec.NodeName
		}
		changed <- struct{}{}
		return nil
	})
	if err != nil {
		panic(err)
	}
	factory.StartWithContext(ctx)
	var running sync.WaitGroup
	running.Go(func() { c.run(ctx, 2) })
	<-changed
	<-changed

	server.create("pods", cluster.Object{Namespace: "default", Name: "web-3", Node: "node-a"})
	<-changed
	server.delete("pods", "default/web-2")
	<-changed

	list, err := c.pods.List(labels.Everything())
	if err != nil {
		panic(err)
	}
	mu.Lock()
	for _, pod := range list {
		name := cache.MetaObjectToName(pod)
		fmt.Println(name, "on", nodes[name])
	}
	mu.Unlock()

	cancel()
	running.Wait()
	factory.Shutdown()
	// Output:
	// default/web-1 on node-a
	// default/web-3 on node-a
}
