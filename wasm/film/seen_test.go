package film_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// seen.txt has a sum of all pictures of a lesson in each size, and of the middle of the way to each: what
// nobody meant to change, in a step that is not marked, is a line that nobody expected.
const seen = "testdata/seen.txt"

// Whatever a step does is seen, at rest, in every size and on every engine: its picture is another
// than the one before. A step in which nothing but time passed says so, unless the program has ended.
func TestEveryStepIsSeen(t *testing.T) {
	idle, sums := 0, ""
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			f, err := film.Record(l, engine)
			if err != nil {
				t.Fatal(err)
			}
			sums += l.Number + " on " + engine
			way := sha256.New()
			for _, layout := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
				before, rest := "", sha256.New()
				for n := range f.Last() + 1 {
					s := f.Line.At(n)
					v := scene.View{Layout: layout, Plan: l.View, Text: text.For("en").Text, Now: max(s.At, f.Run.Steps[n].At)}
					if n > 0 {
						v.Prev, v.Began = f.Line.At(n-1), f.Run.Steps[n-1].At
					}
					shapes := scene.Build(s, v)
					now := draw.Lines(shapes)
					rest.Write([]byte(now))
					if n > 0 && layout == scene.Wide {
						moves := scene.Moves(v.Prev, s, f.Line.Events(n), v)
						way.Write([]byte(draw.Lines(scene.At(shapes, moves, scene.Total(moves)/2))))
					}
					acted := slices.ContainsFunc(f.Line.Events(n), func(e trace.Event) bool { return e.Op != trace.Step })
					switch {
					case n > 0 && acted && now == before:
						t.Errorf("%s on %s, layout %d, step %d: %q is not seen", l.Number, engine, layout, n, f.Run.Steps[n].Label)
					case n > 0 && !acted && s.Crash == "" && v.Now > v.Began && !strings.Contains(now, "nothing moves"):
						if layout == scene.Wide {
							t.Errorf("%s on %s, step %d: only time passed, and the picture does not say so", l.Number, engine, n)
						}
					case n > 0 && !acted:
						idle++
					}
					before = now
				}
				sums += fmt.Sprintf(", %s %.4x", film.Layouts[layout], rest.Sum(nil))
			}
			sums += fmt.Sprintf(", on the way %.4x\n", way.Sum(nil))
		}
	}
	if *update {
		if err := os.WriteFile(seen, []byte(sums), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	was := strings.Split(string(data), "\n")
	for _, line := range strings.Split(sums, "\n") {
		if !slices.Contains(was, line) {
			t.Errorf("not as last seen: %s; look at its sheet, then go test ./wasm/film -update", line)
		}
	}
	if idle == 0 {
		t.Error("no lesson has a step in which only time passes")
	}
}
