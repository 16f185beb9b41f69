package trace

// Promise names an invariant in the words a reader sees when it is broken.
type Promise string

// The promises that Checker holds over any stream of events.
const (
	QueueInDirty  Promise = "a key in the queue is dirty"
	QueueIsFree   Promise = "a key in the queue is not being processed"
	QueuedOnce    Promise = "a key stands in the queue once"
	OneWorker     Promise = "one worker at a time holds a key"
	QueueBits     Promise = "a key is where its last event left it"
	OneEntry      Promise = "a key is ready or waits, and is there once"
	LockedStays   Promise = "a key that a worker holds is not handed out"
	OnlyRises     Promise = "a priority never gets lower while its entry stands"
	FIFOInStep    Promise = "a key is in the FIFO's queue exactly when it has deltas"
	FIFOLocked    Promise = "a locked FIFO takes nothing and hands out nothing"
	SyncedOnce    Promise = "a part syncs once"
	RVAscends     Promise = "a resourceVersion goes back only by a new list"
	TimeAscends   Promise = "time and sequence numbers never go back"
	IndexInStore  Promise = "an index names only keys that are in the store"
	CacheOwned    Promise = "nobody changes an object that belongs to the cache"
	HandlerOrders Promise = "a handler takes one notification at a time, and only one that was pushed"
)

// Promises lists all of them.
var Promises = []Promise{QueueInDirty, QueueIsFree, QueuedOnce, OneWorker, QueueBits, OneEntry, LockedStays,
	OnlyRises, FIFOInStep, FIFOLocked, SyncedOnce, RVAscends, TimeAscends, IndexInStore, CacheOwned, HandlerOrders}

// Violation is a broken promise: which, of what key, and the event that broke it.
type Violation struct {
	Promise Promise
	Key     ID
	Seq     uint64
}

// Checker holds the promises over a stream of events. Give it every event in order, from
// the first; one that starts later sees no false alarm but misses what it has not seen.
// The zero value is not ready; use NewChecker.
type Checker struct {
	rec    *Recorder
	next   uint64
	last   Event
	bits   map[place]uint8
	waits  map[place]bool  // in a queue with priorities
	trays  map[place]int64 // classic: deltas a key; tape: in Key 0
	held   map[uint16]bool
	synced map[uint16]bool
	rv     map[uint16]int64
	listed map[uint16]bool
	mail   map[uint16]*[2]int64 // pushed and not taken; in hand
	index  map[place]int        // postings a key of the index
	found  []Violation
}

// place is a key at a part.
type place struct {
	part uint16
	key  ID
}

// NewChecker returns a checker of the events of rec.
func NewChecker(rec *Recorder) *Checker {
	return &Checker{rec: rec, next: 1, bits: map[place]uint8{}, waits: map[place]bool{}, trays: map[place]int64{}, held: map[uint16]bool{},
		synced: map[uint16]bool{}, rv: map[uint16]int64{}, listed: map[uint16]bool{},
		mail: map[uint16]*[2]int64{}, index: map[place]int{}}
}

// Follow checks the events recorded since the last call and returns what they broke, in
// order. Its own Broken events are not checked.
func (c *Checker) Follow() []Violation {
	c.next = max(c.next, c.rec.Oldest())
	c.found = nil
	for ; c.next <= c.rec.Len(); c.next++ {
		c.check(c.rec.Event(c.next))
	}
	return c.found
}

// Check takes the next event, and returns what it broke.
func (c *Checker) Check(e Event) []Violation {
	c.found = nil
	c.check(e)
	return c.found
}

func (c *Checker) broke(e Event, p Promise) {
	c.found = append(c.found, Violation{Promise: p, Key: e.Key, Seq: e.Seq})
}

func (c *Checker) check(e Event) {
	if e.At < c.last.At || e.Seq <= c.last.Seq {
		c.broke(e, TimeAscends)
	}
	c.last = e
	switch e.Op.Group() {
	case GroupQueue:
		if e.Op.Bits() {
			c.queue(e)
		}
	case GroupHeap:
		if c.kind(e) == PriorityKind {
			c.heap(e)
		}
	case GroupFIFO:
		c.fifo(e)
	case GroupStore, GroupIndex:
		c.store(e)
	case GroupHandler:
		c.listener(e)
	case GroupReflector:
		c.reflector(e)
	}
}

func (c *Checker) queue(e Event) {
	at := place{e.Part, e.Key}
	if was, ok := c.bits[at]; ok && e.Op != QueueStray && was != e.Before && was&^Queued != e.Before&^Queued {
		c.broke(e, QueueBits)
	}
	c.bits[at] = e.After
	if e.After == 0 {
		delete(c.bits, at)
	}
	if e.After&Queued != 0 && e.After&Dirty == 0 {
		c.broke(e, QueueInDirty)
	}
	if c.kind(e) == PriorityKind {
		c.priority(e)
		return
	}
	if e.After&Queued != 0 && e.After&Processing != 0 {
		c.broke(e, QueueIsFree)
	}
	if e.Op == QueueStray {
		c.broke(e, QueuedOnce)
	}
	if e.Op == QueueGet && e.Before&Processing != 0 {
		c.broke(e, OneWorker)
	}
}

// kind is that of the part that e is of.
func (c *Checker) kind(e Event) string {
	if parts := c.rec.Parts(); int(e.Part) < len(parts) {
		return parts[e.Part].Kind
	}
	return ""
}

// priority holds what a queue with priorities promises instead of client-go's: there a key that
// is processed may stand in the line.
func (c *Checker) priority(e Event) {
	at := place{e.Part, e.Key}
	stands := e.Before&Queued != 0 || c.waits[at]
	switch e.Op {
	case QueueGet:
		if e.Before&Processing != 0 {
			c.broke(e, LockedStays)
		}
	case QueueAdd:
		if e.Pushed() && c.waits[at] {
			c.broke(e, OneEntry)
		}
	case QueueFetch:
		if !c.waits[at] {
			c.broke(e, OneEntry)
		}
		delete(c.waits, at)
	case QueuePriority:
		if stands {
			c.broke(e, OnlyRises)
		}
	case QueueRaise:
		if !stands || e.Priority() <= e.From() {
			c.broke(e, OnlyRises)
		}
	}
}

// heap follows what waits in a queue with priorities.
func (c *Checker) heap(e Event) {
	at := place{e.Part, e.Key}
	waits, ready := c.waits[at], c.bits[at]&Queued != 0
	switch e.Op {
	case HeapAdd:
		c.waits[at] = true
		if waits || ready {
			c.broke(e, OneEntry)
		}
	case HeapEarlier, HeapDue:
		if !waits {
			c.broke(e, OneEntry)
		}
		if e.Op == HeapDue {
			delete(c.waits, at)
		}
	}
}

func (c *Checker) fifo(e Event) {
	classic := c.kind(e) == "fifo classic"
	at := place{part: e.Part}
	if classic {
		at.key = e.Key
	}
	if c.held[e.Part] && (e.Op == FIFOPush || e.Op == FIFOMark || e.Op == FIFOReplace || e.Op == FIFOBegin) {
		c.broke(e, FIFOLocked)
	}
	switch e.Op {
	case FIFOPush:
		if classic && (e.After&Merged != 0) != (c.trays[at] > 0) {
			c.broke(e, FIFOInStep)
		}
		if !e.Replaces() {
			c.trays[at]++
		}
	case FIFOMark, FIFOReplace:
		c.trays[at]++
	case FIFOBegin:
		c.held[e.Part] = e.Locked()
		n := e.Deltas()
		if c.trays[at] < n || classic && c.trays[at] != n {
			c.broke(e, FIFOInStep)
		}
		if c.trays[at] -= n; c.trays[at] <= 0 {
			delete(c.trays, at)
		}
	case FIFOEnd:
		c.held[e.Part] = false
	case FIFOSynced:
		c.once(e)
	}
}

func (c *Checker) once(e Event) {
	if c.synced[e.Part] {
		c.broke(e, SyncedOnce)
	}
	c.synced[e.Part] = true
}

// stored is the bit of a key in Checker.bits that says that a store has it.
const stored uint8 = 1 << 7

func (c *Checker) store(e Event) {
	at := place{e.Part, e.Key}
	switch e.Op {
	case StorePut:
		c.bits[at] = stored
	case StoreDel:
		delete(c.bits, at)
	case StoreTouch:
		c.broke(e, CacheOwned)
	case IndexAdd:
		if c.bits[at] == 0 {
			c.broke(e, IndexInStore)
		}
		c.index[at]++
	case IndexDel:
		if c.index[at]--; c.index[at] <= 0 {
			delete(c.index, at)
		}
	}
}

func (c *Checker) listener(e Event) {
	m := c.mail[e.Part]
	if m == nil {
		m = &[2]int64{}
		c.mail[e.Part] = m
	}
	switch e.Op {
	case NotePush:
		m[0]++
	case NoteTake:
		if m[0]--; m[0] < 0 || m[1] != 0 {
			c.broke(e, HandlerOrders)
		}
		m[1] = 1
	case NoteDone:
		if m[1] == 0 {
			c.broke(e, HandlerOrders)
		}
		m[1] = 0
	case HandlerDel:
		m[0] = 0 // a call that runs may still return: m[1] stays
	case NoteSynced:
		c.once(e)
	}
}

// reflector lets the version go back once after it asked for a list, streaming or not.
func (c *Checker) reflector(e Event) {
	switch e.Op {
	case ReflList:
		c.listed[e.Part] = true
	case ReflWatch:
		if e.Initial() {
			c.listed[e.Part] = true
		}
	case ReflRV:
		n := Number(c.rec.Text(e.Val))
		if n == 0 {
			return
		}
		if n < c.rv[e.Part] && !c.listed[e.Part] {
			c.broke(e, RVAscends)
		}
		c.rv[e.Part], c.listed[e.Part] = n, false
	}
}
