package tell

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Captions are the headlines of steps that no author has written one for: the most telling
// event of the step as a whole message, then the facts of the others.

const (
	alsoMost  = 2  // facts beside the most telling one
	alsoLeast = 25 // as telling as they have to be, see model.Telling
)

// Caption says in sentences what the step did, its focal point first and in bold.
func (t Teller) Caption(m Moment) string {
	line, n := m.Line, m.Step
	var best trace.Event
	var also []trace.Event
	alike := 0
	for _, e := range line.Events(n) {
		switch weight := model.Telling(e.Op); {
		case e.Op == best.Op && best.Op != trace.None:
			best, alike = e, alike+1
		case weight > 1 && weight >= model.Telling(best.Op):
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
		if e.Op != best.Op && model.Telling(e.Op) >= alsoLeast && len(said) <= alsoMost && !m.vain(e) {
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
	own := m.Run != nil && m.Step < len(m.Run.Steps) && m.Run.Steps[m.Step].Beat != ""
	if own || m.Step == m.Line.First() {
		return t.Beat(m)
	}
	return t.Caption(m)
}

// vain reports whether the event is a Forget of a key that has not failed. Live, where it would
// be looked up for all keys over and over, it is not told.
func (m Moment) vain(e trace.Event) bool {
	if e.Op != trace.LimitForget || m.Live {
		return false
	}
	k, _ := m.Line.Seek(e.Seq - 1).Key(e.Key)
	return k.Failures == 0
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

// op says in words what an event was: the fact in bold, and what it means.
func (t Teller) op(m Moment, e trace.Event) string {
	s := m.State
	if s == nil {
		return ""
	}
	rec, info := s.Recorder(), e.Op.Info()
	val := rec.Text(e.Val)
	key := "op." + e.Op.String()
	switch {
	case e.Op == trace.QueueAdd && e.After&trace.Queued != 0 && e.Before&trace.Queued == 0:
		key += ".queued"
	case e.Op == trace.QueueAdd && e.Before&trace.Dirty == 0:
		key += ".owed"
	case e.Op == trace.QueueAdd:
		key += ".merged"
	case e.Op == trace.QueueDone && e.After&trace.Queued != 0:
		key += ".again"
	case e.Op == trace.QueueDone && e.Before == 0, m.vain(e):
		key += ".unknown"
	case e.Op == trace.QueueDone:
		key += ".clean"
	case (e.Op == trace.ReflListed || e.Op == trace.ReflWatchUp) && e.B != 0, e.Op == trace.ReflClosed && val != "",
		e.Op == trace.ReflEvent && e.B == trace.WatchError:
		key += ".failed"
	case e.Op == trace.WorkerRead && e.A == 0:
		key += ".nothing"
	case e.Op == trace.WorkerEnd && (val == "ok" || val == "failed"), e.Op == trace.ServerLink && (val == "up" || val == "partition"):
		key += "." + val
	case e.Op == trace.ReflState:
		val = t.Say("refl." + val)
	case e.Op == trace.Broken && scene.PromiseKey(val) != "":
		val = t.Say(scene.PromiseKey(val))
	}
	name := t.KeyName(s.Name(e.Key))
	if info.Object {
		val = t.KeyName(s.Name(e.Key) + "@" + rec.Object(e.Val).RV)
	} else {
		val = unmarked(Middle(text.Visible(val), reasonMost))
	}
	kinds := trace.DeltaNames[:]
	if e.Op == trace.ReflEvent {
		kinds = trace.WatchNames[:]
	}
	rv := val
	if info.Object || info.A == "rv" {
		rv = strconv.FormatInt(e.A, 10)
	}
	count := e.B
	if e.Op == trace.ReflListed {
		count = e.A
	}
	n := strconv.FormatInt(e.A, 10)
	return t.Say(key, "key", name, "actor", t.KeyName(rec.ActorName(e.Actor)), "what", val, "due", Clock(e.A),
		"wait", Wait(time.Duration(e.A)), "for", Wait(time.Duration(e.A)), "failures", strconv.FormatInt(e.B, 10),
		"type", kinds[min(max(int(e.B), 0), len(kinds)-1)], "count", strconv.FormatInt(count, 10), "deltas", n, "left", n,
		"posting", val, "rv", OrDash(rv), "state", val, "reason", OrDash(val), "object", val, "result", val, "sentence", val, "panic", val)
}
