package scene_test

import (
	"fmt"
	"math"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// missing matches the key of a message, which is shown when the message is not there.
var missing = regexp.MustCompile(`^(page|stage|zone|bio|refl|ordinal)\.[a-z.]+$`)

// Any state has a picture: no panic, no place that is not a number, no text beside the
// stage, whatever the number of keys, workers and waiting keys.
func TestAnyStateHasAPicture(t *testing.T) {
	for seed := range int64(30) {
		r := rand.New(rand.NewSource(seed))
		p := newScript([]string{"classic", "ordered", "atomic"}[r.Intn(3)])
		workers, keys := []int{0, 1, 2, 3, 5, 9, 14, 40}[r.Intn(8)], []int{1, 3, 9, 30, 200}[r.Intn(5)]
		name := func() string {
			return fmt.Sprintf("kube-system/%s-%d", strings.Repeat("n", 1+r.Intn(30)), r.Intn(keys))
		}
		used := []string{name()}
		for step := range 40 {
			p.at(float64(step) * math.Pow(10, 5+4*r.Float64()))
			k := used[r.Intn(len(used))]
			switch r.Intn(6) {
			case 0, 1:
				used = append(used, name())
				p.add(used[len(used)-1])
			case 2:
				if workers > 0 {
					p.get(fmt.Sprintf("W%d", 1+r.Intn(workers)))
				}
			case 3:
				p.done(k)
			case 4:
				p.fail(k, int64(1+r.Intn(20)), int64(5e6)<<r.Intn(18))
			case 5:
				p.due(k)
			}
			p.step("step")
		}
		for _, lang := range text.Langs() {
			for layout := scene.Wide; layout <= scene.Live; layout++ {
				for _, part := range []string{scene.Workqueue, scene.All, scene.Heap, scene.Tree, scene.Store, scene.FIFO} {
					v := scene.View{Layout: layout, Plan: part, Prev: p.prev, Text: text.For(lang).Text, Trails: true}
					w, _ := v.Size()
					for _, s := range scene.Build(p.s, v) {
						x0, y0, x1, y1 := s.Bounds()
						if math.IsNaN(x0 + y0 + x1 + y1) {
							t.Fatalf("seed %d layout %d %s: %v has no place", seed, layout, part, s)
						}
						for _, run := range s.Runs {
							if missing.MatchString(run.Text) {
								t.Errorf("layout %d %s: %q is a key that web/locales/%s.json has no message for", layout, part, run.Text, lang)
							}
						}
						if s.Kind == draw.Words && (x0 < -14 || x1 > w+14) {
							t.Errorf("seed %d layout %d %s %s: %v covers %.0f to %.0f, want inside 0 to %.0f", seed, layout, part, lang, s, x0, x1, w)
						}
					}
				}
			}
		}
	}
}
