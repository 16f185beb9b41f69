package trace_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// emitter records the events of one part and asks the checker after each.
type emitter struct {
	rec   *trace.Recorder
	check *trace.Checker
	taps  map[string]trace.Tap
	found []trace.Promise
}

func newEmitter() *emitter {
	rec := trace.New(0)
	return &emitter{rec: rec, check: trace.NewChecker(rec), taps: map[string]trace.Tap{}}
}

// emit records op of key at a part of that kind; fields are A, B, Before and After.
func (m *emitter) emit(kind string, op trace.Op, key string, fields ...int64) {
	tap, ok := m.taps[kind]
	if !ok {
		tap = m.rec.AddPart(kind, kind)
		m.taps[kind] = tap
	}
	e := tap.Emit(op, tap.Intern(key))
	fields = append(fields, 0, 0, 0, 0)
	e.A, e.B, e.Before, e.After = fields[0], fields[1], uint8(fields[2]), uint8(fields[3])
	if op == trace.ReflRV {
		e.Val, e.Key = e.Key, 0
	}
	for _, v := range m.check.Follow() {
		m.found = append(m.found, v.Promise)
	}
}

// Each promise is broken by some events and kept by others that are close to them.
func TestCheckerKnowsABrokenPromise(t *testing.T) {
	const dirty, processing, queued = int64(trace.Dirty), int64(trace.Processing), int64(trace.Queued)
	const merged, classic, priority = int64(trace.Merged), "fifo classic", trace.PriorityKind
	known := map[trace.Promise]bool{}
	for _, c := range []struct {
		promise       trace.Promise
		broken, sound func(m *emitter)
	}{
		{trace.QueueInDirty,
			func(m *emitter) { m.emit("queue", trace.QueueAdd, "a", 0, 0, 0, queued) },
			func(m *emitter) { m.emit("queue", trace.QueueAdd, "a", 0, 0, 0, queued|dirty) }},
		{trace.QueueIsFree,
			func(m *emitter) { m.emit("queue", trace.QueueAdd, "a", 0, 0, processing, queued|dirty|processing) },
			func(m *emitter) { m.emit("queue", trace.QueueAdd, "a", 0, 0, processing, dirty|processing) }},
		{trace.QueuedOnce,
			func(m *emitter) { m.emit("queue", trace.QueueStray, "a", 0, 0, queued|dirty, queued|dirty) },
			func(m *emitter) { m.emit("queue", trace.QueueDone, "a", 0, 0, processing|dirty, queued|dirty) }},
		{trace.OneWorker,
			func(m *emitter) { m.emit("queue", trace.QueueGet, "a", 0, 0, processing, processing) },
			func(m *emitter) { m.emit("queue", trace.QueueGet, "a", 0, 0, queued|dirty, processing) }},
		{trace.QueueBits,
			func(m *emitter) {
				m.emit("queue", trace.QueueAdd, "a", 0, 0, 0, queued|dirty)
				m.emit("queue", trace.QueueDone, "a", 0, 0, processing, 0)
			},
			func(m *emitter) {
				m.emit("queue", trace.QueueAdd, "a", 0, 0, 0, queued|dirty)
				m.emit("queue", trace.QueueGet, "a", 0, 0, queued|dirty, processing)
				m.emit("queue", trace.QueueDone, "a", 0, 0, processing, 0)
			}},
		{trace.OneEntry,
			func(m *emitter) {
				m.emit(priority, trace.HeapAdd, "a", 5)
				m.emit(priority, trace.QueueAdd, "a", 0, 0, 0, queued|dirty)
			},
			func(m *emitter) {
				m.emit(priority, trace.HeapAdd, "a", 5)
				m.emit(priority, trace.HeapEarlier, "a", 4)
				m.emit(priority, trace.HeapDue, "a", 4)
				m.emit(priority, trace.QueueAdd, "a", 0, 0, 0, queued|dirty)
			}},
		{trace.OneEntry,
			func(m *emitter) {
				m.emit(priority, trace.QueueAdd, "a", 0, 0, 0, queued|dirty)
				m.emit(priority, trace.HeapAdd, "a", 5)
			},
			func(m *emitter) {
				m.emit(priority, trace.HeapAdd, "a", 5)
				m.emit(priority, trace.QueueFetch, "a", 0, 0, 0, queued|dirty)
			}},
		{trace.OneEntry,
			func(m *emitter) { m.emit(priority, trace.QueueFetch, "a", 0, 0, 0, queued|dirty) },
			func(m *emitter) { m.emit(priority, trace.HeapIgnored, "a", 5) }},
		{trace.OneEntry,
			func(m *emitter) { m.emit(priority, trace.HeapDue, "a", 5) },
			func(m *emitter) { m.emit("heap", trace.HeapDue, "a", 5) }},
		{trace.LockedStays,
			func(m *emitter) {
				m.emit(priority, trace.QueueGet, "a", 0, 0, queued|dirty|processing, processing)
			},
			func(m *emitter) {
				m.emit(priority, trace.QueueAdd, "a", 0, 0, processing, queued|dirty|processing)
				m.emit(priority, trace.QueueDone, "a", 0, 0, queued|dirty|processing, queued|dirty)
				m.emit(priority, trace.QueueGet, "a", 0, 0, queued|dirty, processing)
			}},
		{trace.OnlyRises,
			func(m *emitter) { m.emit(priority, trace.QueueRaise, "a", 1, 2, queued|dirty, queued|dirty) },
			func(m *emitter) { m.emit(priority, trace.QueueRaise, "a", 2, 1, queued|dirty, queued|dirty) }},
		{trace.OnlyRises,
			func(m *emitter) {
				m.emit(priority, trace.QueuePriority, "a", -100, 0, queued|dirty, queued|dirty)
			},
			func(m *emitter) {
				m.emit(priority, trace.QueuePriority, "a", -100, 0, processing, processing)
			}},
		{trace.FIFOInStep,
			func(m *emitter) { m.emit(classic, trace.FIFOPush, "a", 0, 0, 0, merged) },
			func(m *emitter) {
				m.emit(classic, trace.FIFOPush, "a")
				m.emit(classic, trace.FIFOPush, "a", 0, 0, 0, merged)
				m.emit(classic, trace.FIFOBegin, "a", 2, 0, 0, 1)
				m.emit(classic, trace.FIFOEnd, "")
			}},
		{trace.FIFOInStep,
			func(m *emitter) { m.emit("fifo atomic", trace.FIFOBegin, "", 1) },
			func(m *emitter) {
				m.emit("fifo atomic", trace.FIFOReplace, "")
				m.emit("fifo atomic", trace.FIFOBegin, "", 1)
			}},
		{trace.FIFOLocked,
			func(m *emitter) {
				m.emit(classic, trace.FIFOPush, "a")
				m.emit(classic, trace.FIFOBegin, "a", 1, 0, 0, 1)
				m.emit(classic, trace.FIFOPush, "b")
			},
			func(m *emitter) {
				m.emit(classic, trace.FIFOPush, "a")
				m.emit(classic, trace.FIFOBegin, "a", 1, 0, 0, 1)
				m.emit(classic, trace.FIFOEnd, "")
				m.emit(classic, trace.FIFOPush, "b")
			}},
		{trace.SyncedOnce,
			func(m *emitter) {
				m.emit("fifo", trace.FIFOSynced, "")
				m.emit("fifo", trace.FIFOSynced, "")
			},
			func(m *emitter) {
				m.emit("fifo", trace.FIFOSynced, "")
				m.emit("h1", trace.NoteSynced, "")
			}},
		{trace.RVAscends,
			func(m *emitter) {
				m.emit("reflector", trace.ReflRV, "9")
				m.emit("reflector", trace.ReflRV, "8")
			},
			func(m *emitter) {
				m.emit("reflector", trace.ReflRV, "9")
				m.emit("reflector", trace.ReflList, "")
				m.emit("reflector", trace.ReflRV, "8")
				m.emit("reflector", trace.ReflWatch, "", 0, 1)
				m.emit("reflector", trace.ReflRV, "7")
			}},
		{trace.TimeAscends,
			func(m *emitter) {
				m.rec.At = 5
				m.emit("queue", trace.QueueBlocked, "")
				m.rec.At = 4
				m.emit("queue", trace.QueueBlocked, "")
			},
			func(m *emitter) {
				m.emit("queue", trace.QueueBlocked, "")
				m.emit("queue", trace.QueueBlocked, "")
			}},
		{trace.IndexInStore,
			func(m *emitter) {
				m.emit("store", trace.StorePut, "a")
				m.emit("store", trace.IndexAdd, "a")
				m.emit("store", trace.IndexDel, "a")
				m.emit("store", trace.StoreDel, "a")
				m.emit("store", trace.IndexAdd, "a")
			},
			func(m *emitter) {
				m.emit("store", trace.StorePut, "a")
				m.emit("store", trace.IndexAdd, "a")
			}},
		{trace.CacheOwned,
			func(m *emitter) {
				m.emit("store", trace.StorePut, "a")
				m.emit("store", trace.StoreTouch, "a")
			},
			func(m *emitter) {
				m.emit("store", trace.StorePut, "a")
				m.emit("store", trace.StorePut, "a")
			}},
		{trace.HandlerOrders,
			func(m *emitter) { m.emit("h1", trace.NoteTake, "a") },
			func(m *emitter) {
				m.emit("h1", trace.NotePush, "a")
				m.emit("h1", trace.NoteTake, "a")
				m.emit("h1", trace.NoteDone, "a")
			}},
		{trace.HandlerOrders,
			func(m *emitter) {
				m.emit("h1", trace.HandlerAdd, "")
				m.emit("h1", trace.NotePush, "a")
				m.emit("h1", trace.HandlerDel, "")
				m.emit("h1", trace.NoteTake, "a") // what waited was dropped
			},
			func(m *emitter) { // removed while its call runs, which returns later
				m.emit("h1", trace.HandlerAdd, "")
				m.emit("h1", trace.NotePush, "a")
				m.emit("h1", trace.NotePush, "b")
				m.emit("h1", trace.NoteTake, "a")
				m.emit("h1", trace.HandlerDel, "")
				m.emit("h1", trace.NoteDone, "a")
			}},
		{trace.HandlerOrders,
			func(m *emitter) { m.emit("h1", trace.NoteDone, "a") },
			func(*emitter) {}},
	} {
		known[c.promise] = true
		m := newEmitter()
		c.broken(m)
		if len(m.found) != 1 || m.found[0] != c.promise {
			t.Errorf("found %q, want %q", m.found, c.promise)
		}
		m = newEmitter()
		c.sound(m)
		if len(m.found) != 0 {
			t.Errorf("false alarm beside %q: %q", c.promise, m.found)
		}
	}
	for _, p := range trace.Promises {
		if !known[p] {
			t.Errorf("nothing breaks %q here", p)
		}
	}
}

// Check takes events that no recorder keeps any more.
func TestCheckTakesOneEvent(t *testing.T) {
	c := trace.NewChecker(trace.New(0))
	if v := c.Check(trace.Event{Seq: 1, Op: trace.QueueStray, Key: 3}); len(v) != 1 || v[0] != (trace.Violation{Promise: trace.QueuedOnce, Key: 3, Seq: 1}) {
		t.Errorf("violations %v", v)
	}
	if v := c.Check(trace.Event{Seq: 2, Op: trace.QueueBlocked}); len(v) != 0 {
		t.Errorf("violations %v of an event that breaks nothing", v)
	}
}
