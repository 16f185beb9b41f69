package model

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// weights say how telling an op is among the others of its step: what changes where a key
// goes before what carries it there, the surprise before the rule. Of two that tell as much
// the later one is meant.
var weights = map[trace.Op]int{
	trace.Crash: 99, trace.QueueStray: 90, trace.QueueShut: 80, trace.QueueDropped: 75, trace.StoreTouch: 70,
	trace.HeapIgnored: 65, trace.HeapEarlier: 64, trace.HeapNow: 47,
	trace.LimitWhen: 60, trace.HeapAdd: 59,
	trace.QueueAdd: 58, trace.QueueDone: 58, trace.QueueGet: 58, trace.QueueBlocked: 58,
	trace.LimitForget: 50, trace.HeapDue: 48,
	trace.WorkerRead:  44,
	trace.FIFOReplace: 42, trace.FIFOSkip: 41, trace.FIFOPush: 40, trace.FIFOMark: 39, trace.StoreDel: 38, trace.StorePut: 37,
	trace.FIFOBegin: 35, trace.ReflEvent: 34, trace.ReflClosed: 33,
	trace.HandlerAdd: 30, trace.HandlerDel: 30, trace.NoteSynced: 28, trace.NoteTake: 28, trace.NotePush: 27,
	trace.ServerDel: 26, trace.ServerPut: 25, trace.ServerCompact: 24, trace.ServerSkip: 8,
	trace.IndexAdd: 22, trace.IndexDel: 22, trace.ReflListed: 20, trace.ReflWatch: 19, trace.ReflList: 18, trace.ReflWatchUp: 17,
	trace.FIFOSynced: 14, trace.WorkerEnd: 13, trace.NoteDone: 12, trace.ReflArm: 11, trace.FIFOEnd: 10, trace.ServerLink: 9,
	trace.ReflState: 4, trace.FIFOInit: 3, trace.StoreRV: 3, trace.ReflRV: 2, trace.Broken: 1,
}

// inView are the parts, by the first word of an op's name, that a view is about.
var inView = map[string][]string{
	"workqueue": {"queue", "heap", "limiter"},
	"heap":      {"heap", "limiter"},
	"tree":      {"heap"},
	"store":     {"store", "index"},
	"fifo":      {"fifo"},
}

// Telling is how telling an op is among the others of its step, whatever is shown: from 25 on it
// is worth a sentence beside the most telling one.
func Telling(op trace.Op) int { return weights[op] }

// telling is the weight of an op where a part of the plan is shown.
func telling(op trace.Op, view string) int {
	part, _, _ := strings.Cut(op.String(), ".")
	if slices.Contains(inView[view], part) {
		return weights[op] + 100
	}
	return weights[op]
}

// holds are the words of anchors that hold for an event; s is the state before it.
func holds(s *state.State, e trace.Event) []string {
	rec := s.Recorder()
	words := strings.Fields(rec.Parts()[e.Part].Kind)
	when := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	switch e.Op {
	case trace.QueueAdd:
		when(e.Before&trace.Dirty != 0, "merged")
		when(e.Before&trace.Dirty == 0 && e.Before&trace.Processing != 0, "owed")
	case trace.QueueDone:
		when(e.After&trace.Queued != 0, "again")
		when(e.Before == 0, "unknown")
	case trace.LimitForget:
		i := slices.IndexFunc(s.Keys, func(k state.Key) bool { return k.ID == e.Key })
		when(i < 0 || s.Keys[i].Failures == 0, "unknown")
	case trace.FIFOPush:
		when(e.After&trace.Merged != 0, "merged")
		when(e.Before != 0, "dropped")
	case trace.FIFOMark, trace.FIFOSkip:
		words = append(words, named(trace.DeltaNames[:], e.B))
	case trace.FIFOInit:
		when(!s.FIFO.Populated, "filled")
	case trace.NoteDone:
		when(e.After != 0, "panicked")
	case trace.ReflListed, trace.ReflWatchUp:
		when(e.B != 0, "failed")
	case trace.ReflEvent:
		words = append(words, named(trace.WatchNames[:], e.B))
		when(s.Refl.State == "WatchListing" && e.B != trace.WatchError, "streaming")
	case trace.ReflClosed:
		why := rec.Text(e.Val)
		when(why == "" || why == "very short watch", "server")
	case trace.ServerPut:
		when(e.B != 0, "update")
	case trace.ReflArm, trace.WorkerEnd, trace.ServerLink:
		words = append(words, rec.Text(e.Val))
	}
	return words
}

// named is the name of a type; "" of one that a trace from elsewhere made up.
func named(names []string, n int64) string {
	if n < 0 || n >= int64(len(names)) {
		return ""
	}
	return names[n]
}
