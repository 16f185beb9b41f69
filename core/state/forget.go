package state

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// Past is what keys did that were forgotten since.
type Past struct{ Adds, Passes int }

// Mark keeps in live all texts and objects that the state names, but for those of keys
// that nothing but Keys remembers: they are what Forget drops.
func (s *State) Mark(live *trace.Live) {
	live.Text(s.Step, s.Crashed)
	live.Text(s.Queue...)
	for _, k := range s.Keys {
		if k.Bits != 0 || k.Failures != 0 {
			live.Text(k.ID)
		}
	}
	for _, w := range s.Heap {
		live.Text(w.Key)
	}
	deltas := func(ds []Delta) {
		for _, d := range ds {
			live.Text(d.Key)
			live.Object(d.Object)
			live.List(d.List)
		}
	}
	deltas(s.FIFO.Tape)
	deltas(s.FIFO.Out)
	for _, t := range s.FIFO.Trays {
		live.Text(t.Key)
		deltas(t.Deltas)
	}
	for _, h := range []Shelf{s.Store, s.Server.Objects, s.Refl.Collected} {
		for _, it := range h.Items {
			live.Text(it.Key)
			live.Object(it.Object, it.Old)
		}
	}
	for _, p := range s.Index {
		live.Named(p.Name) // the index has its number
		live.Text(p.Keys...)
	}
	note := func(n Note) { live.Text(n.Key); live.Object(n.Object) }
	for _, l := range s.Listeners {
		note(l.Hand)
		for _, n := range l.Pending {
			note(n)
		}
	}
	for _, e := range s.Server.Log {
		live.Text(e.Key)
		live.Object(e.Object)
	}
	for _, w := range s.Workers {
		live.Text(w.Key)
	}
	for _, c := range s.Calls {
		note(c.Note)
	}
	for _, b := range s.Broken {
		live.Text(b.Key)
	}
}

// Forget drops the keys whose texts live does not keep. What they did stays in Past.
func (s *State) Forget(live *trace.Live) {
	gone := func(k Key) bool { return !live.Has(k.ID) }
	for _, k := range s.Keys {
		if gone(k) {
			s.Past.Adds, s.Past.Passes = s.Past.Adds+k.Adds, s.Past.Passes+k.Passes
		}
	}
	s.Keys = slices.DeleteFunc(s.Keys, gone)
	s.index = make(map[trace.ID]int, len(s.Keys)) // the copies have forgotten nothing
	for i, k := range s.Keys {
		s.index[k.ID] = i
	}
	s.names.forget(live, s.rec)
}
