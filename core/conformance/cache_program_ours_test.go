// Code generated from cache_program_theirs_test.go by go test -cache.update; DO NOT EDIT.

package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	selectors "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
)

// oursStore does the lines of a store script.
type oursStore struct {
	diary
	store cache.Indexer
}

func newOursStore(o storeOptions) program {
	var opts []cache.StoreOption
	if o.transform {
		opts = append(opts, cache.WithTransformer(changeObject))
	}
	s := &oursStore{store: cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc, "labels": labelValues}, opts...)}
	return s
}

func (s *oursStore) do(line string) {
	verb, args, _ := strings.Cut(line, " ")
	switch verb {
	case "add":
		s.note(s.store.Add(parseObject(args)))
	case "update":
		s.note(s.store.Update(parseObject(args)))
	case "delete":
		s.note(s.store.Delete(parseObject(args)))
	case "unknown":
		key, obj := parseUnknown(args)
		s.note(s.store.Delete(cache.DeletedFinalStateUnknown{Key: key, Obj: obj}))
	case "replace":
		rv, list := parseObjects(args)
		s.note(s.store.Replace(list, rv))
	case "txn":
		s.transact(args)
	case "bookmark":
		s.store.Bookmark(args)
	case "resync":
		s.note(s.store.Resync())
	case "index":
		s.note(s.store.AddIndexers(cache.Indexers{args: nodeValue, args + "2": labelValues}))
	case "look":
		s.look(args)
	default:
		panic("unknown line " + line)
	}
}

func (s *oursStore) transact(args string) {
	var txns []cache.Transaction
	for _, f := range strings.Fields(args) {
		verb, obj, _ := strings.Cut(f, ":")
		t := map[string]cache.TransactionType{"add": cache.TransactionTypeAdd, "update": cache.TransactionTypeUpdate, "delete": cache.TransactionTypeDelete}[verb]
		txns = append(txns, cache.Transaction{Type: t, Object: parseObject(obj)})
	}
	if err := s.store.(cache.TransactionStore).Transaction(txns...); err != nil {
		s.note(err.Error(), err.SuccessfulIndices, err.TotalTransactions)
	}
}

// look reads everything that can be read; obj is what some reads ask with.
func (s *oursStore) look(args string) {
	obj := parseObject(args)
	s.note("list", sortedObjects(s.store.List()), "keys", sortedText(s.store.ListKeys()), "rv", s.store.LastStoreSyncResourceVersion())
	item, exists, err := s.store.Get(obj)
	s.note("get", showObject(item), exists, err)
	item, exists, err = s.store.GetByKey("a/p1")
	s.note("getByKey", showObject(item), exists, err)
	var names []string
	for name := range s.store.GetIndexers() {
		names = append(names, name)
	}
	s.note("indexers", sortedText(names))
	for _, name := range []string{"namespace", "labels", "nodes", "none"} {
		list, err := s.store.Index(name, obj)
		s.note("index", name, sortedObjects(list), list == nil, err)
		s.note("values", sortedText(s.store.ListIndexFuncValues(name)))
		for _, value := range []string{"", "a", "x", "n1", "nothing"} {
			list, err := s.store.ByIndex(name, value)
			keys, keysErr := s.store.IndexKeys(name, value)
			s.note("under", name, value, sortedObjects(list), list == nil, err, keys, keys == nil, keysErr)
		}
	}
	s.listers(obj)
}

func (s *oursStore) listers(obj any) {
	for _, text := range []string{"", "node=n1", "node notin (n1)"} {
		selector, err := selectors.Parse(text)
		if err != nil {
			panic(err)
		}
		var all, some []any
		err = cache.ListAll(s.store, selector, func(o any) { all = append(all, o) })
		s.note("listAll", text, sortedObjects(all), err)
		for _, namespace := range []string{"", "a"} {
			some = nil
			err = cache.ListAllByNamespace(s.store, namespace, selector, func(o any) { some = append(some, o) })
			s.note("listAllByNamespace", namespace, text, sortedObjects(some), err)
		}
	}
	lister := cache.NewGenericLister(s.store, schema.GroupResource{Group: "g", Resource: "things"})
	o, err := lister.Get("p1")
	s.note("lister", showObject(o), err)
	o, err = lister.ByNamespace("a").Get("p2")
	s.note("lister of a", showObject(o), err)
	none, err := lister.List(selectors.Nothing())
	s.note("lister", len(none), err)
	key, err := cache.MetaNamespaceKeyFunc(obj)
	s.note("key", key, err)
	name, err := cache.DeletionHandlingObjectToName(obj)
	s.note("name", name, err)
	namespace, text, err := cache.SplitMetaNamespaceKey(key + "/x")
	s.note("split", namespace, text, err)
}

// oursQueue does the lines of a queue script. What is popped goes to a shelf, which the
// queue knows.
type oursQueue struct {
	diary
	queue cache.Queue
	shelf *objectShelf
	wrong atomic.Bool // process fails
}

func newOursQueue(o queueOptions) program {
	q := &oursQueue{shelf: &objectShelf{}}
	var known cache.KeyListerGetter
	if !o.atomic && !o.noKnown {
		known = q.shelf
	}
	var transform cache.TransformFunc
	if o.transform {
		transform = changeObject
	}
	if o.real {
		q.queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: known, Transformer: transform, AtomicEvents: o.atomic,
			UnlockWhileProcessing: o.unlock, EmitDeltaTypeBookmark: o.atomic && !o.noBookmarks})
	} else {
		q.queue = cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: known, Transformer: transform, EmitDeltaTypeReplaced: !o.legacy})
	}
	return q
}

func (q *oursQueue) do(line string) {
	q.call(line)
	q.rest()
	q.note("synced", q.queue.HasSynced(), cache.IsDone(q.queue.HasSyncedChecker()), q.queue.HasSyncedChecker().Name())
}

func (q *oursQueue) call(line string) {
	verb, args, _ := strings.Cut(line, " ")
	switch verb {
	case "add":
		q.note(q.queue.Add(parseObject(args)))
	case "update":
		q.note(q.queue.Update(parseObject(args)))
	case "delete":
		q.note(q.queue.Delete(parseObject(args)))
	case "unknown":
		key, obj := parseUnknown(args)
		q.note(q.queue.Delete(cache.DeletedFinalStateUnknown{Key: key, Obj: obj}))
	case "replace":
		rv, list := parseObjects(args)
		q.note(q.queue.Replace(list, rv))
	case "resync":
		q.note(q.queue.Resync())
	case "bookmark":
		if b, ok := q.queue.(cache.ReflectorBookmarkStore); ok {
			q.note(b.Bookmark(args))
		}
	case "close":
		q.queue.Close()
	case "wrong":
		q.wrong.Store(args == "on")
	case "pop":
		go q.pop(args)
	case "batch":
		go q.batch(args)
	default:
		panic("unknown line " + line)
	}
}

func (q *oursQueue) pop(inner string) {
	popped, err := q.queue.Pop(func(obj any, initial bool) error { return q.process(obj.(cache.Deltas), "one", initial, inner) })
	deltas, _ := popped.(cache.Deltas)
	if err != nil {
		q.note("pop failed", err, errors.Is(err, cache.ErrFIFOClosed), len(deltas))
		return
	}
	q.note("popped", showObject(deltas.Oldest().Object), showObject(deltas.Newest().Object), len(deltas))
}

func (q *oursQueue) batch(inner string) {
	b, ok := q.queue.(cache.QueueWithBatch)
	if !ok {
		q.pop(inner)
		return
	}
	err := b.PopBatch(func(deltas []cache.Delta, initial bool) error { return q.process(deltas, "several", initial, inner) },
		func(obj any, initial bool) error { return q.process(obj.(cache.Deltas), "one", initial, inner) })
	q.note("batch", err)
}

func (q *oursQueue) process(deltas []cache.Delta, how string, initial bool, inner string) error {
	var texts []string
	for _, d := range deltas {
		texts = append(texts, string(d.Type)+" "+q.apply(d))
	}
	q.note("process", how, texts, "initial", initial)
	for _, line := range nested(inner) {
		q.call(line)
	}
	if q.wrong.Load() {
		return errors.New("wrong")
	}
	return nil
}

func (q *oursQueue) apply(d cache.Delta) string {
	switch o := d.Object.(type) {
	case cache.ReplacedAllInfo:
		q.shelf.replace(o.Objects)
		return fmt.Sprint(o.ResourceVersion, showObjects(o.Objects))
	case cache.SyncAllInfo:
		return ""
	case cache.BookmarkInfo:
		return o.ResourceVersion
	case cache.DeletedFinalStateUnknown:
		q.shelf.drop(o.Key)
		return "unknown " + o.Key + " " + showObject(o.Obj)
	}
	key, _ := cache.MetaNamespaceKeyFunc(d.Object)
	if d.Type == cache.Deleted {
		q.shelf.drop(key)
	} else {
		q.shelf.put(key, d.Object)
	}
	return showObject(d.Object)
}

func (q *oursQueue) end() { q.queue.Close() }

// oursReflector does the lines of a reflector script.
type oursReflector struct {
	diary
	*scriptedServer
	reflector *cache.Reflector
	store     *writtenStore
	stop      context.CancelFunc
	resync    atomic.Bool
}

func newOursReflector(o reflectorOptions) program {
	r := &oursReflector{}
	r.resync.Store(true)
	r.scriptedServer = newScriptedServer(&r.diary, o)
	r.store = &writtenStore{diary: &r.diary, start: time.Now()}
	var store cache.ReflectorStore = r.store
	if o.transform {
		store = oursTransformingStore{r.store}
	}
	r.reflector = cache.NewReflectorWithOptions(r.scriptedServer, &metav1.PartialObjectMetadata{}, store, cache.ReflectorOptions{
		Name: "reflector", ResyncPeriod: o.resync,
		Backoff: &wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5, Cap: 20 * time.Second},
	})
	r.reflector.ShouldResync = r.resync.Load
	r.reflector.WatchListPageSize = o.pageSize
	r.reflector.MaxInternalErrorRetryDuration = o.retry
	return r
}

func (r *oursReflector) do(line string) {
	f := strings.Fields(line)
	switch f[0] {
	case "run":
		r.end()
		ctx, cancel := context.WithCancel(context.Background())
		r.stop = cancel
		go func() {
			r.reflector.RunWithContext(ctx)
			r.note("run ended")
		}()
	case "cycle":
		r.end()
		ctx, cancel := context.WithCancel(context.Background())
		r.stop = cancel
		go func() {
			err := r.reflector.ListAndWatchWithContext(ctx)
			r.note("cycle ended", err)
		}()
	case "stop":
		r.end()
	case "resync":
		r.resync.Store(f[1] == "on")
	case "refuse":
		r.store.refuse(f[1])
	case "panic":
		if r.store.panic(f[1]); f[1] == "list" || f[1] == "watch" {
			r.serve(line)
		}
	case "sleep":
		time.Sleep(time.Duration(duration(f[1])))
	default:
		r.serve(line)
	}
	r.rest()
	r.note("rv", r.reflector.LastSyncResourceVersion(), r.reflector.Name(), r.reflector.TypeDescription())
}

func (r *oursReflector) end() {
	if r.stop != nil {
		r.stop()
		time.Sleep(time.Minute) // client-go waits the pause of a streaming list out
		r.rest()
	}
}

// oursInformer does the lines of a script with NewInformerWithOptions.
type oursInformer struct {
	diary
	*scriptedServer
	store      cache.Store
	controller cache.Controller
	stop       context.CancelFunc
	atomic     bool
	angry      atomic.Value // the pod that makes the handler panic
}

func newOursInformer(o informerOptions) program {
	i := &oursInformer{atomic: o.engine.Atomic}
	i.scriptedServer = newScriptedServer(&i.diary, reflectorOptions{list: !o.engine.stream, untimed: true})
	options := oursEngineOptions(o.engine)
	options.ListerWatcher, options.ObjectType, options.Handler = i.scriptedServer, &metav1.PartialObjectMetadata{}, i
	options.ResyncPeriod = o.resync
	options.Indexers = cache.Indexers{"node": nodeValue}
	if o.transform {
		options.Transform = changeObject
	}
	i.store, i.controller = cache.NewInformerWithOptions(options)
	return i
}

func (i *oursInformer) do(line string) {
	f := strings.Fields(line)
	switch f[0] {
	case "run":
		i.end()
		ctx, cancel := context.WithCancel(context.Background())
		i.stop = cancel
		go func() {
			i.controller.RunWithContext(ctx)
			i.note("run ended")
		}()
	case "stop":
		i.end()
	case "sleep":
		time.Sleep(time.Duration(duration(f[1])))
	case "anger":
		i.angry.Store(f[1])
	default:
		i.serve(line)
	}
	i.rest()
	indexer := i.store.(cache.Indexer)
	values := sortedText(indexer.ListIndexFuncValues("node"))
	i.note("store", sortedObjects(i.store.List()), values, i.store.LastStoreSyncResourceVersion(), "synced", i.controller.HasSynced(),
		cache.IsDone(i.controller.HasSyncedChecker()), "rv", i.controller.LastSyncResourceVersion())
}

// seen is the store as a handler finds it. Where a list is stored object by object the order
// of some is left open.
func (i *oursInformer) seen() []string {
	if !i.atomic {
		return nil
	}
	return sortedText(i.store.ListKeys())
}

func (i *oursInformer) OnAdd(obj any, initial bool) {
	i.note("OnAdd", showObject(obj), initial, i.seen())
	i.anger(obj)
}
func (i *oursInformer) OnUpdate(old, fresh any) {
	i.note("OnUpdate", showObject(old), showObject(fresh), i.seen())
	i.anger(fresh)
}

func (i *oursInformer) OnDelete(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		i.note("OnDelete unknown", d.Key, showObject(d.Obj), i.seen())
		return
	}
	i.note("OnDelete", showObject(obj), i.seen())
	i.anger(obj)
}

func (i *oursInformer) anger(obj any) {
	if name, _ := i.angry.Load().(string); name != "" && obj.(metav1.Object).GetName() == name {
		panic("angry about " + name)
	}
}

func (i *oursInformer) end() {
	if i.stop != nil {
		i.stop()
		i.rest()
	}
}
