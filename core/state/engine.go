package state

import (
	"strings"

	"github.com/informerscope/informerscope/core/machine"
)

// fifoPart is how the kind of a FIFO's part begins; the engine's name follows.
const fifoPart = "fifo "

// Engine is what the FIFO's engine is like, known from its part before anything goes in. One
// without a name is that of a state without a FIFO.
func (s *State) Engine() machine.Engine {
	if s.FIFO.Kind != "" {
		return s.FIFO.Engine()
	}
	for _, p := range s.rec.Parts() {
		if kind, ok := strings.CutPrefix(p.Kind, fifoPart); ok {
			return engineOf(kind)
		}
	}
	return machine.Engine{}
}

// Engine is what the FIFO's engine is like; the newest as long as nothing has gone in.
func (f *FIFO) Engine() machine.Engine {
	if f.Kind == "" {
		return *machine.Newest()
	}
	return engineOf(f.Kind)
}

// engineOf is the engine of a name; of one that is not known here, only its name is.
func engineOf(name string) machine.Engine {
	if e := machine.EngineNamed(name); e != nil {
		return *e
	}
	return machine.Engine{Name: name}
}
