//go:build !before36

package oracle

import (
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// newFIFO makes what informers run on: by themselves one tape of deltas, where a list, a resync and a
// bookmark are one each.
func newFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	if !enabled(features.InOrderInformers) {
		return deltaFIFO(known, transform)
	}
	o := cache.RealFIFOOptions{KeyFunction: itemKey, Transformer: transform}
	if enabled(features.AtomicFIFO) {
		o.AtomicEvents, o.UnlockWhileProcessing, o.EmitDeltaTypeBookmark = true, enabled(features.UnlockWhileProcessingFIFO), true
	} else {
		o.KnownObjects = known
	}
	return cache.NewRealFIFOWithOptions(o)
}

func pop(q cache.Queue, note func([]cache.Delta)) error {
	if !enabled(features.InOrderInformersBatchProcess) {
		return popOne(q, note)
	}
	return q.(cache.QueueWithBatch).PopBatch(
		func(ds []cache.Delta, _ bool) error { note(ds); return nil },
		func(obj any, _ bool) error { note(obj.(cache.Deltas)); return nil })
}

// wholeText prints a delta that is about no single object.
func wholeText(d cache.Delta) (string, bool) {
	text := string(d.Type)
	switch o := d.Object.(type) {
	case cache.ReplacedAllInfo:
		text += "(" + o.ResourceVersion
		for _, x := range o.Objects {
			text += " " + x.(item).key + "@" + x.(item).rv
		}
		return text + ")", true
	case cache.BookmarkInfo:
		return text + "(" + o.ResourceVersion + ")", true
	case cache.SyncAllInfo:
		return text, true
	}
	return "", false
}
