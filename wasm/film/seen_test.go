package film_test

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
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

// sides.txt has one of each lesson on all its engines side by side.
const sides = "testdata/sides.txt"

// Whatever a step does is seen, at rest, in every size and on every engine: its picture is another
// than the one before. A step in which nothing but time passed says so, unless the program has ended.
func TestEveryStepIsSeen(t *testing.T) {
	idle, sums, besides := 0, "", ""
	for _, l := range scenarios.List() {
		var films []*film.Film
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
			films = append(films, f)
		}
		if len(films) > 1 {
			besides += l.Number
			for layout, sum := range compared(films) {
				besides += fmt.Sprintf(", %s %.4x", film.Layouts[scene.Layout(layout)], sum.Sum(nil))
			}
			besides += "\n"
		}
	}
	for file, sums := range map[string]string{seen: sums, sides: besides} {
		was := strings.Split(golden.Was(t, file, sums), "\n")
		for _, line := range strings.Split(sums, "\n") {
			if !slices.Contains(was, line) {
				t.Errorf("not as last seen: %s; look at its sheet, then go test ./wasm/film -update", line)
			}
		}
	}
	if idle == 0 {
		t.Error("no lesson has a step in which only time passes")
	}
}

// compared are sums of the pictures of a lesson on all its engines side by side, in each size.
func compared(films []*film.Film) []hash.Hash {
	sums := []hash.Hash{scene.Wide: sha256.New(), scene.Embed: sha256.New(), scene.Phone: sha256.New()}
	for n := range films[0].Last() + 1 {
		var engines []scene.Engine
		for _, f := range films {
			before, pops := f.Line.Round(n)
			e := scene.Engine{Name: f.Run.Engine, State: f.Line.At(n), Prev: f.Line.At(n - 1), Before: before}
			for _, p := range pops {
				e.Pops = append(e.Pops, scene.Pop{State: p.State, Notes: p.Notes, Open: p.Open})
			}
			engines = append(engines, e)
		}
		for layout, sum := range sums {
			v := scene.View{Layout: scene.Layout(layout), Text: text.For("en").Text}
			sum.Write([]byte(draw.Lines(scene.Compare(engines, v))))
		}
	}
	return sums
}
