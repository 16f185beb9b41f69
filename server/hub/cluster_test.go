package hub

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/informerscope/informerscope/server/gate"
)

// fakeCluster is a cluster in memory that can be told to fail.
type fakeCluster struct {
	mu       sync.Mutex
	rv       uint64
	floor    uint64 // versions before are compacted
	objects  map[string]*Object
	log      []fakeEvent
	changed  chan struct{}
	uid      string
	broken   int // how often open watches were broken
	listErr  error
	watchErr error
	whoErr   error
	deaf     bool // watches say nothing
	marks    bool // watches say where they are when nothing is left to say
	asked    []string
	at       []time.Time // when
}

type fakeEvent struct {
	rv   uint64
	kind string
	o    *Object
}

func newCluster() *fakeCluster {
	return &fakeCluster{rv: 100, floor: 100, objects: map[string]*Object{}, changed: make(chan struct{}), uid: "u-1"}
}

func (c *fakeCluster) with(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
}

func made(name string, rv uint64, more string) *Object {
	o, err := ParseObject(fmt.Appendf(nil, `{"metadata":{"namespace":"d","name":%q,"resourceVersion":"%d"%s}}`, name, rv, more))
	if err != nil {
		panic(err)
	}
	return o
}

// put writes an object.
func (c *fakeCluster) put(name, more string) {
	c.with(func() {
		c.rv++
		kind, o := added, made(name, c.rv, more)
		if c.objects[name] != nil {
			kind = modified
		}
		c.objects[name] = o
		c.log = append(c.log, fakeEvent{c.rv, kind, o})
	})
}

// drop deletes an object.
func (c *fakeCluster) drop(name string) {
	c.with(func() {
		o := c.objects[name]
		if o == nil {
			return
		}
		c.rv++
		delete(c.objects, name)
		c.log = append(c.log, fakeEvent{c.rv, deleted, o.At(strconv.FormatUint(c.rv, 10))})
	})
}

func (c *fakeCluster) did(what string) {
	c.asked = append(c.asked, what)
	c.at = append(c.at, time.Now())
}

// count says how many requests of a kind came since the last count.
func (c *fakeCluster) count(kind string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.asked {
		if a == kind {
			n++
		}
	}
	return n
}

func (c *fakeCluster) forgetAsked() { c.with(func() { c.asked, c.at = nil, nil }) }

func (c *fakeCluster) Resources() []gate.Resource     { return gate.Default() }
func (c *fakeCluster) Info(context.Context) gate.Info { return gate.Info{} }
func (c *fakeCluster) Identity(context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.did("who")
	return c.uid, c.whoErr
}

func (c *fakeCluster) List(_ context.Context, of Collection, from ListFrom) (Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if from.Limit == 1 {
		c.did("sentinel")
		return Page{RV: strconv.FormatUint(c.rv, 10)}, c.listErr
	}
	c.did("list " + of.Namespace)
	if c.listErr != nil && (of.Namespace == "" || c.listErr != error(gate.ErrForbidden)) {
		return Page{}, c.listErr
	}
	p := Page{Form: Form{Kind: "Pod", APIVersion: "v1"}, RV: strconv.FormatUint(c.rv, 10)}
	objects := c.objects
	if from.Exact {
		if number(from.RV) < c.floor {
			return Page{}, gate.ErrExpired
		}
		p.RV, objects = from.RV, map[string]*Object{}
		for _, e := range c.log {
			if e.rv > number(from.RV) {
				break
			}
			if objects[e.o.Name] = e.o; e.kind == deleted {
				delete(objects, e.o.Name)
			}
		}
	}
	for _, o := range objects {
		if of.Namespace == "" || of.Namespace == o.Namespace {
			p.Items = append(p.Items, o)
		}
	}
	return p, nil
}

func (c *fakeCluster) Watch(ctx context.Context, of Collection, rv string) (Watch, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.did("watch " + of.Namespace)
	if c.watchErr != nil {
		return nil, c.watchErr
	}
	return &fakeWatch{c: c, ctx: ctx, rv: number(rv), broken: c.broken}, nil
}

type fakeWatch struct {
	c      *fakeCluster
	ctx    context.Context
	rv     uint64
	broken int
}

func (w *fakeWatch) Next(ctx context.Context) (Event, error) {
	for {
		w.c.mu.Lock()
		changed := w.c.changed
		switch {
		case w.broken != w.c.broken:
			w.c.mu.Unlock()
			return Event{}, io.ErrUnexpectedEOF
		case w.rv < w.c.floor:
			w.c.mu.Unlock()
			return Event{}, gate.ErrExpired
		case !w.c.deaf:
			for _, e := range w.c.log {
				if e.rv > w.rv {
					w.rv = e.rv
					w.c.mu.Unlock()
					return Event{e.kind, e.o}, nil
				}
			}
			if w.c.marks && w.rv < w.c.rv {
				w.rv = w.c.rv
				w.c.mu.Unlock()
				return Event{"BOOKMARK", made("", w.rv, "")}, nil
			}
		}
		w.c.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

func (w *fakeWatch) Close() {}

// names are the objects that the cluster has, sorted.
func (c *fakeCluster) names() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, o := range c.objects {
		all = append(all, name+"@"+o.ResourceVersion)
	}
	slices.Sort(all)
	return all
}

// some does one random thing to one of few objects.
func (c *fakeCluster) some(r *rand.Rand) {
	name := string(rune('a' + r.IntN(6)))
	if r.IntN(4) == 0 {
		c.drop(name)
		return
	}
	c.put(name, fmt.Sprintf(`,"labels":{"app":"%d"}`, r.IntN(3)))
}

func request(more gate.Query) gate.Request {
	return gate.Request{Resource: gate.BuiltIn[0], Query: more}
}
