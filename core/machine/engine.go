package machine

import "slices"

// Engine is how an informer works between reflector and store, as client-go did at some time.
// Whoever names engines, makes one or asks what it is like ranges over Engines.
type Engine struct {
	Name     string // what lessons, links and traces call it; one word
	ClientGo string // the versions that work so by themselves: "up to 0.32"
	Since    int    // the minor version of client-go that was the first to; the last is that before the next engine's
	Formerly string // another name that is still read; "" is none
	// Trays says that the FIFO is a DeltaFIFO, where the deltas of a key gather in a tray until
	// its turn comes; else it is a RealFIFO, one tape of deltas.
	Trays bool
	// Atomic says that a list, a resync and a bookmark are one delta each, that the store changes
	// in one piece, and that it knows its resourceVersion.
	Atomic bool
	Batch  int  // the most deltas of different keys that are handed out at once; 0 and 1 are one
	Unlock bool // the FIFO is free while a batch is processed, as long as little waits
	// Gates are client-go's feature gates that make it work so; all others of the FIFO are off.
	Gates []string
}

// Engines are all of them, the oldest first; the last is what client-go does today. Read only.
// Source: client-go features/known_features.go (v0.37), tools/cache (v0.32 to v0.37).
var Engines = [...]Engine{
	{Name: "classic", ClientGo: "up to 0.32", Trays: true},
	{Name: "ordered", ClientGo: "0.33 and 0.34", Since: 33, Gates: []string{"InOrderInformers"}},
	{Name: "batched", ClientGo: "0.35", Since: 35, Formerly: "ordered in batches", Batch: FullBatch,
		Gates: []string{"InOrderInformers", "InOrderInformersBatchProcess"}},
	{Name: "atomic", ClientGo: "0.36 and later", Since: 36, Atomic: true, Batch: FullBatch, Unlock: true,
		Gates: []string{"InOrderInformers", "InOrderInformersBatchProcess", "AtomicFIFO", "UnlockWhileProcessingFIFO"}},
}

// Newest is what client-go does today.
func Newest() *Engine { return &Engines[len(Engines)-1] }

// EngineOf is what client-go does by itself in a minor version, 33 of v0.33.13.
func EngineOf(minor int) *Engine {
	i := len(Engines) - 1
	for i > 0 && Engines[i].Since > minor {
		i--
	}
	return &Engines[i]
}

// EngineNamed is the engine of that name, or nil.
func EngineNamed(name string) *Engine {
	for i := range Engines {
		if e := &Engines[i]; e.Name == name || e.Formerly == name && name != "" {
			return e
		}
	}
	return nil
}

// EngineNames are the names, the oldest first.
func EngineNames() []string {
	names := make([]string, len(Engines))
	for i, e := range Engines {
		names[i] = e.Name
	}
	return names
}

// Gate reports whether client-go's feature gate has to be on.
func (e *Engine) Gate(name string) bool { return slices.Contains(e.Gates, name) }

// NewFIFO returns the FIFO of engine e. Of c it takes Tap, Meta, Transform, and Known where the
// engine asks the store.
func NewFIFO[O any](e *Engine, c FIFOConfig[O]) FIFO[O] {
	c.Atomic, c.Batch, c.Unlock = e.Atomic, e.Batch, e.Unlock
	if e.Atomic {
		c.Known = nil
	}
	if e.Trays {
		return NewDeltaFIFO(c)
	}
	return NewRealFIFO(c)
}
