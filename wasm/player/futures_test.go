package player

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
)

// Of several futures, what is taken along is the one that is shown: the file that Save writes, the trace, and the link
// end in its state, and the link brings the others, too. What is told of the one that was left is what is seen
// when the reader turns to it. Whatever was pressed before.
func TestWhatIsTakenAlongIsTheFutureThatIsShown(t *testing.T) {
	apart := 0
	for seed := range uint64(24) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		link := []string{"#p=play", "#p=play&s=backoff-ladder&step=4", "#p=play&set=workers:3"}[seed%3]
		p := opened(link)
		ends := map[string]bool{}
		for range 24 {
			p.Update(noon, anything(rnd, p))
		}
		for i := range p.Head.Session.Branches() {
			p.Update(noon, Branch{i})
			p.Update(noon, End{Last: true})
			where := fmt.Sprintf("seed %d, %s, %s", seed, link, p.BranchName(i))
			want := whole(p.Head.Line.Head())
			ends[want] = true
			same := func(what, got string) {
				t.Helper()
				if got != want {
					t.Errorf("%s: the %s ends with\n%s\nwant\n%s", where, what, got, want)
				}
			}
			script, err := p.Script()
			if err != nil {
				t.Fatal(where, err)
			}
			l, err := scenarios.Parse("mine.iq", script)
			if err != nil {
				t.Fatal(where, err)
			}
			run, err := l.Run(p.Head.Engine)
			if err != nil {
				t.Fatal(where, err)
			}
			same("file", whole(model.Played(run).Head()))
			rec, err := trace.ReadJSON(strings.NewReader(taken(t, p, "trace")))
			if err != nil {
				t.Fatal(where, err)
			}
			same("trace", whole(model.New(rec, rec.Len(), nil).Head()))
			again := opened(strings.TrimPrefix(p.Address(false), p.env.Base))
			same("link", whole(again.Head.Line.Head()))
			if got, want := again.Head.Session.Shown(), i; got != want {
				t.Errorf("%s: the link shows future %d", where, got)
			}
			if s, moment, name, at, ended, ok := p.Other(); ok {
				p.Update(noon, Branch{p.Head.Session.Branch().Parent})
				p.Update(noon, Seek{at})
				if got, want := fmt.Sprint(whole(s), moment, name, ended), fmt.Sprint(whole(p.Head.Whole), p.Head.At(), p.BranchName(p.Head.Session.Shown()), p.Head.Last()); got != want {
					t.Errorf("%s: of the future that was left is told\n%s\nit is\n%s", where, got, want)
				}
			}
		}
		apart += len(ends) - 1
	}
	if apart < 24 {
		t.Errorf("of 24 sessions only %d futures end otherwise: want a future apart in most", apart)
	}
}

// anything is something to press in a playground.
func anything(rnd *rand.Rand, p *Player) Msg {
	key := string(rune('a' + rnd.IntN(3)))
	worker := fmt.Sprintf("W%d", 1+rnd.IntN(2))
	switch n := rnd.IntN(12); n {
	case 0, 1:
		return Seek{rnd.IntN(p.Head.Line.Last() + 1)}
	case 2:
		return Branch{rnd.IntN(len(p.Head.Session.Branches()))}
	case 3:
		return Do{sim.Command{Verb: "AddAfter", Key: key, After: time.Duration(1+rnd.IntN(9)) * time.Second}}
	case 4:
		return Do{sim.Command{Verb: "AddRateLimited", Key: key}}
	case 5, 6:
		return Do{sim.Command{Verb: "Get", Actor: worker}}
	case 7:
		return Do{sim.Command{Verb: "Done", Key: key}}
	case 8:
		return Next{}
	default:
		return Do{sim.Command{Verb: "Add", Key: key}}
	}
}

// whole is all of a state in its notation, and its moment.
func whole(s *state.State) string {
	return s.Line("q", "d", "p", "heap", "rq", "F", "S", "I", "pend", "rv", "synced") + "  t=" + state.Duration(s.At)
}

// taken is the file that something is taken along as.
func taken(t *testing.T, p *Player, what string) string {
	t.Helper()
	for _, e := range p.Update(noon, Take{what}) {
		if d, ok := e.(Download); ok {
			return d.Text
		}
	}
	t.Fatalf("%s: nothing is downloaded: %s", what, p.Tell(p.Share.Said))
	return ""
}
