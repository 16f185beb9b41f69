package machine

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// startList asks for a LIST at the last resourceVersion: "0", any version the server has
// at hand, the first time, and "" when the server did not have the last.
func (r *Reflector[O]) startList() {
	r.relisted = false
	r.askList()
}

func (r *Reflector[O]) askList() {
	rv := r.rv
	switch {
	case r.unavailable:
		rv = ""
	case rv == "":
		rv = "0"
	}
	if !r.relisted { // a second try has the limit of the first
		r.pages.first, r.pages.limit = rv, 0
		if r.cfg.Pages {
			r.pages.limit = r.pager.Limit(rv)
		}
	}
	r.pages.asked, r.pages.n = rv, 0
	r.askPage(rv, r.pages.limit, "")
}

// listed takes the answer to a LIST. When a page after the first has expired, all is asked for
// in one. A version the server does not have is asked for once more, without a pause, as "".
func (r *Reflector[O]) listed(now Time, in In[O]) {
	// trace: reflector.listed failed
	if f := in.Fault; !f.OK() {
		r.cfg.Tap.Note(trace.ReflListed, 0, f.Error(), 0, int64(f.Code))
		r.list.clear()
		if f.expired() && r.pages.token != "" {
			r.askPage(r.pages.asked, 0, "")
			return
		}
		if (f.expired() || f.tooLarge()) && !r.relisted {
			r.unavailable, r.relisted = true, true
			r.askList()
			return
		}
		r.fail(now, f)
		return
	}
	if r.pages.n > 0 {
		if r.page(&in); in.Continue != "" {
			r.turn(in.Continue)
			return
		}
	}
	list, rv := r.whole(&in)
	r.cfg.Tap.Note(trace.ReflListed, 0, rv, int64(len(list)), 0)
	// trace: reflector.listed
	r.replace(list, rv)
}

func (r *Reflector[O]) replace(list []O, rv string) {
	r.unavailable = false
	r.pendingRV = rv
	r.ask(Out[O]{Kind: StoreReplace, List: list, RV: rv})
}

// stored goes on when the FIFO has taken the list. A streaming list it refused is tried as
// a LIST at once.
func (r *Reflector[O]) stored(now Time, f Fault) {
	stream := r.streaming
	r.list.clear()
	switch {
	case f.OK():
		r.setRV(r.pendingRV)
	case stream:
		r.hangUp(f)
		r.startList()
		return
	default:
		r.fail(now, f)
		return
	}
	r.armResync()
	if !stream {
		r.openWatch(now)
		return
	}
	r.streaming = false
	r.enter(Watching)
	r.watchFrom(now)
}

// openStream asks for a streaming list.
func (r *Reflector[O]) openStream(now Time) {
	rv := r.rv
	if r.unavailable {
		rv = ""
	}
	r.enter(WatchListing)
	r.list.clear()
	r.listRV = ""
	r.askWatch(now, rv, true)
}

// streamFault decides what a fault of a streaming list means: later, from the newest
// version, or a LIST instead.
func (r *Reflector[O]) streamFault(now Time, f Fault) {
	r.list.clear()
	switch {
	case f.retriable():
		r.pause(now, (*Reflector[O]).openStream)
	case f.expired() || f.tooLarge():
		r.unavailable = true
		r.openStream(now)
	default:
		r.startList()
	}
}

// streamEvent gathers an initial event; the end bookmark hands all of them to the FIFO.
func (r *Reflector[O]) streamEvent(in *In[O]) {
	switch in.Type {
	case trace.WatchAdded, trace.WatchModified:
		if key, err := r.cfg.Meta.Key(in.Obj); err == nil {
			r.list.put(key, in.Obj)
		}
	case trace.WatchDeleted:
		if key, err := r.cfg.Meta.Key(in.Obj); err == nil {
			r.list.drop(key)
		}
	}
	if in.Type != trace.WatchAdded {
		r.listRV = in.RV
	}
	if in.Type == trace.WatchBookmark && in.End {
		// trace: reflector.event end
		r.replace(r.list.objects(), r.listRV)
	}
}

// stream is a list that comes in as events, in the order of arrival.
type stream[O any] struct {
	at   map[string]uint32
	objs []O
	dead map[uint32]bool // places whose object was deleted
}

func (s *stream[O]) put(key string, o O) {
	if i, ok := s.at[key]; ok {
		s.objs[i] = o
		return
	}
	if s.at == nil {
		s.at = map[string]uint32{}
	}
	s.at[key] = uint32(len(s.objs))
	if len(s.objs) == cap(s.objs) { // nobody knows how many will come: append would copy too often
		s.objs = slices.Grow(s.objs, max(minTape, len(s.objs)))
	}
	s.objs = append(s.objs, o)
}

func (s *stream[O]) drop(key string) {
	i, ok := s.at[key]
	if !ok {
		return
	}
	var zero O
	delete(s.at, key)
	s.objs[i] = zero
	if s.dead == nil {
		s.dead = map[uint32]bool{}
	}
	s.dead[i] = true
}

// objects hands over the list.
func (s *stream[O]) objects() []O {
	if len(s.dead) == 0 {
		return s.objs
	}
	list := make([]O, 0, len(s.at))
	for i, o := range s.objs {
		if !s.dead[uint32(i)] {
			list = append(list, o)
		}
	}
	return list
}

func (s *stream[O]) clear() { *s = stream[O]{} }
