package workqueue

import (
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/alarm"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// TypedDelayingInterface is a work queue to which an item can be added later.
type TypedDelayingInterface[T comparable] interface {
	TypedInterface[T]
	// AddAfter adds item when duration has passed, or at once if it is not positive. Of two
	// times for one item the earlier counts; there is no way to take it back.
	AddAfter(item T, duration time.Duration)
}

// TypedDelayingQueueConfig says how a delaying queue is made. The zero value is a queue
// without a name on the real clock.
type TypedDelayingQueueConfig[T comparable] struct {
	// Logger is told of a panic in Queue.Add; nil is klog's.
	Logger *klog.Logger
	// Name names the queue in metrics; without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil is the one of SetProvider, if any.
	MetricsProvider MetricsProvider
	// Clock replaces the real clock.
	Clock clock.WithTicker
	// Queue replaces the queue that items are added to.
	Queue TypedInterface[T]
	// Trace sees what happens in the queue; nil is nobody. client-go has no such field. A
	// Queue of another make is not seen, what waits for its time is.
	Trace *Trace
}

// NewTypedDelayingQueue returns a delaying queue without a name.
func NewTypedDelayingQueue[T comparable]() TypedDelayingInterface[T] {
	return NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[T]{})
}

// TypedNewDelayingQueue is NewTypedDelayingQueue; client-go keeps it for old programs.
//
// Deprecated: use NewTypedDelayingQueue.
func TypedNewDelayingQueue[T comparable]() TypedDelayingInterface[T] {
	return NewTypedDelayingQueue[T]()
}

// NewTypedDelayingQueueWithConfig returns a delaying queue as config says.
func NewTypedDelayingQueueWithConfig[T comparable](config TypedDelayingQueueConfig[T]) TypedDelayingInterface[T] {
	return newDelaying(config)
}

// delaying is a queue with a heap of waiting items beside it. Over a queue of this package
// it shares the queue's lock, so that item and heap change together.
type delaying[T comparable] struct {
	TypedInterface[T]
	mu      *sync.Mutex
	add     func(T)     // to the queue, with mu held
	shut    func() bool // whether the queue is shut down, with mu held
	stopped bool
	heap    *machine.Delay[T]
	retries CounterMetric // nil without metrics
	trace   *Trace        // nil without an observer

	clock  clock.PassiveClock
	start  time.Time   // of the heap's time
	alarm  alarm.Alarm // rings when the first item is due
	logger klog.Logger
}

func newDelaying[T comparable](config TypedDelayingQueueConfig[T]) *delaying[T] {
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	if config.Queue == nil {
		config.Queue = NewTypedWithConfig(TypedQueueConfig[T]{Name: config.Name,
			MetricsProvider: config.MetricsProvider, Clock: config.Clock, Trace: config.Trace})
	}
	q := &delaying[T]{
		TypedInterface: config.Queue,
		clock:          config.Clock,
		start:          config.Clock.Now(),
		trace:          config.Trace,
		logger:         klog.Background(),
	}
	if config.Logger != nil {
		q.logger = *config.Logger
	}
	if own, ok := config.Queue.(*Typed[T]); ok {
		q.mu, q.add, q.shut = &own.mu, own.add, own.queue.ShuttingDown
	} else {
		q.mu, q.add, q.shut = &sync.Mutex{}, config.Queue.Add, config.Queue.ShuttingDown
	}
	if q.trace != nil {
		q.trace.join(q.mu, q.clock)
		q.start = q.trace.start
	}
	q.heap = machine.NewDelay(q.trace.Part(config.Name, "heap"), KeyerOf[T](q.trace))
	if p := providerFor(config.Name, config.MetricsProvider); p != nil {
		q.retries = p.NewRetriesMetric(config.Name)
	}
	q.alarm = alarm.New(config.Clock, q.ring)
	return q
}

// AddAfter adds item when duration has passed. Nothing is added after ShutDown.
func (q *delaying[T]) AddAfter(item T, duration time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	q.trace.Stamp(now)
	placed := q.heap.AddAfter(now, item, int64(duration), q.stopped || q.shut())
	if q.retries != nil && placed != machine.PlacedDropped {
		q.retries.Inc()
	}
	switch placed {
	case machine.PlacedNow:
		q.add(item)
	case machine.PlacedFirst:
		q.alarm.Set(duration)
	}
}

// ShutDown ends the queue; items that wait for their time are dropped.
func (q *delaying[T]) ShutDown() {
	q.stop()
	q.TypedInterface.ShutDown()
}

// ShutDownWithDrain ends the queue and waits until no item is being processed; items that
// wait for their time are dropped.
func (q *delaying[T]) ShutDownWithDrain() {
	q.stop()
	q.TypedInterface.ShutDownWithDrain()
}

func (q *delaying[T]) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = true
	if q.trace == nil { // else a picture shows what is lost
		q.heap = machine.NewDelay[T](trace.Tap{}, nil)
	}
	q.alarm.Stop()
}

// now is the heap's time.
func (q *delaying[T]) now() machine.Time { return int64(q.clock.Since(q.start)) }

// ring adds what is due. A ring that comes too late or too early does no harm: the heap
// knows what is due.
func (q *delaying[T]) ring() {
	defer utilruntime.HandleCrashWithLogger(q.logger)
	for q.expire() {
	}
}

// ringBatch is how many due items are added before others get at the lock.
const ringBatch = 1000

// expire adds items that are due and sets the alarm for the next; it reports whether it
// stopped at ringBatch.
func (q *delaying[T]) expire() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	q.trace.Stamp(now)
	for range ringBatch {
		item, ok := q.heap.Expire(now)
		if !ok {
			if at, ok := q.heap.Next(); ok {
				q.alarm.Set(time.Duration(at - now))
			}
			return false
		}
		q.add(item)
	}
	return true
}
