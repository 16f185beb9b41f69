package clientgo

import (
	"github.com/informerscope/informerscope/core/cache"
	clientcache "k8s.io/client-go/tools/cache"
)

// Indexer is i as the Indexer of client-go's own package, for code that is generated for that:
//
//	pods := corelisters.NewPodLister(clientgo.Indexer(informer.GetIndexer()))
//
// It is the same store: what one side writes the other reads.
func Indexer(i cache.Indexer) clientcache.Indexer { return indexer{i} }

type indexer struct{ cache.Indexer }

func (i indexer) GetIndexers() clientcache.Indexers {
	all := clientcache.Indexers{}
	for name, f := range i.Indexer.GetIndexers() {
		all[name] = clientcache.IndexFunc(f)
	}
	return all
}

func (i indexer) AddIndexers(more clientcache.Indexers) error {
	all := cache.Indexers{}
	for name, f := range more {
		all[name] = cache.IndexFunc(f)
	}
	return i.Indexer.AddIndexers(all)
}
