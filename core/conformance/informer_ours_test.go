package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

type object = *cluster.Object

// ourRun drives the machines on one thread with a virtual clock: the smallest shell there
// is. It settles everything that can happen before the clock moves.
type ourRun struct {
	*server
	e        engine
	now      machine.Time
	meta     machine.Meta[object]
	store    *machine.Index[object]
	fifo     machine.FIFO[object]
	informer *machine.Informer[object]
	refl     *machine.Reflector[object]
	handlers []*ourHandler

	watch    *cluster.Watch
	watchGen uint32
	timers   []ourTimer
	report   *report
	failures int // told to the watch error handler
}

type ourHandler struct {
	name    string
	id      machine.HandlerID
	mail    *machine.Listener[object]
	held    bool
	allowed int
}

type ourTimer struct {
	at machine.Time
	in machine.In[object]
}

func runOurs(e engine, script []string) []*report {
	r := &ourRun{server: newServer(), e: e}
	r.meta = machine.Meta[object]{
		Key: func(o object) (string, error) { return o.Key(), nil },
		RV:  func(o object) string { return o.RV },
	}
	r.store = machine.NewIndex(trace.Tap{}, r.meta)
	if err := r.store.AddIndex("node", func(o object) ([]string, error) { return []string{o.Node}, nil }); err != nil {
		panic(err)
	}
	r.informer = machine.NewInformer(r.meta, r.store, resyncOf(script))
	r.fifo = machine.NewFIFO(&e.Engine, machine.FIFOConfig[object]{Meta: r.meta, Known: r.store})
	var reports []*report
	for _, line := range script {
		r.report = newReport()
		r.do(strings.TrimSuffix(line, " ~"))
		r.settle()
		r.report.api = r.took()
		r.report.state = r.state()
		reports = append(reports, r.report)
	}
	return reports
}

// resyncOf is the period in the script's start line.
func resyncOf(script []string) machine.Dur {
	for _, line := range script {
		if f := strings.Fields(strings.TrimSuffix(line, " ~")); f[0] == "start" && len(f) > 1 {
			return duration(f[1])
		}
	}
	return 0
}

func duration(s string) machine.Dur {
	d, err := time.ParseDuration(s)
	if err != nil {
		panic(err)
	}
	return machine.Dur(d)
}

func (r *ourRun) do(line string) {
	if r.server.do(line) {
		return
	}
	f := strings.Fields(line)
	switch f[0] {
	case "start":
		resync := r.informer.Start()
		r.refl = machine.NewReflector(machine.ReflectorConfig[object]{Meta: r.meta, Stream: r.e.stream, Resync: resync, Seed: 1})
		r.step(machine.In[object]{Kind: machine.Start})
	case "handler":
		period := machine.DefaultResync
		if len(f) > 2 {
			period = duration(f[2])
		}
		h := &ourHandler{name: f[1], mail: machine.NewListener(trace.Tap{}, r.meta)}
		id, snapshot, synced := r.informer.AddHandler(r.now, period)
		h.id = id
		for _, n := range snapshot {
			h.mail.Push(n)
		}
		if synced {
			h.mail.Upstream()
		}
		r.handlers = append(r.handlers, h)
	case "remove":
		h := r.handler(f[1])
		r.informer.RemoveHandler(h.id)
		h.mail.Close()
	case "hold":
		h := r.handler(f[1])
		h.held, h.allowed = true, 0
	case "release":
		h := r.handler(f[1])
		if len(f) > 2 {
			h.held, h.allowed = true, number(f[2])
		} else {
			h.held, h.allowed = false, 0
		}
	case "sleep":
		r.sleep(duration(f[1]))
	default:
		panic("unknown line " + line)
	}
}

func (r *ourRun) handler(name string) *ourHandler {
	return r.handlers[slices.IndexFunc(r.handlers, func(h *ourHandler) bool { return h.name == name })]
}

// sleep lets the clock run and fires timers when they are due.
func (r *ourRun) sleep(d machine.Dur) {
	until := r.now + d
	for {
		r.settle()
		next := -1
		for i, t := range r.timers {
			if t.at <= until && (next < 0 || t.at < r.timers[next].at) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t := r.timers[next]
		r.timers = slices.Delete(r.timers, next, next+1)
		r.now = max(r.now, t.at)
		r.step(t.in)
	}
	r.now = until
}

// settle does what can be done now.
func (r *ourRun) settle() {
	for again := true; again; {
		again = r.pump()
		for _, h := range r.handlers {
			again = r.handle(h) || again
		}
		if r.watch != nil {
			ev, state := r.Next(r.watch)
			switch state {
			case cluster.Got:
				again = true
				r.step(machine.In[object]{Kind: machine.WatchEvent, Gen: r.watchGen, Type: int64(ev.Type), Obj: ev.Obj,
					RV: ev.RV, End: ev.End, Fault: machine.Fault(ev.Fault)})
			case cluster.Closed:
				again = true
				r.watch = nil
				r.step(machine.In[object]{Kind: machine.WatchClosed, Gen: r.watchGen})
			}
		}
	}
}

// pump processes what the FIFO has.
func (r *ourRun) pump() bool {
	r.syncEdge(r.fifo.SyncEdge())
	b, got := r.fifo.Begin()
	if got != machine.GotKey {
		return false
	}
	r.informer.Begin(b)
	for more := true; more; {
		var notes []machine.Note[object]
		var err error
		if notes, more, err = r.informer.Next(); err != nil {
			panic(err)
		}
		for i := range notes {
			for _, id := range r.informer.Targets(&notes[i]) {
				h := r.handlers[slices.IndexFunc(r.handlers, func(h *ourHandler) bool { return h.id == id })]
				h.mail.Push(notes[i])
			}
		}
	}
	r.syncEdge(r.fifo.End())
	return true
}

func (r *ourRun) syncEdge(synced bool) {
	if !synced {
		return
	}
	r.informer.MarkSynced()
	for _, h := range r.handlers {
		h.mail.Upstream()
	}
}

// handle calls one handler. A held handler is called and does not return.
func (r *ourRun) handle(h *ourHandler) bool {
	if h.mail.Busy() {
		if h.held && h.allowed == 0 {
			return false
		}
		if h.held {
			h.allowed--
		}
		h.mail.Finish(false)
		return true
	}
	n, ok := h.mail.Take()
	if !ok {
		return false
	}
	switch n.Kind {
	case machine.NoteAdd:
		r.report.call(h.name, fmt.Sprintf("OnAdd(%s initial=%t)", show(n.New), n.Initial))
	case machine.NoteUpdate:
		r.report.call(h.name, fmt.Sprintf("OnUpdate(%s %s)", show(n.Old), show(n.New)))
	case machine.NoteDelete:
		r.report.call(h.name, fmt.Sprintf("OnDelete(%s unknown=%t)", show(n.Old), n.Unknown))
	}
	return true
}

func show(o object) string {
	return o.Key() + "@" + o.RV + "/" + o.Node + "/" + o.UID[len(o.UID)-2:]
}

// step gives the reflector an input, does what it wants and answers what it asks.
func (r *ourRun) step(in machine.In[object]) {
	for {
		answer := machine.In[object]{}
		for _, o := range r.refl.Step(r.now, in) {
			answer.Gen = o.Gen
			r.obey(o, &answer)
		}
		if answer.Kind == 0 {
			return
		}
		in = answer
	}
}

func (r *ourRun) obey(o machine.Out[object], answer *machine.In[object]) {
	switch o.Kind {
	case machine.DoList:
		list, rv, f := r.list(o.RV)
		answer.Kind, answer.List, answer.RV, answer.Fault = machine.ListAnswered, list, rv, machine.Fault(f)
	case machine.DoWatch:
		w, f := r.server.watch(o.RV, o.Initial)
		if f.OK() {
			r.watch, r.watchGen = &w, o.Gen
		}
		answer.Kind, answer.Fault = machine.WatchOpened, machine.Fault(f)
	case machine.StoreReplace:
		if err := r.fifo.Replace(o.List, o.RV); err != nil {
			panic(err)
		}
		answer.Kind = machine.Stored
	case machine.ArmTimer:
		r.timers = append(r.timers, ourTimer{r.now + o.After, machine.In[object]{Kind: machine.TimerFired, Gen: o.Gen}})
	case machine.ArmResync:
		r.timers = append(r.timers, ourTimer{r.now + o.After, machine.In[object]{Kind: machine.ResyncFired, Gen: o.Gen}})
	case machine.CloseWatch:
		r.watch = nil
	case machine.StorePush:
		if err := r.fifo.Push(o.Type, o.Obj); err != nil {
			panic(err)
		}
	case machine.StoreBookmark:
		r.fifo.Bookmark(o.RV)
	case machine.StoreResync:
		if r.informer.ResyncTick(r.now) {
			_ = r.fifo.Resync()
		}
	case machine.Report:
		r.failures++
	}
}

func (r *ourRun) state() string {
	var store []string
	for _, o := range r.store.List() {
		store = append(store, show(o))
	}
	slices.Sort(store)
	var index []string
	for _, node := range r.store.IndexValues("node") {
		keys, _ := r.store.IndexKeys("node", node)
		index = append(index, fmt.Sprint(node, keys))
	}
	s := fmt.Sprintf("S=%v I=%v synced=%t failures=%d", store, index, r.informer.Synced(), r.failures)
	if r.refl != nil {
		s += " rv=" + r.refl.RV()
	}
	if r.e.Atomic {
		s += " store=" + r.store.RV()
	}
	for _, h := range r.handlers {
		s += fmt.Sprintf(" %s:%t", h.name, h.mail.Synced())
		if !h.mail.Closed() {
			s += fmt.Sprintf("/%d", h.mail.Pending())
		}
	}
	return s
}
