package trace

// Live is what somebody still needs of a Recorder's tables: texts and objects by number.
type Live struct {
	rec     *Recorder
	texts   map[ID]bool
	objects map[ID]bool
}

// NewLive returns a Live that needs nothing yet.
func NewLive(r *Recorder) *Live {
	return &Live{rec: r, texts: map[ID]bool{}, objects: map[ID]bool{}}
}

// Text keeps texts.
func (l *Live) Text(ids ...ID) {
	for _, id := range ids {
		l.texts[id] = true
	}
}

// Named keeps the number under which a text was interned, if it was.
func (l *Live) Named(text string) {
	if id, ok := l.rec.ids[text]; ok {
		l.texts[id] = true
	}
}

// Object keeps objects.
func (l *Live) Object(ids ...ID) {
	for _, id := range ids {
		l.objects[id] = true
	}
}

// List keeps what the entries of a list name.
func (l *Live) List(refs []Ref) {
	for _, r := range refs {
		l.Text(r.Key)
		l.Object(r.Object)
	}
}

// Has reports whether a text is kept.
func (l *Live) Has(text ID) bool { return l.texts[text] }

// event keeps what e names. Val is a text with most ops and an object with some: either is
// kept, whichever it is.
func (l *Live) event(e Event) {
	l.Text(e.Key, e.Val)
	l.Object(e.Val)
	if e.Op.Lists() {
		l.List(l.rec.Refs(&e))
	}
}

// From keeps what the events from seq on name.
func (l *Live) From(seq uint64) {
	for s := max(seq, l.rec.Oldest()); s < l.rec.next; s++ {
		l.event(l.rec.Event(s))
	}
}

// Forget drops the events before seq, and every text, object and list that neither the
// events left nor live names. Numbers stay what they are; one that was dropped prints "?".
func (r *Recorder) Forget(seq uint64, live *Live) {
	r.floor = max(r.floor, min(seq, r.next))
	live.From(r.floor)
	arena := r.arenaBase + int64(len(r.arena))
	for s := r.Oldest(); s < r.next; s++ {
		if e := r.Event(s); e.Op.Lists() {
			arena = min(arena, e.A)
		}
	}
	if drop := arena - r.arenaBase; drop > 0 {
		r.arena, r.arenaBase = append([]Ref(nil), r.arena[drop:]...), arena
	}
	r.texts.sweep(live.texts, func(id ID, text string) {
		if r.ids[text] == id {
			delete(r.ids, text)
		}
	})
	r.objects.sweep(live.objects, nil)
}

// Size is how many texts, objects and list entries are kept.
func (r *Recorder) Size() (texts, objects, refs int) {
	return r.texts.len(), r.objects.len(), len(r.arena)
}

// Knows reports whether the object with that number is kept.
func (r *Recorder) Knows(object ID) bool {
	_, ok := r.objects.at(object)
	return ok
}
