package machine

import (
	"fmt"

	"github.com/informerscope/informerscope/core/trace"
)

// DeltaFIFO is the FIFO of an engine with trays: a line of keys, and for each key a tray where
// its deltas gather until the key's turn comes.
//
// A key is in the line if and only if it has a tray. Two deletions in a row become one.
// Where client-go walks a map (tombstones of Replace) ours walks the line.
// Source: client-go tools/cache, delta_fifo.go (v0.37).
type DeltaFIFO[O any] struct {
	tap       trace.Tap
	meta      Meta[O]
	known     Known[O]
	transform func(O) (O, error)
	legacy    bool

	line    tape[uint32] // of slots of waiting
	waiting table[string, tray[O]]
	pop     population
	out     []Delta[O] // of outKey: being processed
	outKey  string
	busy    bool
	spare   []Delta[O] // of the last batch, to be used again
	closed  bool
}

// tray is what gathers for a key that waits; never empty.
type tray[O any] struct{ deltas []Delta[O] }

// spareDeltas is the longest slice of deltas that is kept for the next key.
const spareDeltas = 64

// NewDeltaFIFO returns an empty FIFO. The tap's part is of kind "fifo" and the engine's name.
func NewDeltaFIFO[O any](c FIFOConfig[O]) *DeltaFIFO[O] {
	if c.Meta.Key == nil {
		panic("fifo: Meta.Key is required")
	}
	return &DeltaFIFO[O]{tap: c.Tap, meta: c.Meta, known: c.Known, transform: c.Transform,
		legacy: c.LegacySync}
}

// Push takes one change. A deletion of a key that neither store nor FIFO knows is skipped,
// but counts as the first filling like every other change.
func (f *DeltaFIFO[O]) Push(t DeltaType, o O) error {
	f.free("Push")
	key, err := f.meta.Key(o)
	if err != nil && t == Deleted {
		return KeyError{err}
	}
	f.tap.Begin()
	f.pop.fill(f.tap, 0)
	if err != nil {
		return KeyError{err}
	}
	if t == Deleted && f.stranger(key) {
		// trace: fifo.skip classic
		f.skip(key, Deleted)
		return nil
	}
	return f.put(&Delta[O]{Type: t, Key: key, Obj: o}, true)
}

// PushTombstone takes a deletion of which only the last known state o is known.
func (f *DeltaFIFO[O]) PushTombstone(key string, o O) error {
	f.free("PushTombstone")
	f.tap.Begin()
	f.pop.fill(f.tap, 0)
	if f.stranger(key) {
		f.skip(key, Deleted)
		return nil
	}
	return f.put(&Delta[O]{Type: Deleted, Key: key, Obj: o, Unknown: true}, false)
}

// Replace queues a Replaced for each object of list, then tombstones for what waits or is
// known and is not in list. When an object has no key the ones before it stay queued.
func (f *DeltaFIFO[O]) Replace(list []O, _ string) error {
	f.free("Replace")
	f.tap.Begin()
	t := Replaced
	if f.legacy {
		t = Sync
	}
	listed := make(map[string]bool, len(list))
	for _, o := range list {
		key, err := f.meta.Key(o)
		if err != nil {
			return KeyError{err}
		}
		listed[key] = true
		if err := f.put(&Delta[O]{Type: t, Key: key, Obj: o}, true); err != nil {
			return fmt.Errorf("fifo: couldn't enqueue object: %w", err)
		}
	}
	gone := f.bury(listed)
	f.pop.fill(f.tap, len(listed)+gone)
	return nil
}

// bury queues a tombstone for every key that is not listed and returns how many.
func (f *DeltaFIFO[O]) bury(listed map[string]bool) int {
	gone := 0
	for i := range f.line.len() {
		s := &f.waiting.slots[*f.line.at(i)]
		if listed[s.key] {
			continue
		}
		newest := &s.val.deltas[len(s.val.deltas)-1]
		_ = f.put(&Delta[O]{Type: Deleted, Key: s.key, Obj: newest.Obj, Unknown: true}, false)
		gone++
	}
	if f.known == nil {
		return gone
	}
	for _, key := range f.known.Keys() {
		if listed[key] || f.waits(key) {
			continue
		}
		last, _ := f.known.Get(key)
		_ = f.put(&Delta[O]{Type: Deleted, Key: key, Obj: last, Unknown: true}, false)
		gone++
	}
	return gone
}

// Resync queues a Sync for each object of the store whose key does not wait already: what
// waits is newer.
func (f *DeltaFIFO[O]) Resync() error {
	f.free("Resync")
	if f.known == nil {
		return nil
	}
	f.tap.Begin()
	for _, known := range f.known.Keys() {
		o, ok := f.known.Get(known)
		if !ok {
			continue
		}
		key, err := f.meta.Key(o)
		if err != nil {
			return KeyError{err}
		}
		if f.waits(key) {
			// trace: fifo.skip classic Sync
			f.skip(key, Sync)
			continue
		}
		_ = f.put(&Delta[O]{Type: Sync, Key: key, Obj: o}, false)
	}
	return nil
}

// Bookmark does nothing: such an engine's store does not know its resourceVersion.
func (f *DeltaFIFO[O]) Bookmark(string) {}

// put queues d, transformed when transform is set; only the transform can fail. The line goes
// by the key from before the transform, the store by the one after.
func (f *DeltaFIFO[O]) put(d *Delta[O], transform bool) error {
	key := d.Key
	if transform && f.transform != nil {
		var err error
		before := d.Obj
		if d.Obj, err = f.transform(before); err != nil {
			// trace: fifo.refuse classic
			return refuse(f.tap, f.meta, d.Type, before, err)
		}
		d.rekey(f.meta)
	}
	at, isNew := f.waiting.claimKey(key)
	t := &f.waiting.slots[at].val
	flags := uint8(trace.Merged)
	if isNew {
		// trace: fifo.push classic
		f.line.push(at)
		t.deltas, f.spare, flags = f.spare, nil, 0
	}
	dropped := uint8(0)
	if n := len(t.deltas); n > 0 && d.Type == Deleted && t.deltas[n-1].Type == Deleted {
		// The older deletion stays, unless it is the one that knows less.
		if older := &t.deltas[n-1]; !older.Unknown {
			d = older
		}
		// trace: fifo.push classic replaces
		t.deltas[n-1] = *d
		dropped = 1
	} else {
		// trace: fifo.push classic merged
		t.deltas = append(t.deltas, *d)
	}
	if f.tap.On() {
		f.emitPush(key, d, flags, dropped)
	}
	return nil
}

func (f *DeltaFIFO[O]) emitPush(line string, d *Delta[O], flags, dropped uint8) {
	if d.Unknown {
		flags |= trace.Unknown
	}
	key, ref := f.tap.Intern(line), f.meta.ref(f.tap, d.Obj)
	if e := f.tap.Emit(trace.FIFOPush, key); e != nil {
		e.A, e.B, e.Val = trace.Number(f.meta.rv(d.Obj)), int64(d.Type), ref
		e.Before, e.After = dropped, flags
	}
}

// waits reports whether the key is in line.
func (f *DeltaFIFO[O]) waits(key string) bool { return f.waiting.findKey(key) != none }

// stranger reports whether neither the store nor the FIFO knows key.
func (f *DeltaFIFO[O]) stranger(key string) bool {
	if f.waits(key) {
		return false
	}
	if f.known == nil {
		return true
	}
	_, known := f.known.Get(key)
	return !known
}

func (f *DeltaFIFO[O]) skip(key string, t DeltaType) {
	if f.tap.On() {
		f.tap.Numbers(trace.FIFOSkip, f.tap.Intern(key), 0, int64(t))
	}
}

// Close lets Begin answer GotShutDown once no key waits. Changes are still taken.
func (f *DeltaFIFO[O]) Close() { f.closed = true }

// Closed reports whether Close was called.
func (f *DeltaFIFO[O]) Closed() bool { return f.closed }

// Begin hands out all deltas of the key at the head. The FIFO counts the key as processed
// already here: see Batch.Synced.
func (f *DeltaFIFO[O]) Begin() (Batch[O], Got) {
	f.free("Begin")
	if f.line.len() == 0 {
		if f.closed {
			return Batch[O]{}, GotShutDown
		}
		return Batch[O]{}, GotNothing
	}
	f.tap.Begin()
	initial := !f.pop.synced
	// trace: fifo.begin classic
	at := f.line.pop()
	s := &f.waiting.slots[at]
	f.out, f.outKey, f.busy = s.val.deltas, s.key, true
	f.waiting.remove(at)
	if f.tap.On() {
		if e := f.tap.Emit(trace.FIFOBegin, f.tap.Intern(f.outKey)); e != nil {
			e.A, e.After = int64(len(f.out)), 1
		}
	}
	f.pop.leave(f.tap, 1)
	return Batch[O]{Deltas: f.out, Initial: initial, Hold: true, Synced: initial && f.pop.synced}, GotKey
}

// End says that the key's deltas were processed.
func (f *DeltaFIFO[O]) End() (synced bool) {
	if !f.busy {
		panic("fifo: End without Begin")
	}
	// trace: fifo.end classic
	f.busy = false
	f.tap.Begin()
	if f.tap.On() {
		f.tap.Emit(trace.FIFOEnd, f.tap.Intern(f.outKey))
	}
	if cap(f.out) <= spareDeltas {
		clear(f.out)
		f.spare = f.out[:0]
	}
	f.out, f.outKey = nil, ""
	return f.pop.edge()
}

// SyncEdge reports, once, that the FIFO has synced and nothing is being processed.
func (f *DeltaFIFO[O]) SyncEdge() bool { return !f.busy && f.pop.edge() }

// HasSynced reports whether the initial population has been handed out; true at once when
// the first change is not a Replace, or an empty one.
func (f *DeltaFIFO[O]) HasSynced() bool { return f.pop.synced }

// Locked reports whether a key is being processed.
func (f *DeltaFIFO[O]) Locked() bool { return f.busy }

// Len counts the keys that wait.
func (f *DeltaFIFO[O]) Len() int { return f.line.len() }

// Items calls g for each waiting delta, key by key in line.
func (f *DeltaFIFO[O]) Items(g func(key string, d Delta[O])) {
	for i := range f.line.len() {
		s := &f.waiting.slots[*f.line.at(i)]
		for _, d := range s.val.deltas {
			g(s.key, d)
		}
	}
}

func (f *DeltaFIFO[O]) free(call string) {
	if f.busy {
		panic("fifo: " + call + " while the FIFO is locked: a key is being processed")
	}
}

var _ FIFO[int] = (*DeltaFIFO[int])(nil)
