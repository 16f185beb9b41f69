package conformance

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The state that is folded from the events is the machines' own after every call: the line
// in order with its doubles, the bits of every key, the heap in order, the failures.
func TestFoldOfEventsIsTheQueue(t *testing.T) {
	t.Logf("-seed=%d", seed())
	for i := range scripts(500) {
		r := rand.New(rand.NewPCG(seed(), i))
		rec := trace.New(0)
		q := machine.NewQueue[string](rec.AddPart("queue", "queue"), nil)
		d := machine.NewDelay[string](rec.AddPart("heap", "heap"), nil)
		l := machine.NewExponential[string](1, 20, rec.AddPart("limiter", "limiter"), nil)
		folded := state.New(rec)
		var seen uint64
		var done []string
		for range 100 {
			k := scriptKeys[r.IntN(len(scriptKeys)):][:1]
			switch n := r.IntN(101); {
			case n < 30:
				q.Add(k)
			case n < 50:
				q.TryGet()
			case n < 70:
				q.Done(k)
			case n < 80:
				d.AddAfter(rec.At, k, l.When(rec.At, k), q.ShuttingDown())
			case n < 85:
				d.AddAfter(rec.At, k, r.Int64N(10), q.ShuttingDown())
			case n < 90:
				l.Forget(k)
			case n < 100:
				rec.At += r.Int64N(5)
				if k, ok := d.Expire(rec.At); ok {
					q.Add(k)
				}
			default:
				q.ShutDown(true)
			}
			for _, e := range rec.Since(seen + 1) {
				seen = e.Seq
				folded.Apply(e)
				done = append(done, fmt.Sprint(e.Op, " ", rec.Text(e.Key)))
			}
			if got, want := lookFolded(rec, folded), lookMachines(q, d, l); got != want {
				t.Fatalf("run %d of -seed=%d, after %v:\nfolded  %s\nmachine %s", i, seed(), done[max(0, len(done)-12):], got, want)
			}
		}
	}
}

func lookFolded(rec *trace.Recorder, s *state.State) string {
	var line, keys, heap []string
	for _, id := range s.Queue {
		line = append(line, rec.Text(id))
	}
	for _, k := range s.Keys {
		if k.Bits != 0 {
			keys = append(keys, fmt.Sprint(rec.Text(k.ID), k.Bits))
		}
		if k.Failures != 0 {
			keys = append(keys, fmt.Sprint(rec.Text(k.ID), " failed ", k.Failures))
		}
	}
	slices.SortFunc(s.Heap, func(a, b state.Wait) int {
		return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Order, b.Order))
	})
	for _, w := range s.Heap {
		heap = append(heap, fmt.Sprint(rec.Text(w.Key), w.Due, w.Order))
	}
	slices.Sort(keys)
	return fmt.Sprint(line, keys, heap, s.Shut, s.Drain)
}

func lookMachines(q *machine.Queue[string], d *machine.Delay[string], l *machine.Exponential[string]) string {
	var line, keys, heap []string
	q.Each(func(k string, bits uint8) {
		if len(line) < q.Len() {
			line = append(line, k)
		}
		if !slices.Contains(keys, fmt.Sprint(k, bits)) {
			keys = append(keys, fmt.Sprint(k, bits))
		}
	})
	l.Each(func(k string, n int) { keys = append(keys, fmt.Sprint(k, " failed ", n)) })
	var waits []state.Wait
	names := map[int64]string{}
	d.Each(func(k string, due machine.Time, order int64) {
		waits = append(waits, state.Wait{Due: due, Order: order})
		names[order] = k
	})
	slices.SortFunc(waits, func(a, b state.Wait) int {
		return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Order, b.Order))
	})
	for _, w := range waits {
		heap = append(heap, fmt.Sprint(names[w.Order], w.Due, w.Order))
	}
	slices.Sort(keys)
	drain := q.ShuttingDown() // this test always drains
	return fmt.Sprint(line, keys, heap, q.ShuttingDown(), drain)
}
