package cache

import (
	"fmt"

	"github.com/informerscope/informerscope/core/machine"
)

// Engine says how an informer works inside: as client-go did at some time. The zero value is
// what it does today. It counts back in machine.Engines, where what it does stands.
type Engine uint8

// The engines.
const (
	// EngineAtomic: a RealFIFO with atomic events; the store changes in one piece before
	// handlers hear of it. client-go 0.36 and later.
	EngineAtomic Engine = iota
	// EngineOrderedBatches: as EngineOrdered, and changes of different objects go to the store
	// and to handlers up to 1000 at a time. client-go 0.35 with its feature gates as they are.
	EngineOrderedBatches
	// EngineOrdered: a RealFIFO; of a list each object is a change by itself, after the
	// tombstones of what is missing. client-go 0.33 and 0.34.
	EngineOrdered
	// EngineClassic: a DeltaFIFO, where the changes of one object gather until its turn comes.
	// client-go up to 0.32.
	EngineClassic
)

// row says what the engine is like; an unknown one is the newest.
func (e Engine) row() *machine.Engine {
	if int(e) >= len(machine.Engines) {
		e = EngineAtomic
	}
	return &machine.Engines[len(machine.Engines)-1-int(e)]
}

// String is the engine's name.
func (e Engine) String() string {
	if int(e) >= len(machine.Engines) {
		return fmt.Sprintf("Engine(%d)", uint8(e))
	}
	return e.row().Name
}

// ParseEngine is the engine of a name; "" is the default.
func ParseEngine(name string) (Engine, error) {
	if name == "" {
		return EngineAtomic, nil
	}
	for e := range Engine(len(machine.Engines)) {
		if e.row() == machine.EngineNamed(name) {
			return e, nil
		}
	}
	return 0, fmt.Errorf("cache: unknown engine %q: it is one of %v", name, machine.EngineNames())
}
