package tell

import (
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Difference is a key that two futures have in different places.
type Difference struct {
	Key         string
	There, Here string // in words
}

// Differences lists the keys that stand elsewhere in the state there than in the state
// here, in the order of here; a moment is what the clock of each shows, ns.
func Differences(here, there *state.State, hereAt, thereAt int64, say Say) (out []Difference) {
	a, b := Rows(here), Rows(there)
	find := func(list []Row, name string) *Row {
		if i := slices.IndexFunc(list, func(r Row) bool { return r.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	add := func(name string, x, y *Row) {
		if d := (Difference{name, where(met(there, y), thereAt, say), where(met(here, x), hereAt, say)}); d.There != d.Here {
			out = append(out, d)
		}
		if d := (Difference{name, held(y, say), held(x, say)}); d.There != d.Here {
			out = append(out, d)
		}
	}
	for i := range a {
		add(a[i].Name, &a[i], find(b, a[i].Name))
	}
	for i := range b {
		if find(a, b[i].Name) == nil {
			add(b[i].Name, nil, &b[i])
		}
	}
	return out
}

// where says in words where a key is in queue and sets, and what it waits for.
func where(r *Row, at int64, say Say) string {
	if r == nil {
		return say("place.unknown")
	}
	where := ""
	switch r.Key.Bits & (trace.Dirty | trace.Processing) {
	case trace.Dirty | trace.Processing:
		where = say("place.both", "worker", r.Worker)
	case trace.Processing:
		where = say("place.processing", "worker", r.Worker)
	case trace.Dirty:
		where = say("place.queue", "n", strconv.Itoa(r.Queue))
	}
	if !r.Waits {
		if where == "" {
			where = say("place.outside")
		}
		return where
	}
	wait := say("place.heap", "t", Wait(max(time.Duration(r.Due-at), 0)))
	if where == "" {
		return wait
	}
	return say("place.and", "a", where, "b", wait)
}

// met is r when the work queue has met its key, else nil.
func met(s *state.State, r *Row) *Row {
	if r != nil {
		if _, ok := s.Key(r.ID); ok {
			return r
		}
	}
	return nil
}

// held says which version of an object the API server and the store have.
func held(r *Row, say Say) string {
	switch {
	case r == nil || !r.Served && !r.Stored:
		return say("place.nowhere")
	case !r.Stored:
		return say("place.served", "rv", r.Server.RV)
	case !r.Served:
		return say("place.stored", "rv", r.Store.RV)
	}
	return say("place.held", "server", r.Server.RV, "store", r.Store.RV)
}

// Apart is what is to be said beside the list of differences between the future shown and another:
// that there is none, how many are not listed, or that the other one ended at a step before.
func (t Teller) Apart(n, listed int, there string, ended int) string {
	note, between := "", t.Say("play.between")
	switch {
	case n == 0:
		note = t.Say("fork.same", "name", there)
	case n > listed:
		note, between = t.Say("fork.more", "n", strconv.Itoa(n-listed)), t.Say("join.parts")
	}
	if ended >= 0 {
		note += between + t.Say("fork.ended", "name", there, "n", strconv.Itoa(ended))
	}
	return note
}
