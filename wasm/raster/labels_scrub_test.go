package raster

import (
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
)

// scrubber is the story up to step n, as the page describes it for its scrubber.
func (s story) scrubber(n int, lang string, w, h float64) scrubber.Bio {
	b := scrubber.Bio{W: w, H: h, Text: words[lang].Text, States: s.states[:n+1], Total: s.Last(), Now: n,
		Rows: map[string]string{scene.Heap: scrubber.RowsBars, scene.Store: scrubber.RowsIndex, scene.FIFO: scrubber.RowsObjects, scene.All: scrubber.RowsSeconds}[s.Lesson.View]}
	for _, e := range s.states[0].Server.Log {
		b.Writes = append(b.Writes, scrubber.Write{At: s.Run.Steps[0].At, RV: e.RV, Deleted: e.Type == trace.WatchDeleted})
	}
	for i, st := range s.Run.Steps {
		b.Times = append(b.Times, st.At)
		b.Lengths = append(b.Lengths, len(s.states[i].Queue))
		for _, e := range s.Line.Events(i) {
			if i > 0 && e.Op == trace.ServerPut {
				b.Writes = append(b.Writes, scrubber.Write{Step: i, At: e.At, RV: e.A})
			}
		}
		if i > 0 {
			b.Labels = append(b.Labels, scenarios.Label(lang, st.Label))
			b.Gates = append(b.Gates, st.Gate != nil)
		}
	}
	return b
}

// The scrubber's rows, names and times fit at every step, on a large screen, in a window
// beside whose buttons little is left, on a phone, and in an article. A name is cut there to
// make room for others, and the step shown writes over the grid of the future.
func TestEveryLabelOfTheScrubberFits(t *testing.T) {
	g := watch(t)
	g.eye.cut = true
	for _, l := range scenarios.List() {
		all := stories(t, l)
		s := all[len(all)-1]
		for n := range s.states {
			lang := []string{"en", "zh"}[n%2]
			for _, size := range [][2]float64{{992, 104}, {472, 104}, {374, 84}} {
				b := s.scrubber(n, lang, size[0], size[1])
				g.look(fmt.Sprintf("%s, step %d, scrubber %.0f px, %s", s.name, n, size[0], lang), scrubber.Biography(b), size[0], size[1])
			}
			b := s.scrubber(n, lang, 416, 44)
			g.look(fmt.Sprintf("%s, step %d, scrubber of an article, %s", s.name, n, lang), scrubber.Mini(b), 416, 44)
		}
	}
	g.report(t)
}

// The life cycle of every key fits its column at every step.
func TestEveryLabelOfTheLifeCycleFits(t *testing.T) {
	g := watch(t)
	for _, l := range scenarios.List() {
		all := stories(t, l)
		s := all[len(all)-1]
		for n, now := range s.states {
			for _, k := range keys(now) {
				for lang := range words {
					for _, w := range []float64{288, 320, 358} {
						life := scene.Life{State: now, Key: k, Last: scene.LastCall(s.Line.Events(n), k), Text: words[lang].Text}
						g.look(fmt.Sprintf("%s, step %d, life cycle %.0f px, %s", s.name, n, w, lang), scene.Lifecycle(life, w), w, scene.LifeHeight)
					}
				}
			}
		}
	}
	g.report(t)
}

func keys(s *state.State) (ids []trace.ID) {
	for _, k := range s.Keys {
		ids = append(ids, k.ID)
	}
	return ids[:min(len(ids), 3)]
}
