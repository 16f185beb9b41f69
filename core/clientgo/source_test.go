package clientgo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/clientgo"
	"github.com/informerscope/informerscope/core/informers"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/dynamic"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/metadata"
	metadatafake "k8s.io/client-go/metadata/fake"
	"k8s.io/client-go/rest"
)

var podsResource = corev1.SchemeGroupVersion.WithResource("pods")

func scheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	s := runtime.NewScheme()
	if err := errors.Join(corev1.AddToScheme(s), metav1.AddMetaToScheme(s)); err != nil {
		t.Fatal(err)
	}
	return s
}

// server answers lists, streaming lists and watches of pods as an API server does, and keeps
// what it was asked.
type server struct {
	*httptest.Server
	mu    sync.Mutex
	asked []*url.URL
}

func newServer(t *testing.T) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() {
		s.CloseClientConnections() // or Close would wait for the watches
		s.Close()
	})
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.URL)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	kind, list := metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}
	if strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata") {
		kind = metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"}
		list = metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadataList"}
	}
	pod := func(name, rv string) *corev1.Pod {
		return &corev1.Pod{TypeMeta: kind, ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, ResourceVersion: rv}, Spec: corev1.PodSpec{NodeName: "n1"}}
	}
	q := r.URL.Query()
	if q.Get("watch") == "" {
		_ = json.NewEncoder(w).Encode(&corev1.PodList{TypeMeta: list, ListMeta: metav1.ListMeta{ResourceVersion: "5"}, Items: []corev1.Pod{*pod("web", "3")}})
		return
	}
	send := func(what string, o any) {
		_ = json.NewEncoder(w).Encode(map[string]any{"type": what, "object": o})
		w.(http.Flusher).Flush()
	}
	if q.Get("sendInitialEvents") == "true" {
		send("ADDED", pod("web", "3"))
		end := pod("", "5")
		end.Namespace = ""
		end.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
		send("BOOKMARK", end)
	}
	send("ADDED", pod("late", "6"))
	<-r.Context().Done()
}

// follows checks that an informer over source comes to hold web and late.
func follows[T informers.Object](t *testing.T, source informers.Source, check func(T) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	factory := informers.NewSharedInformerFactory(source, 0)
	pods := informers.For[T](factory, podsResource)
	heard := make(chan T, 10)
	if _, err := pods.Informer().AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[T]{AddFunc: func(o T) { heard <- o }}); err != nil {
		t.Fatal(err)
	}
	factory.StartWithContext(ctx)
	for _, want := range []string{"web", "late"} {
		select {
		case o := <-heard:
			if o.GetName() != want || !check(o) {
				t.Errorf("heard of %v, want %s", o, want)
			}
		case <-ctx.Done():
			t.Fatalf("did not hear of %s", want)
		}
	}
	list, err := pods.Lister().Namespace("default").List(labels.Everything())
	if err != nil || len(list) != 2 {
		t.Errorf("lister: %v, %v", list, err)
	}
	cancel()
	factory.Shutdown()
}

func any_[T any](T) bool { return true }

func TestSourcesOfRealClients(t *testing.T) {
	s := newServer(t)
	config := &rest.Config{Host: s.URL}
	dyn, err := dynamic.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := metadata.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	onN1 := func(p *corev1.Pod) bool { return p.Spec.NodeName == "n1" }
	t.Run("typed", func(t *testing.T) { follows(t, clientgo.Typed(config, scheme(t)), onN1) })
	t.Run("dynamic", func(t *testing.T) { follows(t, clientgo.Dynamic(dyn), onN1) })
	t.Run("metadata", func(t *testing.T) {
		follows(t, clientgo.Metadata(meta), any_[*metav1.PartialObjectMetadata])
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.asked {
		if u.Path != "/api/v1/pods" || u.Query().Get("sendInitialEvents") != "true" {
			t.Errorf("asked for %v, want a streaming list of all pods", u)
		}
	}
}

// The fake clients of client-go know no streaming list: they are asked for a list.
func TestSourcesOfFakeClients(t *testing.T) {
	web := &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web"}}
	meta := &metav1.PartialObjectMetadata{TypeMeta: web.TypeMeta, ObjectMeta: web.ObjectMeta}
	for name, source := range map[string]informers.Source{
		"dynamic":  clientgo.Dynamic(dynamicfake.NewSimpleDynamicClient(scheme(t), web)),
		"metadata": clientgo.Metadata(metadatafake.NewSimpleMetadataClient(scheme(t), meta)),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			factory := informers.NewSharedInformerFactory(source, 0)
			pods := factory.ForResource(podsResource)
			factory.StartWithContext(ctx)
			if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(pods.Informer().GetStore().ListKeys()); got != "[default/web]" {
				t.Errorf("keys %s, want [default/web]", got)
			}
			cancel()
			factory.Shutdown()
		})
	}
}

func TestListWatchFromAClient(t *testing.T) {
	s := newServer(t)
	gv := corev1.SchemeGroupVersion
	c, err := rest.RESTClientFor(&rest.Config{Host: s.URL, APIPath: "/api", ContentConfig: rest.ContentConfig{GroupVersion: &gv,
		NegotiatedSerializer: serializer.NewCodecFactory(scheme(t)).WithoutConversion()}})
	if err != nil {
		t.Fatal(err)
	}
	lw := clientgo.NewListWatchFromClient(c, "pods", "default", fields.OneTermEqualSelector("metadata.name", "web"))
	filtered := clientgo.NewFilteredListWatchFromClient(c, "pods", metav1.NamespaceAll, func(o *metav1.ListOptions) { o.LabelSelector = "app=web" })
	for _, lw := range []*cache.ListWatch{lw, filtered} {
		list, err := lw.List(metav1.ListOptions{Limit: 7})
		if err != nil || len(list.(*corev1.PodList).Items) != 1 {
			t.Errorf("List = %v, %v", list, err)
		}
		w, err := lw.Watch(metav1.ListOptions{ResourceVersion: "5"})
		if err != nil {
			t.Fatal(err)
		}
		if ev := <-w.ResultChan(); ev.Object.(*corev1.Pod).Name != "late" {
			t.Errorf("first event %v, want late", ev)
		}
		w.Stop()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var got []string
	for _, u := range s.asked {
		got = append(got, u.Path+"?"+u.RawQuery)
	}
	want := []string{"/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dweb&limit=7",
		"/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dweb&resourceVersion=5&watch=true",
		"/api/v1/pods?labelSelector=app%3Dweb&limit=7",
		"/api/v1/pods?labelSelector=app%3Dweb&resourceVersion=5&watch=true"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("asked for\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A client that cannot be made is an error of the list, which the error handler hears of.
func TestTypedSourceWithABadConfig(t *testing.T) {
	handlers := utilruntime.ErrorHandlers
	utilruntime.ErrorHandlers = nil
	t.Cleanup(func() { utilruntime.ErrorHandlers = handlers })
	source := clientgo.Typed(&rest.Config{Host: "http://[no"}, scheme(t))
	lw := source.ListerWatcher(schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}, "")
	if _, err := lw.List(metav1.ListOptions{}); err == nil || !strings.Contains(err.Error(), "clientgo: client for apps/v1, Resource=deployments") {
		t.Errorf("List: %v", err)
	}
	if _, err := lw.Watch(metav1.ListOptions{}); err == nil {
		t.Error("Watch does not fail")
	}
}
