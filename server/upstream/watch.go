package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/informerscope/informerscope/server/gate"
)

// stream is a watch of the cluster's. A goroutine reads it, since a read cannot be waited for with a limit;
// it ends with the stream's context.
type stream struct {
	cluster *Cluster
	req     gate.Request
	ctx     context.Context
	cancel  context.CancelFunc
	resp    *http.Response
	events  chan read
	rv      string // where the watcher is
}

// read is one event as it came, or why there are no more.
type read struct {
	event struct {
		Type   string          `json:"type"`
		Object json.RawMessage `json:"object"`
	}
	err error
}

var errLate = errors.New("the watch did not open in time")

// Watch implements gate.Source.
func (c *Cluster) Watch(ctx context.Context, req gate.Request) (gate.Stream, error) {
	inner, end := context.WithCancelCause(ctx)
	cancel := func() { end(nil) }
	p, query := c.target(req)
	limit := time.AfterFunc(c.headersTime, func() { end(errLate) })
	resp, err := c.get(inner, p, query, c.accept(false))
	if !limit.Stop() || err != nil {
		cancel()
		if errors.Is(context.Cause(inner), errLate) {
			return nil, c.failed(ctx, gate.ErrUnreachable, errLate)
		}
		return nil, err
	}
	s := &stream{cluster: c, req: req, ctx: inner, cancel: cancel, resp: resp, events: make(chan read)}
	if n := req.Query.ResourceVersion; n != "0" && req.Query.SendInitialEvents == nil {
		s.rv = n
	}
	go s.run()
	return s, nil
}

// run reads events until there are none, and hands each to Next.
func (s *stream) run() {
	defer s.resp.Body.Close()
	dec := json.NewDecoder(s.resp.Body)
	for {
		var r read
		r.err = dec.Decode(&r.event)
		select {
		case s.events <- r:
		case <-s.ctx.Done():
			return
		}
		if r.err != nil {
			return
		}
	}
}

// Close implements gate.Stream.
func (s *stream) Close() { s.cancel() }

// Next implements gate.Stream. Only whole events come out of it.
func (s *stream) Next(ctx context.Context, idle time.Duration) (gate.Event, error) {
	quiet := time.NewTimer(idle)
	defer quiet.Stop()
	for {
		select {
		case r := <-s.events:
			switch {
			case errors.Is(r.err, io.EOF):
				return gate.Event{}, io.EOF // between two events
			case r.err != nil:
				return gate.Event{}, s.cluster.failed(s.ctx, gate.ErrIncomplete, r.err)
			}
			ev, ok, err := s.convert(r)
			if err != nil {
				return gate.Event{}, s.cluster.failed(s.ctx, gate.ErrNotKubernetes, err)
			}
			if ok {
				return ev, nil
			}
		case <-quiet.C:
			kind, apiVersion := s.kind()
			return gate.QuietEvent(kind, apiVersion, s.rv), nil
		case <-ctx.Done():
			return gate.Event{}, ctx.Err()
		}
	}
}

// kind is what the cluster calls the objects of this watch.
func (s *stream) kind() (kind, apiVersion string) {
	if s.cluster.metadataOnly {
		return "PartialObjectMetadata", "meta.k8s.io/v1"
	}
	return s.req.Resource.Kind, s.req.Resource.APIVersion()
}

// convert makes what the client sees of r, if anything.
func (s *stream) convert(r read) (gate.Event, bool, error) {
	if r.event.Type == "ERROR" {
		var st metav1.Status
		if err := json.Unmarshal(r.event.Object, &st); err != nil {
			return gate.Event{}, false, err
		}
		p := problemOf(int(st.Code), st)
		s.cluster.log.Info("the cluster ended a watch", "id", p.ID, "err", st.Message)
		return gate.Event{Line: p.ErrorLine(s.req.Resource.Resource), Last: true}, true, nil
	}
	object, rv, err := prune(r.event.Object)
	if err != nil {
		return gate.Event{}, false, err
	}
	if rv != "" {
		s.rv = rv
	}
	r.event.Object = object
	wanted := r.event.Type != "BOOKMARK" || s.req.Query.AllowWatchBookmarks
	return gate.Event{Line: encode(r.event), RV: rv}, wanted, nil
}
