package model

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Own is the reader's own controller beside a step: which of its lines run in it, and in which
// workers and handlers are when it ends.
type Own struct {
	Func *core.Func
	Ran  []Run // by the order in which they begin; none when client-go is at work, or nobody
	At   []Run // who is inside a call when the step ends; with Owed, who has a key to be done with
	// Line and Count are those of the run that tells most and Event is what it is known by. Where
	// none runs Count is 0, and Event is what the step is about instead.
	Line, Count int
	Event       trace.Event
	// Origin is client-go's line for Event; its Line is 0 where client-go has no part in it.
	Origin core.Origin
	// Unwritten is a call that the step is about, and that this controller never makes.
	Unwritten string
}

// Run is a call that a line makes, or that is made of it.
type Run struct {
	Line, Count int // of Func.Lines
	Actor       uint16
	Key         trace.ID
	Times       int // calls of this actor with this key that begin; 0 of one that only goes on or ends
	Owed        bool
}

// slip is how one of the functions of the reader's controller is written, as an event tells.
type slip struct {
	seq  uint64
	of   string // the function, or the call in it
	name string // of core.Own; "" is as the controller has it
}

// slip notes what an event tells of how the controller is written: a Get before the cache has synced or from a queue that is
// shut, a pass that fails, forgets or ends, or a handler that is registered by what it does.
func (t *Timeline) slip(e trace.Event) {
	switch e.Op {
	case trace.QueueGet:
		delete(t.failed, e.Key)
		if t.head.Refl.State != "" && !t.head.FIFO.Synced {
			t.writes(e, "Run", core.TooEarly)
		}
		if t.head.Shut {
			t.writes(e, "work", core.GoesOn)
		}
	case trace.LimitWhen:
		t.failed[e.Key] = true
	case trace.LimitForget:
		t.writes(e, "Forget", "")
	case trace.QueueDone:
		if k, _ := t.head.Key(e.Key); k.Failures > 0 && !t.failed[e.Key] && t.rec.Case(e) != trace.CaseUnknown && !pointer(t.head, e.Key) {
			t.writes(e, "Forget", core.NeverForgets)
		}
	case trace.Step:
		if words := strings.Fields(t.rec.Text(e.Val)); len(words) > 1 && words[0] == "add-handler" && onDelete(words[1]) != "" {
			t.writes(e, "OnDelete", onDelete(words[1]))
		}
	}
	switch t.rec.Case(e) {
	case "uncaught", "caught":
		t.writes(e, "next", core.DoneLast)
	case "quit":
		t.writes(e, "next", core.DoneSkipped)
	case "deferred":
		t.writes(e, "next", "")
	}
}

// writes notes how one of the controller's functions is written, if it is news.
func (t *Timeline) writes(e trace.Event, of, name string) {
	for _, s := range slices.Backward(t.slips) {
		if s.of == of {
			if s.name == name {
				return
			}
			break
		}
	}
	t.slips = append(t.slips, slip{e.Seq, of, name})
}

// onDelete is what stands for OnDelete in a controller with that handler; "" is its own.
func onDelete(handler string) string {
	_, does, _ := strings.Cut(handler, "=")
	switch does, _, _ = strings.Cut(does, ","); does {
	case "assert":
		return core.Asserts
	case "unwrap":
		return core.Unwraps
	}
	return ""
}

// Slips are what stands in the reader's controller beside step n in the place of its own functions: the
// code has to be the one that the story runs. handlers are those of the World's Config. What the first
// pass tells was so before it.
func (t *Timeline) Slips(n int, handlers []string) (names []string) {
	is, told := map[string]string{}, map[string]bool{"OnDelete": true}
	for _, h := range handlers {
		if name := onDelete(h); name != "" {
			is["OnDelete"] = name
		}
	}
	for _, s := range t.slips {
		if s.seq <= t.Step(n).End || !told[s.of] {
			is[s.of] = s.name
		}
		told[s.of] = true
	}
	for _, of := range []string{"Run", "work", "next", "Forget", "OnDelete"} {
		if is[of] != "" && (of != "Forget" || is["next"] == "") { // a pass is written one way
			names = append(names, is[of])
		}
	}
	return names
}

// clientGo are the actors that are client-go's goroutines: what they do is no line of a controller.
// Workers and handlers run its lines, and so does who has no name.
var clientGo = []string{"reflector", "resync", "controller", "delay", "detector"}

// unwritten are calls of lessons and playgrounds that the controller never makes.
var unwritten = []struct {
	op         trace.Op
	word, call string
}{
	{trace.QueueShut, "drain", "ShutDownWithDrain"},
	{trace.HandlerDel, "listener", "RemoveEventHandler"},
	{trace.FIFOTransform, "fifo", "SetTransform"},
	{trace.StoreTouch, "store", "pod.Spec.NodeName = …"},
	{trace.Step, "add-index", "AddIndexers"},
}

// since is the word for the line that somebody is in, or owes, since what an anchor's op says.
const since = "since"

// told is an event and the words that hold for it.
type told struct {
	trace.Event
	words []string
}

// told returns the events of part k of step n, and the state at its end.
func (t *Timeline) told(n, k int, a Asked) (all []told, s *state.State) {
	from, to := t.span(n, k)
	s = t.At(max(n-1, t.first)).Clone()
	events := t.Events(n)
	for i, e := range events {
		if e.Seq > to {
			break
		}
		if e.Seq > from {
			all = append(all, told{e, append(holds(s, events[:i], e), a.Holds...)})
		}
		s.Apply(e)
	}
	return all, s
}

// OwnPart is the controller beside part k of step n; part 0 is the whole step. a.Source is
// core.Own.
func (t *Timeline) OwnPart(n, k int, a Asked) Own {
	all, s := t.told(t.clamp(n), k, a)
	o := Own{Func: a.Source.Places[0].Func}
	best, about := -1, -1
	tells := func(i, than int) bool { return than < 0 || telling(all[i].Op, a.View) >= telling(all[than].Op, a.View) }
	for i, e := range all {
		if call := unwrittenCall(e, s); call != "" {
			o.Unwritten, about = call, i
			continue
		}
		p, ok := ownPlace(all[i:], s.Recorder(), a.Source)
		switch {
		case ok:
			o.ran(p, e)
			if tells(i, best) {
				best, o.Line, o.Count = i, p.Line, p.Count
			}
		case e.Op != trace.Step && o.Unwritten == "" && tells(i, about):
			about = i
		}
	}
	if best < 0 {
		best = about
	}
	if best >= 0 {
		o.Event = all[best].Event
		o.Origin, _ = core.OriginOf(o.Event.Op, all[best].words...)
	}
	o.At = standing(s, a.Source)
	return o
}

// pointer reports whether a key is one. The controller's keys are names, so it has no line for such a key.
func pointer(s *state.State, key trace.ID) bool { return strings.HasPrefix(s.Name(key), "&") }

// unwrittenCall is the call that an event is and that the controller never makes; else "".
func unwrittenCall(e told, s *state.State) string {
	if pointer(s, e.Key) {
		return "TypedRateLimitingInterface[*Request]"
	}
	for _, u := range unwritten {
		if e.Op == u.op && slices.Contains(e.words, u.word) {
			return u.call
		}
	}
	return ""
}

// ownPlace is the line that runs when the first of events happens. A step's own event counts where
// nothing that follows in it says the same.
func ownPlace(events []told, rec *trace.Recorder, src *core.Source) (core.Place, bool) {
	e := events[0]
	p, ok := src.Find(e.Op, e.words...)
	if !ok || e.Op != trace.NoteSynced && slices.Contains(clientGo, rec.ActorName(e.Actor)) {
		return p, false
	}
	for i := 1; e.Op == trace.Step && i < len(events) && events[i].Op != trace.Step; i++ {
		if q, also := src.Find(events[i].Op, events[i].words...); also && q.Line == p.Line {
			return p, false
		}
	}
	return p, true
}

// ran notes a run. What goes on in a call that has begun is no other call, and that a handler has
// synced is seen by who waits for it.
func (o *Own) ran(p core.Place, e told) {
	if e.Op == trace.NoteSynced {
		e.Actor = 0
	}
	i := slices.IndexFunc(o.Ran, func(r Run) bool { return r.Line == p.Line && r.Actor == e.Actor && r.Key == e.Key })
	if i < 0 {
		i, o.Ran = len(o.Ran), append(o.Ran, Run{Line: p.Line, Count: p.Count, Actor: e.Actor, Key: e.Key})
	}
	if e.Op != trace.NoteDone && e.Op != trace.LimitToken && !slices.Contains(e.words, "limited") && !slices.Contains(e.words, "now") {
		o.Ran[i].Times++
	}
}

// Runs reports whether one of the lines of a run is line.
func (r Run) Runs(line int) bool { return line >= r.Line && line < r.Line+r.Count }

// standing are those who are inside a call in s, of Get or of a handler, and those who took a key
// for which nobody has called Done. A worker may have given up such a key, so where else in the
// controller he is cannot be told.
func standing(s *state.State, src *core.Source) (at []Run) {
	if s.Crash != "" {
		return nil
	}
	add := func(r Run, op trace.Op, words ...string) {
		if p, ok := src.Find(op, append(words, since)...); ok && slices.Contains(p.Words, since) {
			r.Line, r.Count = p.Line, p.Count
			at = append(at, r)
		}
	}
	for _, w := range s.Workers {
		if w.Blocked {
			add(Run{Actor: w.Actor}, trace.QueueBlocked)
		}
	}
	for _, k := range s.Keys {
		if k.Bits&trace.Processing != 0 && !pointer(s, k.ID) {
			add(Run{Actor: k.Actor, Key: k.ID, Owed: true}, trace.QueueGet)
		}
	}
	for _, l := range s.Listeners {
		if l.Busy && !l.Gone {
			add(Run{Actor: actorOf(s.Recorder(), l.Name), Key: l.Hand.Key}, trace.NoteTake, noteWords[l.Hand.Kind])
		}
	}
	return at
}

// actorOf is the number of the actor of that name; 0 when there is none.
func actorOf(rec *trace.Recorder, name string) uint16 {
	for n := uint16(1); rec.ActorName(n) != "?"; n++ {
		if rec.ActorName(n) == name {
			return n
		}
	}
	return 0
}
