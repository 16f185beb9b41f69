// Package gated makes what core/cache makes, with engine and way of listing as client-go's feature gates
// say, which environment variables such as KUBE_FEATURE_WatchListClient=false set. The constructors have
// the signatures of client-go's own, so that they can stand in their place; gates are read when one is
// called.
//
// core/cache itself links none of client-go and is told by options.
package gated

import (
	"time"

	"github.com/informerscope/informerscope/core/cache"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/features"
)

// Engine is the one that the gates choose.
// With AtomicFIFO a batch is always handed out whole and with the FIFO free, whatever
// InOrderInformersBatchProcess and UnlockWhileProcessingFIFO say.
// Source: client-go tools/cache, controller.go (v0.37).
func Engine() cache.Engine {
	on := features.FeatureGates().Enabled
	switch {
	case !on(features.InOrderInformers):
		return cache.EngineClassic
	case on(features.AtomicFIFO):
		return cache.EngineAtomic
	case on(features.InOrderInformersBatchProcess):
		return cache.EngineOrderedBatches
	}
	return cache.EngineOrdered
}

// Lists reports whether the gates have reflectors start with a LIST.
// Source: client-go tools/cache, reflector.go (v0.37).
func Lists() bool { return !features.FeatureGates().Enabled(features.WatchListClient) }

// New is cache.New.
func New(c *cache.Config) cache.Controller {
	config := *c
	config.DisableWatchList = Lists()
	if !features.FeatureGates().Enabled(features.InOrderInformersBatchProcess) {
		config.ProcessBatch = nil
	}
	return cache.New(&config)
}

// NewReflector is cache.NewReflector.
func NewReflector(lw cache.ListerWatcher, expectedType interface{}, store cache.ReflectorStore, resyncPeriod time.Duration) *cache.Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, cache.ReflectorOptions{ResyncPeriod: resyncPeriod})
}

// NewNamedReflector is cache.NewNamedReflector.
func NewNamedReflector(name string, lw cache.ListerWatcher, expectedType interface{}, store cache.ReflectorStore, resyncPeriod time.Duration) *cache.Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, cache.ReflectorOptions{Name: name, ResyncPeriod: resyncPeriod})
}

// NewNamespaceKeyedIndexerAndReflector is cache.NewNamespaceKeyedIndexerAndReflector.
func NewNamespaceKeyedIndexerAndReflector(lw cache.ListerWatcher, expectedType interface{}, resyncPeriod time.Duration) (indexer cache.Indexer, reflector *cache.Reflector) {
	indexer = cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	return indexer, NewReflector(lw, expectedType, indexer, resyncPeriod)
}

// NewReflectorWithOptions is cache.NewReflectorWithOptions.
func NewReflectorWithOptions(lw cache.ListerWatcher, expectedType interface{}, store cache.ReflectorStore, options cache.ReflectorOptions) *cache.Reflector {
	options.DisableWatchList = Lists()
	return cache.NewReflectorWithOptions(lw, expectedType, store, options)
}

// NewInformerWithOptions is cache.NewInformerWithOptions.
func NewInformerWithOptions(options cache.InformerOptions) (cache.Store, cache.Controller) {
	options.Engine, options.DisableWatchList = Engine(), Lists()
	return cache.NewInformerWithOptions(options)
}

// NewInformer is cache.NewInformer.
func NewInformer(lw cache.ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h cache.ResourceEventHandler) (cache.Store, cache.Controller) {
	return NewInformerWithOptions(cache.InformerOptions{ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h})
}

// NewIndexerInformer is cache.NewIndexerInformer.
func NewIndexerInformer(lw cache.ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h cache.ResourceEventHandler, indexers cache.Indexers) (cache.Indexer, cache.Controller) {
	return NewTransformingIndexerInformer(lw, objType, resyncPeriod, h, indexers, nil)
}

// NewTransformingInformer is cache.NewTransformingInformer.
func NewTransformingInformer(lw cache.ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h cache.ResourceEventHandler, transformer cache.TransformFunc) (cache.Store, cache.Controller) {
	return NewTransformingIndexerInformer(lw, objType, resyncPeriod, h, nil, transformer)
}

// NewTransformingIndexerInformer is cache.NewTransformingIndexerInformer.
func NewTransformingIndexerInformer(lw cache.ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h cache.ResourceEventHandler, indexers cache.Indexers, transformer cache.TransformFunc) (cache.Indexer, cache.Controller) {
	store, controller := NewInformerWithOptions(cache.InformerOptions{ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h, Indexers: indexers, Transform: transformer})
	return store.(cache.Indexer), controller // every store of core/cache is one
}

// NewSharedInformer is cache.NewSharedInformer.
func NewSharedInformer(lw cache.ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration) cache.SharedInformer {
	return NewSharedIndexInformer(lw, exampleObject, defaultEventHandlerResyncPeriod, cache.Indexers{})
}

// NewSharedIndexInformer is cache.NewSharedIndexInformer.
func NewSharedIndexInformer(lw cache.ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration, indexers cache.Indexers) cache.SharedIndexInformer {
	return NewSharedIndexInformerWithOptions(lw, exampleObject, cache.SharedIndexInformerOptions{
		ResyncPeriod: defaultEventHandlerResyncPeriod, Indexers: indexers})
}

// NewSharedIndexInformerWithOptions is cache.NewSharedIndexInformerWithOptions.
func NewSharedIndexInformerWithOptions(lw cache.ListerWatcher, exampleObject runtime.Object, options cache.SharedIndexInformerOptions) cache.SharedIndexInformer {
	options.Engine, options.DisableWatchList = Engine(), Lists()
	return cache.NewSharedIndexInformerWithOptions(lw, exampleObject, options)
}
