package sim

import "slices"

// feet are the things that a step reads or changes, a bit each. Two steps that have none in common can be
// taken in either order: the state after both is the same.
type feet uint64

const (
	footServer feet = 1 << iota
	footReflector
	footFIFO
	footStore
	footQueue
	footWaits // delay heap and limiter
	footChance
	footHandler // the first of them; 24 have a bit each
	footWorker  = footHandler << 24
	footEnd     = footWorker << 32

	handlers   = footWorker - footHandler
	workers    = footEnd - footWorker
	everything = ^feet(0)
)

// feetOfActor are those of an actor's next action.
func (w *World) feetOfActor(a *actor) feet {
	for i, k := range w.workers {
		if k.actor != a {
			continue
		}
		self := bit(footWorker, i, 32)
		if !k.blocked && k.script[k.pc].verb == "read" {
			return self | footStore | footServer // whether it is missed is a question to both
		}
		return self | footQueue | footWaits | footChance
	}
	f := w.inf
	if f == nil {
		return everything
	}
	for i, h := range f.handlers {
		if h.actor == a {
			return bit(footHandler, i, 24) | footQueue
		}
	}
	switch a.name {
	case "delay":
		return footQueue | footWaits
	case "reflector":
		return footServer | footReflector | footFIFO | footStore
	case "controller":
		return footFIFO | footStore | handlers
	}
	return everything
}

// feetOf are those of a command.
func (w *World) feetOf(c Command) feet {
	switch v := verbs[c.Verb]; {
	case v.serve != nil:
		return footServer
	case c.Actor == "" && (c.Verb == "Add" || c.Verb == "AddAfter" || c.Verb == "AddRateLimited" || c.Verb == "Forget"):
		return footQueue | footWaits
	}
	return everything
}

// bit is the one for number i of those that have n bits from first on; later ones have all.
func bit(first feet, i, n int) feet {
	if i >= n {
		return everything
	}
	return first << i
}

// beside says where a choice leads without playing it, where that is known; -1 where it is not. If a step b
// led here from a state in which the choice could be made, too, and neither touches what the other does,
// then it leads to where b leads after it.
func (x *Exploration) beside(at int, c choice) int {
	if !x.apart {
		return -1
	}
	for _, n := range x.states[at].in {
		b := x.steps[n]
		for _, a := range x.states[b.From].Out {
			if !slices.Equal(x.steps[a].Do, c.do) || (x.feet[a]|c.feet)&x.feet[n] != 0 {
				continue
			}
			for _, then := range x.states[x.steps[a].To].Out {
				if slices.Equal(x.steps[then].Do, b.Do) {
					return x.steps[then].To
				}
			}
		}
	}
	return -1
}
