package scene

import (
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// Promises of the work queue are looked at through a lens: which of them does not hold now,
// of which key, and where do its copies stand?

// promiseKeys are the messages of the promises; with ".so" behind, what a broken one leads to.
var promiseKeys = map[trace.Promise]string{
	trace.QueueInDirty:  "promise.queue-in-dirty",
	trace.QueueIsFree:   "promise.queue-is-free",
	trace.QueuedOnce:    "promise.queued-once",
	trace.OneWorker:     "promise.one-worker",
	trace.OneEntry:      "promise.one-entry",
	trace.LockedStays:   "promise.locked-stays",
	trace.OnlyRises:     "promise.only-rises",
	trace.QueueBits:     "promise.queue-bits",
	trace.FIFOInStep:    "promise.fifo-in-step",
	trace.FIFOLocked:    "promise.fifo-locked",
	trace.SyncedOnce:    "promise.synced-once",
	trace.RVAscends:     "promise.rv-ascends",
	trace.TimeAscends:   "promise.time-ascends",
	trace.IndexInStore:  "promise.index-in-store",
	trace.HandlerOrders: "promise.handler-orders",
	trace.CacheOwned:    "promise.cache-untouched",
}

// PromiseKey is the message of a promise as a Broken event words it; "" when there is none.
func PromiseKey(sentence string) string { return promiseKeys[trace.Promise(sentence)] }

// QueuePromises are those of the work queue, which a state shows kept or broken.
var QueuePromises = []trace.Promise{trace.QueuedOnce, trace.QueueInDirty, trace.QueueIsFree, trace.OneWorker}

// PromisesOf are those of the work queue that s has.
func PromisesOf(s *state.State) []trace.Promise {
	if s.Priorities() {
		return []trace.Promise{trace.OneEntry, trace.LockedStays, trace.OnlyRises}
	}
	return QueuePromises
}

// Breach is a promise that does not hold now, and the key that breaks it.
type Breach struct {
	Promise trace.Promise
	Key     trace.ID
}

// Breaches lists the promises of the work queue that do not hold in s, in the order of
// QueuePromises, one key each. It looks only where a Broken event told that something is wrong.
func Breaches(s *state.State) (out []Breach) {
	if len(s.Broken) == 0 {
		return nil
	}
	first := map[trace.Promise]trace.ID{}
	found := func(p trace.Promise, k trace.ID) {
		if first[p] == 0 {
			first[p] = k
		}
	}
	seen := map[trace.ID]bool{}
	for _, id := range s.Queue {
		k, _ := s.Key(id)
		if seen[id] {
			found(trace.QueuedOnce, id)
		}
		seen[id] = true
		if k.Bits&trace.Dirty == 0 {
			found(trace.QueueInDirty, id)
		}
		if k.Bits&trace.Processing != 0 && !s.Priorities() {
			found(trace.QueueIsFree, id)
		}
	}
	held := map[trace.ID]bool{}
	for _, w := range s.Workers {
		if w.Busy && held[w.Key] {
			found(trace.OneWorker, w.Key)
		}
		held[w.Key] = held[w.Key] || w.Busy
	}
	for _, p := range QueuePromises {
		if first[p] != 0 {
			out = append(out, Breach{p, first[p]})
		}
	}
	return out
}

// Warning is a habit that breaks no promise and still hurts: its message with the values.
type Warning struct {
	Key  string
	Args []string
}

// maxWarnings bounds Warnings; the first few keys say it for all.
const maxWarnings = 3

// Warnings lists forgotten calls: a Forget that never came after the last failure, and a
// Done that never came before the next Get. Of a program that has ended nothing is missed.
func Warnings(s *state.State) (out []Warning) {
	if s.Crash != "" {
		return nil
	}
	busy := map[trace.ID]bool{}
	for _, w := range s.Workers {
		if w.Busy {
			busy[w.Key] = true
		}
	}
	waiting := map[trace.ID]bool{}
	for _, w := range s.Heap {
		waiting[w.Key] = true
	}
	for _, k := range s.Keys {
		if len(out) == maxWarnings {
			break
		}
		if k.Failures > 0 && k.Bits == 0 && !waiting[k.ID] {
			out = append(out, Warning{"warn.forget", []string{"key", draw.Plain(s.Name(k.ID)), "n", draw.Int(k.Failures)}})
		}
		if k.Bits&trace.Processing != 0 && !busy[k.ID] {
			out = append(out, Warning{"warn.done", []string{"key", draw.Plain(s.Name(k.ID)), "worker", s.Recorder().ActorName(k.Actor)}})
		}
	}
	return out
}

// left are the keys in processing whose worker has gone on without Done.
func (c *canvas) leftBehind() (out []trace.ID) {
	for i := range c.s.Keys { // a Key is large, and they may be thousands
		k := &c.s.Keys[i]
		if k.Bits&trace.Processing != 0 && !slices.ContainsFunc(c.s.Workers, func(w state.Worker) bool { return w.Busy && w.Key == k.ID }) {
			out = append(out, k.ID)
		}
	}
	return out
}
