//go:build browser

package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// alt presses a key with Alt.
func alt(p *Page, key string) {
	p.T.Helper()
	p.Do(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierAlt)))
}

const (
	kicker  = `document.querySelector('.titled span').innerText`
	cells   = `[...document.querySelectorAll('table.state tbody tr')].map(r=>r.innerText.replace(/\s+/g,' ').trim()).join('|')`
	litLine = `[...document.querySelectorAll('.lines .lit code')].map(r=>r.innerText.trim()).join('|')`
)

// part waits until the page shows that part of a step; 0 is the whole step.
func part(p *Page, step, k, of int) {
	p.T.Helper()
	if k == 0 {
		p.Wait(`!location.hash.includes('part=') && !` + kicker + `.startsWith('step ')`)
		return
	}
	p.Wait(kicker + ` === 'step ` + strconv.Itoa(step) + `, part ` + strconv.Itoa(k) + ` of ` + strconv.Itoa(of) + `' && location.hash.includes('part=` + strconv.Itoa(k) + `')`)
}

// Step 5 of S14 carries one write from the server into the store and to the handler: in
// detail each of its nine transitions has a state, a line of code and a place of its own.
func TestAStepIsSeenInDetail(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=first-light&predict=0&step=5&code=1", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	of := Eval[int](p, `+document.querySelector('[data-role=position]').innerText.split(' ').pop()`)
	at(p, 5, of, "en")
	whole, code := Eval[string](p, cells), Eval[string](p, litLine)
	lines, tables := map[string]bool{}, map[string]bool{}
	for k := 1; k <= 9; k++ {
		alt(p, kb.ArrowRight)
		part(p, 5, k, 9)
		at(p, 5, of, "en")
		lines[Eval[string](p, litLine)], tables[Eval[string](p, cells)] = true, true
	}
	if got := Eval[string](p, cells); got != whole {
		t.Errorf("after the last part the table says %q, after the step %q", got, whole)
	}
	if len(lines) < 6 || len(tables) < 3 {
		t.Errorf("the nine parts light %d lines and show %d tables, want at least 6 and 3", len(lines), len(tables))
	}
	alt(p, kb.ArrowRight) // nothing is left of the step
	part(p, 5, 0, 9)
	if got := Eval[string](p, litLine); got != code {
		t.Errorf("back at the whole step %q is lit, want %q", got, code)
	}
	alt(p, kb.ArrowLeft)
	part(p, 5, 8, 9)

	// The link brings another reader to the same part.
	q := Open(t, site.URL+"/"+Eval[string](p, `location.hash`), Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	part(q, 5, 8, 9)
	if got, want := Eval[string](q, cells), Eval[string](p, cells); got != want {
		t.Errorf("the link shows %q, want %q", got, want)
	}

	// Step leaves the detail. A step of one transition has none, and no button for it.
	p.Click("step")
	at(p, 6, of, "en")
	part(p, 6, 0, 0)
	p.Wait(`getComputedStyle(document.querySelector('[data-act=part]')).visibility === 'hidden'`)
	alt(p, kb.ArrowRight)
	p.Click("back")
	at(p, 5, of, "en")
	part(p, 5, 0, 9)
	p.Click("part")
	part(p, 5, 1, 9)
	p.Click("back")
	at(p, 4, of, "en")
	part(p, 4, 0, 0)
}

// A finger has the button; it is as large as the others.
func TestAFingerSeesAStepInDetail(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=first-light&predict=0&step=5", Options{Width: 390, Height: 844, Touch: true}).Ready()
	p.Wait(`document.querySelector('[data-act=part]')`)
	if h := Eval[float64](p, `Math.min(...(b=>[b.width,b.height])(document.querySelector('[data-act=part]').getBoundingClientRect()))`); h < 44 {
		t.Errorf("the button is %.0f px, want 44 for a finger", h)
	}
	p.Click("part")
	part(p, 5, 1, 9)
	p.Click("part")
	part(p, 5, 2, 9)
}
