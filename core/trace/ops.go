package trace

// Op says what kind of fact an event is.
type Op uint8

// The ops. A comment says when each fires; opInfos says what its fields mean.
const (
	None Op = iota
	// Step fires when one user command or one action of an actor begins.
	Step

	QueueAdd     // Add was called: After has Queued when the key went into the line
	QueueGet     // Get handed the head of the line to Actor
	QueueDone    // Done was called: After has Queued when the owed key went to the back
	QueueStray   // Done of a key that was queued, not processing: it is pushed a second time
	QueueBlocked // Get found nothing; Actor waits
	QueueOver    // Get told Actor that the queue is shut down, and nothing is in it
	QueueDropped // Add after shutdown: ignored
	QueueShut    // ShutDown, or ShutDownWithDrain when A is 1

	// The next four are of a queue with priorities.

	QueuePriority // the key's new entry, which is added next, has the priority A; one without it has 0
	QueueRaise    // the entry's priority has risen to A from B: it is the last of its class now
	QueueFetch    // Add ended the wait of a key: it is ready, in the place of its first Add
	QueueSkip     // Get passed over the key, since a worker holds it

	HeapAdd     // AddAfter put the key on the delay heap, due at A, order B
	HeapEarlier // AddAfter moved the due time of a waiting key forward to A
	HeapIgnored // AddAfter was later than what already waits
	HeapNow     // AddAfter had nothing to wait for: the key is added at once
	HeapDue     // the key's time has come: it leaves the heap and is added

	LimitWhen   // the limiter counted a failure: B failures now, wait A ns
	LimitForget // the limiter forgot the key's failures
	// LimitToken fires when a bucket gives Key a token: it came, or comes, into being at A, as one
	// does every B ns; Val is how many the bucket holds. Without Key it is full.
	LimitToken

	FIFOPush    // one delta went in; Before is 1 when it took the place of the key's newest
	FIFOMark    // a delta without a key went in: SyncAll or Bookmark
	FIFOReplace // one ReplacedAll went in: list at A, length B in the arena
	FIFOSkip    // a Sync or an unknown Delete was not taken
	FIFOBegin   // the head was handed out: A deltas
	FIFOEnd     // processing of what was handed out has ended
	FIFOInit    // the initial population: A left to process, populated when B is 1
	FIFOSynced  // the initial population has been processed
	// FIFOTransform fires when a transform is set: Val says what it does to each object that goes
	// into the FIFO.
	FIFOTransform
	// FIFORefuse fires when the transform fails, with the error Val: nothing of the object Key goes
	// in. With it a LIST is refused; of a streaming list it is left out.
	FIFORefuse

	StorePut // the object Val is stored under Key
	StoreDel // Key left the store
	StoreRV  // the store's resourceVersion is Val
	// StoreTouch fires when Actor has changed the object under Key in place: Val is what it
	// is now. Whoever holds the object sees it.
	StoreTouch

	IndexAdd // Key joined the posting Val ("index=value")
	IndexDel // Key left the posting Val

	HandlerAdd // a handler registered: Part is its listener
	HandlerDel // a handler was removed
	// HandlerPeriod fires when a handler that asked for a resync every A ns gets one every B ns;
	// B is 0 when the informer never resyncs.
	HandlerPeriod
	HandlerDue // the next resync of a handler is due at A
	NotePush   // a notification waits at a listener
	NoteTake   // the handler of Part begins with the head notification
	NoteDone   // the handler returned; After is 1 when it panicked
	NoteSynced // all initial adds of this registration were handled

	ReflState   // the reflector's state is Val
	ReflRV      // the reflector's last resourceVersion is Val
	ReflList    // it asks for a LIST at Val; A is the number of the page where it comes in pages, else 0
	ReflPage    // a page of a LIST: list at A, length B in the arena, Val its resourceVersion
	ReflListed  // the LIST was answered: A objects at Val, or the fault Val when B is not 0
	ReflWatch   // it asks for a WATCH from Val; B is 1 with initial events
	ReflWatchUp // the WATCH stands, or B is the code of the refusal and Val its reason
	ReflEvent   // an event arrived: type B, the object's rv A; of an ERROR the reason Val and its code, of the end of a streaming list EndOfList in Val
	ReflClosed  // the watch ended: Val says why, "" when the server just ended it; with a code we did
	ReflArm     // a timer was armed for A ns: backoff, or "resync" in Val

	ServerPut     // the API server stored the object Val under Key
	ServerDel     // the API server deleted Key at resourceVersion A
	ServerCompact // history up to resourceVersion A is gone
	ServerSkip    // other resources took the API server to resourceVersion A
	ServerLink    // the connection to the API server: Val is "up", "partition", "endless", "unmarked" or a fault

	WorkerRead // Actor read Key from the store: A is the rv it saw, 0 is not found
	WorkerEnd  // Actor's pass over Key ended: Val is "ok", "failed", or "quit" when Actor left without Done
	// WorkerPanic fires when Actor's pass over Key ends with a panic: Val is what becomes of it,
	// "uncaught", "caught" or "deferred", and A is when Actor can take a key again, 0 is never.
	WorkerPanic

	Broken // an invariant is broken: Val is the sentence

	Crash   // the program of the informer ends with the panic Val; Key is what it was about
	Restart // the program begins anew: of what it had in memory nothing is left

	ops
)

// NumOps is how many ops there are, None counted: each is below it.
const NumOps = int(ops)

// Delta types, in B of FIFOPush and FIFOMark.
const (
	DeltaAdded int64 = 1 + iota
	DeltaUpdated
	DeltaDeleted
	DeltaReplaced
	DeltaSync
	DeltaReplacedAll
	DeltaSyncAll
	DeltaBookmark
)

// DeltaNames are client-go's names of the delta types.
var DeltaNames = [...]string{"", "Added", "Updated", "Deleted", "Replaced", "Sync", "ReplacedAll", "SyncAll", "Bookmark"}

// Watch event types, in B of ReflEvent.
const (
	WatchAdded int64 = 1 + iota
	WatchModified
	WatchDeleted
	WatchBookmark
	WatchError
)

// WatchNames are the API's names of the watch event types.
var WatchNames = [...]string{"", "ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"}

// EndOfList is what a bookmark says that ends a streaming list.
const EndOfList = "initial-events-end"

// Flags of FIFOPush, in After.
const (
	Merged  uint8 = 1 << iota // classic: the key had deltas already
	Unknown                   // DeletedFinalStateUnknown: only the last known state
)

// Flags of FIFORefuse, in After.
const (
	RefusedList   uint8 = 1 << iota // the whole LIST is refused with the object
	RefusedStream                   // the object is left out of a streaming list
)

// Notification kinds, in Before of NotePush.
const (
	NoteAdd uint8 = 1 + iota
	NoteUpdate
	NoteDelete
)

// Flags of NotePush, in After.
const (
	NoteInitial uint8 = 1 << iota // part of the handler's initial list
	NoteUnknown                   // a DeletedFinalStateUnknown
	NoteSync                      // from a resync
)

// Group is the machine, or the part of one, that an op tells of: it folds, checks and is
// shown with the others of its group.
type Group uint8

// The groups.
const (
	NoGroup    Group = iota // of an op that nobody knows
	GroupStory              // steps, broken promises, the end of the program
	GroupQueue
	GroupHeap // the delay heap
	GroupLimiter
	GroupFIFO
	GroupStore
	GroupIndex
	GroupHandler
	GroupReflector
	GroupServer
	GroupWorker
)

// groupWords is what the names of a group's ops begin with.
var groupWords = [...]string{GroupQueue: "queue", GroupHeap: "heap", GroupLimiter: "limiter", GroupFIFO: "fifo",
	GroupStore: "store", GroupIndex: "index", GroupHandler: "handler", GroupReflector: "reflector",
	GroupServer: "server", GroupWorker: "worker"}

// Info is the row of an op. Whoever prints, folds, checks or tells an event reads it here, or
// by the words of fact.go.
type Info struct {
	Name   string // "queue.add": the group's word and what happened
	Group  Group
	Weight int    // how telling it is among the others of its step, see Op.Weight
	Folds  bool   // State changes with it; the others are the story
	A, B   string // name of the number in the text form; "" is unused; "due", "wait", "for", "asked", "period", "token" and "every" are durations
	Val    string // name of the text in the text form; "object" reads the object table
	Object bool   // Val is an index into the object table
	Bits   bool   // Before and After are membership bits of Key
	// Before and After name the flags in them, the lowest bit first. "call" is a kind of
	// notification, "code" the halves of a fault's code, see Event.Code.
	Before, After string
	Cases         []Case // the ways it can end that have a name, see State.Case
	Says          bool   // its case is what Val says, where that is one of Cases
}

// opInfos has one row an op. A step is told by its weightiest event, and of two that weigh as
// much by the later one: what changes where a key goes before what carries it there, the
// surprise before the rule.
var opInfos = [...]Info{
	Step:          {Name: "step", Group: GroupStory, Folds: true, Val: "what"},
	QueueAdd:      {Name: "queue.add", Group: GroupQueue, Weight: 58, Folds: true, Bits: true, Cases: []Case{CaseQueued, CaseOwed, CaseMerged}},
	QueueGet:      {Name: "queue.get", Group: GroupQueue, Weight: 58, Folds: true, Bits: true},
	QueueDone:     {Name: "queue.done", Group: GroupQueue, Weight: 58, Folds: true, Bits: true, Cases: []Case{CaseClean, CaseAgain, CaseFree, CaseUnknown}},
	QueueStray:    {Name: "queue.stray", Group: GroupQueue, Weight: 90, Folds: true, Bits: true},
	QueueBlocked:  {Name: "queue.blocked", Group: GroupQueue, Weight: 58, Folds: true},
	QueueOver:     {Name: "queue.over", Group: GroupQueue, Weight: 58, Folds: true},
	QueueDropped:  {Name: "queue.dropped", Group: GroupQueue, Weight: 75},
	QueueShut:     {Name: "queue.shut", Group: GroupQueue, Weight: 80, Folds: true, A: "drain"},
	QueuePriority: {Name: "queue.priority", Group: GroupQueue, Weight: 2, Folds: true, Bits: true, A: "priority"},
	QueueRaise:    {Name: "queue.raise", Group: GroupQueue, Weight: 68, Folds: true, Bits: true, A: "priority", B: "from"},
	QueueFetch:    {Name: "queue.fetch", Group: GroupQueue, Weight: 66, Folds: true, Bits: true},
	QueueSkip:     {Name: "queue.skip", Group: GroupQueue, Weight: 57, Folds: true, Bits: true},
	HeapAdd:       {Name: "heap.add", Group: GroupHeap, Weight: 59, Folds: true, A: "due", B: "order"},
	HeapEarlier:   {Name: "heap.earlier", Group: GroupHeap, Weight: 64, Folds: true, A: "due", B: "order"},
	HeapIgnored:   {Name: "heap.ignored", Group: GroupHeap, Weight: 65, A: "due"},
	HeapNow:       {Name: "heap.now", Group: GroupHeap, Weight: 47},
	HeapDue:       {Name: "heap.due", Group: GroupHeap, Weight: 48, Folds: true, A: "due"},
	LimitWhen:     {Name: "limiter.when", Group: GroupLimiter, Weight: 60, Folds: true, A: "wait", B: "failures"},
	LimitForget:   {Name: "limiter.forget", Group: GroupLimiter, Weight: 50, Folds: true, Cases: []Case{CaseUnknown}},
	LimitToken:    {Name: "limiter.token", Group: GroupLimiter, Weight: 1, Folds: true, A: "token", B: "every", Val: "burst", Cases: []Case{CaseFilled}},
	FIFOPush:      {Name: "fifo.push", Group: GroupFIFO, Weight: 40, Folds: true, A: "rv", B: "type", Val: "object", Object: true, Before: "replaces", After: "merged unknown", Cases: []Case{CaseMerged, CaseReplaces}},
	FIFOMark:      {Name: "fifo.mark", Group: GroupFIFO, Weight: 39, Folds: true, A: "rv", B: "type"},
	FIFOReplace:   {Name: "fifo.replace", Group: GroupFIFO, Weight: 42, Folds: true, A: "list", B: "count", Val: "rv"},
	FIFOSkip:      {Name: "fifo.skip", Group: GroupFIFO, Weight: 41, B: "type"},
	FIFOBegin:     {Name: "fifo.begin", Group: GroupFIFO, Weight: 35, Folds: true, A: "deltas", After: "locked"},
	FIFOEnd:       {Name: "fifo.end", Group: GroupFIFO, Weight: 10, Folds: true},
	FIFOInit:      {Name: "fifo.initial", Group: GroupFIFO, Weight: 3, Folds: true, A: "left", B: "populated", Cases: []Case{CaseFilled}},
	FIFOSynced:    {Name: "fifo.synced", Group: GroupFIFO, Weight: 14, Folds: true},
	FIFOTransform: {Name: "fifo.transform", Group: GroupFIFO, Weight: 26, Folds: true, Val: "transform"},
	FIFORefuse:    {Name: "fifo.refuse", Group: GroupFIFO, Weight: 72, Folds: true, A: "rv", B: "type", Val: "error", After: "list streaming", Cases: []Case{CaseList, CaseStreaming}},
	StorePut:      {Name: "store.put", Group: GroupStore, Weight: 37, Folds: true, A: "rv", B: "old", Val: "object", Object: true},
	StoreDel:      {Name: "store.delete", Group: GroupStore, Weight: 38, Folds: true, A: "rv"},
	StoreRV:       {Name: "store.rv", Group: GroupStore, Weight: 3, Folds: true, Val: "rv"},
	StoreTouch:    {Name: "store.touched", Group: GroupStore, Weight: 70, Folds: true, A: "rv", Val: "object", Object: true},
	IndexAdd:      {Name: "index.add", Group: GroupIndex, Weight: 22, Folds: true, Val: "posting"},
	IndexDel:      {Name: "index.delete", Group: GroupIndex, Weight: 22, Folds: true, Val: "posting"},
	HandlerAdd:    {Name: "handler.add", Group: GroupHandler, Weight: 30, Folds: true, A: "outstanding"},
	HandlerDel:    {Name: "handler.remove", Group: GroupHandler, Weight: 30, Folds: true},
	HandlerPeriod: {Name: "handler.period", Group: GroupHandler, Weight: 31, Folds: true, A: "asked", B: "period", Cases: []Case{CaseRaised, CaseNever}},
	HandlerDue:    {Name: "handler.due", Group: GroupHandler, Weight: 6, Folds: true, A: "due"},
	NotePush:      {Name: "handler.push", Group: GroupHandler, Weight: 27, Folds: true, A: "rv", B: "old", Val: "object", Object: true, Before: "call", After: "initial unknown sync"},
	NoteTake:      {Name: "handler.begin", Group: GroupHandler, Weight: 28, Folds: true},
	NoteDone:      {Name: "handler.end", Group: GroupHandler, Weight: 12, Folds: true, A: "outstanding", After: "panicked", Cases: []Case{CasePanicked}},
	NoteSynced:    {Name: "handler.synced", Group: GroupHandler, Weight: 28, Folds: true},
	ReflState:     {Name: "reflector.state", Group: GroupReflector, Weight: 4, Folds: true, Val: "state"},
	ReflRV:        {Name: "reflector.rv", Group: GroupReflector, Weight: 2, Folds: true, Val: "rv"},
	ReflList:      {Name: "reflector.list", Group: GroupReflector, Weight: 18, Folds: true, A: "page", Val: "rv", Cases: []Case{CasePage, CaseNewest}},
	ReflPage:      {Name: "reflector.page", Group: GroupReflector, Weight: 32, Folds: true, A: "list", B: "count", Val: "rv"},
	ReflListed:    {Name: "reflector.listed", Group: GroupReflector, Weight: 20, Folds: true, A: "count", B: "code", Val: "rv", Cases: []Case{CaseFailed}},
	ReflWatch:     {Name: "reflector.watch", Group: GroupReflector, Weight: 19, Folds: true, B: "initial", Val: "rv", Cases: []Case{CaseNewest, CaseStreaming}},
	ReflWatchUp:   {Name: "reflector.watching", Group: GroupReflector, Weight: 17, Folds: true, B: "code", Val: "reason", Cases: []Case{CaseFailed}},
	ReflEvent:     {Name: "reflector.event", Group: GroupReflector, Weight: 34, Folds: true, A: "rv", B: "type", Val: "reason", Before: "code", After: "code", Cases: []Case{CaseStreaming, CaseEnd, CaseFailed}},
	ReflClosed:    {Name: "reflector.closed", Group: GroupReflector, Weight: 33, Folds: true, Val: "reason", Says: true, Before: "code", After: "code", Cases: []Case{CaseFailed, "stop"}},
	ReflArm:       {Name: "reflector.timer", Group: GroupReflector, Weight: 11, Folds: true, A: "for", Val: "why", Says: true, Cases: []Case{"backoff", "resync"}},
	ServerPut:     {Name: "server.put", Group: GroupServer, Weight: 25, Folds: true, A: "rv", B: "old", Val: "object", Object: true, Cases: []Case{CaseUpdate}},
	ServerDel:     {Name: "server.delete", Group: GroupServer, Weight: 26, Folds: true, A: "rv"},
	ServerCompact: {Name: "server.compact", Group: GroupServer, Weight: 24, Folds: true, A: "rv"},
	ServerSkip:    {Name: "server.skip", Group: GroupServer, Weight: 8, Folds: true, A: "rv"},
	ServerLink:    {Name: "server.link", Group: GroupServer, Weight: 9, Folds: true, Val: "link", Says: true, Cases: []Case{"up", "partition", "endless", "unmarked"}},
	WorkerRead:    {Name: "worker.read", Group: GroupWorker, Weight: 44, Folds: true, A: "rv", Val: "object", Object: true, Cases: []Case{CaseNothing}},
	WorkerEnd:     {Name: "worker.end", Group: GroupWorker, Weight: 13, Folds: true, Val: "result", Says: true, Cases: []Case{"ok", "failed", "quit"}},
	WorkerPanic:   {Name: "worker.panic", Group: GroupWorker, Weight: 61, Folds: true, A: "due", Val: "how", Says: true, Cases: []Case{"uncaught", "caught", "deferred"}},
	Broken:        {Name: "broken", Group: GroupStory, Weight: 1, Folds: true, Val: "promise"},
	Crash:         {Name: "crash", Group: GroupStory, Weight: 99, Folds: true, Val: "panic"},
	Restart:       {Name: "restart", Group: GroupStory, Weight: 98, Folds: true},
}

// An op whose row is missing at the end does not compile; one in between fails the test.
var _ [NumOps]Info = opInfos

// Info returns the row of op.
func (op Op) Info() Info {
	if op >= ops {
		return Info{Name: "unknown"}
	}
	return opInfos[op]
}

// String is the op's name, such as "queue.add".
func (op Op) String() string {
	if op >= ops {
		return "unknown"
	}
	return opInfos[op].Name
}

// Group is the group of op; NoGroup of one that nobody knows.
func (op Op) Group() Group { return quick[op].group }

// Lists reports whether op's events have a list in the arena, B entries at A.
func (op Op) Lists() bool { return op == FIFOReplace || op == ReflPage }

// Bits reports whether Before and After of op's events are membership bits of Key.
func (op Op) Bits() bool { return quick[op].bits }

// quick is what the fold asks of every event's row: a row is large, and these are together.
var quick = func() (all [256]struct {
	group Group
	bits  bool
}) {
	for op, info := range opInfos {
		all[op].group, all[op].bits = info.Group, info.Bits
	}
	return all
}()

// Weight is how telling op is among the others of its step: the most telling one is its
// headline, and from 25 on it is worth a sentence beside it. 0 is never told.
func (op Op) Weight() int {
	if op >= ops {
		return 0
	}
	return opInfos[op].Weight
}

// Ops lists every op, None left out.
func Ops() []Op {
	all := make([]Op, 0, ops-1)
	for op := None + 1; op < ops; op++ {
		all = append(all, op)
	}
	return all
}
