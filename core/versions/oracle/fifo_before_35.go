//go:build before35 && !before33

package oracle

import (
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// newFIFO makes what informers ran on: by themselves one tape of deltas.
func newFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	if !enabled(features.InOrderInformers) {
		return deltaFIFO(known, transform)
	}
	return cache.NewRealFIFO(itemKey, known, transform)
}

func pop(q cache.Queue, note func([]cache.Delta)) error { return popOne(q, note) }

func wholeText(cache.Delta) (string, bool) { return "", false }
