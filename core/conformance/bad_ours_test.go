// Code generated from bad_theirs_test.go by go test -cache.update; DO NOT EDIT.

package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/workqueue"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	selectors "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
)

var oursBadInput = []badInput{
	{"object without metadata", "store", func(d *diary) {
		s := cache.NewStore(cache.MetaNamespaceKeyFunc)
		for _, o := range []any{noMeta{"x"}, nil, "text"} {
			d.note(s.Add(o), s.Update(o), s.Delete(o), s.Replace([]any{parseObject("a/p1@1"), o}, "5"))
			item, exists, err := s.Get(o)
			d.note(item, exists, err)
			_, err = cache.DeletionHandlingMetaNamespaceKeyFunc(o)
			d.note(err)
		}
		d.note(s.Add(parseObject("a/p2@1")), s.ListKeys())
	}},
	{"object without metadata", "index by namespace", func(d *diary) {
		s := cache.NewIndexer(func(o any) (string, error) { return fmt.Sprintf("%T", o), nil }, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
		d.note(panicText(func() { _ = s.Add(noMeta{"x"}) }))
		_, err := s.Index(cache.NamespaceIndex, noMeta{"x"})
		d.note(err)
		d.note(s.Add(parseObject("a/p2@1"))) // the lock is free
	}},
	{"object without metadata", "transaction", func(d *diary) {
		s := cache.NewStore(cache.MetaNamespaceKeyFunc).(cache.TransactionStore)
		err := s.Transaction(cache.Transaction{Type: cache.TransactionTypeAdd, Object: noMeta{"x"}}, cache.Transaction{Type: cache.TransactionTypeAdd, Object: parseObject("a/p1@1")})
		d.note(err.Error(), err.SuccessfulIndices)
	}},
	{"object without metadata", "listers", func(d *diary) {
		s := cache.NewStore(func(any) (string, error) { return "k", nil })
		d.note(s.Add(noMeta{"x"}))
		label, _ := selectors.Parse("a=b")
		d.note(cache.ListAll(s, label, func(any) {}))
	}},
	{"object without metadata", "queues", func(d *diary) {
		for _, q := range []cache.Queue{cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{}),
			cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: cache.NewStore(cache.MetaNamespaceKeyFunc)}), cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{AtomicEvents: true})} {
			for _, o := range []any{noMeta{"x"}, nil} {
				d.note(q.Add(o), q.Update(o), q.Delete(o), q.HasSynced())
			}
			d.note(q.Add(parseObject("a/p2@1")), q.Resync(), q.HasSynced())
			q.Close()
			for range 2 {
				_, err := q.Pop(func(any, bool) error { return nil })
				d.note(err)
			}
		}
	}},
	{"object without metadata", "in a list", func(d *diary) {
		list := &metav1.List{ListMeta: metav1.ListMeta{ResourceVersion: "5"}, Items: []runtime.RawExtension{{Object: &metav1.Status{}}}}
		oursReflect(d, func(metav1.ListOptions) (runtime.Object, error) { return list, nil })
	}},
	{"index function", "fails or panics", func(d *diary) {
		for _, f := range []cache.IndexFunc{
			func(o any) ([]string, error) {
				if o.(metav1.Object).GetName() == "bad" {
					return nil, errors.New("fails")
				}
				return nil, nil
			},
			func(o any) ([]string, error) {
				if o.(metav1.Object).GetName() == "bad" {
					panic("panics")
				}
				return []string{"v"}, nil
			},
		} {
			s := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{"f": f})
			d.note(s.Add(parseObject("a/p1@1")))
			d.note(panicText(func() { _ = s.Add(parseObject("a/bad@1")) }))
			d.note(panicText(func() { _, err := s.Index("f", parseObject("a/bad@1")); d.note(err) }))
			d.note(s.Add(parseObject("a/p2@1"))) // the lock is free
			keys, err := s.IndexKeys("f", "v")
			d.note(keys, err)
			d.note(panicText(func() { _ = s.Replace([]any{parseObject("a/bad@1")}, "5") }))
			d.note(panicText(func() { _ = s.Replace([]any{parseObject("a/p3@1")}, "6") }), s.ListKeys())
		}
	}},
	{"index function", "names and maps", func(d *diary) {
		s := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{"f": nodeValue})
		d.note(s.AddIndexers(nil), s.AddIndexers(cache.Indexers{"f": nodeValue}))
		_, err := s.ByIndex("none", "x")
		d.note(err)
		_, err = cache.IndexFuncToKeyFuncAdapter(func(any) ([]string, error) { return []string{"x", "y"}, nil })(parseObject("a/p"))
		d.note(err)
	}},
	{"nil handler", "shared informer", func(d *diary) {
		oursInform(d, 0, func(i cache.SharedIndexInformer) {
			for _, h := range []cache.ResourceEventHandler{nil, cache.ResourceEventHandlerFuncs{}, cache.ResourceEventHandlerDetailedFuncs{}, cache.FilteringResourceEventHandler{}} {
				d.note(panicText(func() {
					r, err := i.AddEventHandler(h)
					d.note(r == nil, err)
				}))
			}
			d.note(panicText(func() { d.note(i.RemoveEventHandler(nil) != nil) }))
			d.note(i.SetTransform(nil), i.SetWatchErrorHandler(nil), i.AddIndexers(nil))
		})
	}},
	{"negative duration", "resync periods of handlers", func(d *diary) {
		for _, check := range []time.Duration{0, 30 * time.Second} {
			oursInform(d, check, func(i cache.SharedIndexInformer) {
				updates := 0
				_, err := i.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{UpdateFunc: func(any, any) { updates++; d.note("update", updates) }}, -5*time.Second)
				d.note(err)
			})
		}
	}},
	{"negative duration", "work queue", func(d *diary) {
		q := workqueue.NewTypedDelayingQueue[string]()
		q.AddAfter("a", -time.Second)
		d.note(q.Len())
		q.ShutDown()
		for _, l := range []workqueue.TypedRateLimiter[string]{
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](-time.Second, -time.Minute),
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, -time.Minute),
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](-time.Second, time.Minute),
			workqueue.NewTypedItemFastSlowRateLimiter[string](-time.Second, -time.Minute, -1),
			workqueue.NewTypedWithMaxWaitRateLimiter(workqueue.NewTypedItemFastSlowRateLimiter[string](time.Second, time.Minute, 1), -time.Second),
			workqueue.NewTypedMaxOfRateLimiter[string](),
		} {
			d.note(l.When("a"), l.When("a"), l.NumRequeues("a"))
		}
		for _, workers := range []int{-1, 0} {
			done := 0
			workqueue.ParallelizeUntil(context.Background(), workers, 0, func(int) { done++ })
			d.note(done)
		}
	}},
	{"unhashable key", "work queue", func(d *diary) {
		q := workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[any](time.Second, time.Minute))
		for name, do := range map[string]func(any){"Add": q.Add, "Done": q.Done, "Forget": q.Forget, "AddRateLimited": q.AddRateLimited,
			"AddAfter": func(k any) { q.AddAfter(k, 0) }, "NumRequeues": func(k any) { q.NumRequeues(k) }} {
			d.note(name, strings.Contains(panicText(func() { do([]int{1}) }), "unhashable type"))
		}
		q.Add("a") // the locks are free
		q.AddRateLimited("b")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		d.note(q.Len())
		q.ShutDown()
	}},
	{"transform", "queues", func(d *diary) {
		for how, transform := range map[string]cache.TransformFunc{
			"fails":   func(any) (any, error) { return nil, errors.New("fails") },
			"nothing": func(any) (any, error) { return nil, nil },
			"another": func(any) (any, error) { return "text", nil },
			"panics":  func(any) (any, error) { panic("panics") },
		} {
			for _, q := range []cache.Queue{cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{Transformer: transform}),
				cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{Transformer: transform, AtomicEvents: true})} {
				d.note(how, panicText(func() { d.note(how, q.Add(parseObject("a/p1@1"))) }))
				d.note(how, panicText(func() { d.note(how, q.Replace([]any{parseObject("a/p1@1")}, "5")) }))
				q.Close()
				popped, err := q.Pop(func(any, bool) error { return nil })
				deltas, _ := popped.(cache.Deltas)
				d.note(how, len(deltas), err, q.HasSynced())
			}
		}
	}},
	{"transform", "changes keys, or leaves none", func(d *diary) {
		for how, transform := range map[string]cache.TransformFunc{
			"another key": func(o any) (any, error) {
				pod := o.(*metav1.PartialObjectMetadata).DeepCopy()
				pod.Name = "east-" + pod.Name
				return pod, nil
			},
			"one key": func(o any) (any, error) {
				pod := o.(*metav1.PartialObjectMetadata).DeepCopy()
				pod.Name = "all"
				return pod, nil
			},
			"no key": func(o any) (any, error) {
				if pod := o.(*metav1.PartialObjectMetadata); pod.Name == "q" {
					return "text", nil
				}
				return o, nil
			},
		} {
			oursFollow(d, how, transform)
		}
	}},
	{"truncated list", "the first has expired", func(d *diary) {
		asked := 0
		list := func(o metav1.ListOptions) (runtime.Object, error) {
			asked++
			d.note(asked, o.ResourceVersion, o.Limit, o.Continue)
			l := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "10"}}
			switch asked {
			case 1:
				return nil, apierrors.NewResourceExpired("compacted")
			case 2:
				l.Continue = "more"
			}
			return l, nil
		}
		oursRun(d, 2500*time.Millisecond, list, func() watch.Interface {
			w := watch.NewFakeWithChanSize(1, false)
			w.Error(&metav1.Status{Code: 500, Reason: "other"})
			return w
		})
	}},
	{"truncated list", "answers", func(d *diary) {
		for _, answer := range []runtime.Object{nil, &metav1.Status{}, &metav1.PartialObjectMetadata{}, &metav1.PartialObjectMetadataList{}, &metav1.List{Items: []runtime.RawExtension{{}}},
			&metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "7", Continue: "more"}, Items: []metav1.PartialObjectMetadata{{ObjectMeta: metav1.ObjectMeta{Name: "p"}}}}} {
			oursReflect(d, func(o metav1.ListOptions) (runtime.Object, error) {
				if o.Continue != "" {
					return nil, errors.New("unexpected EOF")
				}
				return answer, nil
			})
		}
	}},
	{"wrong types in a watch", "events", func(d *diary) {
		pod := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "p", ResourceVersion: "6"}}
		oursReflect(d, func(metav1.ListOptions) (runtime.Object, error) {
			return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "5"}}, nil
		}, watch.Event{Type: watch.Added}, watch.Event{Type: watch.Added, Object: &metav1.Status{}}, watch.Event{Type: watch.Modified, Object: &metav1.PartialObjectMetadataList{}},
			watch.Event{Type: "", Object: pod}, watch.Event{Type: watch.Bookmark, Object: &metav1.Status{}}, watch.Event{Type: watch.Added, Object: pod},
			watch.Event{Type: watch.Error, Object: pod})
	}},
	{"wrong types in a watch", "types nobody knows, and an object that is none", func(d *diary) {
		pod := func(rv string) *metav1.PartialObjectMetadata {
			return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "p", ResourceVersion: rv}}
		}
		for _, from := range []string{"5", ""} { // a watch from nowhere begins with Addeds of what there is
			for _, events := range [][]watch.Event{
				{{Type: "NEW", Object: pod("12")}},
				{{Type: watch.Added, Object: pod("5")}, {Type: "NEW", Object: pod("12")}, {Type: watch.Modified, Object: pod("13")}},
				{{Type: watch.Modified, Object: pod("11")}, {Type: watch.Added, Object: (*metav1.PartialObjectMetadata)(nil)}, {Type: watch.Modified, Object: pod("14")}},
				{{Type: watch.Modified, Object: pod("11")}, {Type: watch.Bookmark, Object: (*metav1.PartialObjectMetadata)(nil)}},
			} {
				list := func(o metav1.ListOptions) (runtime.Object, error) {
					d.note("LIST", o.ResourceVersion)
					return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: from}}, nil
				}
				opened := 0
				oursRun(d, time.Minute, list, func() watch.Interface {
					w := watch.NewFakeWithChanSize(len(events), false)
					if opened++; opened == 1 {
						for _, e := range events {
							w.Action(e.Type, e.Object)
						}
						w.Stop()
					}
					return w
				})
			}
		}
	}},
}

// oursRun runs a Reflector for a while and writes down what it asks for and what it tells
// its store.
func oursRun(d *diary, long time.Duration, list func(metav1.ListOptions) (runtime.Object, error), open func() watch.Interface) {
	lw := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) { return list(o) },
		WatchFuncWithContext: func(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
			d.note("WATCH", o.ResourceVersion)
			return open(), nil
		},
	}, listsOnly{})
	s := oursTold{cache.NewStore(cache.MetaNamespaceKeyFunc), d}
	r := cache.NewReflectorWithOptions(lw, &metav1.PartialObjectMetadata{}, s, cache.ReflectorOptions{Name: "r", Backoff: &wait.Backoff{Duration: time.Second, Steps: 1}})
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	r.RunWithContext(ctx)
	d.note(s.ListKeys(), r.LastSyncResourceVersion())
}

// oursTold writes down the resourceVersions it is told.
type oursTold struct {
	cache.Store
	d *diary
}

func (s oursTold) UpdateResourceVersion(rv string) { s.d.note("told", rv) }

// oursFollow runs an informer with a transform over two objects that change and go.
func oursFollow(d *diary, how string, transform cache.TransformFunc) {
	w := watch.NewFake()
	pod := func(name, rv string) *metav1.PartialObjectMetadata {
		return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: rv}}
	}
	lw := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
			return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "5"}, Items: []metav1.PartialObjectMetadata{*pod("p", "5")}}, nil
		},
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) { return w, nil },
	}, listsOnly{})
	heard := func(what string) func(any) {
		return func(o any) { d.note(how, what, o.(metav1.Object).GetName(), o.(metav1.Object).GetResourceVersion()) }
	}
	s, c := cache.NewInformerWithOptions(cache.InformerOptions{ListerWatcher: lw, ObjectType: &metav1.PartialObjectMetadata{}, Transform: transform,
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: heard("add"), UpdateFunc: func(_, o any) { heard("update")(o) }, DeleteFunc: heard("delete")}})
	ctx, cancel := context.WithCancel(context.Background())
	go c.RunWithContext(ctx)
	for n, change := range []func(){func() {}, func() { w.Modify(pod("p", "6")) }, func() { w.Add(pod("q", "7")) }, func() { w.Modify(pod("q", "8")) }, func() { w.Delete(pod("p", "9")) }} {
		change()
		synctest.Wait()
		keys := s.ListKeys()
		slices.Sort(keys)
		d.note(how, n, keys)
	}
	cancel()
	synctest.Wait()
}

// oursReflect lists and watches once and says what came of it.
func oursReflect(d *diary, list func(metav1.ListOptions) (runtime.Object, error), events ...watch.Event) {
	w := watch.NewFakeWithChanSize(len(events), false)
	for _, e := range events {
		w.Action(e.Type, e.Object)
	}
	lw := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc:  func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) { return list(o) },
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) { return w, nil },
	}, listsOnly{})
	for _, expected := range []any{&metav1.PartialObjectMetadata{}, nil} {
		s := cache.NewStore(cache.MetaNamespaceKeyFunc)
		r := cache.NewReflectorWithOptions(lw, expected, s, cache.ReflectorOptions{Name: "r"})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		var err error
		d.note(panicText(func() { err = r.ListAndWatchWithContext(ctx) }))
		cancel()
		d.note(addresses.ReplaceAllString(fmt.Sprint(err), "0x"), s.ListKeys(), r.LastSyncResourceVersion(), w.IsStopped())
	}
}

// oursInform runs a shared informer of one pod for two minutes.
func oursInform(d *diary, check time.Duration, prepare func(cache.SharedIndexInformer)) {
	lw := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
			return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "5"}, Items: []metav1.PartialObjectMetadata{{ObjectMeta: metav1.ObjectMeta{Name: "p"}}}}, nil
		},
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil },
	}, listsOnly{})
	i := cache.NewSharedIndexInformer(lw, &metav1.PartialObjectMetadata{}, check, cache.Indexers{})
	prepare(i)
	ctx, cancel := context.WithCancel(context.Background())
	go i.RunWithContext(ctx)
	time.Sleep(2*time.Minute + time.Second)
	synctest.Wait()
	d.note(i.HasSynced(), i.GetStore().ListKeys())
	cancel()
	synctest.Wait()
	d.note(i.IsStopped())
}
