package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
)

// realQueue is client-go's rate limiting queue, driven by a lesson in a synctest bubble.
// Its keys are strings, or, in a lesson about pointers, any: see realKeys.
type realQueue[T comparable] struct {
	workqueue.TypedRateLimitingInterface[T]
	keys    *realKeys[T]
	sets    *realSets[T]
	heap    *realHeap[T]
	start   time.Time
	workers map[string]*realWorker[T]
	drained chan struct{} // closed when ShutDownWithDrain has returned
	last    string
	how     string // the text of the command
	ended   *ended // the program
}

type realWorker[T comparable] struct {
	key     T
	has     bool
	shut    bool
	blocked bool
	got     chan realGot[T]
}

type realGot[T comparable] struct {
	key  T
	shut bool
}

func onQueue(t *testing.T, say versions.Complain, l *scenarios.Lesson, engine string, steps []versions.Rested, seen versions.Seen) {
	synctest.Test(t, func(t *testing.T) {
		if pointers(l) {
			driveQueue(say, l, engine, steps, seen, pointerKeys())
		} else {
			driveQueue(say, l, engine, steps, seen, stringKeys())
		}
	})
}

func driveQueue[T comparable](say versions.Complain, l *scenarios.Lesson, engine string, steps []versions.Rested, seen versions.Seen, keys *realKeys[T]) {
	q := newRealQueue(l, engine, keys, nil)
	defer survive(func() *ended { return q.ended })()
	synctest.Wait()
	against(say, l, engine, steps, q, seen)
	q.ShutDown()
	synctest.Wait()
}

// newRealQueue makes the queue of a lesson, and its metrics when there is a provider.
func newRealQueue[T comparable](l *scenarios.Lesson, engine string, keys *realKeys[T], metrics workqueue.MetricsProvider) *realQueue[T] {
	c := l.Config(engine)
	base, longest := c.Base, c.Max
	if base == 0 {
		base, longest = 5*time.Millisecond, 1000*time.Second
	}
	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[T](base, longest)
	if c.QPS != 0 { // the bucket reads time.Now, which is the bubble's
		limiter = workqueue.NewTypedMaxOfRateLimiter(limiter,
			&workqueue.TypedBucketRateLimiter[T]{Limiter: rate.NewLimiter(rate.Limit(c.QPS), c.Burst)})
	}
	q := &realQueue[T]{keys: keys, ended: &ended{}, start: time.Now(), workers: map[string]*realWorker[T]{}}
	for _, name := range l.Workers {
		q.workers[name] = &realWorker[T]{got: make(chan realGot[T], 1)}
	}
	for _, it := range l.Items {
		for _, call := range it.Calls {
			if call.Command.Key != "" {
				keys.of(call.Command.Key)
			}
		}
	}
	armed, name := &armedClock{}, ""
	if metrics != nil {
		name = "q"
	}
	typed := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[T]{Clock: armed, Name: name, MetricsProvider: metrics})
	q.sets = &realSets[T]{reflect.ValueOf(typed).Elem()}
	delaying := workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[T]{Clock: armed, Queue: typed, Name: name, MetricsProvider: metrics})
	q.heap = &realHeap[T]{TypedDelayingInterface: delaying, clock: armed, start: q.start}
	q.TypedRateLimitingInterface = workqueue.NewTypedRateLimitingQueueWithConfig(limiter,
		workqueue.TypedRateLimitingQueueConfig[T]{Clock: armed, DelayingQueue: q.heap})
	return q
}

func (q *realQueue[T]) do(c *scenarios.Call) error {
	time.Sleep(c.Wait)
	synctest.Wait()
	cmd := c.Command
	w := q.workers[cmd.Actor]
	var key T
	if cmd.Key != "" {
		key = q.keys.of(cmd.Key)
	} else if w != nil {
		key = w.key
	}
	q.last, q.how = "", cmd.Text
	call := q.calls()[cmd.Verb]
	if call == nil && !byItself(cmd) {
		return fmt.Errorf("%q has no counterpart", cmd)
	}
	for range max(cmd.Times, 1) {
		if call != nil {
			call(key, cmd.After, w)
		}
		synctest.Wait()
	}
	for _, w := range q.workers {
		select {
		case g := <-w.got:
			w.key, w.has, w.shut, w.blocked = g.key, !g.shut, g.shut, false
		default:
		}
	}
	switch cmd.Verb {
	case "Get", "step":
		if w != nil {
			q.last = w.said(q.keys)
		}
	case "ShutDownWithDrain", "return":
		q.last = "blocked"
		select {
		case <-q.drained:
			q.last = "returned"
		default:
		}
	}
	return nil
}

// calls are what the verbs of the queue are in client-go.
func (q *realQueue[T]) calls() map[string]func(key T, after time.Duration, w *realWorker[T]) {
	type call = func(key T, after time.Duration, w *realWorker[T])
	of := func(f func(key T)) call { return func(key T, _ time.Duration, _ *realWorker[T]) { f(key) } }
	return map[string]call{
		"Add":            of(func(key T) { q.Add(key) }),
		"AddAfter":       func(key T, after time.Duration, _ *realWorker[T]) { q.AddAfter(key, after) },
		"AddRateLimited": of(func(key T) { q.AddRateLimited(key) }),
		"Forget":         of(func(key T) { q.Forget(key) }),
		"Done":           of(func(key T) { q.done(key) }),
		"ok":             of(func(key T) { q.Forget(key); q.done(key) }),
		"fail":           of(func(key T) { q.AddRateLimited(key); q.done(key) }),
		"panic":          func(key T, _ time.Duration, w *realWorker[T]) { q.panics(key, w) },
		"quit":           func(_ T, _ time.Duration, w *realWorker[T]) { w.has, w.shut = false, true }, // nothing is called
		"ShutDown":       of(func(T) { q.ShutDown() }),
		"Get": func(_ T, _ time.Duration, w *realWorker[T]) {
			w.blocked = true
			go func() {
				k, shut := q.Get()
				w.got <- realGot[T]{k, shut}
			}()
		},
		"ShutDownWithDrain": of(func(T) {
			q.drained = make(chan struct{})
			go func() {
				q.ShutDownWithDrain()
				close(q.drained)
			}()
		}),
	}
}

// byItself reports whether client-go does without being told what a command says: its
// goroutines act by themselves, and only have to come to rest.
func byItself(c sim.Command) bool {
	return c.Verb == "step" || c.Verb == "run" || c.Verb == "read" && c.Actor == "reflector" ||
		slices.ContainsFunc(sim.Verbs(), func(v sim.Verb) bool { return v.Name == c.Verb && v.Own })
}

// said is what the worker's Get gave.
func (w *realWorker[T]) said(keys *realKeys[T]) string {
	switch {
	case w.blocked:
		return "blocked"
	case w.shut:
		return "shutdown"
	}
	return keys.name(w.key)
}

func (q *realQueue[T]) done(key T) {
	q.Done(key)
	for _, w := range q.workers {
		if w.has && w.key == key {
			w.has = false
		}
	}
}

func (q *realQueue[T]) result() string { return q.last }

func (q *realQueue[T]) view(name string) (string, bool) {
	synctest.Wait()
	switch name {
	case "q":
		return "[" + strings.Join(q.keys.names(q.sets.line()), " ") + "]", true
	case "d":
		return set(q.keys.names(q.sets.members("dirty"))), true
	case "p":
		var out []string
		for _, k := range q.sets.members("processing") {
			text := q.keys.name(k)
			for worker, w := range q.workers {
				if w.has && w.key == k {
					text += ":" + worker
				}
			}
			out = append(out, text)
		}
		return set(out), true
	case "rq":
		var out []string
		for _, name := range q.keys.all() {
			if n := q.NumRequeues(q.keys.of(name)); n > 0 {
				out = append(out, fmt.Sprintf("%s:%d", name, n))
			}
		}
		return set(out), true
	case "heap", "array":
		return q.heap.view(name, q.keys), true
	case "panic":
		return q.ended.view()
	case "shut":
		return strconv.FormatBool(q.ShuttingDown()), true
	case "hands":
		var out []string
		for worker, w := range q.workers {
			if w.has {
				out = append(out, worker+":"+q.keys.name(w.key))
			}
		}
		return set(out), true
	}
	return "", false
}

func set(items []string) string {
	slices.Sort(items)
	return "{" + strings.Join(items, " ") + "}"
}

// armedClock is the bubble's clock that remembers the last timer: that of the delaying loop.
type armedClock struct {
	clock.RealClock
	mu    sync.Mutex
	timer *armedTimer
}

type armedTimer struct {
	clock.Timer
	clock *armedClock
	due   time.Time
	off   bool
}

func (c *armedClock) NewTimer(d time.Duration) clock.Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = &armedTimer{Timer: c.RealClock.NewTimer(d), clock: c, due: time.Now().Add(d)}
	return c.timer
}

func (t *armedTimer) Stop() bool {
	t.clock.mu.Lock()
	t.off = true
	t.clock.mu.Unlock()
	return t.Timer.Stop()
}

// next is when the delaying loop wakes; ok is false when it waits for nothing.
func (c *armedClock) next() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil || c.timer.off || !c.timer.due.After(time.Now()) {
		return time.Time{}, false
	}
	return c.timer.due, true
}
