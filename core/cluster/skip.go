package cluster

import (
	"fmt"

	"github.com/informerscope/informerscope/core/trace"
)

// Skip brings the cluster to resourceVersion rv, which must lie ahead: writes to resources
// that nobody here looks at took the versions between.
func (c *Cluster) Skip(rv int64) error {
	if rv <= c.rv {
		return fmt.Errorf("cluster: resourceVersion %d is not after %d", rv, c.rv)
	}
	// trace: server.skip
	c.rv, c.next = rv, 0
	c.tap.Begin()
	c.tap.Numbers(trace.ServerSkip, 0, rv, 0)
	return nil
}
