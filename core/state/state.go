package state

import (
	"cmp"
	"maps"
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// Bounds of what a State remembers for the story; the counts beside them go on.
const (
	MaxCalls = 256 // handler calls and API calls
	MaxLog   = 64  // events of the API server
)

// State is the whole picture at one moment. The zero value is not ready; use New.
type State struct {
	At   int64 // ns since the start, of the last event
	Seq  uint64
	Step trace.ID // what the last step was

	Keys []Key // every key ever met and not forgotten, in the order met
	Past Past  // what the forgotten ones did
	// Queue is the line, the next first: as keys came, and higher priorities before lower ones. A
	// stray Done may put a key in twice.
	Queue  []trace.ID
	Heap   []Wait // a binary heap in its array, as client-go keeps it: see heap.go
	Bucket Bucket // of the limiter
	Shut   bool
	Drain  bool
	Waits  bool // main, inside ShutDownWithDrain

	FIFO      FIFO
	Store     Shelf
	StoreRV   string
	Index     []Posting // in the order the postings appeared
	Listeners []Listener
	Refl      Reflector
	Server    Server
	Workers   []Worker

	Calls     []Call // last calls of handlers, oldest first
	CallCount int
	API       []APICall // last calls to the API server, oldest first
	APICount  int
	Broken    []Broken
	Crash     string   // the panic that ended the program; "" while it runs
	Crashed   trace.ID // the key it was about
	CrashedAt int64    // when, ns: what the program had in memory stands as it was then

	walked   [4]uint64 // one bit an op, so that a rail is drawn once it was used
	returned bool      // a Done sent a key to the back of the queue

	rec *trace.Recorder
	// index is key → place in Keys. Copies share it, since they fold the same events, and it only
	// grows: a place counts where the key stands there already.
	index map[trace.ID]int
	names *names
}

// Key is one key of the work queue.
type Key struct {
	ID       trace.ID
	Bits     uint8  // trace.Queued, Dirty, Processing
	Actor    uint16 // who processes it
	Since    int64  // when it was queued, or handed out
	Priority int64  // of its entry in the queue; 0 where it has none
	turn     uint64 // of its entry: among equal priorities the lower goes first
	Failures int64  // as the limiter counts
	Delay    int64  // the limiter's last answer, ns
	Adds     int    // Add calls in all
	ByHeap   int    // those of them that the delay heap made, once a wait was over
	Merged   int    // Add calls since the last hand-out that changed nothing or only raised the key
	Passes   int    // how often it was handed out
	due      bool   // its wait is over: what adds it next is the delay heap
}

// Wait is one entry of the delay heap.
type Wait struct {
	Key        trace.ID
	Due, Since int64 // ns
	Order      int64
}

// Bucket is the limiter's bucket of tokens; the zero Bucket is none.
type Bucket struct {
	Burst int   // how many it holds
	Every int64 // ns between two tokens
	Last  int64 // when the last taken token came, or comes, into being, ns
}

// Tokens is how many are in the bucket at a moment: below 0 those to come are taken, too.
func (b Bucket) Tokens(now int64) float64 {
	if b.Every <= 0 {
		return 0
	}
	return min(float64(b.Burst), float64(now-b.Last)/float64(b.Every))
}

// Delta is one entry of the FIFO, or one object of a ReplacedAll.
type Delta struct {
	Type    int64 // trace.DeltaAdded …
	Key     trace.ID
	Object  trace.ID // object table
	RV      string
	Unknown bool
	List    []trace.Ref
}

// FIFO is the queue between reflector and store.
type FIFO struct {
	Kind      string // the engine's name; "" when there is none
	Tape      []Delta
	Trays     []Tray // of an engine with trays
	Out       []Delta
	Busy      bool // something is handed out
	Held      bool // and the FIFO is locked meanwhile
	Left      int64
	Populated bool
	Synced    bool
	Transform string  // what is done to each object on its way in; "" is nothing
	Refusals  int     // how often that failed
	Refused   Refusal // the last time
}

// Refusal is an object that the transform could not take.
type Refusal struct {
	Key    trace.ID
	RV     int64
	Type   int64      // of the delta that it would have been
	How    trace.Case // trace.CaseList, trace.CaseStreaming, or "" of an event
	Reason string
}

// Tray is a key of a DeltaFIFO with its deltas, oldest first.
type Tray struct {
	Key    trace.ID
	Deltas []Delta
}

// Shelf maps keys to objects in insertion order.
type Shelf struct {
	Items []Item
	place map[trace.ID]int
	lent  bool // place is another's, too
}

// Item is an object under its key, and what stood there before.
type Item struct {
	Key, Object trace.ID
	RV          int64    // of what is collected, where it may be all that is known: Object is 0
	Old         trace.ID // object before the last put; 0 when new
	At          int64    // when it was put
	Touched     bool     // somebody has changed the object in place
}

// Posting is one value of one index with its keys in the order joined.
type Posting struct {
	Name string // "byNode=n1"
	Keys []trace.ID
}

// Note is a notification for a handler.
type Note struct {
	Kind   uint8 // trace.NoteAdd …
	Flags  uint8
	Key    trace.ID
	Object trace.ID
	RV     int64
	Old    int64
}

// Listener is a registered handler with its pending notifications.
type Listener struct {
	Part        uint16
	Name        string
	Pending     []Note
	Hand        Note
	Busy        bool
	Outstanding int64
	Synced      bool
	Gone        bool
	Handled     int
	Panics      int
	Asked       int64 // the resync period that it asked for, ns; 0 is none
	Period      int64 // the one it got; 0 is never
	Due         int64 // when its next resync is due, ns; of no meaning where Period is 0
}

// Reflector is what the list/watch loop is doing.
type Reflector struct {
	State    string // "Idle", "Listing", "WatchListing", "Watching", "BackingOff", "Stopped"; "" when there is none
	RV       string // last resourceVersion
	From     string // where the open or last watch began
	Open     bool
	Initial  bool   // the watch streams the initial list
	Trouble  string // last fault, in words
	Code     int    // its code, see trace.Event.Code; 0 when there is none, or it has none
	ArmedAt  int64
	ArmedFor int64 // backoff, ns
	// CheckAt is when it asks next whether a handler is due for a resync, as it does every
	// CheckEvery ns; 0 is never.
	CheckAt, CheckEvery int64
	Lists               int
	Watches             int
	LastType            int64
	LastRV              string
	Events              int
	// Collected is what has come of a list that is not whole yet: it is in no FIFO and no store.
	Collected Shelf
	Whole     bool // and all of it has come
	InHand    int  // how many objects that are: also of a list that came in one piece
	// Most is how many objects the largest piece of an answer had. A list, or a page of one, is one
	// piece; of a watch each event is. Lists and Watches are the requests.
	Most  int
	paged bool // the LIST that is asked for is in pages
}

// Server is the API server as the trace knows it.
type Server struct {
	Known     bool
	Objects   Shelf
	RV        int64
	Compacted int64
	Link      string
	Log       []ServerEvent
}

// ServerEvent is one write at the API server.
type ServerEvent struct {
	Type   int64 // trace.WatchAdded, WatchModified, WatchDeleted
	Key    trace.ID
	Object trace.ID
	RV     int64
}

// Worker is a caller of Get.
type Worker struct {
	Actor   uint16
	Name    string
	Key     trace.ID
	Busy    bool
	Blocked bool
	Over    bool // Get told it that the queue is shut down
	Since   int64
	Read    bool     // it asked the store in this pass
	ReadKey trace.ID // for this key, mostly its own,
	ReadRV  int64    // and saw this; 0 is not found
	ReadAt  int64
	Passes  int
	// Priority is what its key was handed out with.
	Priority int64
	Result   string // "ok", "failed", "panicked", or "quit" of a worker that has left for good
	Back     int64  // after a panic that was caught: when it can take a key again, ns
}

// Call is one call of a handler.
type Call struct {
	Handler string
	Note    Note
	At      int64
}

// APICall is one request to the API server and its answer.
type APICall struct {
	Verb    string // "LIST", "WATCH"
	RV      string
	Initial bool
	Page    int64  // of a LIST; 0 is all in one
	Answer  string // rv of the list, "ok", or the status such as "410"; "" while open
	At      int64
}

// Broken is a broken promise.
type Broken struct {
	Sentence string
	Key      trace.ID
	Seq      uint64
}

// New returns the empty state that folds events of rec.
func New(rec *trace.Recorder) *State {
	return &State{rec: rec, index: map[trace.ID]int{}, names: newNames(), Server: Server{Link: "up", Objects: newShelf()}, Store: newShelf(), Refl: Reflector{Collected: newShelf()}}
}

// Walked reports whether an event of op was folded: a rail is drawn once a key walked it.
func (s *State) Walked(op trace.Op) bool { return s.walked[op>>6]&(1<<(op&63)) != 0 }

// Returned reports whether a Done ever sent a key to the back of the queue.
func (s *State) Returned() bool { return s.returned }

// Case is how e ends, which is folded next: what the event says, and what only the state
// before it knows. Who has no such state asks the Recorder.
func (s *State) Case(e trace.Event) trace.Case {
	switch said := s.rec.Case(e); e.Op {
	case trace.LimitForget:
		if k, _ := s.Key(e.Key); k.Failures == 0 {
			return trace.CaseUnknown
		}
		return said
	case trace.FIFOInit:
		if !s.FIFO.Populated {
			return trace.CaseFilled
		}
		return said
	case trace.ReflEvent:
		if said == "" && s.Refl.State == "WatchListing" {
			return trace.CaseStreaming
		}
		return said
	default:
		return said
	}
}

func newShelf() Shelf { return Shelf{place: map[trace.ID]int{}} }

// Recorder is where texts and objects are looked up.
func (s *State) Recorder() *trace.Recorder { return s.rec }

// Text returns the text of id.
func (s *State) Text(id trace.ID) string { return s.rec.Text(id) }

// Key returns what is known of the key; ok is false before it was met.
func (s *State) Key(id trace.ID) (k Key, ok bool) {
	i, ok := s.place(id)
	if !ok {
		return Key{ID: id}, false
	}
	return s.Keys[i], true
}

// Look is Key for who reads it and lets it go: no copy; nil before it was met.
func (s *State) Look(id trace.ID) *Key {
	if i, ok := s.place(id); ok {
		return &s.Keys[i]
	}
	return nil
}

// place is where the key stands in Keys; ok is false before it was met.
func (s *State) place(id trace.ID) (i int, ok bool) {
	i, ok = s.index[id]
	return i, ok && i < len(s.Keys) && s.Keys[i].ID == id
}

// Waiting returns the heap entry of the key; false when it does not wait.
func (s *State) Waiting(id trace.ID) (Wait, bool) {
	for _, w := range s.Heap {
		if w.Key == id {
			return w, true
		}
	}
	return Wait{}, false
}

// Sorted returns the heap in the order things become due: of those due together the one that
// goes first in the line.
func (s *State) Sorted() []Wait {
	heap := slices.Clone(s.Heap)
	priorities := s.Priorities()
	slices.SortFunc(heap, func(a, b Wait) int {
		if priorities && a.Due == b.Due && a.Key != b.Key {
			x, _ := s.Key(a.Key)
			y, _ := s.Key(b.Key)
			if s.ahead(&x, &y) {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Order, b.Order))
	})
	return heap
}

// Get returns the item under key; false when there is none.
func (h *Shelf) Get(key trace.ID) (Item, bool) {
	i, ok := h.place[key]
	if !ok {
		return Item{}, false
	}
	return h.Items[i], true
}

func (h *Shelf) put(key, object trace.ID, at int64) {
	if i, ok := h.place[key]; ok {
		h.Items[i].Old, h.Items[i].Object, h.Items[i].At, h.Items[i].Touched = h.Items[i].Object, object, at, false
		return
	}
	h.own()
	h.place[key] = len(h.Items)
	h.Items = append(h.Items, Item{Key: key, Object: object, At: at})
}

func (h *Shelf) drop(key trace.ID) {
	i, ok := h.place[key]
	if !ok {
		return
	}
	h.own()
	h.Items = append(h.Items[:i], h.Items[i+1:]...)
	delete(h.place, key)
	for ; i < len(h.Items); i++ {
		h.place[h.Items[i].Key] = i
	}
}

// own makes place the shelf's own before it changes.
func (h *Shelf) own() {
	if h.lent {
		h.place, h.lent = maps.Clone(h.place), false
	}
}

func (h *Shelf) clone() Shelf {
	h.lent = true
	return Shelf{Items: slices.Clone(h.Items), place: h.place, lent: true}
}

// Clone returns a copy that shares nothing that changes.
func (s *State) Clone() *State {
	c := *s
	c.Keys, c.Queue, c.Heap = slices.Clone(s.Keys), slices.Clone(s.Queue), slices.Clone(s.Heap)
	c.FIFO.Tape, c.FIFO.Out = slices.Clone(s.FIFO.Tape), slices.Clone(s.FIFO.Out)
	c.FIFO.Trays = slices.Clone(s.FIFO.Trays)
	for i := range c.FIFO.Trays {
		c.FIFO.Trays[i].Deltas = slices.Clone(c.FIFO.Trays[i].Deltas)
	}
	c.Store, c.Server.Objects, c.Refl.Collected = s.Store.clone(), s.Server.Objects.clone(), s.Refl.Collected.clone()
	c.Server.Log = slices.Clone(s.Server.Log)
	c.Index = slices.Clone(s.Index)
	for i := range c.Index {
		c.Index[i].Keys = slices.Clone(c.Index[i].Keys)
	}
	c.Listeners = slices.Clone(s.Listeners)
	for i := range c.Listeners {
		c.Listeners[i].Pending = slices.Clone(c.Listeners[i].Pending)
	}
	c.Workers, c.Calls, c.API, c.Broken = slices.Clone(s.Workers), slices.Clone(s.Calls), slices.Clone(s.API), slices.Clone(s.Broken)
	return &c
}

// Apart is a copy that may fold other events than s: copies by Clone share where the keys stand, so all of
// them have to fold the same ones.
func (s *State) Apart() *State {
	c := s.Clone()
	c.index = maps.Clone(s.index)
	return c
}
