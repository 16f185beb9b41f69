package gate

import (
	"errors"
	"net/http"
	"net/netip"

	"github.com/coder/websocket"

	"github.com/informerscope/informerscope/server/room"
)

// serveClass lets a page take part in the class. It needs no token: the class has a code, and says nothing of a
// cluster, so who may follow a lesson need not be let to read one.
func (g *Gate) serveClass(w http.ResponseWriter, r *http.Request, _ match) {
	var p *Problem
	var accept *websocket.AcceptOptions
	switch {
	case g.class == nil:
		p = ErrNoClass
	case r.URL.RawQuery != "" || r.URL.ForceQuery:
		p = ErrParameter.seen("this path takes no query, and was asked with %s", quoted(r.URL.RawQuery))
	case !isWebSocket(r):
		p = ErrUpgrade
	default:
		accept, p = handshake(r)
	}
	if p != nil {
		g.refuse(w, r, p)
		return
	}
	s, keep, conn := g.openSocket(w, r, Request{}, accept)
	if conn == nil {
		return
	}
	defer s.done()
	defer conn.CloseNow()
	from, _ := netip.ParseAddrPort(r.RemoteAddr) // what is none counts as one address
	err := g.class.Serve(s.ctx, conn, from.Addr(), g.idle)
	code, reason := websocket.StatusNormalClosure, ""
	var refusal room.Refusal
	switch {
	case errors.Is(err, errStopping):
		code, reason = websocket.StatusGoingAway, ErrStopping.ID
	case errors.As(err, &refusal):
		code, reason = websocket.StatusPolicyViolation, string(refusal)
		g.log.Debug("class", "refused", reason, "from", r.RemoteAddr)
	}
	keep.close(conn, code, reason)
}
