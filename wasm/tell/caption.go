package tell

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Captions are the headlines of steps that no author has written one for. They tell in the order
// of events, the cause before what comes of it: the most telling event as a whole message, the
// others as facts.

const (
	mostTold   = 4   // events told of a step
	mostNarrow = 3   // on a phone
	leastTold  = 25  // as telling as they have to be, see trace.Op.Weight
	mostKept   = 256 // of a step of many thousands: what is like an earlier one is counted from then on
)

// told is an event that a caption tells.
type told struct {
	trace.Event
	how   trace.Case
	alike int // more events like it, later in the step
}

// Caption says in sentences what the step did, or the part of it, its focal point in bold.
func (t Teller) Caption(m Moment) string {
	if m.State == nil {
		return ""
	}
	all, best := t.told(m)
	if len(all) == 0 {
		return t.quiet(m)
	}
	at := m.Line.Step(m.Step - 1).At
	if m.Step <= m.Line.First() {
		at = all[0].At
	}
	if m.Part > 1 { // what came before it is told
		at = m.Line.AtPart(m.Step, m.Part-1).At
	}
	var said []string
	for i, e := range all {
		sentence := t.Say("play.fact", "fact", t.Fact(m, e.Event))
		if i == best {
			sentence = t.op(m, e.Event)
			if outlived(all[i+1:], e) {
				sentence = "**" + t.Say("play.fact", "fact", t.Fact(m, e.Event)) + "**"
			}
		}
		if e.At > at {
			sentence = t.Say("play.after", "t", Wait(time.Duration(e.At-at))) + sentence
			at = e.At
		}
		said = append(said, sentence)
		if e.alike > 0 {
			said = append(said, t.Say("play.alike", "n", strconv.Itoa(e.alike)))
		}
	}
	return strings.Join(said, t.Say("play.between"))
}

// told are the events that the caption tells, in their order, and which is its focal point.
func (t Teller) told(m Moment) (all []told, best int) {
	all, best = t.telling(m)
	if len(all) > 1 && all[best].Op == trace.LimitWhen && t.again(m, all) {
		return all[best : best+1], 0
	}
	return all, best
}

// again reports whether a key fails once more in a round like the step before: which failure it is, and how
// long it waits, is all that is new.
func (t Teller) again(m Moment, all []told) bool {
	if m.Part > 0 || m.Live || m.Step-1 <= m.Line.First() {
		return false
	}
	m.Step, m.State = m.Step-1, m.Line.At(m.Step-1)
	before, _ := t.telling(m)
	return slices.EqualFunc(before, all, func(a, b told) bool {
		return a.Op == b.Op && a.how == b.how && a.Key == b.Key && a.Actor == b.Actor && a.alike == b.alike
	})
}

// telling are the events that a step of no kind before it is told by.
func (t Teller) telling(m Moment) (all []told, best int) {
	var little trace.Event  // where nothing is telling enough
	var before *state.State // each event, from the first Forget on: one seek for all of them
	for _, e := range m.Line.PartEvents(m.Step, m.Part) {
		w := e.Op.Weight()
		if e.Op == trace.LimitForget && !m.Live {
			if before == nil {
				before = m.Line.Seek(e.Seq - 1).Clone()
			}
			if before.Case(e) == trace.CaseUnknown {
				w = min(w, leastTold-1)
			}
		}
		if before != nil {
			before.Apply(e)
		}
		switch {
		case w >= leastTold:
			t := told{Event: e, how: m.State.Recorder().Case(e)}
			if len(all) >= mostKept {
				if k := slices.IndexFunc(all, func(f told) bool { return f.Op == t.Op && f.how == t.how }); k >= 0 {
					all[k].alike++
					break
				}
			}
			all = append(all, t)
		case e.Op.Weight() > 1 && e.Op.Weight() >= little.Op.Weight(): // its own weight: a vain Forget is something
			little = e
		}
	}
	if len(all) == 0 && little.Op != trace.None {
		return []told{{Event: little}}, 0
	}
	most := mostTold
	if t.Narrow {
		most = mostNarrow
	}
	all = fitting(all, most)
	for i, e := range all {
		if e.Op.Weight() >= all[best].Op.Weight() {
			best = i
		}
	}
	return all, best
}

// fitting leaves at most that many: what another of them says as well goes first, then what is like
// an earlier one, then the least telling. The first is kept, it is the cause of the others.
func fitting(all []told, most int) []told {
	for i := len(all) - 2; i > 0 && len(all) > most; i-- {
		if implied(all, i) {
			all = slices.Delete(all, i, i+1)
		}
	}
	if len(all) > most {
		for i := len(all) - 1; i > 0; i-- {
			if k := slices.IndexFunc(all[:i], func(e told) bool { return e.Op == all[i].Op && e.how == all[i].how && e.B == all[i].B }); k >= 0 && all[i].Op != trace.QueueGet {
				all[k].alike += 1 + all[i].alike
				all = slices.Delete(all, i, i+1)
			}
		}
	}
	for len(all) > most {
		least := 1
		for i := 1; i < len(all); i++ {
			if all[i].Op.Weight() < all[least].Op.Weight() {
				least = i
			}
		}
		all = slices.Delete(all, least, least+1)
	}
	return all
}

// implied reports whether the others say what event i says: a key that a worker takes was queued,
// and one that its limiter makes wait, waits.
func implied(all []told, i int) bool {
	e := all[i]
	switch e.Op {
	case trace.QueueAdd:
		return slices.ContainsFunc(all[i+1:], func(f told) bool { return f.Op == trace.QueueGet && f.Key == e.Key })
	case trace.HeapAdd:
		return i > 0 && all[i-1].Op == trace.LimitWhen && all[i-1].Key == e.Key
	}
	return false
}

// outlived reports whether what e means for its key holds no more after later ones.
func outlived(later []told, e told) bool {
	moves := func(o trace.Op) bool { g := o.Info().Group; return g == trace.GroupQueue || g == trace.GroupHeap }
	return moves(e.Op) && slices.ContainsFunc(later, func(f told) bool { return f.Key == e.Key && moves(f.Op) })
}

// Beat is what the lesson says at the step: the last beat at or before it, in its author's words.
func (t Teller) Beat(m Moment) string {
	if m.Run == nil {
		return ""
	}
	engine := m.Run.Engine
	if m.Beside {
		engine = ""
	}
	for n := min(m.Step, len(m.Run.Steps)-1); n >= 0; n-- {
		if id := m.Run.Steps[n].Beat; id != "" {
			return m.Run.Lesson.Said(t.Lang, id, engine)
		}
	}
	return ""
}

// Tale is what is said at the step of a lesson: the author's words, or, where he is silent and of
// a part of the step, what it did. An earlier step's words are not repeated: they may no longer hold.
func (t Teller) Tale(m Moment) string {
	if m.Part == 0 && m.beat() || m.Step == m.Line.First() {
		return t.Beat(m)
	}
	return t.Caption(m)
}

// beat reports whether the step has a beat of its own.
func (m Moment) beat() bool {
	return m.Run != nil && m.Step < len(m.Run.Steps) && m.Run.Steps[m.Step].Beat != ""
}

// vain reports whether the event is a Forget of a key that has not failed. Live, where it would
// be looked up for all keys over and over, it is not told.
func (m Moment) vain(e trace.Event) bool {
	return e.Op == trace.LimitForget && !m.Live && m.Line.Seek(e.Seq-1).Case(e) == trace.CaseUnknown
}

// quiet is the caption of a step in which nothing happened that is told.
func (t Teller) quiet(m Moment) string {
	step := m.Line.Step(m.Step)
	if verb, to, _ := strings.Cut(step.Label, " "); verb == "auto" && (to == "on" || to == "off") {
		return t.Say("play.auto." + to)
	}
	if d := time.Duration(step.At - m.Line.Step(m.Step-1).At); d > 0 && m.Step > m.Line.First() {
		return t.Say("play.nothing", "t", Wait(d))
	}
	if l, err := sim.ParseLine(step.Label); err == nil {
		key := "play.quiet." + l.Verb
		if said := t.Say(key, "actor", t.KeyName(l.Actor), "text", t.KeyName(l.Text), "t", Wait(l.After)); said != key {
			return said
		}
	}
	return t.Say("play.quiet", "what", t.Step(m, m.Step))
}

// Step is what a step is called; a lesson's in the reader's language.
func (t Teller) Step(m Moment, n int) string {
	label := m.Line.Step(n).Label
	if m.Run != nil { // also one that was left: its steps are called as they were
		label = scenarios.Label(t.Lang, label)
	}
	return StepName(label)
}

// StepName is a step's label as it is shown: without marks, and without the namespace that the
// playground's own objects share.
func StepName(label string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text.Visible(label), "*", ""), " default/", " ")
}

// Fact is what an event was, without what it means: the part in bold, without its end.
func (t Teller) Fact(m Moment, e trace.Event) string {
	if parts := strings.Split(t.op(m, e), "**"); len(parts) > 1 {
		return strings.TrimRight(parts[1], ".,:。，：")
	}
	return ""
}

// keyNamed is a key as the sentence of a message names it.
func keyNamed(key string) Saying { return func(t Teller) string { return t.KeyName(key) } }

// KeyName is a key as a sentence names it.
func (t Teller) KeyName(name string) string {
	most := 40
	if t.Narrow {
		most = 22
	}
	return unmarked(Middle(text.Visible(name), most))
}

// reasonMost is how many characters of a reason a sentence says.
const reasonMost = 120

// unmarked is text from outside, whose stars are no marks.
func unmarked(s string) string { return strings.ReplaceAll(s, "*", "∗") }

// op says in words what an event was: the fact in bold, and what it means. Its message has the
// name of the op and, where the catalog tells them apart, of the case; its places are the names
// in the op's row, key, actor and reason.
func (t Teller) op(m Moment, e trace.Event) string {
	s := m.State
	if s == nil {
		return ""
	}
	rec, info := s.Recorder(), e.Op.Info()
	how := rec.Case(e)
	if m.vain(e) {
		how = trace.CaseUnknown
	}
	name, val := s.Name(e.Key), rec.Text(e.Val)
	switch {
	case info.Object:
		val = t.KeyName(name + "@" + rec.Object(e.Val).RV)
	case info.Val == "state":
		val = unmarked(Middle(text.Visible(t.Say("refl."+val)), reasonMost))
	case info.Val == "promise" && scene.PromiseKey(val) != "":
		val = unmarked(Middle(text.Visible(t.Say(scene.PromiseKey(val))), reasonMost))
	default:
		val = unmarked(Middle(text.Visible(val), reasonMost))
	}
	said := []string{"key", t.KeyName(name), "actor", t.KeyName(rec.ActorName(e.Actor)), "reason", OrDash(val),
		info.A, number(&e, info.A, e.A), info.B, number(&e, info.B, e.B)}
	if info.Val == "rv" {
		val = OrDash(val)
	}
	said = append(said, info.Val, val)
	if parts := rec.Parts(); info.Group == trace.GroupHandler && int(e.Part) < len(parts) {
		said = append(said, "handler", t.KeyName(parts[e.Part].Name))
	}
	line := ""
	for _, message := range messages(s, info, how) {
		if line = t.Say(message, said...); line != message {
			break
		}
	}
	if code := e.Code(); code != 0 {
		if means := "refused." + strconv.Itoa(code); t.Say(means) != means {
			line += t.Say("play.between") + t.Say(means)
		}
	}
	return line
}

// messages are those that can say an op, the most particular first: that of a queue with
// priorities, that of the case, and the op's own.
func messages(s *state.State, info trace.Info, how trace.Case) (all []string) {
	if s.Priorities() && (info.Group == trace.GroupQueue || info.Group == trace.GroupHeap) {
		all = append(all, strings.TrimSuffix("prio."+info.Name+"."+string(how), "."))
	}
	if how != "" {
		all = append(all, "op."+info.Name+"."+string(how))
	}
	return append(all, "op."+info.Name)
}

// number is a number of an event by its name in the op's row, as people say it.
func number(e *trace.Event, name string, n int64) string {
	switch name {
	case "due":
		return Clock(n)
	case "wait", "for", "asked", "period", "every":
		return Wait(time.Duration(n))
	case "type":
		known, _ := e.TypeName()
		return known
	}
	return draw.Int(n)
}
