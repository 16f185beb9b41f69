package clientgo

import (
	"context"
	"fmt"
	"sync"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/informers"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// Dynamic is the objects of every resource, as *unstructured.Unstructured.
func Dynamic(client dynamic.Interface) informers.Source {
	return informers.Source{
		Configure: ByFeatureGates,
		Example:   &unstructured.Unstructured{},
		ListerWatcher: func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher {
			r := client.Resource(gvr).Namespace(namespace)
			return cache.ToListWatcherWithWatchListSemantics(withoutContext(
				func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return r.List(ctx, o) },
				func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) { return r.Watch(ctx, o) },
			), client)
		},
	}
}

// Metadata is the metadata of every resource's objects, as *metav1.PartialObjectMetadata: a
// fraction of the bytes.
func Metadata(client metadata.Interface) informers.Source {
	return informers.Source{
		Configure: ByFeatureGates,
		Example:   &metav1.PartialObjectMetadata{},
		ListerWatcher: func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher {
			r := client.Resource(gvr).Namespace(namespace)
			return cache.ToListWatcherWithWatchListSemantics(withoutContext(
				func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return r.List(ctx, o) },
				func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) { return r.Watch(ctx, o) },
			), client)
		},
	}
}

// Typed is the objects of the resources whose types scheme knows, such as *corev1.Pod with
// client-go's scheme.Scheme. It decodes straight into the types, which informers.For wants;
// what scheme does not know is an error of the list. config says where the API server is; a
// ContentType in it, such as protobuf, is heeded.
func Typed(config *rest.Config, scheme *runtime.Scheme) informers.Source {
	clients := &restClients{config: config, codecs: serializer.NewCodecFactory(scheme).WithoutConversion(), of: map[schema.GroupVersion]rest.Interface{}}
	return informers.Source{
		Configure: ByFeatureGates,
		ListerWatcher: func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher {
			c, err := clients.get(gvr.GroupVersion())
			if err != nil {
				return failing(fmt.Errorf("clientgo: client for %v: %w", gvr, err))
			}
			return NewListWatchFromClient(c, gvr.Resource, namespace, fields.Everything())
		},
	}
}

// restClients makes one client for each group and version.
type restClients struct {
	config *rest.Config
	codecs runtime.NegotiatedSerializer

	mu sync.Mutex
	of map[schema.GroupVersion]rest.Interface
}

func (c *restClients) get(gv schema.GroupVersion) (rest.Interface, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if client, ok := c.of[gv]; ok {
		return client, nil
	}
	config := rest.CopyConfig(c.config)
	config.GroupVersion, config.NegotiatedSerializer = &gv, c.codecs
	if config.APIPath = "/apis"; gv.Group == "" {
		config.APIPath = "/api"
	}
	client, err := rest.RESTClientFor(config)
	if err != nil {
		return nil, err
	}
	c.of[gv] = client
	return client, nil
}

// failing lists and watches nothing but err: the informer's error handler hears of it.
func failing(err error) cache.ListerWatcher {
	return withoutContext(
		func(context.Context, metav1.ListOptions) (runtime.Object, error) { return nil, err },
		func(context.Context, metav1.ListOptions) (watch.Interface, error) { return nil, err })
}
