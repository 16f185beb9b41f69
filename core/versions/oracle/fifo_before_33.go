//go:build before33

package oracle

import "k8s.io/client-go/tools/cache"

// newFIFO makes what informers ran on.
func newFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	return deltaFIFO(known, transform)
}

func pop(q cache.Queue, note func([]cache.Delta)) error { return popOne(q, note) }

func wholeText(cache.Delta) (string, bool) { return "", false }
