package state_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// The fold of a queue with priorities is the queue: its line in its order, what waits, who is
// locked and with which priorities; and its metrics count what is there.
func TestTheFoldOfAQueueWithPrioritiesIsTheQueue(t *testing.T) {
	for seed := range uint64(200) {
		r := machine.Rand(seed)
		rec := trace.New(0)
		q := machine.NewPriority[string](rec.AddPart("queue", trace.PriorityKind), nil)
		s, m := state.New(rec), state.NewPriorityMetrics()
		retries, adds := int64(0), int64(0)
		for range 150 {
			rec.Actor = rec.ActorID("W1")
			key := fmt.Sprint("k", r.Below(6))
			switch r.Below(8) {
			case 0, 1, 2:
				out := q.Add(rec.At, key, int(r.Below(5)-2), max(0, r.Below(12)-6))
				if out.Retry {
					retries++
				}
				if out.Ready {
					adds++
				}
			case 3, 4:
				q.TryGet()
			case 5, 6:
				q.Done(key)
			default:
				rec.At += r.Below(5)
				for _, _, ok := q.Expire(rec.At); ok; _, _, ok = q.Expire(rec.At) {
					adds++
				}
			}
			for _, e := range rec.Since(s.Seq + 1) {
				s.Apply(e)
				m.Apply(e)
			}
			var line, held, heap []string
			depth := map[string]int64{}
			said := func(k string, priority int) string {
				if priority != 0 {
					k += fmt.Sprint(":", priority)
				}
				return k
			}
			q.Each(func(k string, bits uint8, priority int) {
				if bits&trace.Queued != 0 {
					line = append(line, said(k, priority))
					depth[fmt.Sprint(priority)]++
				}
				if bits&trace.Processing != 0 {
					held = append(held, k)
				}
			})
			for _, w := range q.Waiting() {
				heap = append(heap, said(w.Key, w.Priority)+"@"+state.Duration(w.Due))
			}
			slices.Sort(held)
			want := fmt.Sprintf("q=[%s]  p={%s}", strings.Join(line, " "), strings.Join(held, " "))
			if got := strings.ReplaceAll(s.Line("q", "p"), ":W1", ""); got != want {
				t.Fatalf("seed %d, event %d: the fold has %s, the machine %s", seed, s.Seq, got, want)
			}
			if ok, err := state.Match("heap", "["+strings.Join(heap, " ")+"]", s.View("heap", 0, 0), false); !ok || err != nil {
				t.Fatalf("seed %d, event %d: heap %s, the machine has %v, %v", seed, s.Seq, s.View("heap", 0, 0), heap, err)
			}
			if m.Depth != int64(q.Len()) || m.Retries != retries || m.Adds != adds {
				t.Fatalf("seed %d, event %d: depth %d, retries %d, adds %d, want %d, %d, %d", seed, s.Seq, m.Depth, m.Retries, m.Adds, q.Len(), retries, adds)
			}
			for _, d := range m.Depths {
				if d.N != depth[d.Priority] {
					t.Fatalf("seed %d, event %d: depth of priority %s is %d, want %d", seed, s.Seq, d.Priority, d.N, depth[d.Priority])
				}
			}
		}
	}
}

// The order of what waits is told also where several are due together: by priority, then turn.
func TestWhatIsDueTogetherWaitsInTheOrderOfTheLine(t *testing.T) {
	rec := trace.New(0)
	q := machine.NewPriority[string](rec.AddPart("queue", trace.PriorityKind), nil)
	s := state.New(rec)
	for i, priority := range []int{0, -100, 7, 0, 7} {
		q.Add(0, string(rune('a'+i)), priority, 5)
	}
	q.Add(0, "a", 7, 9)
	for _, e := range rec.Since(1) {
		s.Apply(e)
	}
	if got, want := s.View("heap", 0, 0), "[c:7@5ns e:7@5ns a:7@5ns d@5ns b:-100@5ns]"; got != want {
		t.Errorf("heap=%s, want %s", got, want)
	}
	var order []string
	for k, out, ok := q.Expire(5); ok; k, out, ok = q.Expire(5) {
		order = append(order, fmt.Sprint(k, cmp.Or(out.Priority, 0)))
	}
	if got := fmt.Sprint(order); got != "[c7 e7 a7 d0 b-100]" {
		t.Errorf("they become ready as %s", got)
	}
}

// A metric with a label for each priority has few of them at most.
func TestDepthsHaveFewLabels(t *testing.T) {
	rec := trace.New(0)
	q := machine.NewPriority[string](rec.AddPart("queue", trace.PriorityKind), nil)
	m := state.NewPriorityMetrics()
	for i := range 1000 {
		q.Add(0, fmt.Sprint("k", i), i, 0)
	}
	for _, e := range rec.Since(1) {
		m.Apply(e)
	}
	last := m.Depths[len(m.Depths)-1]
	if len(m.Depths) != 26 || last.Priority != machine.OtherPriorities || last.N != 975 {
		t.Errorf("%d labels, the last %+v; want 25 and one for the other 975", len(m.Depths), last)
	}
}

// Look is Key without a copy, and nothing before the key was met.
func TestLookIsTheKeyItself(t *testing.T) {
	rec := trace.New(0)
	s, a, b := state.New(rec), rec.Intern("a"), rec.Intern("b")
	if s.Look(a) != nil {
		t.Error("a key is looked at before it was met")
	}
	tap := rec.AddPart("queue", trace.PriorityKind)
	tap.Begin()
	tap.Bits(trace.QueueAdd, a, 0, trace.Queued|trace.Dirty)
	s.Apply(rec.Event(1))
	if k, _ := s.Key(a); s.Look(a) != &s.Keys[0] || *s.Look(a) != k || s.Look(b) != nil {
		t.Errorf("Look(a) = %+v, Key(a) = %+v, Look(b) = %v", s.Look(a), k, s.Look(b))
	}
}
