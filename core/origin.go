package core

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// Origin is a line of client-go, in the version of scenarios.ClientGo, or of controller-runtime: the one
// that does there what an op says.
type Origin struct {
	Op    trace.Op
	Words []string // what has to hold of an event, as of a Place
	File  string   // "util/workqueue/queue.go"
	Func  string   // "Typed.Add"
	Line  int      // from 1
}

// priorityFile is controller-runtime's queue, in the version of scenarios.ControllerRuntime; all other files
// are client-go's.
const priorityFile = "pkg/controller/priorityqueue/priorityqueue.go"

// OfRuntime reports whether a file is controller-runtime's.
func OfRuntime(file string) bool { return strings.HasPrefix(file, "pkg/controller/") }

const (
	queueFile    = "util/workqueue/queue.go"
	delayFile    = "util/workqueue/delaying_queue.go"
	limiterFile  = "util/workqueue/default_rate_limiters.go"
	deltaFile    = "tools/cache/delta_fifo.go"
	realFile     = "tools/cache/the_real_fifo.go"
	informerFile = "tools/cache/shared_informer.go"
	storeFile    = "tools/cache/thread_safe_store.go"
	trackFile    = "tools/cache/synctrack/synctrack.go"
	reflFile     = "tools/cache/reflector.go"
)

// origins has a row for each way that something of client-go, or of the queue with priorities, ends. A test
// reads their source and names each row whose line has moved; it also says which ops have none, and why.
var origins = []struct {
	what, file string
	line       int
	fn         string
}{
	{"queue.add", queueFile, 249, "Typed.Add"},
	{"queue.add owed", queueFile, 245, "Typed.Add"},
	{"queue.add merged", queueFile, 233, "Typed.Add"},
	{"queue.dropped", queueFile, 230, "Typed.Add"},
	{"queue.dropped heap", delayFile, 251, "delayingType.AddAfter"},
	{"queue.get", queueFile, 276, "Typed.Get"},
	{"queue.blocked", queueFile, 269, "Typed.Get"},
	{"queue.over", queueFile, 273, "Typed.Get"},
	{"queue.done", queueFile, 295, "Typed.Done"},
	{"queue.done again", queueFile, 297, "Typed.Done"},
	{"queue.stray", queueFile, 297, "Typed.Done"},
	{"queue.shut", queueFile, 317, "Typed.ShutDown"},
	{"queue.shut drain", queueFile, 336, "Typed.ShutDownWithDrain"},

	{"heap.now", delayFile, 258, "delayingType.AddAfter"},
	{"heap.add", delayFile, 367, "insert"},
	{"heap.earlier", delayFile, 360, "insert"},
	{"heap.ignored", delayFile, 359, "insert"},
	{"heap.due", delayFile, 304, "delayingType.waitingLoop"},
	{"limiter.when", limiterFile, 121, "TypedItemExponentialFailureRateLimiter.When"},
	{"limiter.when max", limiterFile, 225, "TypedMaxOfRateLimiter.When"},
	{"limiter.token", limiterFile, 69, "TypedBucketRateLimiter.When"},
	{"limiter.token filled", limiterFile, 54, "DefaultTypedControllerRateLimiter"},
	{"limiter.forget", limiterFile, 148, "TypedItemExponentialFailureRateLimiter.Forget"},
	{"limiter.forget max", limiterFile, 257, "TypedMaxOfRateLimiter.Forget"},

	{"queue.dropped priority", priorityFile, 170, "priorityqueue.AddWithOpts"},
	{"queue.priority priority", priorityFile, 239, "priorityqueue.lockedAddWithOpts"},
	{"queue.add priority", priorityFile, 248, "priorityqueue.lockedAddWithOpts"},
	{"queue.add priority merged", priorityFile, 255, "priorityqueue.lockedAddWithOpts"},
	{"queue.raise priority", priorityFile, 268, "priorityqueue.lockedAddWithOpts"},
	{"queue.fetch priority", priorityFile, 278, "priorityqueue.lockedAddWithOpts"},
	{"queue.skip priority", priorityFile, 407, "priorityqueue.handleReadyItems"},
	{"queue.get priority", priorityFile, 412, "priorityqueue.handleReadyItems"},
	{"queue.blocked priority", priorityFile, 470, "priorityqueue.GetWithPriority"},
	{"queue.over priority", priorityFile, 450, "priorityqueue.GetWithPriority"},
	{"queue.done priority", priorityFile, 495, "priorityqueue.Done"},
	{"queue.shut priority", priorityFile, 501, "priorityqueue.ShutDown"},
	{"heap.add priority", priorityFile, 245, "priorityqueue.lockedAddWithOpts"},
	{"heap.earlier priority", priorityFile, 290, "priorityqueue.lockedAddWithOpts"},
	{"heap.ignored priority", priorityFile, 258, "priorityqueue.lockedAddWithOpts"},
	{"heap.due priority", priorityFile, 357, "priorityqueue.handleWaitingItems"},

	{"fifo.push", realFile, 284, "RealFIFO.addToItems_locked"},
	{"fifo.push classic", deltaFile, 524, "DeltaFIFO.queueActionInternalLocked"},
	{"fifo.push classic merged", deltaFile, 519, "DeltaFIFO.queueActionInternalLocked"},
	{"fifo.push classic replaces", deltaFile, 451, "dedupDeltas"},
	{"fifo.replace", realFile, 314, "RealFIFO.addReplaceToItemsLocked"},
	{"fifo.mark", realFile, 592, "RealFIFO.Bookmark"},
	{"fifo.mark SyncAll", realFile, 325, "RealFIFO.addResyncToItemsLocked"},
	{"fifo.skip", realFile, 767, "RealFIFO.Resync"},
	{"fifo.skip classic", deltaFile, 430, "DeltaFIFO.Delete"},
	{"fifo.skip classic Sync", deltaFile, 739, "DeltaFIFO.syncKeyLocked"},
	{"fifo.begin", realFile, 540, "RealFIFO.PopBatch"},
	{"fifo.begin ordered", realFile, 409, "RealFIFO.Pop"},
	{"fifo.begin classic", deltaFile, 578, "DeltaFIFO.Pop"},
	{"fifo.end", realFile, 463, "RealFIFO.whileProcessing_locked"},
	{"fifo.end classic", deltaFile, 603, "DeltaFIFO.Pop"},
	{"fifo.initial filled", realFile, 626, "RealFIFO.Replace"},
	{"fifo.initial filled classic", deltaFile, 694, "DeltaFIFO.Replace"},
	{"fifo.initial", realFile, 546, "RealFIFO.PopBatch"},
	{"fifo.initial ordered", realFile, 415, "RealFIFO.Pop"},
	{"fifo.initial classic", deltaFile, 581, "DeltaFIFO.Pop"},
	{"fifo.synced", realFile, 250, "RealFIFO.checkSynced_locked"},
	{"fifo.synced classic", deltaFile, 380, "DeltaFIFO.checkSynced_locked"},
	{"fifo.transform", informerFile, 833, "sharedIndexInformer.SetTransform"},
	{"fifo.refuse", realFile, 277, "RealFIFO.addToItems_locked"},
	{"fifo.refuse ReplacedAll", realFile, 301, "RealFIFO.addReplaceToItemsLocked"},
	{"fifo.refuse classic", deltaFile, 511, "DeltaFIFO.queueActionInternalLocked"},
	{"fifo.refuse streaming", "tools/cache/store.go", 261, "cache.Add"},

	{"store.put", storeFile, 325, "threadSafeMap.updateLocked"},
	{"store.put ReplacedAll", storeFile, 396, "threadSafeMap.Replace"},
	{"store.delete", storeFile, 355, "threadSafeMap.deleteLocked"},
	{"store.delete ReplacedAll", storeFile, 396, "threadSafeMap.Replace"},
	{"store.rv", storeFile, 316, "threadSafeMap.Update"},
	{"store.rv removed", storeFile, 345, "threadSafeMap.DeleteWithObject"},
	{"store.rv several", storeFile, 294, "threadSafeMap.Transaction"},
	{"store.rv ReplacedAll", storeFile, 397, "threadSafeMap.Replace"},
	{"store.rv Bookmark", storeFile, 455, "threadSafeMap.Bookmark"},
	{"index.add", storeFile, 238, "storeIndex.addKeyToIndex"},
	{"index.delete", storeFile, 246, "storeIndex.deleteKeyFromIndex"},
	{"index.delete ReplacedAll", storeFile, 402, "threadSafeMap.Replace"},

	{"handler.add", informerFile, 1198, "sharedProcessor.addListener"},
	{"handler.period", informerFile, 990, "determineResyncPeriod"},
	{"handler.period raised", informerFile, 1019, "sharedIndexInformer.AddEventHandlerWithOptions"},
	{"handler.period never", informerFile, 984, "determineResyncPeriod"},
	{"handler.due", informerFile, 1550, "processorListener.determineNextResync"},
	{"handler.push", informerFile, 1441, "processorListener.add"},
	{"handler.begin update", informerFile, 1507, "processorListener.run"},
	{"handler.begin add", informerFile, 1509, "processorListener.run"},
	{"handler.begin delete", informerFile, 1514, "processorListener.run"},
	{"handler.end", informerFile, 1518, "processorListener.run"},
	{"handler.end panicked", informerFile, 1495, "processorListener.run"},
	{"handler.synced", trackFile, 178, "SingleFileTracker.Finished"},
	{"handler.synced upstream", trackFile, 192, "SingleFileTracker.UpstreamHasSynced"},
	{"handler.remove", informerFile, 1225, "sharedProcessor.removeListener"},

	{"reflector.rv", reflFile, 1108, "Reflector.setLastSyncResourceVersion"},
	{"reflector.list", reflFile, 694, "Reflector.list"},
	{"reflector.page", "tools/pager/pager.go", 147, "ListPager.list"},
	{"reflector.listed", reflFile, 776, "Reflector.list"},
	{"reflector.listed failed", reflFile, 747, "Reflector.list"},
	{"reflector.watch", reflFile, 605, "Reflector.watch"},
	{"reflector.watch initial", reflFile, 863, "Reflector.watchList"},
	{"reflector.watching", reflFile, 620, "Reflector.watch"},
	{"reflector.watching initial", reflFile, 870, "Reflector.watchList"},
	{"reflector.watching failed", reflFile, 607, "Reflector.watch"},
	{"reflector.watching initial failed", reflFile, 865, "Reflector.watchList"},
	{"reflector.event", reflFile, 1039, "handleAnyWatch"},
	{"reflector.event MODIFIED", reflFile, 1045, "handleAnyWatch"},
	{"reflector.event DELETED", reflFile, 1054, "handleAnyWatch"},
	{"reflector.event BOOKMARK", reflFile, 1066, "handleAnyWatch"},
	{"reflector.event BOOKMARK end", reflFile, 1062, "handleAnyWatch"},
	{"reflector.event ERROR", reflFile, 1011, "handleAnyWatch"},
	{"reflector.closed", reflFile, 995, "handleAnyWatch"},
	{"reflector.closed server", reflFile, 1007, "handleAnyWatch"},
	{"reflector.timer", reflFile, 336, "NewReflectorWithOptions"},
	{"reflector.timer resync", reflFile, 454, "Reflector.resyncChan"},

	{"worker.read", "listers/generic_helpers.go", 64, "ResourceIndexer.Get"},
	{"worker.read nothing", "listers/generic_helpers.go", 69, "ResourceIndexer.Get"},

	{"step start", informerFile, 904, "sharedIndexInformer.RunWithContext"},
	{"step add-index", storeFile, 513, "threadSafeMap.AddIndexers"},
	{"crash controller", storeFile, 196, "storeIndex.updateSingleIndex"},
	{"crash detector", "tools/cache/mutation_detector.go", 165, "defaultCacheMutationDetector.CompareObjects"},
}

// Origins are all of them, in the order of the ops.
func Origins() []Origin {
	var all []Origin
	for _, o := range origins {
		words := strings.Fields(o.what)
		all = append(all, Origin{Op: opOf("origin.go", words[0]), Words: words[1:], File: o.file, Func: o.fn, Line: o.line})
	}
	return all
}

// OriginOf returns client-go's line for an op where words hold, as Source.Find returns our own; ok is
// false where client-go has no part in it.
func OriginOf(op trace.Op, words ...string) (Origin, bool) {
	with := slices.Contains(words, "priority") // nothing of its queue is client-go's
	var of []Origin
	for _, o := range Origins() {
		if o.Op == op && OfRuntime(o.File) == with {
			of = append(of, o)
		}
	}
	return fittest(of, func(o Origin) []string { return o.Words }, words)
}
