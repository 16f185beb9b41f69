package cache

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

	"github.com/informerscope/informerscope/core/machine"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
	testingclock "k8s.io/utils/clock/testing"
)

// A bubble of synctest fails when a goroutine is left at its end, so each of these tests is
// a test that the informer leaves none.

var engines = []Engine{EngineAtomic, EngineOrdered, EngineOrderedBatches, EngineClassic}

func inEachEngine(t *testing.T, f func(t *testing.T, o SharedIndexInformerOptions)) {
	quiet(t)
	for _, e := range engines {
		t.Run(e.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, SharedIndexInformerOptions{Engine: e}) })
		})
	}
}

// I01, I02: who comes late hears of all that is stored, and has synced after that.
func TestLateHandlerHearsOfEverythingFirst(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, late := newScripted("p1", "p2"), &log{hold: make(chan struct{})}
		i, _ := started(t, s, o)
		s.send(watch.Modified, "p1")
		synctest.Wait()
		r, err := i.AddEventHandler(late)
		if err != nil {
			t.Fatal(err)
		}
		s.send(watch.Added, "p3")
		s.send(watch.Deleted, "p2")
		synctest.Wait()
		same(t, "calls while the first is held", late.took(), "[list p1]")
		if r.HasSynced() {
			t.Error("the registration has synced before its list was handled")
		}
		late.hold <- struct{}{}
		late.hold <- struct{}{}
		synctest.Wait()
		if !r.HasSynced() || !IsDone(r.HasSyncedChecker()) {
			t.Error("the registration has not synced after its list was handled")
		}
		close(late.hold)
		synctest.Wait()
		same(t, "calls after", late.took(), "[list p2 add p3 delete p2]")
	})
}

// A handler that was removed gets nothing more, and the call it is in goes on.
func TestRemovedHandlerIsNotCalledAgain(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, slow, other := newScripted("p1", "p2", "p3"), &log{hold: make(chan struct{})}, &log{}
		i, _ := started(t, s, o, other)
		synctest.Wait()
		r, _ := i.AddEventHandler(slow)
		synctest.Wait()
		ended := make(chan error)
		go func() { ended <- ShutDownEventHandler(i, r) }()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("ShutDownEventHandler returns while a call runs")
		default:
		}
		s.send(watch.Added, "p4")
		slow.hold <- struct{}{}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		synctest.Wait()
		same(t, "the removed one", slow.took(), "[list p1]")
		same(t, "the other", other.took(), "[list p1 list p2 list p3 add p4]")
		if r.HasSynced() {
			t.Error("a removed registration has synced")
		}
		same(t, "removing again", i.RemoveEventHandler(r), nil)
	})
}

func TestHandlersBeforeStartMayBeRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, gone, stays := newScripted("p1"), &log{}, &log{}
		i := NewSharedInformer(s, &metav1.PartialObjectMetadata{}, 0)
		r, _ := i.AddEventHandler(gone)
		_, _ = i.AddEventHandler(stays)
		if err := ShutDownEventHandler(i, r); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go i.RunWithContext(ctx)
		synctest.Wait()
		same(t, "the removed one", gone.took(), "[]")
		same(t, "the other", stays.took(), "[list p1]")
	})
}

// I14: the call is skipped, the handler rests a second, and never syncs when it was an
// initial add. Others do not notice.
func TestHandlerThatPanics(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, angry, calm := newScripted("p1", "p2"), &log{angry: "p1"}, &log{}
		i, _ := started(t, s, o, calm)
		r, _ := i.AddEventHandler(angry)
		synctest.Wait()
		same(t, "at once", angry.took(), "[list p1]")
		same(t, "the other", calm.took(), "[list p1 list p2]")
		time.Sleep(time.Second)
		synctest.Wait()
		same(t, "a second later", angry.took(), "[list p2]")
		if r.HasSynced() {
			t.Error("the registration has synced though an initial add panicked")
		}
		s.send(watch.Modified, "p1")
		s.send(watch.Modified, "p2")
		synctest.Wait()
		same(t, "a later panic", angry.took(), "[update p1]")
		time.Sleep(time.Second)
		synctest.Wait()
		same(t, "and a second later", angry.took(), "[update p2]")
	})
}

// A handler that rests after a panic does not hold up the end.
func TestStopEndsTheRestAfterAPanic(t *testing.T) {
	quiet(t)
	synctest.Test(t, func(t *testing.T) {
		s, angry := newScripted("p1", "p2"), &log{angry: "p1"}
		i, cancel := started(t, s, SharedIndexInformerOptions{}, angry)
		synctest.Wait()
		at := time.Now()
		cancel()
		synctest.Wait()
		if !i.IsStopped() || time.Since(at) != 0 {
			t.Errorf("stopped %t after %v, want at once", i.IsStopped(), time.Since(at))
		}
		same(t, "calls", angry.took(), "[list p1]")
	})
}

// An index function that panics costs the change it was asked for, no more: no lock is lost,
// the informer goes on after a second.
func TestIndexFunctionThatPanics(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, h := newScripted("p1"), &log{}
		for name, bad := range map[string]func() ([]string, error){
			"panic": func() ([]string, error) { panic("no") },
			"error": func() ([]string, error) { return nil, errors.New("no") },
		} {
			o.Indexers = Indexers{"name": func(o any) ([]string, error) {
				if o.(metav1.Object).GetName() == "bad" {
					return bad()
				}
				return []string{o.(metav1.Object).GetName()}, nil
			}}
			i, cancel := started(t, s, o, h)
			synctest.Wait()
			s.send(watch.Added, "bad")
			synctest.Wait()
			s.send(watch.Added, "p2")
			synctest.Wait()
			if _, err := i.AddEventHandler(&log{}); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			same(t, name+": calls", h.took(), "[list p1 add p2]")
			same(t, name+": keys", i.GetIndexer().ListKeys(), "[default/p1 default/p2]")
			keys, err := i.GetIndexer().IndexKeys("name", "p2")
			same(t, name+": index", fmt.Sprint(keys, err), "[default/p2] <nil>")
			cancel()
			synctest.Wait()
			if !i.IsStopped() {
				t.Errorf("%s: the informer does not stop", name)
			}
		}
	})
}

// I21: what a transform refuses is lost, a list it refuses is listed again.
func TestTransform(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, h := newScripted("p1"), &log{}
		i := NewSharedIndexInformerWithOptions(s, &metav1.PartialObjectMetadata{}, o)
		_, _ = i.AddEventHandler(h)
		var refuse atomic.Value
		refuse.Store("p1")
		if err := i.SetTransform(func(o any) (any, error) {
			m := o.(*metav1.PartialObjectMetadata)
			if m.Name == refuse.Load() {
				return nil, errors.New("refused")
			}
			m.Labels = map[string]string{"seen": "yes"}
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
		var failures []string
		_ = i.SetWatchErrorHandler(func(_ *Reflector, err error) { failures = append(failures, err.Error()) })
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go i.RunWithContext(ctx)
		synctest.Wait()
		if len(failures) != 1 || !strings.Contains(failures[0], "refused") || i.HasSynced() {
			t.Errorf("failures %q, synced %t; want one that says refused, and false", failures, i.HasSynced())
		}
		refuse.Store("p2")
		time.Sleep(minute)
		synctest.Wait()
		s.send(watch.Added, "p2")
		s.send(watch.Added, "p3")
		s.send(watch.Deleted, "p1")
		time.Sleep(time.Second) // an error handler's rate limit
		synctest.Wait()
		same(t, "calls", h.took(), "[list p1 add p3 delete p1]")
		p3, _, _ := i.GetStore().GetByKey("default/p3")
		same(t, "labels of p3", p3.(metav1.Object).GetLabels(), "map[seen:yes]")
	})
}

// I15: what may be done when.
func TestLifecycle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScripted("p1")
		i := NewSharedIndexInformer(s, &metav1.PartialObjectMetadata{}, 0, Indexers{})
		same(t, "rv before", i.LastSyncResourceVersion(), "")
		same(t, "name", i.HasSyncedChecker().Name(), "SharedIndexInformer *v1.PartialObjectMetadata")
		if i.HasSynced() || i.IsStopped() {
			t.Error("synced or stopped before the start")
		}
		stop := make(chan struct{})
		go i.Run(stop)
		synctest.Wait()
		i.Run(stop) // returns at once
		for what, err := range map[string]error{
			"SetTransform":         i.SetTransform(nil),
			"SetWatchErrorHandler": i.SetWatchErrorHandler(nil),
		} {
			same(t, what, err, "informer has already started")
		}
		same(t, "AddIndexers while it runs", i.AddIndexers(Indexers{"all": func(any) ([]string, error) { return []string{"all"}, nil }}), nil)
		list, _ := i.GetIndexer().ByIndex("all", "all")
		same(t, "in the new index", len(list), 1)
		c := i.GetController()
		c.Run(nil)
		c.RunWithContext(t.Context())
		if !c.HasSynced() || !IsDone(c.HasSyncedChecker()) || c.LastSyncResourceVersion() != "1" || i.LastSyncResourceVersion() != "1" {
			t.Error("the controller does not say what the informer says")
		}
		close(stop)
		synctest.Wait()
		if !i.IsStopped() {
			t.Error("it has not stopped")
		}
		if _, err := i.AddEventHandler(&log{}); err == nil || !strings.Contains(err.Error(), "was not added to shared informer because it has stopped already") {
			t.Errorf("AddEventHandler after the end: %v", err)
		}
		same(t, "AddIndexers after the end", i.AddIndexers(Indexers{}), "indexer was not added because it has stopped already")
		if !WaitForCacheSync(stop, i.HasSynced) {
			t.Error("WaitForCacheSync on a closed channel is false though it has synced")
		}
	})
}

func TestInformerThatIsStoppedBeforeItSynced(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, h := newScripted("p1"), &log{}
		s.fail(errors.New("no"))
		i, cancel := started(t, s, o, h)
		time.Sleep(minute)
		synctest.Wait()
		if s.lists < 3 {
			t.Errorf("%d lists in a minute, want more", s.lists)
		}
		cancel()
		synctest.Wait()
		if i.HasSynced() || !i.IsStopped() {
			t.Errorf("synced %t, stopped %t, want false, true", i.HasSynced(), i.IsStopped())
		}
		same(t, "calls", h.took(), "[]")
	})
}

// I11: periods are rounded up to what the informer checks, and one with 0 never resyncs.
func TestResyncPeriods(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		for _, c := range []struct {
			own, asked time.Duration
			late       bool
			want       int // in a minute
		}{
			{10 * time.Second, 0, false, 0},
			{10 * time.Second, 5 * time.Second, false, 12},
			{10 * time.Second, 5 * time.Second, true, 6},
			{10 * time.Second, 25 * time.Second, false, 2},
			{10 * time.Second, time.Millisecond, false, 60},
			{10 * time.Second, -1, false, 6},
			{0, 5 * time.Second, false, 0},
		} {
			s, h := newScripted("p1"), &log{}
			o.ResyncPeriod = c.own
			i := NewSharedIndexInformerWithOptions(s, &metav1.PartialObjectMetadata{}, o)
			add := func() {
				if _, err := i.AddEventHandlerWithResyncPeriod(h, c.asked); err != nil {
					t.Fatal(err)
				}
			}
			if !c.late {
				add()
			}
			ctx, cancel := context.WithCancel(t.Context())
			go i.RunWithContext(ctx)
			synctest.Wait()
			if c.late {
				add()
			}
			time.Sleep(minute + 500*time.Millisecond)
			synctest.Wait()
			if got := strings.Count(h.took(), "update"); got != c.want {
				t.Errorf("informer %v, handler %v, late %t: %d resyncs in a minute, want %d", c.own, c.asked, c.late, got, c.want)
			}
			cancel()
			synctest.Wait()
		}
	})
}

// Every wait uses the clock that was given.
func TestInjectedClock(t *testing.T) {
	quiet(t)
	synctest.Test(t, func(t *testing.T) {
		s, h := newScripted("p1", "p2"), &log{angry: "p1"}
		clock := testingclock.NewFakeClock(time.Now())
		s.fail(errors.New("no"))
		started(t, s, SharedIndexInformerOptions{Clock: clock}, h)
		time.Sleep(time.Hour)
		synctest.Wait()
		same(t, "lists in an hour of the real clock", s.lists, 1)
		s.fail(nil)
		clock.Step(2 * time.Second)
		synctest.Wait()
		same(t, "lists after the pause", s.lists, 2)
		time.Sleep(time.Hour)
		synctest.Wait()
		same(t, "calls before the rest is over", h.took(), "[list p1]")
		clock.Step(time.Second)
		synctest.Wait()
		same(t, "calls after", h.took(), "[list p2]")
	})
}

// Callbacks run with no lock held: a handler may use the informer it hears from.
func TestHandlerMayUseItsInformer(t *testing.T) {
	inEachEngine(t, func(t *testing.T, o SharedIndexInformerOptions) {
		s, nested := newScripted("p1"), &log{}
		i := NewSharedIndexInformerWithOptions(s, &metav1.PartialObjectMetadata{}, o)
		var own ResourceEventHandlerRegistration
		own, _ = i.AddEventHandler(ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			_ = i.GetIndexer().AddIndexers(Indexers{"n": MetaNamespaceIndexFunc})
			_, _ = i.AddEventHandler(nested)
			_, _ = i.IsStopped(), i.LastSyncResourceVersion()
			_ = i.RemoveEventHandler(own)
		}})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go i.RunWithContext(ctx)
		synctest.Wait()
		s.send(watch.Added, "p2")
		synctest.Wait()
		same(t, "the nested handler", nested.took(), "[list p1 add p2]")
	})
}

func TestTypedInformer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScripted("p1")
		i := NewTypedSharedIndexInformer[*metav1.PartialObjectMetadata](NewSharedIndexInformer(s, &metav1.PartialObjectMetadata{}, 0, Indexers{}))
		var heard []string
		handler := TypedResourceEventHandlerFuncs[*metav1.PartialObjectMetadata]{
			AddFunc:    func(o *metav1.PartialObjectMetadata) { heard = append(heard, "add "+o.Name) },
			UpdateFunc: func(_, o *metav1.PartialObjectMetadata) { heard = append(heard, "update "+o.Name) },
			DeleteFunc: func(o DeletedObject[*metav1.PartialObjectMetadata]) {
				heard = append(heard, fmt.Sprint("delete ", o.GetKey(), o.FinalStateUnknown != nil))
			},
		}
		if _, err := i.AddTypedEventHandler(handler); err != nil {
			t.Fatal(err)
		}
		if _, err := i.AddTypedEventHandler(handler, HandlerOptions{}, HandlerOptions{}); err == nil {
			t.Error("two options are taken")
		}
		_ = i.AddTypedIndexers(TypedIndexers[*metav1.PartialObjectMetadata]{"name": func(o *metav1.PartialObjectMetadata) ([]string, error) { return []string{o.Name}, nil }})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go i.RunWithContext(ctx)
		synctest.Wait()
		list, err := i.GetTypedIndexer().ByTypedIndex("name", "p1")
		if err != nil || len(list) != 1 || list[0].Name != "p1" {
			t.Errorf("ByTypedIndex = %v, %v", list, err)
		}
		if same, err := i.GetTypedIndexer().TypedIndex("name", list[0]); err != nil || len(same) != 1 {
			t.Errorf("TypedIndex = %v, %v", same, err)
		}
		s.send(watch.Modified, "p1")
		s.send(watch.Deleted, "p1")
		synctest.Wait()
		same(t, "heard", heard, "[add p1 update p1 delete default/p1false]")
	})
}

// A note that a handler has no function for wakes nobody; an initial add counts for its sync all the same.
func TestAHandlerIsNotWokenForWhatItHasNoFunctionFor(t *testing.T) {
	note := func(kind machine.NoteKind, initial bool) machine.Post[any] {
		return machine.NewPost([]machine.Note[any]{{Kind: kind, Key: "a", Initial: initial}})
	}
	added, deleted := func(any) {}, func(any) {}
	for _, c := range []struct {
		name  string
		h     ResourceEventHandler
		heard []machine.NoteKind
	}{
		{"only adds", ResourceEventHandlerFuncs{AddFunc: added}, []machine.NoteKind{machine.NoteAdd}},
		{"only deletions", ResourceEventHandlerDetailedFuncs{DeleteFunc: deleted}, []machine.NoteKind{machine.NoteDelete}},
		{"by a pointer, whose functions may come later", &ResourceEventHandlerFuncs{}, []machine.NoteKind{machine.NoteAdd, machine.NoteUpdate, machine.NoteDelete}},
		{"filtered", FilteringResourceEventHandler{Handler: ResourceEventHandlerFuncs{}}, []machine.NoteKind{machine.NoteAdd, machine.NoteUpdate, machine.NoteDelete}},
	} {
		r := newRegistration(c.h, "informer", klog.Background(), clock.RealClock{})
		var heard []machine.NoteKind
		for _, kind := range []machine.NoteKind{machine.NoteAdd, machine.NoteUpdate, machine.NoteDelete} {
			before := r.mail.Len()
			r.push(note(kind, false), true)
			if r.mail.Len() > before {
				heard = append(heard, kind)
			}
		}
		if !slices.Equal(heard, c.heard) {
			t.Errorf("%s: %v come into its mailbox, want %v", c.name, heard, c.heard)
		}
		if r.push(note(machine.NoteAdd, true), true); r.mail.Outstanding() != 1 {
			t.Errorf("%s: %d initial adds are outstanding, want 1", c.name, r.mail.Outstanding())
		}
	}
}
