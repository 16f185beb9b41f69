package tell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Entry is one of the inspector: what, and what is known of it, as a cell of the table or a text.
type Entry struct {
	Label string
	Cell  []Piece
	Text  string
	Code  bool // the text is of a program
}

// Inspect is what is known of a key in s when the clock shows at, ns.
func (t Teller) Inspect(s *state.State, r Row, at int64) []Entry {
	label := func(key string) string { return t.Say("inspect." + key) }
	out := []Entry{{Label: label("sets"), Cell: t.Cell(r, "sets", false)}}
	say := func(key, text string) { out = append(out, Entry{Label: label(key), Text: text}) }
	code := func(key, text string) { out = append(out, Entry{Label: label(key), Text: text, Code: true}) }
	if r.Queue > 0 {
		say("queue", t.Ordinal(r.Queue)+" / "+strconv.Itoa(len(s.Queue)))
	}
	if r.Waits {
		say("due", t.dueIn(r, at))
	}
	say("failures", strconv.FormatInt(r.Key.Failures, 10))
	say("adds", strconv.Itoa(r.Key.Adds))
	say("passes", strconv.Itoa(r.Key.Passes))
	if r.Served {
		code("server", "@"+r.Server.RV)
	}
	if r.Stored {
		code("store", "@"+r.Store.RV)
		if r.Store.UID != "" {
			code("uid", r.Store.UID)
		}
		if r.Store.Node != "" {
			say("node", text.Visible(r.Store.Node))
		}
	}
	return out
}

// Bounds of what is looked for in the past of a key.
const (
	storyMost = 12   // steps told
	storyFar  = 2000 // steps looked at
)

// Passage is a step of a key's story: when, and what.
type Passage struct{ When, What string }

// Story is how a key came where it is: the last steps that were about it.
func (t Teller) Story(m Moment, id trace.ID) (out []Passage) {
	if m.Line == nil {
		return nil
	}
	last := m.newest()
	for n := last; n > m.Line.First() && len(out) < storyMost && n > last-storyFar; n-- {
		for _, e := range slices.Backward(m.Line.Events(n)) {
			if e.Key != id {
				continue
			}
			what := t.Step(m, n)
			if m.Live {
				what = t.Fact(m, e)
			}
			out = append(out, Passage{Seconds(e.At), what})
			break
		}
	}
	slices.Reverse(out)
	return out
}

// Life is a key at a moment, with the last call about it, for the picture of its life cycle.
func (t Teller) Life(m Moment, id trace.ID) scene.Life {
	l := scene.Life{State: m.State, Key: id, Text: t.Say}
	if m.Line == nil {
		return l
	}
	last := m.newest()
	for n := last; n > m.Line.First() && n > last-storyFar && l.Last == nil; n-- {
		l.Last = scene.LastCall(m.Line.Events(n), id)
	}
	return l
}

// LifeLabel is that picture in words.
func (t Teller) LifeLabel(m Moment, l scene.Life) string {
	last := t.Say("life.none")
	if n := len(l.Last); n > 0 {
		last = t.Fact(m, l.Last[n-1])
	}
	return t.Say("life.label", "key", text.Visible(l.State.Name(l.Key)), "states", strings.Join(scene.LifeStates(l), t.Say("join.list")), "last", last)
}
