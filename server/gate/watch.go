package gate

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

type asker func(ctx context.Context, req Request) ([]byte, error)

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
func (g *Gate) pump(ctx context.Context, from Stream, req Request, send func(line []byte) error, quiet func() error) error {
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
			err = send(ev.Line)
		}
		if err != nil {
			return err
		}
		if ev.Last {
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
	control := http.NewResponseController(w)
	send := func(line []byte) error {
		_ = control.SetWriteDeadline(time.Now().Add(writePatience)) // a recorder in a test has none
		if _, err := w.Write(append(line[:len(line):len(line)], '\n')); err != nil {
			return err
		}
		return control.Flush()
	}
	w.WriteHeader(http.StatusOK)
	if err := control.Flush(); err != nil { // the client learns at once that the watch is open
		return
	}
	err = g.pump(s.ctx, from, req, send, func() error { return send(nil) })
	g.ended(s.ctx, err, req)
}

// watchSocket is the API server's WebSocket watch: one event a text frame. Trouble with the source is
// told in an ERROR event, since a browser's page cannot read the answer to a failed handshake.
func (g *Gate) watchSocket(w http.ResponseWriter, r *http.Request, req Request) {
	var accept websocket.AcceptOptions
	for _, p := range subprotocols(r) {
		if !strings.HasPrefix(p, bearerProtocol) { // a token is never written back
			accept.Subprotocols = []string{p}
			break
		}
	}
	if (accept.Subprotocols == nil && len(subprotocols(r)) > 0) || !wellFormedHandshake(r) {
		g.refuse(w, r, ErrUpgrade)
		return
	}
	// The request's context does not watch over a hijacked connection; CloseRead does.
	s, p := g.openStream(context.WithoutCancel(r.Context()), req)
	if p != nil {
		g.refuse(w, r, p)
		return
	}
	defer s.done()
	accept.InsecureSkipVerify = true // checkData has compared the Origin, and more strictly
	conn, err := websocket.Accept(w, r, &accept)
	if err != nil {
		g.log.Debug("websocket refused", "err", err)
		return
	}
	defer conn.CloseNow()
	// The client has nothing to say; a frame from it ends the watch. The connection has a context of its
	// own: ending that closes it without a word, and we want to say why.
	alive, drop := context.WithCancel(context.Background())
	defer drop()
	alive = conn.CloseRead(alive)
	defer context.AfterFunc(alive, func() { s.end(errLeft) })()

	send := func(line []byte) error {
		ctx, cancel := context.WithTimeout(alive, writePatience)
		defer cancel()
		return conn.Write(ctx, websocket.MessageText, line)
	}
	quiet := func() error {
		ctx, cancel := context.WithTimeout(alive, writePatience)
		defer cancel()
		return conn.Ping(ctx)
	}
	code, reason := websocket.StatusNormalClosure, ""
	from, err := g.source.Watch(s.ctx, req)
	if err == nil {
		defer from.Close()
		err = g.pump(s.ctx, from, req, send, quiet)
		g.ended(s.ctx, err, req)
	} else if s.ctx.Err() == nil {
		_ = send(g.problem(err, req).ErrorLine(req.Resource.Resource)) // Close below fails too then
	}
	switch cause := context.Cause(s.ctx); {
	case errors.Is(cause, errStopping):
		code, reason = websocket.StatusGoingAway, ErrStopping.ID
	case cause == nil && err != nil:
		if p := g.problem(err, req); p.Code >= http.StatusInternalServerError || p.Code == http.StatusTooManyRequests {
			code, reason = websocket.StatusTryAgainLater, p.ID
		}
	}
	_ = conn.Close(code, reason) // fails when the client has left
}

// ended logs a watch that ended for another reason than its client.
func (g *Gate) ended(ctx context.Context, err error, req Request) {
	if err != nil && ctx.Err() == nil {
		g.log.Info("watch ended", "resource", req.Resource.String(), "err", err)
	}
}

func wellFormedHandshake(r *http.Request) bool {
	return r.ProtoAtLeast(1, 1) && r.Header.Get("Sec-Websocket-Version") == "13" &&
		len(r.Header.Values("Sec-Websocket-Key")) == 1
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
