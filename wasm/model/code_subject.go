package model

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// inView are the ops, by their groups, that a view is about.
var inView = map[string][]trace.Group{
	"workqueue": {trace.GroupQueue, trace.GroupHeap, trace.GroupLimiter},
	"heap":      {trace.GroupHeap, trace.GroupLimiter},
	"tree":      {trace.GroupHeap},
	"store":     {trace.GroupStore, trace.GroupIndex},
	"fifo":      {trace.GroupFIFO},
}

// telling is the weight of an op where a part of the plan is shown.
func telling(op trace.Op, view string) int {
	if slices.Contains(inView[view], op.Group()) {
		return op.Weight() + 100
	}
	return op.Weight()
}

// holds are the words of anchors that hold for an event; s is the state before it, and before are
// the events of its step so far.
func holds(s *state.State, before []trace.Event, e trace.Event) []string {
	words := strings.Fields(s.Recorder().Parts()[e.Part].Kind)
	if how := s.Case(e); how != "" {
		words = append(words, string(how))
	}
	word := func(name string, holds bool) {
		if holds && name != "" {
			words = append(words, name)
		}
	}
	switch info := e.Op.Info(); {
	case info.B == "type":
		name, _ := e.TypeName()
		words = append(words, name)
	case e.Op == trace.ReflClosed:
		word("server", e.Code() == 0)
	}
	switch e.Op {
	case trace.Step:
		word(verb(s, e), true)
	case trace.QueueAdd, trace.QueueDropped, trace.HeapAdd, trace.HeapEarlier, trace.HeapIgnored, trace.HeapNow:
		word(within(before, e), true)
	case trace.QueueShut:
		word("drain", e.Drain())
	case trace.StorePut, trace.StoreDel, trace.StoreRV, trace.IndexAdd, trace.IndexDel:
		word(handedOut(s), true)
		word("removed", e.Op == trace.StoreRV && deleted(before, e))
	case trace.NoteTake, trace.NoteDone:
		word(noteWord(s, e), true)
	case trace.NoteSynced:
		word("upstream", e.Flag&trace.First != 0)
	case trace.ReflWatch:
		word("initial", e.Initial())
	case trace.ReflWatchUp:
		word("initial", s.Refl.Initial)
	case trace.Crash:
		word(s.Recorder().ActorName(e.Actor), true)
	}
	return words
}

// verb is what a step's event says that somebody does: "Get" of "W1 Get", "stop".
func verb(s *state.State, e trace.Event) string {
	words := strings.Fields(s.Text(e.Val))
	if e.Actor != 0 && len(words) > 1 {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// within is the word for the call that an event is part of, where its op alone does not say: one of
// AddRateLimited is "limited", and the Add of an AddAfter that has nothing to wait for is "now".
func within(before []trace.Event, e trace.Event) string {
	for len(before) > 0 && (before[len(before)-1].Op == trace.QueuePriority || before[len(before)-1].Op == trace.QueueRaise) {
		before = before[:len(before)-1] // of the same call
	}
	if len(before) == 0 {
		return ""
	}
	switch b := before[len(before)-1]; {
	case b.Key != e.Key || b.Actor != e.Actor:
	case b.Op == trace.LimitWhen:
		return "limited"
	case b.Op == trace.HeapNow && e.Op == trace.QueueAdd:
		return "now"
	}
	return ""
}

// handedOut says what the store is written from: the type of the only delta that is handed out, or
// "several", which client-go writes in one piece.
func handedOut(s *state.State) string {
	switch out := s.FIFO.Out; {
	case len(out) == 1:
		return trace.DeltaNames[out[0].Type]
	case len(out) > 1 && !s.Engine().Trays:
		return "several"
	}
	return ""
}

// deleted reports whether the transition that e is part of took an object out of the store.
func deleted(before []trace.Event, e trace.Event) bool {
	for i := len(before) - 1; i >= 0 && e.Flag&trace.First == 0; i-- {
		if e = before[i]; e.Op == trace.StorePut || e.Op == trace.StoreDel {
			return e.Op == trace.StoreDel
		}
	}
	return false
}

// noteWords are the words for the calls of handlers.
var noteWords = [...]string{trace.NoteAdd: "add", trace.NoteUpdate: "update", trace.NoteDelete: "delete"}

// noteWord says which call of a handler an event begins or ends.
func noteWord(s *state.State, e trace.Event) string {
	for _, l := range s.Listeners {
		switch {
		case l.Part != e.Part:
		case e.Op == trace.NoteDone:
			return noteWords[l.Hand.Kind]
		case len(l.Pending) > 0:
			return noteWords[l.Pending[0].Kind]
		}
	}
	return ""
}
