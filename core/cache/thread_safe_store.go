package cache

import (
	"errors"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// ThreadSafeStore is a Store whose keys are given, with indices.
type ThreadSafeStore interface {
	// Add stores obj under key; it is Update.
	Add(key string, obj interface{})
	// Update stores obj under key. It panics when an index function fails; then nothing has
	// changed.
	Update(key string, obj interface{})
	// Delete removes what is under key.
	Delete(key string)
	// DeleteWithObject removes what is under key; obj, the last state, says how fresh the
	// store is then.
	DeleteWithObject(key string, obj interface{})
	// Get finds what is under key.
	Get(key string) (item interface{}, exists bool)
	// List lists the objects in the order in which their keys joined.
	List() []interface{}
	// ListKeys lists the keys in the order in which they joined.
	ListKeys() []string
	// Replace makes the map the whole content; new keys join sorted. The store does not keep
	// the map.
	Replace(map[string]interface{}, string)
	// Index, IndexKeys, ListIndexFuncValues, ByIndex: see Indexer.
	Index(indexName string, obj interface{}) ([]interface{}, error)
	IndexKeys(indexName, indexedValue string) ([]string, error)
	// Bookmark says that the store is as fresh as rv.
	Bookmark(rv string)
	// LastStoreSyncResourceVersion is how fresh the store is.
	LastStoreSyncResourceVersion() string
	ListIndexFuncValues(name string) []string
	ByIndex(indexName, indexedValue string) ([]interface{}, error)
	// GetIndexers returns a copy of the index functions.
	GetIndexers() Indexers
	// AddIndexers adds indices: see Indexer.
	AddIndexers(newIndexers Indexers) error
	// Resync does nothing.
	Resync() error
}

// ThreadSafeStoreTransaction is one change among several.
type ThreadSafeStoreTransaction struct {
	Transaction
	Key string
}

// ThreadSafeStoreWithTransaction is a ThreadSafeStore that makes several changes at once.
// NewThreadSafeStore returns one.
type ThreadSafeStoreWithTransaction interface {
	ThreadSafeStore
	// Transaction makes the changes in order; no reader sees one without the others. The
	// last object's resourceVersion becomes the store's. It panics when an index function
	// fails; then nothing has changed.
	Transaction(fns ...ThreadSafeStoreTransaction)
}

// ThreadSafeStoreOption changes how a ThreadSafeStore is made.
type ThreadSafeStoreOption = func(*threadSafeMap)

// WithThreadSafeStoreMetrics publishes the store's resourceVersion: see WithStoreMetrics.
func WithThreadSafeStoreMetrics(identifier InformerNameAndResource, metricsProvider InformerMetricsProvider) ThreadSafeStoreOption {
	return func(c *threadSafeMap) {
		if p := informerProvider(identifier, metricsProvider); p != nil {
			c.version = p.NewStoreResourceVersionMetric(identifier)
		}
	}
}

// threadSafeMap is a machine.Index behind a lock.
type threadSafeMap struct {
	mu      storeLock
	index   *machine.Index[any]
	names   Indexers    // as given, since the machine wraps them
	version GaugeMetric // nil when nobody wants it
	mute    bool        // does not say how fresh it is
	listing atomic.Int32
	labels  labelIndices
}

var _ ThreadSafeStoreWithTransaction = &threadSafeMap{}

// NewThreadSafeStore returns an empty store with indices. The second argument can only be
// empty.
func NewThreadSafeStore(indexers Indexers, _ Indices, opts ...ThreadSafeStoreOption) ThreadSafeStore {
	c := newThreadSafeMap(indexers)
	for _, opt := range opts {
		opt(c)
	}
	return c
}

func newThreadSafeMap(indexers Indexers) *threadSafeMap {
	c := &threadSafeMap{index: machine.NewIndex(trace.Tap{}, storeMeta), names: Indexers{}}
	if err := c.AddIndexers(indexers); err != nil {
		panic(err) // nothing is stored, and no name is taken
	}
	return c
}

// storeMeta is what machines read of an object.
var storeMeta = machine.Meta[any]{
	Key: DeletionHandlingMetaNamespaceKeyFunc,
	RV: func(obj any) string {
		rv, _ := versionOf(obj)
		return rv
	},
}

// Add stores obj under key.
func (c *threadSafeMap) Add(key string, obj interface{}) { c.Update(key, obj) }

// Update stores obj under key.
func (c *threadSafeMap) Update(key string, obj interface{}) {
	rv, ok := versionOf(obj)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, _, err := c.index.Put(key, obj); err != nil {
		panic(err)
	}
	if ok {
		c.fresh(rv)
	}
}

// fresh is called with the lock held.
func (c *threadSafeMap) fresh(rv string) {
	c.index.SetRV(rv)
	setVersion(c.version, rv)
}

// Delete removes what is under key.
func (c *threadSafeMap) Delete(key string) { c.DeleteWithObject(key, nil) }

// DeleteWithObject removes what is under key.
func (c *threadSafeMap) DeleteWithObject(key string, obj interface{}) {
	rv, ok := versionOf(obj)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.index.Delete(key)
	if ok {
		c.fresh(rv)
	}
}

// Transaction makes several changes at once.
func (c *threadSafeMap) Transaction(txns ...ThreadSafeStoreTransaction) {
	if len(txns) == 0 {
		return
	}
	changes := make([]machine.Change[any], 0, len(txns))
	for _, txn := range txns {
		switch txn.Type {
		case TransactionTypeAdd, TransactionTypeUpdate:
			changes = append(changes, machine.Change[any]{Key: txn.Key, Obj: txn.Object})
		case TransactionTypeDelete:
			changes = append(changes, machine.Change[any]{Key: txn.Key, Delete: true})
		}
	}
	rv, ok := versionOf(txns[len(txns)-1].Object)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.index.Transact(changes); err != nil {
		panic(err)
	}
	if ok {
		c.fresh(rv)
	}
}

// Replace makes items the whole content.
func (c *threadSafeMap) Replace(items map[string]interface{}, resourceVersion string) {
	keys := slices.Sorted(maps.Keys(items))
	list := make([]interface{}, len(keys))
	for i, key := range keys {
		list[i] = items[key]
	}
	c.replace(keys, list, resourceVersion)
}

func (c *threadSafeMap) replace(keys []string, list []interface{}, rv string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.index.Replace(keys, list, rv); err != nil {
		panic(err)
	}
	setVersion(c.version, rv)
}

// Get finds what is under key.
func (c *threadSafeMap) Get(key string) (item interface{}, exists bool) {
	seat := c.mu.RLock()
	item, exists = c.index.Get(key) // nothing of the caller's is called, so nothing is deferred
	c.mu.RUnlock(seat)
	return item, exists
}

// List lists the objects.
func (c *threadSafeMap) List() []interface{} { return c.appendList([]interface{}{}) }

func (c *threadSafeMap) appendList(list []interface{}) []interface{} {
	defer c.listing.Add(-1)
	if c.listing.Add(1) > 1 {
		return append(list, c.mu.snapshot(c.index.List)...)
	}
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.AppendList(list)
}

// ListKeys lists the keys.
func (c *threadSafeMap) ListKeys() []string {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.Keys()
}

// Index lists the objects that share a value of the index with obj.
func (c *threadSafeMap) Index(indexName string, obj interface{}) ([]interface{}, error) {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.Matches(indexName, obj)
}

// IndexKeys lists the keys under a value.
func (c *threadSafeMap) IndexKeys(indexName, indexedValue string) ([]string, error) {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.IndexKeys(indexName, indexedValue)
}

// ListIndexFuncValues lists the values of an index.
func (c *threadSafeMap) ListIndexFuncValues(indexName string) []string {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.IndexValues(indexName)
}

// ByIndex lists the objects under a value.
func (c *threadSafeMap) ByIndex(indexName, indexedValue string) ([]interface{}, error) {
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.ByIndex(indexName, indexedValue)
}

// GetIndexers returns a copy of the index functions.
func (c *threadSafeMap) GetIndexers() Indexers {
	defer c.mu.RUnlock(c.mu.RLock())
	return maps.Clone(c.names)
}

// AddIndexers adds indices.
func (c *threadSafeMap) AddIndexers(newIndexers Indexers) error {
	functions := make(map[string]machine.IndexFunc[any], len(newIndexers))
	for name, f := range newIndexers {
		functions[name] = func(obj any) ([]string, error) {
			if obj == nil {
				return nil, nil // a nil object stands nowhere
			}
			return f(obj)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.index.AddIndices(functions)
	if failed := (machine.IndexError{}); errors.As(err, &failed) {
		panic(failed)
	}
	if err == nil {
		maps.Copy(c.names, newIndexers)
	}
	return err
}

// Bookmark says that the store is as fresh as rv.
func (c *threadSafeMap) Bookmark(rv string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh(rv)
}

// LastStoreSyncResourceVersion is how fresh the store is.
func (c *threadSafeMap) LastStoreSyncResourceVersion() string {
	if c.mute {
		return ""
	}
	defer c.mu.RUnlock(c.mu.RLock())
	return c.index.RV()
}

// Resync does nothing.
func (c *threadSafeMap) Resync() error { return nil }
