package tell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Promise is a sentence that always holds, and how it stands with it.
type Promise struct {
	Promise  trace.Promise
	Sentence string
	Stands   string // "kept", "broken" now, or broken in the "past"
	Label    string // Stands in words
	So       string // what follows from it, or when it was
}

// Promises are all of them once one was broken, those that do not hold now first, and how many
// these are; none before.
func (t Teller) Promises(m Moment) (all []Promise, count string) {
	s := m.State
	if s == nil || len(s.Broken) == 0 {
		return nil, ""
	}
	broken := map[trace.Promise]bool{}
	for _, b := range scene.Breaches(s) {
		broken[b.Promise] = true
	}
	list := slices.Clone(scene.PromisesOf(s))
	for _, b := range s.Broken {
		p := trace.Promise(b.Sentence)
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
		if !slices.Contains(scene.QueuePromises, p) {
			broken[p] = true // it is not seen in a state whether it holds again
		}
	}
	slices.SortStableFunc(list, func(a, b trace.Promise) int {
		switch {
		case broken[a] == broken[b]:
			return 0
		case broken[a]:
			return -1
		}
		return 1
	})
	for _, p := range list {
		all = append(all, t.promise(m, p, broken[p]))
	}
	if len(broken) > 0 {
		count = t.Say("promise.count", "n", strconv.Itoa(len(broken)), "of", strconv.Itoa(len(list)))
	}
	return all, count
}

func (t Teller) promise(m Moment, promise trace.Promise, broken bool) Promise {
	out := Promise{Promise: promise, Sentence: string(promise), Stands: "kept", Label: t.Say("promise.kept")}
	so, step := "", ""
	if key := scene.PromiseKey(out.Sentence); key != "" {
		out.Sentence, so = t.Say(key), t.Say(key+".so")
	}
	for _, b := range slices.Backward(m.State.Broken) {
		if b.Sentence == string(promise) {
			step = strconv.Itoa(StepOf(m.Line, b.Seq))
			break
		}
	}
	switch {
	case broken:
		out.Stands, out.Label, out.So = "broken", t.Say("promise.broken"), so
		if step != "" {
			out.So = strings.TrimSpace(t.Say("promise.at", "step", step) + t.Say("play.between") + so)
		}
	case step != "":
		out.Stands, out.So = "past", t.Say("promise.past", "step", step)
	}
	return out
}

// StepOf is the step of a timeline to which an event belongs.
func StepOf(line *model.Timeline, seq uint64) int {
	if line == nil {
		return 0
	}
	for n := line.First(); n < line.Last(); n++ {
		if line.Step(n).End >= seq {
			return n
		}
	}
	return line.Last()
}
