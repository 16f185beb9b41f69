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
	tap      trace.Tap
	meta     Meta[O]
	lex      lexicon  // an object is known by its key's number
	objs     []O      // by number; the zero O of a free one
	places   []uint32 // by number, in all
	all      roll
	indices  []indexOf[O]
	postings []posting // by number; free ones are empty
	unused   []uint32  // numbers of free postings

	// An entry usually has one value or none in each index: then its spots stand at its
	// number times the number of indices. The spots of any other entry stand in more.
	spots []spot
	more  map[uint32][]spot

	rv      string
	scratch [][]string
}

type indexOf[O any] struct {
	name     string
	values   IndexFunc[O]
	postings map[string]uint32
}

// NewIndex returns an empty store without indices. The tap's part is of kind "store".
func NewIndex[O any](tap trace.Tap, m Meta[O]) *Index[O] {
	return &Index[O]{tap: tap, meta: m, more: map[uint32][]spot{}}
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

// Tear stores o under key and leaves the indices as they are. So client-go's store is when an
// index function fails, and the panic has not ended the program yet.
func (x *Index[O]) Tear(key string, o O) {
	x.tap.Begin()
	x.put(key, o, nil)
}

func (x *Index[O]) put(key string, o O, v [][]string) (old O, had bool) {
	at, isNew := x.lex.claim(key)
	if isNew {
		x.enter(at)
	} else {
		old = x.objs[at]
	}
	// trace: store.put
	x.objs[at] = o
	x.emitPut(at, old, !isNew)
	x.place(at, v)
	return old, !isNew
}

// enter makes room for what is known of a new number, and puts it into the order.
func (x *Index[O]) enter(at uint32) {
	if int(at) == len(x.objs) {
		var zero O
		x.objs, x.places = append(x.objs, zero), append(x.places, 0)
		if need := len(x.objs) * len(x.indices); need > len(x.spots) {
			x.spots = append(x.spots, make([]spot, need-len(x.spots))...)
		}
	}
	x.places[at] = x.all.join(at)
}

func (x *Index[O]) emitPut(at uint32, old O, had bool) {
	if !x.tap.On() {
		return
	}
	before := int64(0)
	if had {
		before = trace.Number(x.meta.rv(old))
	}
	o := x.objs[at]
	id, ref := x.id(at), x.meta.ref(x.tap, o)
	if ev := x.tap.Emit(trace.StorePut, id); ev != nil {
		ev.A, ev.B, ev.Val = trace.Number(x.meta.rv(o)), before, ref
	}
}

// id is the interned key of a number; only for who listens.
func (x *Index[O]) id(at uint32) trace.ID { return x.lex.id(at, x.tap) }

// own is where the spots of an entry stand that has at most one value in each index.
func (x *Index[O]) own(at uint32) []spot {
	width := uint32(len(x.indices))
	return x.spots[at*width : (at+1)*width]
}

// place makes an entry stand under exactly the values v. Values it keeps are not touched, and
// with nil all that it has.
func (x *Index[O]) place(at uint32, v [][]string) {
	if v == nil {
		return
	}
	single := len(x.more) == 0 || x.more[at] == nil
	for i := 0; single && i < len(v); i++ {
		single = len(v[i]) <= 1
	}
	if !single {
		x.placeMany(at, v)
		return
	}
	own := x.own(at)
	for i, values := range v {
		if !x.holds(own[i], values) {
			x.placeOne(&own[i], at, i, values)
		}
	}
}

// holds reports whether s is the spot under values, none or one.
func (x *Index[O]) holds(s spot, values []string) bool {
	return s.post == 0 && len(values) == 0 || s.post != 0 && len(values) == 1 && x.postings[s.post-1].value == values[0]
}

// placeOne makes an entry stand under values, none or one, in index i, in which its spot is own and was under others.
func (x *Index[O]) placeOne(own *spot, at uint32, i int, values []string) {
	if s := *own; s.post != 0 {
		*own = spot{}
		x.leave(at, s)
	}
	if len(values) == 1 {
		*own = x.join(at, i, values[0])
	}
}

// placeMany is place for an entry that has, or had, several values in an index.
func (x *Index[O]) placeMany(at uint32, v [][]string) {
	old := x.more[at]
	if old == nil {
		for _, s := range x.own(at) {
			if s.post != 0 {
				old = append(old, s)
			}
		}
		clear(x.own(at))
	}
	x.more[at] = old // where a posting that closes up finds them
	kept := old[:0:0]
	for _, s := range old {
		if p := &x.postings[s.post-1]; slices.Contains(v[p.index], p.value) {
			kept = append(kept, s)
		}
	}
	x.more[at] = kept
	for _, s := range old {
		if !slices.Contains(kept, s) {
			x.leave(at, s)
		}
	}
	kept = x.more[at]
	for i, values := range v {
		for n, value := range values {
			if !slices.Contains(values[:n], value) && !x.stands(kept, i, value) {
				kept = append(kept, x.join(at, i, value))
			}
		}
	}
	if x.more[at] = kept; len(kept) == 0 {
		delete(x.more, at)
	}
}

// stands reports whether one of the spots is under a value of an index.
func (x *Index[O]) stands(spots []spot, index int, value string) bool {
	return slices.ContainsFunc(spots, func(s spot) bool {
		p := &x.postings[s.post-1]
		return int(p.index) == index && p.value == value
	})
}

func (x *Index[O]) join(at uint32, index int, value string) spot {
	ix := &x.indices[index]
	n, ok := ix.postings[value]
	if !ok {
		n = x.newPosting(posting{value: value, index: int32(index)})
		ix.postings[value] = n
	}
	p := &x.postings[n]
	if x.tap.On() {
		x.tap.Emit(trace.IndexAdd, x.id(at)).Val = x.postingID(p)
	}
	// trace: index.add
	return spot{post: n + 1, place: p.list.join(at)}
}

func (x *Index[O]) newPosting(p posting) uint32 {
	if n := len(x.unused); n > 0 {
		at := x.unused[n-1]
		x.unused = x.unused[:n-1]
		x.postings[at] = p
		return at
	}
	x.postings = append(x.postings, p)
	return uint32(len(x.postings) - 1)
}

// leave takes an entry out of a posting, which goes when it is empty.
func (x *Index[O]) leave(at uint32, s spot) {
	p := &x.postings[s.post-1]
	if x.tap.On() {
		x.tap.Emit(trace.IndexDel, x.id(at)).Val = x.postingID(p)
	}
	// trace: index.delete
	if p.list.leave(s.place) {
		p.list.close(func(at, place uint32) { x.moved(at, s.post, p.index, place) })
	}
	if p.list.live() == 0 {
		delete(x.indices[p.index].postings, p.value)
		*p = posting{}
		x.unused = append(x.unused, s.post-1)
	}
}

// moved notes an entry's new place in a posting.
func (x *Index[O]) moved(at, post uint32, index int32, place uint32) {
	spots := x.more[at]
	if spots == nil {
		x.own(at)[index].place = place
		return
	}
	for i := range spots {
		if spots[i].post == post {
			spots[i].place = place
		}
	}
}

func (x *Index[O]) postingID(p *posting) trace.ID {
	if p.id == 0 {
		p.id = x.tap.Intern(x.indices[p.index].name + "=" + p.value)
	}
	return p.id
}

// Delete removes the object under key and returns it.
func (x *Index[O]) Delete(key string) (O, bool) {
	x.tap.Begin()
	return x.remove(key)
}

func (x *Index[O]) remove(key string) (old O, had bool) {
	at := x.lex.find(key)
	if at == none {
		return old, false
	}
	var zero O
	old, x.objs[at] = x.objs[at], zero
	// trace: store.delete
	if x.all.leave(x.places[at]) {
		x.all.close(func(at, place uint32) { x.places[at] = place })
	}
	if x.tap.On() {
		x.tap.Numbers(trace.StoreDel, x.id(at), trace.Number(x.meta.rv(old)), 0)
	}
	if spots := x.more[at]; spots != nil {
		for _, s := range spots {
			x.leave(at, s)
		}
		delete(x.more, at)
	} else {
		own := x.own(at)
		for i, s := range own {
			if own[i] = (spot{}); s.post != 0 {
				x.leave(at, s)
			}
		}
	}
	switch x.lex.remove(at); {
	case x.lex.hashes == nil: // they have given their memory back, too
		x.objs, x.places, x.spots = nil, nil, nil
	case x.lex.live == 0: // numbers begin at 0 again
		x.objs, x.places = x.objs[:0], x.places[:0]
	}
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
	for _, key := range x.missing(keys) {
		x.remove(key)
	}
	x.reserve(len(list))
	for i, o := range list {
		x.put(keys[i], o, v[i*width:(i+1)*width])
	}
}

// missing lists the keys of the store that are not in keys, in their order.
func (x *Index[O]) missing(keys []string) []string {
	if x.lex.live == 0 {
		return nil
	}
	named := make([]bool, len(x.objs))
	for _, key := range keys {
		if at := x.lex.find(key); at != none {
			named[at] = true
		}
	}
	var gone []string
	for _, n := range x.all.entries {
		if n != 0 && !named[n-1] {
			gone = append(gone, x.lex.text(n-1))
		}
	}
	return gone
}

// reserve makes room for n entries at once, where growing step by step would make garbage.
func (x *Index[O]) reserve(n int) {
	x.lex.reserve(n)
	x.objs = slices.Grow(x.objs, max(n-len(x.objs), 0))
	x.places = slices.Grow(x.places, max(n-len(x.places), 0))
	x.all.entries = slices.Grow(x.all.entries, max(n-len(x.all.entries), 0))
	if more := n*len(x.indices) - len(x.spots); more > 0 {
		x.spots = slices.Grow(x.spots, more)
	}
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
	// trace: store.rv
	x.rv = rv
	x.tap.Note(trace.StoreRV, 0, rv, 0, 0)
}
