package tell

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Captions are the headlines of steps that no author has written one for: the most telling
// event of the step as a whole message, then the facts of the others.

const (
	alsoMost  = 2  // facts beside the most telling one
	alsoLeast = 25 // as telling as they have to be, see trace.Op.Weight
)

// Caption says in sentences what the step did, its focal point first and in bold.
func (t Teller) Caption(m Moment) string {
	line, n := m.Line, m.Step
	var best trace.Event
	var also []trace.Event
	alike := 0
	for _, e := range line.Events(n) {
		switch weight := e.Op.Weight(); {
		case e.Op == best.Op && best.Op != trace.None:
			best, alike = e, alike+1
		case weight > 1 && weight >= best.Op.Weight():
			if best.Op != trace.None {
				also = append(also, best)
			}
			best, alike = e, 0
		case !slices.ContainsFunc(also, func(o trace.Event) bool { return o.Op == e.Op }):
			also = append(also, e)
		}
	}
	if best.Op == trace.None {
		return t.Quiet(line.Step(n).Label)
	}
	said := []string{t.op(m, best)}
	if alike > 0 {
		said = append(said, t.Say("play.alike", "n", strconv.Itoa(alike)))
	}
	for _, e := range also {
		if e.Op != best.Op && e.Op.Weight() >= alsoLeast && len(said) <= alsoMost && !m.vain(e) {
			said = append(said, t.Say("play.fact", "fact", t.Fact(m, e)))
		}
	}
	if d := time.Duration(line.Step(n).At - line.Step(n-1).At); d > 0 && n > line.First() {
		said = append(said, t.Say("play.passed", "t", Wait(d)))
	}
	return strings.Join(said, t.Say("play.between"))
}

// Beat is what the lesson says at the step: the last beat at or before it, in its author's words.
func (t Teller) Beat(m Moment) string {
	if m.Run == nil {
		return ""
	}
	for n := min(m.Step, len(m.Run.Steps)-1); n >= 0; n-- {
		if id := m.Run.Steps[n].Beat; id != "" {
			return m.Run.Lesson.Text(t.Lang, id)
		}
	}
	return ""
}

// Tale is what is said at the step of a lesson: the author's words, or, where he is silent, what
// the step did. An earlier step's words are not repeated: they may no longer hold.
func (t Teller) Tale(m Moment) string {
	if m.beat() || m.Step == m.Line.First() {
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

// Quiet is the caption of a step without events.
func (t Teller) Quiet(label string) string {
	if verb, to, _ := strings.Cut(label, " "); verb == "auto" && (to == "on" || to == "off") {
		return t.Say("play.auto." + to)
	}
	return t.Say("play.quiet", "what", StepName(label))
}

// Step is what a step is called; a lesson's in the reader's language.
func (t Teller) Step(m Moment, n int) string {
	label := m.Line.Step(n).Label
	if m.Run != nil && !m.Left {
		label = scenarios.Label(t.Lang, label)
	}
	return StepName(label)
}

// StepName is a step's label as it is shown: without marks, and without the namespace that the
// playground's own objects share.
func StepName(label string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text.Visible(label), "*", ""), " default/", " ")
}

// Plain is a headline without its marks.
func Plain(line string) string { return strings.ReplaceAll(line, "*", "") }

// Fact is what an event was, without what it means: the part in bold, without its end.
func (t Teller) Fact(m Moment, e trace.Event) string {
	if parts := strings.Split(t.op(m, e), "**"); len(parts) > 1 {
		return strings.TrimRight(parts[1], ".,:。，：")
	}
	return ""
}

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
	message := "op." + info.Name
	if how != "" {
		if line := t.Say(message+"."+string(how), said...); line != message+"."+string(how) {
			return line
		}
	}
	return t.Say(message, said...)
}

// number is a number of an event by its name in the op's row, as people say it.
func number(e *trace.Event, name string, n int64) string {
	switch name {
	case "due":
		return Clock(n)
	case "wait", "for":
		return Wait(time.Duration(n))
	case "type":
		known, _ := e.TypeName()
		return known
	}
	return strconv.FormatInt(n, 10)
}
