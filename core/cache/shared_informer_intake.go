package cache

import (
	"sync"

	"github.com/informerscope/informerscope/core/machine"
)

// intake is the queue between the reflector and the store of a shared informer: what the
// reflector sees as its store. Transforms run before the lock is taken.
//
// Locks are taken in the order intake.mu, sharedIndexInformer.block, the store's, a
// registration's.
type intake struct {
	transform TransformFunc   // nil is none
	queued    GaugeMetric     // nil when nobody wants it
	latency   HistogramMetric // nil when nobody wants it

	mu   sync.Mutex
	news sync.Cond // of the goroutine that processes; nobody else waits
	fifo machine.FIFO[any]
}

func newIntake(fifo machine.FIFO[any], transform TransformFunc) *intake {
	f := &intake{fifo: fifo, transform: transform}
	f.news.L = &f.mu
	return f
}

// Transformer is the informer's transform, for a reflector that keeps objects before they
// come here.
func (f *intake) Transformer() TransformFunc { return f.transform }

func (f *intake) Add(obj any) error    { return f.push(machine.Added, obj) }
func (f *intake) Update(obj any) error { return f.push(machine.Updated, obj) }
func (f *intake) Delete(obj any) error { return f.push(machine.Deleted, obj) }

func (f *intake) push(t machine.DeltaType, obj any) error {
	unknown, isUnknown := obj.(DeletedFinalStateUnknown)
	if !isUnknown && f.transform != nil {
		var err error
		if obj, err = f.transform(obj); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.changed()
	if isUnknown {
		return f.fifo.PushTombstone(unknown.Key, unknown.Obj)
	}
	return f.fifo.Push(t, obj)
}

// Replace takes a complete list. The list is the informer's from now on.
func (f *intake) Replace(list []any, rv string) error {
	if f.transform != nil {
		for i, obj := range list {
			var err error
			if list[i], err = f.transform(obj); err != nil {
				return err
			}
		}
	}
	return f.put(func() error { return f.fifo.Replace(list, rv) })
}

func (f *intake) Resync() error { return f.put(f.fifo.Resync) }

func (f *intake) Bookmark(rv string) error {
	return f.put(func() error {
		f.fifo.Bookmark(rv)
		return nil
	})
}

func (f *intake) close() {
	_ = f.put(func() error {
		f.fifo.Close()
		return nil
	})
}

// put makes a change of the queue, whose lock is free again also when it panics, and wakes
// who waits for one.
func (f *intake) put(change func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.changed()
	return change()
}

// changed wakes who waits; the lock is held.
func (f *intake) changed() {
	f.measure()
	f.news.Signal()
}

func (f *intake) measure() {
	if f.queued != nil {
		f.queued.Set(float64(f.fifo.Len()))
	}
}
