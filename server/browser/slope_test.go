//go:build browser

package browser

import "testing"

// A pipeline says which version of its object each place has, as a picture and in words.
func TestThePipelineSaysWhichVersionEachPlaceHas(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=own-write&predict=0&step=6", Options{ReducedMotion: true}).Ready()
	said := func() string { return Eval[string](p, `document.querySelector('#slope').getAttribute('aria-label')`) }
	p.Wait(`document.querySelector('#slope svg') !== null`)
	if got, want := said(), "API server: @20; reflector: @11; FIFO: nothing of it waits; store: @11; handler h1: @11; W1 works from: @11"; got != want {
		t.Errorf("while the event is on its way the slope says %q, want %q", got, want)
	}
	for n := 7; n <= 9; n++ {
		p.Click("step")
		at(p, n, 12, "en")
	}
	if got, want := said(), "API server: @20; reflector: @20; FIFO: nothing of it waits; store: @20; handler h1: @20; W1 works from: @20"; got != want {
		t.Errorf("once it has come the slope says %q, want %q", got, want)
	}
}
