package cache

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/sets"
)

// Indexer is a Store with named indices: each puts objects under values, and finds them by
// those again.
type Indexer interface {
	Store
	// Index lists the objects that share a value of the index with obj, each once.
	Index(indexName string, obj interface{}) ([]interface{}, error)
	// IndexKeys lists the keys under a value, sorted.
	IndexKeys(indexName, indexedValue string) ([]string, error)
	// ListIndexFuncValues lists the values under which something stands, sorted; none when
	// there is no such index.
	ListIndexFuncValues(indexName string) []string
	// ByIndex lists the objects under a value, in the order in which they came there.
	ByIndex(indexName, indexedValue string) ([]interface{}, error)
	// GetIndexers returns a copy of the index functions.
	GetIndexers() Indexers
	// AddIndexers adds indices; what is stored is placed in them. It fails when a name is
	// taken, and panics when an index function fails; then none is added.
	AddIndexers(newIndexers Indexers) error
}

// IndexFunc returns the values under which an object stands. It must be pure: when it fails
// the store panics with its error, as client-go's does, but unchanged.
type IndexFunc func(obj interface{}) ([]string, error)

// Indexers is index functions by the name of their index.
type Indexers map[string]IndexFunc

// Indices is the content of indices; only an empty one can be made.
type Indices map[string]index

type index map[string]sets.Set[string]

// NamespaceIndex names the usual index by namespace.
const NamespaceIndex string = "namespace"

// MetaNamespaceIndexFunc puts an object under its namespace.
func MetaNamespaceIndexFunc(obj interface{}) ([]string, error) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return []string{""}, fmt.Errorf("object has no meta: %v", err)
	}
	return []string{m.GetNamespace()}, nil
}

// IndexFuncToKeyFuncAdapter makes a key function of an index function that returns exactly
// one value; the key function fails where it does not.
func IndexFuncToKeyFuncAdapter(indexFunc IndexFunc) KeyFunc {
	return func(obj interface{}) (string, error) {
		values, err := indexFunc(obj)
		switch {
		case err != nil:
			return "", err
		case len(values) > 1:
			return "", fmt.Errorf("too many keys: %v", values)
		case len(values) == 0:
			return "", fmt.Errorf("unexpected empty indexKeys")
		}
		return values[0], nil
	}
}

// TypedIndexFunc is an IndexFunc for objects of one type.
type TypedIndexFunc[T any] func(obj T) ([]string, error)

// TypedIndexers is Indexers for objects of one type.
type TypedIndexers[T any] map[string]TypedIndexFunc[T]

// TypedIndexer is an Indexer whose objects have one type.
type TypedIndexer[T any] interface {
	Indexer
	// TypedIndex is Index without a cast.
	TypedIndex(indexName string, obj T) ([]T, error)
	// ByTypedIndex is ByIndex without a cast.
	ByTypedIndex(indexName, indexedValue string) ([]T, error)
	// AddTypedIndexers is AddIndexers for typed functions.
	AddTypedIndexers(newIndexers TypedIndexers[T]) error
}

// TypedIndexersToIndexers makes index functions that panic on an object of another type.
func TypedIndexersToIndexers[T any](indexers TypedIndexers[T]) Indexers {
	untyped := make(Indexers, len(indexers))
	for name, f := range indexers {
		untyped[name] = TypedIndexerFuncToIndexerFunc(f)
	}
	return untyped
}

// TypedIndexerFuncToIndexerFunc makes an index function that panics on an object of another
// type.
func TypedIndexerFuncToIndexerFunc[T any](indexer TypedIndexFunc[T]) IndexFunc {
	return func(obj any) ([]string, error) { return indexer(obj.(T)) }
}
