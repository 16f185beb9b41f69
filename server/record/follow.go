package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/wasm/feed"
)

const (
	maxEvents = 2_000_000 // of a trace: what a page can still open takes less
	tick      = 100 * time.Millisecond
	idle      = 20 * time.Second
)

// errFull is why a recording ends by itself.
var errFull = errors.New("the trace is as long as the page can open: it ends here")

// follower is an informer with a queue and workers on a cluster: what live mode is, without a page. The
// World belongs to one goroutine; what comes from the cluster comes through in.
type follower struct {
	source gate.Source
	req    gate.Request
	mask   *anonymiser
	world  *sim.World
	in     chan feed.Answer
	open   map[uint32]context.CancelFunc
	stop   context.CancelCauseFunc
}

// follow records until ctx ends, and returns the trace. Without one, err says why there is none.
func follow(ctx context.Context, source gate.Source, req gate.Request, anonymise bool, now func() time.Time) (*trace.Recorder, error) {
	w, err := sim.New(sim.Config{Engine: sim.Newest(), Start: "list", Workers: []string{"W1", "W2"}, Handlers: []string{"h1=enqueue"},
		Indexes: []string{"byNode=.spec.nodeName", "byNamespace=.metadata.namespace"}, Seed: uint64(now().UnixNano())})
	if err != nil {
		return nil, err
	}
	for _, c := range []sim.Command{{Verb: "auto", Text: "on"}, {Verb: "set", Text: "duration", After: 500 * time.Millisecond}, {Verb: "start"}} {
		if err := w.Do(c); err != nil {
			return nil, err
		}
	}
	began, read, failed := now(), false, error(nil) // why nothing was read yet
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	f := &follower{source: source, req: req, world: w, in: make(chan feed.Answer), open: map[uint32]context.CancelFunc{}, stop: stop}
	if anonymise {
		f.mask = newAnonymiser()
	}
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		f.pump(ctx)
		select {
		case a := <-f.in:
			w.AdvanceTo(int64(now().Sub(began)))
			if err := w.Answer(a); err != nil {
				return nil, fmt.Errorf("what the cluster said does not fit: %w", err)
			}
			if read = read || a.Fault.Code == 0; !read {
				failed = errors.New(a.Fault.Text)
			}
		case <-ticker.C:
			w.AdvanceTo(int64(now().Sub(began)))
		case <-ctx.Done():
			w.AdvanceTo(int64(now().Sub(began)))
			if cause := context.Cause(ctx); errors.As(cause, new(feed.TooMany)) {
				return nil, cause
			}
			if !read && failed != nil {
				return nil, failed
			}
			return w.Recorder(), nil
		}
		if w.Recorder().Len() > maxEvents {
			return w.Recorder(), errFull
		}
	}
}

// pump carries the World's questions out.
func (f *follower) pump(ctx context.Context) {
	for _, e := range f.world.Effects() {
		switch e.Kind {
		case "cancel":
			if end := f.open[e.Gen]; end != nil {
				end()
				delete(f.open, e.Gen)
			}
		case "list":
			inner, end := context.WithCancel(ctx)
			f.open[e.Gen] = end
			go f.list(inner, e.Gen, e.RV)
		case "watch":
			inner, end := context.WithCancel(ctx)
			f.open[e.Gen] = end
			go f.watch(inner, e.Gen, e.RV)
		}
	}
}

func (f *follower) say(ctx context.Context, a feed.Answer) bool {
	select {
	case f.in <- a:
		return true
	case <-ctx.Done():
		return false
	}
}

func (f *follower) list(ctx context.Context, gen uint32, rv string) {
	req := f.req
	req.Query.ResourceVersion = rv
	body, err := f.source.List(ctx, req)
	if err != nil {
		code, status := refusal(err, req)
		a, _ := feed.Listed(gen, code, status, err.Error()) // a refusal always reads
		f.say(ctx, a)
		return
	}
	a, err := feed.Listed(gen, http.StatusOK, f.mask.list(body.JSON()), "")
	if errors.As(err, new(feed.TooMany)) {
		f.stop(err)
		return
	}
	f.say(ctx, a)
}

func (f *follower) watch(ctx context.Context, gen uint32, rv string) {
	req := f.req
	req.Query = gate.Query{Watch: true, AllowWatchBookmarks: true, ResourceVersion: rv}
	s, err := f.source.Watch(ctx, req)
	if err != nil {
		code, status := refusal(err, req)
		f.say(ctx, feed.Refused(gen, code, status))
		return
	}
	defer s.Close()
	if !f.say(ctx, feed.Opened(gen)) {
		return
	}
	for {
		ev, err := s.Next(ctx, idle)
		if err != nil {
			if ctx.Err() == nil || errors.Is(err, io.EOF) {
				f.say(ctx, feed.Closed(gen))
			}
			return
		}
		if ev.Line == nil {
			continue
		}
		a, ok, err := feed.DecodeEvent(f.mask.event(ev.Line))
		if err != nil || !ok {
			continue
		}
		if a.Gen = gen; !f.say(ctx, a) || ev.Last {
			return
		}
	}
}

// refusal is an error as it goes over the wire.
func refusal(err error, req gate.Request) (code int, status []byte) {
	var p *gate.Problem
	if !errors.As(err, &p) {
		p = gate.ErrInternal
	}
	return p.Code, p.JSON(req.Resource.Resource)
}
