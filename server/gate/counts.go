package gate

import (
	"context"
	"errors"
	"maps"
	"os"
	"sync"
)

// Counts are what a Gate did since it was made.
type Counts struct {
	Streams int               // watches that are open, and pages of a class
	Events  uint64            // events that were sent, bookmarks included
	Refused map[string]uint64 // requests that were refused or failed, by Problem.ID
	Ended   map[string]uint64 // watches that ended: "left", "slow", "told" (an ERROR was the last line), "time" (timeoutSeconds), "stopping", "over"
}

type counts struct {
	mu     sync.Mutex
	counts Counts
}

// Counts returns them as they are now.
func (g *Gate) Counts() Counts {
	g.mu.Lock()
	open := len(g.open)
	g.mu.Unlock()
	g.counts.mu.Lock()
	defer g.counts.mu.Unlock()
	c := g.counts.counts
	c.Streams, c.Refused, c.Ended = open, maps.Clone(c.Refused), maps.Clone(c.Ended)
	return c
}

func (c *counts) refused(p *Problem) { c.one(&c.counts.Refused, p.ID) }

func (c *counts) sent() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts.Events++
}

// ended counts a watch that ended with err, told when an ERROR was its last line.
func (c *counts) ended(ctx context.Context, err error, told bool) {
	why := "over"
	switch cause := context.Cause(ctx); {
	case told:
		why = "told"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		why = "slow"
	case errors.Is(cause, errTimeUp):
		why = "time"
	case errors.Is(cause, errStopping):
		why = "stopping"
	case errors.Is(err, errLeft), cause != nil:
		why = "left"
	}
	c.one(&c.counts.Ended, why)
}

func (c *counts) one(of *map[string]uint64, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *of == nil {
		*of = map[string]uint64{}
	}
	(*of)[name]++
}
