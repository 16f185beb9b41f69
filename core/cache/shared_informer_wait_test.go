package cache

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/watch"
	testingclock "k8s.io/utils/clock/testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestWaitForReturnsWhenAllAreDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := make(chan struct{}), make(chan struct{})
		ended := make(chan bool)
		go func() { ended <- WaitFor(t.Context(), "both", done{"a", a}, done{"b", b}) }()
		close(b)
		synctest.Wait()
		select {
		case <-ended:
			t.Error("WaitFor returns before a is done")
		default:
		}
		close(a)
		if !<-ended {
			t.Error("WaitFor = false, want true: both are done")
		}
		if !WaitFor(t.Context(), "") {
			t.Error("WaitFor nothing = false")
		}
	})
}

func TestWaitForEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		isDone := make(chan struct{})
		close(isDone)
		if WaitFor(ctx, "one of two", done{"never", nil}, done{"a", isDone}) {
			t.Error("WaitFor = true, want false")
		}
		if !WaitFor(ctx, "what is done", done{"a", isDone}) {
			t.Error("WaitFor what is done = false with a context that has ended")
		}
	})
}

func TestWaitForCacheSyncAsksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		synced := func() bool { return time.Since(start) >= 250*time.Millisecond }
		if !WaitForNamedCacheSync("test", nil, synced) || time.Since(start) != 300*time.Millisecond {
			t.Errorf("waited %v, want 300ms", time.Since(start))
		}
		stop := make(chan struct{})
		close(stop)
		if WaitForNamedCacheSync("test", stop, func() bool { return false }) {
			t.Error("WaitForNamedCacheSync = true with a closed channel")
		}
	})
}

func TestSyncResultNamesWhatIsMissing(t *testing.T) {
	cause := errors.New("time is up")
	r := SyncResult{Err: cause, Synced: map[reflect.Type]bool{reflect.TypeFor[*metav1.Status](): false, reflect.TypeFor[*metav1.List](): true}}
	if err := r.AsError(); !errors.Is(err, cause) || err.Error() != "failed to sync all caches: *v1.Status: time is up" {
		t.Errorf("AsError() = %v", err)
	}
	if err := (SyncResult{}).AsError(); err != nil {
		t.Errorf("AsError() of success = %v", err)
	}
}

// I26: a change in place is seen within a second, for at least two minutes.
func TestMutationDetectorSeesAChangeInPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := testingclock.NewFakeClock(time.Now())
		d := newMutationDetector("test", clock)
		var failures []string
		d.fail = func(message, _ string) { failures = append(failures, message) }
		s := newScripted()
		stop := make(chan struct{})
		go d.Run(stop)
		synctest.Wait()
		early, late := s.object("early"), s.object("late")
		d.AddObject(early)
		d.AddObject("not an object")
		step := func(d time.Duration) {
			for range d / time.Second {
				clock.Step(time.Second)
				synctest.Wait()
			}
		}
		step(3 * time.Minute)
		d.AddObject(late)
		same(t, "failures of unchanged objects", failures, "[]")
		late.Labels = map[string]string{"changed": "yes"}
		step(time.Second)
		same(t, "failures", failures, "[cache test modified]")
		late.Labels = nil
		step(2 * time.Minute)
		failures = nil
		early.Labels = map[string]string{"changed": "long ago"}
		step(2 * time.Minute)
		same(t, "failures of what was forgotten", failures, "[]")
		close(stop)
	})
}

// With the detector on, an informer watches what its handlers are told of.
func TestInformerFeedsTheMutationDetector(t *testing.T) {
	mutationDetection = true
	defer func() { mutationDetection = false }()
	synctest.Test(t, func(t *testing.T) {
		s := newScripted("p1")
		i, cancel := started(t, s, SharedIndexInformerOptions{}, &log{})
		s.send(watch.Modified, "p1")
		s.send(watch.Deleted, "p1")
		synctest.Wait()
		d := i.(*sharedIndexInformer).mutations.(*mutationDetector)
		d.mu.Lock()
		same(t, "objects watched", len(d.young), 2)
		d.mu.Unlock()
		cancel()
		synctest.Wait()
	})
}

func TestHandlersAreNamedForWhereTheyComeFrom(t *testing.T) {
	const here = "github.com/informerscope/informerscope/core/cache."
	add := func(any) {}
	for _, c := range []struct {
		handler ResourceEventHandler
		want    string
	}{
		{nil, "<nil>"},
		{&log{}, here + "log"},
		{FilteringResourceEventHandler{}, here + "FilteringResourceEventHandler"},
		{ResourceEventHandlerFuncs{}, "cache.ResourceEventHandlerFuncs"},
		{&ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: add}, here + "TestHandlersAreNamedForWhereTheyComeFrom"},
		{ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: noteDeletion}, here + "TestHandlersAreNamedForWhereTheyComeFrom.func1+" + here + "noteDeletion"},
	} {
		if got := nameForHandler(c.handler); got != c.want {
			t.Errorf("nameForHandler(%T) = %q, want %q", c.handler, got, c.want)
		}
	}
}

func noteDeletion(any) {}
