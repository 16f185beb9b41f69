package informers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/informers"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

var servicesResource = corev1.SchemeGroupVersion.WithResource("services")

// town is a cluster with three pods and a service.
func town() *inMemory {
	m := newInMemory()
	m.create("pods", cluster.Object{Namespace: "default", Name: "web", Node: "n1", Labels: map[string]string{"app": "web"}})
	m.create("pods", cluster.Object{Namespace: "default", Name: "db", Node: "n2", Labels: map[string]string{"app": "db"}})
	m.create("pods", cluster.Object{Namespace: "other", Name: "web", Node: "n2", Labels: map[string]string{"app": "web"}})
	m.create("services", cluster.Object{Namespace: "default", Name: "web"})
	return m
}

func quiet(t *testing.T) {
	handlers := utilruntime.ErrorHandlers
	utilruntime.ErrorHandlers = nil
	t.Cleanup(func() { utilruntime.ErrorHandlers = handlers })
}

// inBubble runs f with a factory, and fails when a goroutine is left after its Shutdown.
func inBubble(t *testing.T, source func(*inMemory) informers.Source, options []informers.SharedInformerOption, f func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context)) {
	t.Helper()
	quiet(t)
	synctest.Test(t, func(t *testing.T) {
		m := town()
		ctx, cancel := context.WithCancel(t.Context())
		factory := informers.NewSharedInformerFactoryWithOptions(source(m), 0, options...)
		f(t, m, factory, ctx)
		cancel()
		factory.Shutdown()
	})
}

func full(m *inMemory) informers.Source         { return m.source(false) }
func metadataOnly(m *inMemory) informers.Source { return m.source(true) }

func start(t *testing.T, factory *informers.SharedInformerFactory, ctx context.Context) {
	t.Helper()
	factory.StartWithContext(ctx)
	if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
		t.Fatal(err)
	}
}

func keys(s cache.Store) string {
	k := s.ListKeys()
	slices.Sort(k)
	return fmt.Sprint(k)
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestInformerIsMadeAndStartedOnce(t *testing.T) {
	inBubble(t, full, nil, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		a, b := factory.ForResource(podsResource).Informer(), factory.ForResource(podsResource).Informer()
		if a != b {
			t.Error("two informers for one resource")
		}
		start(t, factory, ctx)
		start(t, factory, ctx)
		m.mu.Lock()
		same(t, "requests", len(m.asked), 1)
		m.mu.Unlock()
		late := factory.ForResource(servicesResource).Informer()
		synctest.Wait()
		if late.HasSynced() {
			t.Error("an informer runs that was asked for after Start")
		}
		start(t, factory, ctx)
		if !late.HasSynced() {
			t.Error("the next Start has not started it")
		}
		same(t, "services", keys(late.GetStore()), "[default/web]")
	})
}

func TestNothingStartsAfterShutdown(t *testing.T) {
	inBubble(t, full, nil, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		stop := make(chan struct{})
		running := factory.ForResource(podsResource).Informer()
		factory.Start(stop)
		ended := make(chan struct{})
		go func() {
			factory.Shutdown()
			close(ended)
		}()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("Shutdown returns while an informer runs")
		default:
		}
		never := factory.ForResource(servicesResource).Informer()
		factory.Start(stop)
		close(stop)
		<-ended
		if !running.IsStopped() || never.HasSynced() || len(factory.WaitForCacheSync(stop)) != 1 {
			t.Errorf("stopped %t, the late one has synced %t", running.IsStopped(), never.HasSynced())
		}
	})
}

func TestWaitForCacheSyncNamesWhatHasNotSynced(t *testing.T) {
	failing := func(m *inMemory) informers.Source {
		s := m.source(false)
		with := s.ListerWatcher
		s.ListerWatcher = func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher {
			if gvr == servicesResource {
				return &cache.ListWatch{ListFunc: func(metav1.ListOptions) (runtime.Object, error) { return nil, errors.New("no") }}
			}
			return with(gvr, namespace)
		}
		return s
	}
	inBubble(t, failing, []informers.SharedInformerOption{informers.WithoutWatchList()}, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		factory.ForResource(podsResource)
		factory.ForResource(servicesResource)
		factory.StartWithContext(ctx)
		limited, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		result := factory.WaitForCacheSyncWithContext(limited)
		err := result.AsError()
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "Resource=services as *unstructured.Unstructured") || strings.Contains(err.Error(), "pods") {
			t.Errorf("AsError() = %v, want a deadline that names services alone", err)
		}
		synced := 0
		for _, ok := range result.Synced {
			if ok {
				synced++
			}
		}
		same(t, "synced of 2", fmt.Sprint(synced, len(result.Synced)), "1 2")
	})
}

func TestFactoryLimitsWhatIsListedAndWatched(t *testing.T) {
	tweak := func(o *metav1.ListOptions) { o.LabelSelector = "app=web" }
	for _, list := range []bool{true, false} {
		options := []informers.SharedInformerOption{informers.WithNamespace("default"), informers.WithTweakListOptions(tweak)}
		if list {
			options = append(options, informers.WithoutWatchList())
		}
		inBubble(t, full, options, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
			pods := factory.ForResource(podsResource)
			start(t, factory, ctx)
			m.create("pods", cluster.Object{Namespace: "default", Name: "web-2", Labels: map[string]string{"app": "web"}})
			m.create("pods", cluster.Object{Namespace: "default", Name: "db-2", Labels: map[string]string{"app": "db"}})
			m.create("pods", cluster.Object{Namespace: "other", Name: "web-3", Labels: map[string]string{"app": "web"}})
			synctest.Wait()
			same(t, "pods", keys(pods.Informer().GetStore()), "[default/web default/web-2]")
			m.mu.Lock()
			defer m.mu.Unlock()
			for _, o := range m.asked {
				same(t, "selector", o.LabelSelector, "app=web")
			}
			if streamed := m.asked[0].SendInitialEvents != nil; streamed == list {
				t.Errorf("list %t: the first request is a streaming list: %t", list, streamed)
			}
		})
	}
}

func TestEachTypeHasItsResyncPeriod(t *testing.T) {
	inBubble(t, full, []informers.SharedInformerOption{
		informers.WithCustomResync(map[schema.GroupVersionResource]time.Duration{servicesResource: 5 * time.Second}),
		informers.WithCustomResyncConfig(map[metav1.Object]time.Duration{&unstructured.Unstructured{}: 20 * time.Second}),
	}, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		resyncs := map[schema.GroupVersionResource]*atomic.Int64{podsResource: {}, servicesResource: {}}
		for _, gvr := range []schema.GroupVersionResource{podsResource, servicesResource} {
			_, err := factory.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
				UpdateFunc: func(_, o any) {
					if o.(metav1.Object).GetName() == "web" && o.(metav1.Object).GetNamespace() == "default" {
						resyncs[gvr].Add(1)
					}
				}})
			if err != nil {
				t.Fatal(err)
			}
		}
		var given time.Duration
		factory.InformerFor(&corev1.Pod{}, func(source informers.Source, resync time.Duration) cache.SharedIndexInformer {
			given = resync
			return cache.NewSharedIndexInformer(source.ListerWatcher(podsResource, ""), &unstructured.Unstructured{}, resync, nil)
		})
		again := factory.InformerFor(&corev1.Pod{}, nil)
		start(t, factory, ctx)
		if !again.HasSynced() {
			t.Error("the informer of InformerFor was not started")
		}
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		same(t, "resyncs of pods and services in a minute", fmt.Sprint(resyncs[podsResource].Load(), resyncs[servicesResource].Load()), "3 12")
		same(t, "period of a type without one", given, time.Duration(0))
	})
}

func TestTransformOfAllInformers(t *testing.T) {
	drop := func(o any) (any, error) {
		o.(metav1.Object).SetLabels(nil)
		return o, nil
	}
	inBubble(t, full, []informers.SharedInformerOption{informers.WithTransform(drop), informers.WithEngine(cache.EngineOrdered)}, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		pods := informers.For[*corev1.Pod](factory, podsResource)
		start(t, factory, ctx)
		pod, err := pods.Lister().Namespace("default").Get("web")
		if err != nil || len(pod.Labels) != 0 {
			t.Errorf("Get(web) = %v, %v, want a pod without labels", pod, err)
		}
	})
}

func TestListersOfEverySort(t *testing.T) {
	web, err := labels.Parse("app=web")
	if err != nil {
		t.Fatal(err)
	}
	inBubble(t, full, nil, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		typed := informers.For[*corev1.Pod](factory, podsResource)
		loose := informers.For[*unstructured.Unstructured](factory, podsResource)
		generic := factory.ForResource(podsResource)
		if loose.Informer().GetIndexer() != generic.Informer().GetIndexer() {
			t.Error("For[*unstructured.Unstructured] is another informer than ForResource")
		}
		start(t, factory, ctx)

		pod, err := typed.Lister().Namespace("default").Get("web")
		if err != nil || pod.Spec.NodeName != "n1" || pod.Labels["app"] != "web" {
			t.Errorf("Get(web) = %v, %v", pod, err)
		}
		if _, err := typed.Lister().Namespace("other").Get("db"); !apierrors.IsNotFound(err) || err.Error() != `pods "db" not found` {
			t.Errorf("Get(db) in another namespace: %v", err)
		}
		if _, err := typed.Lister().Get("web"); !apierrors.IsNotFound(err) {
			t.Errorf("Get without a namespace: %v", err)
		}
		count := func(l informers.Lister[*corev1.Pod], s labels.Selector) int {
			list, err := l.List(s)
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		same(t, "typed lists", []int{count(typed.Lister(), labels.Everything()), count(typed.Lister(), web),
			count(typed.Lister().Namespace("default"), labels.Everything()), count(typed.Lister().Namespace("default"), web),
			count(typed.Lister(), labels.Nothing())}, "[3 2 2 1 0]")

		all, err := generic.Lister().ByNamespace("default").List(web)
		if err != nil || len(all) != 1 {
			t.Errorf("generic list: %v, %v", all, err)
		}
		u, err := loose.Lister().Namespace("other").Get("web")
		if err != nil || u.GetLabels()["app"] != "web" {
			t.Errorf("unstructured Get: %v, %v", u, err)
		}

		m.update("pods", cluster.Object{Namespace: "default", Name: "web", Node: "n9"})
		m.delete("pods", "default/db")
		synctest.Wait()
		if pod, _ := typed.Lister().Namespace("default").Get("web"); pod.Spec.NodeName != "n9" {
			t.Errorf("node after the update = %s, want n9", pod.Spec.NodeName)
		}
		same(t, "typed list after the deletion", count(typed.Lister().Namespace("default"), labels.Everything()), 1)
	})
}

func TestMetadataOnly(t *testing.T) {
	inBubble(t, metadataOnly, nil, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		pods := informers.For[*metav1.PartialObjectMetadata](factory, podsResource)
		start(t, factory, ctx)
		m.create("pods", cluster.Object{Namespace: "default", Name: "new"})
		synctest.Wait()
		list, err := pods.Lister().List(labels.Everything())
		if err != nil || len(list) != 4 {
			t.Errorf("List = %v, %v, want 4", list, err)
		}
	})
}

// What is not a T and cannot become one is an error, not a panic.
func TestSourceOfAnotherType(t *testing.T) {
	for _, list := range []bool{true, false} {
		var options []informers.SharedInformerOption
		if list {
			options = append(options, informers.WithoutWatchList())
		}
		inBubble(t, metadataOnly, options, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
			pods := informers.For[*corev1.Pod](factory, podsResource)
			var failed error
			_ = pods.Informer().SetWatchErrorHandler(func(_ *cache.Reflector, err error) { failed = err })
			factory.StartWithContext(ctx)
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			if pods.Informer().HasSynced() && len(pods.Informer().GetStore().List()) > 0 {
				t.Error("the store holds objects of another type")
			}
			if list && (failed == nil || !strings.Contains(failed.Error(), "the source gives a *v1.PartialObjectMetadata, want a *v1.Pod or unstructured")) {
				t.Errorf("watch error handler hears %v", failed)
			}
		})
	}
}

func TestNameIsReleasedAtTheEnd(t *testing.T) {
	name, err := cache.NewInformerName("factory-test")
	if err != nil {
		t.Fatal(err)
	}
	inBubble(t, full, []informers.SharedInformerOption{informers.WithInformerName(name)}, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		factory.ForResource(podsResource)
		start(t, factory, ctx)
		if _, err := cache.NewInformerName("factory-test"); err == nil {
			t.Error("the name of a running factory can be taken")
		}
	})
	again, err := cache.NewInformerName("factory-test")
	if err != nil {
		t.Errorf("after Shutdown: %v", err)
	}
	again.Release()
}

// Informers are asked for while those before them start: neither may touch what the other reads.
func TestInformersMayBeAskedForWhileOthersStart(t *testing.T) {
	inBubble(t, full, nil, func(t *testing.T, m *inMemory, factory *informers.SharedInformerFactory, ctx context.Context) {
		for n := range 50 {
			factory.ForResource(corev1.SchemeGroupVersion.WithResource(fmt.Sprint("things", n)))
			factory.StartWithContext(ctx)
		}
		result := factory.WaitForCacheSyncWithContext(ctx)
		if err := result.AsError(); err != nil || len(result.Synced) != 50 {
			t.Errorf("%d informers have synced, %v; want 50", len(result.Synced), err)
		}
	})
}
