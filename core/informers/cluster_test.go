package informers_test

import (
	"context"
	"net/http"
	"sync"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/informers"
	"github.com/informerscope/informerscope/core/trace"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
)

// inMemory is the in-memory cluster with what an API server has around it: a lock, watches
// that wait, selectors by label and name.
type inMemory struct {
	mu      sync.Mutex
	cluster *cluster.Cluster
	news    chan struct{} // closed when something has happened
	asked   []metav1.ListOptions
}

func newInMemory() *inMemory {
	return &inMemory{cluster: cluster.New(trace.Tap{}, 0), news: make(chan struct{})}
}

// do changes the cluster and wakes the watches.
func (m *inMemory) do(change func(c *cluster.Cluster) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := change(m.cluster); err != nil {
		panic(err)
	}
	close(m.news)
	m.news = make(chan struct{})
}

func (m *inMemory) create(resource string, o cluster.Object) {
	m.do(func(c *cluster.Cluster) error { _, err := c.Create(resource, o); return err })
}

func (m *inMemory) update(resource string, o cluster.Object) {
	m.do(func(c *cluster.Cluster) error { _, err := c.Update(resource, o); return err })
}

func (m *inMemory) delete(resource, key string) {
	m.do(func(c *cluster.Cluster) error { _, err := c.Delete(resource, key); return err })
}

// source gives unstructured objects, or, with metadata, only their metadata.
func (m *inMemory) source(metadata bool) informers.Source {
	s := informers.Source{Example: &unstructured.Unstructured{}, ListerWatcher: func(gvr schema.GroupVersionResource, namespace string) cache.ListerWatcher {
		return &inMemoryResource{m, gvr, namespace, metadata}
	}}
	if metadata {
		s.Example = &metav1.PartialObjectMetadata{}
	}
	return s
}

// inMemoryResource lists and watches one resource.
type inMemoryResource struct {
	*inMemory
	gvr       schema.GroupVersionResource
	namespace string
	metadata  bool
}

func (r *inMemoryResource) List(o metav1.ListOptions) (runtime.Object, error) {
	return r.ListWithContext(context.Background(), o)
}

func (r *inMemoryResource) ListWithContext(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, o)
	list, rv, f := r.cluster.List(r.gvr.Resource, o.ResourceVersion)
	if !f.OK() {
		return nil, statusOf(f)
	}
	all, meta := &unstructured.UnstructuredList{}, &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: rv}}
	all.SetResourceVersion(rv)
	for _, obj := range list {
		if r.selects(o, obj) {
			switch shown := r.show(obj).(type) {
			case *unstructured.Unstructured:
				all.Items = append(all.Items, *shown)
			case *metav1.PartialObjectMetadata:
				meta.Items = append(meta.Items, *shown)
			}
		}
	}
	if r.metadata {
		return meta, nil
	}
	return all, nil
}

func (r *inMemoryResource) selects(o metav1.ListOptions, obj *cluster.Object) bool {
	ls, err := labels.Parse(o.LabelSelector)
	if err != nil {
		panic(err)
	}
	fs := fields.ParseSelectorOrDie(o.FieldSelector)
	return (r.namespace == "" || obj.Namespace == r.namespace) && ls.Matches(labels.Set(obj.Labels)) &&
		fs.Matches(fields.Set{"metadata.name": obj.Name, "metadata.namespace": obj.Namespace})
}

func (r *inMemoryResource) show(o *cluster.Object) runtime.Object {
	if r.metadata {
		m := &metav1.PartialObjectMetadata{}
		m.SetName(o.Name)
		m.SetNamespace(o.Namespace)
		m.SetResourceVersion(o.RV)
		m.SetLabels(o.Labels)
		return m
	}
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": r.gvr.GroupVersion().String(), "kind": o.Kind}}
	u.SetName(o.Name)
	u.SetNamespace(o.Namespace)
	u.SetResourceVersion(o.RV)
	u.SetLabels(o.Labels)
	if o.Node != "" {
		u.Object["spec"] = map[string]any{"nodeName": o.Node}
	}
	return u
}

func (r *inMemoryResource) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return r.WatchWithContext(context.Background(), o)
}

func (r *inMemoryResource) WatchWithContext(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, o)
	w, f := r.cluster.Open(r.gvr.Resource, o.ResourceVersion, o.SendInitialEvents != nil && *o.SendInitialEvents)
	if !f.OK() {
		return nil, statusOf(f)
	}
	events := make(chan watch.Event)
	p := watch.NewProxyWatcher(events)
	go r.send(o, w, events, p.StopChan())
	return p, nil
}

func (r *inMemoryResource) send(o metav1.ListOptions, w cluster.Watch, events chan watch.Event, stop <-chan struct{}) {
	defer close(events)
	for {
		r.mu.Lock()
		ev, state := r.cluster.Next(&w)
		news := r.news
		r.mu.Unlock()
		switch {
		case state == cluster.Closed:
			return
		case state == cluster.Nothing:
			select {
			case <-news:
			case <-stop:
				return
			}
		case ev.Obj != nil && !r.selects(o, ev.Obj):
		default:
			select {
			case events <- r.event(ev):
			case <-stop:
				return
			}
		}
	}
}

func (r *inMemoryResource) event(ev cluster.Event) watch.Event {
	out := watch.Event{Type: watch.EventType(ev.Type.String())}
	switch ev.Type {
	case cluster.Error:
		status := statusOf(ev.Fault).ErrStatus
		out.Object = &status
	case cluster.Bookmark:
		end := &cluster.Object{RV: ev.RV, Kind: cluster.KindOf(r.gvr.Resource)}
		out.Object = r.show(end)
		if ev.End {
			out.Object.(metav1.Object).SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
		}
	default:
		out.Object = r.show(ev.Obj)
	}
	return out
}

func statusOf(f cluster.Fault) *apierrors.StatusError {
	code := int32(f.Code)
	if f.Code == cluster.Refused {
		code = http.StatusServiceUnavailable
	}
	return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: code,
		Reason: metav1.StatusReason(f.Reason), Message: f.Text}}
}
