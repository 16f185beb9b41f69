package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Captions are the headlines of steps that no author has written one for: the most telling
// event of the step as a whole message, then the facts of the others.

const (
	alsoMost  = 2  // facts beside the most telling one
	alsoLeast = 25 // as telling as they have to be, see model.Telling
)

// caption says in sentences what step n did.
func (p *Page) caption(n int) string {
	line := p.player.line
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
		return p.quiet(line.Step(n).Label)
	}
	said := []string{p.op(best)}
	if alike > 0 {
		said = append(said, p.t("play.alike", "n", strconv.Itoa(alike)))
	}
	for _, e := range also {
		if e.Op != best.Op && model.Telling(e.Op) >= alsoLeast && len(said) <= alsoMost && !p.vain(e) {
			said = append(said, p.t("play.fact", "fact", p.fact(e)))
		}
	}
	if d := time.Duration(line.Step(n).At - line.Step(n-1).At); d > 0 && n > line.First() {
		said = append(said, p.t("play.passed", "t", waits(d)))
	}
	return strings.Join(said, p.t("play.between"))
}

// tale is what is said at the step of a lesson: the author's words, or, where he is silent, what
// the step did. An earlier step's words are not repeated: they may no longer hold.
func (p *Page) tale() string {
	pl := p.player
	run := pl.run
	if run == nil {
		run = pl.baseRun
	}
	own := run != nil && pl.step < len(run.Steps) && run.Steps[pl.step].Beat != ""
	if beat := pl.Beat(p.lang()); own || pl.step == pl.line.First() {
		return beat
	}
	return p.caption(pl.step)
}

// vain reports whether the event is a Forget of a key that has not failed. Live, where it would
// be looked up for all keys over and over, it is not told.
func (p *Page) vain(e trace.Event) bool {
	if e.Op != trace.LimitForget || p.hash.Page == "live" {
		return false
	}
	k, _ := p.player.line.Seek(e.Seq - 1).Key(e.Key)
	return k.Failures == 0
}

// quiet is the caption of a step without events.
func (p *Page) quiet(label string) string {
	if verb, to, _ := strings.Cut(label, " "); verb == "auto" && (to == "on" || to == "off") {
		return p.t("play.auto." + to)
	}
	return p.t("play.quiet", "what", p.stepName(label))
}

// stepName is a step's label as it is shown: without marks, and without the namespace that the
// playground's own objects share.
func (p *Page) stepName(label string) string {
	return strings.ReplaceAll(strings.ReplaceAll(shown(label), "*", ""), " default/", " ")
}

// plain is a headline without its marks.
func plain(line string) string { return strings.ReplaceAll(line, "*", "") }

// fact is what an event was, without what it means: the part in bold, without its end.
func (p *Page) fact(e trace.Event) string {
	if parts := strings.Split(p.op(e), "**"); len(parts) > 1 {
		return strings.TrimRight(parts[1], ".,:。，：")
	}
	return ""
}

// keyName is a key as a sentence names it.
func (p *Page) keyName(name string) string {
	most := 40
	if p.layout() == "phone" {
		most = 22
	}
	return unmarked(middle(shown(name), most))
}

// reasonMost is how many characters of a reason a sentence says.
const reasonMost = 120

// unmarked is text from outside, whose stars are no marks.
func unmarked(s string) string { return strings.ReplaceAll(s, "*", "∗") }

// op says in words what an event was: the fact in bold, and what it means.
func (p *Page) op(e trace.Event) string {
	s := p.shown()
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
	case e.Op == trace.QueueDone && e.Before == 0, p.vain(e):
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
		val = p.t("refl." + val)
	case e.Op == trace.Broken && scene.PromiseKey(val) != "":
		val = p.t(scene.PromiseKey(val))
	}
	name := p.keyName(s.Name(e.Key))
	if info.Object {
		val = p.keyName(s.Name(e.Key) + "@" + rec.Object(e.Val).RV)
	} else {
		val = unmarked(middle(shown(val), reasonMost))
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
	return p.t(key, "key", name, "actor", p.keyName(rec.ActorName(e.Actor)), "what", val, "due", clockText(e.A),
		"wait", waits(time.Duration(e.A)), "for", waits(time.Duration(e.A)), "failures", strconv.FormatInt(e.B, 10),
		"type", kinds[min(max(int(e.B), 0), len(kinds)-1)], "count", strconv.FormatInt(count, 10), "deltas", n, "left", n,
		"posting", val, "rv", orDash(rv), "state", val, "reason", orDash(val), "object", val, "result", val, "sentence", val, "panic", val)
}
