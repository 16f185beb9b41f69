package hub

import (
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/informerscope/informerscope/server/gate"
)

// Asked is a request to the cluster, and how it was answered.
type Asked struct {
	Verb     string // list, watch, or look: at the newest version, or at which cluster it is
	Resource string
	Outcome  string // "ok", or the ID of a gate.Problem
}

// Counts are what a Hub did since it was made.
type Counts struct {
	Asked map[Asked]uint64
	// Made are lists that were made, Kept those that were at hand.
	Made, Kept uint64
}

type counts struct {
	mu     sync.Mutex
	counts Counts
}

// Counts returns them as they are now.
func (h *Hub) Counts() Counts {
	h.counts.mu.Lock()
	defer h.counts.mu.Unlock()
	c := h.counts.counts
	c.Asked = maps.Clone(c.Asked)
	return c
}

// asked counts a request. One that we gave up was not answered.
func (c *counts) asked(ctx context.Context, verb, resource string, err error) {
	outcome := "ok"
	var p *gate.Problem
	switch {
	case ctx.Err() != nil:
		return
	case errors.As(err, &p):
		outcome = p.ID
	case err != nil:
		outcome = gate.ErrInternal.ID
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts.Asked == nil {
		c.counts.Asked = map[Asked]uint64{}
	}
	c.counts.Asked[Asked{verb, resource, outcome}]++
}

func (c *counts) listed(made bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if made {
		c.counts.Made++
	} else {
		c.counts.Kept++
	}
}
