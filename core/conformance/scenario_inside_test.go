package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/informerscope/informerscope/scenarios"
	"k8s.io/client-go/util/workqueue"
)

// What client-go keeps to itself is read by reflection while every goroutine of the bubble
// rests: the two sets, the line, and the delay heap as its loop keeps it.

// field returns an unexported field of a struct as if it were exported.
func field(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// realSets are the line and the sets of a workqueue.Typed.
type realSets[T comparable] struct{ base reflect.Value }

func (s *realSets[T]) locked() func() {
	cond := field(s.base, "cond").Interface().(*sync.Cond)
	cond.L.Lock()
	return cond.L.Unlock
}

func (s *realSets[T]) line() []T {
	defer s.locked()()
	line := field(s.base, "queue").Elem() // a pointer to a slice
	return slices.Clone(*(*[]T)(line.UnsafePointer()))
}

func (s *realSets[T]) members(set string) []T {
	defer s.locked()()
	var keys []T
	for _, k := range field(s.base, set).MapKeys() {
		keys = append(keys, k.Interface().(T))
	}
	return keys
}

// realHeap is the delaying queue below the rate limiter. Its heap is a local variable of a
// goroutine, but each entry knows its index: so AddAfter catches the entry on its way to the
// loop, hands it on, and keeps the pointer. Where the indices are, the heap is.
type realHeap[T comparable] struct {
	workqueue.TypedDelayingInterface[T]
	clock   *armedClock
	start   time.Time
	entries []reflect.Value // *waitFor, one a key
}

// AddAfter is client-go's; an entry that it sends to its loop is caught and sent on.
func (h *realHeap[T]) AddAfter(key T, d time.Duration) {
	to := field(reflect.ValueOf(h.TypedDelayingInterface).Elem(), "waitingForAddCh")
	loop := reflect.ValueOf(to.Interface())
	tap := reflect.MakeChan(loop.Type(), 1)
	to.Set(tap) // the loop waits at its old channel meanwhile
	h.TypedDelayingInterface.AddAfter(key, d)
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

func (h *realHeap[T]) key(e reflect.Value) T     { return field(e.Elem(), "data").Interface().(T) }
func (h *realHeap[T]) index(e reflect.Value) int { return int(field(e.Elem(), "index").Int()) }
func (h *realHeap[T]) due(e reflect.Value) time.Duration {
	return field(e.Elem(), "readyAt").Interface().(time.Time).Sub(h.start)
}

// view prints what waits: "array" as the heap keeps it, "heap" soonest first. The timer that
// client-go has armed has to be that of the first.
func (h *realHeap[T]) view(name string, keys *realKeys[T]) string {
	var on []reflect.Value
	for _, e := range h.entries {
		if h.index(e) >= 0 {
			on = append(on, e)
		}
	}
	slices.SortFunc(on, func(a, b reflect.Value) int { return h.index(a) - h.index(b) })
	var out []string
	for i, e := range on {
		if h.index(e) != i {
			return fmt.Sprintf("[%s has index %d, want %d]", keys.name(h.key(e)), h.index(e), i)
		}
		out = append(out, keys.name(h.key(e))+"@"+h.due(e).String())
	}
	if at, armed := h.clock.next(); !h.ShuttingDown() && (armed != (len(on) > 0) || armed && at.Sub(h.start) != h.due(on[0])) {
		return fmt.Sprintf("[timer@%v armed=%t, entries %v]", at.Sub(h.start), armed, out)
	}
	if name == "heap" {
		// Equal times leave in an order that nobody promises: here in that of the array, see
		// D06 of the behaviours.
		slices.SortStableFunc(on, func(a, b reflect.Value) int { return int(h.due(a) - h.due(b)) })
		out = out[:0]
		for _, e := range on {
			out = append(out, keys.name(h.key(e))+"@"+h.due(e).String())
		}
	}
	return "[" + strings.Join(out, " ") + "]"
}

// realKeys turns the names of a lesson into keys and back.
type realKeys[T comparable] struct {
	make func(name string) T
	made map[string]T
	back map[T]string
}

func (k *realKeys[T]) of(name string) T {
	key, ok := k.made[name]
	if !ok {
		key = k.make(name)
		k.made[name], k.back[key] = key, name
	}
	return key
}

func (k *realKeys[T]) name(key T) string { return k.back[key] }

func (k *realKeys[T]) names(keys []T) []string {
	var out []string
	for _, key := range keys {
		out = append(out, k.name(key))
	}
	return out
}

func (k *realKeys[T]) all() []string {
	var out []string
	for name := range k.made {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func newKeys[T comparable](build func(string) T) *realKeys[T] {
	return &realKeys[T]{make: build, made: map[string]T{}, back: map[T]string{}}
}

func stringKeys() *realKeys[string] { return newKeys(func(name string) string { return name }) }

// request is what a controller might use as a key.
type request struct{ name string }

// pointerKeys makes "&a1" and "&a2" two pointers to equal requests, and "a" the request
// itself: the name of a pointer is its request's and a digit.
func pointerKeys() *realKeys[any] {
	return newKeys(func(name string) any {
		if p, ok := strings.CutPrefix(name, "&"); ok {
			return &request{p[:len(p)-1]}
		}
		return request{name}
	})
}

// pointers reports whether the lesson has keys that are pointers.
func pointers(l *scenarios.Lesson) bool {
	for _, it := range l.Items {
		for _, c := range it.Calls {
			if strings.HasPrefix(c.Command.Key, "&") {
				return true
			}
		}
	}
	return false
}
