package demo

import (
	"context"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// kubernetesVersion is the version whose API the demo follows.
const kubernetesVersion = "v1.37.2"

// warmUp is how old the town is when it opens.
const warmUp = 10 * time.Minute

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

// Demo is a hub.Upstream. Run makes it live; without Run its objects stand still.
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

// Resources implements hub.Upstream.
func (d *Demo) Resources() []gate.Resource { return resources }

// Info implements hub.Upstream.
func (d *Demo) Info(context.Context) gate.Info {
	return gate.Info{Source: "demo", Context: "demo", Version: kubernetesVersion, Upstream: gate.State{State: "up", Since: d.start.Add(warmUp).UTC()}}
}

// Identity implements hub.Upstream.
func (d *Demo) Identity(context.Context) (string, error) { return "demo", nil }

// List implements hub.Upstream. Every list is one page.
func (d *Demo) List(_ context.Context, of hub.Collection, from hub.ListFrom) (hub.Page, error) {
	d.store.mu.Lock()
	objects, rv, fault := d.store.c.List(of.Resource.Resource, from.RV)
	d.store.mu.Unlock()
	switch {
	case !fault.OK():
		return hub.Page{}, problem(fault)
	case from.Exact && from.RV != rv, from.Continue != "":
		return hub.Page{}, gate.ErrExpired
	}
	page := hub.Page{Form: hub.Form{Kind: of.Resource.Kind, APIVersion: of.Resource.APIVersion()}, RV: rv}
	for _, o := range objects {
		if of.Namespace == "" || of.Namespace == o.Namespace {
			page.Items = append(page.Items, d.object(o))
		}
	}
	return page, nil
}

// object is o as clients get it.
func (d *Demo) object(o *cluster.Object) *hub.Object {
	made, err := hub.ParseObject(d.render(o))
	if err != nil {
		panic("demo: what was rendered is an object: " + err.Error())
	}
	return made
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
