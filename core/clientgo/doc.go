// Package clientgo lets the informers of this module read through client-go's clients:
//
//	factory := informers.NewSharedInformerFactory(clientgo.Dynamic(dynamicClient), 0)
//	factory := informers.NewSharedInformerFactory(clientgo.Metadata(metadataClient), 0)
//	factory := informers.NewSharedInformerFactory(clientgo.Typed(config, scheme.Scheme), 0)
//	pods := corelisters.NewPodLister(clientgo.Indexer(informer.GetIndexer()))
//	lw := clientgo.NewListWatchFromClient(clientset.CoreV1().RESTClient(), "pods", "default", fields.Everything())
//
// It is apart from core/cache so that a program without client-go does not link it. A client
// that knows no streaming lists, such as client-go's fake ones, is asked for a LIST.
package clientgo
