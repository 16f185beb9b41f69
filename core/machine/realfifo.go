package machine

import (
	"fmt"

	"github.com/informerscope/informerscope/core/trace"
)

// RealFIFO is the FIFO of an engine without trays: one tape on which every
// delta stands by itself, in the order of arrival.
//
// Ordered, Replace is tombstones and then a Replaced for each object. Atomic, it is one
// ReplacedAll, and a resync one SyncAll, so that the store can change in one piece.
// Source: client-go tools/cache, the_real_fifo.go (v0.37).
type RealFIFO[O any] struct {
	tap       trace.Tap
	meta      Meta[O]
	known     Known[O]
	transform func(O) (O, error)
	atomic    bool
	unlock    bool
	batch     int

	tape   tape[Delta[O]]
	pop    population
	out    []Delta[O] // of the batch in process; its array is used again
	seen   seenKeys
	busy   bool
	held   bool
	closed bool
}

// NewRealFIFO returns an empty FIFO. The tap's part is of kind "fifo" and the engine's name.
// It panics when the options contradict each other.
func NewRealFIFO[O any](c FIFOConfig[O]) *RealFIFO[O] {
	switch {
	case c.Meta.Key == nil:
		panic("fifo: Meta.Key is required")
	case c.Atomic && c.Known != nil:
		panic("fifo: an atomic RealFIFO asks no store: Known must be nil")
	case !c.Atomic && c.Known == nil:
		panic("fifo: an ordered RealFIFO needs Known")
	case !c.Atomic && c.Unlock:
		panic("fifo: only an atomic RealFIFO may unlock while processing")
	}
	return &RealFIFO[O]{tap: c.Tap, meta: c.Meta, known: c.Known, transform: c.Transform,
		atomic: c.Atomic, unlock: c.Unlock, batch: max(c.Batch, 1)}
}

// Push puts one change at the end of the tape. It counts as the first filling even when
// it fails.
func (f *RealFIFO[O]) Push(t DeltaType, o O) error {
	f.free("Push")
	f.tap.Begin()
	f.pop.fill(f.tap, 0)
	return f.put(t, o, true)
}

// PushTombstone takes a deletion of which only the last known state o is known.
func (f *RealFIFO[O]) PushTombstone(key string, o O) error {
	f.free("PushTombstone")
	f.tap.Begin()
	f.pop.fill(f.tap, 0)
	f.add(&Delta[O]{Type: Deleted, Key: key, Obj: o, Unknown: true})
	return nil
}

func (f *RealFIFO[O]) put(t DeltaType, o O, transform bool) error {
	key, err := f.meta.Key(o)
	if err != nil {
		return KeyError{err}
	}
	d := Delta[O]{Type: t, Key: key, Obj: o}
	if transform && f.transform != nil {
		if d.Obj, err = f.transform(o); err != nil {
			// trace: fifo.refuse
			return refuse(f.tap, f.meta, t, o, err)
		}
		d.rekey(f.meta)
	}
	f.add(&d)
	return nil
}

func (f *RealFIFO[O]) add(d *Delta[O]) {
	// trace: fifo.push
	f.tape.push(*d)
	if !f.tap.On() {
		return
	}
	flags := uint8(0)
	if d.Unknown {
		flags = trace.Unknown
	}
	key, ref := f.tap.Intern(d.Key), f.meta.ref(f.tap, d.Obj)
	if e := f.tap.Emit(trace.FIFOPush, key); e != nil {
		e.A, e.B, e.Val, e.After = trace.Number(f.meta.rv(d.Obj)), int64(d.Type), ref, flags
	}
}

// Replace takes a list. Atomic, it computes no key: an object without one fails when the
// store takes it. Ordered, nothing is queued when an object has no key.
func (f *RealFIFO[O]) Replace(list []O, rv string) error {
	f.free("Replace")
	f.tap.Begin()
	var err error
	if f.atomic {
		err = f.replaceAll(list, rv)
	} else {
		err = f.reconcile(list)
	}
	if err != nil {
		return err
	}
	f.pop.fill(f.tap, f.tape.len())
	return nil
}

func (f *RealFIFO[O]) replaceAll(list []O, rv string) error {
	if f.transform != nil {
		changed := make([]O, len(list))
		for i, o := range list {
			var err error
			if changed[i], err = f.transform(o); err != nil {
				// trace: fifo.refuse ReplacedAll
				return refuse(f.tap, f.meta, ReplacedAll, o, err)
			}
		}
		list = changed
	}
	// trace: fifo.replace
	f.tape.push(Delta[O]{Type: ReplacedAll, RV: rv, List: list})
	if !f.tap.On() {
		return nil
	}
	refs := make([]trace.Ref, len(list))
	for i, o := range list {
		key, _ := f.meta.Key(o)
		refs[i] = trace.Ref{Key: f.tap.Intern(key), Object: f.meta.ref(f.tap, o)}
	}
	f.tap.Note(trace.FIFOReplace, 0, rv, f.tap.Recorder().AddList(refs), int64(len(list)))
	return nil
}

// reconcile queues tombstones for what waits or is known and is not in list, then a
// Replaced for each object.
func (f *RealFIFO[O]) reconcile(list []O) error {
	listed := make(map[string]bool, len(list))
	for _, o := range list {
		key, err := f.meta.Key(o)
		if err != nil {
			return KeyError{err}
		}
		listed[key] = true
	}
	last := f.newest()
	for i := range f.tape.len() { // tombstones go behind; the length is read once
		d := *f.tape.at(i)
		if listed[d.Key] || last[d.Key].first != i {
			continue
		}
		if d = *f.tape.at(last[d.Key].last); d.Type == Deleted {
			continue
		}
		f.add(&Delta[O]{Type: Deleted, Key: d.Key, Obj: d.Obj, Unknown: true})
	}
	for _, key := range f.known.Keys() {
		if _, waits := last[key]; waits || listed[key] {
			continue
		}
		o, _ := f.known.Get(key)
		f.add(&Delta[O]{Type: Deleted, Key: key, Obj: o, Unknown: true})
	}
	for _, o := range list {
		if err := f.put(Replaced, o, true); err != nil {
			return fmt.Errorf("fifo: couldn't enqueue object: %w", err)
		}
	}
	return nil
}

type span struct{ first, last int }

// newest tells for each key on the tape where its first and its last delta stand.
func (f *RealFIFO[O]) newest() map[string]span {
	last := make(map[string]span, f.tape.len())
	for i := range f.tape.len() {
		key := f.tape.at(i).Key
		s, ok := last[key]
		if !ok {
			s.first = i
		}
		s.last = i
		last[key] = s
	}
	return last
}

// Resync queues one SyncAll, or, ordered, a Sync for each object of the store whose key is
// not on the tape.
func (f *RealFIFO[O]) Resync() error {
	f.free("Resync")
	f.tap.Begin()
	if f.atomic {
		// trace: fifo.mark SyncAll
		f.tape.push(Delta[O]{Type: SyncAll})
		f.tap.Numbers(trace.FIFOMark, 0, 0, int64(SyncAll))
		return nil
	}
	waits := f.newest()
	for _, key := range f.known.Keys() {
		if _, ok := waits[key]; ok {
			// trace: fifo.skip
			if f.tap.On() {
				f.tap.Numbers(trace.FIFOSkip, f.tap.Intern(key), 0, int64(Sync))
			}
			continue
		}
		o, ok := f.known.Get(key)
		if !ok {
			continue
		}
		// client-go formats a nil error here; that it stops is what counts.
		if err := f.put(Sync, o, false); err != nil {
			return fmt.Errorf("fifo: couldn't queue object: %w", err)
		}
	}
	return nil
}

// Bookmark queues the news that the store is as fresh as rv; ordered, it does nothing.
func (f *RealFIFO[O]) Bookmark(rv string) {
	if !f.atomic {
		return
	}
	f.free("Bookmark")
	f.tap.Begin()
	// trace: fifo.mark
	f.tape.push(Delta[O]{Type: Bookmark, RV: rv})
	f.tap.Numbers(trace.FIFOMark, 0, trace.Number(rv), int64(Bookmark))
}

// Close lets Begin answer GotShutDown once the tape is empty. Changes are still taken.
func (f *RealFIFO[O]) Close() { f.closed = true }

// Closed reports whether Close was called.
func (f *RealFIFO[O]) Closed() bool { return f.closed }

// Begin hands out the head of the tape, up to the configured batch.
func (f *RealFIFO[O]) Begin() (Batch[O], Got) { return f.BeginBatch(f.batch) }

// BeginBatch hands out up to most deltas with different keys. ReplacedAll, SyncAll and
// Bookmark come alone, and the initial population does not share a batch with the rest.
func (f *RealFIFO[O]) BeginBatch(most int) (Batch[O], Got) {
	if f.busy {
		panic("fifo: Begin without the End of the batch before")
	}
	if f.tape.len() == 0 {
		if f.closed {
			return Batch[O]{}, GotShutDown
		}
		return Batch[O]{}, GotNothing
	}
	f.tap.Begin()
	n := f.head(most)
	// trace: fifo.begin
	f.out = f.tape.take(n, f.out[:0])
	f.busy = true
	f.held = !(f.unlock && f.tape.len() < 2*FullBatch)
	if f.tap.On() {
		key := trace.ID(0)
		if n == 1 {
			key = f.tap.Intern(f.out[0].Key)
		}
		e := f.tap.Emit(trace.FIFOBegin, key)
		e.A = int64(n)
		if f.held {
			e.After = 1
		}
	}
	return Batch[O]{Deltas: f.out, Txn: n > 1, Initial: !f.pop.synced, Hold: f.held}, GotKey
}

// head counts the deltas of the next batch.
func (f *RealFIFO[O]) head(most int) int {
	most = min(most, f.tape.len())
	if f.pop.left > 0 {
		most = min(most, f.pop.left)
	}
	if most <= 1 {
		return 1
	}
	most = min(most, FullBatch)
	f.seen.begin()
	keyAt := func(at int) string { return f.tape.at(at).Key }
	for i := range most {
		d := f.tape.at(i)
		if d.Type >= ReplacedAll {
			return max(i, 1)
		}
		if f.seen.add(hashOf(d.Key), i, d.Key, keyAt) {
			return i
		}
	}
	return most
}

// End says that the batch was processed.
func (f *RealFIFO[O]) End() (synced bool) {
	if !f.busy {
		panic("fifo: End without Begin")
	}
	n := len(f.out)
	// trace: fifo.end
	f.busy, f.held = false, false
	clear(f.out)
	f.tap.Begin()
	f.tap.Emit(trace.FIFOEnd, 0)
	f.pop.leave(f.tap, n)
	return f.pop.edge()
}

// SyncEdge reports, once, that the FIFO has synced and nothing is being processed.
func (f *RealFIFO[O]) SyncEdge() bool { return !f.busy && f.pop.edge() }

// HasSynced reports whether the initial population has been processed.
func (f *RealFIFO[O]) HasSynced() bool { return f.pop.synced }

// Locked reports whether a batch is being processed under the lock.
func (f *RealFIFO[O]) Locked() bool { return f.held }

// Len counts the deltas on the tape.
func (f *RealFIFO[O]) Len() int { return f.tape.len() }

// Items calls g for each delta on the tape.
func (f *RealFIFO[O]) Items(g func(key string, d Delta[O])) {
	for i := range f.tape.len() {
		d := *f.tape.at(i)
		g(d.Key, d)
	}
}

func (f *RealFIFO[O]) free(call string) {
	if f.held {
		panic("fifo: " + call + " while the FIFO is locked: a batch is being processed")
	}
}

var _ FIFO[int] = (*RealFIFO[int])(nil)
