package cache

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/informerscope/informerscope/core/machine"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	clocktesting "k8s.io/utils/clock/testing"
)

func things(rv, next string, names ...string) *metav1.PartialObjectMetadataList {
	list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: rv, Continue: next}}
	for _, name := range names {
		list.Items = append(list.Items, *thing("a", name, rv))
	}
	return list
}

// endless is a watch that says nothing.
func endless(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil }

func listOnly(list ListFunc, w WatchFunc) ListerWatcher {
	return ToListWatcherWithWatchListSemantics(&ListWatch{ListFunc: list, WatchFunc: w}, unsupported{})
}

type unsupported struct{}

func (unsupported) IsWatchListSemanticsUnSupported() bool { return true }

// A watch that never pauses keeps neither a resync nor the end of ctx waiting.
func TestBusyWatchLeavesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const events, period = 10_000, time.Minute
		busy := make(chan watch.Event, events)
		for i := range events {
			busy <- watch.Event{Type: watch.Modified, Object: thing("a", "p1", fmt.Sprint(i+2))}
		}
		list := func(metav1.ListOptions) (runtime.Object, error) { return things("1", "", "p1"), nil }
		watching := func(metav1.ListOptions) (watch.Interface, error) { return watch.NewProxyWatcher(busy), nil }
		c := clocktesting.NewFakeClock(time.Now())
		ctx, cancel := context.WithCancel(t.Context())
		s := &busyFIFO{FIFO: machine.NewRealFIFO(machine.FIFOConfig[any]{Meta: storeMeta, Atomic: true})}
		s.updated = func() {
			switch {
			case s.updates == 10:
				c.Step(period)
			case s.resynced > 0 && s.updates == s.resynced+10:
				cancel()
			}
		}
		r := NewReflectorWithOptions(listOnly(list, watching), &metav1.PartialObjectMetadata{}, newIntake(s, nil), ReflectorOptions{ResyncPeriod: period, Clock: c})
		r.RunWithContext(ctx)
		if s.resynced == 0 || s.resynced > 10+longestRow {
			t.Errorf("the resync that was due after 10 events came after %d, want it within a row of events", s.resynced)
		}
		if want := s.resynced + 10; s.updates != want {
			t.Errorf("%d events were stored, and ctx ended in the %dth", s.updates, want)
		}
		if got, want := r.LastSyncResourceVersion(), fmt.Sprint(s.updates+1); got != want {
			t.Errorf("LastSyncResourceVersion() = %s, want that of the last event, %s", got, want)
		}
	})
}

// busyFIFO says what the intake of an informer is given while it is busy; one goroutine.
type busyFIFO struct {
	machine.FIFO[any]
	updates  int
	resynced int // updates before the first Resync
	updated  func()
}

func (f *busyFIFO) Push(t machine.DeltaType, obj any) error {
	f.updates++
	f.updated()
	return f.FIFO.Push(t, obj)
}

func (f *busyFIFO) Resync() error {
	if f.resynced == 0 {
		f.resynced = f.updates
	}
	return nil
}

// A store of the program's own may take its time for an event: a resync comes between two.
func TestSlowStoreIsResynced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const events = 40
		busy := make(chan watch.Event, events)
		for i := range events {
			busy <- watch.Event{Type: watch.Modified, Object: thing("a", "p1", fmt.Sprint(i+2))}
		}
		list := func(metav1.ListOptions) (runtime.Object, error) { return things("1", "", "p1"), nil }
		watching := func(metav1.ListOptions) (watch.Interface, error) { return watch.NewProxyWatcher(busy), nil }
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		s := &busyStore{Store: NewStore(MetaNamespaceKeyFunc), updated: func() { time.Sleep(300 * time.Millisecond) }}
		r := NewReflectorWithOptions(listOnly(list, watching), &metav1.PartialObjectMetadata{}, s, ReflectorOptions{ResyncPeriod: time.Second})
		r.RunWithContext(ctx)
		if s.updates != events || s.resynced != 4 {
			t.Errorf("%d events were stored, the resync that was due in the fourth came after %d, want it after 4", s.updates, s.resynced)
		}
	})
}

// What has been processed is kept alive by nothing but the store.
func TestInformersLetGoOfWhatIsGone(t *testing.T) {
	for _, engine := range []Engine{EngineClassic, EngineOrdered, EngineAtomic} {
		w := watch.NewFakeWithChanSize(10, false)
		list := func(metav1.ListOptions) (runtime.Object, error) { return things("1", ""), nil }
		var kept []weak.Pointer[metav1.PartialObjectMetadata]
		send := func(send func(runtime.Object), rv string) {
			o := thing("a", "p1", rv)
			kept = append(kept, weak.Make(o))
			send(o)
		}
		send(w.Add, "2")
		send(w.Modify, "3")
		send(w.Delete, "4")
		gone := make(chan struct{})
		s, c := NewInformerWithOptions(InformerOptions{ListerWatcher: listOnly(list, func(metav1.ListOptions) (watch.Interface, error) { return w, nil }),
			ObjectType: &metav1.PartialObjectMetadata{}, Engine: engine, Handler: ResourceEventHandlerFuncs{DeleteFunc: func(any) { close(gone) }}})
		ctx, cancel := context.WithCancel(t.Context())
		go c.RunWithContext(ctx)
		<-gone
		for n, p := range kept {
			for deadline := time.Now().Add(5 * time.Second); p.Value() != nil; goruntime.GC() {
				if time.Now().After(deadline) {
					t.Errorf("%v: the object of event %d is still in memory", engine, n+1)
					break
				}
			}
		}
		goruntime.KeepAlive(s)
		cancel()
	}
}

// busyStore says what a reflector does while it is busy; one goroutine.
type busyStore struct {
	Store
	updates  int
	resynced int // updates before the first Resync
	updated  func()
}

func (s *busyStore) Update(obj interface{}) error {
	s.updates++
	s.updated()
	return s.Store.Update(obj)
}

func (s *busyStore) Resync() error {
	if s.resynced == 0 {
		s.resynced = s.updates
	}
	return nil
}

// "When a following page has expired it asks for all in one", and a server that pages lists
// at "0" is asked for pages from then on.
func TestListComesInPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		list := func(o metav1.ListOptions) (runtime.Object, error) {
			asked = append(asked, fmt.Sprintf("rv=%s limit=%d continue=%s", o.ResourceVersion, o.Limit, o.Continue))
			switch {
			case len(asked) == 3:
				return nil, apierrors.NewResourceExpired("too old")
			case o.Limit == 0:
				return things("9", "", "p1", "p2", "p3"), nil
			case o.Continue == "":
				return things("7", "t1", "p1"), nil
			case o.Continue == "t1":
				return things("7", "t2", "p2"), nil
			}
			return things("7", "", "p3"), nil
		}
		s := NewStore(MetaNamespaceKeyFunc)
		r := NewReflector(listOnly(list, endless), &metav1.PartialObjectMetadata{}, s, 0)
		for range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			go func() { _ = r.ListAndWatchWithContext(ctx) }()
			synctest.Wait()
			cancel()
			synctest.Wait()
			if podNames(s.List()) != "p1 p2 p3" {
				t.Errorf("the store has %q", podNames(s.List()))
			}
		}
		want := []string{"rv=0 limit=500 continue=", "rv= limit=500 continue=t1", "rv= limit=500 continue=t2", "rv=0 limit=0 continue=",
			"rv=9 limit=500 continue=", "rv= limit=500 continue=t1", "rv= limit=500 continue=t2"}
		if strings.Join(asked, "; ") != strings.Join(want, "; ") {
			t.Errorf("asked\n%s\nwant\n%s", strings.Join(asked, "\n"), strings.Join(want, "\n"))
		}
	})
}

// What is no list, and what is a list of the wrong thing, is an error with a text.
func TestListsThatAreNone(t *testing.T) {
	table := &unstructured.UnstructuredList{}
	table.SetGroupVersionKind(schema.GroupVersionKind{Group: "meta.k8s.io", Version: "v1", Kind: "Table"})
	for want, answer := range map[string]func() (runtime.Object, error){
		"failed to list *v1.PartialObjectMetadata: returned object must be a list": func() (runtime.Object, error) { return thing("a", "p1", "1"), nil },
		"unsupported list gvk: meta.k8s.io/v1, Kind=Table":                         func() (runtime.Object, error) { return table, nil },
		"failed to list *v1.PartialObjectMetadata: nobody":                         func() (runtime.Object, error) { return nil, errors.New("nobody") },
	} {
		r := NewReflector(listOnly(func(metav1.ListOptions) (runtime.Object, error) { return answer() }, endless), &metav1.PartialObjectMetadata{}, NewStore(MetaNamespaceKeyFunc), 0)
		if err := r.ListAndWatch(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ListAndWatch = %v, want %s", err, want)
		}
	}
}

// Wrong types of objects in a watch are left out, and the version does not move on. An event
// of a type nobody knows is not stored, and counts.
func TestWatchLeavesOutWrongTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch.NewFake()
		list := func(metav1.ListOptions) (runtime.Object, error) { return things("5", ""), nil }
		s := NewStore(MetaNamespaceKeyFunc)
		r := NewReflectorWithOptions(listOnly(list, func(metav1.ListOptions) (watch.Interface, error) { return w, nil }), &metav1.PartialObjectMetadata{}, s, ReflectorOptions{Name: "r"})
		ctx, cancel := context.WithCancel(t.Context())
		go r.RunWithContext(ctx)
		w.Add(&unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": "wrong", "resourceVersion": "6"}}})
		w.Add(thing("a", "p1", "7"))
		w.Action("NEW", thing("a", "p2", "8"))
		synctest.Wait()
		if got, rv := podNames(s.List()), r.LastSyncResourceVersion(); got != "p1" || rv != "8" {
			t.Errorf("the store has %q at %q, want p1 at 8", got, rv)
		}
		cancel()
		synctest.Wait()
	})
}

// A stopped Reflector leaves nothing behind: a watch that opens too late is stopped, a list
// that hangs is left alone, and no timer keeps a goroutine.
func TestStoppedReflectorLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		late := watch.NewFake()
		list := func(metav1.ListOptions) (runtime.Object, error) { return things("5", ""), nil }
		open := func(metav1.ListOptions) (watch.Interface, error) { <-gate; return late, nil }
		r := NewReflectorWithOptions(listOnly(list, open), nil, NewStore(MetaNamespaceKeyFunc), ReflectorOptions{ResyncPeriod: time.Second})
		ctx, cancel := context.WithCancel(t.Context())
		go r.RunWithContext(ctx)
		time.Sleep(3 * time.Second)
		cancel()
		synctest.Wait()
		close(gate)
		synctest.Wait()
		if !late.IsStopped() {
			t.Error("a watch that opened after the stop is still open")
		}
		hang := make(chan struct{})
		r = NewReflector(listOnly(func(metav1.ListOptions) (runtime.Object, error) { <-hang; return things("5", ""), nil }, endless), nil, NewStore(MetaNamespaceKeyFunc), 0)
		ctx, cancel = context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.ListAndWatchWithContext(ctx) }()
		synctest.Wait()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("ListAndWatch that was stopped = %v, want nil", err)
		}
		close(hang)
		if err := r.ListAndWatchWithContext(ctx); err != nil {
			t.Errorf("ListAndWatch of an ended context = %v, want nil", err)
		}
	})
}

// A panic of a lister, on its own goroutine, comes to the one that runs the Reflector.
func TestPanicOfAListerComesToWhoRuns(t *testing.T) {
	r := NewReflector(listOnly(func(metav1.ListOptions) (runtime.Object, error) { panic("lister") }, endless), nil, NewStore(MetaNamespaceKeyFunc), 0)
	if v := panicOf(func() { _ = r.ListAndWatch(nil) }); v != "lister" {
		t.Errorf("panic %v, want lister", v)
	}
}

// Every wait is on the injected clock: with a fake one nothing happens until it steps.
func TestPausesAreOnTheInjectedClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clocktesting.NewFakeClock(time.Now())
		var lists, failures atomic.Int64
		r := NewReflectorWithOptions(listOnly(func(metav1.ListOptions) (runtime.Object, error) {
			lists.Add(1)
			return nil, errors.New("nobody")
		}, endless), nil, NewStore(MetaNamespaceKeyFunc), ReflectorOptions{Clock: c})
		r.watchError = func(context.Context, *Reflector, error) { failures.Add(1) }
		ctx, cancel := context.WithCancel(t.Context())
		go r.RunWithContext(ctx)
		time.Sleep(time.Hour)
		if lists.Load() != 1 || failures.Load() != 1 {
			t.Errorf("%d lists, %d failures in an hour of another clock, want 1, 1", lists.Load(), failures.Load())
		}
		c.Step(2 * time.Second) // I16: the first pause is 0.8 s to 1.6 s
		synctest.Wait()
		if lists.Load() != 2 {
			t.Errorf("%d lists after the pause, want 2", lists.Load())
		}
		cancel()
		synctest.Wait()
	})
}

func TestReflectorSaysWhatItExpects(t *testing.T) {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(schema.GroupVersionKind{Group: "g", Version: "v", Kind: "K"})
	for want, expected := range map[string]any{"<unspecified>": nil, "*v1.PartialObjectMetadata": &metav1.PartialObjectMetadata{},
		"*unstructured.Unstructured": &unstructured.Unstructured{}, "g/v, Kind=K": u} {
		r := NewNamedReflector("r", &ListWatch{}, expected, NewStore(MetaNamespaceKeyFunc), 0)
		if r.TypeDescription() != want || r.Name() != "r" {
			t.Errorf("description of %T = %q, want %q", expected, r.TypeDescription(), want)
		}
	}
	if _, r := NewNamespaceKeyedIndexerAndReflector(&ListWatch{}, nil, 0); !strings.Contains(r.Name(), ".go:") || strings.Contains(r.Name(), "core/cache") {
		t.Errorf("name = %q, want the first place outside of this package", r.Name())
	}
	if e := (&VeryShortWatchError{"r"}).Error(); !strings.HasPrefix(e, "very short watch: r: Unexpected watch close") {
		t.Error(e)
	}
}

// Old servers say that a version is too large by a text; all ways to say it count.
func TestFaultsAreTold(t *testing.T) {
	old := apierrors.NewTimeoutError("Too large resource version: 9, current: 5", 1)
	cause := apierrors.NewTimeoutError("later", 1)
	cause.ErrStatus.Details.Causes = []metav1.StatusCause{{Message: "Too large resource version"}}
	newer := apierrors.NewTimeoutError("later", 1)
	newer.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge}}
	for _, err := range []error{old, cause, newer} {
		if !isTooLarge(err) || fault(err).Reason != "ResourceVersionTooLarge" {
			t.Errorf("%v is not told as too large: %+v", err, fault(err))
		}
	}
	if isTooLarge(apierrors.NewTimeoutError("slow", 1)) || !fault(nil).OK() {
		t.Error("a slow server is told as a version too large, or no error as one")
	}
}

// A Reflector that is stopped between two pages asks for no more.
func TestStopEndsPaging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		list := func(metav1.ListOptions) (runtime.Object, error) {
			if asked++; asked == 2 {
				cancel()
			}
			return things("5", "more", "p"), nil
		}
		if err := NewReflector(listOnly(list, endless), nil, NewStore(MetaNamespaceKeyFunc), 0).ListAndWatchWithContext(ctx); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if asked != 2 {
			t.Errorf("asked %d times, want 2", asked)
		}
	})
}

// Where panics do not end the program a Reflector rests and begins anew after one, whoever
// panicked; a watch that was being opened is closed when it comes.
func TestReflectorGoesOnAfterAPanic(t *testing.T) {
	standing, handlers := utilruntime.ReallyCrash, utilruntime.PanicHandlers
	utilruntime.ReallyCrash, utilruntime.PanicHandlers = false, nil
	defer func() { utilruntime.ReallyCrash, utilruntime.PanicHandlers = standing, handlers }()
	for _, who := range []string{"list", "watch", "resync", "watch error handler", "store"} {
		synctest.Test(t, func(t *testing.T) {
			var lists, panics int
			var mu sync.Mutex
			once := func(at string) {
				if at == who && panics == 0 {
					panics++
					panic(at)
				}
			}
			var opened []*watch.FakeWatcher
			list := func(metav1.ListOptions) (runtime.Object, error) {
				lists++
				once("list")
				if who == "watch error handler" && lists == 1 {
					return nil, errors.New("nobody")
				}
				return things("5", "", "p1"), nil
			}
			open := func(metav1.ListOptions) (watch.Interface, error) {
				once("watch")
				w := watch.NewFake()
				mu.Lock() // a watch may still be opening when the next one is asked for
				opened = append(opened, w)
				late := len(opened) == 2
				mu.Unlock()
				if who == "resync" && late { // it opens when the resync has panicked
					time.Sleep(3 * time.Second)
				}
				return w, nil
			}
			store := &touchyStore{Store: NewStore(MetaNamespaceKeyFunc), touch: func() { once("store") }}
			r := NewReflectorWithOptions(listOnly(list, open), &metav1.PartialObjectMetadata{}, store, ReflectorOptions{ResyncPeriod: 10 * time.Second})
			r.ShouldResync = func() bool { once("resync"); return true }
			r.watchError = func(context.Context, *Reflector, error) { once("watch error handler") }
			ctx, cancel := context.WithCancel(t.Context())
			go r.RunWithContext(ctx)
			time.Sleep(9 * time.Second)
			synctest.Wait() // it also orders what the reflector wrote before what is read here
			if who == "resync" {
				opened[0].Stop() // the next one is not open yet when the resync is due
			}
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if panics != 1 || lists != 2 || podNames(store.List()) != "p1" {
				t.Errorf("%s: %d panics, %d lists, the store has %q; want 1, 2, p1", who, panics, lists, podNames(store.List()))
			}
			cancel()
			synctest.Wait()
			for i, w := range opened {
				if !w.IsStopped() {
					t.Errorf("%s: watch %d is still open", who, i)
				}
			}
		})
	}
}

// touchyStore calls touch when it is filled.
type touchyStore struct {
	Store
	touch func()
}

func (s *touchyStore) Replace(list []interface{}, rv string) error {
	s.touch()
	return s.Store.Replace(list, rv)
}
