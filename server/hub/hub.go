package hub

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/informerscope/informerscope/server/gate"
)

// Patience of requests.
const (
	newerPatience = 3 * time.Second  // for a version that has not come. Source: k8s.io/apiserver, pkg/storage/cacher (blockTimeout)
	firstPatience = 60 * time.Second // for the first list
)

// Hub is a gate.Source for everybody who reads one cluster.
type Hub struct {
	ctx      context.Context
	up       Upstream
	log      *slog.Logger
	sentinel time.Duration
	silence  time.Duration
	linger   time.Duration

	mu    sync.Mutex
	feeds map[Collection]*feed

	counts counts

	knowing  sync.Mutex
	identity string
	asked    time.Time
	barred   atomic.Bool // the account may not know: it is asked no more, unless its credentials were others since
}

// New returns a Hub that follows what it is asked for until ctx ends. A nil log discards.
func New(ctx context.Context, up Upstream, log *slog.Logger) *Hub {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Hub{ctx: ctx, up: up, log: log, sentinel: sentinel, silence: silence, linger: linger, feeds: map[Collection]*feed{}}
}

// Resources implements gate.Source.
func (h *Hub) Resources() []gate.Resource { return h.up.Resources() }

// Info implements gate.Source.
func (h *Hub) Info(ctx context.Context) gate.Info {
	info := h.up.Info(ctx)
	info.Feeds = h.Feeds()
	return info
}

// Feeds are what is followed now.
func (h *Hub) Feeds() (feeds []gate.Feed) {
	h.mu.Lock()
	all := make([]*feed, 0, len(h.feeds))
	for _, r := range h.up.Resources() { // in their order
		for what, f := range h.feeds {
			if what.Resource == r {
				all = append(all, f)
			}
		}
	}
	h.mu.Unlock()
	for _, f := range all {
		feeds = append(feeds, f.info())
	}
	return feeds
}

// follow returns the feed that has what req asks for, once it has a first list. The caller leaves it.
func (h *Hub) follow(ctx context.Context, req gate.Request) (*feed, error) {
	begin := ""
	if req.Query.Watch && req.Query.SendInitialEvents == nil && number(req.Query.ResourceVersion) > 0 {
		begin = req.Query.ResourceVersion
	}
	f, err := h.enter(ctx, Collection{Resource: req.Resource}, begin)
	if p, ok := err.(*gate.Problem); ok && p.Code == http.StatusForbidden && req.Namespace != "" {
		return h.enter(ctx, Collection{req.Resource, req.Namespace}, begin)
	}
	return f, err
}

func (h *Hub) enter(ctx context.Context, what Collection, begin string) (*feed, error) {
	h.mu.Lock()
	f := h.feeds[what]
	if f == nil {
		f = newFeed(h, what, begin)
		var running context.Context
		running, f.end = context.WithCancel(h.ctx)
		h.feeds[what] = f
		go f.run(running)
	}
	f.enter()
	h.mu.Unlock()
	if err := f.ready(ctx); err != nil {
		f.leave()
		return nil, err
	}
	return f, nil
}

// drop ends a feed that nobody has asked for a while.
func (h *Hub) drop(f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users == 0 && h.feeds[f.what] == f {
		delete(h.feeds, f.what)
		f.end()
	}
}

// another reports whether the cluster is not the one it was when it was first asked. All feeds ask; the
// cluster is asked once in a while, and who may not know it once.
func (h *Hub) another(ctx context.Context) bool {
	h.knowing.Lock()
	defer h.knowing.Unlock()
	if h.barred.Load() || time.Since(h.asked) < h.sentinel/2 {
		return false
	}
	id, err := h.up.Identity(ctx)
	h.counts.asked(ctx, "look", "namespaces", err)
	if p, ok := err.(*gate.Problem); ok && p.Code == http.StatusForbidden {
		h.barred.Store(true)
	}
	if err != nil || id == "" {
		return false
	}
	h.asked = time.Now()
	was := h.identity
	h.identity = id
	if was == "" || was == id {
		return false
	}
	h.log.Warn("this is another cluster than before")
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.feeds {
		f.turn(h.ctx)
	}
	return true
}
