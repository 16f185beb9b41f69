package film_test

import (
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

// Whatever a step does is seen, at rest, in every size and on every engine: its picture is another
// than the one before. A step in which nothing but time passed says so, unless the program has ended.
func TestEveryStepIsSeen(t *testing.T) {
	idle := 0
	for _, l := range scenarios.List() {
		for _, engine := range l.Engines {
			f, err := film.Record(l, engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, layout := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
				before := ""
				for n := range f.Last() + 1 {
					s := f.Line.At(n)
					v := scene.View{Layout: layout, Plan: l.View, Text: text.For("en").Text, Now: max(s.At, f.Run.Steps[n].At)}
					if n > 0 {
						v.Prev, v.Began = f.Line.At(n-1), f.Run.Steps[n-1].At
					}
					now := draw.Lines(scene.Build(s, v))
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
			}
		}
	}
	if idle == 0 {
		t.Error("no lesson has a step in which only time passes")
	}
}
