package state

import "github.com/informerscope/informerscope/core/trace"

// touch puts object in the place of what the store has under key, there and wherever the
// same object is held: it is one object in memory, and somebody has changed it.
func (s *State) touch(key, object trace.ID) {
	i, ok := s.Store.place[key]
	if !ok {
		return
	}
	it := &s.Store.Items[i]
	was := it.Object
	it.Object, it.Touched = object, true
	for i := range s.FIFO.Tape {
		s.FIFO.Tape[i].swap(was, object)
	}
	for _, t := range s.FIFO.Trays {
		for i := range t.Deltas {
			t.Deltas[i].swap(was, object)
		}
	}
	for i := range s.FIFO.Out {
		s.FIFO.Out[i].swap(was, object)
	}
	for i := range s.Listeners {
		l := &s.Listeners[i]
		for j := range l.Pending {
			if l.Pending[j].Object == was {
				l.Pending[j].Object = object
			}
		}
		if l.Hand.Object == was {
			l.Hand.Object = object
		}
	}
}

func (d *Delta) swap(was, object trace.ID) {
	if d.Object == was {
		d.Object = object
	}
}
