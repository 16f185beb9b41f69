package machine

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// AddHandler registers a handler that wants a resync every resync: 0 is never,
// DefaultResync the informer's period. What is shorter than MinResync is made longer. A
// period below the check period shortens that before the start, and is made longer after.
// An informer built with period 0 never resyncs, whatever handlers ask for.
//
// A handler of a running informer gets a snapshot: an initial add for each stored object,
// to be pushed to its listener before anything else. synced says that the informer has
// synced already: call the listener's Upstream after the snapshot. AddHandler panics
// inside a batch.
func (i *Informer[O]) AddHandler(now Time, resync Dur) (id HandlerID, snapshot []Note[O], synced bool) {
	if i.busy {
		panic("informer: AddHandler inside a batch")
	}
	if resync == DefaultResync {
		resync = i.period
	}
	asked := resync
	if resync > 0 {
		resync = max(resync, MinResync)
		if resync < i.check {
			if i.started {
				resync = i.check
			} else {
				i.check = resync
				for n := range i.handlers {
					h := &i.handlers[n]
					h.period = i.granted(h.wish)
					h.tellPeriod()
				}
			}
		}
	}
	i.lastID++
	h := registration{id: i.lastID, asked: asked, wish: resync, period: i.granted(resync), syncing: true}
	h.wait(now)
	i.handlers = append(i.handlers, h)
	if !i.started {
		return h.id, nil, i.synced
	}
	snapshot = make([]Note[O], 0, i.store.Len())
	i.store.Each(func(key string, o O) bool {
		snapshot = append(snapshot, Note[O]{Kind: NoteAdd, Key: key, New: o, Initial: true})
		return true
	})
	return h.id, snapshot, i.synced
}

// granted is the period a handler gets that asks for wish.
func (i *Informer[O]) granted(wish Dur) Dur {
	if wish == 0 || i.check == 0 {
		return 0
	}
	// trace: handler.period
	return max(wish, i.check)
}

// Tap is where the resyncs of a handler are recorded from now on: the period it asked for, the one
// it got, and when the next is due. Nothing is recorded of a handler that wants none.
func (i *Informer[O]) Tap(id HandlerID, tap trace.Tap) {
	n := i.find(id)
	if n < 0 {
		return
	}
	h := &i.handlers[n]
	h.tap = tap
	h.tellPeriod()
	h.tellDue()
}

func (h *registration) tellPeriod() {
	if h.asked == 0 {
		return
	}
	h.tap.Begin()
	h.tap.Numbers(trace.HandlerPeriod, 0, h.asked, h.period)
}

// wait begins the time until the handler's next resync.
func (h *registration) wait(now Time) {
	// trace: handler.due
	h.due = now + h.period
	h.tellDue()
}

func (h *registration) tellDue() {
	if h.period == 0 {
		return
	}
	h.tap.Begin()
	h.tap.Numbers(trace.HandlerDue, 0, h.due, 0)
}

// RemoveHandler forgets a registration and reports whether there was one; close its
// listener. It panics inside a batch.
func (i *Informer[O]) RemoveHandler(id HandlerID) bool {
	if i.busy {
		panic("informer: RemoveHandler inside a batch")
	}
	n := i.find(id)
	if n < 0 {
		return false
	}
	i.handlers = slices.Delete(i.handlers, n, n+1)
	return true
}

func (i *Informer[O]) find(id HandlerID) int {
	return slices.IndexFunc(i.handlers, func(h registration) bool { return h.id == id })
}

// Handlers lists the registrations in the order they were added.
func (i *Informer[O]) Handlers() []HandlerID {
	ids := make([]HandlerID, len(i.handlers))
	for n := range i.handlers {
		ids[n] = i.handlers[n].id
	}
	return ids
}

// Targets lists who hears n, in the order they were added; valid until the next Targets.
// A note of a resync goes to the handlers whose period had come at the last ResyncTick;
// before the first one, to all.
func (i *Informer[O]) Targets(n *Note[O]) []HandlerID {
	i.targets = i.targets[:0]
	for k := range i.handlers {
		if h := &i.handlers[k]; !n.Sync || h.syncing {
			i.targets = append(i.targets, h.id)
		}
	}
	return i.targets
}

// Audience calls f for each handler in the order they were added, n counting from 0:
// PushAll of its listener wants to know whether it is syncing. It is Targets for a shell
// that has all notes of a change to push.
func (i *Informer[O]) Audience(f func(n int, syncing bool)) {
	for n := range i.handlers {
		f(n, i.handlers[n].syncing)
	}
}

// MarkSynced says that the FIFO has synced; every listener's Upstream has to be called.
func (i *Informer[O]) MarkSynced() { i.synced = true }

// Synced reports whether the store holds the initial list.
func (i *Informer[O]) Synced() bool { return i.synced }

// ResyncTick is called when the reflector's resync timer fires. It reports whether any
// handler's period has come, and the FIFO's Resync has to be called.
func (i *Informer[O]) ResyncTick(now Time) (resync bool) {
	for n := range i.handlers {
		h := &i.handlers[n]
		h.syncing = h.period != 0 && now >= h.due
		if h.syncing {
			resync = true
			h.wait(now)
		}
	}
	return resync
}

// Period is the resync period a handler got; 0 is never.
func (i *Informer[O]) Period(id HandlerID) Dur {
	if n := i.find(id); n >= 0 {
		return i.handlers[n].period
	}
	return 0
}

// Due is when a handler's next resync is due; the first tick not before it serves it.
func (i *Informer[O]) Due(id HandlerID) (Time, bool) {
	if n := i.find(id); n >= 0 && i.handlers[n].period != 0 {
		return i.handlers[n].due, true
	}
	return 0, false
}
