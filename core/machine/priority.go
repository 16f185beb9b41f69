package machine

import "github.com/informerscope/informerscope/core/trace"

// Priority is the queue that controller-runtime gives its controllers: keys have priorities,
// and what waits for its time and what is ready are one queue.
//
// A key has one entry at most, and that is ready or waits. Ready entries go by priority, the
// higher first, and by turn among equals. A new entry takes the next turn, and so do one whose
// wait has ended and one whose priority was raised; priorities only rise while an entry
// stands. An Add of a key that waits ends its wait, and it keeps its turn: it goes ahead of
// what came after it.
//
// A key that a worker holds is locked. It may get a new entry meanwhile, which counts and
// stands in its place, and is passed over until Done. Where client-go's Done puts such a key
// at the back, here it goes when its priority and its turn say.
//
// ShutDown ends everything at once: what is ready is left undone, and nobody waits for who
// works.
//
// The zero Priority works and is silent. Source: sigs.k8s.io/controller-runtime v0.25.2,
// pkg/controller/priorityqueue.
//
// How it is kept: an entry is a slot of the table. Ready ones stand in a lane for their
// priority, a list that runs through the slots; a new turn is the last, so it goes to the
// back. What comes into a lane with an older turn, from a wait that an Add has ended or from
// under a lock, stands on a small heap beside the list. Entries of locked keys stand in no
// lane, so nobody has to step over them. What waits is a heap whose entries know their place.
type Priority[T comparable] struct {
	namer[T]
	keys    table[T, entry]
	lanes   lanes
	waiting []waiter
	aside   []uint32 // slots of ready entries whose key is locked
	turns   int64    // the newest turn; 0 is none
	ready   int
	last    uint32 // 1 + the slot handed out last: most often the next to be done
	shut    bool
}

// entry is what a slot knows of its key.
type entry struct {
	turn, priority moment // in halves, see moment
	a, b           uint32 // onLine: 1 + the slot before and behind it; waiting, aside: a is its place there
	standing       standing
}

// standing says where the entry of a key is. Free slots have 0.
type standing uint32

const (
	absent  standing = 1 + iota // the key is locked and has no entry
	onLine                      // in the list of its lane
	early                       // on the heap of its lane
	aside                       // ready, and its key is locked
	waiting                     // for its time
	locked  standing = 8        // beside one of them: a worker holds the key
)

func (e *entry) where() standing { return e.standing &^ locked }

func (e *entry) stand(s standing) { e.standing = e.standing&locked | s }

// bits is what a key is to a viewer: an entry that is ready is a pass that is owed.
func (e *entry) bits() (b uint8) {
	switch e.where() {
	case onLine, early, aside:
		b = trace.Queued | trace.Dirty
	}
	if e.standing&locked != 0 {
		b |= trace.Processing
	}
	return b
}

// Outcome is what came of an Add, or of a wait that has ended.
type Outcome struct {
	Wake     Wake
	Ready    bool // the entry has become ready, with Priority
	Raised   bool // it was ready, and its priority has risen from Was to Priority
	Retry    bool // the call asked for a wait: it counts as a retry, whatever came of it
	First    bool // it is the next whose wait ends: arm the timer anew
	Slot     Slot // of the key, where Ready
	Priority int
	Was      int
}

// NewPriority returns an empty queue. The part of its tap is of trace.PriorityKind.
func NewPriority[T comparable](tap trace.Tap, keyer Keyer[T]) *Priority[T] {
	return &Priority[T]{namer: newNamer(tap, keyer), keys: newTable[T, entry]()}
}

// Wait is how long a key waits that was added to wait for after and, where it is limited, for
// what its limiter says: the shorter of the two. No after is no wish.
func (q *Priority[T]) Wait(after Dur, limited bool, limit Dur) Dur {
	if limited && (after == 0 || limit < after) {
		return limit
	}
	return after
}

// Add adds k, to be ready when after has passed: now if it is not positive. Of two times and
// of two priorities for one entry the earlier and the higher count. After ShutDown it does
// nothing.
func (q *Priority[T]) Add(now Time, k T, priority int, after Dur) Outcome {
	if q.shut {
		if q.On() {
			q.Begin()
			// trace: queue.dropped priority
			q.Bits(trace.QueueDropped, q.name(k), 0, 0)
		}
		return Outcome{}
	}
	done := Outcome{Retry: after > 0, Priority: priority}
	due := Time(Forever)
	if now <= Forever-max(after, 0) {
		due = now + after
	}
	at, _ := q.keys.claimKey(k)
	if q.On() {
		q.Begin()
	}
	e := &q.keys.slots[at].val
	if w := e.where(); w == 0 || w == absent {
		e.turn, e.priority = q.turn(), momentOf(int64(priority))
		if q.On() && priority != 0 {
			// trace: queue.priority
			q.tell(trace.QueuePriority, at, int64(priority), 0)
		}
		if after > 0 {
			q.wait(at, due, &done)
		} else {
			q.enter(at, trace.QueueAdd, &done)
		}
		return done
	}
	q.again(at, due, &done)
	return done
}

// again is the rest of Add for a key that has an entry.
func (q *Priority[T]) again(at uint32, due Time, done *Outcome) {
	e := &q.keys.slots[at].val
	waits := e.where() == waiting
	done.Was = int(e.priority.time())
	if done.Priority > done.Was {
		q.raise(at, done.Priority)
		done.Raised = !waits
	}
	done.Priority = int(e.priority.time())
	switch {
	case waits && !done.Retry:
		// trace: queue.fetch
		q.leaveWaiting(at)
		q.enter(at, trace.QueueFetch, done)
	case !done.Retry:
		// trace: queue.add priority merged
		q.emit(trace.QueueAdd, at, e.bits())
	case waits && due < q.waiting[e.a].due.time():
		q.waiting[e.a].due = momentOf(due)
		// trace: heap.earlier priority
		q.sift(e.a)
		q.heap(trace.HeapEarlier, at, due)
		done.First = e.a == 0
	default: // ready wins, and so does the earlier of two times
		// trace: heap.ignored priority
		q.heap(trace.HeapIgnored, at, due)
	}
}

// raise gives the entry in slot at a higher priority and the last turn.
func (q *Priority[T]) raise(at uint32, priority int) {
	e := &q.keys.slots[at].val
	was, where := e.priority.time(), e.where()
	if where == onLine || where == early {
		q.unline(at)
	}
	// trace: queue.raise
	e.turn, e.priority = q.turn(), momentOf(int64(priority))
	switch where {
	case onLine, early:
		q.line(at)
	case waiting: // among those of the same time it stands elsewhere now
		q.sift(e.a)
	}
	if q.On() {
		q.tell(trace.QueueRaise, at, int64(priority), was)
	}
}

func (q *Priority[T]) turn() moment {
	q.turns++
	return momentOf(q.turns)
}

// enter makes the entry in slot at ready: it goes into its lane, or aside where its key is locked.
func (q *Priority[T]) enter(at uint32, op trace.Op, done *Outcome) {
	e := &q.keys.slots[at].val
	before := e.bits()
	q.ready++
	done.Ready, done.Slot = true, at
	if e.standing&locked != 0 {
		e.a = uint32(len(q.aside))
		e.stand(aside)
		q.aside = append(q.aside, at)
	} else {
		// trace: queue.add priority
		q.line(at)
		done.Wake = WakeGetter
	}
	q.emit(op, at, before)
}

// TryGet takes the first ready entry whose key no worker holds, and tells its priority: the
// caller holds the key until Done. With GotNothing and GotShutDown the key is the zero T.
func (q *Priority[T]) TryGet() (k T, priority int, got Got) {
	if q.On() {
		q.Begin()
	}
	if q.shut {
		// trace: queue.over priority
		q.Bits(trace.QueueOver, 0, 0, 0)
		return k, 0, GotShutDown
	}
	at, ok := q.first()
	if q.On() && len(q.aside) > 0 {
		// trace: queue.skip
		q.skip(at, ok)
	}
	if !ok {
		// trace: queue.blocked priority
		q.Bits(trace.QueueBlocked, 0, 0, 0)
		return k, 0, GotNothing
	}
	s := &q.keys.slots[at]
	k, priority = s.key, int(s.val.priority.time())
	before := s.val.bits()
	// trace: queue.get priority
	q.unline(at)
	q.ready--
	s.val = entry{standing: absent | locked}
	q.last = at + 1
	q.emit(trace.QueueGet, at, before)
	return k, priority, GotKey
}

// Slot is where the queue keeps what it knows of k; NoSlot when it knows nothing. It costs least
// for the key that TryGet has returned last.
func (q *Priority[T]) Slot(k T) Slot {
	return q.keys.findLast(q.last, k)
}

// Done says that the worker is finished with k; an entry that it got meanwhile can be taken now.
// Done of a key that nobody holds has no effect.
func (q *Priority[T]) Done(k T) Wake {
	at := q.Slot(k)
	if q.On() {
		q.Begin()
	}
	if at == none {
		if q.On() {
			// trace: queue.done priority unknown
			q.Bits(trace.QueueDone, q.name(k), 0, 0)
		}
		return 0
	}
	e := &q.keys.slots[at].val
	before := e.bits()
	e.standing &^= locked
	switch {
	case before&trace.Processing == 0 || e.standing == waiting:
		q.emit(trace.QueueDone, at, before)
		return 0
	case e.standing == aside:
		q.unaside(at)
		// trace: queue.done priority free
		q.line(at)
		q.emit(trace.QueueDone, at, before)
		return WakeGetter
	}
	e.standing = 0
	q.emit(trace.QueueDone, at, before)
	if q.last == at+1 {
		q.last = 0
	}
	// trace: queue.done priority
	q.keys.remove(at)
	return 0
}

// ShutDown ends the queue: Add does nothing from now on, and all that Get says is that it is
// over. Whoever works goes on. It panics the second time, as controller-runtime's does.
func (q *Priority[T]) ShutDown() Wake {
	if q.shut {
		panic("machine: ShutDown of a priority queue that is shut down already: call it once")
	}
	q.Begin()
	// trace: queue.shut priority
	q.shut = true
	q.Numbers(trace.QueueShut, 0, 0, 0)
	return WakeGetters
}

// ShuttingDown reports whether ShutDown was called.
func (q *Priority[T]) ShuttingDown() bool { return q.shut }

// Len is the number of ready entries, those of locked keys included.
func (q *Priority[T]) Len() int { return q.ready }

// Takable is the number of ready entries that Get can hand out: those of locked keys are not.
func (q *Priority[T]) Takable() int { return q.ready - len(q.aside) }

// emit records a transition of the key in slot at.
func (q *Priority[T]) emit(op trace.Op, at uint32, before uint8) {
	if q.On() {
		q.Bits(op, idOf(&q.namer, &q.keys, at), before, q.keys.slots[at].val.bits())
	}
}

// tell records numbers of the key in slot at, which stays where it is.
func (q *Priority[T]) tell(op trace.Op, at uint32, a, b int64) {
	e := q.Emit(op, idOf(&q.namer, &q.keys, at))
	e.A, e.B = a, b
	e.Before = q.keys.slots[at].val.bits()
	e.After = e.Before
}

// heap records what became of the wait of the key in slot at.
func (q *Priority[T]) heap(op trace.Op, at uint32, due Time) {
	if q.On() {
		q.Numbers(op, idOf(&q.namer, &q.keys, at), due, q.keys.slots[at].val.turn.time())
	}
}
