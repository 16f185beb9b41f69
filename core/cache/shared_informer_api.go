package cache

import (
	"context"
	"time"

	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// SharedInformer keeps a local copy of a collection of objects and tells any number of
// handlers of every change of it. NewSharedInformer makes one.
//
// The copy follows the API server: every state it shows was a state there, in order for
// each object, some states left out. It starts empty and fills during Run. Handlers hear of
// a change after the copy shows it. One handler has one notification at a time, in order;
// between handlers there is no order. An object that was deleted and made anew while the
// informer could not see it is one update, from the old UID to the new.
// Source: client-go tools/cache, shared_informer.go (v0.37).
type SharedInformer interface {
	// AddEventHandler is AddEventHandlerWithOptions without options.
	AddEventHandler(handler ResourceEventHandler) (ResourceEventHandlerRegistration, error)
	// AddEventHandlerWithResyncPeriod is AddEventHandlerWithOptions with a resync period; 0
	// is none.
	AddEventHandlerWithResyncPeriod(handler ResourceEventHandler, resyncPeriod time.Duration) (ResourceEventHandlerRegistration, error)
	// AddEventHandlerWithOptions adds a handler. Added to a running informer it hears of
	// every stored object first, with isInInitialList. It fails when the informer has
	// stopped.
	AddEventHandlerWithOptions(handler ResourceEventHandler, options HandlerOptions) (ResourceEventHandlerRegistration, error)
	// RemoveEventHandler removes a handler: what waits for it is dropped, a call that runs
	// goes on. It may be called again. It fails when handle is not from an informer; see
	// ShutDownEventHandler for waiting.
	RemoveEventHandler(handle ResourceEventHandlerRegistration) error
	// GetStore returns the local copy: read only.
	GetStore() Store
	// GetController returns a Controller whose Run does nothing: the informer runs itself.
	GetController() Controller
	// Run is RunWithContext until stopCh is closed.
	Run(stopCh <-chan struct{})
	// RunWithContext runs the informer until ctx is cancelled and all calls of handlers
	// have returned. A second call returns at once.
	RunWithContext(ctx context.Context)
	// HasSynced reports whether the copy has held a complete list. Handlers may be behind;
	// ask their registrations.
	HasSynced() bool
	// HasSyncedChecker is HasSynced to wait for.
	HasSyncedChecker() DoneChecker
	// LastSyncResourceVersion is how far the informer has read; "" before the first list.
	LastSyncResourceVersion() string
	// SetWatchErrorHandler is SetWatchErrorHandlerWithContext without the context.
	SetWatchErrorHandler(handler WatchErrorHandler) error
	// SetWatchErrorHandlerWithContext sets who hears of failing lists and watches, in place
	// of DefaultWatchErrorHandler. It fails once the informer has started.
	SetWatchErrorHandlerWithContext(handler WatchErrorHandlerWithContext) error
	// SetTransform sets what changes each object before it is stored. It fails once the
	// informer has started.
	SetTransform(handler TransformFunc) error
	// IsStopped reports whether the informer has run and stopped; it never runs again.
	IsStopped() bool
}

// SharedIndexInformer is a SharedInformer whose copy has indices.
type SharedIndexInformer interface {
	SharedInformer
	// AddIndexers adds indices, also while the informer runs. It fails when a name is taken
	// or the informer has stopped.
	AddIndexers(indexers Indexers) error
	// GetIndexer returns the local copy, the same as GetStore: read only.
	GetIndexer() Indexer
}

// ResourceEventHandlerRegistration names a handler of one informer and tells when it has
// seen the initial list.
type ResourceEventHandlerRegistration interface {
	// HasSynced reports whether the informer has synced and the handler has returned from
	// OnAdd for every object of the initial list. A panic in one of these calls means never.
	HasSynced() bool
	// HasSyncedChecker is HasSynced to wait for.
	HasSyncedChecker() DoneChecker
}

// HandlerOptions are what AddEventHandlerWithOptions may be told; the zero value is the
// default.
type HandlerOptions struct {
	// Logger replaces klog.Background().
	Logger *klog.Logger
	// ResyncPeriod is how often the handler wants an update for every stored object; 0 is
	// never, nil the informer's own period. It is at least a second, and rounded up to a
	// multiple of the informer's shortest period. An informer with period 0 never resyncs.
	ResyncPeriod *time.Duration
}

// SharedIndexInformerOptions say how a shared informer is made. The zero value is an
// informer without resync and indices on the real clock, with the engine client-go has
// today.
type SharedIndexInformerOptions struct {
	// ResyncPeriod is how often handlers that name no period of their own hear of every
	// stored object; 0 is never, for all handlers.
	ResyncPeriod time.Duration
	// Indexers are the indices the copy starts with.
	Indexers Indexers
	// ObjectDescription names the objects in logs; "" is their type.
	ObjectDescription string

	// Identifier names the informer in metrics.
	Identifier InformerNameAndResource
	// InformerMetricsProvider gets the metrics of an informer with an Identifier; nil is
	// nobody.
	InformerMetricsProvider InformerMetricsProvider

	// Engine is the kind of queue between API server and copy. client-go chooses it by
	// feature gates.
	Engine Engine
	// DisableWatchList starts with a LIST, as client-go does with its feature gate
	// WatchListClient off; see ReflectorOptions.
	DisableWatchList bool
	// Clock replaces the real clock.
	Clock clock.WithTicker
}
