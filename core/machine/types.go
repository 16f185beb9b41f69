package machine

import "github.com/informerscope/informerscope/core/trace"

// Time is a moment in ns since the start of the world.
type Time = int64

// Dur is a length of time in ns.
type Dur = int64

// Wake says whom a shell has to wake after a call.
type Wake uint8

// The bits of Wake. Getters wait in Get, drainers in ShutDownWithDrain.
const (
	WakeGetter   Wake = 1 << iota // one of them
	WakeGetters                   // all of them
	WakeDrainers                  // all that wait for the drain
)

// Got says what a call that hands something out found.
type Got uint8

// The answers of TryGet and Begin.
const (
	GotKey      Got = iota // something
	GotNothing             // nothing yet: the caller waits
	GotShutDown            // nothing, and nothing will come
)

// Placed says what AddAfter did with a key.
type Placed uint8

// The answers of AddAfter.
const (
	PlacedNow     Placed = iota // due at once: Add it
	PlacedFirst                 // it is the next to be due: arm the timer anew
	PlacedWaiting               // it waits, or waits for less than before
	PlacedIgnored               // it waits already, for less
	PlacedDropped               // the queue is shutting down
)

// Keyer gives the id of a key for events; called only while a recorder listens.
type Keyer[T any] func(*trace.Recorder, T) trace.ID

// Rand is a seeded source of random numbers that is a value: it lives inside its machine
// and gives the same numbers everywhere. The zero value is a valid seed.
// Source: splitmix64, Steele, Lea, Flood: Fast splittable pseudorandom number generators.
type Rand uint64

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number in [0, n); 0 when n is not positive.
func (r *Rand) Below(n int64) int64 {
	if n <= 0 {
		return 0
	}
	return int64(r.Uint64() % uint64(n))
}
