//go:build bench

package conformance

import (
	"runtime"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
	"k8s.io/client-go/tools/cache"
)

// TestStoreKeepsFewBytesAnObject measures what a store with 3 indices keeps beside the
// objects and their keys. The bar: at most 0.7 of client-go's.
func TestStoreKeepsFewBytesAnObject(t *testing.T) {
	list := things(0)
	kept := func(fill func() any) float64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		store := fill()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(store)
		return float64(after.HeapAlloc-before.HeapAlloc) / benchSize
	}
	theirs := kept(func() any {
		ix := cache.Indexers{}
		for name, f := range benchFuncs {
			ix[name] = func(o any) ([]string, error) { return f(o.(*thing)) }
		}
		s := cache.NewIndexer(benchKey, ix)
		for _, o := range list {
			_ = s.Add(o)
		}
		return s
	})
	ours := kept(func() any {
		s := machine.NewIndex(trace.Tap{}, benchMeta())
		if err := s.AddIndices(benchFuncs); err != nil {
			panic(err)
		}
		for _, o := range list {
			_, _, _ = s.Put(o.key, o)
		}
		return s
	})
	runtime.KeepAlive(list)
	t.Logf("client-go %.0f B, ours %.0f B an object, ratio %.2f", theirs, ours, ours/theirs)
	if ours > 0.7*theirs {
		t.Errorf("ours keeps %.0f B an object, client-go %.0f B: want at most 0.7 of it", ours, theirs)
	}
}
