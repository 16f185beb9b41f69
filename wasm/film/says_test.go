package film_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
)

// What happened in a step is read from its picture alone, also where it happened outside of what is shown.
func TestThePictureAloneSaysWhatHappened(t *testing.T) {
	for _, c := range []struct {
		lesson       string
		step         int
		layout       string
		says, denies string
	}{
		{"first-light", 1, "wide", "With the reflector, not stored yet: a list of 2", ""},
		{"first-light", 2, "wide", "In the FIFO, not stored yet: p1@5, p2@7", ""},
		{"first-light", 3, "wide", "New on their shelves: p1@5, p2@7", ""},
		{"transform-drops", 4, "wide", "called 2 times, in this order: OnDelete(DFSU p2@7)", "is on no shelf any more"},
		{"transform-drops", 3, "wide", "ERROR", "rv 0"},
		{"bookmark", 2, "wide", "API server: rv 40", ""},
		{"bookmark", 4, "wide", "history up to rv 30 goes", ""},
		{"lost-lease", 2, "wide", "connection cut", ""},
		{"lost-lease", 3, "wide", "the informer stops", "✕ stop"},
		{"lost-lease", 5, "embed", "connection back", ""},
		{"own-write", 11, "wide", "found no c1", "found nothing"},
		{"done-without-get", 2, "wide", "Done(a)", ""},
		{"done-without-get", 2, "embed", "Done(a)", ""},
		{"done-without-get", 5, "phone", "W1 Done(a)", ""},
		{"touching-the-cache", 4, "wide", "W2 Get(p1)", ""},
		{"dirty-and-processing", 1, "wide", "not in Get", "idle"},
		{"dirty-and-processing", 1, "embed", "not in Get", "idle"},
		{"gone-relist", 4, "embed", "connection back history up to rv 60 goes ERROR the watch ends", "more"},
		{"slow-handler", 3, "embed", "MODIFIED p1@15", ""},
		{"drain-leaves-work", 2, "wide", "ShutDownWithDrain", "returns at once"},
		{"drain-leaves-work", 9, "wide", "ShutDownWithDrain returns at once", ""},
		{"backoff-ladder", 5, "embed", "AddRateLimited(a), 40 ms Done(a)", ""},
		{"gone-relist", 1, "phone", "+2 OnAdd(p4@8)", ""},
		{"list-or-stream", 2, "wide", "p6@16 new", "+3"},
		{"too-early", 1, "embed", "listing", "last rv"},
		{"inside-the-heap", 12, "wide", "No timer is set", "due: Add("},
	} {
		l := scenarios.Find(c.lesson)
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, s := range f.Panel(c.step, film.Look{Layout: c.layout}).Shapes {
			if s.Kind == draw.Words {
				line := ""
				for _, r := range s.Runs {
					line += r.Text
				}
				words = append(words, strings.Fields(strings.ReplaceAll(line, " · ", " "))...)
			}
		}
		got := strings.Join(words, " ")
		if !strings.Contains(got, c.says) || c.denies != "" && strings.Contains(got, c.denies) {
			t.Errorf("%s, step %d, %s: the picture says %q, want %q, and not %q", c.lesson, c.step, c.layout, got, c.says, c.denies)
		}
	}
}
