package cluster

import "fmt"

// Skip brings the cluster to resourceVersion rv, which must lie ahead: writes to resources
// that nobody here looks at took the versions between.
func (c *Cluster) Skip(rv int64) error {
	if rv <= c.rv {
		return fmt.Errorf("cluster: resourceVersion %d is not after %d", rv, c.rv)
	}
	c.rv, c.next = rv, 0
	return nil
}
