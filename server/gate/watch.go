package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type asker func(ctx context.Context, req Request) (*Body, error)

// stream is one open watch of a client. Its context ends with the client, with timeoutSeconds, or with
// Shutdown; the cause says which.
type stream struct {
	ctx  context.Context
	end  context.CancelCauseFunc
	gate *Gate
	time *time.Timer
}

// Causes for which a stream ends.
var (
	errStopping = errors.New("the server is stopping")
	errTimeUp   = errors.New("timeoutSeconds are over")
	errLeft     = errors.New("the client has left")
	errSpoke    = errors.New("the client sent a message on a watch")
)

// openStream counts a watch in. The caller calls done.
func (g *Gate) openStream(ctx context.Context, req Request) (*stream, *Problem) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopping.Load() {
		return nil, ErrStopping
	}
	if len(g.open) >= maxStreams {
		return nil, ErrTooManyStreams
	}
	s := &stream{gate: g}
	s.ctx, s.end = context.WithCancelCause(ctx)
	if n := req.Query.TimeoutSeconds; n > 0 && n < 1<<31 {
		s.time = time.AfterFunc(time.Duration(n)*time.Second, func() { s.end(errTimeUp) })
	}
	g.open[s] = struct{}{}
	g.streams.Add(1)
	return s, nil
}

func (s *stream) done() {
	if s.time != nil {
		s.time.Stop()
	}
	s.end(errLeft)
	s.gate.mu.Lock()
	delete(s.gate.open, s)
	s.gate.mu.Unlock()
	s.gate.streams.Done()
}

// pump moves events from the source to send until the watch ends. It returns nil for an end without
// trouble. quiet is called when nothing has happened for a while and the client wants no bookmarks.
func (g *Gate) pump(ctx context.Context, from Stream, req Request, send func(line []byte) error, quiet func() error) (err error) {
	told := false
	defer func() { g.counts.ended(ctx, err, told) }()
	for {
		ev, err := from.Next(ctx, g.idle)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case ev.Quiet && (ev.Line == nil || !req.Query.AllowWatchBookmarks):
			err = quiet()
		default:
			g.counts.sent()
			err = send(ev.Line)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errLeft, err)
		}
		if told = ev.Last; told {
			return nil
		}
	}
}

// watchStream is the chunked WATCH: one event a line.
func (g *Gate) watchStream(w http.ResponseWriter, r *http.Request, req Request) {
	s, p := g.openStream(r.Context(), req)
	if p != nil {
		g.refuse(w, r, p)
		return
	}
	defer s.done()
	from, err := g.source.Watch(s.ctx, req)
	if err != nil {
		if s.ctx.Err() == nil {
			g.problem(err, req).write(w, req.Resource.Resource, "")
		}
		return
	}
	defer from.Close()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Cache-Control", "no-store, no-transform") // what stands between keeps no lines back to pack them
	control := http.NewResponseController(w)
	send := func(line []byte) error {
		_ = control.SetWriteDeadline(time.Now().Add(writePatience)) // a recorder in a test has none
		if _, err := w.Write(line); err != nil {
			return err
		}
		return control.Flush()
	}
	w.WriteHeader(http.StatusOK)
	if err := control.Flush(); err != nil { // the client learns at once that the watch is open
		return
	}
	err = g.pump(s.ctx, from, req, send, func() error { return send([]byte("\n")) })
	g.ended(s.ctx, err, req)
}

// ended logs a watch that ended for another reason than its client's leaving.
func (g *Gate) ended(ctx context.Context, err error, req Request) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, errLeft) {
		g.log.Info("watch ended", "resource", req.Resource.String(), "err", err)
	}
}

// Shutdown refuses new watches, ends the open ones one after another over a few seconds so that their
// clients do not all come back at once, and waits for them or for ctx.
func (g *Gate) Shutdown(ctx context.Context) error {
	g.mu.Lock()
	g.stopping.Store(true)
	var all []*stream
	for s := range g.open {
		all = append(all, s)
	}
	g.mu.Unlock()
	for _, s := range all {
		s.end(errStopping)
		select {
		case <-time.After(shutdownTime / maxStreams):
		case <-ctx.Done():
		}
	}
	gone := make(chan struct{})
	go func() { g.streams.Wait(); close(gone) }()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
