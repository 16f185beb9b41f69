package raster

import (
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

var (
	layouts = map[string]scene.Layout{"wide": scene.Wide, "embed": scene.Embed, "phone": scene.Phone}
	words   = map[string]*text.Catalog{"en": text.For("en"), "zh": text.For("zh")}
)

// story is a lesson played on one engine, with the state after each step.
type story struct {
	*film.Film
	name   string // lesson and engine
	states []*state.State
}

// stories plays a lesson on all its engines, the newest last.
func stories(t *testing.T, l *scenarios.Lesson) (all []story) {
	t.Helper()
	for _, engine := range l.Engines {
		f, err := film.Record(l, engine)
		if err != nil {
			t.Fatal(err)
		}
		s := story{Film: f, name: l.ID + " on " + engine}
		for i := range f.Last() + 1 {
			s.states = append(s.states, f.Line.At(i).Clone())
		}
		all = append(all, s)
	}
	return all
}

// view is how the page shows a state of the story.
func (s story) view(part, layout, lang string, now, before *state.State, at int64) (v scene.View, w, h float64) {
	v = scene.View{Plan: part, Layout: layouts[layout], Text: words[lang].Text, Now: max(now.At, at), Prev: before}
	w, h = v.Size()
	return v, w, h
}

// sightings collects faults: one that many steps share is told once, with where it came first.
type sightings struct {
	eye   *eye
	where map[string]string
	seen  []string
}

func (g *sightings) look(where string, shapes []draw.Shape, w, h float64) {
	for _, f := range g.eye.faults(shapes, w, h) {
		if g.where[f] == "" {
			g.where[f] = where
			g.seen = append(g.seen, f)
		}
	}
}

func (g *sightings) report(t *testing.T) {
	t.Helper()
	for _, f := range g.seen {
		t.Errorf("%s: %s", g.where[f], f)
	}
	if len(g.eye.seen) < 100 {
		t.Errorf("looked at %d pictures only", len(g.eye.seen))
	}
}

func watch(t *testing.T) *sightings {
	return &sightings{eye: newEye(load(t)), where: map[string]string{}}
}

// Every text fits in both languages: at every step of every lesson, on every engine, as the
// page shows it on a large screen, in an article and on a phone.
func TestEveryLabelOfEveryLessonFits(t *testing.T) {
	g := watch(t)
	for _, l := range scenarios.List() {
		for _, s := range stories(t, l) {
			for i, now := range s.states {
				for lang := range words {
					for layout := range layouts {
						v, w, h := s.view(l.View, layout, lang, now, s.states[max(i-1, 0)], s.Run.Steps[i].At)
						if i == 0 {
							v.Prev = nil
						}
						g.look(fmt.Sprintf("%s, step %d, %s, %s", s.name, i, layout, lang), scene.Build(now, v), w, h)
					}
				}
			}
		}
	}
	g.report(t)
}

// Inside a step the picture is as whole as at its end; the languages take turns.
func TestEveryLabelFitsInsideAStep(t *testing.T) {
	g := watch(t)
	for _, l := range scenarios.List() {
		all := stories(t, l)
		s := all[len(all)-1]
		for i := range s.states {
			before := s.states[max(i-1, 0)]
			for k := range s.Line.Parts(i) {
				now, lang := s.Line.AtPart(i, k+1).Clone(), []string{"en", "zh"}[(i+k)%2]
				for layout := range layouts {
					v, w, h := s.view(l.View, layout, lang, now, before, 0)
					g.look(fmt.Sprintf("%s, step %d, part %d, %s, %s", s.name, i, k+1, layout, lang), scene.Build(now, v), w, h)
				}
				before = now
			}
		}
	}
	g.report(t)
}

// A reader may choose another part of the picture than the lesson does. There the words of an
// error from outside may be shortened, nothing else.
func TestEveryLabelFitsInEveryPart(t *testing.T) {
	g := watch(t)
	g.eye.cut = true
	for _, l := range scenarios.List() {
		all := stories(t, l)
		s := all[len(all)-1]
		for i, now := range s.states {
			for n, part := range film.Views {
				lang := []string{"en", "zh"}[(i+n)%2]
				for layout := range layouts {
					v, w, h := s.view(part, layout, lang, now, s.states[max(i-1, 0)], s.Run.Steps[i].At)
					g.look(fmt.Sprintf("%s, step %d, %s %s, %s", s.name, i, part, layout, lang), scene.Build(now, v), w, h)
				}
			}
		}
	}
	g.report(t)
}

func TestEveryLabelFitsWhereEnginesStandSideBySide(t *testing.T) {
	g := watch(t)
	for _, l := range scenarios.List() {
		if len(l.Engines) < 2 {
			continue
		}
		all := stories(t, l)
		for i := range all[0].states {
			var engines []scene.Engine
			for n, s := range all {
				e := scene.Engine{Name: l.Engines[n], State: s.states[i], Prev: s.states[max(i-1, 0)]}
				before, pops := s.Line.Round(i)
				e.Before = before
				for _, p := range pops {
					e.Pops = append(e.Pops, scene.Pop{State: p.State, Notes: p.Notes, Open: p.Open})
				}
				engines = append(engines, e)
			}
			for lang := range words {
				for layout := range layouts {
					v, _, _ := all[0].view(scene.FIFO, layout, lang, all[0].states[i], nil, 0)
					w, h := scene.CompareSize(v.Layout, len(engines))
					g.look(fmt.Sprintf("%s compared, step %d, %s, %s", l.ID, i, layout, lang), scene.Compare(engines, v), w, h)
				}
			}
		}
	}
	g.report(t)
}

// The eye sees what it is there for.
func TestTheEyeSeesLabelsThatDoNotFit(t *testing.T) {
	at := func(x float64, s string) draw.Shape {
		return draw.Shape{Kind: draw.Words, X: x, Y: 30, Size: 14, Runs: []draw.Run{{Text: s}}}
	}
	line := draw.Shape{Kind: draw.Path, Segs: []draw.Seg{{Op: 'M', X: 20, Y: 0}, {Op: 'L', X: 20, Y: 50}}, Stroke: draw.Text, StrokeWidth: 2}
	plate := draw.Shape{Kind: draw.Rect, X: 5, Y: 10, W: 90, H: 30, Fill: draw.Plate}
	frame := draw.Shape{Kind: draw.Rect, X: 5, Y: 10, W: 40, H: 30, Stroke: draw.Line, StrokeWidth: 1}
	for _, c := range []struct {
		what   string
		shapes []draw.Shape
		want   int
	}{
		{"a text alone", []draw.Shape{at(10, "queue")}, 0},
		{"a text that leaves the picture", []draw.Shape{at(80, "queue")}, 1},
		{"Chinese that leaves the picture", []draw.Shape{at(45, "还没有存对象")}, 1},
		{"a shortened text", []draw.Shape{at(10, "qu…e")}, 1},
		{"texts on each other", []draw.Shape{at(10, "queue"), at(30, "dirty")}, 1},
		{"texts beside each other", []draw.Shape{at(10, "queue"), at(60, "dirty")}, 0},
		{"a text under a plate", []draw.Shape{at(10, "queue"), plate}, 1},
		{"a line over a text", []draw.Shape{at(10, "queue"), line}, 1},
		{"a line under a text", []draw.Shape{line, at(10, "queue")}, 1},
		{"a line under a plate under a text", []draw.Shape{line, plate, at(10, "queue")}, 0},
		{"a text that leaves its box", []draw.Shape{frame, at(10, "processing")}, 1},
		{"a text in its box", []draw.Shape{frame, at(10, "key")}, 0},
	} {
		if got := newEye(load(t)).faults(c.shapes, 100, 50); len(got) != c.want {
			t.Errorf("%s: faults %q, want %d", c.what, got, c.want)
		}
	}
}

// The scene measures text with a table, not with a font: what it takes for the width of a text
// is what the page's fonts give it, and about a tenth more for the fonts of other systems.
func TestTheTableOfWidthsLeavesATenthFree(t *testing.T) {
	e := newEye(load(t))
	for _, r := range []draw.Run{{}, {Bold: true}, {Mono: true}} {
		for _, s := range []string{"a pass is owed", "in no set: done, or waiting for a time", "OnUpdate(p1 11→12)", "one tape, a list is one parcel", "kube-system/coredns-5d78c9869d-abcde"} {
			got, want := draw.TextWidth(s, 100, r.Bold, r.Mono), ownWidth(e, s, r)
			if more := got/want - 1; more < 0 || more > .14 {
				t.Errorf("TextWidth(%q, bold %v, mono %v) = %.0f, but the font makes it %.0f", s, r.Bold, r.Mono, got, want)
			}
		}
	}
}

// ownWidth is how wide the page's fonts make s at 100 px.
func ownWidth(e *eye, s string, r draw.Run) float64 {
	r.Text = s
	_, w := e.p.set(nil, 0, r, 100, draw.Text)
	return w
}
