package clientgo

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/informerscope/informerscope/core/cache"
	"github.com/informerscope/informerscope/core/informers"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
	clientcache "k8s.io/client-go/tools/cache"
)

type gates map[features.Feature]bool

func (g gates) Enabled(f features.Feature) bool { return g[f] }

func TestTheGatesChooseEngineAndWayOfListing(t *testing.T) {
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	for _, c := range []struct {
		gates gates
		want  cache.Engine
		list  bool
	}{
		{gates{features.WatchListClient: true, features.InOrderInformers: true, features.InOrderInformersBatchProcess: true, features.AtomicFIFO: true, features.UnlockWhileProcessingFIFO: true}, cache.EngineAtomic, false},
		{gates{features.InOrderInformers: true, features.AtomicFIFO: true}, cache.EngineAtomic, true},
		{gates{features.InOrderInformers: true, features.InOrderInformersBatchProcess: true}, cache.EngineOrderedBatches, true},
		{gates{features.InOrderInformers: true}, cache.EngineOrdered, true},
		{gates{features.AtomicFIFO: true, features.WatchListClient: true}, cache.EngineClassic, false},
	} {
		features.ReplaceFeatureGates(c.gates)
		var o cache.SharedIndexInformerOptions
		if ByFeatureGates(&o); o.Engine != c.want || o.DisableWatchList != c.list {
			t.Errorf("with the gates %v: engine %v, list first %v; want %v, %v", c.gates, o.Engine, o.DisableWatchList, c.want, c.list)
		}
	}
}

// asks is what an informer asks an API server for first, LIST or WATCH.
func asks(t *testing.T, start func(ctx context.Context, list func(), open func())) (first string) {
	synctest.Test(t, func(*testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		note := func(s string) func() {
			return func() {
				if first == "" {
					first = s
				}
			}
		}
		start(ctx, note("LIST"), note("WATCH"))
		synctest.Wait()
		cancel()
		synctest.Wait()
	})
	return first
}

// The environment of a program is read as client-go reads it, so this runs in a process of its own.
func TestTheEnvironmentIsReadAsByClientGo(t *testing.T) {
	if os.Getenv("GATES_CHILD") == "" {
		for env, want := range map[string]string{"": "WATCH", "KUBE_FEATURE_WatchListClient=false": "LIST"} {
			cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
			cmd.Env = append(os.Environ(), "GATES_CHILD=1", env)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "ours "+want+", theirs "+want) {
				t.Errorf("with %q: want %s first of both: %v\n%s", env, want, err, out)
			}
		}
		return
	}
	example := &metav1.PartialObjectMetadata{}
	ours := asks(t, func(ctx context.Context, list, open func()) {
		source := Metadata(nil)
		source.ListerWatcher = func(schema.GroupVersionResource, string) cache.ListerWatcher {
			return withoutContext(
				func(context.Context, metav1.ListOptions) (runtime.Object, error) {
					list()
					return &metav1.PartialObjectMetadataList{}, nil
				},
				func(context.Context, metav1.ListOptions) (watch.Interface, error) {
					open()
					return watch.NewFake(), nil
				})
		}
		f := informers.NewSharedInformerFactory(source, 0)
		f.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"})
		f.StartWithContext(ctx)
	})
	theirs := asks(t, func(ctx context.Context, list, open func()) {
		lw := &clientcache.ListWatch{
			ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
				list()
				return &metav1.PartialObjectMetadataList{}, nil
			},
			WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) {
				open()
				return watch.NewFake(), nil
			},
		}
		go clientcache.NewSharedIndexInformer(lw, example, 0, nil).RunWithContext(ctx)
	})
	t.Logf("ours %s, theirs %s", ours, theirs)
}
