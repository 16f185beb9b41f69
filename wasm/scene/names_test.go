package scene_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/text"
)

// The name of the step that is shown stands in full, wherever it is; others give way, and
// none is cut inside a word.
func TestTheNameOfTheShownStepIsWhole(t *testing.T) {
	names := []string{"list and watch", "connection lost", "four writes unseen", "the connection breaks; p3 lives and dies", "缓存填满之后", "OnAdd p1"}
	s := state.New(trace.New(0))
	bio := scrubber.Bio{Rows: scrubber.RowsNone, W: 560, Labels: names, Total: 6, Text: text.For("en").Text}
	for range 7 {
		bio.States = append(bio.States, s)
	}
	for now := 1; now <= 6; now++ {
		bio.Now = now
		var under []string
		for _, sh := range scrubber.Biography(bio) {
			if sh.Kind == draw.Words && sh.Y > 90 {
				under = append(under, sh.Runs[0].Text)
			}
		}
		all := strings.Join(under, "|")
		if !strings.Contains("|"+all+"|", "|"+names[now-1]+"|") {
			t.Errorf("step %d: the rail says %q, not %q", now, all, names[now-1])
		}
		for _, u := range under {
			head, cut := strings.CutSuffix(u, "…")
			whole := func(name string) bool {
				rest, ok := strings.CutPrefix(name, head)
				return ok && (strings.ContainsRune(" ;", rune(rest[0])) || rest[0] >= 0x80)
			}
			if cut && !slices.ContainsFunc(names, whole) {
				t.Errorf("step %d: %q is cut inside a word", now, u)
			}
		}
	}
}
