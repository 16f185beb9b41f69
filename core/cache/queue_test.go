package cache

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func queues() map[string]func() Queue {
	return map[string]func() Queue{
		"DeltaFIFO": func() Queue { return NewDeltaFIFO(MetaNamespaceKeyFunc, nil) },
		"RealFIFO":  func() Queue { return NewRealFIFO(MetaNamespaceKeyFunc, NewStore(MetaNamespaceKeyFunc), nil) },
		"atomic": func() Queue {
			return NewRealFIFOWithOptions(RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true})
		},
	}
}

// "Close … Pop takes what is left": all that wait are released.
func TestCloseReleasesWhoWaitsInPop(t *testing.T) {
	for name, queue := range queues() {
		synctest.Test(t, func(t *testing.T) {
			q := queue()
			var released atomic.Int64
			for range 3 {
				go func() {
					if _, err := q.Pop(func(interface{}, bool) error { return nil }); !errors.Is(err, ErrFIFOClosed) {
						t.Errorf("%s: Pop of a closed queue = %v", name, err)
					}
					released.Add(1)
				}()
			}
			synctest.Wait()
			if n := released.Load(); n != 0 {
				t.Errorf("%s: %d returned from an empty queue", name, n)
			}
			q.Close()
			synctest.Wait()
			if n := released.Load(); n != 3 {
				t.Errorf("%s: %d of 3 were released", name, n)
			}
		})
	}
}

// The lock is free again after a panic of a process, key or transform function.
func TestPanicsLeaveTheQueueUsable(t *testing.T) {
	for name, queue := range queues() {
		q := queue()
		_ = q.Add(thing("a", "p1", "1"))
		_ = q.Add(thing("a", "p2", "2"))
		if v := panicOf(func() { _, _ = q.Pop(func(interface{}, bool) error { panic("process") }) }); v != "process" {
			t.Errorf("%s: panic %v, want process", name, v)
		}
		popped, err := q.Pop(func(interface{}, bool) error { return nil })
		if d, ok := popped.(Deltas); err != nil || !ok || d.Newest().Object.(interface{ GetName() string }).GetName() != "p2" {
			t.Errorf("%s: Pop after a panic = %v, %v, want p2", name, popped, err)
		}
	}
	q := NewDeltaFIFOWithOptions(DeltaFIFOOptions{KeyFunction: func(interface{}) (string, error) { panic("key") }})
	if v := panicOf(func() { _ = q.Add(1) }); v != "key" || q.IsClosed() {
		t.Errorf("panic %v, want key, and a queue that answers", v)
	}
}

// Q05: four sets of options make no sense.
func TestRealFIFORefusesOptionsThatContradict(t *testing.T) {
	store := NewStore(MetaNamespaceKeyFunc)
	for want, o := range map[string]RealFIFOOptions{
		"coding error: knownObjects must not be provided when AtomicEvents is true":    {AtomicEvents: true, KnownObjects: store},
		"coding error: knownObjects must be provided when AtomicEvents is false":       {},
		"coding error: UnlockWhileProcessing must be false when AtomicEvents is false": {UnlockWhileProcessing: true, KnownObjects: store},
		"coding error: EmitDeltaTypeBookmark must be false when AtomicEvents is false": {EmitDeltaTypeBookmark: true, KnownObjects: store},
	} {
		if v := panicOf(func() { NewRealFIFOWithOptions(o) }); v != want {
			t.Errorf("options %+v: panic %v, want %s", o, v, want)
		}
	}
}

// Q07: the queue is free while a batch is processed, unless 2000 wait.
func TestUnlockedQueueTakesChangesWhileItProcesses(t *testing.T) {
	q := NewRealFIFOWithOptions(RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true})
	_ = q.Add(thing("a", "p1", "1"))
	_, err := q.Pop(func(interface{}, bool) error { return q.Add(thing("a", "p2", "2")) })
	if err != nil {
		t.Fatal(err)
	}
	for range 2001 {
		_ = q.Add(thing("a", "p3", "3"))
	}
	_, _ = q.Pop(func(interface{}, bool) error {
		if q.mu.TryLock() {
			q.mu.Unlock()
			t.Error("the queue is unlocked with 2001 waiting")
		}
		return nil
	})
}

func TestEmptyDeltasHaveNoKey(t *testing.T) {
	q := NewDeltaFIFO(MetaNamespaceKeyFunc, nil)
	if _, err := q.KeyOf(Deltas{}); !errors.Is(err, ErrZeroLengthDeltasObject) {
		t.Errorf("KeyOf(Deltas{}) = %v", err)
	}
	if key, err := q.KeyOf(Deltas{{Added, thing("a", "p1", "1")}}); key != "a/p1" || err != nil {
		t.Errorf("KeyOf = %q, %v, want a/p1", key, err)
	}
	if (Deltas{}).Oldest() != nil || (Deltas{}).Newest() != nil {
		t.Error("no deltas have an oldest or a newest")
	}
}

// failingStore is a store whose look-ups fail: tombstones have no object, nothing resyncs.
type failingStore struct{}

func (failingStore) ListKeys() []string { return []string{"a/p1"} }
func (failingStore) GetByKey(string) (interface{}, bool, error) {
	return nil, false, errors.New("no answer")
}

func TestStoreThatFailsGivesTombstonesWithoutObject(t *testing.T) {
	q := NewRealFIFO(MetaNamespaceKeyFunc, failingStore{}, nil)
	if err := q.Resync(); err != nil {
		t.Fatal(err)
	}
	_ = q.Replace(nil, "1")
	popped, err := q.Pop(func(interface{}, bool) error { return nil })
	if d, ok := popped.(Deltas); err != nil || !ok || d.Newest().Object != (DeletedFinalStateUnknown{Key: "a/p1"}) {
		t.Errorf("Pop = %v, %v, want a tombstone without an object", popped, err)
	}
}
