package cache

import "errors"

// PopProcessFunc is told what Pop takes from a queue: Deltas. isInInitialList says that it
// was part of the first list.
type PopProcessFunc func(obj interface{}, isInInitialList bool) error

// ProcessFunc is a PopProcessFunc of a Controller.
type ProcessFunc func(obj interface{}, isInInitialList bool) error

// ProcessBatchFunc is told several changes of different objects at once.
type ProcessBatchFunc func(deltas []Delta, isInInitialList bool) error

// ErrFIFOClosed is returned by Pop when the queue was closed and nothing is left.
var ErrFIFOClosed = errors.New("DeltaFIFO: manipulating with closed queue")

// ReflectorStore is what a Reflector fills: a queue, or a Store.
type ReflectorStore interface {
	// Add takes an object that was not there.
	Add(obj interface{}) error
	// Update takes a new state.
	Update(obj interface{}) error
	// Delete takes the last state.
	Delete(obj interface{}) error
	// Replace takes everything there is, read at a resourceVersion.
	Replace([]interface{}, string) error
	// Resync shows everything once more.
	Resync() error
}

// ReflectorBookmarkStore is a ReflectorStore that wants to know of bookmarks.
type ReflectorBookmarkStore interface {
	Bookmark(resourceVersion string) error
}

// TransformingStore is a ReflectorStore that transforms what it takes. A Reflector transforms
// the objects of a streaming list as they come in, too, to save memory.
type TransformingStore interface {
	ReflectorStore
	Transformer() TransformFunc
}

// Queue is a ReflectorStore whose changes are taken out again, in order.
type Queue interface {
	ReflectorStore
	// Pop waits for a change, takes it and calls process; what process returns is returned.
	// The change is gone also when process fails. It returns ErrFIFOClosed at the end.
	Pop(PopProcessFunc) (interface{}, error)
	// HasSynced reports whether the first list was taken out.
	HasSynced() bool
	// HasSyncedChecker is done when HasSynced.
	HasSyncedChecker() DoneChecker
	// Close ends the queue: Pop takes what is left.
	Close()
}

// QueueWithBatch is a Queue from which many changes can be taken at once.
type QueueWithBatch interface {
	Queue
	// PopBatch calls processBatch for several changes, or processSingle for one.
	PopBatch(processBatch ProcessBatchFunc, processSingle PopProcessFunc) error
}
