package cache

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

type heard struct {
	mu   sync.Mutex
	text []string
}

func (h *heard) note(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = append(h.text, fmt.Sprintf(format, args...))
}

func (h *heard) took() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer func() { h.text = nil }()
	return strings.Join(h.text, ", ")
}

func nameOf(o any) string {
	if d, ok := o.(DeletedFinalStateUnknown); ok {
		return "unknown " + d.Key
	}
	return o.(metav1.Object).GetName() + "@" + o.(metav1.Object).GetResourceVersion()
}

func (h *heard) funcs() ResourceEventHandler {
	return ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(o any, initial bool) { h.note("add %s %t", nameOf(o), initial) },
		UpdateFunc: func(old, fresh any) { h.note("update %s %s", nameOf(old), nameOf(fresh)) },
		DeleteFunc: func(o any) { h.note("delete %s", nameOf(o)) },
	}
}

// The constructors of old programs make informers that work, in every engine of the new one.
func TestEveryInformerConstructorWorks(t *testing.T) {
	transform := func(o any) (any, error) { return o, nil }
	indexers := Indexers{NamespaceIndex: MetaNamespaceIndexFunc}
	type lw = ListerWatcher
	obj := &metav1.PartialObjectMetadata{}
	makers := map[string]func(lw, ResourceEventHandler) (Store, Controller){
		"NewInformer": func(l lw, h ResourceEventHandler) (Store, Controller) { return NewInformer(l, obj, 0, h) },
		"NewTransformingInformer": func(l lw, h ResourceEventHandler) (Store, Controller) {
			return NewTransformingInformer(l, obj, 0, h, transform)
		},
		"NewIndexerInformer": func(l lw, h ResourceEventHandler) (Store, Controller) {
			return NewIndexerInformer(l, obj, 0, h, indexers)
		},
		"NewTransformingIndexerInformer": func(l lw, h ResourceEventHandler) (Store, Controller) {
			return NewTransformingIndexerInformer(l, obj, 0, h, indexers, transform)
		},
	}
	for _, e := range []Engine{EngineAtomic, EngineOrdered, EngineOrderedBatches, EngineClassic} {
		makers["NewInformerWithOptions "+e.String()] = func(l lw, h ResourceEventHandler) (Store, Controller) {
			return NewInformerWithOptions(InformerOptions{ListerWatcher: l, ObjectType: obj, Handler: h, Engine: e})
		}
	}
	for name, maker := range makers {
		synctest.Test(t, func(t *testing.T) {
			w, h := watch.NewFake(), &heard{}
			store, c := maker(listOnly(func(metav1.ListOptions) (runtime.Object, error) { return things("5", "", "p1"), nil },
				func(metav1.ListOptions) (watch.Interface, error) { return w, nil }), h.funcs())
			if c.LastSyncResourceVersion() != "" || c.HasSynced() {
				t.Errorf("%s: synced before the run", name)
			}
			stop := make(chan struct{})
			go c.Run(stop)
			if !WaitForCacheSync(stop, c.HasSynced) || c.LastSyncResourceVersion() != "5" {
				t.Errorf("%s: not synced", name)
			}
			w.Modify(thing("a", "p1", "6"))
			w.Delete(thing("a", "p1", "7"))
			w.Add(thing("a", "p2", "8"))
			synctest.Wait()
			if got, want := h.took(), "add p1@5 true, update p1@5 p1@6, delete p1@7, add p2@8 false"; got != want || podNames(store.List()) != "p2" {
				t.Errorf("%s: heard %s, want %s; store %s", name, got, want, podNames(store.List()))
			}
			close(stop)
			synctest.Wait()
		})
	}
}

// A Controller of parts: batches go to ProcessBatch, errors are lost, handlers of watch
// errors are told.
func TestControllerOfParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var singles, several, failures atomic.Int64
		fail := atomic.Bool{}
		fail.Store(true)
		gate := make(chan struct{})
		w := watch.NewFakeWithChanSize(10, false)
		q := NewRealFIFOWithOptions(RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true})
		c := New(&Config{
			Queue: q,
			ListerWatcher: listOnly(func(metav1.ListOptions) (runtime.Object, error) {
				if fail.Swap(false) {
					return nil, errors.New("nobody")
				}
				return things("5", ""), nil
			}, func(metav1.ListOptions) (watch.Interface, error) { return w, nil }),
			Process:           func(any, bool) error { singles.Add(1); <-gate; return errors.New("lost") },
			ProcessBatch:      func(d []Delta, _ bool) error { several.Add(int64(len(d))); return nil },
			WatchErrorHandler: func(*Reflector, error) { failures.Add(1) },
		})
		ctx, cancel := context.WithCancel(t.Context())
		go c.RunWithContext(ctx)
		time.Sleep(time.Minute)
		for _, name := range []string{"p1", "p2", "p3"} {
			w.Add(thing("a", name, "6"))
		}
		synctest.Wait()
		close(gate)
		synctest.Wait()
		if singles.Load() != 1 || several.Load() != 3 || failures.Load() != 1 || !IsDone(c.HasSyncedChecker()) {
			t.Errorf("one by one %d, in batches %d, failures %d, want 1 (the list), 3, 1", singles.Load(), several.Load(), failures.Load())
		}
		cancel()
		synctest.Wait()
	})
}

// I14, for one handler: where panics do not end the program the item is lost and processing
// rests for a second.
func TestPanicOfAHandlerLosesTheItem(t *testing.T) {
	standing := utilruntime.ReallyCrash
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = standing }()
	synctest.Test(t, func(t *testing.T) {
		w, h := watch.NewFake(), &heard{}
		_, c := NewInformerWithOptions(InformerOptions{
			ListerWatcher: listOnly(func(metav1.ListOptions) (runtime.Object, error) { return things("5", ""), nil },
				func(metav1.ListOptions) (watch.Interface, error) { return w, nil }),
			Handler: ResourceEventHandlerFuncs{AddFunc: func(o any) {
				h.note("%s", nameOf(o))
				if nameOf(o) == "bad@6" {
					panic("handler")
				}
			}},
		})
		ctx, cancel := context.WithCancel(t.Context())
		go c.RunWithContext(ctx)
		synctest.Wait()
		w.Add(thing("a", "bad", "6"))
		synctest.Wait()
		w.Add(thing("a", "good", "7"))
		synctest.Wait()
		if got := h.took(); got != "bad@6" {
			t.Errorf("heard %q before the pause, want bad@6", got)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got := h.took(); got != "good@7" {
			t.Errorf("heard %q after the pause, want good@7", got)
		}
		cancel()
		synctest.Wait()
	})
}

func TestFilterTurnsUpdatesIntoAddsAndDeletes(t *testing.T) {
	h := &heard{}
	passes := func(o any) bool {
		_, unknown := o.(DeletedFinalStateUnknown)
		return unknown || o.(metav1.Object).GetName() != "out"
	}
	in, out := thing("a", "in", "1"), thing("a", "out", "2")
	var f ResourceEventHandler = FilteringResourceEventHandler{FilterFunc: passes, Handler: h.funcs()}
	f.OnAdd(in, true)
	f.OnAdd(out, true)
	f.OnUpdate(in, in)
	f.OnUpdate(in, out)
	f.OnUpdate(out, in)
	f.OnUpdate(out, out)
	f.OnDelete(in)
	f.OnDelete(out)
	f.OnDelete(DeletedFinalStateUnknown{Key: "a/in"})
	want := "add in@1 true, update in@1 in@1, delete in@1, add in@1 false, delete in@1, delete unknown a/in"
	if got := h.took(); got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
	type object = *metav1.PartialObjectMetadata
	var typed TypedResourceEventHandler[object] = TypedFilteringResourceEventHandler[object]{
		FilterFunc: func(o object) bool { return o != nil && o.Name != "out" },
		Handler: TypedResourceEventHandlerDetailedFuncs[object]{
			AddFunc:    func(o object, initial bool) { h.note("add %s %t", nameOf(o), initial) },
			UpdateFunc: func(old, fresh object) { h.note("update %s %s", nameOf(old), nameOf(fresh)) },
			DeleteFunc: func(o DeletedObject[object]) { h.note("delete %s %s/%s", o.GetKey(), o.GetNamespace(), o.GetName()) },
		}}
	typed.OnAdd(in, true)
	typed.OnUpdate(in, in)
	typed.OnUpdate(in, out)
	typed.OnUpdate(out, in)
	typed.OnDelete(DeletedObject[object]{OptionalObj: in})
	typed.OnDelete(DeletedObject[object]{FinalStateUnknown: &DeletedFinalStateUnknown{Key: "a/in"}})
	want = "add in@1 true, update in@1 in@1, delete a/in a/in, add in@1 false, delete a/in a/in"
	if got := h.took(); got != want {
		t.Errorf("typed heard %s\nwant        %s", got, want)
	}
	if d := (DeletedObject[object]{FinalStateUnknown: &DeletedFinalStateUnknown{Key: "x"}}); d.GetName() != "x" || d.GetKey() != "x" || d.GetNamespace() != "" {
		t.Errorf("a tombstone without namespace is %q", d.GetObjectName())
	}
	if (DeletedObject[object]{}).GetKey() != "" {
		t.Error("nothing has a key")
	}
	var nothing ResourceEventHandler = ResourceEventHandlerFuncs{}
	nothing.OnAdd(in, true)
	nothing.OnUpdate(in, in)
	nothing.OnDelete(in)
	var nobody TypedResourceEventHandler[object] = TypedResourceEventHandlerFuncs[object]{}
	nobody.OnAdd(in, true)
	nobody.OnUpdate(in, in)
	nobody.OnDelete(DeletedObject[object]{OptionalObj: in})
}
