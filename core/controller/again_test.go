package controller_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/controller"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	source "k8s.io/client-go/tools/cache/testing"
)

// What the lesson worker-panics says of wait.Until holds for the controller of the page: where ReallyCrash is false, a
// worker that panics takes the next key a second later, and Done was called.
func TestAWorkerThatPanicsIsThereAgainASecondLater(t *testing.T) {
	crash, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers = false, nil
	defer func() { utilruntime.ReallyCrash, utilruntime.PanicHandlers = crash, handlers }()
	synctest.Test(t, func(t *testing.T) {
		from := source.NewFakeControllerSource()
		from.Add(pod("a"))
		informer := cache.NewSharedIndexInformer(from, &corev1.Pod{}, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
		var passes []pass
		began := time.Now()
		c, err := controller.New(pods{informer}, func(_ context.Context, p *corev1.Pod) (time.Duration, error) {
			passes = append(passes, pass{p.Name, time.Since(began)})
			if len(passes) == 1 {
				panic("over a")
			}
			return 0, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { c.Run(ctx, 1); close(over) }()
		time.Sleep(200 * time.Millisecond)
		from.Modify(pod("a")) // in processing it would stay for ever
		time.Sleep(10 * time.Second)
		if want := []pass{{"a", 100 * time.Millisecond}, {"a", 1100 * time.Millisecond}}; !slices.Equal(passes, want) {
			t.Errorf("passes %v, want %v", passes, want)
		}
		cancel()
		<-over
		from.Shutdown()
	})
}

// What the lesson says of a reconcile that recovers holds for the controller of the page: its key is tried again as after any
// failure, where one that panics leaves it to the next event.
func TestAReconcileThatRecoversIsTriedAgain(t *testing.T) {
	crash, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers = false, nil
	defer func() { utilruntime.ReallyCrash, utilruntime.PanicHandlers = crash, handlers }()
	for recovers, want := range map[bool][]pass{
		false: {{"a", 100 * time.Millisecond}},
		true:  {{"a", 100 * time.Millisecond}, {"a", 105 * time.Millisecond}, {"a", 115 * time.Millisecond}},
	} {
		synctest.Test(t, func(t *testing.T) {
			from := source.NewFakeControllerSource()
			from.Add(pod("a"))
			informer := cache.NewSharedIndexInformer(from, &corev1.Pod{}, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
			var passes []pass
			began := time.Now()
			c, err := controller.New(pods{informer}, func(_ context.Context, p *corev1.Pod) (_ time.Duration, err error) {
				passes = append(passes, pass{p.Name, time.Since(began)})
				if recovers {
					defer func() {
						if r := recover(); r != nil {
							err = fmt.Errorf("panic: %v", r)
						}
					}()
				}
				if len(passes) < 3 {
					panic("over a")
				}
				return 0, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { c.Run(ctx, 1); close(over) }()
			time.Sleep(time.Minute)
			if !slices.Equal(passes, want) {
				t.Errorf("recovers %v: passes %v, want %v", recovers, passes, want)
			}
			cancel()
			<-over
			from.Shutdown()
		})
	}
}

// What the glossary says of a factory: it starts an informer once, and no stop changes that.
func TestAFactoryStartsAnInformerOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := fake.NewClientset(pod("a"))
		factory := informers.NewSharedInformerFactory(client, 0)
		informer := factory.Core().V1().Pods().Informer()
		ctx, stop := context.WithCancel(t.Context())
		factory.StartWithContext(ctx)
		factory.WaitForCacheSyncWithContext(ctx)
		stop()
		synctest.Wait()
		asked := len(client.Actions())
		if asked == 0 || !informer.IsStopped() {
			t.Fatalf("%d requests, stopped %v", asked, informer.IsStopped())
		}
		again, cancel := context.WithCancel(t.Context())
		factory.StartWithContext(again)
		time.Sleep(time.Minute)
		if n := len(client.Actions()); n != asked || len(informer.GetStore().List()) != 1 {
			t.Errorf("started again, it sends %d requests more, and the store has %d pods", n-asked, len(informer.GetStore().List()))
		}
		cancel()
		factory.Shutdown()
	})
}

// refuses answers every request with 403.
func refuses(clienttesting.Action) (bool, runtime.Object, error) {
	return true, nil, apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "", errors.New("no rule"))
}

// What the glossary says of 403 for a factory: it waits until it is told to stop, and then says false.
func TestAFactoryWaitsForASyncUntilItIsToldToStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := fake.NewClientset()
		client.PrependReactor("*", "pods", refuses)
		factory := informers.NewSharedInformerFactory(client, 0)
		informer := factory.Core().V1().Pods().Informer()
		ctx, stop := context.WithCancel(t.Context())
		factory.StartWithContext(ctx)
		patience, said := make(chan struct{}), make(chan bool, 1)
		go func() {
			for _, synced := range factory.WaitForCacheSync(patience) {
				said <- synced
			}
		}()
		time.Sleep(time.Hour)
		if len(said) > 0 || informer.HasSynced() {
			t.Error("it has returned, with nothing but 403")
		}
		close(patience)
		if <-said {
			t.Error("told to stop, it says true")
		}
		stop()
		factory.Shutdown()
	})
}
