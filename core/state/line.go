package state

import (
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// Priorities reports whether the work queue is the one with priorities.
func (s *State) Priorities() bool { return s.rec.HasPart(trace.PriorityKind) }

// ahead reports whether the entry of a goes before that of b: the higher priority, and among
// equals the older turn.
func (s *State) ahead(a, b *Key) bool {
	if a.Priority != b.Priority {
		return a.Priority > b.Priority
	}
	return a.turn < b.turn
}

// enter puts a key into the line, behind all that go before it: where all are equal, at the back.
func (s *State) enter(k *Key) {
	at := len(s.Queue)
	for at > 0 {
		if i, ok := s.place(s.Queue[at-1]); ok && s.ahead(k, &s.Keys[i]) {
			at--
			continue
		}
		break
	}
	s.Queue = slices.Insert(s.Queue, at, k.ID)
}

// leave takes the first place of a key out of the line.
func (s *State) leave(id trace.ID) {
	switch at := slices.Index(s.Queue, id); {
	case at == 0, at < 0 && len(s.Queue) > 0:
		s.Queue = s.Queue[1:]
	case at > 0:
		s.Queue = slices.Delete(slices.Clone(s.Queue), at, at+1)
	}
}

// raise gives the entry of a key a higher priority and the last turn of its class.
func (s *State) raise(k *Key, e *trace.Event) {
	k.Priority, k.turn = e.Priority(), e.Seq
	if e.After&trace.Queued != 0 {
		s.leave(e.Key)
		s.enter(k)
	}
}
