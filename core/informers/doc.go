// Package informers gives each resource one shared informer, however many parts of a program
// want it, and typed access to it without generated code:
//
//	factory := informers.NewSharedInformerFactory(clientgo.Dynamic(client), 0)
//	pods := informers.For[*corev1.Pod](factory, corev1.SchemeGroupVersion.WithResource("pods"))
//	pods.Informer().AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{AddFunc: added})
//	factory.StartWithContext(ctx)
//	defer factory.Shutdown()
//	if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
//		return err
//	}
//	pod, err := pods.Lister().Namespace("default").Get("web")
//
// It is client-go's informers, dynamicinformer, metadatainformer and their listers in one. A
// Source says where objects come from; core/clientgo makes one of client-go's clients, and
// so this package knows no client. ForResource is for objects of a type the program does not
// know.
//
// What is promised: an informer is made at its first use and started once; what is asked for
// after Start runs from the next Start on; Shutdown returns when nothing runs any more.
package informers
