package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"
)

// realHandler is a handler of a lesson on client-go's informer: it notes its calls, takes
// the time the lesson says, and then puts the key into the queue, where there is one.
type realHandler struct {
	name         string
	takes        time.Duration
	enqueue      func(key string) // nil: it only observes
	asserts      func(o any)      // it says what it takes; nil: whatever comes
	dead         func() bool      // the program has ended
	registration cache.ResourceEventHandlerRegistration
	removed      bool

	mu    sync.Mutex
	busy  bool
	calls []string // not yet looked at
}

// addHandler registers "name", "name=enqueue", "name=observe" or "name=3s", with
// ",resync=25s" behind it where it asks for a period of its own.
func (r *realInformer) addHandler(spec string) (err error) {
	name, action, _ := strings.Cut(spec, "=")
	action, period, own := strings.Cut(action, ",resync=")
	h := &realHandler{name: name, dead: r.ended.is}
	switch action {
	case "assert":
		h.asserts, action = r.assert, "observe"
	case "unwrap":
		h.asserts, action = unwrap, "observe"
	}
	if r.queue != nil && action != "observe" {
		q := r.queue // of this program
		h.enqueue = func(key string) { q.Add(q.keys.of(key)) }
	}
	if action != "" && action != "observe" && action != "enqueue" {
		if h.takes, err = time.ParseDuration(action); err != nil {
			return err
		}
	}
	options := cache.HandlerOptions{}
	if own {
		d, err := time.ParseDuration(period)
		if err != nil {
			return err
		}
		options.ResyncPeriod = &d
	}
	h.registration, err = r.AddEventHandlerWithOptions(h, options)
	r.handlers = append(r.handlers, h)
	return err
}

func (r *realInformer) handler(name string) *realHandler {
	if i := slices.IndexFunc(r.handlers, func(h *realHandler) bool { return h.name == name }); i >= 0 {
		return r.handlers[i]
	}
	return nil
}

func (r *realInformer) removeHandler(name string) error {
	h := r.handler(name)
	h.removed = true
	return r.RemoveEventHandler(h.registration)
}

// called hands over what a handler was called with since the last time.
func (r *realInformer) called(name string) (string, bool) {
	h := r.handler(name)
	if h == nil {
		return "[]", true // it comes later
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	out := "[" + strings.Join(h.calls, " ") + "]"
	h.calls = nil
	return out, true
}

// pending is how many notifications wait for each handler: those in its ring, and one that
// stands at the channel between ring and handler. Whether one stands there cannot be seen
// while the handler is busy and the ring is empty.
func (r *realInformer) pending() (string, bool) {
	var out []string
	for _, h := range r.handlers {
		if h.removed {
			continue
		}
		ring := (*atomic.Int64)(reflect.ValueOf(h.registration).Elem().FieldByName("pendingNotificationsLength").Addr().UnsafePointer()).Load()
		h.mu.Lock()
		busy := h.busy
		h.mu.Unlock()
		switch {
		case ring > 0:
			out = append(out, h.name+":"+strconv.FormatInt(ring+1, 10))
		case busy:
			return "", false
		}
	}
	slices.Sort(out)
	return "{" + strings.Join(out, " ") + "}", true
}

// heard names the handlers whose registration has synced.
func (r *realInformer) heard() string {
	var out []string
	for _, h := range r.handlers {
		if !h.removed && h.registration.HasSynced() {
			out = append(out, h.name)
		}
	}
	slices.Sort(out)
	return "{" + strings.Join(out, " ") + "}"
}

// resyncs says of each handler which resync period it got, and when the next one is due.
func (r *realInformer) resyncs() string {
	var out []string
	for _, h := range r.handlers {
		listener := reflect.ValueOf(h.registration).Elem()
		period := field(listener, "resyncPeriod").Interface().(time.Duration)
		next := field(listener, "nextResync").Interface().(time.Time)
		if !h.removed && period != 0 {
			out = append(out, h.name+":"+period.String()+"@"+next.Sub(r.start).String())
		}
	}
	slices.Sort(out)
	return "{" + strings.Join(out, " ") + "}"
}

func (h *realHandler) call(o any, text string) {
	if h.dead() {
		return
	}
	h.mu.Lock()
	h.calls, h.busy = append(h.calls, text), true
	h.mu.Unlock()
	time.Sleep(h.takes)
	if h.asserts != nil {
		h.asserts(o)
	}
	if h.enqueue != nil {
		key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o)
		if err != nil {
			panic(err)
		}
		h.enqueue(key)
	}
	h.mu.Lock()
	h.busy = false
	h.mu.Unlock()
}

// OnAdd, OnUpdate and OnDelete implement cache.ResourceEventHandler.
func (h *realHandler) OnAdd(o any, initial bool) {
	text := "OnAdd(" + showPod(o) + ")"
	if initial {
		text = "OnAdd(" + showPod(o) + " initial)"
	}
	h.call(o, text)
}

func (h *realHandler) OnUpdate(old, fresh any) {
	h.call(fresh, fmt.Sprintf("OnUpdate(%s %s)", showPod(old), showPod(fresh)))
}

func (h *realHandler) OnDelete(o any) {
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok {
		h.call(o, "OnDelete(DFSU "+showPod(d.Obj)+")")
		return
	}
	h.call(o, "OnDelete("+showPod(o)+")")
}
