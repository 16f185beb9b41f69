package cache

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/naming"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// Reflector keeps a store as fresh as the API server: it lists and watches, or asks for a
// streaming list, and starts again when that breaks off. NewReflectorWithOptions makes one.
// The exported fields may be set before it runs.
type Reflector struct {
	// WatchListPageSize is how many objects a page of a LIST has; 0 is 500, or, where the
	// resourceVersion matters, one page for all.
	WatchListPageSize int64
	// ShouldResync is asked when the resync period has passed; nil is always.
	ShouldResync func() bool
	// MaxInternalErrorRetryDuration is how long a watch that ends with an internal error is
	// tried again at once; 0 is never.
	MaxInternalErrorRetryDuration time.Duration

	name            string
	typeDescription string
	expectedType    reflect.Type
	expectedGVK     *schema.GroupVersionKind
	store           ReflectorStore
	listerWatcher   ListerWatcherWithContext
	options         ReflectorOptions
	watchError      WatchErrorHandlerWithContext
	stream          bool
	clock           clock.Clock
	delay           wait.DelayFunc // of Options.Backoff; nil leaves it to the machine

	// Of the goroutine that runs:
	pages   pager
	machine *machine.Reflector[any] // made at the first run
	start   time.Time               // of the machine's time
	pause   uint32                  // the pause a ListAndWatch ended with; 0 is none

	mu sync.Mutex
	rv string // the machine's, once the store has what it stands for
}

// ReflectorOptions say how a Reflector is made. The zero value is the default.
type ReflectorOptions struct {
	// Logger replaces klog.Background().
	Logger *klog.Logger
	// Name is for logs; "" is the file and line that makes the Reflector.
	Name string
	// TypeDescription is for logs; "" is the expected type.
	TypeDescription string
	// ResyncPeriod is how often the store's Resync is called; 0 is never.
	ResyncPeriod time.Duration
	// MinWatchTimeout is the shortest time after which the server is asked to end a watch;
	// less than 5 min is 5 min. The longest is twice that.
	MinWatchTimeout time.Duration
	// Clock replaces the real clock.
	Clock clock.Clock
	// Backoff replaces the pauses after errors: 0.8 s, doubled up to 30 s, stretched by up to
	// as much again, anew after 2 min.
	Backoff *wait.Backoff

	// DisableWatchList starts with a LIST, as client-go does with its feature gate
	// WatchListClient off. The zero value starts with a streaming list, unless the
	// ListerWatcher has a method IsWatchListSemanticsUnSupported that returns true.
	DisableWatchList bool
}

// ResourceVersionUpdater is a store that is told the resourceVersion of every event.
type ResourceVersionUpdater interface {
	// UpdateResourceVersion is called after the event was stored.
	UpdateResourceVersion(resourceVersion string)
}

// WatchErrorHandler is told of an error that ended a list or watch before it began. It must
// return soon: the Reflector waits.
type WatchErrorHandler func(r *Reflector, err error)

// WatchErrorHandlerWithContext is a WatchErrorHandler with the context of the run.
type WatchErrorHandlerWithContext func(ctx context.Context, r *Reflector, err error)

// VeryShortWatchError says that a watch ended within a second without an event.
type VeryShortWatchError struct {
	// Name is the Reflector's.
	Name string
}

// Error names the Reflector.
func (e *VeryShortWatchError) Error() string {
	return fmt.Sprintf("very short watch: %s: Unexpected watch close - watch lasted less than a second and no items received", e.Name)
}

// internalPackages are left out when a Reflector is named for where it is made.
var internalPackages = []string{"core/cache/", "client-go/tools/cache/"}

const defaultExpectedTypeName = "<unspecified>"

// NewReflector returns a Reflector that fills store with objects of the type of expectedType;
// a nil expectedType takes all.
func NewReflector(lw ListerWatcher, expectedType interface{}, store ReflectorStore, resyncPeriod time.Duration) *Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, ReflectorOptions{ResyncPeriod: resyncPeriod})
}

// NewNamedReflector is NewReflector with a name for logs.
func NewNamedReflector(name string, lw ListerWatcher, expectedType interface{}, store ReflectorStore, resyncPeriod time.Duration) *Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, ReflectorOptions{Name: name, ResyncPeriod: resyncPeriod})
}

// NewNamespaceKeyedIndexerAndReflector returns a store with an index by namespace, and a
// Reflector that fills it.
func NewNamespaceKeyedIndexerAndReflector(lw ListerWatcher, expectedType interface{}, resyncPeriod time.Duration) (indexer Indexer, reflector *Reflector) {
	indexer = NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	return indexer, NewReflector(lw, expectedType, indexer, resyncPeriod)
}

// NewReflectorWithOptions is NewReflector with options. An *unstructured.Unstructured with a
// kind as expectedType takes only that kind.
func NewReflectorWithOptions(lw ListerWatcher, expectedType interface{}, store ReflectorStore, options ReflectorOptions) *Reflector {
	r := &Reflector{
		name:            options.Name,
		typeDescription: options.TypeDescription,
		expectedType:    reflect.TypeOf(expectedType),
		expectedGVK:     kindOf(expectedType),
		store:           store,
		listerWatcher:   ToListerWatcherWithContext(lw),
		options:         options,
		watchError:      DefaultWatchErrorHandler,
		stream:          !options.DisableWatchList && !lacksWatchList(lw),
		clock:           options.Clock,
	}
	if r.clock == nil {
		r.clock = clock.RealClock{}
	}
	if r.name == "" {
		r.name = naming.GetNameFromCallsite(internalPackages...)
	}
	if r.typeDescription == "" {
		r.typeDescription = describe(expectedType, r.expectedGVK)
	}
	if options.Backoff != nil {
		r.delay = options.Backoff.DelayWithReset(r.clock, backoffReset)
	}
	return r
}

// kindOf is the kind of an unstructured object; nil for all others.
func kindOf(obj interface{}) *schema.GroupVersionKind {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok || u == nil {
		return nil
	}
	if gvk := u.GroupVersionKind(); !gvk.Empty() {
		return &gvk
	}
	return nil
}

func describe(obj interface{}, gvk *schema.GroupVersionKind) string {
	switch {
	case obj == nil:
		return defaultExpectedTypeName
	case gvk != nil:
		return gvk.String()
	}
	return reflect.TypeOf(obj).String()
}

// Name is for logs.
func (r *Reflector) Name() string { return r.name }

// TypeDescription is for logs.
func (r *Reflector) TypeDescription() string { return r.typeDescription }

// LastSyncResourceVersion is the resourceVersion of the last list, event or bookmark; ""
// before the first.
func (r *Reflector) LastSyncResourceVersion() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rv
}

// Run is RunWithContext until stopCh is closed.
func (r *Reflector) Run(stopCh <-chan struct{}) { r.RunWithContext(wait.ContextForChannel(stopCh)) }

// RunWithContext lists and watches, again and again, until ctx ends. One goroutine at a time
// may run a Reflector.
func (r *Reflector) RunWithContext(ctx context.Context) {
	logger := klog.FromContext(ctx)
	logger.V(3).Info("Starting reflector", "type", r.typeDescription, "resyncPeriod", r.options.ResyncPeriod, "reflector", r.name)
	_ = r.run(ctx, true)
	logger.V(3).Info("Stopping reflector", "type", r.typeDescription, "resyncPeriod", r.options.ResyncPeriod, "reflector", r.name)
}

// ListAndWatch is ListAndWatchWithContext until stopCh is closed.
func (r *Reflector) ListAndWatch(stopCh <-chan struct{}) error {
	return r.ListAndWatchWithContext(wait.ContextForChannel(stopCh))
}

// ListAndWatchWithContext lists once, and watches until the watch has to begin anew from a
// list. It returns an error when it did not come to watch, and nil when ctx ends.
func (r *Reflector) ListAndWatchWithContext(ctx context.Context) error { return r.run(ctx, false) }
