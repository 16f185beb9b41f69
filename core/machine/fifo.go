package machine

import (
	"fmt"

	"github.com/informerscope/informerscope/core/trace"
)

// DeltaType says what kind of change a delta is; its values are trace's delta types.
type DeltaType uint8

// The delta types. ReplacedAll, SyncAll and Bookmark have no key and occur only in an
// atomic RealFIFO.
const (
	Added       = DeltaType(trace.DeltaAdded)
	Updated     = DeltaType(trace.DeltaUpdated)
	Deleted     = DeltaType(trace.DeltaDeleted)
	Replaced    = DeltaType(trace.DeltaReplaced)
	Sync        = DeltaType(trace.DeltaSync)
	ReplacedAll = DeltaType(trace.DeltaReplacedAll)
	SyncAll     = DeltaType(trace.DeltaSyncAll)
	Bookmark    = DeltaType(trace.DeltaBookmark)
)

// String is client-go's name of the type, such as "Added".
func (t DeltaType) String() string {
	if int(t) >= len(trace.DeltaNames) {
		return fmt.Sprintf("DeltaType(%d)", uint8(t))
	}
	return trace.DeltaNames[t]
}

// Delta is one change on its way from the reflector to the store.
type Delta[O any] struct {
	Type DeltaType
	// Unknown marks a tombstone: the deletion was not seen, Obj is the last state known
	// and may be the zero O. client-go calls it DeletedFinalStateUnknown.
	Unknown bool
	// Keyless marks an object to which the transform has left no key. It stands under the key
	// it had before and is not stored.
	Keyless bool
	Key     string // "" for ReplacedAll, SyncAll, Bookmark
	Obj     O      // the new state; of a Deleted the last known one
	RV      string // of ReplacedAll and Bookmark: the list's resourceVersion
	List    []O    // of ReplacedAll; read only
}

// rekey gives d the key of its object, which a transform has made: the store goes by that.
func (d *Delta[O]) rekey(m Meta[O]) {
	key, err := m.Key(d.Obj)
	if d.Keyless = err != nil; !d.Keyless {
		d.Key = key
	}
}

// Batch is what one Begin hands out.
type Batch[O any] struct {
	// Deltas belong to the caller until End; read only.
	Deltas []Delta[O]
	// Txn says that the deltas have different keys and one store transaction takes them
	// all; else each is applied, and told to handlers, before the next.
	Txn bool
	// Initial says that they belong to the initial list: the FIFO had not synced.
	Initial bool
	// Hold says that the FIFO stays locked until End.
	Hold bool
	// Synced says that the FIFO has just synced, before anything was processed. Only a
	// DeltaFIFO does that; nobody may read HasSynced while Locked.
	Synced bool
}

// Known is what a FIFO asks about the store behind it: an Index, or a locked store.
type Known[O any] interface {
	Get(key string) (O, bool)
	Keys() []string
}

// FIFO is the queue between reflector and store: a DeltaFIFO or a RealFIFO.
// It is not safe for concurrent use.
type FIFO[O any] interface {
	// Push takes one change: Added, Updated or Deleted. It fails when the object has no
	// key or the transform fails; then nothing was queued.
	Push(t DeltaType, o O) error
	// PushTombstone takes a deletion whose last state is not known for certain.
	PushTombstone(key string, o O) error
	// Replace takes a complete list, which was read at resourceVersion rv.
	Replace(list []O, rv string) error
	// Resync queues a Sync for what the store knows.
	Resync() error
	// Bookmark tells the store that it is as fresh as rv. Only an atomic FIFO passes it on.
	Bookmark(rv string)
	// Close lets Begin answer GotShutDown once nothing is left.
	Close()
	// Begin hands out the head. It answers GotNothing when the caller has to wait.
	// It panics between a Begin that answered GotKey and its End.
	Begin() (Batch[O], Got)
	// End says that processing what Begin handed out has ended, well or not. It reports
	// whether the initial population has now been processed: true once in a lifetime.
	End() (synced bool)
	// SyncEdge is the other way to hear of it, for an empty FIFO that a Push or an empty
	// Replace has synced: true once, unless End has said so before.
	SyncEdge() bool
	// HasSynced reports whether the initial population has been handed out (DeltaFIFO) or
	// processed (RealFIFO).
	HasSynced() bool
	// Locked reports whether a batch with Hold is being processed: a reflector has to wait.
	Locked() bool
	// Closed reports whether Close was called.
	Closed() bool
	// Len counts keys (DeltaFIFO) or deltas (RealFIFO) that wait.
	Len() int
	// Items calls f for each waiting delta in the order they will be handed out.
	Items(f func(key string, d Delta[O]))
}

// refuse records that the transform has failed for o, and returns its error. Added, Updated and
// Deleted are events of a watch; the others are of a list, which is refused as a whole.
func refuse[O any](tap trace.Tap, m Meta[O], t DeltaType, o O, err error) error {
	if !tap.On() {
		return err
	}
	name, _ := m.Key(o)
	key, reason := tap.Intern(name), tap.Intern(err.Error())
	e := tap.Emit(trace.FIFORefuse, key)
	e.A, e.B, e.Val = trace.Number(m.rv(o)), int64(t), reason
	if t != Added && t != Updated && t != Deleted {
		e.After = trace.RefusedList
	}
	return err
}

// FIFOConfig makes a FIFO. Meta.Key is required, the zero value of the rest is the default.
type FIFOConfig[O any] struct {
	Tap  trace.Tap
	Meta Meta[O]
	// Known is the store behind the FIFO: required by an ordered RealFIFO, not allowed
	// for an atomic one, optional for a DeltaFIFO.
	Known Known[O]
	// Transform changes an object before it is queued; it sees no tombstone and no Sync.
	Transform func(O) (O, error)
	// LegacySync lets Replace of a DeltaFIFO queue Sync where it queues Replaced today.
	LegacySync bool
	// Atomic makes a RealFIFO emit ReplacedAll, SyncAll and Bookmark.
	Atomic bool
	// Batch is the most deltas one Begin of a RealFIFO hands out; 0 and 1 are one.
	Batch int
	// Unlock lets an atomic RealFIFO be used while a batch is processed, as long as fewer
	// than 2000 deltas wait.
	Unlock bool
}

// FullBatch is the most deltas client-go hands out at once; with twice as many waiting
// the FIFO stays locked while it is processed.
// Source: client-go tools/cache, the_real_fifo.go (v0.37).
const FullBatch = 1000

// KeyError says that an object has no key.
type KeyError struct{ Err error }

// Error says what was asked and why it failed.
func (e KeyError) Error() string { return "fifo: object without a key: " + e.Err.Error() }

// Unwrap returns the key function's error.
func (e KeyError) Unwrap() error { return e.Err }
