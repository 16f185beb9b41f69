package informers

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
)

// Source is where a factory's objects come from.
type Source struct {
	// ListerWatcher returns what lists and watches a resource in a namespace; "" is all.
	ListerWatcher func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher
	// Example is an object as ListerWatcher returns them, such as an
	// *unstructured.Unstructured; nil when they have the type of their resource.
	Example runtime.Object
	// Configure changes what the informers of a factory start from, before the factory's own
	// options; nil changes nothing.
	Configure func(*cache.SharedIndexInformerOptions)
}

// NewInformerFunc makes an informer for InformerFor.
type NewInformerFunc func(source Source, resync time.Duration) cache.SharedIndexInformer

// Resource names an informer of a factory.
type Resource struct {
	// GroupVersionResource is zero for one that InformerFor has made.
	schema.GroupVersionResource
	// Type is the type of the objects; nil when the Source does not say.
	Type reflect.Type
}

// String is like: /v1, Resource=pods as *v1.Pod.
func (r Resource) String() string {
	return fmt.Sprintf("%v as %v", r.GroupVersionResource, r.Type)
}

// SharedInformerFactory holds one informer for each resource and type. It is safe for
// concurrent use; NewSharedInformerFactory makes one.
// Source: client-go informers, factory.go; dynamic/dynamicinformer (v0.37).
type SharedInformerFactory struct {
	source    Source
	resync    time.Duration
	byType    map[reflect.Type]time.Duration
	byGVR     map[schema.GroupVersionResource]time.Duration
	namespace string
	tweak     TweakListOptionsFunc
	options   cache.SharedIndexInformerOptions
	name      *cache.InformerName
	transform cache.TransformFunc

	mu        sync.Mutex
	order     []Resource // in which informers were asked for
	informers map[Resource]cache.SharedIndexInformer
	started   map[Resource]bool
	shut      bool
	running   sync.WaitGroup
}

// NewSharedInformerFactory returns a factory without informers for all namespaces.
// defaultResync is the resync period of its informers; 0 is none.
func NewSharedInformerFactory(source Source, defaultResync time.Duration) *SharedInformerFactory {
	return NewSharedInformerFactoryWithOptions(source, defaultResync)
}

// NewFilteredSharedInformerFactory returns a factory for one namespace, which lists and
// watches what tweak asks for; nil is everything.
func NewFilteredSharedInformerFactory(source Source, defaultResync time.Duration, namespace string, tweak TweakListOptionsFunc) *SharedInformerFactory {
	return NewSharedInformerFactoryWithOptions(source, defaultResync, WithNamespace(namespace), WithTweakListOptions(tweak))
}

// NewSharedInformerFactoryWithOptions returns a factory with options.
func NewSharedInformerFactoryWithOptions(source Source, defaultResync time.Duration, options ...SharedInformerOption) *SharedInformerFactory {
	f := &SharedInformerFactory{
		source: source, resync: defaultResync, namespace: metav1.NamespaceAll,
		byType: map[reflect.Type]time.Duration{}, byGVR: map[schema.GroupVersionResource]time.Duration{},
		informers: map[Resource]cache.SharedIndexInformer{}, started: map[Resource]bool{},
	}
	if source.Configure != nil {
		source.Configure(&f.options)
	}
	for _, o := range options {
		o(f)
	}
	return f
}

// ForResource returns the informer of a resource, whose objects are as the Source gives them.
func (f *SharedInformerFactory) ForResource(gvr schema.GroupVersionResource) GenericInformer {
	r := Resource{gvr, reflect.TypeOf(f.source.Example)}
	return genericInformer{f.informer(r, f.source.Example, f.listerWatcher(gvr)), gvr.GroupResource()}
}

// InformerFor returns the informer of the type of obj, which newFunc makes when there is
// none.
func (f *SharedInformerFactory) InformerFor(obj runtime.Object, newFunc NewInformerFunc) cache.SharedIndexInformer {
	r := Resource{Type: reflect.TypeOf(obj)}
	return f.get(r, func(resync time.Duration) cache.SharedIndexInformer { return newFunc(f.source, resync) })
}

// informer returns r's informer, made of lw when there is none.
func (f *SharedInformerFactory) informer(r Resource, example runtime.Object, lw cache.ListerWatcher) cache.SharedIndexInformer {
	return f.get(r, func(resync time.Duration) cache.SharedIndexInformer {
		o := f.options
		o.ResyncPeriod = resync
		o.Indexers = cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
		o.ObjectDescription = r.GroupVersionResource.String()
		if f.name != nil {
			o.Identifier = f.name.WithResource(r.GroupVersionResource)
		}
		return cache.NewSharedIndexInformerWithOptions(lw, example, o)
	})
}

func (f *SharedInformerFactory) get(r Resource, build func(resync time.Duration) cache.SharedIndexInformer) cache.SharedIndexInformer {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i, ok := f.informers[r]; ok {
		return i
	}
	resync, ok := f.byGVR[r.GroupVersionResource]
	if !ok {
		if resync, ok = f.byType[r.Type]; !ok {
			resync = f.resync
		}
	}
	i := build(resync)
	if f.transform != nil {
		_ = i.SetTransform(f.transform) // fails only for an informer newFunc has started
	}
	f.informers[r], f.order = i, append(f.order, r)
	return i
}

// Start is StartWithContext until stopCh is closed.
func (f *SharedInformerFactory) Start(stopCh <-chan struct{}) {
	f.StartWithContext(wait.ContextForChannel(stopCh))
}

// StartWithContext starts the informers that were asked for and do not run, until ctx is
// cancelled. It does not wait. After Shutdown it does nothing.
func (f *SharedInformerFactory) StartWithContext(ctx context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shut {
		return
	}
	for _, r := range f.order {
		if !f.started[r] {
			f.started[r] = true
			i := f.informers[r] // the map is read under the lock only
			f.running.Go(func() { i.RunWithContext(ctx) })
		}
	}
}

// Shutdown lets no informer start any more and waits until all that run have stopped, which
// their contexts have to tell them. It may be called again, and at the same time.
func (f *SharedInformerFactory) Shutdown() {
	f.mu.Lock()
	f.shut = true
	f.mu.Unlock()
	f.running.Wait()
	f.name.Release()
}

// WaitForCacheSync waits until the informers that were started have synced, or stopCh is
// closed, and says which have.
func (f *SharedInformerFactory) WaitForCacheSync(stopCh <-chan struct{}) map[Resource]bool {
	return f.WaitForCacheSyncWithContext(wait.ContextForChannel(stopCh)).Synced
}

// WaitForCacheSyncWithContext waits until the informers that were started have synced, or ctx
// is cancelled. Their handlers may be behind.
func (f *SharedInformerFactory) WaitForCacheSyncWithContext(ctx context.Context) SyncResult {
	f.mu.Lock()
	started := map[Resource]cache.SharedIndexInformer{}
	var checks []cache.DoneChecker
	for r := range f.started {
		started[r] = f.informers[r]
		checks = append(checks, f.informers[r].HasSyncedChecker())
	}
	f.mu.Unlock()

	cache.WaitFor(ctx, "", checks...)
	result := SyncResult{Synced: map[Resource]bool{}}
	for r, i := range started {
		result.Synced[r] = i.HasSynced()
		if !result.Synced[r] {
			result.Err = context.Cause(ctx)
		}
	}
	return result
}

// SyncResult is how WaitForCacheSyncWithContext ended.
type SyncResult struct {
	// Err is the cause of the context; nil when all have synced.
	Err error
	// Synced says for each informer that was started whether it has synced.
	Synced map[Resource]bool
}

// AsError names what has not synced and wraps Err; nil when all have synced.
func (s SyncResult) AsError() error {
	if s.Err == nil {
		return nil
	}
	var missing []string
	for r, synced := range s.Synced {
		if !synced {
			missing = append(missing, r.String())
		}
	}
	slices.Sort(missing)
	return fmt.Errorf("informers: failed to sync: %s: %w", strings.Join(missing, "; "), s.Err)
}
