package clientgo_test

import (
	"errors"
	"testing"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/clientgo"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	clientcache "k8s.io/client-go/tools/cache"
)

// client-go's generated lister reads our store, and indices that either side adds are there
// for both.
func TestGeneratedListersReadOurStores(t *testing.T) {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	theirs := clientgo.Indexer(store)
	byNode := func(o any) ([]string, error) { return []string{o.(*corev1.Pod).Spec.NodeName}, nil }
	if err := theirs.AddIndexers(clientcache.Indexers{"node": byNode}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"p1", "p2"} {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}, Spec: corev1.PodSpec{NodeName: "n-" + name}}
		if err := store.Add(pod); err != nil {
			t.Fatal(err)
		}
	}
	lister := corelisters.NewPodLister(theirs)
	pod, err := lister.Pods("a").Get("p2")
	if err != nil || pod.Spec.NodeName != "n-p2" {
		t.Errorf("Get(p2) = %v, %v, want the pod on n-p2", pod, err)
	}
	if _, err := lister.Pods("a").Get("p3"); !apierrors.IsNotFound(err) {
		t.Errorf("Get(p3) = %v, want not found", err)
	}
	if pods, err := lister.Pods("a").List(labels.Everything()); err != nil || len(pods) != 2 {
		t.Errorf("List = %d pods, %v, want 2", len(pods), err)
	}
	ours, err1 := store.ByIndex("node", "n-p1")
	same, err2 := theirs.ByIndex("node", "n-p1")
	if err := errors.Join(err1, err2); err != nil || len(ours) != 1 || len(same) != 1 || ours[0] != same[0] {
		t.Errorf("on n-p1 stand %d pods for us, %d for client-go (%v), want the same one", len(ours), len(same), err)
	}
	if got := len(theirs.GetIndexers()); got != 2 {
		t.Errorf("GetIndexers() has %d, want 2", got)
	}
}
