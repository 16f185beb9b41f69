package cache

import (
	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/klog/v2"
)

// DeltaFIFOOptions say how a DeltaFIFO is made. The zero value is the default.
type DeltaFIFOOptions struct {
	// Logger replaces klog.Background(); the queue's name is added.
	Logger *klog.Logger
	// Name replaces "DeltaFIFO".
	Name string
	// KeyFunction replaces MetaNamespaceKeyFunc.
	KeyFunction KeyFunc
	// KnownObjects is the store behind the queue: Replace queues tombstones for what it knows
	// and the list does not, Resync a Sync for everything it knows. Without one Resync does
	// nothing.
	KnownObjects KeyListerGetter
	// EmitDeltaTypeReplaced lets Replace queue a Replaced; else it queues a Sync.
	EmitDeltaTypeReplaced bool
	// Transformer changes objects before they are queued.
	Transformer TransformFunc
}

// DeltaFIFO is a Queue of keys: the changes of one object gather until its turn comes, and
// Pop takes all of them as Deltas. Informers of the classic engine run on it.
// NewDeltaFIFOWithOptions makes one.
//
// Processing holds the queue's lock: who adds waits.
type DeltaFIFO struct {
	line
}

var (
	_ Queue             = &DeltaFIFO{}
	_ TransformingStore = &DeltaFIFO{}
	_ DoneChecker       = &DeltaFIFO{}
)

// NewDeltaFIFO is NewDeltaFIFOWithOptions with a key function and a store.
//
// Deprecated: with it a list cannot be told from a resync.
func NewDeltaFIFO(keyFunc KeyFunc, knownObjects KeyListerGetter) *DeltaFIFO {
	return NewDeltaFIFOWithOptions(DeltaFIFOOptions{KeyFunction: keyFunc, KnownObjects: knownObjects})
}

// NewDeltaFIFOWithOptions returns an empty queue.
func NewDeltaFIFOWithOptions(opts DeltaFIFOOptions) *DeltaFIFO {
	f := &DeltaFIFO{}
	name := opts.Name
	if name == "" {
		name = "DeltaFIFO"
	}
	f.init(name, opts.Logger, opts.KeyFunction, opts.Transformer)
	c := f.config(opts.KnownObjects)
	c.LegacySync = !opts.EmitDeltaTypeReplaced
	f.fifo = machine.NewDeltaFIFO(c)
	return f
}

// HasSyncedChecker is the queue itself. Its Done closes before the last object of the first
// list is processed.
func (f *DeltaFIFO) HasSyncedChecker() DoneChecker { return f }

// Pop waits for a key and takes its changes, as Deltas.
func (f *DeltaFIFO) Pop(process PopProcessFunc) (interface{}, error) {
	return f.popDeltas(f.fifo.Begin, process)
}
