package machine

import "github.com/informerscope/informerscope/core/trace"

// PanicPause is how long a handler rests after a panic before its next notification.
// Source: client-go tools/cache, shared_informer.go, processorListener.run (v0.37).
const PanicPause Dur = 1_000_000_000

// Listener is the mailbox of one handler: notifications wait without bound until the
// handler takes them, one at a time. It has synced when the informer has and every initial
// add was handled; one that panicked never counts as handled.
type Listener[O any] struct {
	busy        bool
	closed      bool
	upstream    bool
	synced      bool
	handInitial bool // the note in hand is an initial add
	outstanding int  // initial adds not yet handled
	mail        mailbox[O]
	tap         trace.Tap
	meta        Meta[O]
	handKey     string // of the note in hand, for events
}

// NewListener returns an empty mailbox. The tap's part is of kind "listener", one for each
// handler. A snapshot of AddHandler is pushed before Upstream is called.
func NewListener[O any](tap trace.Tap, m Meta[O]) *Listener[O] {
	tap.Begin()
	tap.Numbers(trace.HandlerAdd, 0, 0, 0)
	// trace: handler.add
	return &Listener[O]{tap: tap, meta: m}
}

// Push puts n into the mailbox. It asks to wake the handler when it waits for mail. A
// closed mailbox drops n.
func (l *Listener[O]) Push(n Note[O]) (wake bool) {
	if l.closed {
		return false
	}
	if n.initialAdd() {
		l.outstanding++
	}
	l.tap.Begin()
	l.emitPush(&n)
	// trace: handler.push
	l.mail.push(n)
	return !l.busy && l.mail.len() == 1
}

// PushAll is Push of each note of p that the handler is to hear: those of a resync only when
// it is syncing, as Audience says. It costs the same for a thousand notes as for one.
func (l *Listener[O]) PushAll(p Post[O], syncing bool) (wake bool) {
	if l.closed {
		return false
	}
	waited := l.mail.len()
	l.outstanding += p.initial
	if l.tap.On() {
		for n := range p.notes {
			if note := &p.notes[n]; syncing || !note.Sync {
				l.tap.Begin()
				l.emitPush(note)
			}
		}
	}
	l.mail.post(p, syncing)
	return !l.busy && waited == 0 && l.mail.len() > 0
}

func (l *Listener[O]) emitPush(n *Note[O]) {
	if !l.tap.On() {
		return
	}
	shown, rv, old := n.New, "", ""
	switch n.Kind {
	case NoteAdd:
		rv = l.meta.rv(n.New)
	case NoteUpdate:
		rv, old = l.meta.rv(n.New), l.meta.rv(n.Old)
	case NoteDelete:
		shown, rv = n.Old, l.meta.rv(n.Old)
		old = rv
	}
	flags := uint8(0)
	if n.Initial {
		flags |= trace.NoteInitial
	}
	if n.Unknown {
		flags |= trace.NoteUnknown
	}
	if n.Sync {
		flags |= trace.NoteSync
	}
	key, ref := l.tap.Intern(n.Key), l.meta.ref(l.tap, shown)
	if e := l.tap.Emit(trace.NotePush, key); e != nil {
		e.A, e.B, e.Val = trace.Number(rv), trace.Number(old), ref
		e.Before, e.After = uint8(n.Kind), flags
	}
}

// Take hands the oldest notification to the handler; false when there is none. It panics
// while the handler is busy with the one before.
func (l *Listener[O]) Take() (Note[O], bool) {
	if l.busy {
		panic("listener: Take before Finish: a handler has one notification at a time")
	}
	if l.mail.len() == 0 {
		return Note[O]{}, false
	}
	// trace: handler.begin
	n := l.mail.pop()
	l.busy, l.handInitial = true, n.initialAdd()
	l.tap.Begin()
	if l.tap.On() {
		l.handKey = n.Key
		l.tap.Emit(trace.NoteTake, l.tap.Intern(n.Key))
	}
	return n, true
}

// TakeMany is Take of as many notes as may be handled without asking in between; FinishMany
// ends it. Each initial add is a hand of its own, for the handler syncs by it; so is every
// note while a recorder listens.
func (l *Listener[O]) TakeMany() (Hand[O], bool) {
	if l.busy {
		panic("listener: TakeMany before Finish")
	}
	if l.mail.len() == 0 {
		return Hand[O]{}, false
	}
	h := l.mail.many()
	if l.tap.On() {
		h.Next()
		h.notes, h.read = h.notes[:h.read], 0
	}
	first, _ := (&Hand[O]{notes: h.notes, syncs: h.syncs}).Next()
	l.busy, l.handInitial = true, first.initialAdd()
	l.tap.Begin()
	if l.tap.On() {
		l.handKey = first.Key
		l.tap.Emit(trace.NoteTake, l.tap.Intern(first.Key))
	}
	return h, true
}

// FinishMany says that the handler returned from the notes h has given by Next, or panicked
// in the last of them: what is left of the hand waits. It answers as Finish.
func (l *Listener[O]) FinishMany(h Hand[O], panicked bool) (synced bool, pause Dur) {
	if !l.closed {
		l.mail.took(h)
	}
	return l.Finish(panicked)
}

// Finish says that the handler returned, or panicked. It reports whether the registration
// has synced by that, true once, and how long the handler has to rest.
func (l *Listener[O]) Finish(panicked bool) (synced bool, pause Dur) {
	if !l.busy {
		panic("listener: Finish without Take")
	}
	// trace: handler.end
	l.busy = false
	after := uint8(0)
	if panicked {
		// trace: handler.end panicked
		after, pause = 1, PanicPause
	} else if l.handInitial {
		l.outstanding--
	}
	l.tap.Begin()
	if l.tap.On() {
		if e := l.tap.Emit(trace.NoteDone, l.tap.Intern(l.handKey)); e != nil {
			e.A, e.After = int64(l.outstanding), after
		}
	}
	return l.check(), pause
}

// Upstream says that the informer has synced. It reports whether the registration has
// synced by that.
func (l *Listener[O]) Upstream() (synced bool) {
	l.upstream = true
	l.tap.Begin()
	return l.check()
}

func (l *Listener[O]) check() bool {
	if l.synced || !l.upstream || l.outstanding != 0 {
		return false
	}
	// trace: handler.synced
	l.synced = true
	l.tap.Emit(trace.NoteSynced, 0)
	return true
}

// Synced reports whether the handler has seen the initial list.
func (l *Listener[O]) Synced() bool { return l.synced }

// Busy reports whether the handler is at work.
func (l *Listener[O]) Busy() bool { return l.busy }

// Outstanding counts the initial adds that were not handled.
func (l *Listener[O]) Outstanding() int { return l.outstanding }

// Len counts the notifications that wait.
func (l *Listener[O]) Len() int { return l.mail.len() }

// Pending counts those that wait behind the first: client-go holds the first one out to
// the handler and keeps the others in its ring buffer.
func (l *Listener[O]) Pending() int { return max(l.mail.len()-1, 0) }

// Close removes the handler: what waits is dropped, what it has in hand it may finish.
func (l *Listener[O]) Close() {
	if l.closed {
		return
	}
	l.closed = true
	// trace: handler.remove
	l.mail.clear()
	l.tap.Begin()
	l.tap.Emit(trace.HandlerDel, 0)
}

// Closed reports whether Close was called.
func (l *Listener[O]) Closed() bool { return l.closed }

// Told reports whether the informer has synced, as far as the mailbox was told.
func (l *Listener[O]) Told() bool { return l.upstream }

// Each calls f for every notification that waits, the oldest first; it may be read only.
func (l *Listener[O]) Each(f func(*Note[O])) { l.mail.each(f) }
