package cache

import (
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/klog/v2"
)

// AppendFunc takes an object that was found.
type AppendFunc func(interface{})

// ListAll calls appendFn for each object that selector selects. It fails on an object without
// metadata, unless selector selects everything.
func ListAll(store Store, selector labels.Selector, appendFn AppendFunc) error {
	if labels.MatchesNothing(selector) {
		return nil
	}
	c, ours := store.(*cache)
	if !ours {
		_, err := selected(store.List(), selector, appendFn)
		return err
	}
	r := borrow()
	defer r.giveBack()
	r.list = c.appendSelectable(r.list, selector)
	taken, err := selected(r.list, selector, appendFn)
	c.looked(len(r.list)-taken, selector)
	return err
}

// A room holds a list that nobody keeps: a controller asks at each pass for the few of thousands that a label selects.
type room struct{ list []interface{} }

var rooms = sync.Pool{New: func() any { return &room{} }}

func borrow() *room { return rooms.Get().(*room) }

func (r *room) giveBack() {
	clear(r.list) // it keeps no object alive
	r.list = r.list[:0]
	rooms.Put(r)
}

// selected calls appendFn for those of list that selector selects, and counts them.
func selected(list []interface{}, selector labels.Selector, appendFn AppendFunc) (taken int, err error) {
	all := selector.Empty()
	for _, o := range list {
		if !all {
			m, err := meta.Accessor(o)
			if err != nil {
				return taken, err
			}
			if !selector.Matches(labels.Set(m.GetLabels())) {
				continue
			}
		}
		taken++
		appendFn(o)
	}
	return taken, nil
}

// ListAllByNamespace is ListAll in one namespace, or in all for "". Without an index named
// NamespaceIndex it looks at every object.
func ListAllByNamespace(indexer Indexer, namespace string, selector labels.Selector, appendFn AppendFunc) error {
	if labels.MatchesNothing(selector) {
		return nil
	}
	if namespace == metav1.NamespaceAll {
		return ListAll(indexer, selector, appendFn)
	}
	r := borrow()
	defer r.giveBack()
	like := &metav1.ObjectMeta{Namespace: namespace}
	c, ours := indexer.(*cache)
	var list []interface{}
	var err error
	if ours {
		list, err = c.appendSelectableLike(r.list, like, selector)
		r.list = list
	} else {
		list, err = indexer.Index(NamespaceIndex, like)
	}
	if err == nil {
		taken, err := selected(list, selector, appendFn)
		if ours {
			c.looked(len(list)-taken, selector)
		}
		return err
	}
	klog.Background().Info("Warning: can not retrieve list of objects using index", "err", err)
	for _, o := range indexer.List() {
		m, err := meta.Accessor(o)
		if err != nil {
			return err
		}
		if m.GetNamespace() == namespace && selector.Matches(labels.Set(m.GetLabels())) {
			appendFn(o)
		}
	}
	return nil
}

// GenericLister reads a store as runtime.Objects.
type GenericLister interface {
	// List lists what selector selects.
	List(selector labels.Selector) (ret []runtime.Object, err error)
	// Get finds an object without a namespace; a NotFound error when there is none.
	Get(name string) (runtime.Object, error)
	// ByNamespace reads one namespace.
	ByNamespace(namespace string) GenericNamespaceLister
}

// GenericNamespaceLister is a GenericLister of one namespace.
type GenericNamespaceLister interface {
	// List lists what selector selects in the namespace.
	List(selector labels.Selector) (ret []runtime.Object, err error)
	// Get finds an object of the namespace; a NotFound error when there is none.
	Get(name string) (runtime.Object, error)
}

// NewGenericLister returns a lister over indexer; resource is for its errors. Get panics on an
// object that is no runtime.Object.
func NewGenericLister(indexer Indexer, resource schema.GroupResource) GenericLister {
	return &genericLister{indexer, resource}
}

type genericLister struct {
	indexer  Indexer
	resource schema.GroupResource
}

func (s *genericLister) List(selector labels.Selector) (ret []runtime.Object, err error) {
	err = ListAll(s.indexer, selector, func(o interface{}) { ret = append(ret, o.(runtime.Object)) })
	return ret, err
}

func (s *genericLister) Get(name string) (runtime.Object, error) { return s.get(name, name) }

func (s *genericLister) get(key, name string) (runtime.Object, error) {
	o, exists, err := s.indexer.GetByKey(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, apierrors.NewNotFound(s.resource, name)
	}
	return o.(runtime.Object), nil
}

func (s *genericLister) ByNamespace(namespace string) GenericNamespaceLister {
	return &genericNamespaceLister{*s, namespace}
}

type genericNamespaceLister struct {
	lister    genericLister
	namespace string
}

func (s *genericNamespaceLister) List(selector labels.Selector) (ret []runtime.Object, err error) {
	err = ListAllByNamespace(s.lister.indexer, s.namespace, selector, func(o interface{}) { ret = append(ret, o.(runtime.Object)) })
	return ret, err
}

func (s *genericNamespaceLister) Get(name string) (runtime.Object, error) {
	return s.lister.get(s.namespace+"/"+name, name)
}
