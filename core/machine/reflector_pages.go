package machine

import "github.com/informerscope/informerscope/core/trace"

// PageSize is how many objects a page of a LIST has when nobody says otherwise.
// Source: client-go tools/pager, pager.go (v0.37).
const PageSize = 500

// Pager decides whether a LIST is asked for page by page. A server that answers from its watch
// cache, as it does for resourceVersion "0", sends all at once whatever the limit is; one that
// does not is asked for pages from then on. The zero Pager does as client-go's.
type Pager struct {
	Size  int64 // of a page; 0: as the resourceVersion asks for
	Paged bool  // a LIST at "0" came in pages
}

// Limit is the limit of a LIST at rv; 0 is none. At a certain version only all in one is a list
// of the watch cache.
func (p *Pager) Limit(rv string) int64 {
	switch {
	case p.Size != 0:
		return p.Size
	case p.Paged || rv == "" || rv == "0":
		return PageSize
	}
	return 0
}

// pages is a LIST that comes page by page.
type pages struct {
	first string // rv of the cycle's first LIST: it settles the limit
	limit int64
	asked string // rv of the LIST; a page after the first is asked for without
	n     int64  // of the page that is asked for; 0 is all in one
	token string // of the page that is asked for
	rv    string // of the first page, and so of the list
}

// askPage asks for a page; the first has no token.
func (r *Reflector[O]) askPage(rv string, limit int64, token string) {
	p := &r.pages
	if p.token = token; limit == 0 {
		p.n = 0
	} else {
		p.n++
	}
	r.enter(Listing)
	r.cfg.Tap.Note(trace.ReflList, 0, rv, p.n, 0)
	// trace: reflector.list
	r.ask(Out[O]{Kind: DoList, RV: rv, Limit: limit, Continue: token})
}

// page keeps a page.
func (r *Reflector[O]) page(in *In[O]) {
	p, tap := &r.pages, r.cfg.Tap
	if p.n == 1 {
		p.rv = in.RV
	}
	// trace: reflector.page
	for _, o := range in.List {
		if key, err := r.cfg.Meta.Key(o); err == nil {
			r.list.put(key, o)
		}
	}
	if !tap.On() {
		return
	}
	refs := make([]trace.Ref, len(in.List))
	for i, o := range in.List {
		key, _ := r.cfg.Meta.Key(o)
		refs[i] = trace.Ref{Key: tap.Intern(key), Object: r.cfg.Meta.ref(tap, o)}
	}
	tap.Note(trace.ReflPage, 0, in.RV, tap.Recorder().AddList(refs), int64(len(refs)))
}

// turn asks for the page that follows.
func (r *Reflector[O]) turn(token string) {
	r.pager.Paged = r.pager.Paged || r.pages.first == "0"
	r.askPage("", r.pages.limit, token)
}

// whole is the list, of which in is all or the last page.
func (r *Reflector[O]) whole(in *In[O]) (list []O, rv string) {
	if r.pages.n == 0 {
		return in.List, in.RV
	}
	return r.list.objects(), r.pages.rv
}
