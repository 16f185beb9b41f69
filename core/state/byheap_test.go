package state

import (
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// Of the Adds of a key those are counted that the delay heap made.
func TestAddsOfTheHeapAreCounted(t *testing.T) {
	rec := trace.New(100)
	s := New(rec)
	a := rec.Intern("a")
	for _, op := range []trace.Op{trace.QueueAdd, trace.HeapAdd, trace.HeapDue, trace.QueueAdd, trace.QueueAdd} {
		s.Apply(trace.Event{Op: op, Key: a})
	}
	if k, _ := s.Key(a); k.Adds != 3 || k.ByHeap != 1 {
		t.Errorf("of an Add, a wait that ended with one, and an Add: %d Adds, %d by the heap; want 3, 1", k.Adds, k.ByHeap)
	}
}
