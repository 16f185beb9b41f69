package sim

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

type object = *cluster.Object

// resource is what the World's informer watches.
const resource = "pods"

// informer is everything from the API server to the handlers.
type informer struct {
	w        *World
	engine   *machine.Engine
	server   *cluster.Cluster // nil when live
	meta     machine.Meta[object]
	fifo     machine.FIFO[object]
	index    *machine.Index[object]
	shared   *machine.Informer[object]
	handlers []*handler
	joins    []Command // add-handler and remove-handler that wait for the batch under way

	storeTap     trace.Tap
	fifoTap      trace.Tap
	transform    func(object) (object, error) // nil is none
	detector     *detector                    // nil: nobody looks
	calls        int                          // of handlers
	popped, more bool                         // the controller's place inside a batch
	batch        machine.Batch[object]        // and what is in it
	written      int                          // deltas of it
	reflector
}

// newInformer makes the informer, over an API server or, where that is nil, one outside.
func (w *World) newInformer(e *machine.Engine, server *cluster.Cluster) error {
	f := &informer{w: w, engine: e, server: server}
	f.meta = machine.Meta[object]{
		Key: func(o object) (string, error) {
			if o == nil { // the transform could not take it
				return "", errNoObject
			}
			return o.Key(), nil
		},
		RV:  func(o object) string { return o.RV },
		UID: func(o object) string { return o.UID },
		Ref: cluster.Ref,
	}
	f.reflTap = w.rec.AddPart("reflector", "reflector")
	f.fifoTap = w.rec.AddPart("fifo", "fifo "+e.Name)
	f.storeTap = w.rec.AddPart("store", "store")
	f.index = machine.NewIndex(f.storeTap, f.meta)
	for _, spec := range w.cfg.Indexes {
		name, read, err := keyOf(spec)
		if err == nil {
			err = f.index.AddIndex(name, read)
		}
		if err != nil {
			return err
		}
	}
	if err := f.setTransform(w.cfg.Transform); err != nil {
		return err
	}
	c := machine.FIFOConfig[object]{Tap: f.fifoTap, Meta: f.meta, Known: f.index, Transform: f.transform}
	f.fifo = machine.NewFIFO(f.engine, c)
	f.shared = machine.NewInformer(f.meta, f.index, int64(w.asks.resync))
	w.inf = f
	w.addActor(&actor{name: "reflector", next: f.nextTalk, run: f.talk})
	w.addActor(&actor{name: "resync", next: f.nextResync, run: f.resyncFired})
	w.addActor(&actor{name: "controller", next: f.nextPop, run: f.pop})
	if w.cfg.Detector {
		f.detector = &detector{f: f}
		w.addActor(&actor{name: "detector", next: f.detector.next, run: f.detector.compare})
	}
	for _, spec := range w.cfg.Handlers {
		if err := f.addHandler(spec); err != nil {
			return err
		}
	}
	return nil
}

// nextPop: the controller pops, writes one change at a time, ends the pop.
func (f *informer) nextPop() (int64, string, bool) {
	switch {
	case f.refl == nil:
		return 0, "", false
	case f.popped && f.more:
		return 0, "store", true
	case f.popped:
		return 0, "end", true
	}
	return 0, "pop", f.fifo.Len() > 0
}

func (f *informer) pop() {
	switch {
	case !f.popped:
		b, got := f.fifo.Begin()
		if got != machine.GotKey {
			return
		}
		f.shared.Begin(b)
		f.popped, f.more = true, true
		f.batch, f.written = b, 0
	case f.more:
		notes, more := f.write()
		f.more = more
		for i := range notes {
			f.detector.add(&notes[i])
			for _, id := range f.shared.Targets(&notes[i]) {
				f.handler(id).mail.Push(notes[i])
			}
		}
	default:
		f.popped, f.batch = false, machine.Batch[object]{}
		if f.fifo.End() {
			f.markSynced()
		}
		joins := f.joins
		f.joins = nil
		for _, c := range joins {
			f.register(c)
		}
	}
}

// write is one change of the store. A failing index function panics, and in client-go nothing
// recovers: the program ends.
func (f *informer) write() (notes []machine.Note[object], more bool) {
	defer func() {
		if failed, ok := recover().(machine.IndexError); ok {
			notes, more = nil, false
			f.tear(failed.Key)
			f.w.crash(failed.Key, failed.Error())
		}
	}()
	notes, more, _ = f.shared.Next()
	f.written++
	return notes, more
}

// tear leaves the store as client-go's is when an index function fails for key: the object is
// stored by then, and so is what came before it in the same change. Nothing after it is, but for
// the objects of a list: they are all stored before the first is indexed.
func (f *informer) tear(key string) {
	change := f.batch.Deltas[f.written:]
	if !f.batch.Txn {
		change = change[:1]
	}
	write := func(k string, o object) (torn bool) {
		if k == key {
			f.index.Tear(k, o)
			return true
		}
		_, _, err := f.index.Put(k, o)
		return err != nil
	}
	for _, d := range change {
		switch {
		case d.Keyless:
		case d.Type == machine.Deleted:
			f.index.Delete(d.Key)
		case d.Type != machine.ReplacedAll:
			if write(d.Key, d.Obj) {
				return
			}
		default:
			listed := map[string]bool{}
			for _, o := range d.List {
				listed[o.Key()] = true
			}
			for _, k := range f.index.Keys() {
				if !listed[k] {
					f.index.Delete(k)
				}
			}
			torn := false
			for _, o := range d.List {
				if torn {
					f.index.Tear(o.Key(), o)
				} else {
					torn = write(o.Key(), o)
				}
			}
		}
	}
}

// markSynced carries the FIFO's edge to informer and handlers.
func (f *informer) markSynced() {
	f.shared.MarkSynced()
	for _, h := range f.handlers {
		h.mail.Upstream()
	}
}

// handler is a registered event handler.
type handler struct {
	*actor
	id      machine.HandlerID
	mail    *machine.Listener[object]
	enqueue bool
	asserts bool // panics on a DeletedFinalStateUnknown
	takes   time.Duration
	resync  machine.Dur // the period it asks for
	in      machine.Note[object]
	busy    bool
	until   int64 // a call ends, or the pause after a panic
}

// parseHandler reads "name", "name=enqueue", "name=observe" or "name=3s"; ",resync=25s" at
// the end is how often it wants a resync, instead of the informer's period. enqueue is
// what a handler does whose text does not say.
func parseHandler(spec string, enqueue bool) (h handler, err error) {
	name, action, ok := strings.Cut(spec, "=")
	if name == "" || strings.ContainsAny(name, " \t,") {
		return h, fmt.Errorf("sim: handler %q: want name, or name=enqueue, observe, assert, unwrap or 3s", spec)
	}
	h = handler{actor: &actor{name: name}, enqueue: enqueue, resync: machine.DefaultResync}
	action, period, own := strings.Cut(action, ",resync=")
	if own {
		d, err := duration(period)
		if err != nil {
			return h, fmt.Errorf("sim: handler %q: want resync=25s, not %q", spec, period)
		}
		h.resync = int64(d)
	}
	switch {
	case !ok:
	case action == "enqueue":
		h.enqueue = true
	case action == "observe", action == "unwrap": // which takes a pod, however it comes
		h.enqueue = false
	case action == "assert":
		h.enqueue, h.asserts = false, true
	default:
		if h.takes, err = duration(action); err != nil {
			return h, fmt.Errorf("sim: handler %q: want enqueue, observe, assert, unwrap or a duration, not %q", spec, action)
		}
	}
	return h, nil
}

// handlerOf is parseHandler in a World: a name is free, and keys are for workers.
func (f *informer) handlerOf(spec string) (h handler, err error) {
	h, err = parseHandler(spec, len(f.w.cfg.Workers) > 0)
	if err == nil && slices.Contains(f.w.actorNames(), h.name) {
		err = fmt.Errorf("sim: handler %q: the name is taken: want another", h.name)
	}
	return h, err
}

// CheckHandler says what is wrong with the text of a handler.
func CheckHandler(spec string) error {
	_, err := parseHandler(spec, true)
	return err
}

// register adds or removes a handler. Inside a batch it waits for its end, as client-go's
// blockDeltas lock makes it wait.
func (f *informer) register(c Command) {
	switch {
	case f.shared.Busy():
		f.joins = append(f.joins, c)
	case c.Verb == "add-handler":
		// Do has checked it; of two that wait with one name the second is dropped.
		_ = f.addHandler(c.Text)
	default:
		f.removeHandler(c.Text)
	}
}

func (f *informer) addHandler(spec string) error {
	parsed, err := f.handlerOf(spec)
	if err != nil {
		return err
	}
	h := &parsed
	id, snapshot, synced := f.shared.AddHandler(f.w.now, h.resync)
	h.id = id
	tap := f.w.rec.AddPart(h.name, "listener")
	h.mail = machine.NewListener(tap, f.meta)
	f.shared.Tap(id, tap)
	f.w.addActor(h.actor)
	h.next = func() (int64, string, bool) { return f.nextNote(h) }
	h.run = func() { f.handle(h) }
	f.handlers = append(f.handlers, h)
	for _, n := range snapshot {
		h.mail.Push(n)
	}
	if synced {
		h.mail.Upstream()
	}
	return nil
}

// stopped reports whether the informer has run and ended: client-go's takes no handler and no index then.
func (f *informer) stopped() bool { return f.refl != nil && f.refl.State() == machine.Stopped }

// addIndex is AddIndexers: what is stored is placed in the new index at once. A name that is
// taken is an error, and so is an informer that has stopped.
func (f *informer) addIndex(spec string) {
	if f.stopped() {
		f.w.result = "stopped"
		return
	}
	name, read, err := keyOf(spec)
	if err == nil {
		err = f.index.AddIndex(name, read)
	}
	var failed machine.IndexError
	switch f.w.result = "added"; {
	case errors.As(err, &failed): // what is stored goes through it at once
		f.w.result = "panic"
		f.w.crash(failed.Key, failed.Error())
	case err != nil:
		f.w.result = "conflict"
	}
}

func (f *informer) handler(id machine.HandlerID) *handler {
	for _, h := range f.handlers {
		if h.id == id {
			return h
		}
	}
	panic(fmt.Sprintf("sim: the informer notifies handler %d, which is not registered", id))
}

// removeHandler takes a handler out: what waits is dropped, a call that runs returns later.
func (f *informer) removeHandler(name string) {
	i := slices.IndexFunc(f.handlers, func(h *handler) bool { return h.name == name })
	if i < 0 {
		return
	}
	h := f.handlers[i]
	f.shared.RemoveHandler(h.id)
	h.mail.Close()
	h.gone = !h.busy
	f.handlers = slices.Delete(f.handlers, i, i+1)
}

// nextNote: a handler takes one notification after the other.
func (f *informer) nextNote(h *handler) (int64, string, bool) {
	if h.busy {
		return h.until, "return", true
	}
	return h.until, "handle", h.mail.Len() > 0
}

// priorityOf is what controller-runtime's handlers give a key: those of the first list wait, and so
// do those of what has not changed.
func priorityOf(n *machine.Note[object]) int {
	if n.Kind == machine.NoteAdd && n.Initial || n.Kind == machine.NoteUpdate && n.Old.RV == n.New.RV {
		return LowPriority
	}
	return 0
}

func (f *informer) handle(h *handler) {
	if !h.busy {
		n, ok := h.mail.Take()
		if !ok {
			return
		}
		f.calls++
		if h.asserts && n.Unknown {
			f.w.crash(n.Key, "interface conversion: interface {} is cache.DeletedFinalStateUnknown, not *v1.Pod")
			return
		}
		h.in, h.busy, h.until = n, true, f.w.now+int64(h.takes)
		if h.takes > 0 {
			return
		}
	}
	if h.enqueue {
		f.w.q.add(f.w.now, h.in.Key, priorityOf(&h.in))
	}
	_, pause := h.mail.Finish(false)
	h.busy, h.until = false, 0
	if pause > 0 {
		h.until = f.w.now + pause
	}
	h.gone = h.mail.Closed()
}
