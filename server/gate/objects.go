package gate

import (
	"net/http"
	"strconv"
	"time"
)

// request turns a match into what the Source is asked, if it is allowed.
func (g *Gate) request(r *http.Request, m match) (Request, *Problem) {
	res, ok := g.allowed[[3]string{m.group, m.version, m.resource}]
	switch {
	case !ok:
		return Request{}, ErrResource
	case m.namespace != "" && !res.Namespaced, m.namespace == "" && m.name != "" && res.Namespaced:
		return Request{}, ErrNotServed
	case !acceptsJSON(r):
		return Request{}, ErrAccept
	}
	return Request{Resource: res, Namespace: m.namespace, Name: m.name, Query: m.query}, nil
}

// serveCollection answers a LIST, or a WATCH.
func (g *Gate) serveCollection(w http.ResponseWriter, r *http.Request, m match) {
	req, p := g.request(r, m)
	switch {
	case p != nil:
		g.refuse(w, r, p)
	case req.Query.Watch && isWebSocket(r):
		g.watchSocket(w, r, req)
	case r.Header.Get("Upgrade") != "":
		g.refuse(w, r, ErrUpgrade)
	case req.Query.Watch:
		g.watchStream(w, r, req)
	default:
		g.answer(w, r, req, g.source.List)
	}
}

// serveObject answers a GET of one object.
func (g *Gate) serveObject(w http.ResponseWriter, r *http.Request, m match) {
	req, p := g.request(r, m)
	q := m.query
	switch {
	case p != nil:
		g.refuse(w, r, p)
	case r.Header.Get("Upgrade") != "":
		g.refuse(w, r, ErrUpgrade)
	case q != (Query{ResourceVersion: q.ResourceVersion}):
		g.refuse(w, r, ErrParameter.seen("one object takes resourceVersion alone, and was asked for with %s", quoted(r.URL.RawQuery)))
	default:
		g.answer(w, r, req, g.source.Get)
	}
}

// answer makes an answer in its turn; a slow reader of one keeps nobody else from theirs.
func (g *Gate) answer(w http.ResponseWriter, r *http.Request, req Request, ask asker) {
	patience := time.NewTimer(listPatience)
	defer patience.Stop()
	select {
	case g.lists <- struct{}{}:
	case <-patience.C:
		g.refuse(w, r, ErrTooManyLists)
		return
	case <-r.Context().Done():
		return
	}
	body, err := ask(r.Context(), req)
	<-g.lists
	if r.Context().Err() != nil {
		return
	}
	if err != nil {
		g.problem(err, req).write(w, req.Resource.Resource, req.Name)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Vary", "Accept-Encoding")
	h.Set(stalenessHeader, strconv.Itoa(int(max(0, time.Since(body.heard)).Seconds())))
	out := body.plain
	if acceptsEncoding(r, "gzip") {
		if packed := body.gzip(); packed != nil {
			h.Set("Content-Encoding", "gzip")
			out = packed
		}
	}
	_, _ = w.Write(out) // a client that has gone is no news
}

// stalenessHeader says how many seconds ago the cluster last said that an answer is so.
const stalenessHeader = "X-Informerscope-Staleness"
