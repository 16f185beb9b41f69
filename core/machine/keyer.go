package machine

import (
	"fmt"
	"reflect"

	"github.com/informerscope/informerscope/core/trace"
)

// Machines that speak of the same keys share one Keyer, so that they share ids. Where a
// constructor takes a Keyer, nil is KeyDefault.

// KeyText names a key by its text: keys with the same text have the same id. It fits keys
// that are their text, such as namespace/name.
func KeyText[T any](text func(T) string) Keyer[T] {
	return func(r *trace.Recorder, k T) trace.ID { return r.Intern(text(k)) }
}

// KeyIdentity gives every key that differs by == an id of its own, whatever its text: two
// pointers to equal objects are two keys. The Keyer remembers each key it has seen, so it
// belongs to one Recorder and grows with it.
func KeyIdentity[T comparable](text func(T) string) Keyer[T] {
	ids := map[T]trace.ID{}
	return func(r *trace.Recorder, k T) trace.ID {
		if id, ok := ids[k]; ok {
			return id
		}
		id := r.Fresh(text(k))
		ids[k] = id
		return id
	}
}

// KeyDefault is KeyText for strings and types made of string, and KeyIdentity with the text
// of fmt.Sprint for all others.
func KeyDefault[T comparable]() Keyer[T] {
	if reflect.TypeFor[T]().Kind() == reflect.String {
		return KeyText(func(k T) string { return reflect.ValueOf(k).String() })
	}
	return KeyIdentity(func(k T) string { return fmt.Sprint(k) })
}

// namer is a Tap with the Keyer of its keys. A table keeps the id, so a key is formatted once
// while it stays.
type namer[T comparable] struct {
	trace.Tap
	keyer Keyer[T]
}

func newNamer[T comparable](tap trace.Tap, keyer Keyer[T]) namer[T] {
	if keyer == nil && tap.On() {
		keyer = KeyDefault[T]()
	}
	return namer[T]{tap, keyer}
}

// name returns the id of k; 0 when nobody listens.
func (n *namer[T]) name(k T) trace.ID {
	if !n.On() {
		return 0
	}
	return n.keyer(n.Recorder(), k)
}

// idOf returns the id of the key in a slot of t; only for who listens.
func idOf[T comparable, V any](n *namer[T], t *table[T, V], at uint32) trace.ID {
	id := t.id(at)
	if id == 0 {
		id = n.keyer(n.Recorder(), t.slots[at].key)
		t.setID(at, id)
	}
	return id
}
