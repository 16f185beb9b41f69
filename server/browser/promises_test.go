//go:build browser

package browser

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A Done without Get breaks promises: the lesson and the playground say which do not hold
// at this step, and the picture tears the set open.
func TestABrokenPromiseIsShownWhereItIsBroken(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	broken := func(p *Page) []string {
		return Eval[[]string](p, `[...document.querySelectorAll('.promises li.broken')].map(x=>x.dataset.promise)`)
	}
	torn := `informerscope.where('tear') !== null && informerscope.where('twice') !== null`

	p := Open(t, site.URL+"/#s=done-without-get&predict=0&step=2", Options{ReducedMotion: true}).Ready()
	p.Wait(torn)
	if got := broken(p); !slices.Equal(got, []string{"a key stands in the queue once"}) {
		t.Errorf("step 2: broken are %q", got)
	}
	p.Key(kb.ArrowRight)
	at(p, 3, 8, "en")
	p.Shot("promises")
	if got := broken(p); !slices.Equal(got, []string{"a key in the queue is dirty", "a key in the queue is not being processed"}) {
		t.Errorf("step 3: broken are %q", got)
	}
	p.Key(kb.ArrowRight)
	at(p, 4, 8, "en")
	first := Eval[[]string](p, `(()=>{const li=document.querySelector('.promises li');return [li.dataset.promise, li.querySelector('p').textContent, document.querySelector('.promises h2').textContent]})()`)
	if len(first) != 3 || first[0] != "one worker at a time holds a key" || !strings.Contains(first[1], "step 4") || !strings.Contains(first[2], "1 of 4 broken now") {
		t.Errorf("step 4: the first promise is %q, want the broken one, its step, and how many are broken now", first)
	}
	p.Key(kb.ArrowRight)
	at(p, 5, 8, "en")
	p.Wait(`document.querySelector('.promises') !== null && informerscope.where('tear') === null`)
	if got := broken(p); len(got) != 0 {
		t.Errorf("step 5: broken are %q, want none", got)
	}

	q := Open(t, site.URL+"/#p=play", Options{ReducedMotion: true}).Ready()
	q.Click("add")
	q.Click("done")
	q.Wait(torn)
	if got := broken(q); len(got) != 1 {
		t.Errorf("playground: broken are %q, want one", got)
	}

	// A Get without the Done before it breaks no promise, and is told all the same.
	r := Open(t, site.URL+"/#p=play&z=Add%20a%3BW1%20Get%3BAdd%20b%3BW1%20Get", Options{ReducedMotion: true}).Ready()
	r.Wait(`document.querySelector('.warn').innerText.includes('a stays in processing')`)
	if Eval[bool](r, `document.querySelector('.promises') !== null`) {
		t.Error("a forgotten Done is listed as a broken promise")
	}
}
