package versions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// fifo is the FIFO that informers of a client-go run on, on some engine. It is given what our reflector was given (the
// lists and the events of the trace) and popped when our controller popped; then it must hold what the
// lesson, and our FIFO, say.
type fifo struct {
	oracle *Oracle
	rec    *trace.Recorder
	server []trace.Object // what the API server has
	listed []trace.Object // the answer of the last LIST
	pages  []trace.Object // of it, where it came in pages
	rv     string
	stream bool // a streaming list comes in: events are collected
	asked  bool // a resync was asked for
	atomic bool // bookmarks go into it
	events []trace.Event
	popped string // handed out
	err    error  // the first
}

// onFIFO compares what stands in the FIFO, at every step.
func onFIFO(complain Complain, o *Oracle, run *scenarios.Run, steps []Rested, seen Seen) error {
	c := run.Lesson.Config(run.Engine)
	f := &fifo{oracle: o, rec: run.Recorder, atomic: machine.EngineNamed(run.Engine).Atomic}
	if _, err := o.tell(say("fifo", "transform", c.Transform, "gates", o.gates(run.Engine))); err != nil {
		return err
	}
	s := state.New(run.Recorder)
	next := uint64(1)
	for n, st := range steps {
		for ; next <= st.Step.To; next++ {
			e := run.Recorder.Event(next)
			s.Apply(e)
			f.follow(e)
			if e.Op == trace.FIFOBegin && f.err == nil {
				ours := s.Clone()
				ours.FIFO.Tape, ours.FIFO.Trays = ours.FIFO.Out, nil
				seen["handed out"]++
				if want := ours.View("F", 0, 0); f.popped != want {
					complain("%s on %s: handed out\n\tours      %s\n\tclient-go %s", run.Lesson.File, run.Engine, want, f.popped)
				}
			}
		}
		got := f.tell("view", "name", "F")
		if f.err != nil {
			break
		}
		seen["F"]++
		if want := st.Views["F"]; got != want {
			complain("%s: step %d %q on %s: F\n\tours      %s\n\tclient-go %s", run.Lesson.File, n, st.Step.Label, run.Engine, want, got)
		}
		for _, x := range run.Lesson.Items[n].Expect {
			for _, w := range x.Wants {
				if x.On(run.Engine, run.Lesson.Queue()) && w.View == "F" && !w.Holds(got) {
					complain("%s:%d: on %s the lesson says %s\n\tclient-go's FIFO has %s", run.Lesson.File, x.Line, run.Engine, w, got)
				}
			}
		}
	}
	if f.err != nil && o.over == nil {
		complain("%s on %s: client-go's FIFO: %v", run.Lesson.File, run.Engine, f.err)
	}
	_, err := o.tell("end")
	return err
}

// tell keeps the first error.
func (f *fifo) tell(verb string, pairs ...string) string {
	if f.err != nil {
		return ""
	}
	var said string
	said, f.err = f.oracle.tell(say(verb, pairs...))
	return said
}

func (f *fifo) do(verb string, o trace.Object) {
	f.tell("do", "verb", verb, "key", o.Key, "rv", o.RV, "node", o.Node)
}

func (f *fifo) replace(list []trace.Object) {
	if f.err != nil {
		return
	}
	var more []string
	for _, o := range list {
		more = append(more, say("object", "key", o.Key, "rv", o.RV, "node", o.Node))
	}
	_, f.err = f.oracle.tell(say("do", "verb", "replace", "rv", f.rv, "objects", strconv.Itoa(len(list))), more...)
}

// follow gives client-go's FIFO what ours was given at an event.
func (f *fifo) follow(e trace.Event) {
	switch e.Op {
	case trace.Restart:
		f.tell("do", "verb", "boot")
		f.listed, f.pages, f.stream = nil, nil, false
	case trace.StorePut:
		f.do("put", f.rec.Object(e.Val))
	case trace.StoreDel:
		f.tell("do", "verb", "drop", "key", f.rec.Text(e.Key))
	case trace.ServerPut:
		o := f.rec.Object(e.Val)
		f.events = append(f.events, e)
		if i := slices.IndexFunc(f.server, func(x trace.Object) bool { return x.Key == o.Key }); i >= 0 {
			f.server[i] = o
		} else {
			f.server = append(f.server, o)
		}
	case trace.ServerDel:
		key := f.rec.Text(e.Key)
		f.server = slices.DeleteFunc(slices.Clone(f.server), func(x trace.Object) bool { return x.Key == key })
	case trace.ReflList:
		if e.Page() <= 1 {
			f.pages = nil
		}
	case trace.ReflPage:
		for _, ref := range f.rec.Refs(&e) {
			f.pages = append(f.pages, f.rec.Object(ref.Object))
		}
	case trace.ReflListed:
		f.rv = f.rec.Text(e.Val)
		if f.listed = f.pages; f.listed == nil {
			f.listed = slices.Clone(f.server)
			slices.SortFunc(f.listed, func(a, b trace.Object) int { return strings.Compare(a.Key, b.Key) })
		}
	case trace.ReflWatch:
		if f.stream = e.B != 0; f.stream {
			f.listed = nil
		}
	case trace.Step:
		f.asked = f.rec.Text(e.Val) == "resync resync"
		if f.rec.Text(e.Val) == "reflector replace" {
			f.replace(f.listed)
			f.stream = false
		}
	case trace.FIFOPush, trace.FIFOMark, trace.FIFOSkip:
		// The first trace of a resync that was due: a tick that is nobody's leaves none.
		if f.asked && (e.B == trace.DeltaSync || e.B == trace.DeltaSyncAll) {
			f.asked = false
			f.tell("do", "verb", "resync")
		}
	case trace.ReflEvent:
		f.event(e)
	case trace.FIFOBegin:
		f.popped = f.tell("do", "verb", "pop")
	}
}

// event is one of a watch.
func (f *fifo) event(e trace.Event) {
	if e.B == trace.WatchBookmark {
		if f.rv = strconv.FormatInt(e.A, 10); f.atomic && !f.stream {
			f.tell("do", "verb", "bookmark", "rv", f.rv)
		}
		return
	}
	if e.Key == 0 { // the transform has left none of it
		return
	}
	o := trace.Object{Key: f.rec.Text(e.Key)}
	for _, put := range f.events {
		if x := f.rec.Object(put.Val); x.Key == o.Key {
			o = x
		}
	}
	o.RV = strconv.FormatInt(e.A, 10)
	if f.stream {
		if e.B != trace.WatchDeleted { // the reflector's own store has what the transform has made
			o.Node = f.tell("do", "verb", "transformed", "key", o.Key, "rv", o.RV, "node", o.Node)
		}
		f.listed = append(f.listed, o)
		return
	}
	switch e.B {
	case trace.WatchAdded:
		f.do("add", o)
	case trace.WatchModified:
		f.do("update", o)
	case trace.WatchDeleted:
		f.do("delete", o)
	}
}
