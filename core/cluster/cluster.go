package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// Cluster is an API server in memory. It is not safe for concurrent use.
type Cluster struct {
	tap       trace.Tap
	window    int
	resources map[string]*resource
	rv        int64
	next      int64 // the RV of the next write; 0 is rv+1
	uids      int64
	now       int64
	compacted int64 // events up to this RV are gone by request

	partition bool
	faults    []pendingFault
	ends      EndMark
	tokens    Tokens     // what becomes of the next one
	open      []openList // of which pages are left, oldest first
	issued    int        // tokens
	epoch     int        // of open watches: those of an older one have ended
	ending    Fault      // how the last epoch ended
}

type pendingFault struct {
	verb string
	left int
	f    Fault
}

// resource is what is stored under one plural name.
type resource struct {
	objects []*Object // sorted by key
	log     []entry   // the last events, oldest first
	dropped int       // events that were in the log before the first
	floor   int64     // the highest RV that left the log
}

// entry is one event of the log. Bookmarks stand in it too: they reach the watches that
// are open.
type entry struct {
	ev Event
	rv int64
}

// DefaultWindow is how many events of a resource a cluster keeps for watchers.
const DefaultWindow = 1000

// New returns an empty cluster at resourceVersion 1. It keeps the last window events of
// each resource for watchers, DefaultWindow when window is 0. The tap's part is of kind
// "server".
func New(tap trace.Tap, window int) *Cluster {
	if window <= 0 {
		window = DefaultWindow
	}
	return &Cluster{tap: tap, window: window, resources: map[string]*resource{}, rv: 1}
}

// RV is the cluster's resourceVersion: that of the last write, "1" before the first.
func (c *Cluster) RV() string { return strconv.FormatInt(c.rv, 10) }

// SetRV makes the next write get resourceVersion rv, which must lie ahead.
func (c *Cluster) SetRV(rv int64) error {
	if rv <= c.rv {
		return fmt.Errorf("cluster: resourceVersion %d is not after %d", rv, c.rv)
	}
	c.next = rv
	return nil
}

// SetTime sets the time that stamps what is created, in ns since the start.
func (c *Cluster) SetTime(now int64) { c.now = now }

// tick takes the resourceVersion of a write.
func (c *Cluster) tick() int64 {
	if c.next > c.rv {
		c.rv = c.next
	} else {
		c.rv++
	}
	c.next = 0
	return c.rv
}

func (c *Cluster) resource(name string) *resource {
	r := c.resources[name]
	if r == nil {
		r = &resource{}
		c.resources[name] = r
	}
	return r
}

// find returns where key is, or would be, in r.
func (r *resource) find(key string) (int, bool) {
	return slices.BinarySearchFunc(r.objects, key, func(o *Object, key string) int {
		return strings.Compare(o.Key(), key)
	})
}

// ErrorKind says why a write was refused.
type ErrorKind uint8

// The kinds of WriteError.
const (
	NotFound ErrorKind = 1 + iota // 404
	Exists                        // 409 AlreadyExists
	Conflict                      // 409 Conflict: the RV in the update is not the stored one
	Invalid                       // 422
)

var kindTexts = [...]string{"", "not found", "already exists", "conflict", "invalid"}

// String says the kind in words.
func (k ErrorKind) String() string { return kindTexts[k] }

// WriteError is why Create, Update, Delete or Get was refused.
type WriteError struct {
	Verb, Resource, Key string
	Kind                ErrorKind
	Detail              string
}

// Error is like: cluster: update pods "default/p1": not found.
func (e *WriteError) Error() string {
	s := fmt.Sprintf("cluster: %s %s %q: %s", e.Verb, e.Resource, e.Key, e.Kind)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Create stores a copy of o with a new UID and RV and returns what was stored. It fails
// when o has no name or its key is taken.
func (c *Cluster) Create(resource string, o Object) (*Object, error) {
	refuse := func(k ErrorKind, detail string) (*Object, error) {
		return nil, &WriteError{"create", resource, o.Key(), k, detail}
	}
	if o.Name == "" || strings.Contains(o.Name, "/") || strings.Contains(o.Namespace, "/") {
		return refuse(Invalid, "a name must not be empty or hold a slash")
	}
	r := c.resource(resource)
	at, taken := r.find(o.Key())
	if taken {
		return refuse(Exists, "")
	}
	c.uids++
	if o.UID == "" {
		o.UID = fmt.Sprintf("00000000-0000-4000-8000-%012x", c.uids)
	}
	if o.Kind == "" {
		o.Kind = KindOf(resource)
	}
	o.Created, o.Gen = c.now, 1
	s := c.stored(o)
	// trace: server.put
	r.objects = slices.Insert(r.objects, at, s)
	c.tap.Begin()
	c.emitPut(nil, s)
	c.record(r, Event{Type: Added, Obj: s, RV: s.RV})
	return s, nil
}

// Update stores a copy of o in place of the object with its key. Kind, UID and time of
// creation stay. It fails when there is no such object, and when o has an RV that is not
// the stored one; an o without RV overwrites.
func (c *Cluster) Update(resource string, o Object) (*Object, error) {
	r := c.resource(resource)
	at, ok := r.find(o.Key())
	if !ok {
		return nil, &WriteError{"update", resource, o.Key(), NotFound, ""}
	}
	old := r.objects[at]
	if o.RV != "" && o.RV != old.RV {
		return nil, &WriteError{"update", resource, o.Key(), Conflict,
			fmt.Sprintf("it is at resourceVersion %s, not %s", old.RV, o.RV)}
	}
	if o.UID != "" && o.UID != old.UID {
		return nil, &WriteError{"update", resource, o.Key(), Conflict, "the UID is another object's"}
	}
	o.Kind, o.UID, o.Created, o.Gen = old.Kind, old.UID, old.Created, old.Gen
	if o.Node != old.Node || !maps.Equal(o.Fields, old.Fields) {
		o.Gen++
	}
	s := c.stored(o)
	// trace: server.put update
	r.objects[at] = s
	c.tap.Begin()
	c.emitPut(old, s)
	c.record(r, Event{Type: Modified, Obj: s, RV: s.RV})
	return s, nil
}

// Delete removes the object with that key. It returns the last state, with the RV of the
// deletion, as a DELETED event shows it.
func (c *Cluster) Delete(resource, key string) (*Object, error) {
	r := c.resource(resource)
	at, ok := r.find(key)
	if !ok {
		return nil, &WriteError{"delete", resource, key, NotFound, ""}
	}
	s := c.stored(*r.objects[at])
	// trace: server.delete
	r.objects = slices.Delete(r.objects, at, at+1)
	c.tap.Begin()
	if c.tap.On() {
		c.tap.Numbers(trace.ServerDel, c.tap.Intern(key), c.rv, 0)
	}
	c.record(r, Event{Type: Deleted, Obj: s, RV: s.RV})
	return s, nil
}

// stored returns a copy of o at the next RV that shares no map with the caller.
func (c *Cluster) stored(o Object) *Object {
	o.RV = strconv.FormatInt(c.tick(), 10)
	o.Labels, o.Annotations, o.Fields = maps.Clone(o.Labels), maps.Clone(o.Annotations), maps.Clone(o.Fields)
	return &o
}

func (c *Cluster) emitPut(old, s *Object) {
	if !c.tap.On() {
		return
	}
	before := int64(0)
	if old != nil {
		before = trace.Number(old.RV)
	}
	key, ref := c.tap.Intern(s.Key()), Ref(c.tap.Recorder(), s)
	e := c.tap.Emit(trace.ServerPut, key)
	e.A, e.B, e.Val = trace.Number(s.RV), before, ref
}

// Get returns the stored object; read only.
func (c *Cluster) Get(resource, key string) (*Object, error) {
	if r := c.resources[resource]; r != nil {
		if at, ok := r.find(key); ok {
			return r.objects[at], nil
		}
	}
	return nil, &WriteError{"get", resource, key, NotFound, ""}
}

// All are the objects of a resource, sorted by key; read only. No request is made for them.
func (c *Cluster) All(resource string) []*Object {
	if r := c.resources[resource]; r != nil {
		return r.objects
	}
	return nil
}

// Rest prints what the answers to come depend on, beside the time of a write: of two clusters that are alike
// in it, the one answers as the other does, on w, too.
func (c *Cluster) Rest(w *Watch) string {
	var b strings.Builder
	fmt.Fprintln(&b, c.rv, c.next, c.uids, c.compacted, c.partition, c.faults, c.ends, c.tokens, c.issued, c.epoch, c.ending)
	for _, l := range c.open {
		fmt.Fprintln(&b, l.token, l.rv, l.expired)
		for _, o := range l.rest {
			fmt.Fprintln(&b, o.Key(), o.RV)
		}
	}
	for _, name := range c.Resources() {
		r := c.resources[name]
		fmt.Fprintln(&b, name, r.dropped, r.floor)
		for _, o := range r.objects {
			fmt.Fprintln(&b, o.Key(), o.RV, o.UID, o.Node, o.Phase)
		}
		for _, e := range r.log {
			fmt.Fprintln(&b, e.rv, e.ev.Type, e.ev.RV, e.ev.Obj != nil && e.ev.Obj.Phase != "")
		}
	}
	if w.Resource != "" {
		fmt.Fprintln(&b, w.epoch == c.epoch, w.at, w.after, w.opened, w.endRV, w.plain, w.fault, w.over)
		for _, o := range w.initial {
			fmt.Fprintln(&b, o.Key(), o.RV)
		}
	}
	return b.String()
}

// Resources lists the resources that were ever asked for or written, sorted.
func (c *Cluster) Resources() []string {
	return slices.Sorted(maps.Keys(c.resources))
}

// Len counts the objects of a resource.
func (c *Cluster) Len(resource string) int {
	if r := c.resources[resource]; r != nil {
		return len(r.objects)
	}
	return 0
}

// Oldest is the RV after which a watch of the resource can start: one from before it is
// too old.
func (c *Cluster) Oldest(resource string) string {
	return strconv.FormatInt(c.floor(c.resource(resource)), 10)
}

func (c *Cluster) floor(r *resource) int64 { return max(r.floor, c.compacted) }
