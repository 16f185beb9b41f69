//go:build browser

package browser

import (
	"strings"
	"testing"
)

// The inspector draws the life cycle of its key, says it in words, and follows the steps.
func TestTheInspectorShowsTheLifeCycleOfItsKey(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=1&key=a", Options{ReducedMotion: true}).Ready()
	said := func() string { return Eval[string](p, `document.querySelector('#life').getAttribute('aria-label')`) }
	p.Wait(`document.querySelector('#life svg') !== null`)
	if got, want := said(), "Now: queued."; !strings.Contains(got, want) {
		t.Errorf("at step 1 the life cycle says %q, want %q in it", got, want)
	}
	for n, want := range []string{2: "Now: processing. W1 takes a", 3: "Now: both. One more pass is owed for a"} {
		if want == "" {
			continue
		}
		p.Click("step")
		at(p, n, 10, "en")
		if got := said(); !strings.Contains(got, want) {
			t.Errorf("at step %d the life cycle says %q, want %q in it", n, got, want)
		}
	}
}
