package cache

import (
	"context"
	"errors"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// Config says what a Controller is made of. Queue, ListerWatcher and Process are required.
type Config struct {
	// Queue is what the Reflector fills and Process empties.
	Queue
	// ListerWatcher is where objects come from.
	ListerWatcher
	// Process is told of each change, as Deltas. What it returns an error for is lost.
	Process ProcessFunc
	// ProcessBatch, if set and Queue is a QueueWithBatch, is told of several changes at once.
	ProcessBatch ProcessBatchFunc
	// ObjectType is an example of the objects; others are left out. nil takes all.
	ObjectType runtime.Object
	// ObjectDescription is for logs; "" is ObjectType.
	ObjectDescription string
	// FullResyncPeriod is how often ShouldResync is asked; 0 is never.
	FullResyncPeriod time.Duration
	// MinWatchTimeout is the Reflector's.
	MinWatchTimeout time.Duration
	// ShouldResync says whether Queue.Resync is to be called; nil is always.
	ShouldResync ShouldResyncFunc
	// WatchErrorHandler replaces DefaultWatchErrorHandler; it goes before the next one.
	WatchErrorHandler WatchErrorHandler
	// WatchErrorHandlerWithContext replaces DefaultWatchErrorHandler.
	WatchErrorHandlerWithContext WatchErrorHandlerWithContext
	// WatchListPageSize is the Reflector's.
	WatchListPageSize int64

	// DisableWatchList starts with a LIST: see ReflectorOptions.
	DisableWatchList bool
	// Clock replaces the real clock.
	Clock clock.Clock
}

// ShouldResyncFunc says whether it is time for a resync.
type ShouldResyncFunc func() bool

// Controller runs a Reflector that fills a queue, and empties the queue.
type Controller interface {
	// RunWithContext works until ctx ends. It may be called once.
	RunWithContext(ctx context.Context)
	// Run is RunWithContext until stopCh is closed.
	Run(stopCh <-chan struct{})
	// HasSynced reports whether the first list was processed.
	HasSynced() bool
	// HasSyncedChecker is done when HasSynced.
	HasSyncedChecker() DoneChecker
	// LastSyncResourceVersion is the Reflector's; "" before the run.
	LastSyncResourceVersion() string
}

// New returns a Controller.
func New(c *Config) Controller { return newController(*c) }

func newController(config Config) *controller {
	c := &controller{config: config, clock: config.Clock}
	if c.clock == nil {
		c.clock = clock.RealClock{}
	}
	single := PopProcessFunc(config.Process)
	if q, ok := config.Queue.(QueueWithBatch); ok && config.ProcessBatch != nil {
		c.pop = func() error { return q.PopBatch(config.ProcessBatch, single) }
	} else {
		c.pop = func() error {
			_, err := config.Queue.Pop(single)
			return err
		}
	}
	return c
}

type controller struct {
	config Config
	clock  clock.Clock
	pop    func() error // takes something from the queue and processes it

	mu        sync.Mutex
	reflector *Reflector // nil before the run
}

// processPause is how long processing rests after a panic, where programs have switched off
// that a panic ends them, and after somebody else has closed the queue.
const processPause = time.Second

// Run works until stopCh is closed.
func (c *controller) Run(stopCh <-chan struct{}) { c.RunWithContext(wait.ContextForChannel(stopCh)) }

// RunWithContext works until ctx ends; then it closes the queue and waits for the Reflector.
func (c *controller) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	r := c.newReflector(klog.FromContext(ctx))
	c.mu.Lock()
	c.reflector = r
	c.mu.Unlock()

	var reading sync.WaitGroup
	defer reading.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a panic on its way out must not wait for a Reflector that goes on
	defer context.AfterFunc(ctx, c.config.Queue.Close)()
	reading.Go(func() { r.RunWithContext(ctx) })
	for ctx.Err() == nil {
		c.process(ctx)
		pause := c.clock.NewTimer(processPause)
		select {
		case <-ctx.Done():
		case <-pause.C():
		}
		pause.Stop()
	}
}

func (c *controller) newReflector(logger klog.Logger) *Reflector {
	r := NewReflectorWithOptions(c.config.ListerWatcher, c.config.ObjectType, c.config.Queue, ReflectorOptions{
		Logger:           &logger,
		ResyncPeriod:     c.config.FullResyncPeriod,
		MinWatchTimeout:  c.config.MinWatchTimeout,
		TypeDescription:  c.config.ObjectDescription,
		Clock:            c.clock,
		DisableWatchList: c.config.DisableWatchList,
	})
	r.ShouldResync = c.config.ShouldResync
	r.WatchListPageSize = c.config.WatchListPageSize
	if h := c.config.WatchErrorHandler; h != nil {
		r.watchError = func(_ context.Context, r *Reflector, err error) { h(r, err) }
	} else if h := c.config.WatchErrorHandlerWithContext; h != nil {
		r.watchError = h
	}
	return r
}

// process empties the queue until ctx ends or the queue is closed.
func (c *controller) process(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	for ctx.Err() == nil {
		err := c.pop()
		if errors.Is(err, ErrFIFOClosed) {
			return
		}
		if err != nil {
			klog.FromContext(ctx).V(2).Info("Changes could not be processed and are lost", "err", err)
		}
	}
}

// HasSynced reports whether the first list was processed.
func (c *controller) HasSynced() bool { return c.config.Queue.HasSynced() }

// HasSyncedChecker is the queue's.
func (c *controller) HasSyncedChecker() DoneChecker { return c.config.Queue.HasSyncedChecker() }

// LastSyncResourceVersion is the Reflector's.
func (c *controller) LastSyncResourceVersion() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reflector == nil {
		return ""
	}
	return c.reflector.LastSyncResourceVersion()
}
