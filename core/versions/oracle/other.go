package oracle

//lint:file-ignore SA1019 the names without types are those that every client-go has

import (
	"strconv"
	"strings"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Other is a queue that is driven in the place of client-go's, one with priorities. Its keys are the names
// of a lesson, strings all.
type Other interface {
	workqueue.RateLimitingInterface
	AddWith(key any, priority int, after time.Duration, limited bool)
	GetWithPriority() (key any, priority int, shutdown bool)
	// Handler puts what an informer tells into the queue.
	Handler() cache.ResourceEventHandler
	// Locked are the keys that were handed out and are not done.
	Locked() []any
	// View is what it says of a view, in the notation of lessons; ok is false when it cannot say.
	View(name string) (value string, ok bool)
}

// otherCalls are what the verbs are in a queue with priorities, where they are something else there.
func (q *queue) otherCalls(l line, w *worker) map[string]func(key any) {
	priority := l.number("priority")
	return map[string]func(key any){
		"Add":            func(key any) { q.other.AddWith(key, priority, 0, false) },
		"AddAfter":       func(key any) { q.other.AddWith(key, priority, l.lasts("after"), false) },
		"AddRateLimited": func(key any) { q.other.AddWith(key, priority, 0, true) },
		"fail":           func(key any) { q.other.AddWith(key, w.priority, 0, true); q.done(key) },
		"GetWithPriority": func(any) {
			w.blocks = true
			go func() {
				key, priority, shut := q.other.GetWithPriority()
				w.got <- got{key, priority, shut}
			}()
		},
	}
}

// Ranked is a key and its priority in one word, where keys have one: a:-100; 0 is not said. A key that could be read so is
// quoted, "a:5".
func Ranked(key string, priority int) string {
	at := strings.LastIndexByte(key, ':')
	if _, err := strconv.ParseInt(key[at+1:], 10, 64); at >= 0 && err == nil || strings.HasPrefix(key, `"`) {
		key = strconv.Quote(key)
	}
	if priority == 0 {
		return key
	}
	return key + ":" + strconv.Itoa(priority)
}

// word is a key as the states of its queue have it.
func (q *queue) word(key any) string {
	if q.other == nil {
		return q.keys.name(key)
	}
	return Ranked(q.keys.name(key), 0)
}

// handler is what puts the keys of an informer's events into the queue.
func (q *queue) handler() cache.ResourceEventHandler {
	if q.other != nil {
		return q.other.Handler()
	}
	enqueue := func(o any) {
		key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o)
		if err != nil {
			panic(err)
		}
		q.Add(q.keys.of(key))
	}
	return cache.ResourceEventHandlerFuncs{AddFunc: enqueue, UpdateFunc: func(_, fresh any) { enqueue(fresh) }, DeleteFunc: enqueue}
}
