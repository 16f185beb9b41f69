// Package machine holds the logic of work queues and informers as pure machines.
//
// A call goes in, a value comes out, and time is an argument. A machine starts no goroutine,
// takes no lock, reads no clock and lets no map order show; so the same machine runs behind
// a mutex in a Go program (core/workqueue, core/cache) and in a one-thread simulation with a
// virtual clock (core/sim), and answers the same to the same calls everywhere. When to call
// a machine is the shell's business; what happens then is the machine's.
//
// Every machine takes a trace.Tap, and those of the work queue a Keyer that names its keys.
// The zero Tap is silent: then no key is formatted and steady work allocates nothing. A machine's call is one transition: its
// events start with one that carries trace.First.
//
// client-go's work queue is three machines:
//
//	Queue    which keys are owed a pass, which are in the line, which a worker holds
//	Delay    which keys wait for a time, and who is next
//	Limiter  how long a failing key waits: Exponential, FastSlow, Bucket, MaxOf, WithMaxWait
//
// controller-runtime's is Priority, with one of the limiters: it has priorities, and what waits
// is in it.
//
// A key that is NaN, or holds one, equals nothing, itself included: it is never merged and
// never done. A pointer key is its address, not what it points to.
//
// The informer is five, in the order a change passes them:
//
//	Reflector  asks the API server: LIST, WATCH, when again, and what the FIFO gets
//	FIFO       DeltaFIFO or RealFIFO, as the engine has it: engine.go is the table of engines
//	Informer   makes the changes of the store, and the notifications for handlers
//	Index      the store with its indices
//	Listener   one handler's mailbox
//
// A FIFO hands out in two calls, Begin and End, and an informer changes the store one Next
// at a time, so that a picture can stop in the middle. Batch.Hold says that the FIFO is
// locked meanwhile. Three levels have synced one after the other: the FIFO (End or SyncEdge),
// then the Informer (MarkSynced), then each Listener (Upstream, and its first list handled).
//
// Size: eleven machines, each in the files of its name, none above 1,000 lines. They share
// entries, tapes and keyers that nobody else may see, and package core shows their source.
package machine
