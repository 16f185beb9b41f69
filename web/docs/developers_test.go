package docs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/scheme"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/clientgo"
	"github.com/informerscope/informerscope/core/informers"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/workqueue"
)

// The docs show what stands in these functions, and go test runs them.

var web = &corev1.Pod{
	ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web"},
	Spec:       corev1.PodSpec{NodeName: "n1"},
}

func reconcile(key string) error {
	if key == "default/broken" {
		return errors.New("not yet")
	}
	fmt.Println("reconciled", key)
	return nil
}

func Example_queue() {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	queue := workqueue.NewTypedRateLimitingQueue(limiter)
	queue.Add("default/web")
	queue.Add("default/web") // a pass is owed already
	queue.Add("default/broken")

	for range 2 {
		key, shutdown := queue.Get() // waits until there is a key
		if shutdown {
			return
		}
		if err := reconcile(key); err != nil {
			queue.AddRateLimited(key) // again, after a wait that grows
		} else {
			queue.Forget(key) // the next failure begins with the shortest wait
		}
		queue.Done(key) // always
	}
	fmt.Println("failures:", queue.NumRequeues("default/broken"))
	queue.ShutDown()
	// Output:
	// reconciled default/web
	// failures: 1
}

func Example_informer() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// In a program the client comes from dynamic.NewForConfig.
	client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme, web)

	factory := informers.NewSharedInformerFactory(clientgo.Dynamic(client), 0)
	resource := corev1.SchemeGroupVersion.WithResource("pods")
	pods := informers.For[*corev1.Pod](factory, resource)
	handler, err := pods.Informer().AddTypedEventHandler(
		cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
			AddFunc: func(pod *corev1.Pod) { fmt.Println("heard of", pod.Name) },
		})
	if err != nil {
		panic(err)
	}
	factory.StartWithContext(ctx)
	if !cache.WaitFor(ctx, "pods", handler.HasSyncedChecker()) {
		return
	}
	list, err := pods.Lister().List(labels.Everything())
	if err != nil {
		panic(err)
	}
	fmt.Println("in the copy:", len(list))
	cancel()
	factory.Shutdown()
	// Output:
	// heard of web
	// in the copy: 1
}

func Example_engine() {
	client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme)
	factory := informers.NewSharedInformerFactoryWithOptions(
		clientgo.Dynamic(client), 10*time.Minute, // resync
		informers.WithNamespace("default"),
		informers.WithEngine(cache.EngineClassic), // a DeltaFIFO
		informers.WithoutWatchList(),              // begin with a LIST
	)
	resource := corev1.SchemeGroupVersion.WithResource("pods")
	pods := informers.For[*corev1.Pod](factory, resource)
	fmt.Println(pods.Informer().HasSynced())
	// Output:
	// false
}

func Example_store() {
	byNode := func(obj any) ([]string, error) {
		return []string{obj.(*corev1.Pod).Spec.NodeName}, nil
	}
	indexers := cache.Indexers{"node": byNode}
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, indexers)
	if err := store.Add(web); err != nil { // a pod on n1
		panic(err)
	}
	keys, err := store.IndexKeys("node", "n1")
	fmt.Println(keys, err)
	// Output:
	// [default/web] <nil>
}

func Example_trace() {
	seen := workqueue.NewTrace(1 << 16) // as many events between two Drains
	config := workqueue.TypedQueueConfig[string]{Name: "web", Trace: seen}
	queue := workqueue.NewTypedWithConfig(config)
	queue.Add("default/web")
	key, _ := queue.Get()
	queue.Done(key)

	recorder := trace.New(0)
	if lost := seen.Drain(recorder); lost > 0 {
		fmt.Println("lost:", lost)
	}
	if err := recorder.WriteJSON(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// {"format":"informerscope-trace","version":1,"from":1}
	// {"def":"part","id":1,"name":"web","kind":"queue"}
	// {"def":"text","id":1,"text":"default/web"}
	// {"seq":1,"op":"queue.add","part":1,"key":1,"after":3,"first":true}
	// {"seq":2,"op":"queue.get","part":1,"key":1,"before":3,"after":4,"first":true}
	// {"seq":3,"op":"queue.done","part":1,"key":1,"before":4,"first":true}
}
