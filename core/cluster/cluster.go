package cluster

import "github.com/informerscope/informerscope/core/trace"

// Cluster is an API server in memory. It is not safe for concurrent use.
type Cluster struct {
	tap trace.Tap
}

// Watch is a cursor into what the cluster tells one watcher. It is a value: keep it and
// hand its address to Next.
type Watch struct {
	Resource string
}

// State says what Next found.
type State uint8

// The answers of Next.
const (
	Got     State = iota // an event
	Nothing              // nothing new: wait
	Closed               // the watch has ended; it gives nothing more
)

// New returns an empty cluster at resourceVersion 1. It keeps the last window events of
// each resource for watchers, 1000 when window is 0.
func New(tap trace.Tap, window int) *Cluster { return &Cluster{tap: tap} }

// RV is the cluster's resourceVersion: that of the last write.
func (c *Cluster) RV() string { return "" }

// SetRV makes the next write get resourceVersion rv, which must lie ahead.
func (c *Cluster) SetRV(rv int64) error { return nil }

// Now sets the time that stamps what is created, in ns since the start.
func (c *Cluster) Now(now int64) {}

// Create stores o, which gets a UID and an RV, and returns what was stored.
func (c *Cluster) Create(resource string, o Object) (*Object, error) { return nil, nil }

// Update stores o in place of the object with its key. An RV in o must be the stored one.
func (c *Cluster) Update(resource string, o Object) (*Object, error) { return nil, nil }

// Delete removes the object with that key; it returns the last state with the RV of the deletion.
func (c *Cluster) Delete(resource, key string) (*Object, error) { return nil, nil }

// Get returns the stored object; read only.
func (c *Cluster) Get(resource, key string) (*Object, error) { return nil, nil }

// Resources lists the resources that were ever written, sorted.
func (c *Cluster) Resources() []string { return nil }

// List returns the objects of a resource sorted by key, and the cluster's RV.
func (c *Cluster) List(resource, rv string) ([]*Object, string, Fault) { return nil, "", Fault{} }

// Open starts a watch after rv; initial is sendInitialEvents.
func (c *Cluster) Open(resource, rv string, initial bool) (Watch, Fault) { return Watch{}, Fault{} }

// Next gives the watch's next event.
func (c *Cluster) Next(w *Watch) (Event, State) { return Event{}, Nothing }

// Compact forgets the events up to and including rv.
func (c *Cluster) Compact(rv int64) {}

// Bookmark tells every open watch of the resource the cluster's RV.
func (c *Cluster) Bookmark(resource string) {}

// CloseWatches ends every open watch, cleanly when f is OK, else with an Error event.
func (c *Cluster) CloseWatches(f Fault) {}

// Partition cuts the connection: requests are Refused and watches are silent until Heal.
func (c *Cluster) Partition() {}

// Heal restores the connection. Watches go on where they were.
func (c *Cluster) Heal() {}

// Fail answers the next n LISTs and WATCHes with f; verb "list" or "watch" fails only those.
func (c *Cluster) Fail(verb string, n int, f Fault) {}

// Link is "up", "partition", or "faults" while Fail has answers left.
func (c *Cluster) Link() string { return "" }
