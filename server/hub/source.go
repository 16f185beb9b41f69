package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/informerscope/informerscope/server/gate"
)

const (
	silence  = 90 * time.Second // without a byte, bookmarks included, a watch is taken for dead
	askAgain = 30 * time.Second // after an answer that will not soon be another: 403, 404
	atOnce   = time.Second      // a watch that ends so soon without a word was none
	endless  = 10 * time.Second // after one, so that a cluster which does nothing but open and close is asked thrice in it
)

// source is the cluster as a Reflector wants it, for one history of it.
type source struct {
	feed *feed

	mu      sync.Mutex
	hold    time.Time // nothing is asked before
	listed  bool
	watched bool
}

// objectList is a page of a list, as a Reflector reads it.
type objectList struct {
	metav1.TypeMeta
	metav1.ListMeta
	Items []*Object
}

// DeepCopyObject implements runtime.Object.
func (l *objectList) DeepCopyObject() runtime.Object { copied := *l; return &copied }

// List implements cache.Lister.
func (s *source) List(o metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), o)
}

// Watch implements cache.Watcher.
func (s *source) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), o)
}

// ListWithContext implements cache.ListerWithContext. The first list is asked for at the version that a
// client stands at, if one does: it need not list again because we were started anew.
func (s *source) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	f := s.feed
	from := ListFrom{RV: o.ResourceVersion, Limit: o.Limit, Continue: o.Continue}
	page, err := Page{}, error(gate.ErrExpired)
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	if !s.listed && f.begin != "" {
		page, err = s.list(ctx, "list", ListFrom{RV: f.begin, Exact: true})
	}
	if s.listed = true; err != nil {
		page, err = s.list(ctx, "list", from)
	}
	f.begin = ""
	if err != nil {
		return nil, s.failed(ctx, err, false)
	}
	f.mu.Lock()
	f.form = page.Form
	f.mu.Unlock()
	return &objectList{ListMeta: metav1.ListMeta{ResourceVersion: page.RV, Continue: page.Continue}, Items: page.Items}, nil
}

// list asks for a page, and counts that.
func (s *source) list(ctx context.Context, verb string, from ListFrom) (Page, error) {
	page, err := s.feed.hub.up.List(ctx, s.feed.what, from)
	s.feed.hub.counts.asked(ctx, verb, s.feed.what.Resource.String(), err)
	return page, err
}

// WatchWithContext implements cache.WatcherWithContext.
func (s *source) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	if s.watched {
		// Who does not answer this will not open a watch either, and is asked once.
		switch turned, err := s.turned(ctx); {
		case turned:
			return nil, context.Canceled
		case err != nil:
			return nil, s.failed(ctx, err, true)
		}
	}
	s.watched = true
	inner, cancel := context.WithCancel(ctx)
	from, err := s.feed.hub.up.Watch(inner, s.feed.what, o.ResourceVersion)
	s.feed.hub.counts.asked(ctx, "watch", s.feed.what.Resource.String(), err)
	if err != nil {
		cancel()
		return nil, s.failed(ctx, err, true)
	}
	s.feed.failed(nil)
	w := &watching{source: s, from: from, ctx: inner, cancel: cancel, events: make(chan watch.Event)}
	go w.run()
	return w, nil
}

// wait lets the time pass that the cluster asked for.
func (s *source) wait(ctx context.Context) error {
	s.mu.Lock()
	rest := time.Until(s.hold)
	s.mu.Unlock()
	if rest <= 0 {
		return nil
	}
	select {
	case <-time.After(rest):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pause lets nothing be asked for a while.
func (s *source) pause(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = time.Now().Add(d)
}

// failed notes err and makes the error of it by which a Reflector does the right thing: what keeps a
// watch from being opened is no reason to list again, unless the version has expired or the answer was
// no.
func (s *source) failed(ctx context.Context, err error, watch bool) error {
	var p *gate.Problem
	if !errors.As(err, &p) {
		if ctx.Err() == nil {
			s.feed.hub.log.Error("the cluster could not be read", "resource", s.feed.what.Resource.String(), "err", err)
		}
		return err
	}
	if p.ID == gate.ErrCredentials.ID {
		s.feed.hub.barred.Store(false)
	}
	pause := time.Duration(p.RetryAfter) * time.Second
	switch p.Code {
	case http.StatusNotFound:
		s.feed.forget(p)
		pause = askAgain
	case http.StatusForbidden:
		pause = askAgain
		fallthrough
	default:
		if p.ID != gate.ErrExpired.ID {
			s.feed.failed(p)
		}
	}
	if p.ID != gate.ErrThrottled.ID && p.Code >= http.StatusInternalServerError {
		pause = 0 // the Reflector has its own, which grows
	}
	s.pause(pause)
	if watch && (p.Code >= http.StatusInternalServerError || p.Code == http.StatusTooManyRequests) {
		return fmt.Errorf("%w: %w", p, syscall.ECONNREFUSED)
	}
	return &apierrors.StatusError{ErrStatus: p.Status(s.feed.what.Resource.Resource, "")}
}

// guard looks now and then whether the cluster's history is still the one we follow. While the cluster
// cannot be read, whoever opens the next watch looks.
func (s *source) guard(ctx context.Context) {
	tick := time.NewTicker(s.feed.hub.sentinel)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if s.feed.well() {
				_, _ = s.turned(ctx) // an error says nothing of the history
			}
		case <-ctx.Done():
			return
		}
	}
}

// turned reports whether the cluster is another, or went back to an older version as one does that was
// restored from a backup; then it ends this history. A watch would wait for ever for the versions to come.
// An error is one for which a watch cannot be opened either.
func (s *source) turned(ctx context.Context) (bool, error) {
	f := s.feed
	f.mu.Lock()
	synced, at := f.synced, f.rv
	f.mu.Unlock()
	if !synced {
		return false, nil
	}
	page, err := s.list(ctx, "look", ListFrom{Limit: 1})
	var p *gate.Problem
	switch {
	case errors.As(err, &p) && (p.Code == http.StatusTooManyRequests || p.Code >= http.StatusInternalServerError):
		return false, err
	case err == nil && number(page.RV) < at:
		f.hub.log.Warn("the cluster went back to an older version", "resource", f.what.Resource.String(), "was", at, "is", page.RV)
		f.turn(ctx)
		return true, nil
	}
	return f.hub.another(ctx), nil
}

// watching hands the events of an Upstream's watch to a Reflector.
type watching struct {
	source *source
	from   Watch
	ctx    context.Context
	cancel context.CancelFunc
	events chan watch.Event
}

// Stop implements watch.Interface.
func (w *watching) Stop() { w.cancel() }

// ResultChan implements watch.Interface.
func (w *watching) ResultChan() <-chan watch.Event { return w.events }

func (w *watching) run() {
	defer close(w.events)
	defer w.from.Close()
	defer w.cancel()
	opened, silent := time.Now(), true
	for ; ; silent = false {
		ev, err := w.next()
		var p *gate.Problem
		switch {
		case errors.Is(err, io.EOF) && silent && time.Since(opened) < atOnce:
			w.source.pause(endless)
			return
		case errors.As(err, &p) && p.Code == http.StatusGone:
			status := p.Status(w.source.feed.what.Resource.Resource, "")
			w.send(watch.Event{Type: watch.Error, Object: &status})
			return
		case err != nil:
			return // the Reflector opens the next one where this one broke off
		}
		if !w.send(watch.Event{Type: watch.EventType(ev.Type), Object: ev.Object}) {
			return
		}
	}
}

// next is the next event of a watch that is not dead.
func (w *watching) next() (Event, error) {
	ctx, cancel := context.WithTimeout(w.ctx, w.source.feed.hub.silence)
	defer cancel()
	return w.from.Next(ctx)
}

func (w *watching) send(ev watch.Event) bool {
	select {
	case w.events <- ev:
		return true
	case <-w.ctx.Done():
		return false
	}
}
