package state

import (
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// A copy shares what it may with its original: what happens to one of them afterwards is not
// seen in the other, whichever goes on.
func TestACopyAndItsOriginalGoOnApart(t *testing.T) {
	rec := trace.New(0)
	store, queue := rec.AddPart("store", "store"), rec.AddPart("queue", "queue")
	put := func(key string) {
		e := store.Emit(trace.StorePut, rec.Intern(key))
		e.Val = rec.AddObject(trace.Object{RV: key})
	}
	put("a")
	put("b")
	queue.Bits(trace.QueueAdd, rec.Intern("a"), 0, trace.Queued|trace.Dirty)
	half := rec.Len()
	store.Emit(trace.StoreDel, rec.Intern("a"))
	put("c")
	put("b")
	queue.Bits(trace.QueueAdd, rec.Intern("c"), 0, trace.Queued|trace.Dirty)

	until := func(s *State, seq uint64) *State {
		for s.Seq < seq {
			s.Apply(rec.Event(s.Seq + 1))
		}
		return s
	}
	middle := until(New(rec), half)
	want := [2]string{middle.Line("q", "d", "S"), until(New(rec), rec.Len()).Line("q", "d", "S")}
	a, b := rec.Intern("a"), rec.Intern("b")
	for _, who := range []string{"the copy", "the original", "both"} {
		original := until(New(rec), half)
		copied := original.Clone()
		again := copied.Clone()
		if who != "the original" {
			until(copied, rec.Len())
		}
		if who != "the copy" {
			until(original, rec.Len())
		}
		for name, s := range map[string]*State{"the original": original, "the copy": copied, "the copy's copy": again} {
			end := name == who || who == "both" && name != "the copy's copy"
			line := want[0]
			if end {
				line = want[1]
			}
			if got := s.Line("q", "d", "S"); got != line {
				t.Errorf("%s went on: %s is %s, want %s", who, name, got, line)
			}
			if _, ok := s.Key(rec.Intern("c")); ok != end {
				t.Errorf("%s went on: %s has met c: %v, want %v", who, name, ok, end)
			}
			if _, ok := s.Store.Get(a); ok == end {
				t.Errorf("%s went on: %s has stored a: %v, want %v", who, name, ok, !end)
			}
			if it, ok := s.Store.Get(b); !ok || it.Key != b {
				t.Errorf("%s went on: %s finds %v under b", who, name, it)
			}
		}
	}
}

// A copy apart may skip events: the places of keys that others share stay what they are.
func TestACopyApartMovesNoKeyOfTheOthers(t *testing.T) {
	rec := trace.New(0)
	heap := rec.AddPart("heap", "heap")
	a, b := rec.Intern("a"), rec.Intern("b")
	heap.Emit(trace.HeapAdd, a)
	heap.Emit(trace.HeapAdd, b)
	s := New(rec)
	early := s.Clone()
	s.Apply(rec.Event(1))
	s.Apply(rec.Event(2))
	early.Apart().Apply(rec.Event(2)) // the first key that it meets
	for _, key := range []trace.ID{a, b} {
		if k, ok := s.Key(key); !ok || k.ID != key {
			t.Errorf("key %d is %+v, %v after a copy apart met another first", key, k, ok)
		}
	}
}
