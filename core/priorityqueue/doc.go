// Package priorityqueue is controller-runtime's priority queue over core/machine: the queue that
// its controllers run on unless they are told otherwise.
//
// What waits and what is ready are one queue, and keys have priorities:
//
//   - Higher priorities go first, equal ones in the order in which they became ready.
//   - An Add of a key that waits ends its wait: one pass, where client-go's queue makes two.
//   - A key that is added while a worker has it stands in the line at once, counts in Len, and is
//     passed over until Done.
//   - After ShutDown nothing is handed out any more, and ShutDownWithDrain waits for nobody.
//
// A Queue fits into a controller of controller-runtime as it is, since the second parameter of
// its type is the type of options that AddWithOpts takes, whoever's it is:
//
//	controller.Options{
//		NewQueue: func(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
//			return ours.NewFor[priorityqueue.AddOpts](ours.Config[reconcile.Request]{Name: name, RateLimiter: limiter})
//		},
//	}
//
// where ours is this package and priorityqueue controller-runtime's; core/conformance/priority
// runs it so. This package knows nothing of controller-runtime. Who does not need it calls New.
//
// Beside controller-runtime's: an Add is done when it returns, where theirs goes through a buffer
// that is emptied a little later; there is no goroutine but for metrics and the log; the clock is
// the caller's; and the deviations are listed in core/conformance/deviations.md.
//
// Source: sigs.k8s.io/controller-runtime v0.25.2, pkg/controller/priorityqueue.
package priorityqueue
