package cache

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// sharedIndexInformer is machines and when they are called. A Reflector fills the intake,
// the goroutine of Run takes batches out of it, changes the store and puts notifications
// into the mailboxes of the handlers, each of which has a goroutine.
type sharedIndexInformer struct {
	listerWatcher ListerWatcher
	example       runtime.Object
	options       SharedIndexInformerOptions
	clock         clock.WithTicker
	store         *cache
	mutations     MutationDetector
	synced        chan struct{} // closed when the store has held a complete list

	// life is taken before all other locks. It guards what follows it.
	life             sync.Mutex
	started, stopped bool
	watchErrors      WatchErrorHandlerWithContext
	transform        TransformFunc
	reflector        *Reflector

	// block is held while a batch is processed, and while a handler comes or goes.
	block    sync.Mutex
	informer *machine.Informer[any]
	handlers []*registration // in the order the machine has them
	calling  bool            // handlers have goroutines
	calls    sync.WaitGroup  // those goroutines
}

// NewSharedInformer returns an informer of the objects lw lists, which have the type of
// exampleObject; a nil exampleObject takes all types.
func NewSharedInformer(lw ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration) SharedInformer {
	return NewSharedIndexInformer(lw, exampleObject, defaultEventHandlerResyncPeriod, Indexers{})
}

// NewSharedIndexInformer is NewSharedInformer with indices.
func NewSharedIndexInformer(lw ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration, indexers Indexers) SharedIndexInformer {
	return NewSharedIndexInformerWithOptions(lw, exampleObject, SharedIndexInformerOptions{
		ResyncPeriod: defaultEventHandlerResyncPeriod, Indexers: indexers})
}

// NewSharedIndexInformerWithOptions is NewSharedInformer with options.
func NewSharedIndexInformerWithOptions(lw ListerWatcher, exampleObject runtime.Object, options SharedIndexInformerOptions) SharedIndexInformer {
	store := newCache(DeletionHandlingMetaNamespaceKeyFunc, options.Indexers,
		WithStoreMetrics(options.Identifier, options.InformerMetricsProvider), withEngine(options.Engine))
	s := &sharedIndexInformer{
		listerWatcher: lw, example: exampleObject, options: options, clock: options.Clock, store: store,
		mutations: NewCacheMutationDetector(fmt.Sprintf("%T", exampleObject)),
		synced:    make(chan struct{}),
		informer:  machine.NewInformer(storeMeta, store.index, machine.Dur(options.ResyncPeriod)),
	}
	if s.clock == nil {
		s.clock = clock.RealClock{}
	}
	return s
}

func (s *sharedIndexInformer) now() machine.Time { return s.clock.Now().UnixNano() }

// name is the informer's in DoneCheckers.
func (s *sharedIndexInformer) name() string { return fmt.Sprintf("SharedIndexInformer %T", s.example) }

// Run runs the informer until stopCh is closed.
func (s *sharedIndexInformer) Run(stopCh <-chan struct{}) {
	s.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext runs the informer until ctx is cancelled and no handler is called any more.
func (s *sharedIndexInformer) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	reflector, in := s.start(ctx)
	if reflector == nil {
		klog.FromContext(ctx).Info("Warning: the sharedIndexInformer has started, run more than once is not allowed")
		return
	}
	// The handlers stop strictly after the last batch, and the detector with them.
	var watching sync.WaitGroup
	watched := make(chan struct{})
	watching.Go(func() { s.mutations.Run(watched) })
	defer watching.Wait()
	defer close(watched)
	defer s.stop()

	var reading sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	reading.Go(func() { reflector.RunWithContext(ctx) })
	defer reading.Wait()
	defer context.AfterFunc(ctx, in.close)()
	defer cancel() // a panic on its way out must not wait for a reflector that runs on
	s.work(ctx, in)
}

// start makes the parts that exist only in a running informer; nil when it has run before.
func (s *sharedIndexInformer) start(ctx context.Context) (*Reflector, *intake) {
	s.life.Lock()
	defer s.life.Unlock()
	if s.started {
		return nil, nil
	}
	s.started = true
	s.block.Lock()
	defer s.block.Unlock()
	resync := s.informer.Start()
	in := newIntake(newMachineFIFO(s.options.Engine, s.store), s.transform)
	id := s.options.Identifier
	if p := informerProvider(id, s.options.InformerMetricsProvider); p != nil && !s.options.Engine.row().Trays {
		in.queued, in.latency = p.NewQueuedItemMetric(id), p.NewProcessingLatencyMetric(id)
	}
	logger := klog.FromContext(ctx)
	s.reflector = NewReflectorWithOptions(s.listerWatcher, s.example, in, ReflectorOptions{
		Logger: &logger, ResyncPeriod: time.Duration(resync), TypeDescription: s.options.ObjectDescription, Clock: s.clock,
		DisableWatchList: s.options.DisableWatchList,
	})
	s.reflector.ShouldResync = s.resyncDue
	if s.watchErrors != nil {
		s.reflector.watchError = s.watchErrors
	}
	s.calling = true
	for _, r := range s.handlers {
		s.calls.Go(r.run)
	}
	return s.reflector, in
}

// stop lets handlers end the call they are in. No handler is added from now on.
func (s *sharedIndexInformer) stop() {
	s.life.Lock()
	s.stopped = true
	s.life.Unlock()

	s.block.Lock()
	for _, r := range s.handlers {
		s.informer.RemoveHandler(r.id)
		r.shut(true)
	}
	s.handlers, s.calling = nil, false
	s.block.Unlock()
	s.calls.Wait()
}

// newMachineFIFO returns the queue before store that engine e has.
func newMachineFIFO(e Engine, store *cache) machine.FIFO[any] {
	return machine.NewFIFO(e.row(), machine.FIFOConfig[any]{Meta: storeMeta, Known: knownObjects{store}})
}

// knownObjects shows a locked store to a FIFO.
type knownObjects struct{ store *cache }

func (k knownObjects) Get(key string) (any, bool) { return k.store.threadSafeMap.Get(key) }
func (k knownObjects) Keys() []string             { return k.store.ListKeys() }

// HasSynced reports whether the store has held a complete list.
func (s *sharedIndexInformer) HasSynced() bool { return IsDone(s.HasSyncedChecker()) }

// HasSyncedChecker is HasSynced to wait for.
func (s *sharedIndexInformer) HasSyncedChecker() DoneChecker { return informerDone{s} }

// informerDone makes the name only for those who ask.
type informerDone struct{ s *sharedIndexInformer }

func (d informerDone) Name() string          { return d.s.name() }
func (d informerDone) Done() <-chan struct{} { return d.s.synced }

// LastSyncResourceVersion is how far the reflector has read.
func (s *sharedIndexInformer) LastSyncResourceVersion() string {
	s.life.Lock()
	defer s.life.Unlock()
	if s.reflector == nil {
		return ""
	}
	return s.reflector.LastSyncResourceVersion()
}

// GetStore returns the local copy.
func (s *sharedIndexInformer) GetStore() Store { return s.store }

// GetIndexer returns the local copy.
func (s *sharedIndexInformer) GetIndexer() Indexer { return s.store }

// AddIndexers adds indices to the local copy.
func (s *sharedIndexInformer) AddIndexers(indexers Indexers) error {
	s.life.Lock()
	defer s.life.Unlock()
	if s.stopped {
		return fmt.Errorf("indexer was not added because it has stopped already")
	}
	return s.store.AddIndexers(indexers)
}

// IsStopped reports whether the informer has run and stopped.
func (s *sharedIndexInformer) IsStopped() bool {
	s.life.Lock()
	defer s.life.Unlock()
	return s.stopped
}

// SetWatchErrorHandler sets who hears of failing lists and watches.
func (s *sharedIndexInformer) SetWatchErrorHandler(handler WatchErrorHandler) error {
	return s.SetWatchErrorHandlerWithContext(func(_ context.Context, r *Reflector, err error) { handler(r, err) })
}

// SetWatchErrorHandlerWithContext sets who hears of failing lists and watches.
func (s *sharedIndexInformer) SetWatchErrorHandlerWithContext(handler WatchErrorHandlerWithContext) error {
	return s.set(func() { s.watchErrors = handler })
}

// SetTransform sets what changes objects before they are stored.
func (s *sharedIndexInformer) SetTransform(handler TransformFunc) error {
	return s.set(func() { s.transform = handler })
}

// set changes what must not change in a running informer.
func (s *sharedIndexInformer) set(change func()) error {
	s.life.Lock()
	defer s.life.Unlock()
	if s.started {
		return fmt.Errorf("informer has already started")
	}
	change()
	return nil
}

// GetController returns what shows the informer as a Controller.
func (s *sharedIndexInformer) GetController() Controller { return idleController{s} }

// idleController is an informer as a Controller that cannot be run.
type idleController struct{ s *sharedIndexInformer }

func (c idleController) Run(<-chan struct{})             {}
func (c idleController) RunWithContext(context.Context)  {}
func (c idleController) HasSynced() bool                 { return c.s.HasSynced() }
func (c idleController) HasSyncedChecker() DoneChecker   { return c.s.HasSyncedChecker() }
func (c idleController) LastSyncResourceVersion() string { return c.s.LastSyncResourceVersion() }
