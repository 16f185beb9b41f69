package tell

import (
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Row is one key with all that is known of it.
type Row struct {
	ID       trace.ID
	Name     string
	Queue    int  // its number in the queue, from 1; 0 is not in it
	Twice    bool // in the queue
	Key      state.Key
	Worker   string
	Due      int64
	Waits    bool
	Array    int // index in the heap
	FIFO     int // deltas
	Stored   bool
	Store    trace.Object
	Served   bool
	Server   trace.Object
	Postings []string
	Pending  int // notifications
	InHand   bool
}

// Rows are those of all keys of s.
func Rows(s *state.State) []Row {
	var l Listing
	return l.Rows(l.List(s))
}

// Listing is the keys of a state. Of thousands a page shows a few, so what is known of each is
// looked for when it is asked for. The zero value is ready.
type Listing struct {
	s   *state.State
	seq uint64
	met int // how many keys the queue knew: forgetting some is no event
	ids []trace.ID
	at  []int32 // by key: where it is in ids, from 1
}

// List returns every key that s knows, in the order met: store, server, queue, FIFO. It is read
// only, and valid until the next call.
func (l *Listing) List(s *state.State) []trace.ID {
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

func (l *Listing) meet(id trace.ID) {
	for int(id) >= len(l.at) {
		l.at = append(l.at, make([]int32, int(id)+1-len(l.at)+len(l.at)/4)...)
	}
	if l.at[id] == 0 {
		l.ids = append(l.ids, id)
		l.at[id] = int32(len(l.ids))
	}
}

// Has reports whether the key is among those listed.
func (l *Listing) Has(id trace.ID) bool { return int(id) < len(l.at) && l.at[id] > 0 }

// Rows returns what the listed state knows of some of its keys.
func (l *Listing) Rows(ids []trace.ID) []Row {
	s, out := l.s, make([]Row, len(ids))
	if len(ids) == 0 {
		return out
	}
	rec := s.Recorder()
	asked := make([]int32, len(l.ids)) // by number in ids: which of out, from 1
	for i, id := range ids {
		asked[l.at[id]-1] = int32(i + 1)
		r := &out[i]
		r.ID, r.Name = id, s.Name(id)
		r.Key, _ = s.Key(id)
		if r.Key.Actor != 0 {
			r.Worker = rec.ActorName(r.Key.Actor)
		}
		if it, ok := s.Store.Get(id); ok {
			r.Stored, r.Store = true, rec.Object(it.Object)
		}
		if it, ok := s.Server.Objects.Get(id); ok {
			r.Served, r.Server = true, rec.Object(it.Object)
		}
	}
	of := func(id trace.ID) *Row {
		if i := asked[l.at[id]-1]; i > 0 {
			return &out[i-1]
		}
		return nil
	}
	for i, id := range s.Queue {
		r := of(id)
		switch {
		case r == nil:
		case r.Queue != 0:
			r.Twice = true
		default:
			r.Queue = i + 1
		}
	}
	for i, w := range s.Heap {
		if r := of(w.Key); r != nil {
			r.Due, r.Waits, r.Array = w.Due, true, i
		}
	}
	deltas(s, func(key trace.ID, n int) {
		if r := of(key); r != nil {
			r.FIFO += n
		}
	})
	notes(s, func(key trace.ID, inHand bool) {
		switch r := of(key); {
		case r == nil:
		case inHand:
			r.InHand = true
		default:
			r.Pending++
		}
	})
	postings(s, func(key trace.ID, value string) {
		if r := of(key); r != nil {
			r.Postings = append(r.Postings, value)
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

// Find returns the key of s that is called name.
func (l *Listing) Find(s *state.State, name string) (id trace.ID, ok bool) {
	ids := l.List(s)
	if s == nil || name == "" {
		return 0, false
	}
	if id, ok = s.Find(name); ok && l.Has(id) {
		return id, true
	}
	for _, id := range ids { // one that has not come out of the FIFO, or prints like another
		if s.Name(id) == name {
			return id, true
		}
	}
	return 0, false
}

// Called is what a key of the picture is called in table and link, which say its namespace only
// where two keys differ in it.
func (l *Listing) Called(s *state.State, token string) string {
	name := strings.TrimPrefix(token, "key:")
	if id, ok := l.drawn(s, name); ok {
		return s.Name(id)
	}
	return name
}

// drawn is Find for a token of the picture: the second of a key that is drawn twice has a "+" behind.
func (l *Listing) drawn(s *state.State, name string) (id trace.ID, ok bool) {
	if id, ok = l.Find(s, name); !ok {
		id, ok = l.Find(s, strings.TrimSuffix(name, "+"))
	}
	return id, ok
}
