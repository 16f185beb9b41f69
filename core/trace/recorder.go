package trace

// Recorder keeps the last events of one world, and the texts, objects and lists they name.
// It belongs to one lock: shells set At and Actor, and call into machines, under it.
// The zero value is not ready; use New.
type Recorder struct {
	// At stamps the next events, in ns since the start.
	At int64
	// Actor stamps the next events; see ActorID.
	Actor uint16

	ring    []Event // power of two, or growing when unbounded
	mask    uint64
	next    uint64 // Seq of the next event
	first   bool
	ids     map[string]ID
	texts   shelf[string]
	alike   bool // some ids print alike
	objects shelf[Object]
	arena   []Ref
	parts   []Part
	actors  []string

	floor     uint64 // events before it were forgotten
	arenaBase int64  // offset of arena[0]
}

// Part is a machine that emits: its name is unique, its kind says how to fold it.
type Part struct {
	Name string // "queue", "fifo", "h1"
	Kind string // "world", "queue", PriorityKind, "heap", "limiter", "fifo" and the name of an engine, "store", "listener", "reflector", "server"
}

// PriorityKind is the kind of a work queue with priorities: what waits there is of the same part.
const PriorityKind = "queue priority"

// Ref is one entry of a list in the arena: an object of a ReplacedAll.
type Ref struct {
	Key    ID
	Object ID // index into the object table
}

// New returns a recorder that keeps the last bound events, rounded up to a power of two and
// to at least 2; bound 0 keeps all of them.
func New(bound int) *Recorder {
	r := &Recorder{next: 1, ids: map[string]ID{"": 0}, texts: shelf[string]{recent: []string{""}}, objects: shelf[Object]{recent: []Object{{}}},
		parts: []Part{{}}, actors: []string{""}}
	if bound > 0 {
		n := 2 // of a ring of 1 the mask would say that there is no bound
		for n < bound {
			n *= 2
		}
		r.ring, r.mask = make([]Event, n), uint64(n-1)
	}
	return r
}

// Intern returns the id of s, the same for the same text.
func (r *Recorder) Intern(s string) ID {
	if id, ok := r.ids[s]; ok {
		return id
	}
	id := r.texts.add(s)
	r.ids[s] = id
	return id
}

// Lookup returns the id of s; ok is false when nothing has that text.
func (r *Recorder) Lookup(s string) (id ID, ok bool) {
	id, ok = r.ids[s]
	return id, ok
}

// Fresh returns a new id that prints as s but equals no other id: two pointers with the
// same text are two keys.
func (r *Recorder) Fresh(s string) ID {
	r.alike = true
	return r.texts.add(s)
}

// Alike reports whether two ids may print alike: Fresh was called.
func (r *Recorder) Alike() bool { return r.alike }

// Text returns what id was interned from; "?" when it was forgotten, or never was.
func (r *Recorder) Text(id ID) string {
	s, ok := r.texts.at(id)
	if !ok {
		return "?"
	}
	return s
}

// AddObject puts o into the object table and returns its number for Event.Val.
func (r *Recorder) AddObject(o Object) ID {
	return r.objects.add(o)
}

// Object returns the object with that number; the zero Object when there is none.
func (r *Recorder) Object(id ID) Object {
	o, _ := r.objects.at(id)
	return o
}

// AddList puts refs into the arena and returns its offset.
func (r *Recorder) AddList(refs []Ref) int64 {
	off := r.arenaBase + int64(len(r.arena))
	r.arena = append(r.arena, refs...)
	return off
}

// List returns the n refs at off, read only; nil when they were forgotten, or never were.
func (r *Recorder) List(off, n int64) []Ref {
	off -= r.arenaBase
	if off < 0 || n < 0 || off+n > int64(len(r.arena)) {
		return nil
	}
	return r.arena[off : off+n]
}

// AddPart registers a machine and returns a Tap for it.
func (r *Recorder) AddPart(name, kind string) Tap {
	r.parts = append(r.parts, Part{Name: name, Kind: kind})
	return Tap{rec: r, part: uint16(len(r.parts) - 1)}
}

// Parts lists the machines by Event.Part; number 0 is nobody.
func (r *Recorder) Parts() []Part { return r.parts }

// HasPart reports whether some part is of that kind.
func (r *Recorder) HasPart(kind string) bool {
	for _, p := range r.parts {
		if p.Kind == kind {
			return true
		}
	}
	return false
}

// ActorID returns the number of the actor called name, new at its first use.
func (r *Recorder) ActorID(name string) uint16 {
	for i, a := range r.actors {
		if a == name {
			return uint16(i)
		}
	}
	r.actors = append(r.actors, name)
	return uint16(len(r.actors) - 1)
}

// ActorName is the inverse of ActorID; "?" when there is no such actor, "" for 0, nobody.
func (r *Recorder) ActorName(n uint16) string {
	if int(n) >= len(r.actors) {
		return "?"
	}
	return r.actors[n]
}

// Len is the number of events ever recorded; Seq runs from 1 to Len.
func (r *Recorder) Len() uint64 { return r.next - 1 }

// Oldest is the Seq of the oldest event still kept; Len()+1 when there is none.
func (r *Recorder) Oldest() uint64 {
	if r.mask == 0 || r.next-1 <= r.mask+1 {
		return max(r.floor, 1)
	}
	return max(r.floor, r.next-1-r.mask)
}

// Event returns the event with that Seq, which must be kept.
func (r *Recorder) Event(seq uint64) Event {
	if r.mask == 0 {
		return r.ring[seq-1]
	}
	return r.ring[seq&r.mask]
}

// Since returns the kept events with Seq ≥ from, oldest first, in a new slice.
func (r *Recorder) Since(from uint64) []Event {
	from = max(from, r.Oldest())
	if from >= r.next {
		return nil
	}
	out := make([]Event, 0, r.next-from)
	for s := from; s < r.next; s++ {
		out = append(out, r.Event(s))
	}
	return out
}

// Begin says that a transition begins: the next event carries First.
func (r *Recorder) Begin() { r.first = true }

// slot hands out the place of the next event, stamped.
func (r *Recorder) slot() *Event {
	var e *Event
	if r.mask == 0 {
		r.ring = append(r.ring, Event{})
		e = &r.ring[len(r.ring)-1]
	} else {
		e = &r.ring[r.next&r.mask]
		*e = Event{}
	}
	e.Seq, e.At, e.Actor = r.next, r.At, r.Actor
	if r.first {
		e.Flag, r.first = First, false
	}
	r.next++
	return e
}

// Tap is what a machine emits into. The zero Tap is silent.
type Tap struct {
	rec  *Recorder
	part uint16
}

// On reports whether anybody listens.
func (t Tap) On() bool { return t.rec != nil }

// Recorder returns the recorder behind the tap; nil when silent.
func (t Tap) Recorder() *Recorder { return t.rec }

// Begin says that a transition of this machine begins.
func (t Tap) Begin() {
	if t.rec != nil {
		t.rec.first = true
	}
}

// Emit records op and returns the event's place for the other fields, or nil when silent.
// The place is valid until the next Emit.
func (t Tap) Emit(op Op, key ID) *Event {
	if t.rec == nil {
		return nil
	}
	e := t.rec.slot()
	e.Op, e.Key, e.Part = op, key, t.part
	return e
}

// Bits records op with the membership bits of key before and after.
func (t Tap) Bits(op Op, key ID, before, after uint8) {
	if e := t.Emit(op, key); e != nil {
		e.Before, e.After = before, after
	}
}

// Numbers records op with its two numbers.
func (t Tap) Numbers(op Op, key ID, a, b int64) {
	if e := t.Emit(op, key); e != nil {
		e.A, e.B = a, b
	}
}

// Note records op with a text and two numbers.
func (t Tap) Note(op Op, key ID, val string, a, b int64) {
	if e := t.Emit(op, key); e != nil {
		e.Val, e.A, e.B = t.rec.Intern(val), a, b
	}
}

// Intern interns s when somebody listens.
func (t Tap) Intern(s string) ID {
	if t.rec == nil {
		return 0
	}
	return t.rec.Intern(s)
}
