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
	QueueDropped // Add after shutdown: ignored
	QueueShut    // ShutDown, or ShutDownWithDrain when A is 1

	HeapAdd     // AddAfter put the key on the delay heap, due at A, order B
	HeapEarlier // AddAfter moved the due time of a waiting key forward to A
	HeapIgnored // AddAfter was later than what already waits
	HeapNow     // AddAfter had nothing to wait for: the key is added at once
	HeapDue     // the key's time has come: it leaves the heap and is added

	LimitWhen   // the limiter counted a failure: B failures now, wait A ns
	LimitForget // the limiter forgot the key's failures

	FIFOPush    // one delta went in; Before is 1 when it took the place of the key's newest
	FIFOMark    // a delta without a key went in: SyncAll or Bookmark
	FIFOReplace // one ReplacedAll went in: list at A, length B in the arena
	FIFOSkip    // a Sync or an unknown Delete was not taken
	FIFOBegin   // the head was handed out: A deltas
	FIFOEnd     // processing of what was handed out has ended
	FIFOInit    // the initial population: A left to process, populated when B is 1
	FIFOSynced  // the initial population has been processed

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
	NotePush   // a notification waits at a listener
	NoteTake   // the handler of Part begins with the head notification
	NoteDone   // the handler returned; After is 1 when it panicked
	NoteSynced // all initial adds of this registration were handled

	ReflState   // the reflector's state is Val
	ReflRV      // the reflector's last resourceVersion is Val
	ReflList    // it asks for a LIST at Val
	ReflListed  // the LIST was answered: A objects at Val, or the fault Val when B is not 0
	ReflWatch   // it asks for a WATCH from Val; B is 1 with initial events
	ReflWatchUp // the WATCH stands, or B is the code of the refusal and Val its reason
	ReflEvent   // an event arrived: type B, the object's rv A; of an ERROR the reason Val
	ReflClosed  // the watch ended
	ReflArm     // a timer was armed for A ns: backoff, or "resync" in Val

	ServerPut     // the API server stored the object Val under Key
	ServerDel     // the API server deleted Key at resourceVersion A
	ServerCompact // history up to resourceVersion A is gone
	ServerSkip    // other resources took the API server to resourceVersion A
	ServerLink    // the connection to the API server: Val is "up", "partition" or a fault

	WorkerRead // Actor read Key from the store: A is the rv it saw, 0 is not found
	WorkerEnd  // Actor's pass ended: Val is "ok" or "failed"

	Broken // an invariant is broken: Val is the sentence

	Crash // the program of the informer ends with the panic Val; Key is what it was about

	ops
)

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

// Flags of FIFOPush, in After.
const (
	Merged  uint8 = 1 << iota // classic: the key had deltas already
	Unknown                   // DeletedFinalStateUnknown: only the last known state
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

// Info describes an op for printer, JSON, docs and the fold's test.
type Info struct {
	Name   string // "queue.add": the part's word and what happened
	A, B   string // name of the number in the text form; "" is unused; "due", "wait" and "for" print as durations
	Val    string // name of the text in the text form; "object" reads the object table
	Object bool   // Val is an index into the object table
	Bits   bool   // Before and After are membership bits
	Folds  bool   // State changes with it; the others are the story
}

var opInfos = [ops]Info{
	Step:          {Name: "step", Val: "what", Folds: true},
	QueueAdd:      {Name: "queue.add", Bits: true, Folds: true},
	QueueGet:      {Name: "queue.get", Bits: true, Folds: true},
	QueueDone:     {Name: "queue.done", Bits: true, Folds: true},
	QueueStray:    {Name: "queue.stray", Bits: true, Folds: true},
	QueueBlocked:  {Name: "queue.blocked", Folds: true},
	QueueDropped:  {Name: "queue.dropped"},
	QueueShut:     {Name: "queue.shut", A: "drain", Folds: true},
	HeapAdd:       {Name: "heap.add", A: "due", B: "order", Folds: true},
	HeapEarlier:   {Name: "heap.earlier", A: "due", B: "order", Folds: true},
	HeapIgnored:   {Name: "heap.ignored", A: "due"},
	HeapNow:       {Name: "heap.now"},
	HeapDue:       {Name: "heap.due", A: "due", Folds: true},
	LimitWhen:     {Name: "limiter.when", A: "wait", B: "failures", Folds: true},
	LimitForget:   {Name: "limiter.forget", Folds: true},
	FIFOPush:      {Name: "fifo.push", A: "rv", B: "type", Val: "object", Object: true, Folds: true},
	FIFOMark:      {Name: "fifo.mark", A: "rv", B: "type", Folds: true},
	FIFOReplace:   {Name: "fifo.replace", A: "list", B: "count", Val: "rv", Folds: true},
	FIFOSkip:      {Name: "fifo.skip", B: "type"},
	FIFOBegin:     {Name: "fifo.begin", A: "deltas", Folds: true},
	FIFOEnd:       {Name: "fifo.end", Folds: true},
	FIFOInit:      {Name: "fifo.initial", A: "left", B: "populated", Folds: true},
	FIFOSynced:    {Name: "fifo.synced", Folds: true},
	StorePut:      {Name: "store.put", A: "rv", B: "old", Val: "object", Object: true, Folds: true},
	StoreDel:      {Name: "store.delete", A: "rv", Folds: true},
	StoreRV:       {Name: "store.rv", Val: "rv", Folds: true},
	StoreTouch:    {Name: "store.touched", A: "rv", Val: "object", Object: true, Folds: true},
	IndexAdd:      {Name: "index.add", Val: "posting", Folds: true},
	IndexDel:      {Name: "index.delete", Val: "posting", Folds: true},
	HandlerAdd:    {Name: "handler.add", A: "outstanding", Folds: true},
	HandlerDel:    {Name: "handler.remove", Folds: true},
	NotePush:      {Name: "handler.push", A: "rv", B: "old", Val: "object", Object: true, Folds: true},
	NoteTake:      {Name: "handler.begin", Folds: true},
	NoteDone:      {Name: "handler.end", A: "outstanding", Folds: true},
	NoteSynced:    {Name: "handler.synced", Folds: true},
	ReflState:     {Name: "reflector.state", Val: "state", Folds: true},
	ReflRV:        {Name: "reflector.rv", Val: "rv", Folds: true},
	ReflList:      {Name: "reflector.list", Val: "rv", Folds: true},
	ReflListed:    {Name: "reflector.listed", A: "count", B: "code", Val: "rv", Folds: true},
	ReflWatch:     {Name: "reflector.watch", B: "initial", Val: "rv", Folds: true},
	ReflWatchUp:   {Name: "reflector.watching", B: "code", Val: "reason", Folds: true},
	ReflEvent:     {Name: "reflector.event", A: "rv", B: "type", Val: "reason", Folds: true},
	ReflClosed:    {Name: "reflector.closed", Val: "reason", Folds: true},
	ReflArm:       {Name: "reflector.timer", A: "for", Val: "why", Folds: true},
	ServerPut:     {Name: "server.put", A: "rv", B: "old", Val: "object", Object: true, Folds: true},
	ServerDel:     {Name: "server.delete", A: "rv", Folds: true},
	ServerCompact: {Name: "server.compact", A: "rv", Folds: true},
	ServerSkip:    {Name: "server.skip", A: "rv", Folds: true},
	ServerLink:    {Name: "server.link", Val: "link", Folds: true},
	WorkerRead:    {Name: "worker.read", A: "rv", Val: "object", Object: true, Folds: true},
	WorkerEnd:     {Name: "worker.end", Val: "result", Folds: true},
	Broken:        {Name: "broken", Val: "promise", Folds: true},
	Crash:         {Name: "crash", Val: "panic", Folds: true},
}

// Info returns what the fields of op mean.
func (op Op) Info() Info {
	if op >= ops {
		return Info{Name: "unknown"}
	}
	return opInfos[op]
}

// String is the op's name, such as "queue.add".
func (op Op) String() string { return op.Info().Name }

// Ops lists every op, None left out.
func Ops() []Op {
	all := make([]Op, 0, ops-1)
	for op := None + 1; op < ops; op++ {
		all = append(all, op)
	}
	return all
}
