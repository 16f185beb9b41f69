package machine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// The table answers as a map does, whatever collides; hashes are made to.
func TestTableIsAMap(t *testing.T) {
	for _, bits := range []uint32{0, 1, 0xf, 0xfff0, ^uint32(0)} {
		var tab table[int, int]
		ref := map[int]int{}
		r := rand.New(rand.NewPCG(uint64(bits), 7))
		for i := range 50_000 {
			k := r.IntN(1 + i/10%700)
			h := uint32(k) * 2654435761 & bits
			at := tab.find(h, k)
			if _, ok := ref[k]; ok != (at != none) {
				t.Fatalf("hash bits %x, step %d: find(%d) = %d, in the map: %v", bits, i, k, at, ok)
			}
			if at == none {
				at, isNew := tab.claim(h, k)
				if !isNew || tab.slots[at].val != 0 {
					t.Fatalf("claim(%d) = %d, new %v, value %d", k, at, isNew, tab.slots[at].val)
				}
				tab.slots[at].val, ref[k] = i+1, i+1
			} else if tab.slots[at].key != k || tab.slots[at].val != ref[k] {
				t.Fatalf("slot of %d holds %d: %d, want %d", k, tab.slots[at].key, tab.slots[at].val, ref[k])
			} else if again, isNew := tab.claim(h, k); isNew || again != at {
				t.Fatalf("claim(%d) = %d, new %v, want %d", k, again, isNew, at)
			} else if r.IntN(3) > 0 {
				tab.remove(at)
				delete(ref, k)
			}
			if tab.live != len(ref) {
				t.Fatalf("%d live, want %d", tab.live, len(ref))
			}
		}
	}
}

// A key that comes into an empty table is not hashed until a second comes; nothing of that
// can be seen.
func TestTableOfFewKeysIsAMap(t *testing.T) {
	var tab table[string, int]
	ref := map[string]int{}
	r := rand.New(rand.NewPCG(5, 6))
	sole := 0
	for i := range 50_000 {
		k := string(rune('a' + r.IntN(1+i/100%3)))
		at := tab.findKey(k)
		if _, ok := ref[k]; ok != (at != none) {
			t.Fatalf("step %d: findKey(%q) = %d, in the map: %v", i, k, at, ok)
		}
		switch {
		case at == none:
			at, isNew := tab.claimKey(k)
			if !isNew || tab.slots[at].val != 0 {
				t.Fatalf("claimKey(%q) = %d, new %v, value %d", k, at, isNew, tab.slots[at].val)
			}
			tab.slots[at].val, ref[k] = i+1, i+1
		case tab.slots[at].key != k || tab.slots[at].val != ref[k]:
			t.Fatalf("slot of %q holds %q: %d, want %d", k, tab.slots[at].key, tab.slots[at].val, ref[k])
		case r.IntN(2) == 0:
			tab.remove(at)
			delete(ref, k)
		}
		if tab.sole != 0 {
			sole++
		}
	}
	if sole < 500 {
		t.Errorf("the table held one key without a hash in %d of 50000 steps", sole)
	}
}

// A key may stand in the line many times, and others with it; the table grows meanwhile.
func TestManyPlacesOfOneKey(t *testing.T) {
	var q Queue[int]
	const places = 1000
	q.Add(0)
	for range places {
		q.Done(0)
		q.Add(q.Len())
	}
	counts := map[int]int{}
	seen := 0
	q.Each(func(int, uint8) { seen++ })
	for k, got := q.TryGet(); got == GotKey; k, got = q.TryGet() {
		counts[k]++
	}
	if counts[0] != places+1 || len(counts) != places+1 || seen != 2*places+1 {
		t.Errorf("key 0 came %d times, %d keys in %d places; want %d, %d, %d", counts[0], len(counts), seen, places+1, places+1, 2*places+1)
	}
	for k := range counts {
		q.Done(k)
	}
	if q.keys.live != 0 || len(q.line.more) != 0 {
		t.Errorf("%d slots and %d keys with more than one place are left", q.keys.live, len(q.line.more))
	}
}

// "Bursts that come again find their memory, and one that does not is forgotten."
func TestBurstIsForgottenWhenItDoesNotComeAgain(t *testing.T) {
	q, d := NewQueue[int](silent, nil), NewDelay[int](silent, nil)
	burst := func(n int) {
		for i := range n {
			d.AddAfter(0, i, 2, false)
			d.AddAfter(0, i, 1, false) // leaves a stale heap entry
		}
		for k, ok := d.Expire(1); ok; k, ok = d.Expire(1) {
			q.Add(k)
		}
		for k, got := q.TryGet(); got == GotKey; k, got = q.TryGet() {
			q.Done(k)
		}
		if at, ok := d.Next(); ok || d.Len() != 0 || q.Len() != 0 {
			t.Fatalf("after a burst of %d: next at %d, %d on the heap, %d in the line", n, at, d.Len(), q.Len())
		}
	}
	const n = 100_000
	burst(n)
	burst(n)
	if cap(q.keys.slots) < n || cap(d.keys.slots) < n || cap(d.heap) < n {
		t.Errorf("after two bursts %d, %d slots and %d heap entries are kept, want at least %d", cap(q.keys.slots), cap(d.keys.slots), cap(d.heap), n)
	}
	burst(10)
	if cap(q.keys.slots) > 1000 || len(q.keys.cells) > 1000 || cap(d.keys.slots) > 1000 || cap(d.heap) > 1000 {
		t.Errorf("after a small burst %d, %d slots, %d cells and %d heap entries are kept", cap(q.keys.slots), cap(d.keys.slots), len(q.keys.cells), cap(d.heap))
	}
}

// "A key that is NaN … is never merged and never done."
func TestNaNIsNeverDone(t *testing.T) {
	q, nan := NewQueue[float64](silent, nil), math.NaN()
	q.Add(nan)
	q.Add(nan)
	if q.Len() != 2 {
		t.Errorf("Len after two Adds of NaN = %d, want 2", q.Len())
	}
	q.TryGet()
	q.ShutDown(true)
	if q.Done(nan); !q.MustDrain() {
		t.Error("Done(NaN) ended the processing of a NaN")
	}
}

// "Done of a key the queue does not know has no effect", also of the zero key just freed.
func TestDoneOfUnknownKey(t *testing.T) {
	var q Queue[string] // the zero Queue works
	q.Done("")
	q.Add("a")
	q.TryGet()
	q.Done("a")
	q.Done("")
	q.Done("a")
	if q.Len() != 0 || q.keys.live != 0 {
		t.Errorf("%d in the line, %d known, want none", q.Len(), q.keys.live)
	}
}

type named struct{ name string }

func (n *named) String() string { return n.name }

// "Two pointers to equal objects are two keys"; equal text is one key.
func TestKeyersTellKeysApart(t *testing.T) {
	rec := trace.New(0)
	byDefault := KeyDefault[*named]()
	a, b := &named{"x"}, &named{"x"}
	if ia, ib := byDefault(rec, a), byDefault(rec, b); ia == ib || rec.Text(ia) != "x" || ia != byDefault(rec, a) {
		t.Errorf("ids %d and %d (%q) of two pointers", ia, ib, rec.Text(ia))
	}
	type text string
	if KeyDefault[text]()(rec, "k") != rec.Intern("k") {
		t.Error("a string key has an id that is not its text's")
	}
	byText := KeyText((*named).String)
	if byText(rec, a) != byText(rec, b) {
		t.Error("KeyText gives equal texts two ids")
	}
}

// "With no observer no key is ever formatted, and steady work allocates nothing."
func TestSilentWorkAllocatesNothing(t *testing.T) {
	never := func(*trace.Recorder, string) trace.ID { t.Fatal("a key was formatted"); return 0 }
	q, d, l := NewQueue(silent, never), NewDelay(silent, never), NewExponential(1, 8, silent, never)
	var now Time
	work := func() {
		for _, k := range []string{"a", "b", "c", "a"} {
			now++
			d.AddAfter(now, k, l.When(now, k), false)
			d.AddAfter(now, k, 1, false)
		}
		now += 100
		for k, ok := d.Expire(now); ok; k, ok = d.Expire(now) {
			q.Add(k)
		}
		for k, got := q.TryGet(); got == GotKey; k, got = q.TryGet() {
			q.Done(k)
			l.Forget(k)
		}
	}
	work()
	if n := testing.AllocsPerRun(200, work); n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}
