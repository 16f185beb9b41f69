package machine

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/informerscope/informerscope/core/trace"
)

// Bucket lets keys through at a rate, whatever they are: a bucket that holds up to burst
// tokens and gains perSecond of them. A key that finds a token takes it and does not wait;
// one that finds none takes the next to come and waits for it. Nothing is given back.
//
// What is kept is not a number of tokens but the moment the last taken token came into
// being, in nanoseconds and 2⁻³² of them: each When moves it one interval on, and it never
// lies more than burst intervals behind. So there is nothing to round on the way.
// Source: the behaviour of golang.org/x/time/rate as client-go's BucketRateLimiter uses it.
type Bucket[T comparable] struct {
	namer[T]
	every   fixed // between two tokens
	reach   fixed // how far the last token may lie behind now
	last    fixed // when the last taken token came, or comes, into being
	used    bool  // last is set
	endless bool  // every key passes
	burst   int
	tokens  trace.Tap
}

// fixed is a time in ns with a fraction of 2⁻³² ns.
type fixed struct {
	ns   int64
	frac uint32
}

// NewBucket returns a full bucket. With a rate of +Inf no key waits; with a burst below 1
// all wait for ever, and so they do with a rate of 0 when the burst is used up.
func NewBucket[T comparable](perSecond float64, burst int, tap trace.Tap, keyer Keyer[T]) *Bucket[T] {
	b := &Bucket[T]{namer: newNamer(tap, keyer), burst: burst, endless: perSecond >= math.MaxFloat64}
	b.every = interval(perSecond)
	b.reach = b.every.times(burst)
	return b
}

// Tell has the bucket say to tap that it is full, and then which token each key takes, also where
// a limiter around it says the waits. One that never fills, or never empties, has nothing to say.
func (b *Bucket[T]) Tell(tap trace.Tap) {
	if b.endless || b.burst < 1 || b.reach.ns == Forever {
		return
	}
	b.tokens = tap
	if b.keyer == nil {
		b.keyer = KeyDefault[T]()
	}
	b.tokens.Begin()
	b.tokens.Note(trace.LimitToken, 0, strconv.Itoa(b.burst), b.Token(), b.every.ns)
}

// Token is when the last taken token came, or comes, into being; of a full bucket that nobody asked
// the one before its oldest.
func (b *Bucket[T]) Token() Time {
	if !b.used {
		return -b.reach.ns
	}
	return b.last.ns
}

// When takes a token and returns how long after now it comes into being.
func (b *Bucket[T]) When(now Time, k T) Dur {
	b.Begin()
	d := b.wait(now, k)
	if b.On() {
		b.Numbers(trace.LimitWhen, b.name(k), d, 0)
	}
	return d
}

func (b *Bucket[T]) wait(now Time, k T) Dur {
	if b.endless {
		return 0
	}
	if b.burst < 1 {
		return Forever
	}
	if b.every.ns == Forever {
		b.burst--
		return 0
	}
	// In a full bucket the token before the oldest was taken.
	oldest := fixed{ns: now}.minus(b.reach)
	if !b.used || b.last.before(oldest) {
		b.last, b.used = oldest, true
	}
	next := b.last.plus(b.every)
	if next.ns == Forever {
		return Forever
	}
	b.last = next
	if b.tokens.On() {
		// trace: limiter.token
		b.tokens.Note(trace.LimitToken, b.keyer(b.tokens.Recorder(), k), strconv.Itoa(b.burst), next.ns, b.every.ns)
	}
	if next.ns <= now {
		return 0
	}
	return next.ns - now
}

// Forget does nothing: a token is not given back.
func (b *Bucket[T]) Forget(k T) {
	b.Begin()
	if b.On() {
		b.Emit(trace.LimitForget, b.name(k))
	}
}

// NumRequeues is always 0: a bucket does not know keys.
func (b *Bucket[T]) NumRequeues(T) int { return 0 }

// interval is the time between two tokens; Forever when none comes.
func interval(perSecond float64) fixed {
	ns := 1e9 / perSecond
	if !(perSecond > 0) || ns >= 1<<62 {
		return fixed{ns: Forever}
	}
	whole := math.Floor(ns)
	return fixed{int64(whole), uint32(float64(ns-whole) * (1 << 32))}
}

func (f fixed) before(g fixed) bool { return f.ns < g.ns || f.ns == g.ns && f.frac < g.frac }

// plus is f+g for g that is not negative; the last moment where that does not fit.
func (f fixed) plus(g fixed) fixed {
	frac, carry := bits.Add32(f.frac, g.frac, 0)
	ns := f.ns + g.ns + int64(carry)
	if ns < f.ns {
		return fixed{ns: Forever}
	}
	return fixed{ns, frac}
}

// minus is f-g for g that is not negative; the first moment where that does not fit.
func (f fixed) minus(g fixed) fixed {
	frac, borrow := bits.Sub32(f.frac, g.frac, 0)
	ns := f.ns - g.ns - int64(borrow)
	if ns > f.ns {
		return fixed{ns: -Forever - 1}
	}
	return fixed{ns, frac}
}

// times is n·f for n and f that are not negative; Forever where that does not fit.
func (f fixed) times(n int) fixed {
	if n <= 0 {
		return fixed{}
	}
	over, ns := bits.Mul64(uint64(f.ns), uint64(n))
	hi, lo := bits.Mul64(uint64(f.frac), uint64(n))
	ns, carry := bits.Add64(ns, hi<<32|lo>>32, 0)
	if over+carry != 0 || ns >= Forever {
		return fixed{ns: Forever}
	}
	return fixed{int64(ns), uint32(lo)}
}
