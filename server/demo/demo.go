package demo

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/server/gate"
)

// kubernetesVersion is the version whose API the demo follows.
const kubernetesVersion = "v1.37.2"

// warmUp is how old the town is when it opens.
const warmUp = 10 * time.Minute

// newerPatience is how long a list waits for a resourceVersion that has not been reached.
// Source: k8s.io/apiserver, pkg/storage/cacher (blockTimeout).
const newerPatience = 3 * time.Second

// resources are what the demo has.
var resources = builtIn("pods", "nodes", "namespaces", "services", "deployments", "replicasets", "jobs")

func builtIn(names ...string) []gate.Resource {
	var found []gate.Resource
	for _, name := range names {
		for _, r := range gate.BuiltIn {
			if r.Resource == name {
				found = append(found, r)
			}
		}
	}
	return found
}

// Demo is a gate.Source. Run makes it live; without Run its objects stand still.
type Demo struct {
	store *store
	town  *workload
	start time.Time // the workload's time 0 on the wall clock
}

// New returns a demo that is ten minutes old now. Equal seeds and equal passing of time give equal objects.
func New(seed uint64) *Demo {
	d := &Demo{store: newStore(), start: time.Now().Add(-warmUp)}
	d.town = newWorkload(d.store, seed)
	d.Advance(warmUp)
	return d
}

// Advance lets the workload's time go on to now, counted from its beginning.
func (d *Demo) Advance(now time.Duration) {
	for {
		next, ok := d.town.next()
		if !ok || next > now {
			return
		}
		d.store.at(next, func() { d.town.advance(next) })
	}
}

// Run lets time pass until ctx is done.
func (d *Demo) Run(ctx context.Context) {
	for {
		next, ok := d.town.next()
		if !ok {
			return
		}
		wait := time.NewTimer(next - time.Since(d.start))
		select {
		case <-wait.C:
			d.Advance(time.Since(d.start))
		case <-ctx.Done():
			wait.Stop()
			return
		}
	}
}

// Resources implements gate.Source.
func (d *Demo) Resources() []gate.Resource { return resources }

// Info implements gate.Source.
func (d *Demo) Info(context.Context) gate.Info {
	return gate.Info{Source: "demo", Context: "demo", Version: kubernetesVersion, Upstream: gate.State{State: "up", Since: d.start.Add(warmUp).UTC()}}
}

// List implements gate.Source.
func (d *Demo) List(ctx context.Context, req gate.Request) ([]byte, error) {
	sel, err := newSelection(req)
	if err != nil {
		return nil, err
	}
	q := req.Query
	if q.Continue != "" {
		return nil, gate.ErrExpired // every list is one page
	}
	exact := q.ResourceVersionMatch == "Exact"
	if err := d.reach(ctx, q.ResourceVersion); err != nil {
		return nil, err
	}
	d.store.mu.Lock()
	objects, rv, fault := d.store.c.List(req.Resource.Resource, "")
	d.store.mu.Unlock()
	if !fault.OK() {
		return nil, problem(fault)
	}
	if exact && q.ResourceVersion != rv {
		return nil, gate.ErrExpired
	}
	var body bytes.Buffer
	body.WriteString(`{"kind":"` + req.Resource.Kind + `List","apiVersion":"` + req.Resource.APIVersion() + `","metadata":{"resourceVersion":"` + rv + `"},"items":[`)
	first := true
	for _, o := range objects {
		if !sel.has(o) {
			continue
		}
		if !first {
			body.WriteByte(',')
		}
		first = false
		body.Write(d.render(o, false))
	}
	body.WriteString("]}")
	return body.Bytes(), nil
}

// reach waits until the store is at rv, for a moment.
func (d *Demo) reach(ctx context.Context, rv string) error {
	want, _ := strconv.ParseUint(rv, 10, 64) // the gate passes digits or nothing, and nothing is 0
	patience := time.NewTimer(newerPatience)
	defer patience.Stop()
	for {
		d.store.mu.Lock()
		now, changed := number(d.store.c.RV()), d.store.changed
		d.store.mu.Unlock()
		if want <= now {
			return nil
		}
		select {
		case <-changed:
		case <-patience.C:
			return gate.ErrTooLarge
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func number(rv string) uint64 { n, _ := strconv.ParseUint(rv, 10, 64); return n }

// Get implements gate.Source.
func (d *Demo) Get(ctx context.Context, req gate.Request) ([]byte, error) {
	if err := d.reach(ctx, req.Query.ResourceVersion); err != nil {
		return nil, err
	}
	key := (&cluster.Object{Namespace: req.Namespace, Name: req.Name}).Key()
	d.store.mu.Lock()
	o, err := d.store.c.Get(req.Resource.Resource, key)
	d.store.mu.Unlock()
	if err != nil {
		return nil, gate.ErrNotFound
	}
	return d.render(o, true), nil
}

// problem is what a client is told about the cluster's fault.
func problem(f cluster.Fault) *gate.Problem {
	switch {
	case f.Code == cluster.CodeExpired:
		return gate.ErrExpired
	case f.Reason == cluster.TooLarge:
		return gate.ErrTooLarge
	case f.Code == cluster.CodeThrottled:
		return gate.ErrThrottled
	case f.Code == cluster.Refused:
		return gate.ErrUnreachable
	}
	return gate.ErrUpstream
}
