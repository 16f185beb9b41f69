package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/machine"
)

// actor is somebody who acts by himself: at most one action of his is due at a time.
// next says from the state of the machines when and what; nothing is scheduled by hand,
// so no wake-up can be lost.
type actor struct {
	name string
	id   uint16
	next func() (at int64, what string, ok bool)
	run  func()
	gone bool
	held bool // waits for release

	ready bool
	what  string
	raw   int64  // as next said; 0 is as soon as possible
	at    int64  // raw, or when he became ready
	order uint64 // among actors due at the same time: who was ready first
}

// Actor is one who can act by himself, for menus and for StepActor.
type Actor struct {
	Name string
	What string // his next action, "" when he has none
	At   int64  // when it is due, ns
}

func (w *World) addActor(a *actor) *actor {
	a.id = w.rec.ActorID(a.name)
	w.actors = append(w.actors, a)
	return a
}

// refresh asks every actor anew. Whoever stays ready keeps his place.
func (w *World) refresh() {
	for _, a := range w.actors {
		at, what, ok := int64(0), "", false
		if !a.gone && !w.crashed {
			at, what, ok = a.next()
		}
		if ok && (!a.ready || a.raw != at || a.what != what) {
			w.order++
			a.order, a.raw, a.at = w.order, at, max(at, w.now)
		}
		a.ready, a.what = ok, what
	}
}

// first returns who acts next: the earliest time, then who was ready first, or whom the
// seed picks.
func (w *World) first() *actor {
	var best *actor
	ties := int64(1)
	// The choice depends on the seed and on how much has happened, not on how often
	// somebody asked: two short Advances give what one long one gives.
	dice := machine.Rand(w.cfg.Seed ^ w.acts*0x9e3779b97f4a7c15)
	for _, a := range w.actors {
		if !a.ready || a.held {
			continue
		}
		switch {
		case best == nil:
			best = a
		case w.cfg.Shuffle && max(a.at, w.now) == max(best.at, w.now):
			if ties++; dice.Below(ties) == 0 {
				best = a
			}
		case a.at < best.at || a.at == best.at && a.order < best.order:
			best, ties = a, 1
		}
	}
	return best
}

func (w *World) act(a *actor) {
	w.now = max(w.now, a.at)
	w.began(a.id, a.name+" "+a.what)
	a.ready = false
	w.acts++
	a.run()
	w.settle()
}

// Actors lists who can act by himself, in the order they came into the World.
func (w *World) Actors() []Actor {
	var all []Actor
	for _, a := range w.actors {
		if !a.gone {
			x := Actor{Name: a.name}
			if a.ready {
				x.What, x.At = a.what, max(a.at, w.now)
			}
			all = append(all, x)
		}
	}
	return all
}

// Next is when somebody acts next without a command; ok is false when nobody will.
func (w *World) Next() (ns int64, ok bool) {
	at, found := int64(0), false
	for _, a := range w.actors {
		if a.ready && !a.held && (!found || a.at < at) {
			at, found = a.at, true
		}
	}
	return max(at, w.now), found
}

// MaxActions bounds what one Advance or Run does, so that two actors that keep each other
// busy cannot hang the page.
const MaxActions = 200_000

// Advance lets d pass: what falls due on the way happens in order, at its time. A
// negative d is 0. It stops early after MaxActions actions.
func (w *World) Advance(d time.Duration) { w.AdvanceTo(w.now + max(min(int64(d), MaxTime), 0)) }

// MaxTime bounds the time of a World, and what one command can wait: a hundred years, in ns.
// At that time the clock stands.
const MaxTime = 100 * 365 * 24 * int64(time.Hour)

// AdvanceTo lets time pass until ns; what is due at ns itself still happens. It does
// nothing when ns is not ahead.
func (w *World) AdvanceTo(ns int64) {
	if ns = min(ns, MaxTime); ns <= w.now {
		return
	}
	w.note(Command{Verb: "advance", After: time.Duration(ns - w.now)})
	for range MaxActions {
		a := w.first()
		if a == nil || a.at > ns || w.full() {
			break
		}
		w.act(a)
	}
	w.now = max(w.now, ns)
	w.refresh()
}

// StepActor lets the named actor do his next action, now; what says which it was. ok is
// false when there is no such actor, or nothing that he could do yet. An empty name is
// whoever is next, and time passes until then.
func (w *World) StepActor(name string) (what string, ok bool) {
	for _, a := range w.actors {
		if a.name == name && a.ready && a.at <= w.now {
			what = a.what
			w.note(Command{Verb: "step", Actor: name})
			w.act(a)
			return what, true
		}
	}
	if name != "" {
		return "", false
	}
	if a := w.first(); a != nil {
		what = a.name + " " + a.what
		w.note(Command{Verb: "step"})
		w.act(a)
		return what, true
	}
	return "", false
}

// Run lets the actors act until a condition holds:
//
//	idle     nobody has anything to do before time passes
//	call     a handler was called once more
//	list     a LIST was answered and its result has gone into the FIFO
//	watch    a WATCH was asked for and stands, or was refused
//	synced   the informer has synced
//	t=10s    that time has come
//
// It fails, with the events it made standing, when the condition cannot come.
func (w *World) Run(until string) error {
	if w.inf == nil && (until == "list" || until == "watch" || until == "synced" || until == "call") {
		return fmt.Errorf("sim: run until %s: the engine workqueue has no informer: want idle or t=10s", until)
	}
	since := w.now
	defer func() { w.result = strconv.FormatInt(w.now-since, 10) }()
	if at, ok := strings.CutPrefix(until, "t="); ok {
		d, err := time.ParseDuration(at)
		if err != nil {
			return fmt.Errorf("sim: run until %s: want %s", until, wantDuration("10s", at))
		}
		if int64(d) < w.now {
			return fmt.Errorf("sim: run until %s: it is %s already: want a later time", until, time.Duration(w.now))
		}
		w.AdvanceTo(int64(d))
		return nil
	}
	var met func() bool
	switch until {
	case "idle":
		met = func() bool { a := w.first(); return a == nil || a.at > w.now }
	case "list":
		lists := w.inf.lists
		met = func() bool { return w.inf.lists > lists }
	case "watch":
		watches := w.inf.watches
		met = func() bool { return w.inf.watches > watches }
	case "call":
		calls := w.inf.calls
		met = func() bool { return w.inf.calls > calls }
	case "synced":
		met = func() bool { return w.inf.shared.Synced() }
	default:
		return fmt.Errorf("sim: run until %q: want idle, call, list, watch, synced or t=10s%s", until, Suggest(until, []string{"idle", "call", "list", "watch", "synced"}))
	}
	w.note(Command{Verb: "run", Text: until})
	for range MaxActions {
		if met() || w.full() {
			return nil
		}
		a := w.first()
		if a == nil {
			return fmt.Errorf("sim: run until %s: nobody has anything left to do: what leads to it comes first, such as start", until)
		}
		w.act(a)
	}
	return fmt.Errorf("sim: run until %s: not after %d actions: stop who goes round, or run until t=10s", until, MaxActions)
}
