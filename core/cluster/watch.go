package cluster

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/informerscope/informerscope/core/trace"
)

// Watch is a cursor into what the cluster tells one watcher. It is a value: keep it and
// hand its address to Next.
type Watch struct {
	Resource string

	epoch   int
	at      int       // the number of the next event in the resource's log
	after   int64     // events up to this version are not sent; 0 is all
	opened  int       // bookmarks before this number were meant for others
	initial []*Object // still to be sent as ADDED
	endRV   string    // of the bookmark that ends the initial events; "" is none
	plain   bool      // and it does not say so
	fault   Fault     // to be sent as an Error, then the watch is over
	over    bool
}

// State says what Next found.
type State uint8

// The answers of Next.
const (
	Got     State = iota // an event
	Nothing              // nothing new: wait
	Closed               // the watch has ended; it gives nothing more
)

// record puts ev into r's log and lets the oldest go when the window is full.
func (c *Cluster) record(r *resource, ev Event) {
	r.log = append(r.log, entry{ev, c.rv})
	if len(r.log) >= 2*c.window {
		r.drop(len(r.log) - c.window)
	}
	// Between the window and twice its size the log is longer than what it promises:
	// floor is what decides, so that dropping costs a constant.
	if n := len(r.log) - c.window; n > 0 {
		r.floor = max(r.floor, r.log[n-1].rv)
	}
}

// drop lets the first n events go.
func (r *resource) drop(n int) {
	if n == 0 {
		return
	}
	r.floor = max(r.floor, r.log[n-1].rv)
	kept := copy(r.log, r.log[n:])
	clear(r.log[kept:])
	r.log = r.log[:kept]
	r.dropped += n
}

// List returns the objects of a resource sorted by key, and the cluster's RV. rv is a
// lower bound: a version that lies ahead is answered TooLarge, everything else from what
// is stored now.
func (c *Cluster) List(resource, rv string) ([]*Object, string, Fault) {
	if f := c.fault("list"); !f.OK() {
		return nil, "", f
	}
	at, f := parse(rv)
	if !f.OK() {
		return nil, "", f
	}
	if at > c.rv {
		return nil, "", c.tooLarge(rv)
	}
	return slices.Clone(c.resource(resource).objects), c.RV(), Fault{}
}

// Page is List page by page: at most limit objects, 0 is all, and the token to ask for those that
// follow, "" when none do. With a token it goes on where that page ended, in the list as it was
// then; a token from before what is compacted, or one of too many, is answered with 410.
func (c *Cluster) Page(resource, rv string, limit int, token string) (list []*Object, at, next string, f Fault) {
	var o openList
	if token == "" {
		if o.rest, o.rv, f = c.List(resource, rv); !f.OK() {
			return nil, "", "", f
		}
	} else {
		if f := c.fault("list"); !f.OK() {
			return nil, "", "", f
		}
		i := slices.IndexFunc(c.open, func(o openList) bool { return o.token == token })
		if i < 0 || c.open[i].expired || trace.Number(c.open[i].rv) < c.compacted {
			return nil, "", "", Fault{CodeExpired, "Expired", "the continue token is too old"}
		}
		o = c.open[i]
	}
	if limit <= 0 || len(o.rest) <= limit {
		return o.rest, o.rv, "", Fault{}
	}
	list, o.rest = o.rest[:limit], o.rest[limit:]
	lost := c.tokens == TokenLost
	if o.expired = c.tokens == TokenExpires; c.tokens != TokenGood {
		c.tokens = TokenGood
	}
	if lost {
		return list, o.rv, "", Fault{}
	}
	c.issued++
	o.token = fmt.Sprintf("%s.%d", o.rv, c.issued)
	if c.open = append(c.open, o); len(c.open) > maxOpenLists {
		c.open = slices.Delete(c.open, 0, 1)
	}
	return list, o.rv, o.token, Fault{}
}

// openList is a list of which not all pages were asked for.
type openList struct {
	token, rv string
	rest      []*Object
	expired   bool
}

// maxOpenLists bounds the lists that can be gone on with; the oldest expires.
const maxOpenLists = 64

func (c *Cluster) tooLarge(rv string) Fault {
	return Fault{CodeTimeout, TooLarge, fmt.Sprintf("Too large resource version: %s, current: %d", rv, c.rv)}
}

// parse reads a resourceVersion; "" is 0.
func parse(rv string) (int64, Fault) {
	if rv == "" {
		return 0, Fault{}
	}
	n, err := strconv.ParseInt(rv, 10, 64)
	if err != nil || n < 0 {
		return 0, Fault{400, "BadRequest", fmt.Sprintf("invalid resource version %q", rv)}
	}
	return n, Fault{}
}

// Open starts a watch of a resource. With initial, sendInitialEvents, it begins with an
// ADDED for each object and a bookmark that ends them. Without, a watch from "" or "0"
// begins with the ADDED only, and one from rv with the first event after rv. MarkEnds says
// what becomes of the bookmark.
//
// A version older than the window gets an Error event with 410. One that lies ahead is refused
// with initial, TooLarge, which a real API server says after it has waited some seconds; without,
// the watch stands, and is silent until the cluster is past that version.
func (c *Cluster) Open(resource, rv string, initial bool) (Watch, Fault) {
	if f := c.fault("watch"); !f.OK() {
		return Watch{}, f
	}
	n, f := parse(rv)
	if !f.OK() {
		return Watch{}, f
	}
	r := c.resource(resource)
	end := r.dropped + len(r.log)
	w := Watch{Resource: resource, epoch: c.epoch, at: end, opened: end}
	switch {
	case n > c.rv && initial:
		return Watch{}, c.tooLarge(rv)
	case n > c.rv:
		w.after = n
	case initial:
		w.initial = slices.Clone(r.objects)
		if w.plain = c.ends == EndPlain; c.ends != EndNone {
			w.endRV = c.RV()
		}
	case n == 0:
		w.initial = slices.Clone(r.objects)
	case n < c.floor(r):
		w.fault = c.tooOld(r, rv)
	default:
		w.at = r.dropped + r.after(n)
	}
	return w, Fault{}
}

func (c *Cluster) tooOld(r *resource, rv string) Fault {
	return Fault{CodeExpired, "Expired", fmt.Sprintf("too old resource version: %s (%d)", rv, c.floor(r))}
}

// after returns where in the log the first event with a greater RV than rv stands.
func (r *resource) after(rv int64) int {
	i, _ := slices.BinarySearchFunc(r.log, rv, func(e entry, rv int64) int {
		if e.rv <= rv {
			return -1
		}
		return 1
	})
	return i
}

// Next gives the watch's next event. It is Nothing while the connection is cut; a watch
// that fell behind the window gets an Error with 410 as its last event.
func (c *Cluster) Next(w *Watch) (Event, State) {
	if w.over {
		return Event{}, Closed
	}
	if c.partition {
		return Event{}, Nothing
	}
	if w.epoch != c.epoch && w.fault.OK() {
		if c.ending.OK() {
			w.over = true
			return Event{}, Closed
		}
		w.fault = c.ending
	}
	if !w.fault.OK() {
		w.over = true
		return Event{Type: Error, Fault: w.fault}, Got
	}
	if len(w.initial) > 0 {
		o := w.initial[0]
		w.initial = w.initial[1:]
		return Event{Type: Added, Obj: o, RV: o.RV}, Got
	}
	if w.endRV != "" {
		ev := Event{Type: Bookmark, RV: w.endRV, End: !w.plain}
		w.endRV = ""
		return ev, Got
	}
	return c.fromLog(w)
}

func (c *Cluster) fromLog(w *Watch) (Event, State) {
	r := c.resource(w.Resource)
	if w.at < r.dropped {
		w.over = true
		return Event{Type: Error, Fault: c.tooOld(r, "of a watch that fell behind")}, Got
	}
	for w.at < r.dropped+len(r.log) {
		e := r.log[w.at-r.dropped]
		w.at++
		if e.ev.Type == Bookmark && w.at <= w.opened || e.rv <= w.after {
			continue
		}
		return e.ev, Got
	}
	return Event{}, Nothing
}

// Compact forgets the events up to and including rv, of all resources: a watch from before
// rv is too old. Open watches that have not read them yet fall behind.
func (c *Cluster) Compact(rv int64) {
	rv = min(rv, c.rv)
	if rv <= c.compacted {
		return
	}
	// trace: server.compact
	c.compacted = rv
	for _, name := range c.Resources() {
		r := c.resources[name]
		r.drop(r.after(rv))
	}
	c.tap.Begin()
	c.tap.Numbers(trace.ServerCompact, 0, rv, 0)
}

// Bookmark tells every open watch of the resource the cluster's RV.
func (c *Cluster) Bookmark(resource string) {
	c.record(c.resource(resource), Event{Type: Bookmark, RV: c.RV()})
}

// CloseWatches ends every open watch: cleanly when f is OK, else with an Error event.
func (c *Cluster) CloseWatches(f Fault) {
	c.epoch++
	c.ending = f
}
