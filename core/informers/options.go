package informers

import (
	"context"
	"reflect"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/clock"
)

// SharedInformerOption changes how a factory is made.
type SharedInformerOption func(*SharedInformerFactory)

// TweakListOptionsFunc changes what is asked of the API server, in lists and watches alike,
// such as a label selector.
type TweakListOptionsFunc func(*metav1.ListOptions)

// WithNamespace limits the factory to one namespace; "" is all.
func WithNamespace(namespace string) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.namespace = namespace }
}

// WithTweakListOptions limits what all informers list and watch.
func WithTweakListOptions(tweak TweakListOptionsFunc) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.tweak = tweak }
}

// WithTransform sets the transform of all informers.
func WithTransform(transform cache.TransformFunc) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.transform = transform }
}

// WithCustomResyncConfig gives the types of some objects a resync period of their own.
func WithCustomResyncConfig(resync map[metav1.Object]time.Duration) SharedInformerOption {
	return func(f *SharedInformerFactory) {
		for o, d := range resync {
			f.byType[reflect.TypeOf(o)] = d
		}
	}
}

// WithCustomResync gives some resources a resync period of their own. It goes before a period
// of their type.
func WithCustomResync(resync map[schema.GroupVersionResource]time.Duration) SharedInformerOption {
	return func(f *SharedInformerFactory) {
		for gvr, d := range resync {
			f.byGVR[gvr] = d
		}
	}
}

// WithInformerName publishes metrics of the informers under a name, which Shutdown releases.
func WithInformerName(name *cache.InformerName) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.name = name }
}

// WithEngine chooses how informers work inside; the default is what client-go does today.
func WithEngine(e cache.Engine) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.options.Engine = e }
}

// WithoutWatchList lets informers start with a LIST instead of a streaming list.
func WithoutWatchList() SharedInformerOption {
	return func(f *SharedInformerFactory) { f.options.DisableWatchList = true }
}

// WithClock replaces the real clock of the informers.
func WithClock(c clock.WithTicker) SharedInformerOption {
	return func(f *SharedInformerFactory) { f.options.Clock = c }
}

// listerWatcher is the Source's, with the factory's namespace and tweak.
func (f *SharedInformerFactory) listerWatcher(gvr schema.GroupVersionResource) cache.ListerWatcher {
	lw := f.source.ListerWatcher(gvr, f.namespace)
	if f.tweak == nil {
		return lw
	}
	with := cache.ToListerWatcherWithContext(lw)
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			f.tweak(&o)
			return with.ListWithContext(ctx, o)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			f.tweak(&o)
			return with.WatchWithContext(ctx, o)
		},
	}, lw)
}
