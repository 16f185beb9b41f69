package trace_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// sample is a small stream with every kind of definition.
func sample() *trace.Recorder {
	r := trace.New(0)
	q, f, h := r.AddPart("queue", "queue"), r.AddPart("fifo", "fifo atomic"), r.AddPart("h1", "listener")
	a := r.Intern("a")
	r.At, r.Actor = 1_500_000_000, r.ActorID("W1")
	q.Begin()
	q.Bits(trace.QueueAdd, a, trace.Processing, trace.Processing|trace.Dirty)
	r.At = 2_000_000_000
	o := r.AddObject(trace.Object{Key: "default/p1", RV: "11", Node: "n1", UID: "u1"})
	f.Begin()
	e := f.Emit(trace.FIFOReplace, 0)
	e.Val, e.A, e.B = r.Intern("60"), r.AddList([]trace.Ref{{Key: r.Intern("default/p1"), Object: o}}), 1
	h.Begin()
	e = h.Emit(trace.NotePush, r.Intern("default/p1"))
	e.A, e.Val, e.Before, e.After = 11, o, trace.NoteAdd, trace.NoteInitial
	q.Note(trace.Step, 0, "Add a ×10", 0, 0)
	return r
}

func TestTextIsOneLineAnEvent(t *testing.T) {
	want := `1.5s queue.add by=W1 key=a was=processing now=dirty+processing
2s fifo.replace by=W1 count=1 rv=60 objects=default/p1@11
2s h1.push by=W1 key=default/p1 rv=11 old=0 object=default/p1@11 call=OnAdd initial=true
2s queue.step by=W1 what="Add a ×10"
`
	if got := sample().WriteText(); got != want {
		t.Errorf("WriteText() =\n%swant\n%s", got, want)
	}
}

func TestJSONComesBackAsItWas(t *testing.T) {
	r := sample()
	var file bytes.Buffer
	if err := r.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	back, err := trace.ReadJSON(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatalf("ReadJSON: %v\n%s", err, file.String())
	}
	if back.WriteText() != r.WriteText() {
		t.Errorf("came back as\n%swas\n%s", back.WriteText(), r.WriteText())
	}
	var again bytes.Buffer
	if err := back.WriteJSON(&again); err != nil || again.String() != file.String() {
		t.Errorf("written again: %v\n%s\nwas\n%s", err, again.String(), file.String())
	}
}

func TestReadJSONSaysWhatIsWrong(t *testing.T) {
	head := `{"format":"informerscope-trace","version":1}` + "\n"
	for _, c := range []struct{ file, want string }{
		{"", `trace: an empty file: want a header {"format":"informerscope-trace",…}`},
		{`{"a":1}`, `trace: line 1: want a header {"format":"informerscope-trace",…}`},
		{`{"format":"informerscope-trace","version":9}`, `trace: version 9; this program reads version 1`},
		{`{"format":"informerscope-trace","version":1,"from":7}`, `trace: it begins at event 7: what was before is not in the file`},
		{head + `{"seq":1,"op":"queue.ad"}`, `trace: line 2: unknown op "queue.ad": a newer program has written this`},
		{head + `{"seq":2,"op":"queue.add"}`, `trace: line 2: event 2 follows event 0`},
		{head + `{"seq":1,"op":"queue.add","key":3}`, `trace: line 2: event 1: text 3 is not defined`},
		{head + `{"seq":1,"op":"queue.add","part":3}`, `trace: line 2: event 1: part 3 is not defined`},
		{head + `{"seq":1,"op":"fifo.replace","a":3,"b":9}`, `trace: line 2: event 1: list 3 is not defined`},
		{head + `{"def":"colour"}`, `trace: line 2: unknown def "colour": want text, object, part, actor or list`},
	} {
		if _, err := trace.ReadJSON(strings.NewReader(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("ReadJSON(%q) = %v, want %s", c.file, err, c.want)
		}
	}
	if _, err := trace.ReadJSON(strings.NewReader(head + `{"def":"text","id":1,"text":"a","colour":"blue"}`)); err != nil {
		t.Errorf("an unknown field: %v", err)
	}
}

func FuzzReadJSONNeverPanicsAndWhatItReadsCanBeWritten(f *testing.F) {
	var file bytes.Buffer
	if err := sample().WriteJSON(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.String())
	f.Add(`{"format":"informerscope-trace","version":1}` + "\n" + `{"def":"list","refs":[[0,0]]}` + "\n" + `{"seq":1,"op":"fifo.replace","b":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := trace.ReadJSON(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := r.WriteJSON(&out); err != nil {
			t.Fatalf("WriteJSON: %v", err)
		}
		back, err := trace.ReadJSON(&out)
		if err != nil {
			t.Fatalf("ReadJSON of what was written: %v", err)
		}
		if back.WriteText() != r.WriteText() {
			t.Error("the text differs after a round trip")
		}
		trace.NewChecker(r).Follow()
	})
}

func TestCheckerNamesTheBrokenPromise(t *testing.T) {
	const d, q, p = trace.Dirty, trace.Queued, trace.Processing
	for _, c := range []struct {
		want trace.Promise
		emit func(q, f, h trace.Tap, key trace.ID)
	}{
		{trace.QueueInDirty, func(t, _, _ trace.Tap, k trace.ID) { t.Bits(trace.QueueAdd, k, 0, q) }},
		{trace.QueueIsFree, func(t, _, _ trace.Tap, k trace.ID) { t.Bits(trace.QueueAdd, k, p, q|d|p) }},
		{trace.QueuedOnce, func(t, _, _ trace.Tap, k trace.ID) {
			t.Bits(trace.QueueAdd, k, 0, q|d)
			t.Bits(trace.QueueStray, k, q|d, q|d)
		}},
		{trace.OneWorker, func(t, _, _ trace.Tap, k trace.ID) { t.Bits(trace.QueueGet, k, q|d|p, p) }},
		{trace.QueueBits, func(t, _, _ trace.Tap, k trace.ID) {
			t.Bits(trace.QueueAdd, k, 0, q|d)
			t.Bits(trace.QueueGet, k, p, p)
		}},
		{trace.FIFOInStep, func(_, f, _ trace.Tap, k trace.ID) { f.Numbers(trace.FIFOBegin, k, 1, 0) }},
		{trace.FIFOLocked, func(_, f, _ trace.Tap, k trace.ID) {
			f.Emit(trace.FIFOPush, k)
			e := f.Emit(trace.FIFOBegin, k)
			e.A, e.After = 1, 1
			f.Emit(trace.FIFOPush, k)
		}},
		{trace.SyncedOnce, func(_, f, _ trace.Tap, k trace.ID) { f.Emit(trace.FIFOSynced, 0); f.Emit(trace.FIFOSynced, 0) }},
		{trace.RVAscends, func(_, f, _ trace.Tap, k trace.ID) {
			f.Note(trace.ReflRV, 0, "10", 0, 0)
			f.Note(trace.ReflRV, 0, "9", 0, 0)
		}},
		{trace.IndexInStore, func(_, f, _ trace.Tap, k trace.ID) { f.Note(trace.IndexAdd, k, "n=1", 0, 0) }},
		{trace.HandlerOrders, func(_, _, h trace.Tap, k trace.ID) { h.Emit(trace.NoteTake, k) }},
		{trace.TimeAscends, func(t, f, h trace.Tap, k trace.ID) {
			t.Recorder().At = 5
			h.Emit(trace.NotePush, k)
			t.Recorder().At = 4
			h.Emit(trace.NoteTake, k)
		}},
	} {
		r := trace.New(0)
		check := trace.NewChecker(r)
		c.emit(r.AddPart("queue", "queue"), r.AddPart("fifo", "fifo atomic"), r.AddPart("h1", "listener"), r.Intern("a"))
		found := check.Follow()
		if len(found) == 0 || found[0].Promise != c.want {
			t.Errorf("events that break %q: Follow() = %v", c.want, found)
		}
	}
}
