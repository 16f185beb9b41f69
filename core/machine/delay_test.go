package machine

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Keys leave by due time and then by the order in which that time was set, whatever was
// made earlier meanwhile; the heap stays in bounds; a restart of the numbers shows nothing.
func TestDelayAgreesWithASortedList(t *testing.T) {
	type waiting struct {
		key        int
		due, order int64
	}
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		d := NewDelay[int](silent, nil)
		var ref []waiting
		var now, order int64
		for i := range 3000 {
			if i == 1500 {
				d.seq = 1<<32 - 20 // few numbers are left
			}
			if r.IntN(3) > 0 {
				order++
				w := waiting{r.IntN(100), now + 1 + r.Int64N(20), order}
				at := slices.IndexFunc(ref, func(x waiting) bool { return x.key == w.key })
				want := PlacedWaiting
				switch {
				case at >= 0 && ref[at].due <= w.due:
					want = PlacedIgnored
				case at >= 0:
					ref = slices.Delete(ref, at, at+1)
				}
				if want != PlacedIgnored {
					ref = append(ref, w)
					slices.SortFunc(ref, func(a, b waiting) int {
						return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.order, b.order))
					})
					if ref[0] == w {
						want = PlacedFirst
					}
				}
				if got := d.AddAfter(now, w.key, w.due-now, false); got != want {
					t.Fatalf("seed %d step %d: AddAfter(%d, due %d) = %d, want %d", seed, i, w.key, w.due, got, want)
				}
			} else {
				now += r.Int64N(6)
				for k, ok := d.Expire(now); ok; k, ok = d.Expire(now) {
					if len(ref) == 0 || ref[0].key != k || ref[0].due > now {
						t.Fatalf("seed %d step %d: Expire(%d) = %d, want the first of %v", seed, i, now, k, ref)
					}
					ref = ref[1:]
				}
				if len(ref) > 0 && ref[0].due <= now {
					t.Fatalf("seed %d step %d: Expire(%d) left %v", seed, i, now, ref[0])
				}
			}
			next, ok := d.Next()
			if ok != (len(ref) > 0) || ok && next != ref[0].due || d.Len() != len(ref) {
				t.Fatalf("seed %d step %d: Next = %d, %v, Len %d, want the first of %v", seed, i, next, ok, d.Len(), ref)
			}
			if len(d.heap) > 2*d.Len()+65 {
				t.Fatalf("seed %d step %d: %d heap entries for %d keys", seed, i, len(d.heap), d.Len())
			}
		}
		if d.epoch != 1 {
			t.Errorf("seed %d: the numbers started anew %d times, want once", seed, d.epoch)
		}
	}
}

// "The last moment where the sum does not fit."
func TestDelayOfForeverDoesNotWrap(t *testing.T) {
	d := NewDelay[string](silent, nil)
	d.AddAfter(100, "a", Forever, false)
	if at, ok := d.Next(); at != Forever || !ok {
		t.Errorf("Next = %d, %v, want %d", at, ok, int64(Forever))
	}
	if k, ok := d.Expire(1 << 60); ok {
		t.Errorf("Expire = %q", k)
	}
}

// Each shows what waits with its order, so that a viewer can sort as the heap does.
func TestDelayEachTellsTheOrder(t *testing.T) {
	d := NewDelay[string](silent, nil)
	for _, k := range []string{"a", "b", "c"} {
		d.AddAfter(0, k, 5, false)
	}
	d.AddAfter(0, "b", 3, false)
	var got []string
	d.Each(func(k string, due Time, order int64) { got = append(got, fmt.Sprint(due, order, k)) })
	slices.Sort(got)
	if want := []string{"3 4b", "5 1a", "5 3c"}; !slices.Equal(got, want) {
		t.Errorf("Each gives %q, want %q", got, want)
	}
}
