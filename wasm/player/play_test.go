package player

import (
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

// Step does not skip minutes unasked: it says first what it waits for, and what to do instead.
func TestStepTellsBeforeItSkipsMinutes(t *testing.T) {
	for _, c := range []struct{ commands, want string }{
		{"", "**Nothing is due soon, and nobody acts unasked.** Give a command. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a", "**a waits, and no worker takes it by itself:** W1 Get takes it. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; W1 Get", "**W1 has a, and ends the pass on your command:** Done, or fails. Step again skips 7m38s, until the watch reaches its timeout."},
		{"Add a; partition", "**The connection to the API server is cut, so nothing arrives:** reconnect. Step again skips 7m38s, until the watch reaches its timeout."},
	} {
		p := playPage(t, "en", "", c.commands)
		last := p.Head.Line.Last()
		if p.act() || p.Head.Line.Last() != last || p.Head.World.Now() != 0 {
			t.Errorf("after %q Step goes on to %v, want it to wait for a second press", c.commands, time.Duration(p.Head.World.Now()))
		}
		if got := (play{story{bare{p}}}).line(); got != c.want {
			t.Errorf("after %q Step says %q, want %q", c.commands, got, c.want)
		}
		if heard := p.Heard(); !strings.HasSuffix(heard, plain(c.want)) {
			t.Errorf("after %q is heard %q, want %q", c.commands, heard, c.want)
		}
		if !p.act() || p.Head.World.Now() < int64(5*time.Minute) {
			t.Errorf("after %q a second Step stays at %v", c.commands, time.Duration(p.Head.World.Now()))
		}
		if got := p.Head.Line.Step(p.Head.Line.Last()).Label; got != "reflector closed" {
			t.Errorf("after %q the second Step is %q", c.commands, got)
		}
	}
}

// What was called for is waited for however long it takes.
func TestStepGoesToTheNextTimer(t *testing.T) {
	for _, c := range []struct {
		commands, step string
		at             time.Duration
	}{
		{"Add a; AddAfter b 3m", "delay fire", 3 * time.Minute},
		{"AddRateLimited b", "delay fire", 5 * time.Millisecond},
		{"auto on; set duration 2m; Add a; step; step; step", "W1 ok|fail", 2 * time.Minute},
		{"create p1", "reflector read", 0},
	} {
		p := playPage(t, "en", "", c.commands)
		if !p.act() {
			t.Errorf("after %q Step says %q, want %s", c.commands, p.Tell(p.Tools.Rest), c.step)
			continue
		}
		n := p.Head.Line.Last()
		if got := p.Head.Line.Step(n); got.Label != c.step || got.At != int64(c.at) {
			t.Errorf("after %q Step is %q at %v, want %q at %v", c.commands, got.Label, time.Duration(got.At), c.step, c.at)
		}
		p.Head.Seek(n)
		if line := (play{story{bare{p}}}).line(); c.at > 0 && !strings.HasPrefix(line, "After "+waits(c.at)+": ") {
			t.Errorf("the headline of %q does not say that time passed: %q", c.step, line)
		}
	}
}

// A link brings every future back as it was: where each left which other, and the one shown.
func TestALinkKeepsFuturesOfFutures(t *testing.T) {
	p := playPage(t, "en", "", "Add a; Add b; W1 Get; Add c")
	s := p.Head.Session
	do := func(at int, command string) {
		t.Helper()
		l, err := sim.ParseLine(command)
		if err == nil {
			_, err = s.Do(at, l)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	do(3, "W1 Done a") // what if 1
	do(4, "W2 Get")
	do(5, "step") // time passes
	do(4, "Add a")
	do(5, "W2 Get") // what if 2, in what if 1
	s.Show(0)
	do(2, "ShutDown") // what if 3
	for show := range 4 {
		s.Show(show)
		link := p.futures()
		q := playPage(t, "en", "", "Add a; Add b; W1 Get; Add c")
		if q.takeFutures(link, false); q.Notice() != "" {
			t.Fatalf("the link %q: %s", link, q.Notice())
		}
		got := q.Head.Session
		if len(got.Branches()) != 4 || got.Shown() != show {
			t.Fatalf("the link %q has %d futures and shows %d, want 4 and %d", link, len(got.Branches()), got.Shown(), show)
		}
		for i, want := range s.Branches() {
			b := got.Branches()[i]
			if b.Parent != want.Parent || b.Step != want.Step || b.Name != want.Name || b.Last() != want.Last() || b.World.Now() != want.World.Now() {
				t.Errorf("future %d of %q leaves %d at %d, has %d steps to %d ns; want %d at %d, %d to %d", i, link, b.Parent, b.Step, b.Last(), b.World.Now(), want.Parent, want.Step, want.Last(), want.World.Now())
			}
			if a, b := inline(b.Commands(0, b.Last())), inline(want.Commands(0, want.Last())); a != b {
				t.Errorf("future %d of %q is %q, want %q", i, link, a, b)
			}
		}
		if again := q.futures(); again != link {
			t.Errorf("the link %q prints as %q", link, again)
		}
	}
}

func TestABadFutureOfALinkIsNamed(t *testing.T) {
	for link, want := range map[string]string{
		"9:Add c":            `The link leaves “original” at step "9"; it has steps 0 to 2.`,
		"x:Add c":            `The link leaves “original” at step "x"; it has steps 0 to 2.`,
		"1:Add c\n2.1:Add d": `The link leaves what-if "2"; before it there are 0 (the original) to 1.`,
		"1:Add c\n1.7:Add d": `The link leaves “what if 1” at step "7"; it has steps 0 to 2.`,
		"1:Fly":              `unknown verb "Fly"`,
	} {
		p := playPage(t, "en", "", "Add a; Add b")
		if p.takeFutures(link, false); !strings.Contains(p.Notice(), want) {
			t.Errorf("the link %q says %q, want %q", link, p.Notice(), want)
		}
	}
}

// A button says a wait as people do: without seconds or minutes that are none.
func TestAWaitHasNoEmptyUnits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		10 * time.Millisecond: "10ms", 9600 * time.Millisecond: "9.6s", 40 * time.Second: "40s", 2 * time.Minute: "2m",
		10 * time.Minute: "10m", 1000 * time.Second: "16m40s", time.Hour: "1h", 90 * time.Minute: "1h30m", 70 * time.Minute: "1h10m", 30*time.Minute + 20*time.Second: "30m20s",
	} {
		if got := waits(d); got != want {
			t.Errorf("waits(%d ns) = %q, want %q", d, got, want)
		}
	}
}
