package machine

import (
	"fmt"

	"github.com/informerscope/informerscope/core/trace"
)

// Fault is what can be wrong with an answer of the API server. The zero Fault is success.
type Fault struct {
	Code   int    // HTTP status, or one of the negative codes
	Reason string // metav1.StatusReason, such as "Expired"
	Text   string // for people
}

// Codes of Fault that the reflector tells apart; every other code is an error that ends
// the cycle.
const (
	FaultRefused  = -1                // connection refused: nobody listens
	FaultOther    = -2                // broken off, unreadable, anything else without a status
	FaultExpired  = trace.CodeExpired // the resourceVersion is too old
	FaultThrottle = 429
	FaultInternal = 500
	FaultTimeout  = 504 // with Reason TooLarge: the resourceVersion lies in the future
)

// TooLarge is the Reason of a 504 for a resourceVersion the server has not reached.
const TooLarge = "ResourceVersionTooLarge"

// OK reports whether there is no fault.
func (f Fault) OK() bool { return f.Code == 0 }

// Error is the text; it makes a Fault an error.
func (f Fault) Error() string {
	if f.Text != "" {
		return f.Text
	}
	return fmt.Sprintf("fault %d %s", f.Code, f.Reason)
}

// ReflState is what a reflector is doing.
type ReflState uint8

// The states of a Reflector.
const (
	Idle         ReflState = iota // not started
	Listing                       // a LIST is asked, or its result is being stored
	WatchListing                  // a streaming list is coming in
	Watching                      // a WATCH is asked or open
	BackingOff                    // a timer runs before the next try
	Stopped
)

var stateNames = [...]string{"Idle", "Listing", "WatchListing", "Watching", "BackingOff", "Stopped"}

// String is the state's name.
func (s ReflState) String() string { return stateNames[s] }

// InKind says what has happened to a Reflector.
type InKind uint8

// The inputs. The fields of In that each needs are in the comment; Gen is that of the Out.
const (
	Start        InKind = 1 + iota // of an idle or a stopped one, which goes on at its RV
	ListAnswered                   // answers DoList: List and RV, or Fault
	Stored                         // answers StoreReplace: Fault when it failed
	WatchOpened                    // answers DoWatch: Fault when it was refused
	WatchEvent                     // Gen of DoWatch; Type (trace.WatchAdded…; 0 nobody knows: it only counts), Obj, RV; End; Fault of a WatchError
	WatchClosed                    // Gen of DoWatch: the server ended the watch
	TimerFired                     // answers ArmTimer
	ResyncFired                    // Gen of ArmResync: the resync timer
	ResyncFailed                   // Gen of the StoreResync that failed with Fault
	Panicked                       // the program's code did, in what was asked of it last
	Unread                         // the program's code panicked over an answer: what was asked before is done
	Stop
)

// In is an input of a Reflector.
type In[O any] struct {
	Kind InKind
	Gen  uint32 // of the Out it answers; an input with another Gen is ignored
	List []O
	RV   string
	// Continue is the token for the pages that follow; "" is none.
	Continue string
	Type     int64 // trace.WatchAdded …
	Obj      O
	End      bool // a bookmark that ends the initial events
	Fault    Fault
}

// OutKind says what a Reflector wants done.
type OutKind uint8

// The outputs. DoList, DoWatch, ArmTimer and StoreReplace are questions: each is the last
// of its list and the reflector waits for the answer with the same Gen.
const (
	DoList        OutKind = 1 + iota // LIST at RV, or a page of it
	DoWatch                          // WATCH from RV, Initial: sendInitialEvents; Timeout
	ArmTimer                         // fire TimerFired in After
	StoreReplace                     // FIFO.Replace(List, RV), then Stored
	CloseWatch                       // stop the watch with Gen
	StorePush                        // FIFO.Push(Type, Obj); an error is logged, not answered
	StoreBookmark                    // FIFO.Bookmark(RV)
	ArmResync                        // fire ResyncFired in After; replaces an earlier one
	StoreResync                      // if Informer.ResyncTick says so, FIFO.Resync
	Report                           // tell the watch error handler: Fault
)

// Out is an output of a Reflector.
type Out[O any] struct {
	Kind     OutKind
	Gen      uint32
	RV       string
	Limit    int64  // of DoList, with ReflectorConfig.Pages: how many objects a page has; 0 is all in one
	Continue string // of DoList: the token of the page; "" is the first
	Initial  bool
	Timeout  Dur
	After    Dur
	Ended    bool // of ArmTimer: a cycle has ended, the next begins with a list
	Type     DeltaType
	Obj      O
	List     []O
	Fault    Fault
}

// ReflectorConfig makes a Reflector. The zero value of a field is its default.
type ReflectorConfig[O any] struct {
	Tap    trace.Tap
	Meta   Meta[O]
	Stream bool   // start with a streaming list, fall back to LIST
	Pages  bool   // DoList asks for pages; else for all in one, or the shell sees to pages
	Resync Dur    // how often the resync timer fires; 0 is never
	Seed   uint64 // of the jitter
	// MinWatch is the shortest timeout of a WATCH, at least 5 min; the longest is twice it.
	MinWatch Dur
	// First is the first backoff, 0.8 s; Cap the longest before jitter, 30 s;
	// after Reset, 2 min, since the last reset it starts anew.
	First, Cap, Reset Dur
	// RetryInternal is how long a watch that ends with a 500 is tried again at once; 0 never.
	RetryInternal Dur
}

// Defaults of ReflectorConfig, in ns.
// Source: client-go tools/cache, reflector.go (v0.37).
const (
	second       Dur = 1_000_000_000
	minWatch         = 300 * second
	firstBackoff     = 800_000_000
	capBackoff       = 30 * second
	resetBackoff     = 120 * second
	shortWatch       = 1 * second  // a watch this short without events is no progress
	retryReset       = 60 * second // an internal error this long after the last starts a new series
)
