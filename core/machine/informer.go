package machine

import "github.com/informerscope/informerscope/core/trace"

// NoteKind says which method of a handler a notification calls; values are trace's.
type NoteKind uint8

// The notification kinds.
const (
	NoteAdd    = NoteKind(trace.NoteAdd)
	NoteUpdate = NoteKind(trace.NoteUpdate)
	NoteDelete = NoteKind(trace.NoteDelete)
)

// Note is a notification for handlers.
type Note[O any] struct {
	Kind    NoteKind
	Key     string
	Old     O    // of NoteUpdate and NoteDelete
	New     O    // of NoteAdd and NoteUpdate
	Initial bool // isInInitialList of OnAdd
	Unknown bool // OnDelete gets a DeletedFinalStateUnknown
	Sync    bool // the resourceVersion did not change: only for handlers that resync now
}

// HandlerID names a registration. Ids ascend from 1 and are not reused.
type HandlerID int
