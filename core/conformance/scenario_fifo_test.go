package conformance

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// realFIFO is client-go's FIFO of an engine. It is given what our reflector was given (the
// lists and the events of the trace) and popped when our controller popped; then it must
// hold what the lesson, and our FIFO, say.
type realFIFO struct {
	cache.Queue
	gates  gates // which FIFO it is, and how it is popped
	rec    *trace.Recorder
	server []trace.Object // what the API server has, by key
	listed []trace.Object // the answer of the last LIST
	pages  []trace.Object // of it, where it came in pages
	rv     string
	stream bool // a streaming list comes in: events are collected
	asked  bool // a resync was asked for
	events []trace.Event
	store  *known
	popped []string // handed out since the last look

	transform cache.TransformFunc // nil is none
}

// known is the store behind the FIFO, with its keys in order of arrival: that of client-go
// lists them at random (S20 of deviations.md), and so its FIFO would be filled at random.
type known struct {
	objects map[string]trace.Object
	keys    []string
}

func (k *known) put(o trace.Object) {
	if _, has := k.objects[o.Key]; !has {
		k.keys = append(k.keys, o.Key)
	}
	k.objects[o.Key] = o
}

func (k *known) drop(key string) {
	delete(k.objects, key)
	k.keys = slices.DeleteFunc(k.keys, func(x string) bool { return x == key })
}

// ListKeys and GetByKey implement cache.KeyListerGetter.
func (k *known) ListKeys() []string { return slices.Clone(k.keys) }

func (k *known) GetByKey(key string) (any, bool, error) {
	o, ok := k.objects[key]
	return o, ok, nil
}

func fifoKey(o any) (string, error) { return o.(trace.Object).Key, nil }

func onFIFO(t *testing.T, say versions.Complain, run *scenarios.Run, steps []versions.Rested, seen versions.Seen) {
	t.Helper()
	f := &realFIFO{gates: gatesOf(*machine.EngineNamed(run.Engine), false), rec: run.Recorder}
	if spec := run.Lesson.Config(run.Engine).Transform; spec != "" {
		f.transform = func(o any) (any, error) { return transformTraced(spec, o.(trace.Object)) }
	}
	f.boot()
	s := state.New(run.Recorder)
	next := uint64(1)
	for n, st := range steps {
		for ; next <= st.Step.To; next++ {
			e := run.Recorder.Event(next)
			s.Apply(e)
			f.follow(t, e)
			if e.Op == trace.FIFOBegin {
				compareHanded(say, run, s, f, seen)
			}
		}
		want := st.Views["F"]
		seen["F"]++
		if got := f.text(); got != want {
			say("%s: step %d %q on %s: F\n\tours      %s\n\tclient-go %s", run.Lesson.File, n, st.Step.Label, run.Engine, want, got)
		}
		for _, x := range run.Lesson.Items[n].Expect {
			for _, w := range x.Wants {
				if x.On(run.Engine, run.Lesson.Queue()) && w.View == "F" && !w.Holds(f.text()) {
					say("%s:%d: on %s the lesson says %s\n\tclient-go's FIFO has %s", run.Lesson.File, x.Line, run.Engine, w, f.text())
				}
			}
		}
	}
}

// boot makes the FIFO of a program, and the store behind it.
func (f *realFIFO) boot() {
	f.store, f.listed, f.pages, f.stream, f.popped = &known{objects: map[string]trace.Object{}}, nil, nil, false, nil
	switch {
	case !f.gates.Enabled(features.InOrderInformers):
		f.Queue = cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: fifoKey, KnownObjects: f.store, Transformer: f.transform, EmitDeltaTypeReplaced: true})
	case f.gates.Enabled(features.AtomicFIFO):
		f.Queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: fifoKey, Transformer: f.transform, AtomicEvents: true, UnlockWhileProcessing: f.gates.Enabled(features.UnlockWhileProcessingFIFO), EmitDeltaTypeBookmark: true})
	default:
		f.Queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KeyFunction: fifoKey, Transformer: f.transform, KnownObjects: f.store})
	}
}

// compareHanded compares what both handed out.
func compareHanded(say versions.Complain, run *scenarios.Run, s *state.State, f *realFIFO, seen versions.Seen) {
	ours := s.Clone()
	ours.FIFO.Tape, ours.FIFO.Trays = ours.FIFO.Out, nil
	want := ours.View("F", 0, 0)
	got := "[" + strings.Join(f.popped, " ") + "]"
	seen["handed out"]++
	if got != want {
		say("%s on %s: handed out\n\tours      %s\n\tclient-go %s", run.Lesson.File, run.Engine, want, got)
	}
}

// follow gives client-go's FIFO what ours was given at an event.
func (f *realFIFO) follow(t *testing.T, e trace.Event) {
	t.Helper()
	must := func(err error) {
		if err != nil && !strings.Contains(err.Error(), errTransform.Error()) { // what is refused is not in it
			t.Fatal(err)
		}
	}
	switch e.Op {
	case trace.Restart:
		f.boot()
	case trace.ServerPut, trace.StorePut:
		o := f.rec.Object(e.Val)
		if e.Op == trace.StorePut {
			f.store.put(o)
			return
		}
		f.events = append(f.events, e)
		for i := range f.server {
			if f.server[i].Key == o.Key {
				f.server[i] = o
				return
			}
		}
		f.server = append(f.server, o)
	case trace.ServerDel:
		key := f.rec.Text(e.Key)
		for i, o := range f.server {
			if o.Key == key {
				f.server = append(f.server[:i:i], f.server[i+1:]...)
				break
			}
		}
	case trace.StoreDel:
		f.store.drop(f.rec.Text(e.Key))
	case trace.ReflList:
		if e.Page() <= 1 {
			f.pages = nil
		}
	case trace.ReflPage:
		for _, ref := range f.rec.Refs(&e) {
			f.pages = append(f.pages, f.rec.Object(ref.Object))
		}
	case trace.ReflListed:
		f.listed, f.rv = f.pages, f.rec.Text(e.Val)
		if f.pages != nil {
			return
		}
		for _, o := range f.server {
			i := 0
			for i < len(f.listed) && f.listed[i].Key < o.Key {
				i++
			}
			f.listed = append(f.listed[:i:i], append([]trace.Object{o}, f.listed[i:]...)...)
		}
	case trace.ReflWatch:
		if f.stream = e.B != 0; f.stream {
			f.listed = nil
		}
	case trace.Step:
		f.asked = f.rec.Text(e.Val) == "resync resync"
		if f.rec.Text(e.Val) == "reflector replace" {
			var list []any
			for _, o := range f.listed {
				list = append(list, o)
			}
			must(f.Replace(list, f.rv))
			f.stream = false
		}
	case trace.FIFOPush, trace.FIFOMark, trace.FIFOSkip:
		// The first trace of a resync that was due: a tick that is nobody's leaves none.
		if f.asked && (e.B == trace.DeltaSync || e.B == trace.DeltaSyncAll) {
			f.asked = false
			must(f.Resync())
		}
	case trace.ReflEvent:
		if e.B == trace.WatchBookmark {
			f.rv = itoa(e.A)
			if q, ok := f.Queue.(interface{ Bookmark(string) error }); ok && f.gates.Enabled(features.AtomicFIFO) && !f.stream {
				must(q.Bookmark(f.rv))
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
		o.RV = itoa(e.A)
		if f.stream {
			if f.transform != nil && e.B != trace.WatchDeleted { // the reflector's own store has it, too
				made, err := f.transform(o)
				must(err)
				o = made.(trace.Object)
			}
			f.listed = append(f.listed, o)
			return
		}
		switch e.B {
		case trace.WatchAdded:
			must(f.Add(o))
		case trace.WatchModified:
			must(f.Update(o))
		case trace.WatchDeleted:
			must(f.Delete(o))
		}
	case trace.FIFOBegin:
		f.popped = nil
		f.pop(t)
	}
}

func (f *realFIFO) pop(t *testing.T) {
	t.Helper()
	if f.text() == "[]" { // it has handed out more than ours before: Pop would wait for ever
		return
	}
	single := func(obj any, _ bool) error {
		for _, d := range obj.(cache.Deltas) {
			f.popped = append(f.popped, deltaText(d, true))
		}
		return nil
	}
	var err error
	if f.gates.Enabled(features.InOrderInformersBatchProcess) {
		err = f.Queue.(cache.QueueWithBatch).PopBatch(func(ds []cache.Delta, initial bool) error { return single(cache.Deltas(ds), initial) }, single)
	} else {
		_, err = f.Pop(func(obj any, initial bool) error { return single(obj, initial) })
	}
	if err != nil {
		t.Fatal(err)
	}
}

// text prints what waits, in the notation.
func (f *realFIFO) text() string {
	private := func(name string) any {
		v := reflect.ValueOf(f.Queue).Elem().FieldByName(name)
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem().Interface()
	}
	var out []string
	if !f.gates.Enabled(features.InOrderInformers) {
		items := private("items").(map[string]cache.Deltas)
		for _, key := range private("queue").([]string) {
			var ds []string
			for _, d := range items[key] {
				ds = append(ds, deltaText(d, false))
			}
			out = append(out, key+":["+strings.Join(ds, " ")+"]")
		}
	} else {
		for _, d := range private("items").([]cache.Delta) {
			out = append(out, deltaText(d, true))
		}
	}
	return "[" + strings.Join(out, " ") + "]"
}

func deltaText(d cache.Delta, withKey bool) string {
	text, key := string(d.Type), ""
	switch o := d.Object.(type) {
	case cache.ReplacedAllInfo:
		text += "(" + o.ResourceVersion
		for _, x := range o.Objects {
			text += " " + x.(trace.Object).Key + "@" + x.(trace.Object).RV
		}
		return text + ")"
	case cache.BookmarkInfo:
		return text + "(" + o.ResourceVersion + ")"
	case cache.SyncAllInfo:
		return text
	case cache.DeletedFinalStateUnknown:
		key, text = o.Key, text+"(DFSU)@"+o.Obj.(trace.Object).RV
	case trace.Object:
		key, text = o.Key, text+"@"+o.RV
	}
	if withKey {
		return key + ":" + text
	}
	return text
}
