package gate

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// CSP is the Content-Security-Policy of every answer. It lets the page run its own files and nothing else. It names no frame-ancestors: lessons are embedded.
const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
	"connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; require-trusted-types-for 'script'"

// bearerProtocol is how a browser sends a token with a WebSocket: followed by the token in base64url.
// Source: k8s.io/apiserver, pkg/authentication/request/websocket/protocol.go.
const bearerProtocol = "base64url.bearer.authorization.k8s.io."

func setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", CSP)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin") // page files loosen it
}

// SetPageHeaders sets what is sent with each of the page's files. They hold no data: other sites may
// embed them, sandboxed frames may load them, and nobody needs a token. The page asks for what it lets
// others do, so that a cross-origin isolated site can embed it, too.
func SetPageHeaders(h http.Header) {
	setSecurityHeaders(h)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cache-Control", "no-cache") // kept, but asked for again: a new build shows at once
}

// methodOverrides are headers by which some servers let a GET act as another method. We never would;
// a client that sends one does not want a GET, and is told so.
var methodOverrides = []string{"X-Http-Method-Override", "X-Http-Method", "X-Method-Override"}

// checkEvery is what each request must pass, page files too.
func (g *Gate) checkEvery(r *http.Request) *Problem {
	switch {
	case len(r.RequestURI) > maxURI:
		return ErrURITooLong
	case headerBytes(r.Header) > maxHeaders:
		return ErrHeadersTooLarge
	case !g.hosts[r.Host]:
		return ErrHost
	case len(r.TransferEncoding) > 0:
		return ErrBody
	case r.Method != http.MethodGet && !(r.Method == http.MethodHead && g.file(r) != nil):
		return ErrMethod
	case r.ContentLength != 0:
		return ErrBody
	case !strings.HasPrefix(r.RequestURI, "/") || r.URL.Host != "" || r.URL.Fragment != "":
		return ErrTarget
	}
	for _, name := range methodOverrides {
		if v := r.Header.Get(name); v != "" && v != http.MethodGet {
			return ErrMethod
		}
	}
	return nil
}

// checkData is what a request for anything but a page file must pass.
func (g *Gate) checkData(r *http.Request) (route, match, *Problem) {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return route{}, match{}, ErrCrossSite
	}
	origins := r.Header.Values("Origin")
	switch {
	case len(origins) > 1,
		len(origins) == 1 && !sameOrigin(origins[0], r.Host),
		// A WebSocket is not held to the same-origin policy, so its Origin has to be given.
		len(origins) == 0 && isWebSocket(r):
		return route{}, match{}, ErrOrigin
	}
	path := strings.SplitN(r.RequestURI, "?", 2)[0]
	if r.URL.RawPath != "" || strings.ContainsRune(path, '%') {
		return g.afterToken(r, ErrPath)
	}
	rt, m, p := findRoute(path)
	if p == nil && rt.open {
		return rt, m, nil
	}
	if p == ErrNotServed && looksLikeFile(path) {
		p = ErrNoFile
	}
	if p != nil {
		return g.afterToken(r, p)
	}
	if !g.hasToken(r) {
		return route{}, match{}, ErrToken
	}
	if !rt.query && r.URL.RawQuery != "" {
		return route{}, match{}, ErrParameter.seen("this path takes no query, and was asked with %s", quoted(r.URL.RawQuery))
	}
	if m.query, p = parseQuery(r.URL.RawQuery); p != nil {
		// A resource that is not served is refused as such, whatever is asked of it.
		if m.resource != "" && !g.serves(m) {
			p = ErrResource
		}
		return route{}, match{}, p
	}
	return rt, m, nil
}

// afterToken gives p only to those who may know what is served.
func (g *Gate) afterToken(r *http.Request, p *Problem) (route, match, *Problem) {
	if !g.hasToken(r) {
		p = ErrToken
	}
	return route{}, match{}, p
}

func (g *Gate) serves(m match) bool {
	_, ok := g.allowed[[3]string{m.group, m.version, m.resource}]
	return ok
}

// hasToken reports whether r carries the token: as a bearer token or, for WebSockets, as a subprotocol.
func (g *Gate) hasToken(r *http.Request) bool {
	if g.token == nil {
		return true
	}
	if auth := r.Header.Values("Authorization"); len(auth) == 1 {
		scheme, token, _ := strings.Cut(auth[0], " ")
		return strings.EqualFold(scheme, "Bearer") && g.tokenIs(strings.TrimSpace(token))
	}
	if !isWebSocket(r) {
		return false
	}
	for _, p := range subprotocols(r) {
		if encoded, ok := strings.CutPrefix(p, bearerProtocol); ok {
			token, err := base64.RawURLEncoding.DecodeString(encoded)
			return err == nil && g.tokenIs(string(token))
		}
	}
	return false
}

// subprotocols are the WebSocket subprotocols the client offers.
func subprotocols(r *http.Request) []string {
	var all []string
	for _, line := range r.Header.Values("Sec-WebSocket-Protocol") {
		for _, p := range strings.Split(line, ",") {
			if p = strings.TrimSpace(p); p != "" {
				all = append(all, p)
			}
		}
	}
	return all
}

func isWebSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// sameOrigin compares exactly; the scheme may be either, since TLS can end before us.
func sameOrigin(origin, host string) bool {
	return origin == "http://"+host || origin == "https://"+host
}

func looksLikeFile(path string) bool {
	return strings.Contains(path[strings.LastIndexByte(path, '/')+1:], ".") && !strings.HasPrefix(path, "/api")
}

func headerBytes(h http.Header) int {
	n := 0
	for name, values := range h {
		for _, v := range values {
			n += len(name) + len(v) + 4
		}
	}
	return n
}

// acceptsJSON reports whether the client takes plain JSON: no Table, no protobuf.
func acceptsJSON(r *http.Request) bool {
	lines := r.Header.Values("Accept")
	if len(lines) == 0 {
		return true
	}
	for _, line := range lines {
		for _, option := range strings.Split(line, ",") {
			parts := strings.Split(option, ";")
			switch strings.ToLower(strings.TrimSpace(parts[0])) {
			case "application/json", "application/*", "*/*":
			default:
				continue
			}
			ok := true
			for _, param := range parts[1:] {
				key, value, _ := strings.Cut(strings.TrimSpace(param), "=")
				switch strings.ToLower(key) {
				case "as":
					ok = false
				case "q":
					if strings.Trim(value, "0.") == "" {
						ok = false
					}
				}
			}
			if ok {
				return true
			}
		}
	}
	return false
}
