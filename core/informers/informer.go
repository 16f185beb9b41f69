package informers

import (
	"reflect"

	"github.com/informerscope/informerscope/core/cache"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GenericInformer is an informer of objects of any type.
type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() cache.GenericLister
}

type genericInformer struct {
	informer cache.SharedIndexInformer
	resource schema.GroupResource
}

func (g genericInformer) Informer() cache.SharedIndexInformer { return g.informer }

func (g genericInformer) Lister() cache.GenericLister {
	return cache.NewGenericLister(g.informer.GetIndexer(), g.resource)
}

// Object is a pointer to an API object, such as *corev1.Pod, *unstructured.Unstructured or
// *metav1.PartialObjectMetadata.
type Object interface {
	cache.Object
	runtime.Object
}

// Informer is an informer of objects of type T, with a lister. For makes one.
type Informer[T Object] struct {
	informer cache.SharedIndexInformer
	resource schema.GroupResource
}

// For returns factory's informer of gvr as objects of type T. What the Source gives as
// unstructured becomes a T; an object that does not fit is an error of the list, or is left
// out of the watch.
func For[T Object](factory *SharedInformerFactory, gvr schema.GroupVersionResource) Informer[T] {
	r := Resource{gvr, reflect.TypeFor[T]()}
	lw := factory.listerWatcher(gvr)
	if reflect.TypeOf(factory.source.Example) != r.Type {
		lw = typed[T](lw)
	}
	return Informer[T]{factory.informer(r, newObject[T](), lw), gvr.GroupResource()}
}

// newObject returns a new T, which is a pointer.
func newObject[T Object]() T { return reflect.New(reflect.TypeFor[T]().Elem()).Interface().(T) }

// Informer returns the shared informer.
func (i Informer[T]) Informer() cache.TypedSharedIndexInformer[T] {
	return cache.NewTypedSharedIndexInformer[T](i.informer)
}

// Lister reads the informer's store.
func (i Informer[T]) Lister() Lister[T] {
	return Lister[T]{i.informer.GetIndexer(), i.resource, ""}
}

// Lister reads the local copy of a resource, all of it or one namespace. Objects are shared:
// read only.
type Lister[T Object] struct {
	indexer   cache.Indexer
	resource  schema.GroupResource
	namespace string
}

// Namespace is the lister of one namespace; "" is all.
func (l Lister[T]) Namespace(namespace string) Lister[T] {
	l.namespace = namespace
	return l
}

// List lists what selector selects. It never fails; the error is client-go's signature.
func (l Lister[T]) List(selector labels.Selector) (list []T, err error) {
	err = cache.ListAllByNamespace(l.indexer, l.namespace, selector, func(o any) { list = append(list, o.(T)) })
	return list, err
}

// Get finds an object of the lister's namespace by name; without one, an object that has
// none. It returns a NotFound error when there is none.
func (l Lister[T]) Get(name string) (obj T, err error) {
	o, ok, err := l.indexer.GetByKey(cache.NewObjectName(l.namespace, name).String())
	if err != nil {
		return obj, err
	}
	if !ok {
		return obj, apierrors.NewNotFound(l.resource, name)
	}
	return o.(T), nil
}
