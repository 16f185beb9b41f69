package cache

import (
	"errors"
	"fmt"
	"sync"

	"github.com/informerscope/informerscope/core/machine"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// line is a FIFO machine behind a lock: what DeltaFIFO and RealFIFO have in common. Who pops
// has popping to himself; processing holds the lock as long as the machine says Hold, so who
// adds waits.
type line struct {
	name      string
	logger    klog.Logger
	keyFunc   KeyFunc
	transform TransformFunc
	clock     clock.PassiveClock
	synced    chan struct{} // closed when the first list was taken out

	mu      sync.Mutex
	news    sync.Cond // something to pop, or an end of popping
	fifo    machine.FIFO[any]
	popping bool
	told    bool // synced is closed

	queued  GaugeMetric     // nil when nobody wants it
	latency HistogramMetric // nil when nobody wants it
}

func (f *line) init(name string, logger *klog.Logger, keyFunc KeyFunc, transform TransformFunc) {
	f.name, f.keyFunc, f.transform, f.clock = name, keyFunc, transform, clock.RealClock{}
	if f.keyFunc == nil {
		f.keyFunc = MetaNamespaceKeyFunc
	}
	f.logger = klog.Background()
	if logger != nil {
		f.logger = *logger
	}
	f.logger = klog.LoggerWithName(f.logger, name)
	f.synced, f.news.L = make(chan struct{}), &f.mu
}

// config is the machine's, but for known and what only one of the two has.
func (f *line) config(known KeyListerGetter) machine.FIFOConfig[any] {
	c := machine.FIFOConfig[any]{Meta: machine.Meta[any]{Key: f.KeyOf, RV: storeMeta.RV}}
	if known != nil {
		c.Known = &askedStore{known, f.logger}
	}
	if f.transform != nil {
		c.Transform = func(obj any) (any, error) {
			if _, tombstone := obj.(DeletedFinalStateUnknown); tombstone {
				return obj, nil
			}
			return f.transform(obj)
		}
	}
	return c
}

// KeyOf is the key function, which also knows the key of Deltas, of a Delta, and of a
// DeletedFinalStateUnknown.
func (f *line) KeyOf(obj interface{}) (string, error) {
	if d, ok := obj.(Deltas); ok {
		if len(d) == 0 {
			return "", KeyError{obj, ErrZeroLengthDeltasObject}
		}
		obj = d.Newest().Object
	}
	if d, ok := obj.(DeletedFinalStateUnknown); ok {
		return d.Key, nil
	}
	return f.keyFunc(obj)
}

// askedStore is the store behind a FIFO as the machine asks it.
type askedStore struct {
	KeyListerGetter
	logger klog.Logger
}

func (k *askedStore) Keys() []string { return k.ListKeys() }

// Get logs what the machine cannot be told: an error, and a key that has gone between Keys
// and Get. Both mean a tombstone without an object, and no Sync.
func (k *askedStore) Get(key string) (any, bool) {
	obj, exists, err := k.GetByKey(key)
	if err != nil {
		utilruntime.HandleErrorWithLogger(k.logger, err, "Unexpected error during lookup", "key", key)
		return nil, false
	}
	return obj, exists
}

// Name is the queue's name.
func (f *line) Name() string { return f.name }

// Done is closed when the first list was taken out.
func (f *line) Done() <-chan struct{} { return f.synced }

// Transformer is the function that changes what is queued; nil is none.
func (f *line) Transformer() TransformFunc { return f.transform }

// HasSynced reports whether the first list was taken out, or something was added before any.
func (f *line) HasSynced() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fifo.HasSynced()
}

// Close ends the queue: Pop takes what is left. What is added still is queued.
func (f *line) Close() {
	_ = f.change(func() error {
		f.fifo.Close()
		return nil
	})
}

// IsClosed reports whether Close was called.
func (f *line) IsClosed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fifo.Closed()
}

// Add queues an Added.
func (f *line) Add(obj interface{}) error { return f.push(machine.Added, obj) }

// Update queues an Updated.
func (f *line) Update(obj interface{}) error { return f.push(machine.Updated, obj) }

// Delete queues a Deleted. A DeltaFIFO ignores what neither it nor its store knows.
func (f *line) Delete(obj interface{}) error {
	if d, ok := obj.(DeletedFinalStateUnknown); ok {
		return f.change(func() error { return f.fifo.PushTombstone(d.Key, d.Obj) })
	}
	return f.push(machine.Deleted, obj)
}

func (f *line) push(t machine.DeltaType, obj any) error {
	return keyErrorOf(obj, f.change(func() error { return f.fifo.Push(t, obj) }))
}

// Replace queues a complete list. The queue may keep the slice.
func (f *line) Replace(list []interface{}, resourceVersion string) error {
	err := f.change(func() error { return f.fifo.Replace(list, resourceVersion) })
	if keyless := (machine.KeyError{}); errors.As(err, &keyless) {
		for _, obj := range list {
			if _, err := f.KeyOf(obj); err != nil {
				return KeyError{obj, err}
			}
		}
	}
	return asClientGo(err)
}

// Resync queues a Sync for what the store knows.
func (f *line) Resync() error {
	return asClientGo(f.change(f.fifo.Resync))
}

// change makes a change of the queue and wakes who waits for it. The lock is free again also
// when a key function or a transform panics.
func (f *line) change(change func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.after()
	return change()
}

// after is called with the lock held when something has changed.
func (f *line) after() {
	if !f.told && f.fifo.HasSynced() {
		f.told = true
		close(f.synced)
	}
	if f.queued != nil {
		f.queued.Set(float64(f.fifo.Len()))
	}
	f.news.Broadcast()
}

func keyErrorOf(obj any, err error) error {
	if keyless := (machine.KeyError{}); errors.As(err, &keyless) {
		return KeyError{obj, keyless.Err}
	}
	return err
}

// asClientGo gives an error of the machine the text that programs know.
func asClientGo(err error) error {
	if keyless := (machine.KeyError{}); errors.As(err, &keyless) {
		return KeyError{nil, keyless.Err}
	}
	if cause := errors.Unwrap(err); cause != nil {
		return fmt.Errorf("couldn't enqueue object: %w", cause)
	}
	return err
}

// pop waits for something, hands it to process and returns its error. begin is the machine's.
func (f *line) pop(begin func() (machine.Batch[any], machine.Got), process func(machine.Batch[any]) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.popping {
		f.news.Wait()
	}
	b, got := begin()
	for got == machine.GotNothing {
		f.news.Wait()
		if !f.popping {
			b, got = begin()
		}
	}
	if got == machine.GotShutDown {
		return ErrFIFOClosed
	}
	f.popping = true
	defer func() {
		f.popping = false
		f.fifo.End()
		f.after()
	}()
	if b.Synced {
		f.after()
	}
	return f.process(b, process)
}

func (f *line) process(b machine.Batch[any], process func(machine.Batch[any]) error) error {
	if !b.Hold {
		f.mu.Unlock()
		defer f.mu.Lock()
	}
	if f.latency != nil {
		start := f.clock.Now()
		defer func() { f.latency.Observe(f.clock.Since(start).Seconds()) }()
	}
	return process(b)
}

// deltasOf is a batch as client-go shows it.
func deltasOf(b machine.Batch[any]) Deltas {
	deltas := make(Deltas, len(b.Deltas))
	for i := range b.Deltas {
		deltas[i] = delta(&b.Deltas[i])
	}
	return deltas
}

// popDeltas is Pop.
func (f *line) popDeltas(begin func() (machine.Batch[any], machine.Got), process PopProcessFunc) (interface{}, error) {
	var popped interface{}
	err := f.pop(begin, func(b machine.Batch[any]) error {
		deltas := deltasOf(b)
		popped = deltas
		return process(deltas, b.Initial)
	})
	return popped, err
}
