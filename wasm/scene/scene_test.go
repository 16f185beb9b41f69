package scene_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Goldens: shapes as text. Read the diff after -update as if a stranger wrote it.
func TestPicturesAreAsTheGoldensSay(t *testing.T) {
	keep := map[string]bool{"s02": true, "s02-done": true, "s04": true, "s07": true, "s14": true, "fifo-classic": true,
		"s02-embed": true, "s02-phone": true, "bio-s02": true, "mini": true, "trail-get": true, "tree": true, "compare": true, "phone-compare": true, "broken-line": true, "broken-free": true, "broken-two": true, "broken-left": true, "phone-broken-free": true, "slope": true, "bio-s04": true, "life-both": true, "life-due": true, "life-waits-zh": true, "tree-pop": true, "embed-tree": true, "phone-tree": true, "move-done": true}
	for _, p := range pictures() {
		if !keep[p.name] {
			continue
		}
		shapes, _, _ := p.draw()
		golden.Holds(t, filepath.Join("testdata", p.name+".txt"), draw.Lines(shapes))
	}
}

func firstDiff(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			other := "(end)"
			if i < len(w) {
				other = w[i]
			}
			return "got  " + g[i] + "\nwant " + other
		}
	}
	return "the golden has more lines"
}

func TestSameStateGivesTheSameShapes(t *testing.T) {
	a, b := pictures(), pictures()
	for i := range a {
		x, _, _ := a[i].draw()
		y, _, _ := b[i].draw()
		if draw.Lines(x) != draw.Lines(y) {
			t.Errorf("%s: two builds of one state differ\n%s", a[i].name, firstDiff(draw.Lines(x), draw.Lines(y)))
		}
	}
}

// Nothing is clipped: every text of every picture stays inside its stage.
func TestNoTextLeavesTheStage(t *testing.T) {
	for _, p := range pictures() {
		for _, lang := range []string{"en", "zh"} {
			p.lang = lang
			shapes, w, h := p.draw()
			for _, s := range shapes {
				if s.Kind != draw.Words {
					continue
				}
				x0, y0, x1, y1 := s.Bounds()
				if x0 < -12 || y0 < -2 || x1 > w+12 || y1 > h+2 {
					t.Errorf("%s %s: %v covers %.0f,%.0f to %.0f,%.0f, want inside %.0fx%.0f", p.name, lang, s, x0, y0, x1, y1, w, h)
				}
				for _, r := range s.Runs {
					if strings.HasPrefix(r.Text, "stage.") || strings.HasPrefix(r.Text, "zone.") || strings.Contains(r.Text, "{") {
						t.Errorf("%s %s: %q is a message that was not found or not filled", p.name, lang, r.Text)
					}
				}
				if s.Size < 11.9 {
					t.Errorf("%s %s: %v is smaller than 12 px", p.name, lang, s)
				}
			}
		}
	}
}

// A rail is drawn once a key has walked it: before the first Get the picture has no door.
func TestRailsAreDrawnOnceWalked(t *testing.T) {
	p := newScript("atomic")
	p.s.AddWorker("W1")
	p.add("a").step("Add a")
	door := func() bool {
		for _, s := range scene.Build(p.s, scene.View{}) {
			if s.Kind == draw.Circle && s.X == 456 && s.Y == 284 {
				return true
			}
		}
		return false
	}
	if door() {
		t.Errorf("Build before any Get draws the door of Get, want none")
	}
	p.get("W1").step("Get")
	if !door() {
		t.Errorf("Build after a Get draws no door, want one at the corner")
	}
}

func TestHitPrefersTheTokenToItsZone(t *testing.T) {
	p := s02()
	shapes := scene.Build(p.s, scene.View{})
	for _, c := range []struct {
		x, y float64
		want string
	}{{576, 196, "key:a"}, {376, 188, "key:b"}, {120, 188, "zone:queue"}, {820, 60, "zone:dirty"}, {860, 440, "zone:processing"}, {200, 320, ""}, {576, 424, "base:W1"}} {
		if got := draw.Hit(shapes, c.x, c.y); got != c.want {
			t.Errorf("Hit(%v, %v) = %q, want %q", c.x, c.y, got, c.want)
		}
	}
}

// steps plays a script and gives what Moves needs for each of its steps.
func eachStep(p *script, do func(i int, events []trace.Event)) {
	from := uint64(1)
	for i := 1; i < len(p.steps); i++ {
		var events []trace.Event
		for _, e := range p.rec.Since(from) {
			if e.Seq <= p.steps[i].Seq {
				events = append(events, e)
			}
		}
		from = p.steps[i].Seq + 1
		do(i, events)
	}
}

func TestMovesEndInTheNextPictureAndStayWithinAStep(t *testing.T) {
	for name, p := range map[string]*script{"s02": s02done(), "s07": s07(), "s14": s14(), "s04": s04(), "crowd": crowd(20, 3, 5), "relist": relist("ordered"), "array": arrayFix(), "pop": arrayPop(9)} {
		for _, v := range []scene.View{{}, {Plan: scene.All}, {Plan: scene.Heap}, {Plan: scene.Tree}, {Plan: scene.Tree, Layout: scene.Embed}, {Plan: scene.Store}, {Plan: scene.FIFO},
			{Layout: scene.Embed}, {Layout: scene.Phone, W: 187}, {Layout: scene.Live}} {
			eachStep(p, func(i int, events []trace.Event) {
				v := v
				v.Prev = p.steps[i-1]
				moves := scene.Moves(p.steps[i-1], p.steps[i], events, v)
				if total := scene.Total(moves); total > scene.MaxMs+.001 {
					t.Errorf("%s step %d %+v: moves take %.0f ms, want at most %.0f", name, i, v, total, scene.MaxMs)
				}
				after := scene.Build(p.steps[i], v)
				if got, want := draw.Lines(scene.At(after, moves, scene.MaxMs)), draw.Lines(after); got != want {
					t.Errorf("%s step %d: At the end differs from Build\n%s", name, i, firstDiff(got, want))
				}
				near := scene.At(after, moves, scene.Total(moves)-.01)
				seen, same := map[string]int{}, map[string][]draw.Shape{}
				for _, s := range near {
					same[s.ID] = append(same[s.ID], s)
				}
				for _, s := range after {
					n := same[s.ID][seen[s.ID]]
					seen[s.ID]++
					dx, dy := n.X-s.X, n.Y-s.Y
					if dx*dx+dy*dy > 4 {
						t.Errorf("%s step %d: just before the end %v is %.1f,%.1f px from its place", name, i, s, dx, dy)
					}
				}
			})
		}
	}
}

// Get crosses both borders through the one point where they meet.
func TestGetGoesThroughTheCorner(t *testing.T) {
	p := s02()
	eachStep(p, func(i int, events []trace.Event) {
		if i != 2 {
			return
		}
		v := scene.View{Prev: p.steps[1]}
		moves := scene.Moves(p.steps[1], p.steps[2], events, v)
		after := scene.Build(p.steps[2], v)
		best := 1e9
		for ms := 0.0; ms <= scene.Total(moves); ms += 2 {
			for _, s := range scene.At(after, moves, ms) {
				if s.ID == "key:a" && s.Kind == draw.Rect && s.W == 96 {
					dx, dy := s.X+s.W/2-456, s.Y+s.H/2-284
					best = min(best, dx*dx+dy*dy)
				}
			}
		}
		if best > 100 {
			t.Errorf("the token's centre comes within %.0f px² of the corner 456,284, want less than 100", best)
		}
	})
}

// Stills and reduced motion show the ghost of the key and its way.
func TestTrailsShowWhereTheKeyCameFrom(t *testing.T) {
	p := s02()
	v := scene.View{Prev: p.steps[1]}
	moves := scene.Moves(p.steps[1], p.steps[2], p.rec.Since(p.steps[1].Seq + 1)[:p.steps[2].Seq-p.steps[1].Seq], v)
	want := draw.Lines(scene.Trail(scene.Build(p.steps[2], v), moves))
	v.Trails = true
	got := draw.Lines(scene.Build(p.steps[2], v))
	if got != want {
		t.Errorf("Build with Trails differs from Trail of Moves\n%s", firstDiff(got, want))
	}
	if ghost := "rect 328,156 96x64 stroke=neutral dashed"; !strings.Contains(got, ghost) {
		t.Errorf("Build with Trails lacks the ghost in the line, %q", ghost)
	}
}

// A merged Add crosses nothing: the key does not move, and "+0" is said.
func TestMergedAddSaysPlusZero(t *testing.T) {
	p := s02()
	eachStep(p, func(i int, events []trace.Event) {
		if i != 4 {
			return
		}
		moves := scene.Moves(p.steps[3], p.steps[4], events, scene.View{Prev: p.steps[3]})
		said := false
		for _, m := range moves {
			if m.Kind == scene.Slide && m.ID == "key:a" {
				t.Errorf("a merged Add slides the key along %v, want no slide", m.Path)
			}
			if m.Kind == scene.Drop && strings.Contains(draw.Lines(m.Shapes), "+0") {
				said = true
			}
		}
		if !said {
			t.Errorf("moves %v say no +0", moves)
		}
	})
}

func TestEllipsisKeepsBothEnds(t *testing.T) {
	got := draw.Ellipsis("kube-system/coredns-5d78c9869d-abcde", 120, 14, true, false)
	if !strings.HasPrefix(got, "kube") || !strings.HasSuffix(got, "de") || !strings.Contains(got, "…") {
		t.Errorf("Ellipsis = %q, want both ends and … between", got)
	}
	if w := draw.TextWidth(got, 14, true, false); w > 120 {
		t.Errorf("Ellipsis = %q is %.1f px wide, want at most 120", got, w)
	}
}

// Density: 12 tokens, 60 chips, squares above, and "+n" is exact: every key is somewhere.
func TestEveryQueuedKeyHasAPlace(t *testing.T) {
	for _, n := range []int{1, 3, 4, 12, 24, 60} {
		p := crowd(n, 1, 0)
		got := map[string]bool{}
		for _, s := range scene.Build(p.s, scene.View{Layout: scene.Live}) {
			if strings.HasPrefix(s.ID, "key:") {
				got[s.ID] = true
			}
		}
		if len(got) != n+1 {
			t.Errorf("%d keys in the line and one in work: %d tokens, want %d", n, len(got), n+1)
		}
	}
}
