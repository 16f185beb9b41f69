package oracle

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// handler notes its calls, takes the time the lesson says, and then puts the key into the queue, where
// there is one.
type handler struct {
	name         string
	takes        time.Duration
	enqueue      cache.ResourceEventHandler // nil: it only observes
	asserts      func(o any)                // it says what it takes; nil: whatever comes
	program      *program
	registration cache.ResourceEventHandlerRegistration
	removed      bool

	mu    sync.Mutex
	busy  bool
	calls []string // not yet looked at
}

// addHandler registers "name", "name=enqueue", "name=observe" or "name=3s", with ",resync=25s" behind
// it where it asks for a period of its own.
func (r *informer) addHandler(spec string) (err error) {
	name, action, _ := strings.Cut(spec, "=")
	action, period, own := strings.Cut(action, ",resync=")
	h := &handler{name: name, program: r.program}
	switch action {
	case "assert":
		h.asserts, action = h.program.assert, "observe"
	case "unwrap":
		h.asserts, action = unwrap, "observe"
	}
	if r.queue != nil && action != "observe" {
		h.enqueue = r.queue.handler()
	}
	if action != "" && action != "observe" && action != "enqueue" {
		if h.takes, err = time.ParseDuration(action); err != nil {
			return err
		}
	}
	if !own {
		h.registration, err = r.AddEventHandler(h)
	} else if d, bad := time.ParseDuration(period); bad == nil {
		h.registration, err = r.AddEventHandlerWithResyncPeriod(h, d)
	} else {
		err = bad
	}
	r.handlers = append(r.handlers, h)
	return err
}

func (r *informer) handler(name string) *handler {
	if i := slices.IndexFunc(r.handlers, func(h *handler) bool { return h.name == name }); i >= 0 {
		return r.handlers[i]
	}
	return nil
}

func (r *informer) removeHandler(name string) error {
	h := r.handler(name)
	if h == nil {
		return fmt.Errorf("there is no handler %q", name)
	}
	h.removed = true
	return r.RemoveEventHandler(h.registration)
}

// called hands over what a handler was called with since the last time.
func (r *informer) called(name string) string {
	h := r.handler(name)
	if h == nil {
		return "[]" // it comes later
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	out := "[" + strings.Join(h.calls, " ") + "]"
	h.calls = nil
	return out
}

// pending is how many notifications wait for each handler: those in its ring, and one that stands at
// the channel between ring and handler. Whether one stands there cannot be seen while the handler is
// busy and the ring is empty.
func (r *informer) pending() (string, bool) {
	var out []string
	for _, h := range r.handlers {
		if h.removed {
			continue
		}
		listener := reflect.ValueOf(h.registration).Elem()
		var ring int64
		if length := listener.FieldByName("pendingNotificationsLength"); length.IsValid() {
			ring = (*atomic.Int64)(length.Addr().UnsafePointer()).Load()
		} else { // before v0.36 the ring itself, which nobody touches while all are at rest
			ring = listener.FieldByName("pendingNotifications").FieldByName("readable").Int()
		}
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
	return set(out), true
}

// heard names the handlers whose registration has synced.
func (r *informer) heard() string {
	var out []string
	for _, h := range r.handlers {
		if !h.removed && h.registration.HasSynced() {
			out = append(out, h.name)
		}
	}
	return set(out)
}

// resyncs says of each handler which resync period it got, and when the next one is due.
func (r *informer) resyncs() string {
	var out []string
	for _, h := range r.handlers {
		listener := reflect.ValueOf(h.registration).Elem()
		lock := (*sync.Mutex)(listener.FieldByName("resyncLock").Addr().UnsafePointer())
		lock.Lock()
		period := field(listener, "resyncPeriod").Interface().(time.Duration)
		next := field(listener, "nextResync").Interface().(time.Time)
		lock.Unlock()
		if !h.removed && period != 0 {
			out = append(out, h.name+":"+period.String()+"@"+next.Sub(r.start).String())
		}
	}
	return set(out)
}

// call is a call of the handler with o; what is told to whom enqueues is the same.
func (h *handler) call(o any, text string, tell func(enqueue cache.ResourceEventHandler)) {
	if h.program.ended() {
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
		tell(h.enqueue)
	}
	h.mu.Lock()
	h.busy = false
	h.mu.Unlock()
}

// OnAdd, OnUpdate and OnDelete implement cache.ResourceEventHandler.
func (h *handler) OnAdd(o any, initial bool) {
	text := "OnAdd(" + show(o) + ")"
	if initial {
		text = "OnAdd(" + show(o) + " initial)"
	}
	h.call(o, text, func(enqueue cache.ResourceEventHandler) { enqueue.OnAdd(o, initial) })
}

func (h *handler) OnUpdate(old, fresh any) {
	h.call(fresh, "OnUpdate("+show(old)+" "+show(fresh)+")", func(enqueue cache.ResourceEventHandler) { enqueue.OnUpdate(old, fresh) })
}

func (h *handler) OnDelete(o any) {
	tell := func(enqueue cache.ResourceEventHandler) { enqueue.OnDelete(o) }
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok {
		h.call(o, "OnDelete(DFSU "+show(d.Obj)+")", tell)
		return
	}
	h.call(o, "OnDelete("+show(o)+")", tell)
}

// assert is what many handlers do with what they are given.
func (p *program) assert(o any) {
	p.mu.Lock()
	if d, ok := o.(cache.DeletedFinalStateUnknown); ok && p.by == nil {
		p.key = d.Key
	}
	p.mu.Unlock()
	_ = o.(*metav1.PartialObjectMetadata)
}

// unwrap is what a handler does that expects a tombstone as well.
func unwrap(o any) {
	pod, ok := o.(*metav1.PartialObjectMetadata)
	if !ok {
		tombstone, ok := o.(cache.DeletedFinalStateUnknown)
		if !ok {
			panic(fmt.Sprintf("neither pod nor tombstone: %T", o))
		}
		pod = tombstone.Obj.(*metav1.PartialObjectMetadata)
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o)
	if want, _ := cache.MetaNamespaceKeyFunc(pod); err != nil || key != want {
		panic(fmt.Sprintf("key %q of %T, want %q: %v", key, o, want, err))
	}
}
