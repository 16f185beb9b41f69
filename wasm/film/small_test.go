package film_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
)

// A small picture leaves something out, and never what the step is about.

// said is what is written in step n, a text a line.
func said(f *film.Film, n int, layout, lang string) (lines []string) {
	for _, s := range f.Panel(n, film.Look{Layout: layout, Lang: lang}).Shapes {
		line := ""
		for _, r := range s.Runs {
			line += r.Text
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// small calls do with every step of the lessons of a view, in each small layout and language.
func small(t *testing.T, view string, do func(f *film.Film, n int, layout, lang string) (tried bool)) {
	t.Helper()
	tried := 0
	for _, l := range scenarios.List() {
		if l.View != view {
			continue
		}
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= f.Last(); n++ {
			for i := range 4 {
				if do(f, n, []string{"embed", "phone"}[i/2], []string{"en", "zh"}[i%2]) {
					tried++
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d pictures were looked at", tried)
	}
}

// The call in which a handler is stands in its row, whatever else has to go.
func TestACallThatRunsIsAlwaysNamed(t *testing.T) {
	small(t, scene.FIFO, func(f *film.Film, n int, layout, lang string) bool {
		busy := 0
		for _, l := range f.At(n).Listeners {
			if l.Busy {
				busy++
			}
		}
		if got := strings.Count(strings.Join(said(f, n, layout, lang), "\n"), "●"); got != busy {
			t.Errorf("%s, step %d, %s in %s: %d calls run, %d are named", f.Lesson.ID, n, layout, lang, busy, got)
		}
		return busy > 0
	})
}

// A handler has one name in a lesson: its own, when there are others, when it is alone again.
func TestAHandlerIsCalledTheSameThroughoutALesson(t *testing.T) {
	small(t, scene.FIFO, func(f *film.Film, n int, layout, lang string) bool {
		one := false
		for _, l := range f.At(n).Listeners {
			if l.Gone || l.Name == "h1" {
				continue
			}
			one = true
			if lines := "\n" + strings.Join(said(f, n, layout, lang), "\n") + "\n"; !strings.Contains(lines, "\n"+l.Name+"\n") {
				t.Errorf("%s, step %d, %s in %s: no row is that of %s", f.Lesson.ID, n, layout, lang, l.Name)
			}
		}
		return one
	})
}

// Beside store and index no handler is drawn: what the step called names its calls.
func TestBesideTheStoreTheCallsOfHandlersAreTold(t *testing.T) {
	small(t, scene.Store, func(f *film.Film, n int, layout, lang string) bool {
		called := false
		for _, e := range f.Line.Events(n) {
			called = called || e.Op == trace.NoteTake
		}
		if lines := strings.Join(said(f, n, layout, lang), "\n"); called && !strings.Contains(lines, "On") && !strings.Contains(lines, "more") && !strings.Contains(lines, "另有") {
			t.Errorf("%s, step %d, %s in %s: a handler was called, and nothing says so", f.Lesson.ID, n, layout, lang)
		}
		return called
	})
}

// What waits on the delay heap is named, also on a phone, where no ruler shows it.
func TestWhatWaitsIsNamed(t *testing.T) {
	small(t, scene.Workqueue, func(f *film.Film, n int, layout, lang string) bool {
		s, lines := f.At(n), strings.Join(said(f, n, layout, lang), "\n")
		for _, w := range s.Heap {
			heap := map[string]string{"en": "heap  ", "zh": "延迟堆  "}[lang]
			if s.Priorities() {
				heap = "waiting  "
			}
			if layout == "phone" && !strings.Contains(lines, heap) || !strings.Contains(lines, s.Name(w.Key)) {
				t.Errorf("%s, step %d, %s in %s: %s waits, and nothing says so", f.Lesson.ID, n, layout, lang, s.Name(w.Key))
			}
		}
		return len(s.Heap) > 0
	})
}

// Under the number of the last failure stands how long it waits, also at the cap.
func TestTheWaitOfTheLastFailureIsWritten(t *testing.T) {
	small(t, scene.Heap, func(f *film.Film, n int, layout, lang string) bool {
		s := f.At(n)
		if len(s.Keys) != 1 || s.Keys[0].Failures == 0 {
			return false
		}
		bold := 0
		for _, sh := range f.Panel(n, film.Look{Layout: layout, Lang: lang}).Shapes {
			if sh.Kind == draw.Words && sh.Size == 13 && len(sh.Runs) == 1 && sh.Runs[0].Bold {
				bold++
			}
		}
		if bold != 1 {
			t.Errorf("%s, step %d, %s in %s: after failure %d there are %d waits in bold, want one", f.Lesson.ID, n, layout, lang, s.Keys[0].Failures, bold)
		}
		return true
	})
}
