package cache

import "fmt"

// Engine says how an informer works inside: as client-go did at some time. The zero value is
// what it does today.
type Engine uint8

// The engines.
const (
	// EngineAtomic: a RealFIFO with atomic events; the store changes in one piece before
	// handlers hear of it. client-go 1.36 and later.
	EngineAtomic Engine = iota
	// EngineOrdered: a RealFIFO; of a list each object is a change by itself, after the
	// tombstones of what is missing. client-go 1.33 and 1.34.
	EngineOrdered
	// EngineOrderedBatches: as EngineOrdered, and changes of different objects go to the store
	// and to handlers up to 1000 at a time. client-go 1.35 with its feature gates as they are.
	EngineOrderedBatches
	// EngineClassic: a DeltaFIFO, where the changes of one object gather until its turn comes.
	// client-go up to 1.32.
	EngineClassic
)

var engineNames = [...]string{"atomic", "ordered", "ordered in batches", "classic"}

// String is the engine's name.
func (e Engine) String() string {
	if int(e) >= len(engineNames) {
		return fmt.Sprintf("Engine(%d)", uint8(e))
	}
	return engineNames[e]
}

// ParseEngine is the engine of a name; "" is the default.
func ParseEngine(name string) (Engine, error) {
	if name == "" {
		return EngineAtomic, nil
	}
	for e, n := range engineNames {
		if n == name {
			return Engine(e), nil
		}
	}
	return 0, fmt.Errorf("cache: unknown engine %q: it is one of %v", name, engineNames)
}
