package demo

import (
	"context"
	"io"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/server/hub"
)

// stream is a watch: a cursor into the store's events. It holds none.
type stream struct {
	demo      *Demo
	cursor    cluster.Watch
	namespace string
}

// Watch implements hub.Upstream.
func (d *Demo) Watch(_ context.Context, of hub.Collection, rv string) (hub.Watch, error) {
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	cursor, fault := d.store.c.Open(of.Resource.Resource, rv, false)
	if !fault.OK() {
		return nil, problem(fault)
	}
	return &stream{demo: d, cursor: cursor, namespace: of.Namespace}, nil
}

// Next implements hub.Watch.
func (s *stream) Next(ctx context.Context) (hub.Event, error) {
	st := s.demo.store
	for {
		st.mu.Lock()
		ev, state := st.c.Next(&s.cursor)
		changed := st.changed
		st.mu.Unlock()
		switch state {
		case cluster.Got:
			switch {
			case ev.Type == cluster.Error:
				return hub.Event{}, problem(ev.Fault)
			case ev.Type != cluster.Bookmark && (s.namespace == "" || s.namespace == ev.Obj.Namespace):
				return hub.Event{Type: ev.Type.String(), Object: s.demo.object(ev.Obj)}, nil
			}
		case cluster.Closed:
			return hub.Event{}, io.EOF
		default:
			select {
			case <-changed:
			case <-ctx.Done():
				return hub.Event{}, ctx.Err()
			}
		}
	}
}

// Close implements hub.Watch; a cursor needs no closing.
func (s *stream) Close() {}
