package cache

import (
	"errors"
	"strings"
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
	waiting int  // how many wait for news
	popping bool // something that was popped is being processed
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

// KeyOf is the key function, which also knows the key of Deltas and of a
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
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fifo.Close()
	f.changed()
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
		f.mu.Lock()
		defer f.mu.Unlock()
		defer f.changed()
		return f.fifo.PushTombstone(d.Key, d.Obj)
	}
	return f.push(machine.Deleted, obj)
}

// push queues a change. The lock is free again also when a key function or a transform panics.
func (f *line) push(t machine.DeltaType, obj any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.fifo.Push(t, obj)
	f.changed()
	if err != nil {
		return asClientGo(err, obj)
	}
	return nil
}

// Replace queues a complete list. The queue may keep the slice.
func (f *line) Replace(list []interface{}, resourceVersion string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.fifo.Replace(list, resourceVersion)
	f.changed()
	if err == nil {
		return nil
	}
	for _, obj := range list { // the machine does not say which one has no key
		if _, keyless := f.KeyOf(obj); keyless != nil {
			return asClientGo(err, obj)
		}
	}
	return asClientGo(err, nil)
}

// Resync queues a Sync for what the store knows.
func (f *line) Resync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.fifo.Resync()
	f.changed()
	return asClientGo(err, nil)
}

// changed is called with the lock held when something has changed.
func (f *line) changed() {
	if !f.told && f.fifo.HasSynced() {
		f.told = true
		close(f.synced)
	}
	if f.queued != nil {
		f.queued.Set(float64(f.fifo.Len()))
	}
	if f.waiting > 0 {
		f.news.Broadcast()
	}
}

// asClientGo gives an error of the machine about obj the type and text that programs know.
func asClientGo(err error, obj any) error {
	if err == nil {
		return nil
	}
	if keyless := (machine.KeyError{}); errors.As(err, &keyless) {
		return KeyError{obj, keyless.Err}
	}
	if text, ok := strings.CutPrefix(err.Error(), "fifo: "); ok {
		return renamed{text, errors.Unwrap(err)}
	}
	return err
}

// renamed is an error with another text.
type renamed struct {
	text  string
	cause error
}

func (e renamed) Error() string { return e.text }
func (e renamed) Unwrap() error { return e.cause }

// take waits for something and takes it into b. It is called with the lock held. After true,
// give has to follow, with the lock held again.
func (f *line) take(b *machine.Batch[any], begin func() (machine.Batch[any], machine.Got)) bool {
	for {
		if !f.popping {
			var got machine.Got
			if *b, got = begin(); got != machine.GotNothing {
				f.popping = got == machine.GotKey
				if b.Synced {
					f.changed()
				}
				return f.popping
			}
		}
		f.waiting++
		f.news.Wait()
		f.waiting--
	}
}

// give ends what take has begun.
func (f *line) give() {
	f.popping = false
	f.fifo.End()
	f.changed()
}

// process calls process for the batch; the lock is held, and stays so if the machine says.
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

// pop takes something, hands it to process and returns its error.
func (f *line) pop(begin func() (machine.Batch[any], machine.Got), process func(machine.Batch[any]) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b machine.Batch[any]
	if !f.take(&b, begin) {
		return ErrFIFOClosed
	}
	defer f.give()
	return f.process(b, process)
}

// popDeltas is Pop. It goes the way of pop without functions made for the occasion.
func (f *line) popDeltas(begin func() (machine.Batch[any], machine.Got), process PopProcessFunc) (popped interface{}, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b machine.Batch[any]
	if !f.take(&b, begin) {
		return nil, ErrFIFOClosed
	}
	defer f.give()
	if !b.Hold {
		f.mu.Unlock()
		defer f.mu.Lock()
	}
	popped = deltasOf(b.Deltas)
	if f.latency == nil {
		return popped, process(popped, b.Initial)
	}
	start := f.clock.Now()
	defer func() { f.latency.Observe(f.clock.Since(start).Seconds()) }()
	return popped, process(popped, b.Initial)
}

// deltasOf is a batch as client-go shows it.
func deltasOf(batch []machine.Delta[any]) Deltas {
	deltas := make(Deltas, len(batch))
	for i := range batch {
		deltas[i] = delta(&batch[i])
	}
	return deltas
}
