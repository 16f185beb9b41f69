package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// What lessons and the glossary say beside what a lesson plays, on client-go itself: a test a sentence.

// saidServer is an API server of a few objects.
type saidServer struct {
	objects []metav1.PartialObjectMetadata
	refuse  error
	asked   []string
	watched chan *watch.FakeWatcher
	tooNew  string // the resourceVersion that this server has not reached
	paged   bool   // the first list comes in pages, for want of a watch cache
	busy    error  // refuses the next WATCH
	limits  []string
}

func (s *saidServer) List(o metav1.ListOptions) (runtime.Object, error) {
	s.asked = append(s.asked, fmt.Sprintf("LIST(%s)", o.ResourceVersion))
	s.limits = append(s.limits, fmt.Sprintf("%s:%d", o.ResourceVersion+o.Continue, o.Limit))
	if s.refuse != nil {
		return nil, s.refuse
	}
	if s.paged && o.Limit > 0 && o.Continue == "" {
		return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "10", Continue: "more"}, Items: slices.Clone(s.objects[:1])}, nil
	}
	if o.Continue != "" {
		return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "10"}, Items: slices.Clone(s.objects[1:])}, nil
	}
	return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "10"}, Items: slices.Clone(s.objects)}, nil
}

func (s *saidServer) Watch(o metav1.ListOptions) (watch.Interface, error) {
	request := "WATCH"
	if o.SendInitialEvents != nil {
		request = "STREAM"
	}
	s.asked = append(s.asked, fmt.Sprintf("%s(%s)", request, o.ResourceVersion))
	if s.tooNew != "" && o.ResourceVersion == s.tooNew {
		return nil, tooLarge()
	}
	if err := s.busy; err != nil {
		s.busy = nil
		return nil, err
	}
	w := watch.NewFakeWithChanSize(20, false)
	if o.SendInitialEvents != nil {
		for i := range s.objects {
			w.Add(s.objects[i].DeepCopy())
		}
		w.Action(watch.Bookmark, &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "10",
			Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"}}})
	}
	s.watched <- w
	return w, nil
}

func tooLarge() error {
	err := apierrors.NewTimeoutError("Too large resource version: 60, current: 10", 1)
	err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge}}
	return err
}

func saidPod(name, rv, node string) metav1.PartialObjectMetadata {
	return metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: rv, Labels: map[string]string{"node": node}}}
}

func newSaidServer(objects ...metav1.PartialObjectMetadata) *saidServer {
	return &saidServer{objects: objects, watched: make(chan *watch.FakeWatcher, 20)}
}

// saidInformer is an informer that starts with a LIST or with a stream, and has this resync period.
func saidInformer(s *saidServer, stream bool, resync time.Duration) cache.SharedIndexInformer {
	lw := &cache.ListWatch{
		ListWithContextFunc:  func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) { return s.List(o) },
		WatchFuncWithContext: func(_ context.Context, o metav1.ListOptions) (watch.Interface, error) { return s.Watch(o) },
	}
	if stream {
		return cache.NewSharedIndexInformer(lw, &metav1.PartialObjectMetadata{}, resync, cache.Indexers{})
	}
	return cache.NewSharedIndexInformer(cache.ToListWatcherWithWatchListSemantics(lw, noStream{}), &metav1.PartialObjectMetadata{}, resync, cache.Indexers{})
}

// saidIndexed has these indices from the start.
func saidIndexed(t *testing.T, s *saidServer, indexers cache.Indexers) cache.SharedIndexInformer {
	t.Helper()
	inf := saidInformer(s, false, 0)
	if err := inf.AddIndexers(indexers); err != nil {
		t.Fatal(err)
	}
	return inf
}

type noStream struct{}

func (noStream) IsWatchListSemanticsUnSupported() bool { return true }

// heardOf notes what a handler is called with.
func heardOf(heard *[]string) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { *heard = append(*heard, "add "+o.(metav1.Object).GetName()) },
		UpdateFunc: func(_, o any) { *heard = append(*heard, "update "+o.(metav1.Object).GetName()) },
	}
}

func nodeIndex(failing func(name string) error) cache.Indexers {
	return cache.Indexers{"byNode": func(o any) ([]string, error) {
		m := o.(*metav1.PartialObjectMetadata)
		if m.Labels["node"] == "" {
			if err := failing(m.Name); err != nil {
				return nil, err
			}
		}
		return []string{m.Labels["node"]}, nil
	}}
}

func gives(name string) error  { return errors.New("no node: " + name) }
func panics(name string) error { panic("no node: " + name) }

func TestAnIndexFunctionThatFailsLeavesTheObjectStoredAndTheLockFree(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	for how, failing := range map[string]func(string) error{"an error": gives, "a panic": panics} {
		synctest.Test(t, func(t *testing.T) {
			var by []string
			utilruntime.PanicHandlers = []func(context.Context, any){func(_ context.Context, p any) { by = append(by, fmt.Sprint(p)) }}
			server := newSaidServer(saidPod("p1", "5", "n1"))
			inf := saidIndexed(t, server, nodeIndex(failing))
			var heard []string
			if _, err := inf.AddEventHandler(heardOf(&heard)); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			synctest.Wait()
			w := <-server.watched
			send := func(kind watch.EventType, name, rv, node string) {
				p := saidPod(name, rv, node)
				w.Action(kind, &p)
				synctest.Wait()
			}
			send(watch.Added, "p0", "12", "")
			if len(by) != 1 {
				t.Fatalf("%s: %d panics: %q", how, len(by), by)
			}
			if _, stored, _ := inf.GetIndexer().GetByKey("p0"); !stored {
				t.Errorf("%s: p0 is not stored", how)
			}
			if keys := inf.GetIndexer().ListIndexFuncValues("byNode"); !slices.Equal(keys, []string{"n1"}) {
				t.Errorf("%s: the index has %v", how, keys)
			}
			send(watch.Added, "p3", "13", "n1") // nobody pops for a second
			if want := []string{"add p1"}; !slices.Equal(heard, want) {
				t.Errorf("%s: the handler heard %v, want %v", how, heard, want)
			}
			time.Sleep(1100 * time.Millisecond)
			if want := []string{"add p1", "add p3"}; !slices.Equal(heard, want) {
				t.Errorf("%s: a second later the handler has heard %v, want %v", how, heard, want)
			}
			// The next change asks the index function for what p0 was, and fails again.
			send(watch.Modified, "p0", "14", "n2")
			if len(by) != 2 || slices.Contains(heard, "update p0") {
				t.Errorf("%s: after the first change %d panics, heard %v", how, len(by), heard)
			}
			time.Sleep(1100 * time.Millisecond)
			send(watch.Modified, "p0", "15", "n2") // told, but an index of the same value is left as it is
			if keys, _ := inf.GetIndexer().IndexKeys("byNode", "n2"); len(by) != 2 || !slices.Contains(heard, "update p0") || len(keys) != 0 {
				t.Errorf("%s: after the second change %d panics, heard %v, n2 has %v", how, len(by), heard, keys)
			}
			send(watch.Modified, "p0", "16", "n3")
			if keys, _ := inf.GetIndexer().IndexKeys("byNode", "n3"); len(keys) != 1 {
				t.Errorf("%s: on another node the index has %v", how, keys)
			}
			stop()
			<-over
		})
	}
}

func TestAnIndexFunctionThatFailsInABatchTakesTheBatchWithIt(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p1", "5", "n1"))
		inf := saidIndexed(t, server, nodeIndex(gives))
		var heard []string
		if _, err := inf.AddEventHandler(heardOf(&heard)); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		synctest.Wait()
		w := <-server.watched
		bad, second, good := saidPod("p0", "11", ""), saidPod("p00", "12", ""), saidPod("p3", "13", "n1")
		w.Action(watch.Added, &bad)
		synctest.Wait() // the FIFO stands still for a second, so that these two come as one batch
		w.Action(watch.Added, &second)
		w.Action(watch.Added, &good)
		time.Sleep(3 * time.Second)
		_, stored, _ := inf.GetIndexer().GetByKey("p3")
		if stored || slices.Contains(heard, "add p3") {
			t.Errorf("p3 came in the batch of p00, and is stored: %v, heard: %v", stored, heard)
		}
		stop()
		<-over
	})
}

func TestAddIndexersPanicsInItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p0", "5", ""), saidPod("p1", "6", "n1"))
		inf := saidInformer(server, false, 0)
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		synctest.Wait()
		func() {
			defer func() {
				if p := recover(); !strings.Contains(fmt.Sprint(p), `unable to calculate an index entry for key "p0" on index "byNode"`) {
					t.Errorf("AddIndexers panics with %v", p)
				}
			}()
			t.Errorf("AddIndexers returns %v", inf.AddIndexers(nodeIndex(gives)))
		}()
		if inf.GetIndexer().GetIndexers()["byNode"] == nil { // and the lock is free
			t.Error("the name is not taken")
		}
		stop()
		<-over
	})
}

func TestAStreamFromTooLargeAVersionIsAskedAgainAtOnceWithoutOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p1", "5", "n1"))
		inf := saidInformer(server, true, 0)
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		synctest.Wait()
		w := <-server.watched
		server.tooNew = "60"
		w.Action(watch.Bookmark, &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "60"}})
		status := apierrors.NewBadRequest("away").Status()
		w.Error(&status)
		time.Sleep(5 * time.Second)
		if want := []string{"STREAM()", "STREAM(60)", "STREAM()"}; !slices.Equal(server.asked, want) {
			t.Errorf("asked %v, want %v", server.asked, want)
		}
		stop()
		<-over
	})
}

func TestATransformComesBeforeTheFIFOAndTwiceInAStream(t *testing.T) {
	standing := features.FeatureGates()
	defer features.ReplaceFeatureGates(standing)
	for _, e := range machine.Engines {
		for _, stream := range []bool{false, true} {
			features.ReplaceFeatureGates(gatesOf(e, stream))
			synctest.Test(t, func(t *testing.T) {
				server := newSaidServer(saidPod("p1", "5", "n1"))
				inf := saidInformer(server, stream, 0)
				times := map[string]int{}
				if err := inf.SetTransform(func(o any) (any, error) {
					m := o.(*metav1.PartialObjectMetadata)
					times[m.ResourceVersion]++
					return m, nil
				}); err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				over := make(chan struct{})
				go func() { inf.RunWithContext(ctx); close(over) }()
				synctest.Wait()
				w, p := <-server.watched, saidPod("p1", "11", "n1")
				w.Modify(&p)
				synctest.Wait()
				want := 1
				if stream {
					want = 2
				}
				if times["5"] != want || times["11"] != 1 {
					t.Errorf("%s, stream %v: transformed %v times, want %d for the list, 1 for the event", e.Name, stream, times, want)
				}
				if err := inf.SetTransform(nil); err == nil {
					t.Error("SetTransform after the start is no error")
				}
				stop()
				<-over
			})
		}
	}
	trim := func(o any) (any, error) {
		m := o.(*metav1.PartialObjectMetadata).DeepCopy()
		m.Labels = nil
		return m, nil
	}
	for name, fifo := range map[string]cache.Queue{
		"DeltaFIFO": cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{Transformer: trim, KnownObjects: cache.NewStore(cache.MetaNamespaceKeyFunc)}),
		"RealFIFO":  cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{Transformer: trim, KnownObjects: cache.NewStore(cache.MetaNamespaceKeyFunc)}),
	} {
		p := saidPod("p1", "5", "n1")
		if err := fifo.Add(&p); err != nil {
			t.Fatal(err)
		}
		if _, err := fifo.Pop(func(o any, _ bool) error {
			if m := o.(cache.Deltas)[0].Object.(*metav1.PartialObjectMetadata); m.Labels != nil {
				t.Errorf("%s holds p1 as it came: %v", name, m.Labels)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWaitForCacheSyncWaitsUntilItIsToldToStop(t *testing.T) {
	for name, refusal := range map[string]error{"401": apierrors.NewUnauthorized("token"), "403": apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "", errors.New("no rule"))} {
		synctest.Test(t, func(t *testing.T) {
			server := newSaidServer()
			server.refuse = refusal
			inf := saidInformer(server, false, 0)
			var refused int
			if err := inf.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
				if errors.Is(err, refusal) {
					refused++
				}
			}); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			for what, wait := range map[string]func(<-chan struct{}) bool{
				"WaitForCacheSync": func(stop <-chan struct{}) bool { return cache.WaitForCacheSync(stop, inf.HasSynced) },
				"WaitFor, which the factory uses": func(stop <-chan struct{}) bool {
					ctx, cancel := context.WithCancel(context.Background())
					go func() { <-stop; cancel() }()
					return cache.WaitFor(ctx, "", inf.HasSyncedChecker())
				},
			} {
				patience, said := make(chan struct{}), make(chan bool, 1)
				go func() { said <- wait(patience) }()
				time.Sleep(time.Hour)
				select {
				case v := <-said:
					t.Errorf("%s: %s returns %v within an hour", name, what, v)
				default:
				}
				close(patience)
				if <-said {
					t.Errorf("%s: %s says true", name, what)
				}
			}
			if refused < 100 {
				t.Errorf("%s: the WatchErrorHandler heard of %d refusals in two hours", name, refused)
			}
			stop()
			<-over
		})
	}
}

func TestAnInformerThatWasStoppedRunsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p1", "5", "n1"))
		inf := saidInformer(server, false, 0)
		run := func() {
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			time.Sleep(time.Minute)
			stop()
			<-over
		}
		run()
		asked := len(server.asked)
		began := time.Now()
		inf.RunWithContext(t.Context()) // nobody stops it, and it returns
		if len(server.asked) != asked || !began.Equal(time.Now()) {
			t.Errorf("run once more it asks %v, and takes %v", server.asked[asked:], time.Since(began))
		}
		if !inf.IsStopped() || !inf.HasSynced() || len(inf.GetStore().List()) != 1 {
			t.Errorf("stopped %v, synced %v, %d stored; want the store as it was", inf.IsStopped(), inf.HasSynced(), len(inf.GetStore().List()))
		}
	})
}

func TestAWorkerThatAddsItsOwnKeyLoopsWithoutBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
		defer q.ShutDown()
		q.Add("a")
		began := time.Now()
		for range 1000 {
			key, _ := q.Get()
			q.Add(key)
			q.Forget(key)
			q.Done(key)
		}
		if took := time.Since(began); took > 0 || q.Len() != 1 || q.NumRequeues("a") != 0 {
			t.Errorf("1000 passes take %v, then %d keys wait, and a has failed %d times", took, q.Len(), q.NumRequeues("a"))
		}
	})
}

func TestADrainWaitsForEverForAForgottenDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := workqueue.NewTyped[string]()
		q.Add("a")
		q.Get()
		over := make(chan struct{})
		go func() { q.ShutDownWithDrain(); close(over) }()
		time.Sleep(24 * time.Hour)
		select {
		case <-over:
			t.Error("the drain ends while a is being processed")
		default:
		}
		q.Done("a")
		<-over
	})
}

func TestAHandlerThatFiltersEqualVersionsHearsNoResyncAndNoUnchangedObject(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p1", "5", "n1"), saidPod("p2", "7", "n1"))
		inf := saidInformer(server, false, 30*time.Second)
		var all, passed []string
		update := func(old, fresh any) {
			o, f := old.(metav1.Object), fresh.(metav1.Object)
			call := fmt.Sprintf("%s %s-%s", f.GetName(), o.GetResourceVersion(), f.GetResourceVersion())
			all = append(all, call)
			if o.GetResourceVersion() != f.GetResourceVersion() {
				passed = append(passed, call)
			}
		}
		if _, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: update}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		time.Sleep(31 * time.Second)
		resynced := len(all)
		server.objects[1].ResourceVersion = "9"
		status := apierrors.NewResourceExpired("gone").Status()
		(<-server.watched).Error(&status)
		time.Sleep(5 * time.Second)
		if want := []string{"p2 7-9"}; resynced != 2 || len(all) != 4 || !slices.Equal(passed, want) {
			t.Errorf("heard %v, %d of them by the resync; let through %v, want %v", all, resynced, passed, want)
		}
		stop()
		<-over
	})
}

// Which errors of a watch lead to another WATCH, and which to a LIST.
func TestAfterAnErrorAWatchGoesOnOrAListComes(t *testing.T) {
	busy, broken := apierrors.NewTooManyRequests("later", 0), apierrors.NewInternalError(errors.New("broken"))
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "", nil)
	for name, c := range map[string]struct {
		event *apierrors.StatusError // ends the watch; without one it is closed
		next  error                  // refuses the WATCH that follows
		twice bool                   // the next watch ends at once, without an event
		want  []string
	}{
		"closed":               {want: []string{"WATCH(10)"}},
		"closed at once":       {twice: true, want: []string{"WATCH(10)", "LIST(10)", "WATCH(10)"}},
		"event 429":            {event: busy, want: []string{"WATCH(10)"}},
		"event 410":            {event: apierrors.NewResourceExpired("gone"), want: []string{"LIST(10)", "WATCH(10)"}},
		"event 500":            {event: broken, want: []string{"LIST(10)", "WATCH(10)"}},
		"refused with 429":     {next: busy, want: []string{"WATCH(10)", "WATCH(10)"}},
		"a refused connection": {next: fmt.Errorf("dial: %w", syscall.ECONNREFUSED), want: []string{"WATCH(10)", "WATCH(10)"}},
		"refused with 403":     {next: forbidden, want: []string{"WATCH(10)", "LIST(10)", "WATCH(10)"}},
		"refused with 500":     {next: broken, want: []string{"WATCH(10)", "LIST(10)", "WATCH(10)"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := newSaidServer(saidPod("p1", "5", "n1"))
			inf := saidInformer(server, false, 0)
			if err := inf.SetWatchErrorHandler(func(*cache.Reflector, error) {}); err != nil { // the log's own pause is of another clock
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			time.Sleep(5 * time.Second)
			w := <-server.watched
			server.asked, server.busy = nil, c.next
			if c.event != nil {
				w.Error(&c.event.ErrStatus)
			} else {
				w.Stop()
			}
			synctest.Wait()
			if c.twice {
				(<-server.watched).Stop()
			}
			time.Sleep(5 * time.Second)
			if !slices.Equal(server.asked, c.want) {
				t.Errorf("%s: then comes %v, want %v", name, server.asked, c.want)
			}
			stop()
			<-over
		})
	}
}

func TestALaterListHasALimitOnlyIfTheFirstCameInPages(t *testing.T) {
	for paged, want := range map[bool][]string{false: {"0:500", "10:0"}, true: {"0:500", "more:500", "10:500", "more:500"}} {
		synctest.Test(t, func(t *testing.T) {
			server := newSaidServer(saidPod("p1", "5", "n1"), saidPod("p2", "7", "n1"))
			server.paged = paged
			inf := saidInformer(server, false, 0)
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			synctest.Wait()
			(<-server.watched).Error(&apierrors.NewResourceExpired("gone").ErrStatus)
			time.Sleep(5 * time.Second)
			if !slices.Equal(server.limits, want) {
				t.Errorf("paged %v: LISTs at rv or token, with limit: %v, want %v", paged, server.limits, want)
			}
			stop()
			<-over
		})
	}
}

// An object that was created and one that was deleted over a gap: an OnAdd that is not initial, and a ghost until
// the relist.
func TestARelistEndsAGhostAndItsOnAddIsNotInitial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := newSaidServer(saidPod("p1", "5", "n1"))
		inf := saidInformer(server, false, 30*time.Second)
		var heard []string
		if _, err := inf.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
			AddFunc: func(o any, initial bool) {
				heard = append(heard, fmt.Sprint("add ", o.(metav1.Object).GetName(), " ", initial))
			},
			UpdateFunc: func(_, o any) { heard = append(heard, "update "+o.(metav1.Object).GetName()) },
			DeleteFunc: func(o any) { heard = append(heard, fmt.Sprintf("delete %T", o)) },
		}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		synctest.Wait()
		server.objects = []metav1.PartialObjectMetadata{saidPod("p3", "9", "n1")}
		time.Sleep(31 * time.Second)
		(<-server.watched).Error(&apierrors.NewResourceExpired("gone").ErrStatus)
		time.Sleep(5 * time.Second)
		if want := []string{"add p1 true", "update p1", "delete cache.DeletedFinalStateUnknown", "add p3 false"}; !slices.Equal(heard, want) {
			t.Errorf("heard %q, want %q", heard, want)
		}
		stop()
		<-over
	})
}

func TestAllReadersOfAStoreHoldTheObjectItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inf := saidInformer(newSaidServer(saidPod("p1", "5", "n1")), false, 0)
		var told any
		if _, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(o any) { told = o }}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		synctest.Wait()
		one, _, _ := inf.GetStore().GetByKey("p1")
		if two := inf.GetIndexer().List()[0]; one == nil || one != two || one != told {
			t.Errorf("two readers and a handler have %p, %p, %p: want one object", one, two, told)
		}
		stop()
		<-over
	})
}

// An index asks its function for the old values when the next event comes, of an object that has been written to.
func TestAnIndexKeepsAKeyWhereTheFieldWasBeforeItWasWrittenTo(t *testing.T) {
	for what, c := range map[string]struct {
		event  func(*watch.FakeWatcher)
		n1, n9 int // keys under it afterwards
		hole   bool
	}{
		"nothing yet":     {func(*watch.FakeWatcher) {}, 1, 0, false},
		"moved elsewhere": {func(w *watch.FakeWatcher) { p := saidPod("p1", "11", "n2"); w.Modify(&p) }, 1, 0, false},
		"moved to n9":     {func(w *watch.FakeWatcher) { p := saidPod("p1", "11", "n9"); w.Modify(&p) }, 1, 0, false},
		"deleted":         {func(w *watch.FakeWatcher) { p := saidPod("p1", "11", "n9"); w.Delete(&p) }, 1, 0, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := newSaidServer(saidPod("p1", "5", "n1"))
			inf := saidIndexed(t, server, nodeIndex(gives))
			ctx, stop := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() { inf.RunWithContext(ctx); close(over) }()
			synctest.Wait()
			p1, _, _ := inf.GetStore().GetByKey("p1")
			p1.(*metav1.PartialObjectMetadata).Labels["node"] = "n9"
			c.event(<-server.watched)
			synctest.Wait()
			under := map[string][]any{}
			for _, node := range []string{"n1", "n9"} {
				under[node], _ = inf.GetIndexer().ByIndex("byNode", node)
			}
			if len(under["n1"]) != c.n1 || len(under["n9"]) != c.n9 || slices.Contains(under["n1"], nil) != c.hole {
				t.Errorf("%s: under n1 %v, under n9 %v", what, under["n1"], under["n9"])
			}
			stop()
			<-over
		})
	}
}

func TestWhatWaitsInAMailboxIsLostAtAStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inf := saidInformer(newSaidServer(saidPod("p1", "5", "n1"), saidPod("p2", "7", "n1"), saidPod("p3", "8", "n1")), false, 0)
		began, ended := 0, 0
		if _, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { began++; time.Sleep(time.Hour); ended++ }}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { inf.RunWithContext(ctx); close(over) }()
		time.Sleep(time.Minute)
		stop()
		<-over // the call under way ends first
		time.Sleep(24 * time.Hour)
		if began != 1 || ended != 1 || len(inf.GetStore().List()) != 3 {
			t.Errorf("%d calls began, %d ended, %d objects are stored; want 1, 1, 3", began, ended, len(inf.GetStore().List()))
		}
	})
}

// hotKey adds one key 100 times a second for ten seconds, and another now and then; a pass takes this long.
func hotKey(t *testing.T, workers int, pass time.Duration) (hot, most int, taken []string) {
	synctest.Test(t, func(t *testing.T) {
		hot, most, taken = 0, 0, nil
		q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
		var mu sync.Mutex
		var ended sync.WaitGroup
		on := 0
		for range workers {
			ended.Go(func() {
				for {
					key, shutdown := q.Get()
					if shutdown {
						return
					}
					mu.Lock()
					taken = append(taken, key)
					if key == "hot" {
						hot, on = hot+1, on+1
						most = max(most, on)
					}
					mu.Unlock()
					time.Sleep(pass)
					if mu.Lock(); key == "hot" {
						on--
					}
					mu.Unlock()
					q.Done(key)
				}
			})
		}
		for i := range 1000 {
			q.Add("hot")
			if i%200 == 1 {
				q.Add("other")
			}
			time.Sleep(10 * time.Millisecond)
		}
		q.ShutDown()
		ended.Wait()
	})
	return hot, most, taken
}

func TestTheNumberOfPassesOfAHotKeyIsTimeOverTheLengthOfOne(t *testing.T) {
	for pass, want := range map[time.Duration]int{100 * time.Millisecond: 100, 250 * time.Millisecond: 40, time.Second: 10} {
		if hot, most, _ := hotKey(t, 3, pass); hot < want || hot > want+1 || most != 1 {
			t.Errorf("passes of %v, 1000 Adds in 10 s: %d, on as many as %d workers; want %d, on one", pass, hot, most, want)
		}
	}
	_, _, taken := hotKey(t, 1, 250*time.Millisecond)
	others := 0
	for i, key := range taken {
		if key == "other" {
			if others++; i == 0 || taken[i-1] != "hot" {
				t.Errorf("one worker takes %v: other came after %d", taken, i)
			}
		}
	}
	if others != 5 {
		t.Errorf("one worker takes %v: other %d times, want 5", taken, others)
	}
}
