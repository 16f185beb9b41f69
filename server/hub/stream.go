package hub

import (
	"context"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/server/gate"
)

// stream is a client's watch: a place in a feed's chain, and what is wanted of it. It holds no events, so
// that a slow client costs little; one that falls out of the window gets a 410.
type stream struct {
	feed      *feed
	selection *selection
	resource  gate.Resource
	form      Form
	bookmarks bool

	initial []*Object // still to be sent as ADDED
	end     string    // of the bookmark that ends them; "" is none
	at      *event
}

// Watch implements gate.Source.
func (h *Hub) Watch(ctx context.Context, req gate.Request) (gate.Stream, error) {
	f, err := h.follow(ctx, req)
	if err != nil {
		return nil, err
	}
	s, err := f.watch(ctx, req)
	if err != nil {
		f.leave()
	}
	return s, err
}

func (f *feed) watch(ctx context.Context, req gate.Request) (gate.Stream, error) {
	q := req.Query
	sel, err := newSelection(req, f.metadata())
	if err != nil {
		return nil, err
	}
	streaming := q.SendInitialEvents != nil && *q.SendInitialEvents
	rv := number(q.ResourceVersion)
	// A version that has not come is from another history, or from us before we were started anew.
	if err := f.reach(ctx, q.ResourceVersion); err != nil && !streaming && ctx.Err() == nil {
		return nil, gate.ErrExpired
	} else if err != nil {
		return nil, err
	}
	if err := f.hold(ctx); err != nil {
		return nil, err
	}
	defer f.mu.Unlock()
	s := &stream{feed: f, selection: sel, resource: req.Resource, form: f.form, bookmarks: q.AllowWatchBookmarks, at: f.last}
	switch {
	case streaming, q.SendInitialEvents == nil && rv == 0: // which are the same to an API server
		s.initial, s.end = selected(f.objects, sel), strconv.FormatUint(f.rv, 10)
	case rv == 0: // from now on
	case rv < f.first.rv:
		return &ended{f: f, resource: req.Resource.Resource}, nil
	default:
		for s.at = f.first; s.at != f.last && s.at.next.rv <= rv; {
			s.at = s.at.next
		}
	}
	return s, nil
}

// Next implements gate.Stream.
func (s *stream) Next(ctx context.Context, idle time.Duration) (gate.Event, error) {
	if len(s.initial) > 0 {
		o := s.initial[0]
		s.initial = s.initial[1:]
		return gate.Event{Line: eventLine(added, o, s.form), RV: o.ResourceVersion}, nil
	}
	if rv := s.end; rv != "" {
		s.end, s.initial = "", nil
		if s.bookmarks {
			return gate.Event{Line: gate.BookmarkLine(s.form.Kind, s.form.APIVersion, rv, true), RV: rv}, nil
		}
	}
	var quiet <-chan time.Time
	for {
		select {
		case <-s.at.ready:
			if s.at.next == nil || s.at.seq < s.feed.oldest.Load() {
				return gate.Event{Line: gate.ErrExpired.ErrorLine(s.resource.Resource), Last: true}, nil
			}
			s.at = s.at.next
			if ev, ok := s.convert(s.at); ok {
				return ev, nil
			}
			continue
		default:
		}
		if quiet == nil {
			t := time.NewTimer(idle)
			defer t.Stop()
			quiet = t.C
		}
		select {
		case <-s.at.ready:
		case <-quiet:
			return gate.QuietEvent(s.form.Kind, s.form.APIVersion, strconv.FormatUint(s.at.reached.Load(), 10)), nil
		case <-ctx.Done():
			return gate.Event{}, ctx.Err()
		}
	}
}

// Close implements gate.Stream.
func (s *stream) Close() { s.feed.leave() }

// convert makes what this watch sees of e, if anything. An object that an update brings into the
// selection is ADDED to it, and one that an update takes out is DELETED from it, as it was when it was last
// selected, at the version at which it left.
func (s *stream) convert(e *event) (gate.Event, bool) {
	is, was := e.kind != deleted && s.selection.has(e.now), s.selection.has(e.was)
	which, kind := &e.lines[0], added
	switch {
	case is && was:
		which, kind = &e.lines[1], modified
	case was:
		which, kind = &e.lines[2], deleted
	case !is:
		return gate.Event{}, false
	}
	which.once.Do(func() {
		o := e.now
		if kind == deleted && e.kind != deleted {
			o = e.was.At(e.now.ResourceVersion)
		}
		which.text = eventLine(kind, o, s.form)
	})
	return gate.Event{Line: which.text, RV: e.now.ResourceVersion}, true
}

// eventLine is an event as it goes to clients.
func eventLine(kind string, o *Object, f Form) []byte {
	b := make([]byte, 0, len(o.body)+128)
	b = append(b, `{"type":"`...)
	b = append(b, kind...)
	b = append(b, `","object":`...)
	return append(o.typed(b, f), "}\n"...)
}

// ended is a watch that has one line, an ERROR.
type ended struct {
	f        *feed
	resource string
}

// Next implements gate.Stream.
func (e *ended) Next(context.Context, time.Duration) (gate.Event, error) {
	return gate.Event{Line: gate.ErrExpired.ErrorLine(e.resource), Last: true}, nil
}

// Close implements gate.Stream.
func (e *ended) Close() { e.f.leave() }
