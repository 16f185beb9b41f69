package machine

import (
	"fmt"
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// IndexFunc returns the values under which an object stands in an index; a value that
// occurs twice counts once. It must be pure.
type IndexFunc[O any] func(O) ([]string, error)

// IndexError says that an index function failed; the store is as it was before the call.
type IndexError struct {
	Key, Index string
	Err        error
}

// Error says which object and which index.
func (e IndexError) Error() string {
	return fmt.Sprintf("unable to calculate an index entry for key %q on index %q: %v", e.Key, e.Index, e.Err)
}

// Unwrap returns the index function's error.
func (e IndexError) Unwrap() error { return e.Err }

// Index is a store of objects by key with any number of named indices. Lists come in the
// order in which keys joined. Each entry remembers the values it stands under: changing a
// stored object in place cannot tear the indices, as it can in client-go.
//
// It is not safe for concurrent use, but any number of readers may call the methods that
// change nothing at the same time.
// Source: client-go tools/cache, thread_safe_store.go (v0.37).
type Index[O any] struct {
	tap     trace.Tap
	meta    Meta[O]
	entries map[string]*entry[O]
	all     posting[O]
	indices []indexOf[O]
	rv      string
	stamp   uint32
	stock   stock[O]
	scratch [][]string
	spots   []spot[O] // scratch of place
}

type indexOf[O any] struct {
	name     string
	values   IndexFunc[O]
	postings map[string]*posting[O]
}

// NewIndex returns an empty store without indices. The tap's part is of kind "store".
func NewIndex[O any](tap trace.Tap, m Meta[O]) *Index[O] {
	return &Index[O]{tap: tap, meta: m, entries: map[string]*entry[O]{}}
}

// Put stores o under key and returns what was there. When an index function fails nothing
// changes.
func (x *Index[O]) Put(key string, o O) (old O, had bool, err error) {
	v, err := x.values(key, o, x.scratch[:0])
	if err != nil {
		return old, false, err
	}
	x.scratch = v
	x.tap.Begin()
	old, had = x.put(key, o, v)
	clear(v)
	return old, had, nil
}

// Values calls the index functions for o: what PutValues wants. It changes nothing.
func (x *Index[O]) Values(key string, o O) ([][]string, error) {
	return x.values(key, o, nil)
}

// PutValues is Put with the index values computed before: see Values. When indices were
// added since, it computes the rest, and panics when that fails.
func (x *Index[O]) PutValues(key string, o O, v [][]string) (old O, had bool) {
	if len(v) < len(x.indices) {
		var err error
		if v, err = x.values(key, o, slices.Clone(v)); err != nil {
			panic(err)
		}
	}
	x.tap.Begin()
	return x.put(key, o, v)
}

// values appends to v what the index functions from the len(v)-th on return.
func (x *Index[O]) values(key string, o O, v [][]string) ([][]string, error) {
	for _, ix := range x.indices[len(v):] {
		values, err := ix.values(o)
		if err != nil {
			return nil, IndexError{Key: key, Index: ix.name, Err: err}
		}
		v = append(v, values)
	}
	return v, nil
}

func (x *Index[O]) put(key string, o O, v [][]string) (old O, had bool) {
	return x.set(x.entries[key], key, o, v)
}

// set stores o in e, the entry of key, or in a new one when e is nil.
func (x *Index[O]) set(e *entry[O], key string, o O, v [][]string) (old O, had bool) {
	had = e != nil
	if had {
		old = e.obj
	} else {
		e = x.stock.take(len(x.indices))
		e.key = key
		x.entries[key] = e
		e.slot = x.all.join(e)
	}
	e.obj = o
	x.emitPut(e, old, had)
	x.place(e, v)
	return old, had
}

func (x *Index[O]) emitPut(e *entry[O], old O, had bool) {
	if !x.tap.On() {
		return
	}
	before := int64(0)
	if had {
		before = trace.Number(x.meta.rv(old))
	}
	id, ref := x.id(e), x.meta.ref(x.tap, e.obj)
	if ev := x.tap.Emit(trace.StorePut, id); ev != nil {
		ev.A, ev.B, ev.Val = trace.Number(x.meta.rv(e.obj)), before, ref
	}
}

// id is the interned key of e.
func (x *Index[O]) id(e *entry[O]) trace.ID {
	if e.id == 0 {
		e.id = x.tap.Intern(e.key)
	}
	return e.id
}

// place makes e stand under exactly the values v. Values it keeps are not touched.
func (x *Index[O]) place(e *entry[O], v [][]string) {
	if x.stands(e, v) || x.shift(e, v) {
		return
	}
	spots := x.spots[:0]
	for _, s := range e.spots {
		if !slices.Contains(v[s.index], s.post.value) {
			x.leave(e, s)
		}
	}
	for i, values := range v {
		for n, value := range values {
			if slices.Contains(values[:n], value) {
				continue
			}
			if kept := x.spot(e, i, value); kept != nil {
				spots = append(spots, *kept)
				continue
			}
			spots = append(spots, x.join(e, i, value))
		}
	}
	clear(e.spots)
	e.spots = append(e.spots[:0], spots...)
	clear(spots)
	x.spots = spots
}

// stands reports whether e stands under exactly the values v already.
func (x *Index[O]) stands(e *entry[O], v [][]string) bool {
	n := 0
	for i, values := range v {
		for _, value := range values {
			if n == len(e.spots) || int(e.spots[n].index) != i || e.spots[n].post.value != value {
				return false
			}
			n++
		}
	}
	return n == len(e.spots)
}

// shift is place for the common case of one value in every index, before and after; it
// reports whether that is the case.
func (x *Index[O]) shift(e *entry[O], v [][]string) bool {
	if len(e.spots) != len(v) {
		return false
	}
	for i := range v {
		if len(v[i]) != 1 || int(e.spots[i].index) != i {
			return false
		}
	}
	for i := range v {
		if s := e.spots[i]; s.post.value != v[i][0] {
			x.leave(e, s)
			e.spots[i] = x.join(e, i, v[i][0])
		}
	}
	return true
}

func (x *Index[O]) spot(e *entry[O], index int, value string) *spot[O] {
	for i := range e.spots {
		if s := &e.spots[i]; int(s.index) == index && s.post.value == value {
			return s
		}
	}
	return nil
}

func (x *Index[O]) join(e *entry[O], index int, value string) spot[O] {
	ix := &x.indices[index]
	p := ix.postings[value]
	if p == nil {
		p = &posting[O]{value: value}
		ix.postings[value] = p
	}
	if x.tap.On() {
		x.tap.Emit(trace.IndexAdd, x.id(e)).Val = x.postingID(p, ix)
	}
	return spot[O]{post: p, index: int32(index), slot: p.join(e)}
}

// leave takes e out of a posting, which goes when it is empty.
func (x *Index[O]) leave(e *entry[O], s spot[O]) {
	ix := &x.indices[s.index]
	leavePosting(s)
	if s.post.live() == 0 {
		delete(ix.postings, s.post.value)
	}
	if x.tap.On() {
		x.tap.Emit(trace.IndexDel, x.id(e)).Val = x.postingID(s.post, ix)
	}
}

func (x *Index[O]) postingID(p *posting[O], ix *indexOf[O]) trace.ID {
	if p.id == 0 {
		p.id = x.tap.Intern(ix.name + "=" + p.value)
	}
	return p.id
}

// Delete removes the object under key and returns it.
func (x *Index[O]) Delete(key string) (O, bool) {
	x.tap.Begin()
	return x.remove(key)
}

func (x *Index[O]) remove(key string) (old O, had bool) {
	e := x.entries[key]
	if e == nil {
		return old, false
	}
	delete(x.entries, key)
	x.all.leave(e.slot, func(e *entry[O], slot int32) { e.slot = slot })
	if x.tap.On() {
		x.tap.Numbers(trace.StoreDel, x.id(e), trace.Number(x.meta.rv(e.obj)), 0)
	}
	for _, s := range e.spots {
		x.leave(e, s)
	}
	old = e.obj
	x.stock.give(e)
	return old, true
}

// Replace makes list, whose keys are keys, the whole content, read at rv; of a key that
// occurs twice the later object counts. Keys that stay keep their place in the order. When
// an index function fails nothing changes.
func (x *Index[O]) Replace(keys []string, list []O, rv string) error {
	width := len(x.indices)
	v := make([][]string, 0, len(list)*width)
	for i, o := range list {
		values, err := x.values(keys[i], o, x.scratch[:0])
		if err != nil {
			return err
		}
		x.scratch = values
		v = append(v, values...)
	}
	x.tap.Begin()
	x.replace(keys, list, v)
	x.setRV(rv)
	return nil
}

func (x *Index[O]) replace(keys []string, list []O, v [][]string) {
	width := len(x.indices)
	if len(x.entries) == 0 {
		x.entries = make(map[string]*entry[O], len(list))
	}
	x.stamp++
	found := make([]*entry[O], len(list))
	for i, key := range keys {
		if e := x.entries[key]; e != nil {
			e.stamp = x.stamp
			found[i] = e
		}
	}
	for _, e := range x.gone() {
		x.remove(e.key)
	}
	for i, o := range list {
		e := found[i]
		if e == nil {
			e = x.entries[keys[i]] // new, or new in this list a second time
		}
		x.set(e, keys[i], o, v[i*width:(i+1)*width])
	}
}

// gone lists the entries that the present Replace does not name.
func (x *Index[O]) gone() []*entry[O] {
	var gone []*entry[O]
	for _, e := range x.all.entries {
		if e != nil && e.stamp != x.stamp {
			gone = append(gone, e)
		}
	}
	return gone
}

// SetRV says that the store is as fresh as rv.
func (x *Index[O]) SetRV(rv string) {
	x.tap.Begin()
	x.setRV(rv)
}

func (x *Index[O]) setRV(rv string) {
	if rv == x.rv {
		return
	}
	x.rv = rv
	x.tap.Note(trace.StoreRV, 0, rv, 0, 0)
}
