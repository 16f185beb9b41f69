package machine

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// plain is the queue with priorities as its rules say it: a slice that is searched.
type plain struct {
	entries []plainEntry
	locked  map[string]bool
	turns   int
	shut    bool
}

type plainEntry struct {
	key            string
	priority, turn int
	due            Time // of one that waits
	waits          bool
}

func (p *plain) turn() int { p.turns++; return p.turns }

func (p *plain) add(now Time, key string, priority int, after Dur) {
	if p.shut {
		return
	}
	due, waits := now+after, after > 0
	i := slices.IndexFunc(p.entries, func(e plainEntry) bool { return e.key == key })
	if i < 0 {
		p.entries = append(p.entries, plainEntry{key: key, priority: priority, turn: p.turn(), due: due, waits: waits})
		return
	}
	e := &p.entries[i]
	if priority > e.priority {
		e.priority, e.turn = priority, p.turn()
	}
	if e.waits {
		e.waits, e.due = waits, min(e.due, due)
	}
}

func byTurn(a, b plainEntry) int {
	return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(a.turn, b.turn))
}

func (p *plain) expire(now Time) {
	var due []*plainEntry
	for i := range p.entries {
		if e := &p.entries[i]; e.waits && e.due <= now && !p.shut {
			due = append(due, e)
		}
	}
	slices.SortFunc(due, func(a, b *plainEntry) int { return cmp.Or(cmp.Compare(a.due, b.due), byTurn(*a, *b)) })
	for _, e := range due {
		e.waits, e.turn = false, p.turn()
	}
}

func (p *plain) get() string {
	slices.SortFunc(p.entries, byTurn)
	for i, e := range p.entries {
		if !e.waits && !p.locked[e.key] && !p.shut {
			p.entries = slices.Delete(p.entries, i, i+1)
			p.locked[e.key] = true
			return fmt.Sprint(e.key, ":", e.priority)
		}
	}
	return "-"
}

// look is everything that both know: what is ready in its order, and what waits.
func (p *plain) look() string {
	slices.SortFunc(p.entries, byTurn)
	var ready, waits []string
	for _, e := range p.entries {
		if e.waits {
			waits = append(waits, fmt.Sprintf("%s:%d@%d", e.key, e.priority, e.due))
		} else {
			ready = append(ready, fmt.Sprintf("%s:%d", e.key, e.priority))
		}
	}
	slices.Sort(waits)
	return fmt.Sprint(ready, waits)
}

func look(q *Priority[string]) string {
	var ready, waits []string
	q.Each(func(k string, bits uint8, priority int) {
		if bits&trace.Queued != 0 {
			ready = append(ready, fmt.Sprintf("%s:%d", k, priority))
		}
	})
	for _, w := range q.Waiting() {
		waits = append(waits, fmt.Sprintf("%s:%d@%d", w.Key, w.Priority, w.Due))
	}
	slices.Sort(waits)
	return fmt.Sprint(ready, waits)
}

// Whatever is called, the machine does what its rules say, observed or not, and keeps its promises.
func TestPriorityDoesWhatItsRulesSay(t *testing.T) {
	for seed := range uint64(100) {
		r := Rand(seed)
		rec := trace.New(0)
		check := trace.NewChecker(rec)
		seen, blind := NewPriority[string](rec.AddPart("queue", trace.PriorityKind), nil), &Priority[string]{}
		want := &plain{locked: map[string]bool{}}
		now, keys, spread := Time(0), 1+r.Below(30), 1+r.Below(200)
		for step := range 300 {
			key := fmt.Sprint("k", r.Below(keys))
			did := ""
			switch r.Below(9) {
			case 0, 1, 2:
				priority, after := int(r.Below(spread)-spread/2), Dur(0)
				if r.Below(2) == 0 {
					after = r.Below(20) - 2
				}
				did = fmt.Sprint("add ", key, priority, after)
				a, b := seen.Add(now, key, priority, after), blind.Add(now, key, priority, after)
				if a != b {
					t.Fatalf("seed %d, step %d: %s: observed %+v, else %+v", seed, step, did, a, b)
				}
				want.add(now, key, priority, after)
			case 3, 4, 5:
				k, p, got := seen.TryGet()
				blind.TryGet()
				answer := "-"
				if got == GotKey {
					answer = fmt.Sprint(k, ":", p)
				}
				did = "get " + answer
				if w := want.get(); w != answer {
					t.Fatalf("seed %d, step %d: TryGet() = %s, want %s", seed, step, answer, w)
				}
			case 6, 7:
				did = "done " + key
				seen.Done(key)
				blind.Done(key)
				delete(want.locked, key)
			default:
				now += r.Below(8)
				did = fmt.Sprint("at ", now)
				for _, q := range []*Priority[string]{seen, blind} {
					for _, _, ok := q.Expire(now); ok; _, _, ok = q.Expire(now) {
					}
				}
				want.expire(now)
			}
			for _, q := range []*Priority[string]{seen, blind} {
				if got, want := look(q), want.look(); got != want {
					t.Fatalf("seed %d, step %d: after %s it is %s, want %s", seed, step, did, got, want)
				}
			}
			for _, v := range check.Follow() {
				t.Fatalf("seed %d, step %d: after %s: broken: %s", seed, step, did, v.Promise)
			}
		}
	}
}

// What has left leaves nothing behind: no key, no lane for each of many priorities, no table.
func TestPriorityLetsGoOfWhatHasLeft(t *testing.T) {
	q := &Priority[string]{}
	const n = 100_000
	for i := range n {
		q.Add(0, fmt.Sprint("key", i), i, Dur(i%2))
	}
	for _, _, ok := q.Expire(1); ok; _, _, ok = q.Expire(1) {
	}
	for i := range n {
		k, priority, got := q.TryGet()
		if got != GotKey || priority != n-1-i {
			t.Fatalf("TryGet() number %d = %s, %d, %v", i, k, priority, got)
		}
		q.Done(k)
	}
	if len(q.lanes.of) > keptLanes+1 || q.waiting != nil || q.ready != 0 || q.keys.live != 0 {
		t.Errorf("%d lanes, %d keys, %d places for waiting and %d ready entries are left", len(q.lanes.of), q.keys.live, cap(q.waiting), q.ready)
	}
	for i := range n { // nobody takes anything, and one key rises for ever
		q.Add(0, "a", i, 0)
	}
	if len(q.lanes.tops) > 2*keptLanes || len(q.lanes.of) > 2*keptLanes {
		t.Errorf("%d lanes on the heap and %d in all, want the one that is used and %d", len(q.lanes.tops), len(q.lanes.of), keptLanes)
	}
}

// Steady work allocates nothing.
func TestPriorityAllocatesNothingInSteadyWork(t *testing.T) {
	q := &Priority[string]{}
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprint("key", i)
	}
	now := Time(0)
	work := func() {
		now++
		for i, k := range keys {
			q.Add(now, k, i%3, Dur(i%2))
		}
		for _, _, ok := q.Expire(now + 1); ok; _, _, ok = q.Expire(now + 1) {
		}
		for k, _, got := q.TryGet(); got == GotKey; k, _, got = q.TryGet() {
			q.Add(now, k, 0, 0)
			q.Done(k)
			k, _, _ = q.TryGet()
			q.Done(k)
		}
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Errorf("%v allocations in a round of steady work, want 0", n)
	}
}

// The clock's end is no way to wait less.
func TestPriorityWaitsForeverAtMost(t *testing.T) {
	q := &Priority[string]{}
	q.Add(Time(time.Hour), "a", 0, Forever)
	if at, ok := q.Next(); !ok || at != Forever {
		t.Errorf("Next() = %d, %t, want the end of time", at, ok)
	}
	q.Add(0, "b", -1<<63, 0)
	q.Add(0, "c", 1<<63-1, 0)
	for _, want := range []string{"c", "b"} {
		if k, _, _ := q.TryGet(); k != want {
			t.Errorf("TryGet() = %s, want %s", k, want)
		}
	}
}

// Of a wish and of what the limiter says the shorter counts; 0 is no wish.
func TestPriorityWaitsForTheShorter(t *testing.T) {
	q := &Priority[string]{}
	for _, c := range []struct {
		after   Dur
		limited bool
		limit   Dur
		want    Dur
	}{{0, false, 9, 0}, {5, false, 9, 5}, {0, true, 9, 9}, {5, true, 9, 5}, {9, true, 5, 5}, {5, true, 0, 0}, {-1, true, 5, -1}} {
		if got := q.Wait(c.after, c.limited, c.limit); got != c.want {
			t.Errorf("Wait(%d, %t, %d) = %d, want %d", c.after, c.limited, c.limit, got, c.want)
		}
	}
}

// A second ShutDown panics, and says why.
func TestPriorityShutsDownOnce(t *testing.T) {
	q := &Priority[string]{}
	q.Add(0, "a", 0, 0)
	q.Add(0, "b", 0, 5)
	if wake := q.ShutDown(); wake != WakeGetters {
		t.Errorf("ShutDown() = %v, want all getters awake", wake)
	}
	if _, _, got := q.TryGet(); got != GotShutDown || q.Len() != 1 {
		t.Errorf("after ShutDown: %v with %d ready, want it over, and a left", got, q.Len())
	}
	if _, ok := q.Next(); ok {
		t.Error("after ShutDown something is still to come")
	}
	if _, _, ok := q.Expire(9); ok {
		t.Error("after ShutDown a wait ends")
	}
	if q.Add(0, "c", 0, 0); q.Len() != 1 {
		t.Error("after ShutDown something is added")
	}
	defer func() {
		if recover() == nil {
			t.Error("a second ShutDown does not panic")
		}
	}()
	q.ShutDown()
}
