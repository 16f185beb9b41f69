// Package replay is a cluster that a trace was recorded of: package hub follows it like any other. It has
// one resource, and plays what happened to it at the pace at which it happened, or another.
package replay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// Cluster is a hub.Upstream. Run lets its time pass.
type Cluster struct {
	resource gate.Resource
	changes  []change // by time
	length   time.Duration
	loaded   time.Time

	mu      sync.Mutex
	played  int           // changes that have happened
	changed chan struct{} // closed at the next one
	objects map[string]*hub.Object
}

// change is what happened to one object.
type change struct {
	at   time.Duration
	kind string // ADDED, MODIFIED or DELETED
	key  string
	o    *hub.Object
	rv   uint64 // ascending from change to change
}

// Load reads a trace. It fails on one that has no reflector in it: a lesson's may, a queue's has not.
func Load(from io.Reader) (*Cluster, error) {
	rec, err := trace.ReadJSON(from)
	if err != nil {
		return nil, err
	}
	c := &Cluster{changed: make(chan struct{}), objects: map[string]*hub.Object{}, resource: gate.BuiltIn[0], loaded: time.Now().UTC()}
	r := reader{c: c, rec: rec, now: map[string]*hub.Object{}}
	for _, e := range rec.Since(rec.Oldest()) {
		if err := r.take(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		c.length = time.Duration(e.At)
	}
	if len(c.changes) == 0 {
		return nil, errors.New("the trace has no objects of a cluster in it: record one with informerscope record, or save one in live mode")
	}
	return c, nil
}

// reader makes changes of what the reflector put into its FIFO.
type reader struct {
	c   *Cluster
	rec *trace.Recorder
	now map[string]*hub.Object
	rv  uint64
}

func (r *reader) take(e trace.Event) error {
	switch e.Op {
	case trace.FIFOReplace:
		// In the order of their versions each keeps its own.
		refs := slices.SortedFunc(slices.Values(r.rec.Refs(&e)), func(a, b trace.Ref) int {
			return cmp.Compare(trace.Number(r.rec.Object(a.Object).RV), trace.Number(r.rec.Object(b.Object).RV))
		})
		seen := map[string]bool{}
		for _, ref := range refs {
			key := r.rec.Text(ref.Key)
			seen[key] = true
			if err := r.put(e, key, ref.Object); err != nil {
				return err
			}
		}
		for _, key := range slices.Sorted(maps.Keys(r.now)) {
			if !seen[key] {
				r.drop(e, key, r.now[key])
			}
		}
	case trace.FIFOPush:
		key := r.rec.Text(e.Key)
		if e.B == trace.DeltaDeleted {
			o, err := r.object(key, e.Val)
			if err != nil {
				return err
			}
			r.drop(e, key, o)
			return nil
		}
		return r.put(e, key, e.Val)
	}
	return nil
}

func (r *reader) put(e trace.Event, key string, id trace.ID) error {
	o, err := r.object(key, id)
	if err != nil {
		return err
	}
	was, known := r.now[key]
	if known && was.ResourceVersion == o.ResourceVersion {
		return nil // a list, or a resync, that brought nothing
	}
	kind := "MODIFIED"
	if !known {
		kind = "ADDED"
	}
	r.now[key] = o
	r.add(e, change{kind: kind, key: key, o: o})
	return nil
}

func (r *reader) drop(e trace.Event, key string, o *hub.Object) {
	if r.now[key] != nil {
		delete(r.now, key)
		r.add(e, change{kind: "DELETED", key: key, o: o})
	}
}

// add appends a change. Versions go up: one of a list is given where the object's own would go back.
func (r *reader) add(e trace.Event, c change) {
	own, _ := strconv.ParseUint(c.o.ResourceVersion, 10, 64) // ParseObject has read it
	r.rv = max(r.rv+1, own)
	c.at, c.rv, c.o = time.Duration(e.At), r.rv, c.o.At(strconv.FormatUint(r.rv, 10))
	r.c.changes = append(r.c.changes, c)
}

// object reads one out of the trace. Where its text was not kept, a lesson's is none, it is what the trace knows.
func (r *reader) object(key string, id trace.ID) (*hub.Object, error) {
	t := r.rec.Object(id)
	namespace, name, ok := strings.Cut(key, "/")
	if !ok {
		namespace, name = "", key
	}
	var head struct {
		Kind, APIVersion string
		Metadata         struct{ ResourceVersion string }
	}
	if json.Unmarshal([]byte(t.Body), &head) == nil && head.Metadata.ResourceVersion != "" {
		if head.Kind != "" && r.c.resource.Kind != head.Kind {
			r.c.resource = resourceOf(head.Kind, head.APIVersion, namespace != "")
		}
		return hub.ParseObject([]byte(t.Body))
	}
	bare := map[string]any{"metadata": map[string]any{"name": name, "namespace": namespace, "uid": t.UID, "resourceVersion": t.RV}}
	if t.Node != "" {
		bare["spec"] = map[string]any{"nodeName": t.Node}
	}
	text, err := json.Marshal(bare)
	if err != nil {
		return nil, err
	}
	return hub.ParseObject(text)
}

// resourceOf guesses the plural of a kind that is not built in.
func resourceOf(kind, apiVersion string, namespaced bool) gate.Resource {
	for _, r := range gate.BuiltIn {
		if r.Kind == kind && r.APIVersion() == apiVersion {
			return r
		}
	}
	group, version, ok := strings.Cut(apiVersion, "/")
	if !ok {
		group, version = "", apiVersion
	}
	return gate.Resource{Group: group, Version: version, Resource: strings.ToLower(kind) + "s", Kind: kind, Namespaced: namespaced}
}

// Length is how long the trace is.
func (c *Cluster) Length() time.Duration { return c.length }

// Advance lets everything happen up to now, counted from the trace's beginning. What was listed first is
// there from the start.
func (c *Cluster) Advance(now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.played < len(c.changes) && c.changes[c.played].at <= max(now, c.changes[0].at) {
		ch := c.changes[c.played]
		c.played++
		if c.objects[ch.key] = ch.o; ch.kind == "DELETED" {
			delete(c.objects, ch.key)
		}
	}
	close(c.changed)
	c.changed = make(chan struct{})
}

// Run plays the trace, so many times as fast as it was, until it is over or ctx ends.
func (c *Cluster) Run(ctx context.Context, speed float64) {
	began := time.Now()
	for i := range c.changes {
		due := time.Duration(float64(c.changes[i].at-c.changes[0].at) / speed)
		select {
		case <-time.After(due - time.Since(began)):
			c.Advance(c.changes[i].at)
		case <-ctx.Done():
			return
		}
	}
}

// Resources implements hub.Upstream.
func (c *Cluster) Resources() []gate.Resource { return []gate.Resource{c.resource} }

// Info implements hub.Upstream.
func (c *Cluster) Info(context.Context) gate.Info {
	return gate.Info{Source: "replay", Context: "replay", Upstream: gate.State{State: "up", Since: c.loaded}}
}

// Identity implements hub.Upstream.
func (c *Cluster) Identity(context.Context) (string, error) { return "replay", nil }

// List implements hub.Upstream. Every list is one page.
func (c *Cluster) List(_ context.Context, of hub.Collection, from hub.ListFrom) (hub.Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	page := hub.Page{Form: hub.Form{Kind: c.resource.Kind, APIVersion: c.resource.APIVersion(), Named: !slices.Contains(gate.BuiltIn, c.resource)},
		RV: strconv.FormatUint(c.at(), 10)}
	if from.Exact && from.RV != page.RV {
		return hub.Page{}, gate.ErrExpired
	}
	for _, o := range c.objects {
		if of.Namespace == "" || of.Namespace == o.Namespace {
			page.Items = append(page.Items, o)
		}
	}
	return page, nil
}

// at is the version of the last change that has happened.
func (c *Cluster) at() uint64 {
	if c.played == 0 {
		return 0
	}
	return c.changes[c.played-1].rv
}

// Watch implements hub.Upstream.
func (c *Cluster) Watch(_ context.Context, of hub.Collection, rv string) (hub.Watch, error) {
	from, err := strconv.ParseUint(rv, 10, 64)
	if err != nil {
		return nil, gate.ErrBadRequest
	}
	next := sort.Search(len(c.changes), func(i int) bool { return c.changes[i].rv > from })
	return &watch{c: c, namespace: of.Namespace, next: next}, nil
}

// watch is a place in what happens.
type watch struct {
	c         *Cluster
	namespace string
	next      int
}

// Next implements hub.Watch.
func (w *watch) Next(ctx context.Context) (hub.Event, error) {
	for {
		w.c.mu.Lock()
		played, changed := w.c.played, w.c.changed
		w.c.mu.Unlock()
		for w.next < played {
			ch := w.c.changes[w.next]
			w.next++
			if w.namespace == "" || w.namespace == ch.o.Namespace {
				return hub.Event{Type: ch.kind, Object: ch.o}, nil
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return hub.Event{}, ctx.Err()
		}
	}
}

// Close implements hub.Watch.
func (w *watch) Close() {}
