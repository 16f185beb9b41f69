package machine

import (
	"fmt"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// Reflector keeps a FIFO as fresh as the API server: it lists and watches, or asks for a
// streaming list, and starts again when that breaks off.
//
// It asks at most one question at a time and is told the answer; a shell is a straight
// loop. One cycle is LIST and then WATCH after WATCH; when the cycle ends it backs off and
// begins another. An error that stops a cycle before it watches is reported; a watch that
// breaks off is not.
// Source: client-go tools/cache, reflector.go (v0.37).
type Reflector[O any] struct {
	cfg   ReflectorConfig[O]
	rand  Rand
	state ReflState
	out   []Out[O]

	gen         uint32 // of the last Out that has one
	asked       uint32 // the open question; 0 is none
	watch       uint32 // the watch that is asked or open
	open        bool
	resync      uint32 // the resync timer
	resyncFault Fault  // of a resync that failed while no watch was open

	rv          string // of the last list or event
	storedRV    string // rv before the event of the last Step, which may not be stored yet
	unstored    bool   // the last Step took an event
	unavailable bool   // the server does not have rv: ask for the newest
	pendingRV   string // of the list that is being stored
	relisted    bool   // this cycle's second LIST

	pager Pager
	pages pages

	streaming bool // the watch delivers initial events
	list      stream[O]
	listRV    string

	since     Time // the watch was asked for
	events    int  // of the watch
	advance   bool // an Added moves rv, too: the watch started from a known one
	besides   bool // something besides Added was received
	firstFail Time // of a series of internal errors
	lastFail  Time
	failing   bool

	then    func(*Reflector[O], Time) // after the timer
	wait    Dur                       // of the timer
	backoff backoff
}

// NewReflector returns an idle reflector. The tap's part is of kind "reflector".
func NewReflector[O any](c ReflectorConfig[O]) *Reflector[O] {
	c.MinWatch = max(c.MinWatch, minWatch)
	if c.First == 0 {
		c.First = firstBackoff
	}
	if c.Cap == 0 {
		c.Cap = capBackoff
	}
	if c.Reset == 0 {
		c.Reset = resetBackoff
	}
	return &Reflector[O]{cfg: c, rand: Rand(c.Seed)}
}

// State is what the reflector is doing.
func (r *Reflector[O]) State() ReflState { return r.state }

// RV is the resourceVersion of the last list, event or bookmark; "" before the first.
func (r *Reflector[O]) RV() string { return r.rv }

// Collected is what has come of a list, in pages or as a stream, that is not whole yet; read only.
func (r *Reflector[O]) Collected() []O { return r.list.objects() }

// Rest prints what the reflector's next steps depend on beside State, RV and Collected, with times counted
// from now: of two that are alike in all of it, and in the question that is open, the one goes on as the
// other does.
func (r *Reflector[O]) Rest(now Time) string {
	since := func(t Time, most Dur) Dur { return min(now-t, most+1) } // what lies longer back is long ago
	text := fmt.Sprint(uint64(r.rand), r.open, r.resyncFault, r.storedRV, r.unstored, r.unavailable, r.pendingRV, r.relisted,
		r.pager, r.pages, r.streaming, r.listRV, r.backoff.base, r.backoff.capped, since(r.backoff.started, r.cfg.Reset))
	if r.open {
		text += fmt.Sprint(since(r.since, shortWatch), r.events > 0, r.advance, r.besides)
	}
	if r.failing {
		text += fmt.Sprint(since(r.firstFail, r.cfg.RetryInternal), since(r.lastFail, retryReset))
	}
	return text
}

// Step takes one input and answers what to do, in order; the slice is valid until the next
// Step. An answer nobody waits for is ignored. Step panics on a watch event between
// StoreReplace and Stored: the shell has to answer first.
func (r *Reflector[O]) Step(now Time, in In[O]) []Out[O] {
	clear(r.out)
	r.out = r.out[:0]
	r.cfg.Tap.Begin()
	if in.Kind != Panicked {
		r.storedRV, r.unstored = r.rv, in.Kind == WatchEvent
	}
	switch in.Kind {
	case Start:
		if r.state == Idle || r.state == Stopped {
			r.backoff.start(now, r.cfg.First)
			r.cycle(now)
		}
	case Stop:
		r.stop()
	case Panicked, Unread:
		if r.state != Idle && r.state != Stopped {
			r.panicked(now)
		}
	case WatchEvent:
		if r.open && in.Gen == r.watch {
			r.event(now, &in)
		}
	case WatchClosed:
		if r.open && in.Gen == r.watch {
			r.closed(now)
		}
	case ResyncFired:
		if r.resync != 0 && in.Gen == r.resync {
			r.out = append(r.out, Out[O]{Kind: StoreResync, Gen: r.resync})
			r.armResync()
		}
	case ResyncFailed:
		if r.resync != 0 && in.Gen == r.resync {
			r.resyncFailed(now, in.Fault)
		}
	default:
		if r.asked != 0 && in.Gen == r.asked {
			r.answer(now, in)
		}
	}
	return r.out
}

func (r *Reflector[O]) answer(now Time, in In[O]) {
	r.asked = 0
	switch in.Kind {
	case ListAnswered:
		r.listed(now, in)
	case Stored:
		r.stored(now, in.Fault)
	case WatchOpened:
		r.opened(now, in.Fault)
	case TimerFired:
		then := r.then
		r.then = nil
		then(r, now)
	}
}

// ask issues a question, the last Out of its list.
func (r *Reflector[O]) ask(o Out[O]) uint32 {
	r.gen++
	o.Gen, r.asked = r.gen, r.gen
	r.out = append(r.out, o)
	return r.gen
}

func (r *Reflector[O]) enter(s ReflState) {
	if r.state == s {
		return
	}
	// trace: reflector.state
	r.state = s
	r.cfg.Tap.Note(trace.ReflState, 0, s.String(), 0, 0)
}

func (r *Reflector[O]) setRV(rv string) {
	if rv == r.rv {
		return
	}
	// trace: reflector.rv
	r.rv = rv
	r.cfg.Tap.Note(trace.ReflRV, 0, rv, 0, 0)
}

// cycle starts from the beginning.
func (r *Reflector[O]) cycle(now Time) {
	if r.cfg.Stream {
		r.openStream(now)
		return
	}
	r.startList()
}

// endCycle leaves a cycle and begins another after a pause.
func (r *Reflector[O]) endCycle(now Time) {
	r.resync, r.resyncFault, r.failing = 0, Fault{}, false
	r.pause(now, (*Reflector[O]).cycle)
	r.out[len(r.out)-1].Ended = true
}

// fail ends a cycle with an error that is reported.
func (r *Reflector[O]) fail(now Time, f Fault) {
	r.out = append(r.out, Out[O]{Kind: Report, Fault: f})
	r.endCycle(now)
}

// pause waits for the backoff and goes on with then.
func (r *Reflector[O]) pause(now Time, then func(*Reflector[O], Time)) {
	wait := r.backoff.next(now, r.cfg.First, r.cfg.Cap, r.cfg.Reset, &r.rand)
	r.enter(BackingOff)
	r.then, r.wait = then, wait
	r.cfg.Tap.Note(trace.ReflArm, 0, "backoff", wait, 0)
	// trace: reflector.timer
	r.ask(Out[O]{Kind: ArmTimer, After: wait})
}

// panicked ends a cycle that nobody can finish. In a pause the cycle has ended already: it was
// the handler of its error that panicked, and the timer was not set. An event that was not
// stored does not count.
// Source: apimachinery util/wait, loop.go loopConditionUntilContext (v0.37).
func (r *Reflector[O]) panicked(now Time) {
	if r.then != nil {
		r.ask(Out[O]{Kind: ArmTimer, After: r.wait, Ended: true})
		return
	}
	r.hangUp(Fault{Code: FaultOther, Text: "panic"})
	if r.unstored {
		r.setRV(r.storedRV)
	}
	r.asked = 0
	r.list.clear()
	r.endCycle(now)
}

func (r *Reflector[O]) stop() {
	if r.state == Stopped {
		return
	}
	r.hangUp(Fault{Code: FaultOther, Text: "stop"})
	r.asked, r.resync, r.then = 0, 0, nil
	r.resyncFault, r.failing = Fault{}, false // of this cycle: a later Start knows nothing of it
	r.list.clear()
	r.enter(Stopped)
}

// hangUp stops the watch that is open or asked for. What the server did not cause has a Text
// and no status: FaultOther.
func (r *Reflector[O]) hangUp(why Fault) {
	if r.watch == 0 {
		return
	}
	r.out = append(r.out, Out[O]{Kind: CloseWatch, Gen: r.watch})
	r.dropWatch(why.Error(), why.Code)
}

// dropWatch forgets the watch; code is 0 when it was the server that ended it.
func (r *Reflector[O]) dropWatch(why string, code int) {
	if r.open {
		r.cfg.Tap.Fault(trace.ReflClosed, why, code, 0)
	}
	// trace: reflector.closed
	r.watch, r.open, r.streaming = 0, false, false
}

// armResync starts the resync timer anew; it runs only while a cycle watches.
func (r *Reflector[O]) armResync() {
	if r.cfg.Resync <= 0 {
		return
	}
	if r.resync == 0 {
		r.gen++
		r.resync = r.gen
	}
	r.cfg.Tap.Note(trace.ReflArm, 0, "resync", r.cfg.Resync, 0)
	// trace: reflector.timer resync
	r.out = append(r.out, Out[O]{Kind: ArmResync, Gen: r.resync, After: r.cfg.Resync})
}

// resyncFailed ends the cycle when its watch is open, else as soon as it opens.
func (r *Reflector[O]) resyncFailed(now Time, f Fault) {
	if !r.open {
		r.resyncFault = f
		return
	}
	r.hangUp(f)
	r.endCycle(now)
}

func (f Fault) expired() bool { return f.Code == FaultExpired }

// tooLarge reports that the server has not reached the resourceVersion. Old servers say it
// in the text only.
func (f Fault) tooLarge() bool {
	return f.Reason == TooLarge || f.Code == FaultTimeout && strings.Contains(f.Text, "Too large resource version")
}

// retriable reports that the server is busy or away, and nothing is wrong with rv.
func (f Fault) retriable() bool { return f.Code == FaultThrottle || f.Code == FaultRefused }

func (f Fault) internal() bool { return f.Code == FaultInternal }

// backoff is how long to wait between tries: twice as long each time up to the cap, then
// stretched by up to as much again. It starts anew when the last such start lies Reset
// back, whether or not there was success in between.
// Source: apimachinery util/wait, backoff.go DelayWithReset (v0.37).
type backoff struct {
	base    Dur
	capped  bool
	started Time
}

func (b *backoff) start(now Time, first Dur) { *b = backoff{base: first, started: now} }

func (b *backoff) next(now Time, first, most, reset Dur, rand *Rand) Dur {
	if now-b.started > reset {
		b.start(now, first)
	}
	base := b.base
	if !b.capped {
		b.base = 2 * base
		if b.base > most {
			b.base, b.capped = most, true
		}
	}
	return base + rand.Below(base)
}
