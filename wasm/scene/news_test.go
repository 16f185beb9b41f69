package scene_test

import (
	"math/rand/v2"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
)

// News of an object goes from place to place, so nobody on the way has a version that has not reached the place
// before him: in random sessions the picture of who has which says so at every step.
func TestNobodyHasAVersionThatHasNotReachedHim(t *testing.T) {
	said := func(key string, args ...string) string { return key }
	places := []string{"slope.server", "slope.reflector", "slope.fifo", "slope.store", "slope.handler", "slope.worker"}
	behind := map[string]int{} // places with an old version
	for i := range 24 {
		dice := rand.New(rand.NewPCG(7, uint64(i)))
		w, err := sim.New(sim.Config{Engine: sim.Engines()[i%len(sim.Engines())], Cluster: true, Handlers: []string{"h1"}, Workers: []string{"W1", "W2"},
			Start: []string{"list", "stream"}[i/len(sim.Engines())%2]})
		if err != nil {
			t.Fatal(err)
		}
		s, shown := state.New(w.Recorder()), uint64(0)
		written := map[trace.ID]int64{} // at the API server
		for n := range 160 {
			text := "start"
			if n > 0 {
				text = sessionVerbs[dice.IntN(len(sessionVerbs))]
			}
			if text == "ShutDown" || text == "restart" || text == "W3 panic" {
				continue
			}
			l, err := sim.ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			if w.Do(l.Command) != nil {
				continue
			}
			for _, e := range w.Recorder().Since(shown + 1) {
				s.Apply(e)
				shown = e.Seq
				switch e.Op {
				case trace.ServerPut, trace.ServerDel:
					written[e.Key] = e.RV()
				}
			}
			for key := range written {
				all := map[string]scene.Holder{}
				for _, h := range scene.Holders(s, key, said) {
					all[h.Name] = h
				}
				if h := all["slope.server"]; h.RV != written[key] {
					t.Fatalf("session %d, step %d, %s: the API server has %s@%d, it wrote @%d", i, n, text, s.Name(key), h.RV, written[key])
				}
				if h, rv := all["slope.reflector"], trace.Number(s.Refl.RV); h.RV > rv {
					t.Fatalf("session %d, step %d, %s: the reflector has %s@%d, and has heard up to %d", i, n, text, s.Name(key), h.RV, rv)
				}
				for a := range places {
					for b := a + 1; b < len(places); b++ {
						before, after := all[places[a]], all[places[b]]
						if before.RV != 0 && before.RV < after.RV {
							t.Fatalf("session %d, step %d, %s: of %s %s has @%d, and %s @%d already", i, n, text, s.Name(key), before.Name, before.RV, after.Name, after.RV)
						}
						if after.RV > 0 && after.RV < before.RV {
							behind[after.Name]++
						}
					}
				}
			}
		}
	}
	for _, place := range places[1:] {
		if behind[place] == 0 {
			t.Errorf("%s is never behind: the sessions are too tame: %v", place, behind)
		}
	}
}
