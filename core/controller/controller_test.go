package controller_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/controller"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	source "k8s.io/client-go/tools/cache/testing"
)

// pods is a client-go informer of pods over a source in memory.
type pods struct{ cache.SharedIndexInformer }

func (p pods) Informer() cache.SharedIndexInformer { return p.SharedIndexInformer }
func (p pods) Lister() listers.PodLister           { return listers.NewPodLister(p.GetIndexer()) }

func pod(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
}

// pass is a call of Reconcile.
type pass struct {
	name string
	at   time.Duration
}

// What the page shows is a controller that works: client-go's informer and queue run it, and every
// call that it makes or answers is needed for what is wanted here.
func TestTheControllerOfThePageWorksOnClientGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		from := source.NewFakeControllerSource()
		from.Add(pod("a"))
		informer := cache.NewSharedIndexInformer(from, &corev1.Pod{}, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
		var passes []pass
		fails, late, slow := 0, time.Duration(0), time.Duration(0)
		c, err := controller.New(pods{informer}, func(_ context.Context, p *corev1.Pod) (time.Duration, error) {
			passes = append(passes, pass{p.Name, time.Since(start)})
			p.Name = "changed" // a copy: the cache has its own
			time.Sleep(slow)
			after := late
			late = 0
			if fails > 0 {
				fails--
				return 0, errors.New("not yet")
			}
			return after, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { c.Run(ctx, 1); close(over) }()

		begins := time.Duration(0) // of what is done now
		expect := func(what string, d time.Duration, want ...pass) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			for i := range want {
				want[i].at += begins
			}
			if !slices.Equal(passes, want) {
				t.Errorf("%s: passes %v, want %v", what, passes, want)
			}
			passes, begins = nil, time.Since(start)
		}
		expect("before the cache is full nobody works; WaitForCacheSync looks every 100 ms", 200*time.Millisecond, pass{"a", 100 * time.Millisecond})
		from.Add(pod("b"))
		expect("OnAdd", 10*time.Millisecond, pass{"b", 0})
		from.Modify(pod("b"))
		expect("OnUpdate", 10*time.Millisecond, pass{"b", 0})
		fails = 2
		from.Modify(pod("a"))
		expect("AddRateLimited: 5 ms, 10 ms", time.Second, pass{"a", 0}, pass{"a", 5 * time.Millisecond}, pass{"a", 15 * time.Millisecond})
		fails = 1
		from.Modify(pod("a"))
		expect("Forget: 5 ms once more", time.Second, pass{"a", 0}, pass{"a", 5 * time.Millisecond})
		late = time.Minute
		from.Modify(pod("a"))
		expect("AddAfter", time.Hour, pass{"a", 0}, pass{"a", time.Minute})
		slow = time.Second
		from.Modify(pod("a"))
		time.Sleep(time.Millisecond)
		from.Modify(pod("a"))
		expect("Done: what was added meanwhile has its turn", 10*time.Second, pass{"a", 0}, pass{"a", time.Second})
		from.Delete(pod("b"))
		expect("OnDelete: the lister has no b", time.Second)

		from.Modify(pod("a"))
		time.Sleep(time.Millisecond)
		cancel()
		synctest.Wait()
		select {
		case <-over:
			t.Error("Run returns while a pass is under way")
		default:
		}
		<-over
		if got := time.Since(start) - begins; got != time.Second {
			t.Errorf("Run returns %v after the pass began, want 1s", got)
		}
		from.Shutdown()
	})
}
