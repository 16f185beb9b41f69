package cache

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
)

// Store is objects by their key, safe for concurrent use. What it returns belongs to
// everybody: read only.
type Store interface {
	// Add stores obj under its key; it is Update.
	Add(obj interface{}) error
	// Update stores obj under its key, in place of what is there.
	Update(obj interface{}) error
	// Delete removes what is under obj's key; nothing there is no error.
	Delete(obj interface{}) error
	// List lists the objects in the order in which their keys joined.
	List() []interface{}
	// ListKeys lists the keys in the order in which they joined.
	ListKeys() []string
	// LastStoreSyncResourceVersion is how fresh the store is: the resourceVersion of the last
	// list, object or bookmark; "" when it does not say.
	LastStoreSyncResourceVersion() string
	// Bookmark says that the store is as fresh as rv.
	Bookmark(rv string)
	// Get finds what is under obj's key.
	Get(obj interface{}) (item interface{}, exists bool, err error)
	// GetByKey finds what is under key.
	GetByKey(key string) (item interface{}, exists bool, err error)
	// Replace makes the list, read at a resourceVersion, the whole content. The store does
	// not keep the slice.
	Replace([]interface{}, string) error
	// Resync does nothing.
	Resync() error
}

// TransactionType says what a Transaction does.
type TransactionType string

// The transaction types.
const (
	TransactionTypeAdd    TransactionType = "Add"
	TransactionTypeUpdate TransactionType = "Update"
	TransactionTypeDelete TransactionType = "Delete"
)

// Transaction is one change among several that are made at once.
type Transaction struct {
	Object interface{}
	Type   TransactionType
}

// TransactionStore is a Store that makes several changes at once: no reader sees one without
// the others. NewStore and NewIndexer return one.
type TransactionStore interface {
	// Transaction makes the changes in order; those whose object has no key are left out, and
	// named in the error.
	Transaction(txns ...Transaction) *TransactionError
}

// TransactionError says which changes of a transaction could not be made.
type TransactionError struct {
	// SuccessfulIndices names the changes that were made, ascending.
	SuccessfulIndices []int
	// TotalTransactions is how many were asked for.
	TotalTransactions int
	// Errors says why the others were not.
	Errors []error
}

// Error counts what failed.
func (t *TransactionError) Error() string {
	return fmt.Sprintf("failed to execute (%d/%d) transactions failed due to: %v",
		t.TotalTransactions-len(t.SuccessfulIndices), t.TotalTransactions, t.Errors)
}

// StoreOption changes how a store is made.
type StoreOption = func(*cache)

// WithTransformer lets the store transform what Add, Update and Replace take.
func WithTransformer(transformer TransformFunc) StoreOption {
	return func(c *cache) { c.transformer = transformer }
}

// WithStoreMetrics publishes the store's resourceVersion, when identifier is Reserved; a nil
// provider is the one of SetInformerMetricsProvider.
func WithStoreMetrics(identifier InformerNameAndResource, metrics InformerMetricsProvider) StoreOption {
	return func(c *cache) { WithThreadSafeStoreMetrics(identifier, metrics)(c.threadSafeMap) }
}

// withEngine makes the store of an informer of engine e: only an atomic one's says how fresh
// it is.
func withEngine(e Engine) StoreOption {
	return func(c *cache) { c.mute = !e.row().Atomic }
}

// cache is a ThreadSafeStore with a key function before it.
type cache struct {
	*threadSafeMap
	keyFunc     KeyFunc
	transformer TransformFunc
}

var (
	_ Indexer          = &cache{}
	_ TransactionStore = &cache{}
)

// NewStore returns an empty store.
func NewStore(keyFunc KeyFunc, opts ...StoreOption) Store {
	return newCache(keyFunc, Indexers{}, opts...)
}

// NewIndexer returns an empty store with indices.
func NewIndexer(keyFunc KeyFunc, indexers Indexers, opts ...StoreOption) Indexer {
	return newCache(keyFunc, indexers, opts...)
}

func newCache(keyFunc KeyFunc, indexers Indexers, opts ...StoreOption) *cache {
	c := &cache{threadSafeMap: newThreadSafeMap(indexers), keyFunc: keyFunc}
	for _, opt := range opts {
		opt(c)
	}
	return c
}

// Add stores obj.
func (c *cache) Add(obj interface{}) error { return c.Update(obj) }

// Update stores obj.
func (c *cache) Update(obj interface{}) error {
	key, obj, err := c.take(obj)
	if err != nil {
		return err
	}
	c.threadSafeMap.Update(key, obj)
	return nil
}

// take returns the key of obj, and obj transformed.
func (c *cache) take(obj interface{}) (string, interface{}, error) {
	key, err := c.keyFunc(obj)
	if err != nil {
		return "", nil, KeyError{obj, err}
	}
	if c.transformer != nil {
		if obj, err = c.transformer(obj); err != nil {
			return "", nil, fmt.Errorf("transforming: %w", err)
		}
	}
	return key, obj, nil
}

// Delete removes what is under obj's key.
func (c *cache) Delete(obj interface{}) error {
	key, err := c.keyFunc(obj)
	if err != nil {
		return KeyError{obj, err}
	}
	c.DeleteWithObject(key, obj)
	return nil
}

// Get finds what is under obj's key.
func (c *cache) Get(obj interface{}) (item interface{}, exists bool, err error) {
	key, err := c.keyFunc(obj)
	if err != nil {
		return nil, false, KeyError{obj, err}
	}
	return c.GetByKey(key)
}

// GetByKey finds what is under key; the error is always nil.
func (c *cache) GetByKey(key string) (item interface{}, exists bool, err error) {
	item, exists = c.threadSafeMap.Get(key)
	return item, exists, nil
}

// Replace makes list the whole content. When an object has no key, or its transformation
// fails, nothing changes.
func (c *cache) Replace(list []interface{}, resourceVersion string) error {
	keys, objs := make([]string, len(list)), list
	if c.transformer != nil {
		objs = make([]interface{}, len(list))
	}
	for i, obj := range list {
		key, obj, err := c.take(obj)
		if err != nil {
			return err
		}
		keys[i] = key
		if c.transformer != nil {
			objs[i] = obj
		}
	}
	c.replace(keys, objs, resourceVersion)
	return nil
}

// Transaction makes several changes at once.
func (c *cache) Transaction(txns ...Transaction) *TransactionError {
	keyed := make([]ThreadSafeStoreTransaction, 0, len(txns))
	done := make([]int, 0, len(txns))
	var errs []error
	for i, txn := range txns {
		key, err := c.keyFunc(txn.Object)
		if err != nil {
			errs = append(errs, KeyError{txn.Object, err})
			continue
		}
		done = append(done, i)
		keyed = append(keyed, ThreadSafeStoreTransaction{txn, key})
	}
	c.threadSafeMap.Transaction(keyed...)
	if len(errs) == 0 {
		return nil
	}
	return &TransactionError{SuccessfulIndices: done, TotalTransactions: len(txns), Errors: errs}
}

// versionOf returns obj's resourceVersion; false when it has no metadata.
func versionOf(obj interface{}) (string, bool) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return "", false
	}
	return m.GetResourceVersion(), true
}
