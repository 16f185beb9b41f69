package machine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
)

// A handler that was removed finishes what it has in hand and gets nothing more.
func TestRemovedHandlerFinishesWhatItHasInHand(t *testing.T) {
	l := NewListener(trace.Tap{}, itemMeta())
	for _, name := range []string{"p1", "p2"} {
		l.Push(Note[*item]{Kind: NoteAdd, Key: name, New: &item{name: name}})
	}
	if n, ok := l.Take(); !ok || n.Key != "p1" {
		t.Fatalf("Take() = %v, %t, want p1", n.Key, ok)
	}
	l.Close()
	if l.Push(Note[*item]{Kind: NoteAdd, Key: "p3"}) {
		t.Error("Push into a closed mailbox asks to wake the handler")
	}
	if synced, pause := l.Finish(false); synced || pause != 0 {
		t.Errorf("Finish() = %t, %d, want false, 0", synced, pause)
	}
	if n, ok := l.Take(); ok {
		t.Errorf("Take() after Close = %q, want nothing", n.Key)
	}
}

// Push asks to wake the handler only when it waits for mail.
func TestPushWakesAnIdleHandlerOnce(t *testing.T) {
	l := NewListener(trace.Tap{}, itemMeta())
	note := Note[*item]{Kind: NoteAdd, Key: "p1", New: &item{name: "p1"}}
	if !l.Push(note) {
		t.Error("first Push into an idle mailbox does not wake")
	}
	if l.Push(note) {
		t.Error("second Push wakes again")
	}
	l.Take()
	if l.Push(note) {
		t.Error("Push while the handler is busy wakes it")
	}
	if got := l.Pending(); got != 1 {
		t.Errorf("Pending() with one in hand and two waiting = %d, want 1", got)
	}
}

// S08: an object changed in place does not tear the indices.
func TestObjectChangedInPlaceLeavesItsOldPosting(t *testing.T) {
	x := NewIndex(trace.Tap{}, itemMeta())
	if err := x.AddIndex("node", func(o *item) ([]string, error) { return []string{o.node}, nil }); err != nil {
		t.Fatal(err)
	}
	o := &item{name: "p1", rv: "1", node: "n1"}
	mustPut(t, x, o)
	o.node = "n2"
	mustPut(t, x, o)
	if got := x.IndexValues("node"); !slices.Equal(got, []string{"n2"}) {
		t.Errorf("IndexValues after a change in place = %v, want [n2]", got)
	}
	x.Delete("p1")
	if got := x.IndexValues("node"); len(got) != 0 {
		t.Errorf("IndexValues after Delete = %v, want none", got)
	}
}

func mustPut(t *testing.T, x *Index[*item], o *item) {
	t.Helper()
	if _, _, err := x.Put(o.name, o); err != nil {
		t.Fatal(err)
	}
}

// Values computed before an index was added are completed when they are put.
func TestPutValuesCompletesValuesOfIndicesAddedMeanwhile(t *testing.T) {
	x := NewIndex(trace.Tap{}, itemMeta())
	o := &item{name: "p1", node: "n1"}
	v, err := x.Values("p1", o)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.AddIndex("node", func(o *item) ([]string, error) { return []string{o.node}, nil }); err != nil {
		t.Fatal(err)
	}
	x.PutValues("p1", o, v)
	if got, _ := x.IndexKeys("node", "n1"); !slices.Equal(got, []string{"p1"}) {
		t.Errorf("IndexKeys(node, n1) = %v, want [p1]", got)
	}
}

// Lists come in the order in which keys joined, whatever left in between.
func TestListsKeepTheOrderOfArrival(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := NewIndex(trace.Tap{}, itemMeta())
	if err := x.AddIndex("node", func(o *item) ([]string, error) { return []string{o.node}, nil }); err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 20000 {
		name := fmt.Sprintf("p%d", r.IntN(300))
		if r.IntN(2) == 0 {
			x.Delete(name)
			want = slices.DeleteFunc(want, func(k string) bool { return k == name })
		} else {
			if !slices.Contains(want, name) {
				want = append(want, name)
			}
			mustPut(t, x, &item{name: name, node: "n1"})
		}
		if i%500 != 0 {
			continue
		}
		if got := x.Keys(); !slices.Equal(got, want) {
			t.Fatalf("after %d writes Keys() = %v, want %v", i+1, got, want)
		}
		list, _ := x.ByIndex("node", "n1")
		for n, o := range list {
			if o.name != want[n] {
				t.Fatalf("after %d writes ByIndex()[%d] = %s, want %s", i+1, n, o.name, want[n])
			}
		}
	}
}

// A tape is a line: what goes in first comes out first, across growing and shrinking.
func TestTapeIsFirstInFirstOut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var l tape[int]
	in, out := 0, 0
	for round := range 60 {
		for range r.IntN(5000) {
			l.push(in)
			in++
		}
		n := r.IntN(l.len() + 1)
		if round%7 == 0 {
			n = l.len()
		}
		var taken []int
		if round%2 == 0 {
			taken = l.take(n, taken)
		} else {
			for range n {
				taken = append(taken, l.pop())
			}
		}
		for _, got := range taken {
			if got != out {
				t.Fatalf("round %d took %d, want %d", round, got, out)
			}
			out++
		}
		if l.len() != in-out {
			t.Fatalf("len() = %d, want %d", l.len(), in-out)
		}
	}
	for l.len() > 0 {
		l.pop()
	}
	for _, v := range l.ring {
		if v != 0 {
			t.Fatalf("a slot that was left holds %d", v)
		}
	}
}

// A series of bursts is served by one ring, which goes when none comes any more.
func TestTapeKeepsItsRingForTheNextBurst(t *testing.T) {
	var l tape[int]
	burst := func(n int) {
		for i := range n {
			l.push(i)
		}
		for range n {
			l.pop()
		}
	}
	const most = 8 * bigTape
	burst(most)
	for range 100 {
		for range 5 { // somebody is quick
			burst(1)
		}
		if burst(most); len(l.ring) != most {
			t.Fatalf("a ring of %d was made anew, with %d slots", most, len(l.ring))
		}
	}
	burst(100 * most)
	for range 100 {
		burst(1)
	}
	if len(l.ring) > bigTape {
		t.Errorf("100 changes after a burst the tape keeps a ring of %d, want at most %d", len(l.ring), bigTape)
	}
}

// Steady work on silent machines allocates nothing but what the store keeps.
func TestSteadyWorkAllocatesLittle(t *testing.T) {
	m := itemMeta()
	o := &item{name: "p1", rv: "1", node: "n1"}
	store := NewIndex(trace.Tap{}, m)
	node := []string{"n1"}
	if err := store.AddIndex("node", func(*item) ([]string, error) { return node, nil }); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]FIFO[*item]{
		"DeltaFIFO": NewDeltaFIFO(FIFOConfig[*item]{Meta: m, Known: store}),
		"RealFIFO":  NewRealFIFO(FIFOConfig[*item]{Meta: m, Atomic: true}),
	} {
		i := NewInformer(m, store, 0)
		id, _, _ := i.AddHandler(0, 0)
		l := NewListener(trace.Tap{}, m)
		got := testing.AllocsPerRun(1000, func() {
			_ = f.Push(Updated, o)
			b, _ := f.Begin()
			i.Begin(b)
			notes, _, _ := i.Next()
			for n := range notes {
				if slices.Contains(i.Targets(&notes[n]), id) {
					l.Push(notes[n])
				}
			}
			f.End()
			l.Take()
			l.Finish(false)
		})
		if got > 0 {
			t.Errorf("%s: an update on its way to a handler allocates %v times, want 0", name, got)
		}
	}
}

// Pushing all notes to all of the audience is pushing each to its targets.
func TestAudienceHearsWhatTargetsName(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	i := NewInformer(itemMeta(), NewIndex(trace.Tap{}, itemMeta()), 4*MinResync)
	var one, all []*Listener[*item]
	for n := range 5 {
		i.AddHandler(0, Dur(n)*4*MinResync)
		one, all = append(one, NewListener(trace.Tap{}, itemMeta())), append(all, NewListener(trace.Tap{}, itemMeta()))
	}
	for tick := range 20 {
		notes := make([]Note[*item], 1+r.IntN(6))
		for n := range notes {
			notes[n] = Note[*item]{Kind: NoteUpdate, Key: fmt.Sprint(tick, n), Sync: r.IntN(2) == 0}
			for _, id := range i.Targets(&notes[n]) {
				one[id-1].Push(notes[n])
			}
		}
		p := NewPost(slices.Clone(notes))
		i.Audience(func(n int, syncing bool) { all[n].PushAll(p, syncing) })
		i.ResyncTick(Time(tick) * 4 * MinResync)
	}
	for n := range one {
		if one[n].Len() == 0 || one[n].Len() != all[n].Len() {
			t.Fatalf("handler %d: %d notes by Targets, %d by Audience, want the same and more than 0", n, one[n].Len(), all[n].Len())
		}
		for a, ok := one[n].Take(); ok; a, ok = one[n].Take() {
			if b, _ := all[n].Take(); a != b {
				t.Fatalf("handler %d hears %+v by Targets, %+v by Audience", n, a, b)
			}
			one[n].Finish(false)
			all[n].Finish(false)
		}
	}
}

// A batch that an index function has left by a panic is abandoned, and the next one begins.
func TestBatchLeftByAPanicCanBeAbandoned(t *testing.T) {
	x := NewIndex(trace.Tap{}, itemMeta())
	angry := true
	if err := x.AddIndex("node", func(o *item) ([]string, error) {
		if angry {
			panic("no")
		}
		return []string{o.node}, nil
	}); err != nil {
		t.Fatal(err)
	}
	i := NewInformer(itemMeta(), x, 0)
	next := func(name string) (notes []Note[*item], left any) {
		defer func() { left = recover() }()
		i.Begin(Batch[*item]{Deltas: []Delta[*item]{{Type: Added, Key: name, Obj: &item{name: name, node: "n1"}}}})
		notes, _, _ = i.Next()
		return notes, nil
	}
	if _, left := next("p1"); left != "no" || !i.Busy() {
		t.Fatalf("Next panics with %v, busy %t, want no, true", left, i.Busy())
	}
	i.Abandon()
	angry = false
	if notes, left := next("p2"); left != nil || len(notes) != 1 || notes[0].Key != "p2" || x.Len() != 1 {
		t.Errorf("after Abandon: notes %v, panic %v, %d stored, want p2 alone", notes, left, x.Len())
	}
}

// A handler that takes many at once hears the same as one that takes one by one, whatever
// was pushed how, panics included.
func TestTakingManyIsTakingOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	one, many := NewListener(trace.Tap{}, itemMeta()), NewListener(trace.Tap{}, itemMeta())
	var heardOne, heardMany []string
	note := func() Note[*item] {
		n := Note[*item]{Kind: NoteKind(1 + r.IntN(3)), Key: fmt.Sprint(len(heardOne), r.IntN(1000))}
		n.Sync = n.Kind == NoteUpdate && r.IntN(2) == 0
		n.Initial = n.Kind == NoteAdd && r.IntN(2) == 0
		return n
	}
	largest := 0
	for range 3000 {
		switch r.IntN(3) {
		case 0:
			n := note()
			one.Push(n)
			many.Push(n)
		case 1:
			notes := make([]Note[*item], r.IntN(20))
			for i := range notes {
				notes[i] = note()
			}
			syncing := r.IntN(2) == 0
			one.PushAll(NewPost(notes), syncing)
			many.PushAll(NewPost(notes), syncing)
		case 2:
			h, ok := many.TakeMany()
			if !ok {
				continue
			}
			stop, took := 1+r.IntN(30), 0
			for ; took < stop; took++ {
				n, ok := h.Next()
				if !ok {
					break
				}
				heardMany = append(heardMany, n.Key)
			}
			largest = max(largest, took)
			panicked := took == stop && r.IntN(4) == 0
			many.FinishMany(h, panicked)
			for i := range took {
				n, _ := one.Take()
				heardOne = append(heardOne, n.Key)
				one.Finish(panicked && i == took-1)
			}
		}
		if one.Len() != many.Len() || one.Outstanding() != many.Outstanding() {
			t.Fatalf("waiting %d, outstanding %d one by one; %d, %d with many", one.Len(), one.Outstanding(), many.Len(), many.Outstanding())
		}
	}
	if !slices.Equal(heardOne, heardMany) || len(heardOne) < 1000 || largest < 5 {
		t.Errorf("heard %d notes one by one and %d with up to %d, want the same, more than 1000 and 5", len(heardOne), len(heardMany), largest)
	}
}
