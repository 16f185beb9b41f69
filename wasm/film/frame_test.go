package film_test

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/film"
)

// A pointer keeps its star where a sentence loses its marks.
func TestAPointerKeepsItsStarOnPaper(t *testing.T) {
	for line, want := range map[string]string{
		"**`obj.(*v1.Pod)` panics.** It is *not* a pod.": "obj.(*v1.Pod) panics. It is not a pod.",
		"The lister gives `*v1.Pod`.":                    "The lister gives *v1.Pod.",
	} {
		if got := film.Plain(line); got != want {
			t.Errorf("Plain(%q) = %q, want %q", line, got, want)
		}
	}
}
