package machine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// TestInformerScripts runs the files of testdata/informer: what is done, a line each, and
// below it, indented, the answers, the events (* marks the first of a transition) and the
// state when it changed. An object is name@rv/node. Write the answers with -update.
//
//	engine classic | ordered | atomic [batch <n>] [unlock]        reflector list | stream [<resync> [<retry of internal errors>]]
//	add o | update o | delete o | tombstone o | replace <rv> o… | resync | mark <rv> | shut
//	begin | next | end | process             (process is begin, every next, end)
//	handler <h> [<period>] | remove <h> | take <h> | finish <h> [panic] | tick
//	start | listed <rv> o… | stored [<code>] | opened [<code>] | event <TYPE> o | mark <rv> end
//	fault <code> | closed | timer | resyncs | stop                (answers to the reflector)
//	at <time>
func TestInformerScripts(t *testing.T) {
	eachScript(t, "testdata/informer", func(text string) (string, error) {
		got, broken := runInformerScript(text)
		if len(broken) > 0 {
			return got, fmt.Errorf("promises are broken: %v", broken)
		}
		return got, nil
	})
}

// item is the object of the scripts.
type item struct{ name, rv, node string }

func (o *item) String() string {
	if o == nil {
		return "nil"
	}
	return o.name + "@" + o.rv
}

func parseItem(s string) *item {
	name, rest, _ := strings.Cut(s, "@")
	rv, node, _ := strings.Cut(rest, "/")
	return &item{name, rv, node}
}

func itemMeta() Meta[*item] {
	return Meta[*item]{
		Key: func(o *item) (string, error) {
			if o.name == "" {
				return "", errors.New("no name")
			}
			return o.name, nil
		},
		RV: func(o *item) string { return o.rv },
		Ref: func(rec *trace.Recorder, o *item) trace.ID {
			if o == nil {
				return 0
			}
			return rec.AddObject(trace.Object{Key: o.name, RV: o.rv, Node: o.node})
		},
	}
}

// pipeline is everything between the API server and the handlers.
type pipeline struct {
	rec      *trace.Recorder
	meta     Meta[*item]
	fifo     FIFO[*item]
	store    *Index[*item]
	informer *Informer[*item]
	refl     *Reflector[*item]
	mail     map[HandlerID]*Listener[*item]
	names    map[string]HandlerID
	watch    uint32 // gen
	asked    uint32
	resync   uint32
	now      Time
	seen     uint64
	said     []string
}

func runInformerScript(text string) (string, []trace.Violation) {
	rec := trace.New(0)
	check := trace.NewChecker(rec)
	p := &pipeline{rec: rec, meta: itemMeta(), mail: map[HandlerID]*Listener[*item]{}, names: map[string]HandlerID{}}
	var out strings.Builder
	state := ""
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		fmt.Fprintln(&out, line)
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		p.said = nil
		p.try(f)
		for _, s := range p.said {
			fmt.Fprintln(&out, "    ->", s)
		}
		p.events(&out)
		if s := p.look(); s != state {
			fmt.Fprintln(&out, "    ==", s)
			state = s
		}
	}
	return out.String(), check.Follow()
}

// try does a line; what panics is part of the answer.
func (p *pipeline) try(f []string) {
	defer func() {
		if r := recover(); r != nil {
			p.say("panic: %v", r)
		}
	}()
	if !p.setUp(f) && !p.fifoCall(f) && !p.handlerCall(f) && !p.reflCall(f) {
		p.say("unknown verb %s", f[0])
	}
}

func (p *pipeline) say(format string, args ...any) {
	p.said = append(p.said, fmt.Sprintf(format, args...))
}

func (p *pipeline) failed(err error) {
	if err != nil {
		p.say("error: %v", err)
	}
}

func span64(s string) Dur {
	d, err := time.ParseDuration(s)
	if err != nil {
		panic(err)
	}
	return int64(d)
}

func (p *pipeline) setUp(f []string) bool {
	switch f[0] {
	case "engine":
		p.engine(f[1:])
	case "reflector":
		c := ReflectorConfig[*item]{Tap: p.rec.AddPart("refl", "reflector"), Meta: p.meta, Stream: f[1] == "stream", Seed: 7}
		if len(f) > 2 {
			c.Resync = span64(f[2])
		}
		if len(f) > 3 {
			c.RetryInternal = span64(f[3])
		}
		p.refl = NewReflector(c)
	case "at":
		p.now = span64(f[1])
		p.rec.At = p.now
	default:
		return false
	}
	return true
}

func (p *pipeline) engine(f []string) {
	p.store = NewIndex(p.rec.AddPart("store", "store"), p.meta)
	p.failed(p.store.AddIndex("node", func(o *item) ([]string, error) {
		if o.node == "bad" {
			return nil, errors.New("no such node")
		}
		return strings.Split(o.node, "+"), nil
	}))
	resync := Dur(0)
	c := FIFOConfig[*item]{Tap: p.rec.AddPart("fifo", "fifo "+f[0]), Meta: p.meta, Atomic: f[0] == "atomic"}
	for i, word := range f {
		switch word {
		case "batch":
			_, _ = fmt.Sscan(f[i+1], &c.Batch)
		case "unlock":
			c.Unlock = true
		case "resync":
			resync = span64(f[i+1])
		}
	}
	if !c.Atomic {
		c.Known = p.store
	}
	if f[0] == "classic" {
		p.fifo = NewDeltaFIFO(c)
	} else {
		p.fifo = NewRealFIFO(c)
	}
	p.informer = NewInformer(p.meta, p.store, resync)
}

func (p *pipeline) fifoCall(f []string) bool {
	switch f[0] {
	case "add":
		p.failed(p.fifo.Push(Added, parseItem(f[1])))
	case "update":
		p.failed(p.fifo.Push(Updated, parseItem(f[1])))
	case "delete":
		p.failed(p.fifo.Push(Deleted, parseItem(f[1])))
	case "tombstone":
		o := parseItem(f[1])
		p.failed(p.fifo.PushTombstone(o.name, o))
	case "replace":
		p.failed(p.fifo.Replace(parseItems(f[2:]), f[1]))
	case "resync":
		p.failed(p.fifo.Resync())
	case "bookmark":
		p.fifo.Bookmark(f[1])
	case "shut":
		p.fifo.Close()
	case "begin":
		p.begin()
	case "next":
		p.next()
	case "end":
		p.end()
	case "process":
		for p.begin() {
			for p.next() {
				continue
			}
			p.end()
		}
	default:
		return false
	}
	p.synced(p.fifo.SyncEdge())
	return true
}

func parseItems(f []string) []*item {
	var list []*item
	for _, s := range f {
		list = append(list, parseItem(s))
	}
	return list
}

func (p *pipeline) begin() bool {
	b, got := p.fifo.Begin()
	if got != GotKey {
		p.say("%s", []string{"", "nothing", "shut down"}[got])
		return false
	}
	p.say("%d deltas txn=%t initial=%t hold=%t synced=%t", len(b.Deltas), b.Txn, b.Initial, b.Hold, b.Synced)
	p.informer.Begin(b)
	return true
}

func (p *pipeline) next() bool {
	notes, more, err := p.informer.Next()
	p.failed(err)
	for i := range notes {
		for _, id := range p.informer.Targets(&notes[i]) {
			p.mail[id].Push(notes[i])
		}
	}
	return more
}

func (p *pipeline) end() { p.synced(p.fifo.End()) }

func (p *pipeline) synced(edge bool) {
	if !edge {
		return
	}
	p.say("synced")
	p.informer.MarkSynced()
	for _, id := range p.informer.Handlers() {
		p.mail[id].Upstream()
	}
}

func (p *pipeline) handlerCall(f []string) bool {
	switch f[0] {
	case "handler":
		period := DefaultResync
		if len(f) > 2 {
			period = span64(f[2])
		}
		mail := NewListener(p.rec.AddPart(f[1], "listener"), p.meta)
		id, snapshot, synced := p.informer.AddHandler(p.now, period)
		p.mail[id], p.names[f[1]] = mail, id
		for _, n := range snapshot {
			mail.Push(n)
		}
		if synced {
			mail.Upstream()
		}
		p.say("period %v", time.Duration(p.informer.Period(id)))
	case "remove":
		id := p.names[f[1]]
		p.say("removed %t", p.informer.RemoveHandler(id))
		p.mail[id].Close()
	case "take":
		n, ok := p.mail[p.names[f[1]]].Take()
		if !ok {
			p.say("no mail")
			break
		}
		p.say("%s %s old=%v new=%v initial=%t unknown=%t", []string{"", "OnAdd", "OnUpdate", "OnDelete"}[n.Kind], n.Key, n.Old, n.New, n.Initial, n.Unknown)
	case "finish":
		synced, pause := p.mail[p.names[f[1]]].Finish(len(f) > 2)
		p.say("synced=%t pause=%v", synced, time.Duration(pause))
	case "tick":
		p.say("resync %t", p.informer.ResyncTick(p.now))
	default:
		return false
	}
	return true
}

func (p *pipeline) reflCall(f []string) bool {
	in := In[*item]{Gen: p.asked}
	fault := func(i int) Fault {
		if len(f) <= i {
			return Fault{}
		}
		n := 0
		_, _ = fmt.Sscan(f[i], &n)
		reason := ""
		if n == FaultTimeout {
			reason = TooLarge
		}
		return Fault{Code: n, Reason: reason, Text: "fault " + f[i]}
	}
	switch f[0] {
	case "start":
		in.Kind = Start
	case "stop":
		in.Kind = Stop
	case "listed":
		in.Kind, in.RV, in.List = ListAnswered, f[1], parseItems(f[2:])
	case "list-fault":
		in.Kind, in.Fault = ListAnswered, fault(1)
	case "stored":
		in.Kind, in.Fault = Stored, fault(1)
	case "opened":
		in.Kind, in.Fault = WatchOpened, fault(1)
	case "event":
		in.Kind, in.Gen, in.Obj = WatchEvent, p.watch, parseItem(f[2])
		in.Type, in.RV = int64(slices.Index(trace.WatchNames[:], f[1])), in.Obj.rv
	case "mark":
		in.Kind, in.Gen, in.Type, in.RV, in.End = WatchEvent, p.watch, trace.WatchBookmark, f[1], len(f) > 2
	case "fault":
		in.Kind, in.Gen, in.Type, in.Fault = WatchEvent, p.watch, trace.WatchError, fault(1)
	case "closed":
		in.Kind, in.Gen = WatchClosed, p.watch
	case "timer":
		in.Kind = TimerFired
	case "resyncs":
		in.Kind, in.Gen = ResyncFired, p.resync
	case "resync-fault":
		in.Kind, in.Gen, in.Fault = ResyncFailed, p.resync, fault(1)
	case "stale":
		in.Kind, in.Gen = TimerFired, p.asked-1
	default:
		return false
	}
	for _, o := range p.refl.Step(p.now, in) {
		p.saw(o)
	}
	return true
}

func (p *pipeline) saw(o Out[*item]) {
	switch o.Kind {
	case DoList:
		p.say("LIST %q", o.RV)
	case DoWatch:
		p.watch = o.Gen
		p.say("WATCH %q initial=%t timeout in [5m,10m): %t", o.RV, o.Initial, o.Timeout >= span64("5m") && o.Timeout < span64("10m"))
	case ArmTimer:
		p.say("timer in %v", time.Duration(o.After).Round(time.Millisecond))
	case StoreReplace:
		p.say("store: replace %s %v", o.RV, o.List)
	case CloseWatch:
		p.say("close the watch")
	case StorePush:
		p.say("store: %v %v", o.Type, o.Obj)
	case StoreBookmark:
		p.say("store: bookmark %s", o.RV)
	case ArmResync:
		p.resync = o.Gen
		p.say("resync timer in %v", time.Duration(o.After))
	case StoreResync:
		p.say("store: resync")
	case Report:
		p.say("report %v", o.Fault)
	}
	if o.Kind <= StoreReplace {
		p.asked = o.Gen
	}
}
