package sim

import (
	"fmt"
	"slices"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// Effect is what a live World asks of the API server. Answers echo its Gen.
type Effect struct {
	Kind    string        `json:"kind"` // "list", "watch" or "cancel" (the watch with Gen)
	Gen     uint32        `json:"gen"`
	RV      string        `json:"rv,omitempty"`      // resourceVersion to list or watch from
	Initial bool          `json:"initial,omitempty"` // watch: sendInitialEvents
	Timeout time.Duration `json:"timeout,omitempty"` // watch: timeoutSeconds, as a duration
}

// Effects returns what the World asked for since the last call, oldest first. It is empty
// when the World has a cluster.
func (w *World) Effects() []Effect {
	if w.inf == nil {
		return nil
	}
	out := w.inf.effects
	w.inf.effects = nil
	return out
}

// Answer brings in what the API server outside has said: the answer to an Effect, or news of
// an open watch. in is of kind ListAnswered, WatchOpened, WatchEvent or WatchClosed and echoes
// the Gen of its Effect; its objects belong to the World from now on. The reflector takes it
// in an action of its own; until then nothing has happened, and so no step begins. It fails
// when the World has a cluster or no informer, and on an input of another kind.
func (w *World) Answer(in machine.In[*cluster.Object]) error {
	what, news := inputs[in.Kind]
	switch {
	case !news:
		return fmt.Errorf("sim: an answer of kind %d: want ListAnswered, WatchOpened, WatchEvent or WatchClosed", in.Kind)
	case w.inf == nil:
		return fmt.Errorf("sim: an answer to %s: the engine workqueue has no informer: want %s", what, either(Engines()))
	case w.inf.server != nil:
		return fmt.Errorf("sim: an answer to %s: this world asks nobody outside", what)
	case w.crashed:
		return fmt.Errorf("sim: an answer to %s: the program has ended with a panic: nothing can be done after it", what)
	}
	if !w.unlogged {
		w.log = append(w.log, Timed{At: w.now, Answer: owned(in)})
	}
	w.inf.inbox = append(w.inf.inbox, in)
	w.refresh()
	return nil
}

// owned is in with objects of its own: who replays it has others to change.
func owned(in machine.In[object]) *machine.In[object] {
	if in.Obj != nil {
		in.Obj = in.Obj.Clone()
	}
	in.List = slices.Clone(in.List)
	for i := range in.List {
		in.List[i] = in.List[i].Clone()
	}
	return &in
}

// reflector is the shell of the machine: what it asked, and what came in.
type reflector struct {
	refl    *machine.Reflector[object] // nil before start
	reflTap trace.Tap
	latency time.Duration

	question machine.Out[object] // the open one; Kind 0 is none
	asked    int64
	inbox    []machine.In[object] // live: answers not yet taken

	watch    cluster.Watch
	watching bool
	watchGen uint32
	closes   int64 // when the server ends the watch
	arrives  int64 // when the next event of the watch arrives; 0 is none on its way

	resyncAt  int64
	resyncGen uint32
	armed     bool
	pending   bool // the resync command was given

	effects []Effect
	lists   int // lists that the FIFO took or refused
	watches int // requests for a WATCH that were answered
}

func (f *informer) start() {
	f.refl = machine.NewReflector(machine.ReflectorConfig[object]{
		Tap: f.reflTap, Meta: f.meta, Stream: f.w.asks.start == "stream",
		Pages: f.w.asks.pages > 0, Resync: f.shared.Start(), Seed: f.w.rand.Uint64(),
	})
	f.detector.start()
	f.tell(machine.In[object]{Kind: machine.Start})
}

// tell is one step of the machine and what it wants done.
func (f *informer) tell(in machine.In[object]) {
	f.question.Kind = 0
	f.hear(f.refl.Step(f.w.now, in))
}

// news is tell for an input that answers no question.
func (f *informer) news(in machine.In[object]) { f.hear(f.refl.Step(f.w.now, in)) }

func (f *informer) hear(outs []machine.Out[object]) {
	// The slice is the machine's own: StoreResync below may step it again.
	for _, o := range append([]machine.Out[object](nil), outs...) {
		switch o.Kind {
		case machine.DoList, machine.DoWatch, machine.ArmTimer, machine.StoreReplace:
			f.question, f.asked = o, f.w.now
			f.ask(o)
		case machine.CloseWatch:
			f.watching = false
			if f.server == nil {
				f.effects = append(f.effects, Effect{Kind: "cancel", Gen: o.Gen})
			}
		case machine.StorePush:
			// Like client-go, a failing push is not answered: the event is lost.
			_ = f.fifo.Push(o.Type, o.Obj)
		case machine.StoreBookmark:
			f.fifo.Bookmark(o.RV)
		case machine.ArmResync:
			f.armed, f.resyncAt, f.resyncGen = true, f.w.now+o.After, o.Gen
		case machine.StoreResync:
			f.resync(o.Gen)
		}
	}
}

// ask carries a question out of a live World.
func (f *informer) ask(o machine.Out[object]) {
	if f.server != nil {
		return
	}
	e := Effect{Gen: o.Gen, RV: o.RV, Initial: o.Initial, Timeout: time.Duration(o.Timeout)}
	switch o.Kind {
	case machine.DoList:
		e.Kind = "list"
	case machine.DoWatch:
		e.Kind = "watch"
	default:
		return
	}
	f.effects = append(f.effects, e)
}

func (f *informer) resync(gen uint32) {
	if !f.shared.ResyncTick(f.w.now) {
		return
	}
	if err := f.fifo.Resync(); err != nil {
		f.news(machine.In[object]{Kind: machine.ResyncFailed, Gen: gen,
			Fault: machine.Fault{Code: machine.FaultOther, Text: err.Error()}})
	}
}

// resyncs is the resync command: what the reflector's timer would do.
func (f *informer) resyncs() { f.pending = true }

func (f *informer) nextResync() (int64, string, bool) {
	if f.pending {
		return 0, "resync", !f.fifo.Locked()
	}
	return f.resyncAt, "resync", f.armed && !f.fifo.Locked()
}

func (f *informer) resyncFired() {
	if f.pending {
		f.pending = false
		// Nobody waits for the answer of a resync that a person asked for.
		_ = f.fifo.Resync()
		return
	}
	f.armed = false
	f.news(machine.In[object]{Kind: machine.ResyncFired, Gen: f.resyncGen})
}

// nextTalk says what the reflector does next. A locked FIFO parks it: list and event wait
// where they are.
func (f *informer) nextTalk() (int64, string, bool) {
	if f.refl == nil {
		return 0, "", false
	}
	switch f.question.Kind {
	case machine.StoreReplace:
		return 0, "replace", !f.fifo.Locked()
	case machine.ArmTimer:
		return f.asked + f.question.After, "timer", true
	}
	if f.server == nil {
		for len(f.inbox) > 0 && !f.awaited(f.inbox[0]) {
			f.inbox = f.inbox[1:]
		}
		if len(f.inbox) == 0 {
			return 0, "", false
		}
		what := inputs[f.inbox[0].Kind]
		return 0, what, what != "read" || !f.fifo.Locked()
	}
	switch f.question.Kind {
	case machine.DoList:
		return f.due(), "list", true
	case machine.DoWatch:
		return f.due(), "watch", true
	}
	if !f.watching {
		return 0, "", false
	}
	peek := f.watch
	switch ev, st := f.server.Next(&peek); {
	case st == cluster.Nothing:
		f.arrives = 0
		return f.closes, "closed", true
	case st == cluster.Closed:
		return 0, "closed", true
	default:
		if f.arrives == 0 {
			f.arrives = f.w.now + int64(f.latency)
		}
		needs := ev.Type == cluster.Added || ev.Type == cluster.Modified || ev.Type == cluster.Deleted || ev.Type == cluster.Bookmark
		return f.arrives, "read", !needs || !f.fifo.Locked()
	}
}

// awaited reports whether the reflector still waits for an answer. One to a question that was taken
// back, or of a watch that it has left, changes nothing, and is no step.
func (f *informer) awaited(in machine.In[object]) bool {
	switch in.Kind {
	case machine.ListAnswered:
		return f.question.Kind == machine.DoList && f.question.Gen == in.Gen
	case machine.WatchOpened:
		return f.question.Kind == machine.DoWatch && f.question.Gen == in.Gen
	}
	return f.watching && f.watchGen == in.Gen
}

var inputs = map[machine.InKind]string{machine.ListAnswered: "list", machine.WatchOpened: "watch",
	machine.WatchEvent: "read", machine.WatchClosed: "closed"}

func (f *informer) due() int64 {
	if f.latency == 0 {
		return 0
	}
	return f.asked + int64(f.latency)
}

// talk does what nextTalk announced.
func (f *informer) talk() {
	switch f.question.Kind {
	case machine.StoreReplace:
		q := f.question
		in := machine.In[object]{Kind: machine.Stored, Gen: q.Gen}
		if err := f.fifo.Replace(q.List, q.RV); err != nil {
			in.Fault = machine.Fault{Code: machine.FaultOther, Text: err.Error()}
		}
		f.lists++
		f.tell(in)
		return
	case machine.ArmTimer:
		f.tell(machine.In[object]{Kind: machine.TimerFired, Gen: f.question.Gen})
		return
	}
	if f.server == nil {
		in := f.inbox[0]
		f.inbox = f.inbox[1:]
		if in.Kind == machine.ListAnswered || in.Kind == machine.WatchOpened {
			f.watching, f.watchGen = in.Kind == machine.WatchOpened && in.Fault.OK(), in.Gen
			f.tell(in)
			return
		}
		f.watching = in.Kind != machine.WatchClosed
		f.news(in)
		return
	}
	gen := f.question.Gen
	switch f.question.Kind {
	case machine.DoList:
		limit := 0
		if f.question.Limit > 0 {
			limit = f.w.asks.pages
		}
		list, rv, token, fault := f.server.Page(resource, f.question.RV, limit, f.question.Continue)
		for i := range list {
			list[i] = list[i].Clone() // the wire makes objects of its own
		}
		f.tell(machine.In[object]{Kind: machine.ListAnswered, Gen: gen, List: list, RV: rv, Continue: token, Fault: machine.Fault(fault)})
	case machine.DoWatch:
		w, fault := f.server.Open(resource, f.question.RV, f.question.Initial)
		f.watches++
		if fault.OK() {
			f.watch, f.watching, f.watchGen, f.arrives = w, true, gen, 0
			f.closes = f.w.now + f.question.Timeout
		}
		f.tell(machine.In[object]{Kind: machine.WatchOpened, Gen: gen, Fault: machine.Fault(fault)})
	default:
		f.listen()
	}
}

// listen takes one event from the open watch.
func (f *informer) listen() {
	ev, st := f.server.Next(&f.watch)
	f.arrives = 0
	if st != cluster.Got {
		f.watching = false
		f.news(machine.In[object]{Kind: machine.WatchClosed, Gen: f.watchGen})
		return
	}
	if ev.Obj != nil {
		ev.Obj = ev.Obj.Clone()
	}
	obj, refused := f.transformed(ev)
	f.news(machine.In[object]{Kind: machine.WatchEvent, Gen: f.watchGen, Type: int64(ev.Type),
		Obj: obj, RV: ev.RV, End: ev.End, Fault: machine.Fault(ev.Fault)})
	if refused != nil {
		f.refuse(ev, refused)
	}
}
