package conformance

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/informerscope/informerscope/core/machine"
	"k8s.io/client-go/tools/cache"
)

// pod is the object of the FIFO sequences.
type pod struct{ key, rv string }

func (p *pod) String() string {
	if p == nil {
		return "nil"
	}
	return p.key + "@" + p.rv
}

var errNoKey = errors.New("no key")

func (p *pod) name() (string, error) {
	if strings.HasPrefix(p.key, "!") {
		return "", errNoKey
	}
	return p.key, nil
}

// changed is the transform of both sides.
func (p *pod) changed() (*pod, error) {
	if p.rv == "13" {
		return nil, errors.New("unlucky")
	}
	return &pod{p.key, p.rv + "'"}, nil
}

func parsePod(s string) *pod {
	key, rv, _ := strings.Cut(s, "@")
	return &pod{key, rv}
}

// shelf is the store behind a FIFO; it lists in a fixed order, so that client-go's FIFO
// has no order of its own.
type shelf struct {
	keys []string
	pods map[string]*pod
}

func newShelf() *shelf { return &shelf{pods: map[string]*pod{}} }

func (s *shelf) put(p *pod) {
	key, err := p.name()
	if err != nil {
		return
	}
	if s.pods[key] == nil {
		s.keys = append(s.keys, key)
	}
	s.pods[key] = p
}

func (s *shelf) drop(key string) {
	if s.pods[key] != nil {
		delete(s.pods, key)
		s.keys = slices.DeleteFunc(s.keys, func(k string) bool { return k == key })
	}
}

func (s *shelf) replace(list []*pod) {
	*s = shelf{pods: map[string]*pod{}}
	for _, p := range list {
		s.put(p)
	}
}

// ourShelf is a shelf as our FIFOs ask it, theirShelf as client-go's do.
type ourShelf struct{ *shelf }

func (s ourShelf) Keys() []string { return slices.Clone(s.keys) }
func (s ourShelf) Get(key string) (*pod, bool) {
	p, ok := s.pods[key]
	return p, ok
}

type theirShelf struct{ *shelf }

func (s theirShelf) ListKeys() []string { return slices.Clone(s.keys) }
func (s theirShelf) GetByKey(key string) (any, bool, error) {
	p, ok := s.pods[key]
	return p, ok, nil
}

// ourFIFO and theirFIFO run the lines of a script; see fifo_test.go.
type ourFIFO struct {
	machine.FIFO[*pod]
	shelf *shelf
}

func newOurFIFO(m fifoMode) *ourFIFO {
	s := newShelf()
	c := machine.FIFOConfig[*pod]{
		Meta:       machine.Meta[*pod]{Key: (*pod).name, RV: func(p *pod) string { return p.rv }},
		LegacySync: m.legacy, Atomic: m.atomic, Batch: m.batch, Unlock: m.unlock,
	}
	if m.transform {
		c.Transform = (*pod).changed
	}
	if !m.atomic && !m.noKnown {
		c.Known = ourShelf{s}
	}
	if m.real {
		return &ourFIFO{machine.NewRealFIFO(c), s}
	}
	return &ourFIFO{machine.NewDeltaFIFO(c), s}
}

func (f *ourFIFO) do(line string) string {
	call, inner, _ := strings.Cut(line, "; ")
	verb, args, _ := strings.Cut(call, " ")
	var err error
	switch verb {
	case "add":
		err = f.Push(machine.Added, parsePod(args))
	case "update":
		err = f.Push(machine.Updated, parsePod(args))
	case "delete":
		err = f.Push(machine.Deleted, parsePod(args))
	case "tombstone":
		p := parsePod(args)
		err = f.PushTombstone(p.key, p)
	case "replace":
		rv, list := parseList(args)
		err = f.Replace(list, rv)
	case "resync":
		err = f.Resync()
	case "bookmark":
		f.Bookmark(args)
	case "close":
		f.Close()
	case "fill":
		for _, p := range many(args) {
			err = f.Push(machine.Added, p)
		}
	case "pop":
		return f.popped(inner)
	default:
		panic("unknown call " + line)
	}
	return outcome(err != nil, f.HasSynced(), f.Len())
}

func (f *ourFIFO) popped(inner string) string {
	b, got := f.Begin()
	switch got {
	case machine.GotNothing:
		return "would block"
	case machine.GotShutDown:
		return "shut down"
	}
	parts := make([]string, 0, len(b.Deltas))
	for _, d := range b.Deltas {
		parts = append(parts, f.apply(d))
	}
	text := fmt.Sprintf("%v txn=%t initial=%t hold=%t done=%t", parts, b.Txn, b.Initial, b.Hold, f.HasSynced())
	for _, line := range nested(inner) {
		text += "; " + f.do(line)
	}
	f.End()
	return text + "; " + outcome(false, f.HasSynced(), f.Len())
}

func (f *ourFIFO) apply(d machine.Delta[*pod]) string {
	switch d.Type {
	case machine.ReplacedAll:
		f.shelf.replace(d.List)
		return fmt.Sprintf("ReplacedAll(%s %v)", d.RV, d.List)
	case machine.SyncAll:
		return "SyncAll"
	case machine.Bookmark:
		return "Bookmark " + d.RV
	case machine.Deleted:
		f.shelf.drop(d.Key)
		if d.Unknown {
			return fmt.Sprintf("Deleted unknown %s %v", d.Key, d.Obj)
		}
	default:
		f.shelf.put(d.Obj)
	}
	return fmt.Sprintf("%v %v", d.Type, d.Obj)
}

type theirFIFO struct {
	cache.Queue
	shelf *shelf
	queue reflect.Value // the private line
	batch bool
}

func newTheirFIFO(m fifoMode) *theirFIFO {
	s := newShelf()
	key := func(o any) (string, error) {
		if p, ok := o.(*pod); ok {
			return p.name()
		}
		return "", errNoKey // it asks for the key of a SyncAllInfo, too, to log it
	}
	var transform cache.TransformFunc
	if m.transform {
		transform = func(o any) (any, error) { return o.(*pod).changed() }
	}
	var known cache.KeyListerGetter
	if !m.atomic && !m.noKnown {
		known = theirShelf{s}
	}
	if m.real {
		f := cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: key, KnownObjects: known, Transformer: transform,
			AtomicEvents: m.atomic, UnlockWhileProcessing: m.unlock, EmitDeltaTypeBookmark: m.atomic})
		return &theirFIFO{f, s, reflect.ValueOf(f).Elem().FieldByName("items"), m.batch > 0}
	}
	f := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: key, KnownObjects: known, Transformer: transform,
		EmitDeltaTypeReplaced: !m.legacy})
	return &theirFIFO{f, s, reflect.ValueOf(f).Elem().FieldByName("queue"), false}
}

func (f *theirFIFO) do(line string) string {
	call, inner, _ := strings.Cut(line, "; ")
	verb, args, _ := strings.Cut(call, " ")
	var err error
	switch verb {
	case "add":
		err = f.Add(parsePod(args))
	case "update":
		err = f.Update(parsePod(args))
	case "delete":
		err = f.Delete(parsePod(args))
	case "tombstone":
		p := parsePod(args)
		err = f.Delete(cache.DeletedFinalStateUnknown{Key: p.key, Obj: p})
	case "replace":
		rv, pods := parseList(args)
		list := make([]any, len(pods))
		for i, p := range pods {
			list[i] = p
		}
		err = f.Replace(list, rv)
	case "resync":
		err = f.Resync()
	case "bookmark":
		if b, ok := f.Queue.(cache.ReflectorBookmarkStore); ok {
			err = b.Bookmark(args)
		}
	case "close":
		f.Close()
	case "fill":
		for _, p := range many(args) {
			err = f.Add(p)
		}
	case "pop":
		return f.popped(inner)
	}
	return outcome(err != nil, f.HasSynced(), f.queue.Len())
}

func (f *theirFIFO) popped(inner string) string {
	if f.queue.Len() == 0 && !f.Queue.(interface{ IsClosed() bool }).IsClosed() {
		return "would block"
	}
	text := ""
	handle := func(deltas []cache.Delta, txn, initial bool) error {
		parts := make([]string, 0, len(deltas))
		for _, d := range deltas {
			parts = append(parts, f.apply(d))
		}
		text = fmt.Sprintf("%v txn=%t initial=%t hold=%t done=%t", parts, txn, initial, f.held(), cache.IsDone(f.HasSyncedChecker()))
		for _, line := range nested(inner) {
			text += "; " + f.do(line)
		}
		return nil
	}
	single := func(o any, initial bool) error { return handle(o.(cache.Deltas), false, initial) }
	var err error
	if f.batch {
		err = f.Queue.(cache.QueueWithBatch).PopBatch(func(d []cache.Delta, initial bool) error { return handle(d, true, initial) }, single)
	} else {
		_, err = f.Pop(single)
	}
	if errors.Is(err, cache.ErrFIFOClosed) {
		return "shut down"
	}
	return text + "; " + outcome(false, f.HasSynced(), f.queue.Len())
}

// held reports whether client-go's FIFO is locked.
func (f *theirFIFO) held() bool {
	lock := (*sync.RWMutex)(reflect.ValueOf(f.Queue).Elem().FieldByName("lock").Addr().UnsafePointer())
	if lock.TryLock() {
		lock.Unlock()
		return false
	}
	return true
}

func (f *theirFIFO) apply(d cache.Delta) string {
	switch o := d.Object.(type) {
	case cache.ReplacedAllInfo:
		list := make([]*pod, len(o.Objects))
		for i := range list {
			list[i] = o.Objects[i].(*pod)
		}
		f.shelf.replace(list)
		return fmt.Sprintf("ReplacedAll(%s %v)", o.ResourceVersion, list)
	case cache.SyncAllInfo:
		return "SyncAll"
	case cache.BookmarkInfo:
		return "Bookmark " + o.ResourceVersion
	case cache.DeletedFinalStateUnknown:
		f.shelf.drop(o.Key)
		return fmt.Sprintf("Deleted unknown %s %v", o.Key, o.Obj)
	}
	if d.Type == cache.Deleted {
		key, _ := d.Object.(*pod).name()
		f.shelf.drop(key)
	} else {
		f.shelf.put(d.Object.(*pod))
	}
	return fmt.Sprintf("%v %v", d.Type, d.Object)
}

func outcome(failed, synced bool, n int) string {
	return fmt.Sprintf("failed=%t synced=%t len=%d", failed, synced, n)
}

// many returns as many pods as the text says.
func many(n string) []*pod {
	count, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	pods := make([]*pod, count)
	for i := range pods {
		pods[i] = &pod{fmt.Sprintf("q%d", i), "1"}
	}
	return pods
}

func nested(inner string) []string {
	if inner == "" {
		return nil
	}
	return strings.Split(inner, "; ")
}

func parseList(args string) (rv string, list []*pod) {
	fields := strings.Fields(args)
	for _, s := range fields[1:] {
		list = append(list, parsePod(s))
	}
	return fields[0], list
}
