package conformance

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	selectors "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
	theirs "k8s.io/client-go/tools/cache"
)

// S21: the map an Indexer was made of, and the one it returns.
func TestDeviationIndexersAreCopies(t *testing.T) {
	a := theirs.NewIndexer(theirs.MetaNamespaceKeyFunc, theirs.Indexers{})
	b := ours.NewIndexer(ours.MetaNamespaceKeyFunc, ours.Indexers{})
	a.GetIndexers()["late"], b.GetIndexers()["late"] = labelValues, labelValues
	if x, y := len(a.GetIndexers()), len(b.GetIndexers()); x != 1 || y != 0 {
		t.Errorf("indices after a change of the returned map: client-go %d, ours %d, want 1, 0", x, y)
	}
}

// deaf is a store whose look-ups fail.
type deaf struct{}

func (deaf) ListKeys() []string                 { return nil }
func (deaf) GetByKey(string) (any, bool, error) { return nil, false, errors.New("deaf") }

// F16: a deletion whose key cannot be looked up.
func TestDeviationDeletionOfAKeyThatCannotBeLookedUp(t *testing.T) {
	quietErrors(t)
	a, b := theirs.NewDeltaFIFOWithOptions(theirs.DeltaFIFOOptions{KnownObjects: deaf{}}), ours.NewDeltaFIFOWithOptions(ours.DeltaFIFOOptions{KnownObjects: deaf{}})
	obj := parseObject("a/p1@1")
	_, _ = a.Delete(obj), b.Delete(obj)
	a.Close()
	b.Close()
	x, _ := a.Pop(func(any, bool) error { return nil })
	_, err := b.Pop(func(any, bool) error { return nil })
	if d, ok := x.(theirs.Deltas); !ok || len(d) != 1 || !errors.Is(err, ours.ErrFIFOClosed) {
		t.Errorf("client-go pops %v, ours fails with %v, want one deletion and nothing", x, err)
	}
}

// F17: a tombstone that a program has added, and a Replace without its key.
func TestDeviationTombstoneOfATombstone(t *testing.T) {
	a, b := theirs.NewDeltaFIFOWithOptions(theirs.DeltaFIFOOptions{}), ours.NewDeltaFIFOWithOptions(ours.DeltaFIFOOptions{})
	_, _ = a.Add(theirs.DeletedFinalStateUnknown{Key: "a/p", Obj: "last"}), b.Add(ours.DeletedFinalStateUnknown{Key: "a/p", Obj: "last"})
	_, _ = a.Replace(nil, "5"), b.Replace(nil, "5")
	x, _ := a.Pop(func(any, bool) error { return nil })
	y, _ := b.Pop(func(any, bool) error { return nil })
	if got, want := fmt.Sprint(x), "[{Added {a/p last}} {Deleted {a/p last}}]"; got != want {
		t.Errorf("client-go pops %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(y), "[{Added {a/p last}} {Deleted {a/p {a/p last}}}]"; got != want {
		t.Errorf("ours pops %s, want %s", got, want)
	}
}

// S23: an index is asked for what stands beside nothing.
func TestDeviationIndexOfNil(t *testing.T) {
	index := func(any) ([]string, error) { return []string{"v"}, nil }
	a, b := theirs.NewIndexer(theirs.MetaNamespaceKeyFunc, theirs.Indexers{"any": index}), ours.NewIndexer(ours.MetaNamespaceKeyFunc, ours.Indexers{"any": index})
	_, _ = a.Add(parseObject("a/p1@1")), b.Add(parseObject("a/p1@1"))
	x, _ := a.Index("any", nil)
	y, _ := b.Index("any", nil)
	if len(x) != 1 || len(y) != 0 {
		t.Errorf("beside nil stand %d objects for client-go, %d for ours, want 1, 0", len(x), len(y))
	}
}

// I39: a transform makes nil of an object of a streaming list.
func TestDeviationTransformToNilInAStream(t *testing.T) {
	quietErrors(t)
	open := func(context.Context, metav1.ListOptions) (watch.Interface, error) {
		w := watch.NewFakeWithChanSize(3, false)
		w.Add(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "gone", ResourceVersion: "6"}})
		w.Add(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "p1", ResourceVersion: "7"}})
		w.Action(watch.Bookmark, &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "8",
			Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"}}})
		return w, nil
	}
	list := func(context.Context, metav1.ListOptions) (runtime.Object, error) {
		return nil, errors.New("not by a list")
	}
	nils := 0
	transform := func(o any) (any, error) {
		switch {
		case o == nil:
			nils++
			return nil, errors.New("no object")
		case o.(metav1.Object).GetName() == "gone":
			return nil, nil
		}
		return o, nil
	}
	synced := func(inform func() (run func(context.Context), synced func() bool)) (ok bool) {
		synctest.Test(t, func(t *testing.T) {
			run, has := inform()
			ctx, cancel := context.WithCancel(t.Context())
			go run(ctx)
			synctest.Wait()
			ok = has()
			cancel()
		})
		return ok
	}
	x := synced(func() (func(context.Context), func() bool) {
		i := theirs.NewSharedIndexInformer(&theirs.ListWatch{ListWithContextFunc: list, WatchFuncWithContext: open}, nil, 0, nil)
		_ = i.SetTransform(transform)
		return i.RunWithContext, i.HasSynced
	})
	asked := nils
	y := synced(func() (func(context.Context), func() bool) {
		i := ours.NewSharedIndexInformer(&ours.ListWatch{ListWithContextFunc: list, WatchFuncWithContext: open}, nil, 0, nil)
		_ = i.SetTransform(transform)
		return i.RunWithContext, i.HasSynced
	})
	if x || asked == 0 || !y || nils != asked {
		t.Errorf("synced: client-go %t, ours %t, want false, true; the transform got nil %d times from client-go, %d from ours, want some, 0", x, y, asked, nils-asked)
	}
}

// Q12: two that pop an unlocked RealFIFO.
func TestDeviationPopsOfAnUnlockedQueueTakeTurns(t *testing.T) {
	atWork := func(add func(any) error, pop func(process func(any, bool) error)) (most int) {
		synctest.Test(t, func(t *testing.T) {
			gate, now := make(chan struct{}), make(chan int, 4)
			for i := range 2 {
				_ = add(parseObject(fmt.Sprintf("a/p%d@1", i)))
			}
			for range 2 {
				go pop(func(any, bool) error {
					now <- 1
					<-gate
					return nil
				})
			}
			synctest.Wait()
			most = len(now)
			close(gate)
			synctest.Wait()
		})
		return most
	}
	a := atWork(func() (func(any) error, func(func(any, bool) error)) {
		var f *theirs.RealFIFO
		get := func() *theirs.RealFIFO {
			if f == nil { // made in the bubble
				f = theirs.NewRealFIFOWithOptions(theirs.RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true})
			}
			return f
		}
		return func(o any) error { return get().Add(o) }, func(p func(any, bool) error) { _, _ = get().Pop(p) }
	}())
	b := atWork(func() (func(any) error, func(func(any, bool) error)) {
		var f *ours.RealFIFO
		get := func() *ours.RealFIFO {
			if f == nil {
				f = ours.NewRealFIFOWithOptions(ours.RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true})
			}
			return f
		}
		return func(o any) error { return get().Add(o) }, func(p func(any, bool) error) { _, _ = get().Pop(p) }
	}())
	if a != 2 || b != 1 {
		t.Errorf("at work at once: client-go %d, ours %d, want 2, 1", a, b)
	}
}

// I31: a stop in the pause after a streaming list was refused. I32: the first pause of the
// second run.
func TestDeviationStoppedReflectors(t *testing.T) {
	quietErrors(t)
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	features.ReplaceFeatureGates(gates{features.WatchListClient: true})
	backoff := func() *wait.Backoff {
		return &wait.Backoff{Duration: 10 * time.Second, Factor: 2, Steps: 5, Cap: time.Hour}
	}
	// play stops a run after a second, in the pause that follows a refusal; then it runs again.
	play := func(list bool, start func(*scriptedServer, *writtenStore) func(context.Context)) (stopping, pause time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			d := &diary{}
			s := newScriptedServer(d, reflectorOptions{list: list})
			run := start(s, &writtenStore{diary: d, start: time.Now()})
			if !list {
				s.serve("partition")
			}
			ctx, cancel := context.WithCancel(t.Context())
			done := startRun(ctx, run)
			time.Sleep(time.Second)
			start := time.Now()
			cancel()
			<-done
			stopping = time.Since(start)
			s.serve("partition")
			d.took()
			ctx, cancel = context.WithCancel(t.Context())
			done = startRun(ctx, run)
			start = time.Now()
			synctest.Wait()
			for d.took(); len(d.took()) == 0; synctest.Wait() {
				time.Sleep(time.Second)
			}
			pause = time.Since(start)
			cancel()
			<-done
		})
		return stopping, pause
	}
	a := func(s *scriptedServer, w *writtenStore) func(context.Context) {
		return theirs.NewReflectorWithOptions(s, &metav1.PartialObjectMetadata{}, w, theirs.ReflectorOptions{Backoff: backoff()}).RunWithContext
	}
	b := func(s *scriptedServer, w *writtenStore) func(context.Context) {
		return ours.NewReflectorWithOptions(s, &metav1.PartialObjectMetadata{}, w, ours.ReflectorOptions{Backoff: backoff()}).RunWithContext
	}
	x, _ := play(false, a)
	y, _ := play(false, b)
	if x != 9*time.Second || y != 0 {
		t.Errorf("a stop in the pause of a streaming list takes: client-go %v, ours %v, want 9 s, 0", x, y)
	}
	_, x = play(true, a)
	_, y = play(true, b)
	if x != 20*time.Second || y != 10*time.Second {
		t.Errorf("the first pause of the second run: client-go %v, ours %v, want 20 s, 10 s", x, y)
	}
}

func startRun(ctx context.Context, run func(context.Context)) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		run(ctx)
		close(done)
	}()
	return done
}

// I38: a negative resync period.
func TestDeviationNegativeResync(t *testing.T) {
	quietErrors(t)
	asked := func(run func(s *scriptedServer, shouldResync func() bool) func(context.Context)) (n int) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			done := startRun(ctx, run(newScriptedServer(&diary{}, reflectorOptions{list: true}), func() bool {
				if n++; n == 1000 {
					cancel()
				}
				return false
			}))
			time.Sleep(time.Hour)
			cancel()
			<-done
		})
		return n
	}
	x := asked(func(s *scriptedServer, should func() bool) func(context.Context) {
		r := theirs.NewReflector(s, nil, theirs.NewStore(theirs.MetaNamespaceKeyFunc), -time.Second)
		r.ShouldResync = should
		return r.RunWithContext
	})
	y := asked(func(s *scriptedServer, should func() bool) func(context.Context) {
		r := ours.NewReflector(s, nil, ours.NewStore(ours.MetaNamespaceKeyFunc), -time.Second)
		r.ShouldResync = should
		return r.RunWithContext
	})
	if x < 1000 || y != 0 {
		t.Errorf("resyncs at once: client-go %d, ours %d, want 1000 and none", x, y)
	}
}

// S24: labels that are changed in place in a large store.
func TestDeviationLabelsChangedInPlace(t *testing.T) {
	a := theirs.NewIndexer(theirs.MetaNamespaceKeyFunc, theirs.Indexers{})
	b := ours.NewIndexer(ours.MetaNamespaceKeyFunc, ours.Indexers{})
	var objects []*metav1.PartialObjectMetadata
	for i := range 256 {
		o := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint(i), Labels: map[string]string{"app": fmt.Sprint(i % 8)}}}
		objects = append(objects, o)
		_, _ = a.Add(o), b.Add(o)
	}
	listed := func(app string) (x, y int) {
		selector := selectors.SelectorFromSet(selectors.Set{"app": app})
		_ = theirs.ListAll(a, selector, func(any) { x++ })
		_ = ours.ListAll(b, selector, func(any) { y++ })
		return x, y
	}
	for range 20 {
		if x, y := listed("5"); x != 32 || y != 32 {
			t.Fatalf("listed: client-go %d, ours %d, want 32 of each", x, y)
		}
	}
	objects[5].Labels["app"] = "6"
	if x, y := listed("5"); x != 31 || y != 31 {
		t.Errorf("listed by the old label: client-go %d, ours %d, want 31 of each", x, y)
	}
	if x, y := listed("6"); x != 33 || y != 32 {
		t.Errorf("listed by the new label: client-go %d, ours %d, want 33, 32", x, y)
	}
	_ = b.Update(objects[5])
	if _, y := listed("6"); y != 33 {
		t.Errorf("stored again, and %d listed, want 33", y)
	}
}
