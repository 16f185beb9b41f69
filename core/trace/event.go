package trace

// ID is an interned text (see Recorder.Intern). The zero ID is the empty text.
// Ids depend on the order of observation: never sort by them.
type ID uint32

// Event is one fact. Which fields mean what is said by the table in ops.go, and read by the
// methods of fact.go.
type Event struct {
	Seq    uint64 // ascending from 1
	At     int64  // ns since the start
	A, B   int64  // numbers of the op
	Key    ID     // the key it is about
	Val    ID     // a text, or an object of the table where the op says so
	Part   uint16 // which machine, see Recorder.Parts
	Actor  uint16 // who acted, see Recorder.ActorName; 0 is nobody
	Op     Op
	Before uint8 // membership bits of Key before the op, or flags of the op, or half a code
	After  uint8 // the same after it
	Flag   uint8 // First
}

// First marks the first event of a transition: one call into one machine. A fold of the
// events equals the machine after each transition, not inside one.
const First uint8 = 1

// Membership bits of a key, in Before and After of queue events.
const (
	Queued     uint8 = 1 << iota // in the line of the queue
	Dirty                        // a pass is owed
	Processing                   // a worker is on it
)

// Object is what the trace knows of an API object.
type Object struct {
	Key  string // "namespace/name", or "name"
	UID  string
	RV   string // resourceVersion, opaque text
	Node string // spec.nodeName, "" when there is none
	Body string // YAML or JSON of the object; may be ""
}

// Number reads a resourceVersion as a number for display and order; 0 when it is none.
func Number(rv string) int64 {
	var n int64
	for i := 0; i < len(rv); i++ {
		c := rv[i]
		if c < '0' || c > '9' || n > (1<<62)/10 {
			return 0
		}
		n = n*10 + int64(c-'0')
	}
	return n
}
