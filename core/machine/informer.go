package machine

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

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
	Key     string
	Old     O // of NoteUpdate and NoteDelete
	New     O // of NoteAdd and NoteUpdate
	Kind    NoteKind
	Initial bool // isInInitialList of OnAdd
	Unknown bool // OnDelete gets a DeletedFinalStateUnknown
	Sync    bool // the resourceVersion did not change: only for handlers that resync now
}

func (n *Note[O]) initialAdd() bool { return n.Kind == NoteAdd && n.Initial }

// HandlerID names a registration. Ids ascend from 1 and are not reused.
type HandlerID int

// DefaultResync as the period of a handler takes the informer's own period.
const DefaultResync Dur = -1 << 63

// MinResync is the shortest resync period of a handler.
const MinResync Dur = 1_000_000_000

// Informer turns the deltas of a FIFO into changes of a store and notifications for
// handlers. One Begin and its Next calls must not be interrupted by AddHandler or
// RemoveHandler: client-go's blockDeltas lock, here Busy.
//
// Handlers hear of a change in the order in which they were added; client-go's order is
// random.
// Source: client-go tools/cache, controller.go and shared_informer.go (v0.37).
type Informer[O any] struct {
	meta     Meta[O]
	store    *Index[O]
	handlers []registration
	lastID   HandlerID
	synced   bool
	started  bool
	period   Dur // default of handlers
	check    Dur // how often the reflector asks for a resync

	batch   Batch[O]
	next    int // of the batch's deltas
	busy    bool
	notes   []Note[O]
	targets []HandlerID
}

type registration struct {
	id      HandlerID
	tap     trace.Tap
	asked   Dur // before it was made longer
	wish    Dur // the period that was asked for
	period  Dur // the one it gets; 0 is never
	due     Time
	syncing bool // hears of resyncs until the next ResyncTick
}

// NewInformer returns an informer over store. resync is the default period of handlers and
// how often the reflector shall ask for a resync; 0 is never.
func NewInformer[O any](m Meta[O], store *Index[O], resync Dur) *Informer[O] {
	return &Informer[O]{meta: m, store: store, period: resync, check: resync}
}

// Store returns the store behind the informer.
func (i *Informer[O]) Store() *Index[O] { return i.store }

// Start says that the informer runs: handlers added from now on get the store's content
// first. It returns how often the reflector has to ask for a resync, which no later
// handler changes. Begin starts an informer that was not started.
func (i *Informer[O]) Start() Dur {
	i.started = true
	return i.check
}

// Started reports whether the informer runs.
func (i *Informer[O]) Started() bool { return i.started }

// Begin takes what the FIFO handed out.
func (i *Informer[O]) Begin(b Batch[O]) {
	if i.busy {
		panic("informer: Begin inside a batch")
	}
	i.started = true
	i.batch, i.next, i.busy = b, 0, true
}

// Busy reports whether a batch is being processed.
func (i *Informer[O]) Busy() bool { return i.busy }

// Next makes one indivisible change of the store and returns the notifications it causes,
// valid until the next Next. more is false when the batch is done. An error ends the
// batch: what is left of it is lost, as in client-go. Next panics with an IndexError when
// an index function fails; the batch has ended then and the store is as it was.
func (i *Informer[O]) Next() (notes []Note[O], more bool, err error) {
	if !i.busy {
		panic("informer: Next outside a batch")
	}
	i.fresher()
	if i.next >= len(i.batch.Deltas) {
		i.finish()
		return nil, false, nil
	}
	if i.batch.Txn {
		i.next = len(i.batch.Deltas)
		err = i.transaction()
	} else {
		d := &i.batch.Deltas[i.next]
		i.next++
		err = i.apply(d)
	}
	if more = err == nil && i.next < len(i.batch.Deltas); !more {
		i.finish()
	}
	return i.notes, more, err
}

// fresher makes room for the notes of a change.
func (i *Informer[O]) fresher() {
	i.letGo()
	if i.batch.Txn {
		i.notes = slices.Grow(i.notes, len(i.batch.Deltas))
	}
}

// Post returns the notes of the last Next, to be pushed to all of the Audience. They stay
// valid: the next Next makes new ones.
func (i *Informer[O]) Post() Post[O] {
	notes := i.notes
	i.notes = nil
	return NewPost(notes)
}

// Abandon ends a batch that a panic of an index function has left; what is left of it is
// lost. Outside a batch it only lets go of the last notes.
func (i *Informer[O]) Abandon() {
	i.finish()
	i.letGo()
}

// letGo keeps no object alive through notes that were read, and no long list of them.
func (i *Informer[O]) letGo() {
	clear(i.notes)
	i.notes = i.notes[:0]
	if cap(i.notes) > 2*FullBatch {
		i.notes = nil
	}
}

func (i *Informer[O]) finish() {
	i.batch, i.busy = Batch[O]{}, false
}

// apply makes one delta's change.
func (i *Informer[O]) apply(d *Delta[O]) error {
	if d.Keyless {
		return i.keyless(d)
	}
	switch d.Type {
	case ReplacedAll:
		return i.replaceAll(d)
	case SyncAll:
		i.store.Each(func(key string, o O) bool {
			i.update(key, o, o)
			return true
		})
	case Bookmark:
		i.store.SetRV(d.RV)
	case Deleted:
		i.store.tap.Begin()
		i.remove(d)
		i.fresh(d)
	default:
		v, err := i.store.values(d.Key, d.Obj, i.store.scratch[:0])
		if err != nil {
			i.finish()
			panic(err)
		}
		i.store.scratch = v
		i.store.tap.Begin()
		i.put(d, v)
		i.fresh(d)
		clear(v)
	}
	return nil
}

// keyless says why d cannot be stored.
func (i *Informer[O]) keyless(d *Delta[O]) error {
	_, err := i.meta.Key(d.Obj)
	return KeyError{err}
}

// transaction makes the changes of all deltas as one. Their keys differ; one without a key is
// left out and reported. The last one's resourceVersion becomes the store's.
func (i *Informer[O]) transaction() (err error) {
	width := len(i.store.indices)
	v := make([][]string, 0, width*len(i.batch.Deltas))
	for n := range i.batch.Deltas {
		d := &i.batch.Deltas[n]
		if d.Type == Deleted || d.Keyless {
			v = append(v, make([][]string, width)...)
			continue
		}
		values, err := i.store.values(d.Key, d.Obj, i.store.scratch[:0])
		if err != nil {
			i.finish()
			panic(err)
		}
		i.store.scratch = values
		v = append(v, values...)
	}
	i.store.tap.Begin()
	var last *Delta[O]
	for n := range i.batch.Deltas {
		d := &i.batch.Deltas[n]
		switch {
		case d.Keyless:
			err = i.keyless(d)
			continue
		case d.Type == Deleted:
			i.remove(d)
		default:
			i.put(d, v[n*width:(n+1)*width])
		}
		last = d
	}
	if last != nil {
		i.fresh(last)
	}
	return err
}

// fresh makes d's resourceVersion the store's; a tombstone's is too old to say anything.
func (i *Informer[O]) fresh(d *Delta[O]) {
	if !d.Unknown {
		i.store.setRV(i.meta.rv(d.Obj))
	}
}

// put stores d's object. Whether that is an addition is decided by the store, not by the
// delta's type.
func (i *Informer[O]) put(d *Delta[O], v [][]string) {
	old, had := i.store.put(d.Key, d.Obj, v)
	if had {
		i.update(d.Key, old, d.Obj)
		return
	}
	i.notes = append(i.notes, Note[O]{Kind: NoteAdd, Key: d.Key, New: d.Obj, Initial: i.batch.Initial})
}

func (i *Informer[O]) update(key string, old, fresh O) {
	i.notes = append(i.notes, Note[O]{Kind: NoteUpdate, Key: key, Old: old, New: fresh, Sync: i.meta.same(old, fresh)})
}

// remove deletes d's key. Handlers hear of it even when the store does not know the key.
func (i *Informer[O]) remove(d *Delta[O]) {
	i.store.remove(d.Key)
	i.notes = append(i.notes, Note[O]{Kind: NoteDelete, Key: d.Key, Old: d.Obj, Unknown: d.Unknown})
}

// replaceAll makes the delta's list the whole content; handlers hear afterwards, of the
// missing first, then in the list's order.
func (i *Informer[O]) replaceAll(d *Delta[O]) error {
	keys := make([]string, len(d.List))
	for n, o := range d.List {
		key, err := i.meta.Key(o)
		if err != nil {
			return KeyError{err}
		}
		keys[n] = key
	}
	gone := i.store.missing(keys)
	i.notes = slices.Grow(i.notes, len(gone)+len(keys))
	for _, key := range gone {
		old, _ := i.store.Get(key)
		i.notes = append(i.notes, Note[O]{Kind: NoteDelete, Key: key, Old: old, Unknown: true})
	}
	for n, o := range d.List {
		if old, had := i.store.Get(keys[n]); had {
			i.update(keys[n], old, o)
			continue
		}
		i.notes = append(i.notes, Note[O]{Kind: NoteAdd, Key: keys[n], New: o, Initial: i.batch.Initial})
	}
	if err := i.store.Replace(keys, d.List, d.RV); err != nil {
		i.finish()
		panic(err)
	}
	return nil
}
