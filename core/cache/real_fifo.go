package cache

import (
	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/klog/v2"
)

// RealFIFOOptions say how a RealFIFO is made.
type RealFIFOOptions struct {
	// Logger replaces klog.Background(); the queue's name is added.
	Logger *klog.Logger
	// Name replaces "RealFIFO"; Identifier's name goes before.
	Name string
	// KeyFunction replaces MetaNamespaceKeyFunc.
	KeyFunction KeyFunc
	// KnownObjects is the store behind the queue: required without AtomicEvents, not allowed
	// with them.
	KnownObjects KeyListerGetter
	// Transformer changes objects before they are queued.
	Transformer TransformFunc
	// AtomicEvents lets Replace queue one ReplacedAll, and Resync one SyncAll.
	AtomicEvents bool
	// UnlockWhileProcessing lets others use the queue while something is processed, as long
	// as fewer than 2000 changes wait. Only with AtomicEvents.
	UnlockWhileProcessing bool
	// Identifier names the queue in metrics.
	Identifier InformerNameAndResource
	// MetricsProvider makes them; nil is that of SetInformerMetricsProvider.
	MetricsProvider InformerMetricsProvider
	// EmitDeltaTypeBookmark lets Bookmark queue a Bookmark. Only with AtomicEvents.
	EmitDeltaTypeBookmark bool
}

// RealFIFO is a Queue of changes: each stands by itself, in the order of arrival. Informers
// run on it. NewRealFIFOWithOptions makes one.
type RealFIFO struct {
	line
	tape      *machine.RealFIFO[any] // the same as fifo
	bookmarks bool
}

var (
	_ QueueWithBatch         = &RealFIFO{}
	_ TransformingStore      = &RealFIFO{}
	_ ReflectorBookmarkStore = &RealFIFO{}
	_ DoneChecker            = &RealFIFO{}
)

// NewRealFIFO returns an empty queue without atomic events; it panics without a store.
func NewRealFIFO(keyFunc KeyFunc, knownObjects KeyListerGetter, transformer TransformFunc) *RealFIFO {
	return NewRealFIFOWithOptions(RealFIFOOptions{KeyFunction: keyFunc, KnownObjects: knownObjects, Transformer: transformer})
}

// NewRealFIFOWithOptions returns an empty queue. It panics when the options contradict each
// other.
func NewRealFIFOWithOptions(opts RealFIFOOptions) *RealFIFO {
	switch {
	case opts.AtomicEvents && opts.KnownObjects != nil:
		panic("coding error: knownObjects must not be provided when AtomicEvents is true")
	case opts.AtomicEvents:
	case opts.UnlockWhileProcessing:
		panic("coding error: UnlockWhileProcessing must be false when AtomicEvents is false")
	case opts.KnownObjects == nil:
		panic("coding error: knownObjects must be provided when AtomicEvents is false")
	case opts.EmitDeltaTypeBookmark:
		panic("coding error: EmitDeltaTypeBookmark must be false when AtomicEvents is false")
	}
	f := &RealFIFO{bookmarks: opts.EmitDeltaTypeBookmark}
	name := "RealFIFO"
	if opts.Name != "" {
		name = opts.Name
	}
	if own := opts.Identifier.Name(); own != "" {
		name = own
	}
	f.init(name, opts.Logger, opts.KeyFunction, opts.Transformer)
	c := f.config(opts.KnownObjects)
	c.Atomic, c.Unlock, c.Batch = opts.AtomicEvents, opts.UnlockWhileProcessing, machine.FullBatch
	f.tape = machine.NewRealFIFO(c)
	f.fifo = f.tape
	if p := informerProvider(opts.Identifier, opts.MetricsProvider); p != nil {
		f.queued, f.latency = p.NewQueuedItemMetric(opts.Identifier), p.NewProcessingLatencyMetric(opts.Identifier)
	}
	return f
}

// HasSyncedChecker is the queue itself. Its Done closes when the first list was processed.
func (f *RealFIFO) HasSyncedChecker() DoneChecker { return f }

// Bookmark queues the news that the store is as fresh as resourceVersion.
func (f *RealFIFO) Bookmark(resourceVersion string) error {
	if !f.bookmarks {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fifo.Bookmark(resourceVersion)
	f.changed()
	return nil
}

// Pop waits for a change and takes it, as Deltas of one.
func (f *RealFIFO) Pop(process PopProcessFunc) (interface{}, error) {
	return f.popDeltas(f.one, process)
}

func (f *RealFIFO) one() (machine.Batch[any], machine.Got) { return f.tape.BeginBatch(1) }

// PopBatch waits for a change and takes it with those behind it, up to 1000, as long as their
// objects differ. A ReplacedAll, SyncAll or Bookmark comes alone, and the first list does not
// share a batch with what follows.
func (f *RealFIFO) PopBatch(processBatch ProcessBatchFunc, processSingle PopProcessFunc) error {
	return f.pop(f.tape.Begin, func(b machine.Batch[any]) error {
		if b.Txn {
			return processBatch(deltasOf(b.Deltas), b.Initial)
		}
		return processSingle(deltasOf(b.Deltas), b.Initial)
	})
}
