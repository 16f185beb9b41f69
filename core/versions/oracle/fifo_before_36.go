//go:build before36 && !before35

package oracle

import (
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// newFIFO makes what informers ran on: by themselves one tape of deltas, handed out in batches.
func newFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	if !enabled(features.InOrderInformers) {
		return deltaFIFO(known, transform)
	}
	return cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: itemKey, KnownObjects: known, Transformer: transform})
}

func pop(q cache.Queue, note func([]cache.Delta)) error {
	if !enabled(features.InOrderInformersBatchProcess) {
		return popOne(q, note)
	}
	return q.(cache.QueueWithBatch).PopBatch(func(ds []cache.Delta, _ bool) error {
		note(ds)
		return nil
	})
}

func wholeText(cache.Delta) (string, bool) { return "", false }
