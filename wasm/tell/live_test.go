package tell

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/text"
)

// The live region says what is in the way once it has lasted, that it works again, and else how
// things stand, at most every ten seconds; frozen it says the step that was gone to.
func TestLiveIsToldSparingly(t *testing.T) {
	session := playground(t, "atomic")
	head := func() *state.State { return session.Branch().Line.Head() }
	live := Live{Ready: true, Workers: 2, Resource: "pods", Name: "pods"}
	var voice Voice
	en := to("en")
	frozen := -1
	heard := func() string {
		if frozen >= 0 {
			return en.Frozen(at(session.Branch().Line, frozen))
		}
		return en.Tell(voice.Said())
	}
	begin := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	var said []string
	clock := 0.0
	hear := func(until float64) { // a tick each 150 ms
		for ; clock < until; clock += .15 {
			live.State = head()
			if frozen < 0 {
				voice.Hear(live, begin.Add(time.Duration(clock*1e9)))
			}
			if text := heard(); len(said) == 0 || said[len(said)-1] != text {
				said = append(said, text)
			}
		}
	}
	do := func(verb, actor, key string) {
		t.Helper()
		if _, err := session.Do(session.Branch().Last(), sim.Line{Command: sim.Command{Verb: verb, Actor: actor, Key: key}}); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(why string, want ...string) {
		t.Helper()
		if got := strings.Join(said, " | "); got != strings.Join(want, " | ") {
			t.Errorf("%s was heard %q, want %q", why, got, strings.Join(want, " | "))
		}
		said = said[max(len(said)-1, 0):]
	}
	idle := "pods: 0 objects. Queue 0, in work 0, waiting 0."
	hear(5)
	expect("at first", idle)
	do("Add", "", "a")
	do("Get", "W1", "")
	hear(9.9)
	expect("in ten seconds", idle)
	hear(10.5)
	expect("after ten seconds", idle, "pods: 0 objects. Queue 0, in work 1, waiting 0.")
	do("fail", "W1", "a")
	hear(29)
	busy := said[0]
	expect("in the twenty seconds after that", busy)
	hear(31)
	waits := "pods: 0 objects. Queue 0, in work 0, waiting 1."
	expect("after them", busy, waits)

	live.Down, live.DownAt = Verbatim("Nothing answers."), begin
	hear(31.6)
	live.Down = nil // too short to be news
	hear(33)
	expect("of a hiccup", waits)
	live.Down = Verbatim("Nothing answers.")
	hear(40)
	stale := "Showing what was known at " + TimeOfDay(begin) + ". Nothing answers."
	expect("while it is away", waits, stale)
	live.Down = nil
	hear(42)
	again := "Connected again after 7s. " + waits
	expect("when it is back", stale, again)

	frozen = 1
	hear(60)
	first := "frozen, step 1: a goes to the back of the queue. A pass is owed: it is dirty."
	do("Add", "", "b")
	hear(80)
	expect("frozen", again, first)
	frozen++
	hear(81)
	expect("after a step", first, "frozen, step 2: W1 takes a. It is processing now, and no longer dirty.")
}

// Nothing of the connection is told by the kind of news that takes turns.
func TestNewsThatIsInTheWayHasItsMessage(t *testing.T) {
	for _, key := range apart {
		if to("en").Say(key) == key || to("zh").Say(key) == key {
			t.Errorf("there is no message %q", key)
		}
	}
}

// Each sort of news is told for its own reason, in the order of what is most in the way.
func TestTheNewsIsWhatIsMostInTheWay(t *testing.T) {
	fold := func(commands string) *state.State { return played(t, "atomic", commands).Head() }
	quiet, closed := fold(""), fold("close; step")
	syncing := quiet.Clone()
	syncing.FIFO.Synced = false
	refused := syncing.Clone()
	refused.Refl.Trouble = "pods is forbidden."
	long := fold("Add a; Add b; Add c; Add d; Add e; Add f; Add g")
	at := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		live     Live
		key, say string
	}{
		{Live{Down: Verbatim("Nothing answers.")}, "live.notYet", "**Not connected yet.** Nothing answers."},
		{Live{}, "live.connecting", "**Connecting.** The page asks its server which cluster it serves."},
		{Live{Ready: true}, "live.connecting", "**Connecting.** The page asks its server which cluster it serves."},
		{Live{Ready: true, TooMany: 5001, Most: 5000}, "live.tooMany", "**5001 objects are too many for one picture:** the page takes 5000. Choose a namespace."},
		{Live{Ready: true, State: refused, Resource: "pods"}, "live.refused", "**There is no list of pods yet.** The server says: pods is forbidden. The reflector asks again by itself; or choose another resource or namespace."},
		{Live{Ready: true, State: refused, Resource: "pods", Down: Trouble("UpstreamForbidden", "no")}, "live.noList", "**There is no list of pods yet.** The server's account may not read it: it needs get, list and watch. The reflector asks again by itself; or choose another resource or namespace."},
		{Live{Ready: true, State: refused, Resource: "pods", Down: Trouble("NewTrouble", "the moon is full")}, "live.noList", "**There is no list of pods yet.** The server says: the moon is full. The reflector asks again by itself; or choose another resource or namespace."},
		{Live{Ready: true, State: quiet, Down: Trouble("UpstreamCredentials", ""), DownAt: at}, "live.stale", "**Showing what was known at 10:00:00.** The credentials have expired or are not taken: log in to the cluster again. Nothing has to be restarted."},
		{Live{Ready: true, State: quiet, Down: Verbatim("It is away."), DownAt: at}, "live.stale", "**Showing what was known at 10:00:00.** It is away."},
		{Live{Ready: true, State: syncing}, "live.syncing", "**The first list is on its way.** The reflector is watching."},
		{Live{Ready: true, State: closed}, "live.closed", "**The watch is closed.** The reflector is backing off; the store keeps what it knew."},
		{Live{Ready: true, State: long, Workers: 2, Growing: true}, "live.behind", "**The queue is 7 keys long:** all workers (2) are busy, and more comes than they take."},
		{Live{Ready: true, State: long, Workers: 2}, "live.draining", "**The queue is 7 keys long,** and gets shorter: the workers (2) take one after the other."},
		{Live{Ready: true, State: long, Workers: 3}, "live.queued", "**7 keys are in the queue.** No worker has taken one of them yet."},
		{Live{Ready: true, State: fold("Add a"), Workers: 1}, "live.queued", "**a is in the queue.** No worker has taken it yet."},
		{Live{Ready: true, State: fold("AddAfter a 5s"), Workers: 1, Now: 1e9}, "live.waiting", "**a waits for its time,** 4s more. Nothing else is owed."},
		{Live{Ready: true, State: fold("Add a; W1 Get"), Workers: 2, Now: 1.5e9}, "live.busy", "**W1 has been on a for 1.5s.** What changes meanwhile is owed one more pass."},
		{Live{Ready: true, State: fold("Add a; Add b; W1 Get; +2s W2 Get"), Workers: 2, Now: 3e9}, "live.busy", "**W1 has been on a for 3s.** What changes meanwhile is owed one more pass."},
		{Live{Ready: true, State: fold("Add a; Add b; W2 Get; +2s W1 Get"), Workers: 2, Now: 3e9}, "live.busy", "**W2 has been on a for 3s.** What changes meanwhile is owed one more pass."},
		{Live{Ready: true, State: fold("AddAfter a 5s; AddAfter b 9s"), Workers: 2, Now: 1e9}, "live.waiting", "**2 keys wait for their time.** Next is a, in 4s."},
		{Live{Ready: true, State: quiet, Workers: 2}, "live.idle", "**All caught up.** Nothing is owed and nobody works; the watch is open."},
	} {
		key, news := c.live.News()
		if key != c.key {
			t.Errorf("News of %+v is %s, want %s", c.live, key, c.key)
		}
		// What is in the way is heard as it is read, once it has lasted; all else is a summary.
		var voice Voice
		voice.Hear(Live{Ready: true, State: quiet}, at)
		voice.Hear(c.live, at.Add(time.Minute))
		voice.Hear(c.live, at.Add(time.Minute+lasts))
		s := c.live.State
		wrong := !c.live.Ready || c.live.TooMany > 0 || c.live.Down != nil || s == nil || !s.FIFO.Synced || !s.Refl.Open
		if heard := to("en").Tell(voice.Said()) == text.Plain(c.say); heard != wrong {
			t.Errorf("%s is in the way: %v, and heard is %q", c.key, wrong, to("en").Tell(voice.Said()))
		}
		for _, lang := range []string{"en", "zh"} {
			if said := to(lang).Tell(news); strings.ContainsAny(said, "{}") || said == key {
				t.Errorf("%s in %s: %q", key, lang, said)
			} else if lang == "en" && said != c.say {
				t.Errorf("%s says %q, want %q", key, said, c.say)
			}
		}
	}
}

// However long a session lasts and however often its news turns: who listens hears what is in the way as soon as it has
// lasted, is never left without a summary for longer than a minute, and hears none within ten seconds of another.
func TestLiveIsNeverSilentForLong(t *testing.T) {
	quiet := played(t, "atomic", "").Head()
	long := played(t, "atomic", "Add a; Add b; Add c; Add d; Add e; Add f; Add g").Head()
	all := []Live{{Ready: true, State: quiet}, {Ready: true, State: long}, {Ready: true, State: long, Growing: true}, {Ready: true, State: long, Workers: 9},
		{Ready: true, State: quiet, Down: Verbatim("It is away.")}, {Ready: true, TooMany: 5001}}
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		tick := time.Duration(100+rnd.IntN(900)) * time.Millisecond
		begin := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
		var v Voice
		key, since, well, spoke := "", begin, begin, time.Time{} // the news, since when; since when nothing is in the way; the last summary
		live, until := all[0], begin
		for now := begin; now.Sub(begin) < 40*time.Minute; now = now.Add(tick) {
			if now.After(until) {
				live, until = all[rnd.IntN(len(all))], now.Add(time.Duration(1<<rnd.IntN(12))*500*time.Millisecond)
			}
			is, _ := live.News()
			wrong := slices.Contains(apart, is)
			if is != key {
				key, since = is, now
			}
			if wrong {
				well = now
			}
			before := v.at
			v.Hear(live, now)
			said := v.at != before
			where := fmt.Sprintf("seed %d, after %v of %s, %v in all", seed, now.Sub(since), key, now.Sub(begin))
			switch calm := now.Sub(well); {
			case wrong && now.Sub(since) >= lasts && v.sort != key:
				t.Fatalf("%s: it is not heard: the last was %s", where, v.sort)
			case !wrong && calm > lasts+tick && now.Sub(v.at) > restful:
				t.Fatalf("%s: nothing was heard for %v", where, now.Sub(v.at))
			case !wrong && said && spoke.After(well) && now.Sub(spoke) < everyOf:
				t.Fatalf("%s: a summary %v after another", where, now.Sub(spoke))
			}
			if said {
				spoke = now
			}
		}
	}
}
