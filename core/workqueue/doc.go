// Package workqueue is client-go's util/workqueue over the machines of core/machine: the
// same names, signatures and behaviour, so a program changes to it by its import path.
//
// A queue hands each key to one worker at a time and never loses a wish to run it:
//
//	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
//	queue.Add("default/web")
//	key, shutdown := queue.Get() // blocks
//	err := reconcile(key)
//	if err != nil {
//		queue.AddRateLimited(key) // 5 ms, 10 ms, 20 ms …
//	} else {
//		queue.Forget(key) // the next failure starts at 5 ms again
//	}
//	queue.Done(key) // always, also after AddRateLimited
//
// What is promised: a key added any number of times before a worker takes it runs once; a
// key added while it is worked on runs again after Done, and not before; order is first in,
// first out; keys that become due at the same time come in the order they were added.
//
// This package only decides when to call a machine: one mutex, two conditions, one timer. A
// queue starts no goroutine; one that is forgotten without ShutDown leaves nothing behind.
// Where it differs from client-go, core/conformance/deviations.md says so and why.
package workqueue
