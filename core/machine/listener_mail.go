package machine

// Post is what handlers hear of one change of the store. All of them share it: read only.
// The zero Post says nothing.
type Post[O any] struct {
	notes   []Note[O]
	syncs   int // notes of a resync among them
	initial int // initial adds among them
}

// NewPost makes a Post of notes, which are its own from now on.
func NewPost[O any](notes []Note[O]) Post[O] {
	p := Post[O]{notes: notes}
	for n := range notes {
		note := &notes[n]
		if note.Sync {
			p.syncs++
		}
		if note.initialAdd() {
			p.initial++
		}
	}
	return p
}

// Notes are the notifications, in order; read only.
func (p *Post[O]) Notes() []Note[O] { return p.notes }

// Initial is how many initial adds are among them.
func (p *Post[O]) Initial() int { return p.initial }

// mailbox is a line of notes. What was posted to many stays where it is and is referred to,
// so that a list of everything costs each of a hundred handlers a few words; a note that was
// pushed by itself stands in a letter of the mailbox's own. The price: a Post stays in memory
// until the slowest handler has read its last note.
type mailbox[O any] struct {
	letters tape[letter[O]]
	at      int // the next note of the first letter
	n       int // notes that wait and are to be heard
}

type letter[O any] struct {
	notes []Note[O]
	own   bool // the mailbox's, that may grow
	syncs bool // notes of a resync are to be heard
}

// The notes an own letter has room for.
const (
	minLetter = 8
	maxLetter = 512
)

func (m *mailbox[O]) len() int { return m.n }

func (m *mailbox[O]) post(p Post[O], syncs bool) {
	heard := len(p.notes)
	if !syncs {
		heard -= p.syncs
	}
	if heard > 0 {
		m.n += heard
		m.letters.push(letter[O]{notes: p.notes, syncs: syncs})
	}
}

func (m *mailbox[O]) push(n Note[O]) {
	m.n++
	room := minLetter
	if k := m.letters.len(); k > 0 {
		if last := m.letters.at(k - 1); last.own {
			if len(last.notes) < cap(last.notes) {
				last.notes = append(last.notes, n)
				return
			}
			room = min(2*cap(last.notes), maxLetter)
		}
	}
	m.letters.push(letter[O]{notes: append(make([]Note[O], 0, room), n), own: true, syncs: true})
}

// pop takes the first note that is to be heard; there must be one.
func (m *mailbox[O]) pop() Note[O] {
	for {
		l := m.letters.at(0)
		if m.at == len(l.notes) {
			m.next(l)
			continue
		}
		n := &l.notes[m.at]
		m.at++
		if n.Sync && !l.syncs {
			continue
		}
		m.n--
		note := *n
		if l.own {
			*n = Note[O]{}
		}
		if m.at == len(l.notes) {
			m.next(l)
		}
		return note
	}
}

// next lets the first letter go. An own one that is the last is used again.
func (m *mailbox[O]) next(l *letter[O]) {
	m.at = 0
	if l.own && m.letters.len() == 1 {
		l.notes = l.notes[:0]
		return
	}
	m.letters.pop()
}

// Hand is several notes a handler has in hand at once: see Listener.TakeMany.
type Hand[O any] struct {
	notes []Note[O]
	read  int
	syncs bool
}

// Next is the next note, valid until FinishMany; false when there is none.
func (h *Hand[O]) Next() (*Note[O], bool) {
	for h.read < len(h.notes) {
		n := &h.notes[h.read]
		h.read++
		if h.syncs || !n.Sync {
			return n, true
		}
	}
	return nil, false
}

// many shows the first notes that are to be heard and stand together: initial adds one by
// one, the others up to the next of those.
func (m *mailbox[O]) many() Hand[O] {
	for {
		l := m.letters.at(0)
		h := Hand[O]{notes: l.notes[m.at:], syncs: l.syncs}
		if n, ok := h.Next(); !ok {
			m.next(l)
			continue
		} else if n.initialAdd() {
			return Hand[O]{notes: h.notes[:h.read], syncs: l.syncs}
		}
		for i := h.read; i < len(h.notes); i++ {
			if h.notes[i].initialAdd() {
				h.notes = h.notes[:i]
				break
			}
		}
		h.read = 0
		return h
	}
}

// took lets go of what was read of the hand that many has shown.
func (m *mailbox[O]) took(h Hand[O]) {
	l := m.letters.at(0)
	for i := range h.notes[:h.read] {
		if h.syncs || !h.notes[i].Sync {
			m.n--
		}
		if l.own {
			h.notes[i] = Note[O]{}
		}
	}
	if m.at += h.read; m.at == len(l.notes) {
		m.next(l)
	}
}

func (m *mailbox[O]) clear() { *m = mailbox[O]{} }

// each calls f for the notes that are to be heard, the oldest first.
func (m *mailbox[O]) each(f func(*Note[O])) {
	for i := range m.letters.len() {
		l, from := m.letters.at(i), 0
		if i == 0 {
			from = m.at
		}
		for n := from; n < len(l.notes); n++ {
			if note := &l.notes[n]; l.syncs || !note.Sync {
				f(note)
			}
		}
	}
}
