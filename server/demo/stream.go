package demo

import (
	"context"
	"io"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/server/gate"
)

// stream is a watch: a cursor into the store's events, and what of them is asked for. It holds no events,
// so a slow client costs nothing; one that is too slow finds its place gone and gets a 410.
type stream struct {
	demo      *Demo
	cursor    cluster.Watch
	selection selection
	req       gate.Request
}

// Watch implements gate.Source.
func (d *Demo) Watch(ctx context.Context, req gate.Request) (gate.Stream, error) {
	sel, err := newSelection(req)
	if err != nil {
		return nil, err
	}
	q := req.Query
	initial := q.SendInitialEvents != nil && *q.SendInitialEvents
	rv := q.ResourceVersion
	if initial {
		// The state sent first must be at least as new as rv; it is the present one.
		if err := d.reach(ctx, rv); err != nil {
			return nil, err
		}
		rv = ""
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	if rv == "0" {
		rv = ""
	}
	if rv != "" && number(rv) > number(d.store.c.RV()) {
		return nil, gate.ErrExpired // from another history: it would wait for ever
	}
	if rv == "" && q.SendInitialEvents != nil && !initial {
		rv = d.store.c.RV() // no initial events, from now on
	}
	cursor, fault := d.store.c.Open(req.Resource.Resource, rv, initial)
	if !fault.OK() {
		if fault.Code == cluster.CodeExpired {
			return &ended{gate.ErrExpired.ErrorLine(req.Resource.Resource)}, nil
		}
		return nil, problem(fault)
	}
	return &stream{demo: d, cursor: cursor, selection: sel, req: req}, nil
}

// Next implements gate.Stream.
func (s *stream) Next(ctx context.Context, idle time.Duration) (gate.Event, error) {
	quiet := time.NewTimer(idle)
	defer quiet.Stop()
	st := s.demo.store
	for {
		if ctx.Err() != nil {
			return gate.Event{}, ctx.Err()
		}
		st.mu.Lock()
		ev, state := st.c.Next(&s.cursor)
		before, now, changed := st.before[ev.RV], st.c.RV(), st.changed
		st.mu.Unlock()
		switch state {
		case cluster.Got:
			if out, ok := s.convert(ev, before); ok {
				return out, nil
			}
		case cluster.Closed:
			return gate.Event{}, io.EOF
		default:
			select {
			case <-changed:
			case <-quiet.C:
				return gate.QuietEvent(s.req.Resource.Kind, s.req.Resource.APIVersion(), now), nil
			case <-ctx.Done():
				return gate.Event{}, ctx.Err()
			}
		}
	}
}

// Close implements gate.Stream; a cursor needs no closing.
func (s *stream) Close() {}

// convert makes the event this watch sees of ev, if any. An object that an update brings into the selection
// is ADDED to it, and one that an update takes out is DELETED from it.
func (s *stream) convert(ev cluster.Event, before *cluster.Object) (gate.Event, bool) {
	switch ev.Type {
	case cluster.Error:
		p := problem(ev.Fault)
		return gate.Event{Line: p.ErrorLine(s.req.Resource.Resource), Last: true}, true
	case cluster.Bookmark:
		return gate.Event{Line: gate.BookmarkLine(s.req.Resource.Kind, s.req.Resource.APIVersion(), ev.RV, ev.End), RV: ev.RV}, s.req.Query.AllowWatchBookmarks
	}
	kind, is, was := ev.Type, s.selection.has(ev.Obj), s.selection.has(before)
	switch {
	case kind == cluster.Modified && is && !was:
		kind = cluster.Added
	case kind == cluster.Modified && !is && was:
		kind = cluster.Deleted
	case kind == cluster.Deleted && !was, kind != cluster.Deleted && !is:
		return gate.Event{}, false
	}
	o := ev.Obj
	if kind == cluster.Deleted && ev.Type == cluster.Modified {
		// What left is told as it was when it was last selected, at the version at which it left.
		left := *before
		left.RV = ev.RV
		o = &left
	}
	line := append([]byte(`{"type":"`+kind.String()+`","object":`), s.demo.render(o, true)...)
	return gate.Event{Line: append(line, '}'), RV: ev.RV}, true
}

// ended is a watch that has one line, an ERROR.
type ended struct{ line []byte }

// Next implements gate.Stream.
func (e *ended) Next(context.Context, time.Duration) (gate.Event, error) {
	return gate.Event{Line: e.line, Last: true}, nil
}

// Close implements gate.Stream.
func (e *ended) Close() {}
