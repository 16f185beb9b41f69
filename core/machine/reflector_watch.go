package machine

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// openWatch asks for a WATCH from the last resourceVersion.
func (r *Reflector[O]) openWatch(now Time) {
	r.enter(Watching)
	r.askWatch(now, r.rv, false)
	// A watch from nowhere begins with an Added for everything there is, in no order:
	// only what comes after those moves the resourceVersion.
	r.advance = r.rv != "" && r.rv != "0"
}

func (r *Reflector[O]) askWatch(now Time, rv string, initial bool) {
	secs := r.cfg.MinWatch / second
	timeout := (secs + r.rand.Below(secs)) * second
	r.watchFrom(now)
	r.streaming = initial
	b := int64(0)
	if initial {
		b = 1
	}
	r.cfg.Tap.Note(trace.ReflWatch, 0, rv, 0, b)
	// trace: reflector.watch
	r.watch = r.ask(Out[O]{Kind: DoWatch, RV: rv, Initial: initial, Timeout: timeout})
}

// watchFrom begins to judge a watch: how long it lasts and what it brings.
func (r *Reflector[O]) watchFrom(now Time) {
	r.since, r.events, r.besides, r.advance = now, 0, false, true
}

// opened takes the answer to a WATCH.
func (r *Reflector[O]) opened(now Time, f Fault) {
	if f.OK() {
		// trace: reflector.watching
		r.open = true
		r.cfg.Tap.Note(trace.ReflWatchUp, 0, "", 0, 0)
		if !r.resyncFault.OK() {
			r.hangUp(r.resyncFault)
			r.endCycle(now)
		}
		return
	}
	r.cfg.Tap.Note(trace.ReflWatchUp, 0, f.Error(), 0, int64(f.Code))
	streaming := r.streaming
	// trace: reflector.watching failed
	r.dropWatch("", 0)
	switch {
	case streaming:
		r.streamFault(now, f)
	case f.retriable():
		r.pause(now, (*Reflector[O]).openWatch)
	default:
		r.fail(now, f)
	}
}

// event takes one event of the open watch.
func (r *Reflector[O]) event(now Time, in *In[O]) {
	if r.asked != 0 {
		panic("reflector: watch event before the answer to StoreReplace")
	}
	if in.Type == trace.WatchError {
		r.broken(now, in.Fault)
		return
	}
	r.emitEvent(in)
	r.events++
	if in.Type != trace.WatchAdded && in.Type != 0 {
		r.besides = true
	}
	if r.streaming {
		// trace: reflector.event streaming
		r.streamEvent(in)
		return
	}
	switch in.Type {
	case trace.WatchAdded:
		// trace: reflector.event
		r.push(Added, in.Obj)
	case trace.WatchModified:
		// trace: reflector.event MODIFIED
		r.push(Updated, in.Obj)
	case trace.WatchDeleted:
		// trace: reflector.event DELETED
		r.push(Deleted, in.Obj)
	case trace.WatchBookmark:
		// trace: reflector.event BOOKMARK
		r.out = append(r.out, Out[O]{Kind: StoreBookmark, RV: in.RV})
	}
	if r.Advances() {
		r.setRV(in.RV)
	}
}

// Advances reports whether events of the open watch move RV: not the Addeds that a watch from
// nowhere begins with.
func (r *Reflector[O]) Advances() bool { return r.open && !r.streaming && (r.advance || r.besides) }

// push asks for a change of the FIFO. An Out is large, so it is written where it stands.
func (r *Reflector[O]) push(t DeltaType, o O) {
	n := len(r.out)
	r.out = slices.Grow(r.out, 1)[:n+1]
	r.out[n] = Out[O]{Kind: StorePush, Type: t, Obj: o}
}

func (r *Reflector[O]) emitEvent(in *In[O]) {
	tap := r.cfg.Tap
	if !tap.On() {
		return
	}
	id := trace.ID(0)
	if in.Type != trace.WatchBookmark {
		if key, err := r.cfg.Meta.Key(in.Obj); err == nil {
			id = tap.Intern(key)
		}
	}
	e := tap.Emit(trace.ReflEvent, id)
	if e.A, e.B = trace.Number(in.RV), in.Type; in.End {
		e.Val = tap.Intern(trace.EndOfList)
	}
}

// broken takes an Error event: the watch is over.
func (r *Reflector[O]) broken(now Time, f Fault) {
	r.cfg.Tap.Fault(trace.ReflEvent, f.Error(), f.Code, trace.WatchError)
	streaming := r.streaming
	// trace: reflector.event ERROR
	r.hangUp(f)
	switch {
	case streaming:
		r.streamFault(now, f)
	case f.expired():
		r.endCycle(now)
	case f.Code == FaultThrottle:
		r.pause(now, (*Reflector[O]).openWatch)
	case f.internal() && r.retryInternal(now):
		r.openWatch(now)
	default:
		r.endCycle(now)
	}
}

// retryInternal reports whether a watch that ended with an internal error may be tried
// again at once: as long as the series of such errors is not older than RetryInternal.
func (r *Reflector[O]) retryInternal(now Time) bool {
	if !r.failing || now-r.lastFail >= retryReset {
		r.firstFail = now
	}
	r.failing, r.lastFail = true, now
	if r.cfg.RetryInternal <= 0 {
		return false
	}
	if now-r.firstFail <= r.cfg.RetryInternal {
		return true
	}
	r.failing = false
	return false
}

// closed takes the end of a watch by the server: nothing is lost, the next one goes on
// where it stopped. A watch that ended at once with nothing is a sign of trouble.
func (r *Reflector[O]) closed(now Time) {
	if r.asked != 0 {
		panic("reflector: watch closed before the answer to StoreReplace")
	}
	short := now-r.since < shortWatch && r.events == 0
	why := ""
	if short {
		why = "very short watch"
	}
	streaming := r.streaming
	// trace: reflector.closed server
	r.dropWatch(why, 0)
	switch {
	case streaming && short:
		r.startList()
	case streaming:
		r.openStream(now)
	case short:
		r.endCycle(now)
	default:
		r.openWatch(now)
	}
}
