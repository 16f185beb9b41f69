package page

import (
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// row is one key with all that is known of it.
type row struct {
	id       trace.ID
	name     string
	queue    int // place in the line, from 1; 0 is not in it
	twice    bool
	key      state.Key
	worker   string
	due      int64
	waits    bool
	array    int // index in the heap
	fifo     int
	stored   bool
	store    trace.Object
	served   bool
	server   trace.Object
	postings []string
	pending  int
	inHand   bool
}

// rows are those of all keys of s.
func rows(s *state.State) []row {
	var l listing
	return l.rows(l.list(s))
}

// listing is the keys of a state. Of thousands a page shows a few, so what is known of each is
// looked for when it is asked for. The zero value is ready.
type listing struct {
	s   *state.State
	seq uint64
	met int // how many keys the queue knew: forgetting some is no event
	ids []trace.ID
	at  []int32 // by key: its place in ids, from 1
}

// list returns every key that s knows, in the order met: store, server, queue, FIFO. It is read
// only, and valid until the next call.
func (l *listing) list(s *state.State) []trace.ID {
	if l.s == s && (s == nil || l.seq == s.Seq && l.met == len(s.Keys)) {
		return l.ids
	}
	for _, id := range l.ids {
		l.at[id] = 0
	}
	l.s, l.ids = s, l.ids[:0]
	if s == nil {
		return nil
	}
	l.seq, l.met = s.Seq, len(s.Keys)
	for _, it := range s.Store.Items {
		l.meet(it.Key)
	}
	for _, it := range s.Server.Objects.Items {
		l.meet(it.Key)
	}
	for _, k := range s.Keys {
		l.meet(k.ID)
	}
	for _, id := range s.Queue {
		l.meet(id)
	}
	for _, w := range s.Heap {
		l.meet(w.Key)
	}
	deltas(s, func(key trace.ID, _ int) { l.meet(key) })
	for _, p := range s.Index {
		for _, k := range p.Keys {
			l.meet(k)
		}
	}
	notes(s, func(key trace.ID, _ bool) { l.meet(key) })
	return l.ids
}

func (l *listing) meet(id trace.ID) {
	for int(id) >= len(l.at) {
		l.at = append(l.at, make([]int32, int(id)+1-len(l.at)+len(l.at)/4)...)
	}
	if l.at[id] == 0 {
		l.ids = append(l.ids, id)
		l.at[id] = int32(len(l.ids))
	}
}

// has reports whether the key is among those listed.
func (l *listing) has(id trace.ID) bool { return int(id) < len(l.at) && l.at[id] > 0 }

// rows returns what the listed state knows of some of its keys.
func (l *listing) rows(ids []trace.ID) []row {
	s, out := l.s, make([]row, len(ids))
	if len(ids) == 0 {
		return out
	}
	rec := s.Recorder()
	asked := make([]int32, len(l.ids)) // by place in ids: which of out, from 1
	for i, id := range ids {
		asked[l.at[id]-1] = int32(i + 1)
		r := &out[i]
		r.id, r.name = id, s.Name(id)
		r.key, _ = s.Key(id)
		if r.key.Actor != 0 {
			r.worker = rec.ActorName(r.key.Actor)
		}
		if it, ok := s.Store.Get(id); ok {
			r.stored, r.store = true, rec.Object(it.Object)
		}
		if it, ok := s.Server.Objects.Get(id); ok {
			r.served, r.server = true, rec.Object(it.Object)
		}
	}
	of := func(id trace.ID) *row {
		if i := asked[l.at[id]-1]; i > 0 {
			return &out[i-1]
		}
		return nil
	}
	for i, id := range s.Queue {
		r := of(id)
		switch {
		case r == nil:
		case r.queue != 0:
			r.twice = true
		default:
			r.queue = i + 1
		}
	}
	for i, w := range s.Heap {
		if r := of(w.Key); r != nil {
			r.due, r.waits, r.array = w.Due, true, i
		}
	}
	deltas(s, func(key trace.ID, n int) {
		if r := of(key); r != nil {
			r.fifo += n
		}
	})
	notes(s, func(key trace.ID, inHand bool) {
		switch r := of(key); {
		case r == nil:
		case inHand:
			r.inHand = true
		default:
			r.pending++
		}
	})
	postings(s, func(key trace.ID, value string) {
		if r := of(key); r != nil {
			r.postings = append(r.postings, value)
		}
	})
	return out
}

// deltas calls f for what waits in the FIFO: a key, and how many deltas of it.
func deltas(s *state.State, f func(key trace.ID, n int)) {
	for _, t := range s.FIFO.Trays {
		f(t.Key, len(t.Deltas))
	}
	for _, d := range s.FIFO.Tape {
		if d.Key != 0 {
			f(d.Key, 1)
		}
		for _, ref := range d.List {
			f(ref.Key, 1)
		}
	}
}

// notes calls f for each notification that is pending, or that a handler has in hand.
func notes(s *state.State, f func(key trace.ID, inHand bool)) {
	for _, l := range s.Listeners {
		for _, n := range l.Pending {
			f(n.Key, false)
		}
		if l.Busy {
			f(l.Hand.Key, true)
		}
	}
}

// postings calls f for each value of an index that a key stands under. Its namespace is not
// said where there are other indices: the key begins with it.
func postings(s *state.State, f func(key trace.ID, value string)) {
	const namespace = "byNamespace="
	others := false
	for _, p := range s.Index {
		others = others || !strings.HasPrefix(p.Name, namespace)
	}
	for _, p := range s.Index {
		if others && strings.HasPrefix(p.Name, namespace) {
			continue
		}
		_, value, _ := strings.Cut(p.Name, "=")
		for _, k := range p.Keys {
			f(k, value)
		}
	}
}

// keyCalled returns the key of the state shown that is called name.
func (p *Page) keyCalled(name string) (id trace.ID, ok bool) {
	s := p.shown()
	ids := p.listed.list(s)
	if s == nil || name == "" {
		return 0, false
	}
	if id, ok = s.Find(name); ok && p.listed.has(id) {
		return id, true
	}
	for _, id := range ids { // one that has not come out of the FIFO, or prints like another
		if s.Name(id) == name {
			return id, true
		}
	}
	return 0, false
}

// called is what a key of the picture is called in table and link, which say its namespace only
// where two keys differ in it.
func (p *Page) called(token string) string {
	name := strings.TrimPrefix(token, "key:")
	if id, ok := p.keyCalled(name); ok {
		return p.shown().Name(id)
	}
	return name
}
