package clientgo

import (
	"context"

	"github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
)

// Getter is the part of a rest.Interface that a ListWatch needs.
type Getter interface {
	Get() *rest.Request
}

// NewListWatchFromClient lists and watches a resource of a namespace, "" is all, limited by
// fieldSelector.
// Source: client-go tools/cache, listwatch.go (v0.37).
func NewListWatchFromClient(c Getter, resource string, namespace string, fieldSelector fields.Selector) *cache.ListWatch {
	return NewFilteredListWatchFromClient(c, resource, namespace, func(o *metav1.ListOptions) {
		o.FieldSelector = fieldSelector.String()
	})
}

// NewFilteredListWatchFromClient lists and watches a resource of a namespace, "" is all, with
// the options modifier has changed.
func NewFilteredListWatchFromClient(c Getter, resource string, namespace string, modifier func(*metav1.ListOptions)) *cache.ListWatch {
	request := func(o metav1.ListOptions, watch bool) *rest.Request {
		modifier(&o)
		o.Watch = watch
		return c.Get().Namespace(namespace).Resource(resource).VersionedParams(&o, metav1.ParameterCodec)
	}
	list := func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
		return request(o, false).Do(ctx).Get()
	}
	open := func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
		return request(o, true).Watch(ctx)
	}
	return withoutContext(list, open)
}

// withoutContext is a ListWatch whose functions without a context use the background.
func withoutContext(list cache.ListWithContextFunc, open cache.WatchFuncWithContext) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) { return list(context.Background(), o) },
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return open(context.Background(), o)
		},
		ListWithContextFunc:  list,
		WatchFuncWithContext: open,
	}
}
