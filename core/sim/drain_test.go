package sim

import "testing"

// "returns at Done(a) with b still queued": W09 of the behaviours, k/k#141079.
func TestADrainEndsWithTheLastPassAndNotWithTheQueue(t *testing.T) {
	w, err := New(Config{Workers: []string{"W1"}})
	if err != nil {
		t.Fatal(err)
	}
	play(t, w, "Add a", "Add b", "W1 Get", "ShutDownWithDrain")
	if w.Result() != "blocked" {
		t.Errorf("ShutDownWithDrain with a under way = %q, want blocked", w.Result())
	}
	main := Command{Verb: "return", Actor: Main}
	if err := w.Do(main); err == nil {
		t.Error("main returned while W1 holds a")
	}
	play(t, w, "W1 Done a", "main return")
	if w.Result() != "returned" || w.q.len() != 1 {
		t.Errorf("after Done main return = %q with %d queued, want returned with 1", w.Result(), w.q.len())
	}
	if err := w.Do(main); err == nil {
		t.Error("main returned twice")
	}
	if play(t, w, "ShutDownWithDrain"); w.Result() != "returned" {
		t.Errorf("ShutDownWithDrain with nothing under way = %q, want returned at once", w.Result())
	}
	play(t, w, "W1 Get", "ShutDownWithDrain", "ShutDown", "main return")
}

// "items waiting at ShutDown are lost": D05.
func TestNothingComesDueAfterShutDown(t *testing.T) {
	w, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	play(t, w, "AddAfter a 5s", "ShutDown", "run t=10s")
	if w.q.len() != 0 || len(w.q.waiting()) != 1 {
		t.Errorf("queue %d, heap %d, want 0 and the lost 1", w.q.len(), len(w.q.waiting()))
	}
}
