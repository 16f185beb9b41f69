package clientgo

import (
	"github.com/informerscope/informerscope/core/cache"
	"k8s.io/client-go/features"
)

// ByFeatureGates sets engine and way of listing as client-go's feature gates say, which environment
// variables such as KUBE_FEATURE_WatchListClient=false set. The Sources of this package do so for the
// informers of a factory; its options, such as WithEngine, go before.
// With AtomicFIFO a batch is always handed out whole and with the FIFO free, whatever
// InOrderInformersBatchProcess and UnlockWhileProcessingFIFO say.
// Source: client-go tools/cache, controller.go and reflector.go (v0.37).
func ByFeatureGates(o *cache.SharedIndexInformerOptions) {
	on := features.FeatureGates().Enabled
	switch {
	case !on(features.InOrderInformers):
		o.Engine = cache.EngineClassic
	case on(features.AtomicFIFO):
		o.Engine = cache.EngineAtomic
	case on(features.InOrderInformersBatchProcess):
		o.Engine = cache.EngineOrderedBatches
	default:
		o.Engine = cache.EngineOrdered
	}
	o.DisableWatchList = !on(features.WatchListClient)
}
