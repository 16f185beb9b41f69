package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// many is a queue of n keys with four busy workers and h keys on the heap.
func many(n, h, workers int) *script {
	p := newScript("atomic")
	for i := range n {
		p.at(float64(i))
		p.add(fmt.Sprintf("shop/pod-%05d", i))
	}
	for i := range workers {
		p.get(fmt.Sprintf("W%d", i+1))
	}
	for i := range h {
		p.fail(fmt.Sprintf("shop/late-%05d", i), int64(1+i%15), int64(5e6)<<(i%15))
	}
	p.step("many")
	p.add("shop/one-more")
	p.step("one more")
	return p
}

var manyViews = []struct {
	name string
	v    scene.View
}{
	{"workqueue", scene.View{Plan: scene.Workqueue}},
	{"pipeline", scene.View{Plan: scene.All}},
	{"live", scene.View{Layout: scene.Live, Plan: scene.Workqueue}},
	{"heap", scene.View{Plan: scene.Heap}},
	{"phone", scene.View{Layout: scene.Phone, Plan: scene.Workqueue}},
}

// BenchmarkTenThousandKeys is what a frame costs with 10,000 keys queued and as many waiting.
func BenchmarkTenThousandKeys(b *testing.B) {
	p := many(10_000, 10_000, 4)
	for _, c := range manyViews {
		v := c.v
		v.Text, v.Prev = text.For("en").Text, p.prev
		b.Run("Build/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				scene.Build(p.s, v)
			}
		})
		b.Run("Moves/"+c.name, func(b *testing.B) {
			for range b.N {
				scene.Moves(p.prev, p.s, p.rec.Since(p.prev.Seq+1), v)
			}
		})
		shapes, moves := scene.Build(p.s, v), scene.Moves(p.prev, p.s, p.rec.Since(p.prev.Seq+1), v)
		b.Run("At/"+c.name, func(b *testing.B) {
			for range b.N {
				scene.At(shapes, moves, 100)
			}
		})
	}
	b.Run("Clone", func(b *testing.B) {
		for range b.N {
			p.s.Clone()
		}
	})
}

// A picture of 10,000 keys is made of squares: it must not name each of them.
func TestTenThousandKeysAreNotNamedOneByOne(t *testing.T) {
	p := many(10_000, 10_000, 4)
	for _, c := range manyViews {
		v := c.v
		v.Text, v.Prev = text.For("en").Text, p.prev
		if n := testing.AllocsPerRun(1, func() { scene.Build(p.s, v) }); n > 2000 {
			t.Errorf("%s: %v allocations for a picture, want at most 2000", c.name, n)
		}
	}
}

// The key that is pinned among squares is said to stand where the queue has it.
func TestAPinnedKeyStandsAtItsPlace(t *testing.T) {
	p := many(300, 0, 4)
	for _, place := range []int{1, 2, 20, 60, 110, 150, 200, 250, len(p.s.Queue)} {
		v := scene.View{Layout: scene.Live, Plan: scene.Workqueue, Text: text.For("en").Text, Prev: p.prev}
		v.Detail.Pin = p.s.Queue[place-1]
		want := fmt.Sprintf("place %d,", place)
		shapes := scene.Build(p.s, v)
		width, _ := v.Size()
		for _, s := range shapes {
			if x0, _, x1, _ := s.Bounds(); s.Kind == draw.Words && (x0 < 0 || x1 > width) {
				t.Errorf("%q of the key at place %d covers %.0f to %.0f of %.0f px", s.Runs[0].Text, place, x0, x1, width)
			}
		}
		if got := draw.Lines(shapes); !strings.Contains(got, want) {
			t.Errorf("of %d keys that are queued, the picture does not say %q", len(p.s.Queue), want)
		}
	}
}

// However many workers there are, no label stands over another.
func TestManyWorkersOverprintNoLabel(t *testing.T) {
	for v := range 2 * 14 {
		n, most := 1+v/2, []int{1, 14}[v%2] // so many are lifted at most
		p := newScript("atomic")
		for i := range n {
			p.s.AddWorker(fmt.Sprintf("W%d", i+1))
		}
		for i := range n {
			p.add(fmt.Sprintf("k%d", i))
		}
		for i := range n {
			if i%3 < 2 {
				p.get(fmt.Sprintf("W%d", i+1))
			}
			if i%3 == 0 && i < 3*most {
				p.add(fmt.Sprintf("k%d", i-i/3))
			}
		}
		p.step("many")
		for _, plan := range []string{scene.Workqueue, scene.All, scene.Heap} {
			for layout := scene.Wide; layout <= scene.Live; layout++ {
				for _, lang := range text.Langs() {
					var words []draw.Shape
					for _, s := range scene.Build(p.s, scene.View{Layout: layout, Plan: plan, Text: text.For(lang).Text, Now: 2e9}) {
						if s.Kind != draw.Words {
							continue
						}
						x0, y0, x1, y1 := s.Bounds()
						for _, o := range words {
							if a0, b0, a1, b1 := o.Bounds(); min(x1, a1)-max(x0, a0) > 1 && min(y1, b1)-max(y0, b0) > 3 {
								t.Errorf("%d workers, %s, layout %d, %s: %q at %.0f, %.0f stands over %q at %.0f, %.0f", n, plan, layout, lang, s.Runs[0].Text, s.X, s.Y, o.Runs[0].Text, o.X, o.Y)
							}
						}
						words = append(words, s)
					}
				}
			}
		}
	}
}
