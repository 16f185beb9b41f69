// Package cache is client-go's tools/cache over the machines of core/machine: the same names,
// signatures and behaviour, so a program changes to it by its import path.
//
// A Reflector lists and watches, a queue (RealFIFO, DeltaFIFO) carries the changes, a Store
// with indices holds them, and a Controller or a shared informer tells handlers:
//
//	store, controller := cache.NewInformerWithOptions(cache.InformerOptions{
//		ListerWatcher: lw,
//		ObjectType:    &v1.Pod{},
//		Handler:       cache.ResourceEventHandlerFuncs{AddFunc: added},
//	})
//	go controller.RunWithContext(ctx)
//	cache.WaitFor(ctx, "pods", controller.HasSyncedChecker())
//
// Objects in a store belong to everybody: read them, never change them.
//
// What is promised beyond client-go: lists come in the order in which keys joined, values and
// tombstones in a fixed order, and an index function that fails leaves the store as it was.
// Every wait but WaitForCacheSync's uses an injected clock. Where a program can tell the difference,
// core/conformance/deviations.md says so and why.
//
// This package only decides when to call a machine: it holds locks, conditions, timers and
// goroutines. What happens then is decided in core/machine.
//
// Size: client-go has these names in one package, and programs import them by its path; what
// a name needs stands in the file of its subject, as there.
package cache
