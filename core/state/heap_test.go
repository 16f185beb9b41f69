package state_test

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// ref is the reference: container/heap over entries that know their index, as client-go's
// waitForPriorityQueue does.
type entry struct {
	key string
	due int64
	at  int
}

type ref []*entry

func (r ref) Len() int           { return len(r) }
func (r ref) Less(i, j int) bool { return r[i].due < r[j].due }
func (r ref) Swap(i, j int)      { r[i], r[j] = r[j], r[i]; r[i].at, r[j].at = i, j }
func (r *ref) Push(x any)        { e := x.(*entry); e.at = len(*r); *r = append(*r, e) }
func (r *ref) Pop() any {
	e := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return e
}

// The array of a State is, after every event, the one that container/heap makes.
func TestTheArrayIsThatOfContainerHeap(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		rec := trace.New(0)
		tap := rec.AddPart("heap", "heap")
		s := state.New(rec)
		var want ref
		known := map[string]*entry{}
		dues := r.Perm(100_000) // no two alike: equal times leave in an order of our own
		for i := range 400 {
			key := fmt.Sprintf("k%d", r.IntN(40))
			tap.Begin()
			switch e := known[key]; {
			case r.IntN(3) == 0 && len(want) > 0:
				first := heap.Pop(&want).(*entry)
				delete(known, first.key)
				tap.Numbers(trace.HeapDue, rec.Intern(first.key), first.due, 0)
			case e == nil:
				e = &entry{key: key, due: int64(dues[i])}
				known[key] = e
				heap.Push(&want, e)
				tap.Numbers(trace.HeapAdd, rec.Intern(key), e.due, int64(i))
			default:
				op := trace.HeapIgnored
				if due := int64(dues[i]); due < e.due {
					e.due, op = due, trace.HeapEarlier
					heap.Fix(&want, e.at)
				}
				tap.Numbers(op, rec.Intern(key), e.due, int64(i))
			}
			moved, event := slices.Clone(s.Heap), rec.Event(rec.Len())
			if event.Op == trace.HeapAdd {
				moved = append(moved, state.Wait{Key: event.Key})
			}
			for _, swap := range s.Swaps(event) {
				moved[swap[0]], moved[swap[1]] = moved[swap[1]], moved[swap[0]]
			}
			s.Apply(event)
			for i, w := range s.Heap {
				if w.Key != moved[i].Key {
					t.Fatalf("seed %d, event %d: after its swaps %s stands at [%d], want %s", seed, i, s.Name(moved[i].Key), i, s.Name(w.Key))
				}
			}
			var out []string
			for _, e := range want {
				out = append(out, e.key+"@"+state.Duration(e.due))
			}
			if got, want := s.View("array", 0, 0), "["+strings.Join(out, " ")+"]"; got != want {
				t.Fatalf("seed %d, event %d: array=%s, want %s", seed, i, got, want)
			}
		}
	}
}
