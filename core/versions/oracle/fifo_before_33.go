//go:build before33

package oracle

import "k8s.io/client-go/tools/cache"

// newFIFO makes what informers ran on: one queue of keys, deltas gathered by key.
func newFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: itemKey, KnownObjects: known, Transformer: transform, EmitDeltaTypeReplaced: true})
}

func pop(q cache.Queue, note func([]cache.Delta)) error { return popOne(q, note) }

func wholeText(cache.Delta) (string, bool) { return "", false }
