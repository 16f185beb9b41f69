package cache

import "fmt"

// TypedSharedIndexInformer is a SharedIndexInformer whose objects have one type: its handlers
// and index functions need no casts.
type TypedSharedIndexInformer[T Object] interface {
	SharedIndexInformer
	// AddTypedEventHandler is AddEventHandlerWithOptions; it takes one options or none.
	AddTypedEventHandler(handler TypedResourceEventHandler[T], options ...HandlerOptions) (ResourceEventHandlerRegistration, error)
	// AddTypedIndexers is AddIndexers.
	AddTypedIndexers(indexers TypedIndexers[T]) error
	// GetTypedIndexer is GetIndexer.
	GetTypedIndexer() TypedIndexer[T]
}

// NewTypedSharedIndexInformer returns informer as a typed one. Its handlers panic on an object
// of another type.
func NewTypedSharedIndexInformer[T Object](informer SharedIndexInformer) TypedSharedIndexInformer[T] {
	return typedInformer[T]{informer}
}

type typedInformer[T Object] struct{ SharedIndexInformer }

func (s typedInformer[T]) AddTypedEventHandler(handler TypedResourceEventHandler[T], options ...HandlerOptions) (ResourceEventHandlerRegistration, error) {
	if len(options) > 1 {
		return nil, fmt.Errorf("at most one HandlerOptions may be passed, got %d", len(options))
	}
	return s.AddEventHandlerWithOptions(typedHandler[T]{handler}, append(options, HandlerOptions{})[0])
}

func (s typedInformer[T]) AddTypedIndexers(indexers TypedIndexers[T]) error {
	return s.AddIndexers(TypedIndexersToIndexers(indexers))
}

func (s typedInformer[T]) GetTypedIndexer() TypedIndexer[T] { return typedIndexer[T]{s.GetIndexer()} }

// typedHandler is a typed handler as an untyped one.
type typedHandler[T Object] struct{ typed TypedResourceEventHandler[T] }

func (h typedHandler[T]) OnAdd(obj any, isInInitialList bool) {
	h.typed.OnAdd(obj.(T), isInInitialList)
}

func (h typedHandler[T]) OnUpdate(oldObj, newObj any) { h.typed.OnUpdate(oldObj.(T), newObj.(T)) }

func (h typedHandler[T]) OnDelete(obj any) {
	d := DeletedObject[T]{}
	if unknown, ok := obj.(DeletedFinalStateUnknown); ok {
		d.FinalStateUnknown = &unknown
		obj = unknown.Obj
	}
	if obj != nil {
		d.OptionalObj = obj.(T)
	}
	h.typed.OnDelete(d)
}

// typedIndexer is an Indexer without casts.
type typedIndexer[T any] struct{ Indexer }

func (x typedIndexer[T]) TypedIndex(indexName string, obj T) ([]T, error) {
	return typedList[T](x.Index(indexName, obj))
}

func (x typedIndexer[T]) ByTypedIndex(indexName, indexedValue string) ([]T, error) {
	return typedList[T](x.ByIndex(indexName, indexedValue))
}

func (x typedIndexer[T]) AddTypedIndexers(indexers TypedIndexers[T]) error {
	return x.AddIndexers(TypedIndexersToIndexers(indexers))
}

func typedList[T any](list []any, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	typed := make([]T, len(list))
	for i, o := range list {
		typed[i] = o.(T)
	}
	return typed, nil
}
