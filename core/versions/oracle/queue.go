package oracle

//lint:file-ignore SA1019 the names without types are those that every client-go has

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"
	"unsafe"

	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
)

// queue is a rate limiting queue of client-go and those who call Get.
type queue struct {
	workqueue.RateLimitingInterface
	other   Other // that it is instead, or nil
	keys    *keys
	base    reflect.Value // the queue of all this, which has line and sets
	heap    *heap
	workers map[string]*worker
	drained chan struct{} // closed when ShutDownWithDrain has returned
	program *program
	metrics *metrics  // nil where nobody asks for them
	step    time.Time // when the step of the lesson began
}

type worker struct {
	key               any
	priority          int // of the key, where it asked for it
	has, shut, blocks bool
	got               chan got
}

type got struct {
	key      any
	priority int
	shut     bool
}

// beginQueue reads: queue base= longest= qps= burst= workers= keys= metrics=
func beginQueue(w *wire, l line) (session, error) {
	running = &program{}
	q := newQueue(w, l, running)
	q.sampleFirst()
	return q, nil
}

// sampleFirst lets the samples of work in progress come before what is done at the same moment.
func (q *queue) sampleFirst() {
	if q.metrics == nil {
		return
	}
	time.Sleep(time.Nanosecond)
	q.step, q.heap.start = time.Now(), time.Now()
}

func newQueue(w *wire, l line, p *program) *queue {
	base, longest := l.lasts("base"), l.lasts("longest")
	if base == 0 {
		base, longest = 5*time.Millisecond, 1000*time.Second
	}
	var limiter workqueue.RateLimiter = workqueue.NewItemExponentialFailureRateLimiter(base, longest)
	if qps, _ := strconv.ParseFloat(l.args["qps"], 64); qps != 0 { // the bucket reads time.Now, which is the bubble's
		limiter = workqueue.NewMaxOfRateLimiter(limiter, &workqueue.BucketRateLimiter{Limiter: rate.NewLimiter(rate.Limit(qps), l.number("burst"))})
	}
	q := &queue{keys: newKeys(l.words("keys")), workers: map[string]*worker{}, program: p, step: time.Now()}
	for _, name := range l.words("workers") {
		q.workers[name] = &worker{got: make(chan got, 1)}
	}
	if w.other != nil {
		q.other = w.other(limiter)
		q.RateLimitingInterface = q.other
		return q
	}
	armed, name, provider := &armedClock{}, "", workqueue.MetricsProvider(nil)
	if l.args["metrics"] == "true" {
		q.metrics, name = newMetrics(), "q"
		provider = q.metrics
	}
	plain := workqueue.NewWithConfig(workqueue.QueueConfig{Clock: armed, Name: name, MetricsProvider: provider})
	q.base = reflect.ValueOf(plain).Elem()
	delaying := workqueue.NewDelayingQueueWithConfig(workqueue.DelayingQueueConfig{Clock: armed, Queue: plain, Name: name, MetricsProvider: provider})
	q.heap = &heap{DelayingInterface: delaying, clock: armed, start: time.Now()}
	q.RateLimitingInterface = workqueue.NewRateLimitingQueueWithConfig(limiter, workqueue.RateLimitingQueueConfig{Clock: armed, DelayingQueue: q.heap})
	return q
}

func (q *queue) end() {
	q.ShutDown()
	time.Sleep(time.Minute) // a drained delaying queue lives until its next tick
	synctest.Wait()
}

// do reads: verb= actor= key= after= times= text=; or nothing, where client-go acts by itself.
func (q *queue) do(l line) (string, error) {
	verb := l.args["verb"]
	switch verb {
	case "":
		return q.said(l), nil
	case "catch-up":
		time.Sleep(time.Until(q.step.Add(l.lasts("took"))))
		q.step = time.Now()
		return "", nil
	}
	w := q.workers[l.args["actor"]]
	var key any
	if name := l.args["key"]; name != "" {
		key = q.keys.of(name)
	} else if w != nil {
		key = w.key
	}
	calls := q.calls(l, w)
	if q.other != nil {
		maps.Copy(calls, q.otherCalls(l, w))
	}
	call := calls[verb]
	if call == nil {
		return "", fmt.Errorf("%q is nothing that a queue is asked for", verb)
	}
	for range max(l.number("times"), 1) {
		call(key)
		synctest.Wait()
	}
	return q.said(l), nil
}

// said takes what Gets have given, and returns what the last command gave.
func (q *queue) said(l line) string {
	for _, w := range q.workers {
		select {
		case g := <-w.got:
			w.key, w.priority, w.has, w.shut, w.blocks = g.key, g.priority, !g.shut, g.shut, false
		default:
		}
	}
	switch w := q.workers[l.args["actor"]]; l.args["says"] {
	case "get":
		switch {
		case w == nil:
		case w.blocks:
			return "blocked"
		case w.shut:
			return "shutdown"
		default:
			if q.other != nil {
				return Ranked(q.keys.name(w.key), w.priority)
			}
			return q.keys.name(w.key)
		}
	case "drain":
		select {
		case <-q.drained:
			return "returned"
		default:
			return "blocked"
		}
	}
	return ""
}

// calls are what the verbs are in client-go.
func (q *queue) calls(l line, w *worker) map[string]func(key any) {
	return map[string]func(key any){
		"Add":            func(key any) { q.Add(key) },
		"AddAfter":       func(key any) { q.AddAfter(key, l.lasts("after")) },
		"AddRateLimited": func(key any) { q.AddRateLimited(key) },
		"Forget":         func(key any) { q.Forget(key) },
		"Done":           q.done,
		"ok":             func(key any) { q.Forget(key); q.done(key) },
		"fail":           func(key any) { q.AddRateLimited(key); q.done(key) },
		"panic":          func(key any) { q.panics(key, w, l.args["text"]) },
		"quit":           func(any) { w.has, w.shut = false, true }, // nothing is called
		"ShutDown":       func(any) { q.ShutDown() },
		"Get": func(any) {
			w.blocks = true
			go func() {
				key, shut := q.Get()
				w.got <- got{key: key, shut: shut}
			}()
		},
		"ShutDownWithDrain": func(any) {
			drained := make(chan struct{})
			q.drained = drained
			go func() {
				q.ShutDownWithDrain()
				close(drained)
			}()
		},
	}
}

func (q *queue) done(key any) {
	q.Done(key)
	for _, w := range q.workers {
		if w.has && w.key == key {
			w.has = false
		}
	}
}

// workerPanic is what a worker of a lesson panics with.
type workerPanic struct{ key, how string }

// panics is a worker of wait.Until, as controllers run theirs, that panics over the key it has and is
// there again when wait.Until lets it.
func (q *queue) panics(key any, w *worker, how string) {
	p := workerPanic{q.keys.name(key), how}
	if w != nil {
		w.has = false
	}
	ctx, stop := context.WithCancel(context.Background())
	again := false
	go wait.UntilWithContext(ctx, func(context.Context) {
		if again {
			stop()
			return
		}
		again = true
		if p.how == "deferred" {
			defer q.Done(key)
		}
		panic(p)
	}, time.Second)
}

func (q *queue) view(name string) (string, bool) {
	if q.other != nil && !slices.Contains([]string{"p", "rq", "panic", "shut", "hands"}, name) {
		return q.other.View(name)
	}
	switch name {
	case "q":
		return "[" + strings.Join(q.keys.names(q.line()), " ") + "]", true
	case "d":
		return set(q.keys.names(q.members("dirty"))), true
	case "p":
		var out []string
		for _, k := range q.members("processing") {
			text := q.word(k)
			for name, w := range q.workers {
				if w.has && w.key == k {
					text += ":" + name
				}
			}
			out = append(out, text)
		}
		return set(out), true
	case "rq":
		var out []string
		for _, key := range q.keys.made {
			if n := q.NumRequeues(key); n > 0 {
				out = append(out, fmt.Sprintf("%s:%d", q.word(key), n))
			}
		}
		return set(out), true
	case "heap", "array":
		return q.heap.view(name, q.keys), true
	case "panic":
		return q.program.view(), true
	case "metrics":
		if q.metrics == nil {
			return "", false
		}
		return q.metrics.view(), true
	case "shut":
		return strconv.FormatBool(q.ShuttingDown()), true
	case "hands":
		var out []string
		for name, w := range q.workers {
			if w.has {
				out = append(out, name+":"+q.keys.name(w.key))
			}
		}
		return set(out), true
	}
	return "", false
}

// What client-go keeps to itself is read by reflection while every goroutine of the bubble rests.

// field returns an unexported field of a struct as if it were exported.
func field(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func (q *queue) locked() func() {
	cond := field(q.base, "cond").Interface().(*sync.Cond)
	cond.L.Lock()
	return cond.L.Unlock
}

// line is what waits, first to last.
func (q *queue) line() (list []any) {
	defer q.locked()()
	line := field(q.base, "queue")
	for line.Kind() != reflect.Slice { // since v0.31 what can be put in its place: a pointer to a slice
		line = line.Elem()
	}
	for i := range line.Len() {
		list = append(list, line.Index(i).Interface())
	}
	return list
}

func (q *queue) members(set string) (list []any) {
	if q.other != nil {
		return q.other.Locked()
	}
	defer q.locked()()
	for _, k := range field(q.base, set).MapKeys() {
		list = append(list, k.Interface())
	}
	return list
}

// heap is the delaying queue below the rate limiter. Its heap is a local variable of a goroutine, but
// each entry knows its index: so AddAfter catches the entry on its way to the loop, hands it on, and
// keeps the pointer. Where the indices are, the heap is.
type heap struct {
	workqueue.DelayingInterface
	clock   *armedClock
	start   time.Time
	entries []reflect.Value // *waitFor, one a key
}

// AddAfter is client-go's; an entry that it sends to its loop is caught and sent on.
func (h *heap) AddAfter(key any, d time.Duration) {
	to := field(reflect.ValueOf(h.DelayingInterface).Elem(), "waitingForAddCh")
	loop := reflect.ValueOf(to.Interface())
	tap := reflect.MakeChan(loop.Type(), 1)
	to.Set(tap) // the loop waits at its old channel meanwhile
	h.DelayingInterface.AddAfter(key, d)
	to.Set(loop)
	e, ok := tap.TryRecv()
	if !ok {
		return
	}
	if i := slices.IndexFunc(h.entries, func(x reflect.Value) bool { return h.key(x) == key }); i < 0 {
		h.entries = append(h.entries, e)
	} else if h.index(h.entries[i]) < 0 {
		h.entries[i] = e // the one before is off the heap
	}
	loop.Send(e)
}

func (h *heap) key(e reflect.Value) any   { return field(e.Elem(), "data").Interface() }
func (h *heap) index(e reflect.Value) int { return int(field(e.Elem(), "index").Int()) }
func (h *heap) due(e reflect.Value) time.Duration {
	return field(e.Elem(), "readyAt").Interface().(time.Time).Sub(h.start)
}

// view prints what waits: "array" as the heap keeps it, "heap" soonest first. The timer that client-go
// has armed has to be that of the first.
func (h *heap) view(name string, keys *keys) string {
	var on []reflect.Value
	for _, e := range h.entries {
		if h.index(e) >= 0 {
			on = append(on, e)
		}
	}
	slices.SortFunc(on, func(a, b reflect.Value) int { return h.index(a) - h.index(b) })
	for i, e := range on {
		if h.index(e) != i {
			return fmt.Sprintf("[%s has index %d, want %d]", keys.name(h.key(e)), h.index(e), i)
		}
	}
	if at, armed := h.clock.next(); !h.ShuttingDown() && (armed != (len(on) > 0) || armed && at.Sub(h.start) != h.due(on[0])) {
		return fmt.Sprintf("[timer@%v armed=%t, %d entries]", at.Sub(h.start), armed, len(on))
	}
	if name == "heap" { // equal times leave in an order that nobody promises: here in that of the array
		slices.SortStableFunc(on, func(a, b reflect.Value) int { return int(h.due(a) - h.due(b)) })
	}
	var out []string
	for _, e := range on {
		out = append(out, keys.name(h.key(e))+"@"+h.due(e).String())
	}
	return "[" + strings.Join(out, " ") + "]"
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
