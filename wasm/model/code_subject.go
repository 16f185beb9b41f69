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

// holds are the words of anchors that hold for an event; s is the state before it.
func holds(s *state.State, e trace.Event) []string {
	words := strings.Fields(s.Recorder().Parts()[e.Part].Kind)
	if how := s.Case(e); how != "" {
		words = append(words, string(how))
	}
	switch info := e.Op.Info(); {
	case info.B == "type":
		name, _ := e.TypeName()
		words = append(words, name)
	case e.Op == trace.ReflClosed && e.Code() == 0:
		words = append(words, "server")
	}
	return words
}
