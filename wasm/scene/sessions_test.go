package scene_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// sessionVerbs are what readers do in a random session, what happens often more than once.
var sessionVerbs = strings.Split("Add a;Add a;Add b;Add b;Add c;Add d;W1 Get;W1 Get;W1 Get;W2 Get;W2 Get;W3 Get;W4 Get;W2 panic caught;W1 fail;W2 fail;W1 ok;W1 Done;W2 Done;W3 panic;AddAfter a 5s;AddAfter e 1m;AddAfter f 50ms;AddRateLimited b;AddRateLimited c;Forget a;"+
	"create p1 n1;create p2 n2;create p3;update p1;update p2;delete p1;delete p2;step;step;step;step;step;step;close;error(410);error(500);partition;heal;bookmark;resync;add-handler h2;hold controller;run until idle;auto on;ShutDown;ShutDownWithDrain;restart", ";")

// What no lesson comes to is drawn as it was when somebody last looked: a sum of the pictures of random
// sessions for each part in each size.
func TestPicturesOfRandomSessionsAreAsLastSeen(t *testing.T) {
	const file = "testdata/sessions.txt"
	sums, columns := map[string][]byte{}, []scene.Engine(nil)
	seen := func(name string, width, height float64, shapes []draw.Shape) {
		sum := sha256.Sum256(fmt.Appendf(sums[name], "%v %v\n%s", width, height, draw.Lines(shapes)))
		sums[name] = sum[:]
	}
	partsOf := func(l scene.Layout) []string {
		if l == scene.Live {
			return []string{scene.All}
		}
		return scene.Plans
	}
	for i := range 48 {
		dice := rand.New(rand.NewPCG(3, uint64(i)))
		cfg := sim.Config{Engine: sim.Engines()[i%len(sim.Engines())], Workers: []string{"W1", "W2", "W3", "W4"}[:1+dice.IntN(4)]}
		if i >= 30 { // with an API server, from which the informer has a list
			cfg.Cluster, cfg.Handlers, cfg.Indexes = true, []string{"h1", "slow=3s"}, []string{"byNode=.spec.nodeName"}
		}
		w, err := sim.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		s, shown := state.New(w.Recorder()), uint64(0)
		for _, name := range w.Config().Workers {
			s.AddWorker(name)
		}
		column, lots := scene.Engine{Name: w.Config().Engine, State: s.Clone()}, rand.New(rand.NewPCG(4, uint64(i)))
		for n := range 24 {
			verb := sessionVerbs[dice.IntN(len(sessionVerbs))]
			if cfg.Cluster && n < 3 {
				verb = []string{"create p4 n1", "create p5 n2", "start"}[n]
			}
			l, err := sim.ParseLine(verb)
			if err != nil {
				t.Fatal(err)
			}
			before, began := s.Clone(), w.Now()
			w.Advance(l.Wait)
			if w.Do(l.Command) != nil {
				continue
			}
			for _, e := range w.Recorder().Since(shown + 1) {
				s.Apply(e)
				shown = e.Seq
			}
			if n%8 != 7 {
				continue
			}
			if n == 7 {
				before = nil // as where a link leads
			}
			for _, it := range s.Server.Objects.Items {
				shapes, height := scene.Slope(scene.Holders(s, it.Key, text.For("en").Text), scene.Versions(s, it.Key), 320)
				seen("slopes", 320, height, shapes)
			}
			column.Pops = append(column.Pops, anyPop(s, lots))
			column.Before, column.Prev, column.State = column.Pops[0].State, before, column.Pops[len(column.Pops)-1].State
			for layout := scene.Wide; layout <= scene.Live; layout++ {
				for _, part := range partsOf(layout) {
					v := scene.View{Layout: layout, Plan: part, Prev: before, Began: began, Now: w.Now(), Text: text.For("en").Text}
					width, height := v.Size()
					seen(fmt.Sprintf("layout %d, part %q", layout, part), width, height, scene.Build(s, v))
				}
			}
		}
		if columns = append(columns, column); len(columns) == len(sim.Engines()) {
			for layout := scene.Wide; layout < scene.Live; layout++ {
				width, height := scene.CompareSize(layout, len(columns))
				seen(fmt.Sprintf("layout %d, side by side", layout), width, height, scene.Compare(columns, scene.View{Layout: layout, Text: text.For("en").Text}))
			}
			columns = nil
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "slopes: %.4x\n", sums["slopes"])
	for layout := scene.Wide; layout <= scene.Live; layout++ {
		for _, part := range partsOf(layout) {
			name := fmt.Sprintf("layout %d, part %q", layout, part)
			fmt.Fprintf(&out, "%s: %.4x\n", name, sums[name])
		}
		if sum := sums[fmt.Sprintf("layout %d, side by side", layout)]; sum != nil {
			fmt.Fprintf(&out, "layout %d, side by side: %.4x\n", layout, sum)
		}
		for n := range 4 {
			width, height := scene.CompareSize(layout, n+1)
			fmt.Fprintf(&out, "layout %d, %d engines side by side: %v × %v px\n", layout, n+1, width, height)
		}
	}
	was := strings.Split(golden.Was(t, file, out.String()), "\n")
	for i, line := range strings.Split(out.String(), "\n") {
		if i >= len(was) || was[i] != line {
			t.Errorf("not as last seen: %s; look at such pictures, then go test ./wasm/scene -update", line)
		}
	}
}

// anyPop is one that left the store so, told a handler up to a dozen things, of which some were handled.
func anyPop(s *state.State, dice *rand.Rand) scene.Pop {
	p := scene.Pop{State: s.Clone(), Open: dice.IntN(4) == 0}
	p.State.CallCount += dice.IntN(12)
	for range dice.IntN(13) {
		if n := len(s.Keys); n > 0 {
			p.Notes = append(p.Notes, state.Note{Kind: trace.NoteAdd + uint8(dice.IntN(3)), Key: s.Keys[dice.IntN(n)].ID, Flags: uint8(dice.IntN(2)) * trace.NoteUnknown})
		}
	}
	return p
}
