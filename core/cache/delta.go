package cache

import (
	"errors"

	"github.com/informerscope/informerscope/core/machine"
)

// DeltaType says what kind of change a Delta is.
type DeltaType string

// The delta types. Replaced comes from a list; Sync, of which nothing has changed, from a
// resync. ReplacedAll, SyncAll and Bookmark come from a RealFIFO with atomic events only.
const (
	Added       DeltaType = "Added"
	Updated     DeltaType = "Updated"
	Deleted     DeltaType = "Deleted"
	Replaced    DeltaType = "Replaced"
	ReplacedAll DeltaType = "ReplacedAll"
	Sync        DeltaType = "Sync"
	SyncAll     DeltaType = "SyncAll"
	Bookmark    DeltaType = "Bookmark"
)

// Delta is one change: what happened, and the object after it. Of a Deleted it is the last
// state, or a DeletedFinalStateUnknown.
type Delta struct {
	Type   DeltaType
	Object interface{}
}

// Deltas is what happened to one object, the oldest first.
type Deltas []Delta

// Oldest returns the first change; nil when there is none.
func (d Deltas) Oldest() *Delta {
	if len(d) == 0 {
		return nil
	}
	return &d[0]
}

// Newest returns the last change; nil when there is none.
func (d Deltas) Newest() *Delta {
	if len(d) == 0 {
		return nil
	}
	return &d[len(d)-1]
}

// ErrZeroLengthDeltasObject is in the KeyError that is returned for empty Deltas.
var ErrZeroLengthDeltasObject = errors.New("0 length Deltas object; can't get key")

// DeletedFinalStateUnknown stands for an object whose deletion was missed: it was there, and
// is not in the newest list. Obj is the last state known, and may be nil.
type DeletedFinalStateUnknown struct {
	Key string
	Obj interface{}
}

// ReplacedAllInfo is the object of a ReplacedAll: a complete list and its resourceVersion.
type ReplacedAllInfo struct {
	ResourceVersion string
	Objects         []interface{}
}

// SyncAllInfo is the object of a SyncAll.
type SyncAllInfo struct{}

// BookmarkInfo is the object of a Bookmark.
type BookmarkInfo struct {
	ResourceVersion string
}

// TransformFunc changes an object before it is queued and stored, to drop what nobody reads.
// It may change it in place, sees no tombstone, and may see an object twice.
type TransformFunc func(interface{}) (interface{}, error)

// KeyLister lists the keys of a store.
type KeyLister interface {
	ListKeys() []string
}

// KeyGetter finds an object by its key.
type KeyGetter interface {
	GetByKey(key string) (value interface{}, exists bool, err error)
}

// KeyListerGetter is what a queue asks the store behind it; every Store is one.
type KeyListerGetter interface {
	KeyLister
	KeyGetter
}

// delta is the machine's delta as client-go shows it.
func delta(d *machine.Delta[any]) Delta {
	out := Delta{Type: DeltaType(d.Type.String()), Object: d.Obj}
	switch {
	case d.Type == machine.ReplacedAll:
		out.Object = ReplacedAllInfo{ResourceVersion: d.RV, Objects: d.List}
	case d.Type == machine.SyncAll:
		out.Object = SyncAllInfo{}
	case d.Type == machine.Bookmark:
		out.Object = BookmarkInfo{ResourceVersion: d.RV}
	case d.Unknown:
		out.Object = DeletedFinalStateUnknown{Key: d.Key, Obj: d.Obj}
	}
	return out
}
