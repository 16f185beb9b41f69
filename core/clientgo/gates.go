package clientgo

import (
	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/cache/gated"
)

// ByFeatureGates sets engine and way of listing as client-go's feature gates say, which environment
// variables such as KUBE_FEATURE_WatchListClient=false set. The Sources of this package do so for the
// informers of a factory; its options, such as WithEngine, go before.
func ByFeatureGates(o *cache.SharedIndexInformerOptions) {
	o.Engine, o.DisableWatchList = gated.Engine(), gated.Lists()
}
