package trace

import "testing"

// What nobody names is dropped, what is kept keeps its number, and a text that comes again
// after it was dropped gets a new one.
func TestForgetKeepsNumbers(t *testing.T) {
	r := New(0)
	tap := r.AddPart("queue", "queue")
	old, kept := r.Intern("old"), r.Intern("kept")
	gone, held := r.AddObject(Object{Key: "gone"}), r.AddObject(Object{Key: "held"})
	first := r.AddList([]Ref{{Key: old, Object: gone}})
	tap.Numbers(FIFOReplace, 0, first, 1)
	second := r.AddList([]Ref{{Key: kept, Object: held}})
	tap.Numbers(FIFOReplace, 0, second, 1)
	r.Forget(2, NewLive(r))

	if r.Oldest() != 2 || len(r.Since(1)) != 1 {
		t.Errorf("oldest event %d of %d, want 2 of 1", r.Oldest(), len(r.Since(1)))
	}
	if r.Text(old) != "?" || r.Text(kept) != "kept" || r.Intern("kept") != kept || r.Text(0) != "" {
		t.Errorf("texts: %q, %q, %q", r.Text(old), r.Text(kept), r.Text(0))
	}
	if r.Knows(gone) || r.Object(held).Key != "held" {
		t.Errorf("objects: %+v, %+v", r.Object(gone), r.Object(held))
	}
	if l := r.List(second, 1); r.List(first, 1) != nil || len(l) != 1 || l[0].Object != held {
		t.Errorf("lists: %v, %v", r.List(first, 1), l)
	}
	if texts, objects, refs := r.Size(); texts != 2 || objects != 2 || refs != 1 {
		t.Errorf("Size() = %d %d %d, want 2 2 1", texts, objects, refs)
	}
	if again := r.Intern("old"); again == old || r.Text(again) != "old" {
		t.Errorf("a text that comes again is number %d, was %d", again, old)
	}
}
