package gate

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/coder/websocket"
	"rsc.io/qr"

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
	err := g.class.Serve(s.ctx, conn, g.caller(r), g.idle)
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

// caller is the address of whom asks, which limits count by; what is none counts as one. Behind a proxy it is the last of
// X-Forwarded-For, which the proxy itself has seen: what stands before it is what anybody may say.
func (g *Gate) caller(r *http.Request) netip.Addr {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	if lines := r.Header.Values("X-Forwarded-For"); g.proxied && len(lines) > 0 {
		all := lines[len(lines)-1]
		seen, err := netip.ParseAddr(strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:]))
		if err == nil {
			return seen
		}
	}
	return from.Addr()
}

// joining is what stands behind the host in a link to a class.
var joining = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)*/#class=[A-Z2-9]{6}$`)

// serveQR draws a link to a class as a QR code. The link is the page's own, which knows by what address it was reached, in
// hexadecimal: nothing but a link to a class on this server is drawn.
func (g *Gate) serveQR(w http.ResponseWriter, r *http.Request, m match) {
	link, err := hex.DecodeString(m.name)
	at, bad := url.Parse(string(link))
	switch {
	case g.class == nil:
		g.refuse(w, r, ErrNoClass)
		return
	case r.URL.RawQuery != "" || r.URL.ForceQuery:
		g.refuse(w, r, ErrParameter.seen("this path takes no query, and was asked with %s", quoted(r.URL.RawQuery)))
		return
	case err != nil, bad != nil, at.Scheme != "http" && at.Scheme != "https", at.Host != r.Host, !joining.MatchString(strings.TrimPrefix(string(link), at.Scheme+"://"+r.Host)):
		g.refuse(w, r, ErrPath)
		return
	}
	code, err := qr.Encode(string(link), qr.M)
	if err != nil {
		g.refuse(w, r, ErrPath) // it is too long
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(drawn(code)) // a client that has gone is no news
}

// drawn is a code as SVG, black on white with the margin of four modules that readers want.
func drawn(code *qr.Code) []byte {
	const margin = 4
	size := code.Size + 2*margin
	b := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="`, size)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for code.Black(x+run, y) { // outside it is white
				run++
			}
			if run > 0 {
				b = fmt.Appendf(b, "M%d %dh%dv1h-%[3]dz", x+margin, y+margin, run)
				x += run
			}
		}
	}
	return append(b, `"/></svg>`...)
}
