package state

import (
	"reflect"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// An op whose row says that it folds changes the state in some event, and the others in none.
func TestTheStateChangesWithTheOpsThatFold(t *testing.T) {
	rec := trace.New(0)
	queue, fifo, refl := rec.AddPart("queue", "queue"), rec.AddPart("fifo", "fifo atomic"), rec.AddPart("reflector", "reflector")
	store, server, h1 := rec.AddPart("store", "store"), rec.AddPart("server", "server"), rec.AddPart("h1", "listener")
	a, b, posting := rec.Intern("a"), rec.Intern("b"), rec.Intern("byNode=n1")
	object := rec.AddObject(trace.Object{Key: "a", RV: "5"})
	put := func(tap trace.Tap, op trace.Op, key, val trace.ID) { tap.Emit(op, key).Val = val }
	actor := rec.ActorID("W1")

	// Something of everything: whatever an event takes away is there.
	rec.Actor = actor
	queue.Bits(trace.QueueAdd, a, 0, trace.Queued|trace.Dirty)
	queue.Bits(trace.QueueGet, a, trace.Queued|trace.Dirty, trace.Processing)
	queue.Numbers(trace.HeapAdd, a, 9, 1)
	queue.Numbers(trace.LimitWhen, a, 9, 3)
	put(fifo, trace.FIFOPush, a, object)
	put(store, trace.StorePut, a, object)
	put(store, trace.IndexAdd, a, posting)
	put(h1, trace.NotePush, a, object)
	h1.Emit(trace.NoteTake, a)
	put(h1, trace.NotePush, a, object)
	put(refl, trace.ReflList, 0, a)
	put(refl, trace.ReflWatch, 0, a)
	refl.Emit(trace.ReflWatchUp, 0)
	put(server, trace.ServerPut, a, object)
	s := New(rec)
	fold := func(s *State) {
		for _, e := range rec.Since(s.Seq + 1) {
			s.Apply(e)
		}
	}
	fold(s)
	busy := s.Clone()
	fifo.Numbers(trace.FIFOBegin, 0, 1, 0)
	fold(s)
	popped := s.Clone()

	for _, op := range trace.Ops() {
		changes := false
		for n := range 2 * 2 * 3 * 3 * 4 * 2 {
			if changes {
				break
			}
			of := func(values int) (i int) { i, n = n%values, n/values; return i }
			e := trace.Event{Op: op, At: 7, Actor: actor, Seq: rec.Len() + 1}
			before := []*State{busy, popped}[of(2)]
			e.Key = []trace.ID{a, b}[of(2)]
			e.Val = []trace.ID{object, posting, b}[of(3)]
			e.A = []int64{0, 1, 7}[of(3)]
			bits := [][2]uint8{{0, 0}, {0, 1}, {0, trace.Queued | trace.Dirty}, {trace.Processing, 0}}[of(4)]
			e.Before, e.After = bits[0], bits[1]
			e.B = int64(of(2))
			for e.Part = range uint16(len(rec.Parts())) {
				s := before.Clone()
				s.Apply(e)
				changes = changes || !same(before.Clone(), s)
			}
		}
		switch folds := op.Info().Folds; {
		case folds && !changes:
			t.Errorf("%s folds, its row in core/trace/ops.go says, and State.Apply does nothing with it: add a case to the func of its group in apply.go, or take Folds from the row", op)
		case !folds && changes:
			t.Errorf("State.Apply folds %s, and its row in core/trace/ops.go does not say so: add Folds", op)
		}
	}
}

// same compares what is seen of two states, but for the moment.
func same(a, b *State) bool {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		switch f := x.Type().Field(i); {
		case !f.IsExported() || f.Name == "At" || f.Name == "Seq":
		case !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()):
			return false
		}
	}
	return true
}

// What only the state before an event knows of it.
func TestTheStateTellsTheCaseOfAnEvent(t *testing.T) {
	rec := trace.New(0)
	tap := rec.AddPart("queue", "queue")
	a := rec.Intern("a")
	failed, stream := New(rec), New(rec)
	tap.Numbers(trace.LimitWhen, a, 9, 1)
	failed.Apply(rec.Event(1))
	tap.Note(trace.ReflState, 0, "WatchListing", 0, 0)
	stream.Apply(rec.Event(2))
	tap.Numbers(trace.FIFOInit, 0, 0, 1)
	filled := New(rec)
	filled.Apply(rec.Event(3))
	for _, c := range []struct {
		s    *State
		e    trace.Event
		want trace.Case
	}{
		{New(rec), trace.Event{Op: trace.LimitForget, Key: a}, trace.CaseUnknown},
		{failed, trace.Event{Op: trace.LimitForget, Key: a}, ""},
		{New(rec), trace.Event{Op: trace.FIFOInit}, trace.CaseFilled},
		{filled, trace.Event{Op: trace.FIFOInit}, ""},
		{New(rec), trace.Event{Op: trace.ReflEvent, B: trace.WatchAdded}, ""},
		{stream, trace.Event{Op: trace.ReflEvent, B: trace.WatchAdded}, trace.CaseStreaming},
		{stream, trace.Event{Op: trace.ReflEvent, B: trace.WatchError}, trace.CaseFailed},
		{New(rec), trace.Event{Op: trace.QueueAdd, Before: trace.Processing, After: trace.Processing | trace.Dirty}, trace.CaseOwed},
	} {
		if got := c.s.Case(c.e); got != c.want {
			t.Errorf("Case(%s %+v) = %q, want %q", c.e.Op, c.e, got, c.want)
		}
	}
}

// The code of the last fault comes and goes with its words.
func TestAFaultKeepsItsCode(t *testing.T) {
	rec := trace.New(0)
	tap := rec.AddPart("reflector", "reflector")
	s := New(rec)
	for _, c := range []struct {
		emit    func()
		trouble string
		code    int
	}{
		{func() { tap.Note(trace.ReflListed, 0, "too old", 0, trace.CodeExpired) }, "too old", 410},
		{func() { tap.Note(trace.ReflListed, 0, "10", 3, 0) }, "", 0},
		{func() { tap.Note(trace.ReflWatchUp, 0, "busy", 0, 429) }, "busy", 429},
		{func() { tap.Note(trace.ReflWatchUp, 0, "", 0, 0) }, "", 0},
		{func() { tap.Fault(trace.ReflEvent, "too old", 410, trace.WatchError) }, "too old", 410},
		{func() { tap.Fault(trace.ReflClosed, "too old", 410, 0) }, "too old", 410},
		{func() { tap.Fault(trace.ReflClosed, "very short watch", 0, 0) }, "very short watch", 0},
		{func() { tap.Note(trace.ReflWatchUp, 0, "connection refused", 0, -1) }, "connection refused", -1},
	} {
		c.emit()
		s.Apply(rec.Event(rec.Len()))
		if s.Refl.Trouble != c.trouble || s.Refl.Code != c.code {
			t.Errorf("after %s: trouble %q of code %d, want %q of %d", rec.Line(rec.Event(rec.Len())), s.Refl.Trouble, s.Refl.Code, c.trouble, c.code)
		}
	}
}
