package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// marks are what is wrong in a world, for good, beside the promises that were broken before.
func marks(w *World, before int) []Mark {
	var all []Mark
	for _, b := range w.broken[before:] {
		if m := (Mark{Kind: Broke, Text: b}); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	if w.crashed {
		all = append(all, Mark{Kind: Crashed})
	}
	return all
}

// missed are the reads since an event that found nothing where there is something.
func missed(w *World, seen uint64) []Mark {
	var all []Mark
	for _, e := range w.rec.Since(seen + 1) {
		if e.Op != trace.WorkerRead || e.A != 0 || w.Cluster() == nil {
			continue
		}
		key := w.rec.Text(e.Key)
		if _, err := w.Cluster().Get(resource, key); err == nil {
			all = append(all, Mark{Kind: Missed, Key: key, Who: w.rec.ActorName(e.Actor)})
		}
	}
	return all
}

// leftIn is what is not done in a world in which nobody acts any more. Keys that wait for the calls of a
// script, which has come to its end, are not meant: only those of workers who act by themselves.
func leftIn(w *World) []Mark {
	var all []Mark
	w.q.each(func(key string, bits uint8, _ int, lined bool) {
		if !w.auto {
			return
		}
		where := "processing"
		switch {
		case lined:
			where = "queue"
		case bits&trace.Processing == 0:
			where = "dirty"
		}
		if m := (Mark{Kind: Stuck, Key: key, Text: where}); bits != 0 && !slices.Contains(all, m) {
			all = append(all, m)
		}
	})
	for _, key := range w.waits() { // after ShutDown they stay there
		all = append(all, Mark{Kind: Stuck, Key: key, Text: "heap"})
	}
	if f := w.inf; f != nil && f.server != nil && f.refl != nil && !f.stopped() {
		all = append(all, f.lost()...)
	}
	return all
}

// lost are the objects that the store has otherwise than the API server.
func (f *informer) lost() []Mark {
	var all []Mark
	lost := func(key string) { all = append(all, Mark{Kind: Lost, Key: key}) }
	for _, o := range f.server.All(resource) {
		if have, ok := f.index.Get(o.Key()); !ok || have.RV != o.RV {
			lost(o.Key())
		}
	}
	f.index.Each(func(key string, _ object) bool {
		if _, err := f.server.Get(resource, key); err != nil {
			lost(key)
		}
		return true
	})
	slices.SortFunc(all, func(a, b Mark) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// leftBy is what a script leaves behind when it is played in its own order, and then nobody acts any more;
// and what its steps are called.
func leftBy(w *World, script []Line) (left []Mark, own []string) {
	seen := w.rec.Len()
	for _, l := range script {
		w.Advance(l.Wait)
		_ = w.again(Timed{Command: l.Command})
	}
	_ = w.Run("idle")
	for _, e := range w.rec.Since(seen + 1) {
		if e.Op == trace.Step {
			own = append(own, w.rec.Text(e.Val))
		}
	}
	return leftIn(w), own
}

// Fault is something wrong, and a shortest way there.
type Fault struct {
	Mark
	Way   []int // steps
	State int   // where the way ends
}

// Faults lists what was found to be wrong, each mark once, the shortest ways first.
func (x *Exploration) Faults() []Fault {
	var all []Fault
	tell := func(state int, way []int, marks []Mark) {
		for _, m := range marks {
			if !slices.ContainsFunc(all, func(f Fault) bool { return f.Mark == m }) {
				all = append(all, Fault{m, way, state})
			}
		}
	}
	for at, s := range x.states {
		tell(at, x.Way(at), s.Marks)
		for _, n := range s.Out {
			if step := x.steps[n]; len(step.Marks) > 0 {
				tell(step.To, append(x.Way(at), n), step.Marks)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Fault) int { return cmp.Compare(len(a.Way), len(b.Way)) })
	return all
}

// String is the word for it.
func (k MarkKind) String() string {
	return [...]string{"none", Broke: "broken", Crashed: "panic", Missed: "missed", Stuck: "stuck", Lost: "lost"}[k]
}

// MarkKinds are all of them, as words.
func MarkKinds() (all []string) {
	for k := Broke; k <= Lost; k++ {
		all = append(all, k.String())
	}
	return all
}

// String is a mark in a few words, for a terminal.
func (m Mark) String() string {
	switch m.Kind {
	case Broke:
		return "broken: " + m.Text
	case Crashed:
		return "the program ends with a panic"
	case Missed:
		return fmt.Sprintf("%s reads %s as not found, and the API server has it", m.Who, m.Key)
	case Stuck:
		return fmt.Sprintf("%s stays in %s", m.Key, m.Text)
	}
	return fmt.Sprintf("the store never gets what the API server has of %s", m.Key)
}
