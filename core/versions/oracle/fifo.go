package oracle

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"k8s.io/client-go/tools/cache"
)

// fifo is the queue between reflector and store that client-go's informers have, by themselves or by the
// feature gates of the session. It is told what a reflector tells it and popped when it should be.
type fifo struct {
	cache.Queue
	wire      *wire
	store     *known
	popped    []string // handed out by the last pop
	transform cache.TransformFunc
	restore   func()
}

// item is an object in it.
type item struct{ key, rv, node string }

func itemKey(o any) (string, error) { return o.(item).key, nil }

// known is the store behind it, with its keys in order of arrival: that of client-go lists them at
// random, and so the queue would be filled at random.
type known struct {
	objects map[string]item
	keys    []string
}

// ListKeys and GetByKey implement cache.KeyListerGetter.
func (k *known) ListKeys() []string { return slices.Clone(k.keys) }

func (k *known) GetByKey(key string) (any, bool, error) {
	o, ok := k.objects[key]
	return o, ok, nil
}

// beginFIFO reads: fifo gates= transform=
func beginFIFO(w *wire, l line) (session, error) {
	restore, err := l.engine()
	if err != nil {
		return nil, err
	}
	f := &fifo{wire: w, restore: restore}
	if spec := l.args["transform"]; spec != "" {
		f.transform = func(o any) (any, error) {
			i := o.(item)
			node, err := transformed(spec, i.key, i.node)
			if err != nil {
				return nil, err
			}
			i.node = node
			return i, nil
		}
	}
	f.boot()
	return f, nil
}

func (f *fifo) boot() {
	f.store = &known{objects: map[string]item{}}
	f.Queue = newFIFO(f.store, f.transform)
	f.popped = nil
}

func (f *fifo) end() {
	f.Close()
	f.restore()
}

// deltaFIFO is the one of all versions: a queue of keys, deltas gathered by key.
func deltaFIFO(known *known, transform cache.TransformFunc) cache.Queue {
	return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: itemKey, KnownObjects: known, Transformer: transform, EmitDeltaTypeReplaced: true})
}

// popOne pops as client-go does without batches.
func popOne(q cache.Queue, note func([]cache.Delta)) error {
	_, err := q.Pop(func(obj any, _ bool) error {
		note(obj.(cache.Deltas))
		return nil
	})
	return err
}

func itemOf(l line) item { return item{l.args["key"], l.args["rv"], l.args["node"]} }

// do reads: verb= key= rv= node= objects=; what a transform refuses is not in the queue.
func (f *fifo) do(l line) (said string, err error) {
	defer func() { // a transform's, which ends a program
		if by := recover(); by != nil {
			err = fmt.Errorf("panic: %v", by)
		}
	}()
	switch verb := l.args["verb"]; verb {
	case "boot":
		f.boot()
	case "put":
		o := itemOf(l)
		if _, has := f.store.objects[o.key]; !has {
			f.store.keys = append(f.store.keys, o.key)
		}
		f.store.objects[o.key] = o
	case "drop":
		delete(f.store.objects, l.args["key"])
		f.store.keys = slices.DeleteFunc(f.store.keys, func(key string) bool { return key == l.args["key"] })
	case "add":
		err = f.Add(itemOf(l))
	case "update":
		err = f.Update(itemOf(l))
	case "delete":
		err = f.Delete(itemOf(l))
	case "resync":
		err = f.Resync()
	case "bookmark":
		if q, ok := f.Queue.(interface{ Bookmark(string) error }); ok {
			err = q.Bookmark(l.args["rv"])
		}
	case "replace":
		var list []any
		for range l.number("objects") {
			o, _ := f.wire.read()
			list = append(list, itemOf(o))
		}
		err = f.Replace(list, l.args["rv"])
	case "pop":
		f.popped = nil
		if f.text() != "[]" { // it has handed out more than was asked for before: Pop would wait for ever
			err = pop(f.Queue, f.note)
		}
		return "[" + strings.Join(f.popped, " ") + "]", err
	case "transformed": // what a transform makes of an object, as the reflector's own store has it
		o := itemOf(l)
		if f.transform != nil {
			made, err := f.transform(o)
			if err != nil {
				return "", err
			}
			o = made.(item)
		}
		return o.node, nil
	default:
		err = fmt.Errorf("%q is nothing that a FIFO is asked for", verb)
	}
	if err != nil && strings.Contains(err.Error(), errTransform.Error()) {
		err = nil
	}
	return "", err
}

func (f *fifo) note(deltas []cache.Delta) {
	for _, d := range deltas {
		f.popped = append(f.popped, deltaText(d, true))
	}
}

func (f *fifo) view(name string) (string, bool) { return f.text(), name == "F" }

// text prints what waits.
func (f *fifo) text() string {
	private := func(name string) any {
		v := reflect.ValueOf(f.Queue).Elem().FieldByName(name)
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem().Interface()
	}
	var out []string
	if _, trays := f.Queue.(*cache.DeltaFIFO); trays {
		items := private("items").(map[string]cache.Deltas)
		for _, key := range private("queue").([]string) {
			var ds []string
			for _, d := range items[key] {
				ds = append(ds, deltaText(d, false))
			}
			out = append(out, key+":["+strings.Join(ds, " ")+"]")
		}
	} else {
		for _, d := range private("items").([]cache.Delta) {
			out = append(out, deltaText(d, true))
		}
	}
	return "[" + strings.Join(out, " ") + "]"
}

func deltaText(d cache.Delta, withKey bool) string {
	text, key := string(d.Type), ""
	if whole, ok := wholeText(d); ok {
		return whole
	}
	switch o := d.Object.(type) {
	case cache.DeletedFinalStateUnknown:
		key, text = o.Key, text+"(DFSU)@"+o.Obj.(item).rv
	case item:
		key, text = o.key, text+"@"+o.rv
	}
	if withKey {
		return key + ":" + text
	}
	return text
}
