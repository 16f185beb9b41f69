package priorityqueue

import (
	"reflect"
	"sync"
	"time"

	"github.com/informerscope/informerscope/core/alarm"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/meter"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/workqueue"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// AddOpts say how items are added. The zero value is at once, with priority 0.
type AddOpts struct {
	// After lets the items wait; of two times for one item the earlier counts.
	After time.Duration
	// RateLimited counts a failure of each item and lets it wait as its limiter says, or for
	// After where that is shorter and not 0.
	RateLimited bool
	// Priority is that of the items; nil is 0. Of two for one item the higher counts.
	Priority *int
}

// Options are AddOpts under any name, such as that of controller-runtime.
type Options interface {
	~struct {
		After       time.Duration
		RateLimited bool
		Priority    *int
	}
}

// Config says how a queue is made. The zero value is a queue without a name on the real clock,
// whose limiter lets failed items wait from 5 ms, twice as long each time, up to 1000 s.
type Config[T comparable] struct {
	// Name names the queue in metrics; without a name there are none.
	Name string
	// RateLimiter says how long items wait that are added with RateLimited. It is called under the
	// queue's lock, so it must not call the queue.
	RateLimiter workqueue.TypedRateLimiter[T]
	// MetricsProvider makes the metrics; nil is the one of workqueue.SetProvider, if any. It may be
	// a DepthByPriority.
	MetricsProvider workqueue.MetricsProvider
	// Logger is told each ten seconds of all items, at level 5; nil is nobody.
	Logger *klog.Logger
	// Clock replaces the real clock.
	Clock clock.WithTicker
	// Trace sees what happens in the queue and its limiter; nil is nobody.
	Trace *workqueue.Trace
}

// Queue is a work queue with priorities; New and NewFor make one. It has the methods of
// workqueue.TypedRateLimitingInterface and those of controller-runtime's PriorityQueue.
type Queue[T comparable, O Options] struct {
	mu      sync.Mutex
	getters sync.Cond
	waiting int // how many wait in Get
	queue   *machine.Priority[T]
	// slow is set when a call may panic by the caller's doing (T may hold a value without ==), or is
	// to be measured. Then it is made under a deferred unlock.
	slow bool

	clock   clock.WithTicker
	start   time.Time // of the machine's time
	alarm   alarm.Alarm
	limiter workqueue.TypedRateLimiter[T]
	counts  *counts

	trace *workqueue.Trace // nil without an observer; then the other two are not used
	tap   trace.Tap        // of the limiter
	keyer machine.Keyer[T]

	stop  chan struct{}
	loops sync.WaitGroup
}

// New returns a queue as config says. With metrics, or a log, it starts a goroutine for each,
// which ShutDown ends.
func New[T comparable](config Config[T]) *Queue[T, AddOpts] { return NewFor[AddOpts](config) }

// NewFor is New for who has options of his own name.
func NewFor[O Options, T comparable](config Config[T]) *Queue[T, O] {
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	if config.RateLimiter == nil {
		config.RateLimiter = workqueue.NewTypedItemExponentialFailureRateLimiter[T](5*time.Millisecond, 1000*time.Second)
	}
	q := &Queue[T, O]{slow: !machine.Hashable(reflect.TypeFor[T]()), clock: config.Clock, start: config.Clock.Now(),
		limiter: config.RateLimiter, trace: config.Trace, stop: make(chan struct{})}
	q.getters.L = &q.mu
	q.alarm = alarm.New(config.Clock, q.ring)
	if q.trace != nil {
		q.start = q.trace.Join(&q.mu, config.Clock)
		q.keyer = workqueue.KeyerOf[T](q.trace)
	}
	q.queue = machine.NewPriority(q.trace.Part(config.Name, trace.PriorityKind), q.keyer)
	q.tap = q.trace.Part(config.Name, "limiter")
	if config.MetricsProvider == nil {
		config.MetricsProvider = workqueue.Provider()
	}
	if config.Name != "" && config.MetricsProvider != nil {
		q.slow, q.counts = true, newCounts(config.MetricsProvider, config.Name, config.Clock)
		q.each(meter.Period, q.counts.Unfinished)
	}
	if config.Logger != nil {
		q.each(logPeriod, func() { q.log(*config.Logger) })
	}
	return q
}

// each calls f under the lock each period, until ShutDown.
func (q *Queue[T, O]) each(period time.Duration, f func()) {
	q.loops.Go(func() {
		ticker := q.clock.NewTicker(period)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C():
				q.mu.Lock()
				if !q.queue.ShuttingDown() {
					f()
				}
				q.mu.Unlock()
			case <-q.stop:
				return
			}
		}
	})
}

// Add says that item is to be processed, with priority 0: now, also where it waited. After ShutDown
// it is ignored, as each way to add. It panics on an item whose type has no ==.
func (q *Queue[T, O]) Add(item T) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		q.add(0, item, 0, 0)
		return
	}
	q.wake(q.queue.Add(0, item, 0, 0).Wake) // now is not asked for where nothing is to wait
	q.mu.Unlock()
}

// AddAfter adds item with priority 0, to be processed when duration has passed. One that is ready
// already stays so.
func (q *Queue[T, O]) AddAfter(item T, duration time.Duration) {
	q.addWith(AddOpts{After: duration}, item)
}

// AddRateLimited counts a failure of item and adds it with priority 0 when its limiter allows.
func (q *Queue[T, O]) AddRateLimited(item T) { q.addWith(AddOpts{RateLimited: true}, item) }

// AddWithOpts adds items as o says.
func (q *Queue[T, O]) AddWithOpts(o O, items ...T) { q.addWith(AddOpts(o), items...) }

func (q *Queue[T, O]) addWith(o AddOpts, items ...T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	priority := 0
	if o.Priority != nil {
		priority = *o.Priority
	}
	now := machine.Time(0)
	if o.After > 0 || o.RateLimited {
		now = q.now()
		q.trace.Stamp(now)
	}
	for _, item := range items {
		after := o.After
		if o.RateLimited && !q.queue.ShuttingDown() {
			after = time.Duration(q.queue.Wait(int64(after), true, int64(q.fail(item))))
		}
		q.add(now, item, priority, int64(after))
	}
}

// fail counts a failure of item and returns its limiter's answer.
func (q *Queue[T, O]) fail(item T) time.Duration {
	wait := workqueue.Ask(q.limiter, q.clock, item)
	if q.trace != nil {
		q.tap.Begin()
		q.tap.Numbers(trace.LimitWhen, q.keyer(q.tap.Recorder(), item), int64(wait), int64(q.limiter.NumRequeues(item)))
	}
	return wait
}

// add adds one item; the caller holds the lock.
func (q *Queue[T, O]) add(now machine.Time, item T, priority int, after machine.Dur) {
	out := q.queue.Add(now, item, priority, after)
	q.counts.added(out)
	if out.First {
		at, _ := q.queue.Next()
		q.alarm.Set(time.Duration(at - now))
	}
	q.wake(out.Wake)
}

// now is the machine's time.
func (q *Queue[T, O]) now() machine.Time { return int64(q.clock.Since(q.start)) }

// ring lets what is due become ready. A ring that comes too late or too early does no harm: the
// machine knows what is due.
func (q *Queue[T, O]) ring() {
	for q.expire() {
	}
}

// ringBatch is how many items become ready before others get at the lock.
const ringBatch = 1000

// expire lets items become ready and sets the alarm for the next; it reports whether it stopped
// at ringBatch.
func (q *Queue[T, O]) expire() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	q.trace.Stamp(now)
	for range ringBatch {
		_, out, ok := q.queue.Expire(now)
		if !ok {
			if at, ok := q.queue.Next(); ok {
				q.alarm.Set(time.Duration(at - now))
			}
			return false
		}
		q.counts.added(out)
		q.wake(out.Wake)
	}
	return true
}

// Get waits for an item and takes it; Done must follow. With shutdown there is none and will be
// none.
func (q *Queue[T, O]) Get() (item T, shutdown bool) {
	item, _, shutdown = q.GetWithPriority()
	return item, shutdown
}

// GetWithPriority is Get that also tells the priority of the item: an item that is to be retried is
// added with it again.
func (q *Queue[T, O]) GetWithPriority() (item T, priority int, shutdown bool) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		if item, priority, shutdown = q.get(); !shutdown {
			q.counts.got(q.queue.Slot(item), priority)
		}
		return item, priority, shutdown
	}
	item, priority, shutdown = q.get()
	q.mu.Unlock()
	return item, priority, shutdown
}

func (q *Queue[T, O]) get() (T, int, bool) {
	item, priority, got := q.queue.TryGet()
	for got == machine.GotNothing {
		q.waiting++
		q.getters.Wait()
		q.waiting--
		item, priority, got = q.queue.TryGet()
	}
	return item, priority, got == machine.GotShutDown
}

// Done ends the processing of item. If it was added meanwhile it can be taken now. Done of an item
// that nobody has is harmless.
func (q *Queue[T, O]) Done(item T) {
	q.mu.Lock()
	if q.slow {
		defer q.mu.Unlock()
		q.counts.done(q.queue.Slot(item))
		q.wake(q.queue.Done(item))
		return
	}
	q.wake(q.queue.Done(item))
	q.mu.Unlock()
}

// Len is the number of items that are ready, those included that a worker has; those that wait for
// their time are not.
func (q *Queue[T, O]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue.Len()
}

// Forget ends the counting of failures of item. Done is still to be called.
func (q *Queue[T, O]) Forget(item T) {
	q.limiter.Forget(item)
	if q.trace != nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.tap.Begin()
		q.tap.Emit(trace.LimitForget, q.keyer(q.tap.Recorder(), item))
	}
}

// NumRequeues is the number of failures of item since Forget.
func (q *Queue[T, O]) NumRequeues(item T) int { return q.limiter.NumRequeues(item) }

// ShutDown ends the queue: who waits in Get returns, what is ready or waits is left undone. Items
// that are being processed are their workers'. It panics when it is called again, as
// controller-runtime's does.
func (q *Queue[T, O]) ShutDown() {
	q.shutDown()
	q.loops.Wait()
}

func (q *Queue[T, O]) shutDown() {
	q.mu.Lock()
	defer q.mu.Unlock()
	wake := q.queue.ShutDown()
	close(q.stop)
	q.alarm.Stop()
	q.wake(wake)
}

// ShutDownWithDrain is ShutDown: it waits for nobody, as controller-runtime's does not.
func (q *Queue[T, O]) ShutDownWithDrain() { q.ShutDown() }

// ShuttingDown reports whether the queue was shut down.
func (q *Queue[T, O]) ShuttingDown() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue.ShuttingDown()
}

// wake passes on what the machine said.
func (q *Queue[T, O]) wake(w machine.Wake) {
	switch {
	case w == 0 || q.waiting == 0:
	case w&machine.WakeGetters != 0:
		q.getters.Broadcast()
	default:
		q.getters.Signal()
	}
}
