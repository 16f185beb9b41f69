package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
)

// watch is a watch of the cluster's. A goroutine reads it, since a read cannot be waited for with a limit;
// it ends with the watch's context.
type watch struct {
	cluster *Cluster
	ctx     context.Context
	cancel  context.CancelFunc
	resp    *http.Response
	events  chan read
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

// Watch implements hub.Upstream.
func (c *Cluster) Watch(ctx context.Context, of hub.Collection, rv string) (hub.Watch, error) {
	inner, end := context.WithCancelCause(ctx)
	cancel := func() { end(nil) }
	q := url.Values{"watch": {"true"}, "allowWatchBookmarks": {"true"}}
	set(q, "resourceVersion", rv)
	limit := time.AfterFunc(c.headersTime, func() { end(errLate) })
	resp, err := c.get(inner, target(of), q.Encode(), c.accept(false))
	if err != nil {
		cancel()
		return nil, err
	}
	if !limit.Stop() {
		resp.Body.Close()
		return nil, c.failed(inner, gate.ErrUnreachable, errLate)
	}
	w := &watch{cluster: c, ctx: inner, cancel: cancel, resp: resp, events: make(chan read)}
	go w.run()
	return w, nil
}

// run reads events until there are none, and hands each to Next. A decoder's buffer holds what it has read, with
// what is left out of an object, until more comes; so when all is read another takes its place.
func (w *watch) run() {
	defer w.resp.Body.Close()
	dec := json.NewDecoder(w.resp.Body)
	for {
		var r read
		r.err = dec.Decode(&r.event)
		if r.err == nil && nothingLeft(dec) {
			dec = json.NewDecoder(w.resp.Body)
		}
		select {
		case w.events <- r:
		case <-w.ctx.Done():
			return
		}
		if r.err != nil {
			return
		}
	}
}

// nothingLeft reports whether dec has read nothing beyond its last value and the newline after it.
func nothingLeft(dec *json.Decoder) bool {
	var more [2]byte
	n, _ := io.ReadFull(dec.Buffered(), more[:]) // that there is less is what is asked
	return n == 0 || n == 1 && more[0] == '\n'
}

// Close implements hub.Watch.
func (w *watch) Close() { w.cancel() }

// Next implements hub.Watch. An event of a type that nobody knows is passed over.
func (w *watch) Next(ctx context.Context) (hub.Event, error) {
	for {
		select {
		case r := <-w.events:
			switch {
			case errors.Is(r.err, io.EOF):
				return hub.Event{}, io.EOF // between two events
			case r.err != nil:
				return hub.Event{}, w.cluster.failed(w.ctx, gate.ErrIncomplete, r.err)
			case slices.Contains(known, r.event.Type):
				return w.convert(r)
			}
			w.cluster.log.Warn("the cluster sent an event of a type that is not known")
		case <-ctx.Done():
			return hub.Event{}, ctx.Err()
		}
	}
}

// known are the types of events.
var known = []string{"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"}

// convert makes an event of what came. An ERROR is the end of the watch, and so is what is no object.
func (w *watch) convert(r read) (hub.Event, error) {
	if r.event.Type == "ERROR" {
		var st metav1.Status
		if err := json.Unmarshal(r.event.Object, &st); err != nil {
			return hub.Event{}, w.cluster.failed(w.ctx, gate.ErrNotKubernetes, err)
		}
		p := problemOf(int(st.Code), st)
		w.cluster.log.Info("the cluster ended a watch", "id", p.ID, "err", st.Message)
		return hub.Event{}, p
	}
	o, err := w.cluster.parse(r.event.Object)
	if err == nil && o.Name == "" && r.event.Type != "BOOKMARK" {
		err = errors.New("an object without a name")
	}
	if err != nil {
		return hub.Event{}, w.cluster.failed(w.ctx, gate.ErrNotKubernetes, err)
	}
	return hub.Event{Type: r.event.Type, Object: o}, nil
}
