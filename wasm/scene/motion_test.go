package scene

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/sim/simtest"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/text"
)

// What only passes by is seen while it passes: what leaves stands there before, a tag that
// dissolves does not, and after the end there is neither.
func TestWhatPassesByIsSeenInItsTime(t *testing.T) {
	box := draw.Shape{Kind: draw.Rect, X: 0, Y: 0, W: 10, H: 10}
	for _, c := range []struct {
		kind MoveKind
		want [5]float64 // how much of it is seen before, at the beginning, in the middle, later, after
	}{
		{Leave, [5]float64{1, 1, 1, .5, 0}},
		{Drop, [5]float64{0, 1, 1, .5, 0}},
		{Drain, [5]float64{1, 1, .5, .25, 0}},
	} {
		other := Move{ID: "other", Kind: Appear, StartMs: 0, DurMs: 400}
		m := Move{ID: "x", Kind: c.kind, Path: draw.From(5, 5).To(105, 5).Segs, StartMs: 100, DurMs: 200, Shapes: []draw.Shape{box}}
		for i, at := range []float64{50, 100, 200, 250, 301} {
			seen, x := 0.0, 0.0
			for _, s := range At(nil, []Move{other, m}, at) {
				seen, x = s.Alpha, s.X
			}
			if math.Abs(seen-c.want[i]) > 1e-6 {
				t.Errorf("kind %d, %.0f ms: %v of it is seen, want %v", c.kind, at, seen, c.want[i])
			}
			if seen > 0 && at <= 100 && x != 0 {
				t.Errorf("kind %d, %.0f ms: it stands at %v, want the beginning of its way", c.kind, at, x)
			}
		}
	}
}

// A picture in another size moves as the one of natural size: the same things at the same time, on
// ways and with shapes that are as much smaller.
func TestAPictureOfAnotherSizeMovesAlike(t *testing.T) {
	const k = .5
	near := func(a, b float64) bool { return math.Abs(a*k-b) < 1e-6 }
	passing := 0
	everyMoment(t, func(m moment) {
		if m.view.Prev == nil || m.step%3 != int(m.view.Layout) { // the layouts take turns
			return
		}
		small := m.view
		w, _ := small.Size()
		small.W = w * k
		whole, half := Moves(m.view.Prev, m.now, m.events, m.view), Moves(m.view.Prev, m.now, m.events, small)
		if len(whole) != len(half) {
			t.Fatalf("%s: %d things move, in half the size %d", m.name, len(whole), len(half))
		}
		for i, a := range whole {
			b := half[i]
			if a.ID != b.ID || a.Kind != b.Kind || a.StartMs != b.StartMs || a.DurMs != b.DurMs || len(a.Path) != len(b.Path) || len(a.Shapes) != len(b.Shapes) {
				t.Errorf("%s: %s moves otherwise in half the size: %+v", m.name, a.ID, b)
				continue
			}
			for j := range a.Path {
				if !near(a.Path[j].X, b.Path[j].X) || !near(a.Path[j].Y, b.Path[j].Y) {
					t.Errorf("%s: the way of %s goes over %v, %v, in half the size over %v, %v", m.name, a.ID, a.Path[j].X, a.Path[j].Y, b.Path[j].X, b.Path[j].Y)
				}
			}
			for j := range a.Shapes {
				passing++
				ax0, ay0, ax1, ay1 := a.Shapes[j].Bounds()
				bx0, by0, bx1, by1 := b.Shapes[j].Bounds()
				if !near(ax0, bx0) || !near(ay0, by0) || !near(ax1, bx1) || !near(ay1, by1) {
					t.Errorf("%s: what passes by as %s is at %.1f, %.1f to %.1f, %.1f, in half the size at %.1f, %.1f to %.1f, %.1f", m.name, a.ID, ax0, ay0, ax1, ay1, bx0, by0, bx1, by1)
				}
			}
		}
	})
	if passing < 50 {
		t.Errorf("only %d shapes pass by", passing)
	}
}

// Of a way that runs under keys nearly all along nothing is shown: two dots between them would be stray ones.
func TestAWayUnderKeysIsNoDotsBetweenThem(t *testing.T) {
	ways, short := 0, 0
	look := func(m moment) {
		if m.view.Prev == nil {
			return
		}
		shapes := Build(m.now, m.view)
		var things []rect4
		for _, s := range shapes {
			if s.Kind == draw.Rect && s.Fill != draw.None && strings.HasPrefix(s.ID, "key:") {
				things = append(things, around(s, 0))
			}
		}
		for _, s := range Trail(shapes, Moves(m.view.Prev, m.now, m.events, m.view)) {
			if s.Dash == WayDash && s.Kind == draw.Path {
				ways++
				if px := seen(s.Segs, things); px < 14 {
					short++
					t.Errorf("%s: %.0f px of a way are seen, %v", m.name, px, s.Segs)
				}
			}
		}
	}
	priorityWalks(t, 16, func(_ *sim.World, m moment) { look(m) })
	w := simtest.Play(t, sim.Config{Queue: sim.PriorityQueue, Workers: []string{"W1"}}, "Add b; Add a prio=-100")
	prev := simtest.Fold(w)
	if err := w.Do(sim.Command{Verb: "Add", Key: "a"}); err != nil {
		t.Fatal(err)
	}
	for layout := Wide; layout <= Live; layout++ {
		look(moment{fmt.Sprintf("layout %d", layout), 0, simtest.Fold(w), View{Layout: layout, Prev: prev, Text: text.For("en").Text}, w.Recorder().Since(prev.Seq + 1)})
	}
	if ways < 200 {
		t.Errorf("only %d ways", ways)
	}
}
