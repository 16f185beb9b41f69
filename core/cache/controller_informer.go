package cache

import (
	"fmt"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// InformerOptions say what NewInformerWithOptions makes. ListerWatcher and Handler are
// required.
type InformerOptions struct {
	// Logger replaces klog.Background().
	Logger *klog.Logger
	// ListerWatcher is where objects come from.
	ListerWatcher ListerWatcher
	// ObjectType is an example of the objects; others are left out. nil takes all.
	ObjectType runtime.Object
	// Handler is told of each change, after the store shows it. The informer waits for it.
	Handler ResourceEventHandler
	// ResyncPeriod is how often Handler gets an update for every stored object; 0 is never.
	ResyncPeriod time.Duration
	// MinWatchTimeout is the Reflector's.
	MinWatchTimeout time.Duration
	// Indexers are the store's indices; nil is none.
	Indexers Indexers
	// Transform changes objects before they are stored.
	Transform TransformFunc
	// Identifier names the informer in metrics.
	Identifier InformerNameAndResource
	// InformerMetricsProvider makes them; nil is that of SetInformerMetricsProvider.
	InformerMetricsProvider InformerMetricsProvider

	// Engine is how the informer works inside. client-go chooses it by feature gates.
	Engine Engine
	// DisableWatchList starts with a LIST: see ReflectorOptions.
	DisableWatchList bool
	// Clock replaces the real clock.
	Clock clock.Clock
}

// NewInformerWithOptions returns a store and the Controller that fills it and tells a
// handler. With Indexers the store is an Indexer. For several handlers make a shared informer.
func NewInformerWithOptions(options InformerOptions) (Store, Controller) {
	return newInformer(options)
}

// NewInformer is NewInformerWithOptions with a resync period.
//
// Deprecated: use NewInformerWithOptions.
func NewInformer(lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler) (Store, Controller) {
	return NewTransformingInformer(lw, objType, resyncPeriod, h, nil)
}

// NewIndexerInformer is NewInformerWithOptions with a resync period and indices.
//
// Deprecated: use NewInformerWithOptions.
func NewIndexerInformer(lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler, indexers Indexers) (Indexer, Controller) {
	return NewTransformingIndexerInformer(lw, objType, resyncPeriod, h, indexers, nil)
}

// NewTransformingInformer is NewInformerWithOptions with a resync period and a transform.
//
// Deprecated: use NewInformerWithOptions.
func NewTransformingInformer(lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler, transformer TransformFunc) (Store, Controller) {
	return NewTransformingIndexerInformer(lw, objType, resyncPeriod, h, nil, transformer)
}

// NewTransformingIndexerInformer is NewInformerWithOptions with a resync period, indices and a
// transform.
//
// Deprecated: use NewInformerWithOptions.
func NewTransformingIndexerInformer(lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler, indexers Indexers, transformer TransformFunc) (Indexer, Controller) {
	return newInformer(InformerOptions{ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h, Indexers: indexers, Transform: transformer})
}

func newInformer(options InformerOptions) (*cache, *controller) {
	store := newCache(DeletionHandlingMetaNamespaceKeyFunc, options.Indexers,
		WithStoreMetrics(options.Identifier, options.InformerMetricsProvider), withEngine(options.Engine))
	queue, line, begin := newEngineQueue(options, store)
	c := newController(Config{
		Queue:            queue,
		ListerWatcher:    options.ListerWatcher,
		ObjectType:       options.ObjectType,
		FullResyncPeriod: options.ResyncPeriod,
		MinWatchTimeout:  options.MinWatchTimeout,
		DisableWatchList: options.DisableWatchList,
		Clock:            options.Clock,
	})
	l := &listening{store: store, informer: machine.NewInformer(storeMeta, store.index, 0), handler: options.Handler}
	c.pop = func() error { return line.pop(begin, l.process) }
	return store, c
}

// newEngineQueue returns the queue before store, its shell and its machine's Begin.
func newEngineQueue(options InformerOptions, store *cache) (Queue, *line, func() (machine.Batch[any], machine.Got)) {
	engine := options.Engine.row()
	if engine.Trays {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{
			Logger:                options.Logger,
			Name:                  fmt.Sprintf("DeltaFIFO %T", options.ObjectType),
			KnownObjects:          store,
			EmitDeltaTypeReplaced: true,
			Transformer:           options.Transform,
		})
		return f, &f.line, f.fifo.Begin
	}
	o := RealFIFOOptions{
		Logger:          options.Logger,
		Name:            fmt.Sprintf("RealFIFO %T", options.ObjectType),
		Transformer:     options.Transform,
		Identifier:      options.Identifier,
		MetricsProvider: options.InformerMetricsProvider,
	}
	o.AtomicEvents, o.UnlockWhileProcessing, o.EmitDeltaTypeBookmark = engine.Atomic, engine.Unlock, engine.Atomic
	if !engine.Atomic {
		o.KnownObjects = store
	}
	f := NewRealFIFOWithOptions(o)
	if engine.Batch <= 1 {
		return f, &f.line, f.one
	}
	return f, &f.line, f.tape.Begin
}

// listening is a store with one handler.
type listening struct {
	store    *cache
	informer *machine.Informer[any]
	handler  ResourceEventHandler
}

// process makes the changes of a batch one by one, and tells the handler of each, with the
// store's lock free.
func (l *listening) process(b machine.Batch[any]) error {
	defer l.informer.Abandon()
	l.informer.Begin(b)
	for {
		notes, more, err := l.change()
		for i := range notes {
			tell(l.handler, &notes[i])
		}
		if !more || err != nil {
			return err
		}
	}
}

func (l *listening) change() (notes []machine.Note[any], more bool, err error) {
	l.store.mu.Lock()
	defer l.store.mu.Unlock()
	notes, more, err = l.informer.Next()
	setVersion(l.store.version, l.store.index.RV())
	return notes, more, err
}

// tell calls the method of h that n is for.
func tell(h ResourceEventHandler, n *machine.Note[any]) {
	switch n.Kind {
	case machine.NoteAdd:
		h.OnAdd(n.New, n.Initial)
	case machine.NoteUpdate:
		h.OnUpdate(n.Old, n.New)
	case machine.NoteDelete:
		if n.Unknown {
			h.OnDelete(DeletedFinalStateUnknown{Key: n.Key, Obj: n.Old})
		} else {
			h.OnDelete(n.Old)
		}
	}
}
