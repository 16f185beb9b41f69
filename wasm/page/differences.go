package page

import (
	"slices"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// difference is a key that two futures have in different places.
type difference struct {
	key         string
	there, here string // in words
}

// say looks up a message.
type say func(key string, args ...string) string

// differences lists the keys that stand elsewhere in the state there than in the state
// here, in the order of here; a moment is what the clock of each shows, ns.
func differences(here, there *state.State, hereAt, thereAt int64, t say) (out []difference) {
	a, b := rows(here), rows(there)
	find := func(list []row, name string) *row {
		if i := slices.IndexFunc(list, func(r row) bool { return r.name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	add := func(name string, x, y *row) {
		if d := (difference{name, place(met(there, y), thereAt, t), place(met(here, x), hereAt, t)}); d.there != d.here {
			out = append(out, d)
		}
		if d := (difference{name, held(y, t), held(x, t)}); d.there != d.here {
			out = append(out, d)
		}
	}
	for i := range a {
		add(a[i].name, &a[i], find(b, a[i].name))
	}
	for i := range b {
		if find(a, b[i].name) == nil {
			add(b[i].name, nil, &b[i])
		}
	}
	return out
}

// place says in words where a key is in queue and sets, and what it waits for.
func place(r *row, at int64, t say) string {
	if r == nil {
		return t("place.unknown")
	}
	where := ""
	switch r.key.Bits & (trace.Dirty | trace.Processing) {
	case trace.Dirty | trace.Processing:
		where = t("place.both", "worker", r.worker)
	case trace.Processing:
		where = t("place.processing", "worker", r.worker)
	case trace.Dirty:
		where = t("place.queue", "n", strconv.Itoa(r.queue))
	}
	if !r.waits {
		if where == "" {
			where = t("place.outside")
		}
		return where
	}
	wait := t("place.heap", "t", waits(max(time.Duration(r.due-at), 0)))
	if where == "" {
		return wait
	}
	return t("place.and", "a", where, "b", wait)
}

// met is r when the work queue has met its key, else nil.
func met(s *state.State, r *row) *row {
	if r != nil {
		if _, ok := s.Key(r.id); ok {
			return r
		}
	}
	return nil
}

// held says which version of an object the API server and the store have.
func held(r *row, t say) string {
	switch {
	case r == nil || !r.served && !r.stored:
		return t("place.nowhere")
	case !r.stored:
		return t("place.served", "rv", r.server.RV)
	case !r.served:
		return t("place.stored", "rv", r.store.RV)
	}
	return t("place.held", "server", r.server.RV, "store", r.store.RV)
}
