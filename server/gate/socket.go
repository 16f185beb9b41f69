package gate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// watchSocket is the API server's WebSocket watch: one event a text frame. Trouble with the source is
// told in an ERROR event, since a browser's page cannot read the answer to a failed handshake.
func (g *Gate) watchSocket(w http.ResponseWriter, r *http.Request, req Request) {
	accept, p := handshake(r)
	if p != nil {
		g.refuse(w, r, p)
		return
	}
	s, keep, conn := g.openSocket(w, r, req, accept)
	if conn == nil {
		return
	}
	defer s.done()
	defer conn.CloseNow()
	// The connection has a context of its own: ending that closes it without a word, and we want to say why.
	alive, drop := context.WithCancel(context.Background())
	defer drop()
	go func() {
		// The client has nothing to say; reading is how its pongs and its leaving are noticed. (CloseRead
		// would do this, but waits for itself for 15 s when a message comes.)
		if _, _, err := conn.Reader(alive); err == nil {
			s.end(errSpoke)
			return
		}
		s.end(errLeft)
	}()

	send := func(line []byte) error {
		ctx, cancel := context.WithTimeout(alive, writePatience)
		defer cancel()
		return conn.Write(ctx, websocket.MessageText, bytes.TrimSuffix(line, []byte("\n")))
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
	case errors.Is(cause, errSpoke):
		code, reason = websocket.StatusPolicyViolation, ErrUpgrade.ID
	case cause == nil && err != nil && !errors.Is(err, errLeft):
		if p := told(err); p.Code >= http.StatusInternalServerError || p.Code == http.StatusTooManyRequests {
			code, reason = websocket.StatusTryAgainLater, p.ID
		}
	}
	keep.close(conn, code, reason)
}

// openSocket counts a WebSocket in and accepts it; where it does neither, it has answered, and conn is nil.
// The caller calls done and CloseNow.
func (g *Gate) openSocket(w http.ResponseWriter, r *http.Request, req Request, accept *websocket.AcceptOptions) (*stream, *keeper, *websocket.Conn) {
	// The request's context does not watch over a hijacked connection; who reads it notices its end.
	s, p := g.openStream(context.WithoutCancel(r.Context()), req)
	if p != nil {
		g.refuse(w, r, p)
		return nil, nil, nil
	}
	keep := &keeper{ResponseWriter: w}
	conn, err := websocket.Accept(keep, r, accept)
	if err != nil {
		s.done()
		g.log.Debug("websocket refused", "err", err)
		return nil, nil, nil
	}
	return s, keep, conn
}

// handshake is how a WebSocket is accepted, if it is well-formed.
func handshake(r *http.Request) (*websocket.AcceptOptions, *Problem) {
	accept := &websocket.AcceptOptions{InsecureSkipVerify: true} // checkData has compared the Origin, and more strictly
	for _, p := range subprotocols(r) {
		if !strings.HasPrefix(p, bearerProtocol) { // a token is never written back
			accept.Subprotocols = []string{p}
			break
		}
	}
	if (accept.Subprotocols == nil && len(subprotocols(r)) > 0) || !wellFormedHandshake(r) {
		return nil, ErrUpgrade
	}
	return accept, nil
}

// keeper keeps the connection that is hijacked through it.
type keeper struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (k *keeper) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(k.ResponseWriter).Hijack()
	k.conn = conn
	return conn, rw, err
}

// close says goodbye.
func (k *keeper) close(conn *websocket.Conn, code websocket.StatusCode, reason string) {
	_ = k.conn.SetDeadline(time.Now().Add(closePatience)) // Close alone would wait for as long as the client trickles
	_ = conn.Close(code, reason)                          // fails when the client has left
}

func wellFormedHandshake(r *http.Request) bool {
	return r.ProtoAtLeast(1, 1) && r.Header.Get("Sec-Websocket-Version") == "13" &&
		len(r.Header.Values("Sec-Websocket-Key")) == 1
}
