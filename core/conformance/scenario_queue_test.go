package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
)

// realQueue is client-go's rate limiting queue, driven by a lesson in a synctest bubble.
// Its sets are private and read by reflection while every goroutine rests; its heap is a
// local variable of a goroutine, so what can be seen of it is the timer it arms for the
// first entry, and the calls of AddAfter, which pass through here.
type realQueue struct {
	workqueue.TypedRateLimitingInterface[string]
	base    reflect.Value // of workqueue.Typed
	clock   *armedClock
	start   time.Time
	known   []string // keys of the lesson
	workers map[string]*realWorker
	last    string

	mu      sync.Mutex
	waiting map[string]time.Duration // AddAfter: due
}

type realWorker struct {
	key     string
	has     bool
	blocked bool
	got     chan string
}

// armedClock is the bubble's clock that remembers the last timer.
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

// noted is the delaying queue below the rate limiter that notes what is added to it.
type noted struct {
	workqueue.TypedDelayingInterface[string]
	q *realQueue
}

func (n noted) AddAfter(key string, d time.Duration) {
	n.q.mu.Lock()
	due := time.Since(n.q.start) + d
	if old, waits := n.q.waiting[key]; !waits || old <= time.Since(n.q.start) || due < old {
		n.q.waiting[key] = due
	}
	n.q.mu.Unlock()
	n.TypedDelayingInterface.AddAfter(key, d)
}

func onQueue(t *testing.T, say complain, l *scenarios.Lesson, engine string, steps []rested, seen verified) {
	synctest.Test(t, func(t *testing.T) {
		c := l.Config(engine)
		base, longest := c.Base, c.Max
		if base == 0 {
			base, longest = 5*time.Millisecond, 1000*time.Second
		}
		var limiter workqueue.TypedRateLimiter[string] = workqueue.NewTypedItemExponentialFailureRateLimiter[string](base, longest)
		if c.QPS != 0 {
			t.Fatal("a token bucket reads the real clock: see R07 of the behaviours")
		}
		q := &realQueue{clock: &armedClock{}, start: time.Now(), workers: map[string]*realWorker{}, waiting: map[string]time.Duration{}}
		for _, name := range l.Workers {
			q.workers[name] = &realWorker{got: make(chan string, 1)}
		}
		for _, it := range l.Items {
			for _, call := range it.Calls {
				if k := call.Command.Key; k != "" && !slices.Contains(q.known, k) {
					q.known = append(q.known, k)
				}
			}
		}
		typed := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Clock: q.clock})
		q.base = reflect.ValueOf(typed).Elem()
		delaying := workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Clock: q.clock, Queue: typed})
		q.TypedRateLimitingInterface = workqueue.NewTypedRateLimitingQueueWithConfig(limiter,
			workqueue.TypedRateLimitingQueueConfig[string]{Clock: q.clock, DelayingQueue: noted{delaying, q}})
		synctest.Wait()
		against(say, l, engine, steps, q, seen)
		q.ShutDown()
		synctest.Wait()
	})
}

func (q *realQueue) do(c *scenarios.Call) error {
	time.Sleep(c.Wait)
	synctest.Wait()
	cmd := c.Command
	w := q.workers[cmd.Actor]
	key := cmd.Key
	if key == "" && w != nil {
		key = w.key
	}
	for range max(cmd.Times, 1) {
		switch cmd.Verb {
		case "Add":
			q.Add(key)
		case "AddAfter":
			noted{q.TypedRateLimitingInterface, q}.AddAfter(key, cmd.After)
		case "AddRateLimited":
			q.AddRateLimited(key)
		case "Forget":
			q.Forget(key)
		case "Done":
			q.done(key)
		case "ok":
			q.Forget(key)
			q.done(key)
		case "fail":
			q.AddRateLimited(key)
			q.done(key)
		case "Get":
			w.blocked = true
			go func() {
				k, shut := q.Get()
				if shut {
					k = "shutdown"
				}
				w.got <- k
			}()
		case "ShutDown":
			q.ShutDown()
		case "run":
		default:
			return fmt.Errorf("%q has no counterpart", cmd)
		}
		synctest.Wait()
	}
	for _, w := range q.workers {
		select {
		case k := <-w.got:
			w.key, w.has, w.blocked = k, k != "shutdown", false
		default:
		}
	}
	q.last = ""
	if cmd.Verb == "Get" {
		if q.last = w.key; w.blocked {
			q.last = "blocked"
		}
	}
	return nil
}

func (q *realQueue) done(key string) {
	q.Done(key)
	for _, w := range q.workers {
		if w.has && w.key == key {
			w.has = false
		}
	}
}

func (q *realQueue) result() string { return q.last }

func (q *realQueue) view(name string) (string, bool) {
	synctest.Wait()
	lock := (*sync.Cond)(q.base.FieldByName("cond").UnsafePointer()).L
	switch name {
	case "q":
		lock.Lock()
		defer lock.Unlock()
		line := q.base.FieldByName("queue").Elem().Elem() // interface, pointer to a slice
		var keys []string
		for i := range line.Len() {
			keys = append(keys, line.Index(i).String())
		}
		return "[" + strings.Join(keys, " ") + "]", true
	case "d", "p":
		lock.Lock()
		defer lock.Unlock()
		field := map[string]string{"d": "dirty", "p": "processing"}[name]
		var keys []string
		for _, k := range q.base.FieldByName(field).MapKeys() {
			text := k.String()
			for worker, w := range q.workers {
				if name == "p" && w.has && w.key == text {
					text += ":" + worker
				}
			}
			keys = append(keys, text)
		}
		slices.Sort(keys)
		return "{" + strings.Join(keys, " ") + "}", true
	case "rq":
		var keys []string
		for _, k := range q.known {
			if n := q.NumRequeues(k); n > 0 {
				keys = append(keys, fmt.Sprintf("%s:%d", k, n))
			}
		}
		slices.Sort(keys)
		return "{" + strings.Join(keys, " ") + "}", true
	case "heap":
		return q.heap(), true
	}
	return "", false
}

// heap is what waits, soonest first. The first entry's time is the one client-go's loop has
// armed its timer for.
func (q *realQueue) heap() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	var out []string
	var first time.Duration
	for k, due := range q.waiting {
		if due > time.Since(q.start) {
			out = append(out, k)
			if first == 0 || due < first {
				first = due
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return int(q.waiting[a] - q.waiting[b]) })
	at, armed := q.clock.next()
	if armed != (len(out) > 0) || armed && at.Sub(q.start) != first {
		return fmt.Sprintf("[timer@%v armed=%t, noted %v]", at.Sub(q.start), armed, q.waiting)
	}
	for i, k := range out {
		out[i] = k + "@" + q.waiting[k].String()
	}
	return "[" + strings.Join(out, " ") + "]"
}
