package page

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/tell"
)

// What the page says of a key in two futures is what it says of it in each of them alone, at the step that is
// shown there and by its own clock.
func TestOfTwoFuturesEachIsToldByItsOwnClock(t *testing.T) {
	now := time.Date(2026, 11, 28, 11, 0, 0, 0, time.UTC)
	waits := 0
	for seed := range uint64(16) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		p := shownAt(1400, "#p=play")
		for range 20 {
			key := string(rune('a' + rnd.IntN(3)))
			m := player.Msg(player.Do{Command: sim.Command{Verb: "AddAfter", Key: key, After: time.Duration(3+rnd.IntN(40)) * time.Second}})
			switch rnd.IntN(6) {
			case 0:
				m = player.Do{Command: sim.Command{Verb: "Add", Key: key}}
			case 1:
				m = player.Seek{N: rnd.IntN(p.Head.Line.Last() + 1)}
			case 2:
				m = player.Branch{I: rnd.IntN(len(p.Head.Session.Branches()))}
			case 3:
				m = player.Next{}
			}
			p.Update(now, m)
		}
		for i := range p.Head.Session.Branches() {
			p.Update(now, player.Branch{I: i})
			for n := range p.Head.Line.Last() + 1 {
				p.Update(now, player.Branch{I: i})
				p.Update(now, player.Seek{N: n})
				all, here := p.differs(), places(p)
				_, _, _, at, _, ok := p.Other()
				if !ok {
					continue
				}
				p.Update(now, player.Branch{I: p.Head.Session.Branch().Parent})
				p.Update(now, player.Seek{N: at})
				there := places(p)
				for _, d := range all {
					if !is(p, here, d.Key, d.Here) || !is(p, there, d.Key, d.There) {
						t.Fatalf("seed %d, future %d, step %d: %s is said to be %q here and %q there; alone it is %q and %q", seed, i, n, d.Key, d.Here, d.There, here[d.Key], there[d.Key])
					}
					if len(p.Head.Whole.Heap) > 0 {
						waits++
					}
				}
			}
		}
	}
	if waits < 50 {
		t.Errorf("%d differences where something waits, want 50", waits)
	}
}

// places is what the page says of each key in the future that is shown, beside one in which there is nothing.
func places(p *Page) map[string][]string {
	all := map[string][]string{}
	for _, d := range tell.Differences(p.Head.Whole, state.New(p.Head.Whole.Recorder()), p.Moment(), 0, p.T) {
		all[d.Key] = append(all[d.Key], d.Here)
	}
	return all
}

// is reports whether a key is in a place; one that is not known is nowhere.
func is(p *Page, all map[string][]string, key, place string) bool {
	return slices.Contains(all[key], place) || place == p.T("place.unknown") && len(all[key]) == 0 || place == p.T("place.nowhere")
}
