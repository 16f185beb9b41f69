//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/informerscope/informerscope/scenarios"
)

// Engines stand side by side at the same step of the script; their columns differ where the
// engines do, and the link keeps the choice.
func TestEnginesStandSideBySideAtTheSameStep(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=half-replaced&predict=0&step=3", Options{ReducedMotion: true}).Ready()
	at(p, 3, 6, "en")
	if got := Eval[int](p, `document.querySelectorAll('table.compared').length`); got != 0 {
		t.Errorf("before the choice %d engines tables are there, want none", got)
	}
	Eval[bool](p, `(document.querySelector('[data-engine=compare]').click(), true)`)
	p.Wait(`document.querySelectorAll('table.compared tr[data-engine]').length === 4`)
	column := func(engine string) string {
		return Eval[string](p, `[...document.querySelector('table.compared tr[data-engine=`+engine+`]').cells].map(c=>c.textContent).join(' | ')`)
	}
	p.Click("step")
	at(p, 4, 6, "en")
	for engine, want := range map[string]string{
		"classic": "classic | [p3:[Replaced@51] p2:[Deleted(DFSU)@7]] | {p1@5 p2@7} | [OnUpdate(p1@5 p1@5)]",
		"ordered": "ordered | [p1:Replaced@5 p3:Replaced@51] | {p1@5} | [OnDelete(DFSU p2@7)]",
		"atomic":  "atomic | [] | {p1@5 p3@51} | [OnDelete(DFSU p2@7)]",
	} {
		if got := column(engine); got != want {
			t.Errorf("step 4: %s, want %s", got, want)
		}
		p.Wait(`informerscope.where('zone:fifo|` + engine + `') !== null`)
	}
	p.Shot("compare")
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "compare=all") {
		t.Errorf("the link is %q, want compare=all in it", hash)
	}
	Eval[bool](p, `(document.querySelector('[data-engine=ordered]').click(), true)`)
	p.Wait(`informerscope.where('zone:fifo|ordered') === null && informerscope.where('zone:fifo') !== null`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "engine=ordered") || strings.Contains(hash, "compare") {
		t.Errorf("after the choice of one engine the link is %q", hash)
	}

	// On a phone the engines stand under each other, each as wide as the page.
	q := Open(t, site.URL+"/#s=half-replaced&step=4&compare=classic,atomic", Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
	q.Wait(`informerscope.where('zone:fifo|atomic') !== null`)
	if high := Eval[bool](q, `informerscope.where('zone:fifo|atomic')[1] - informerscope.where('zone:fifo|classic')[1] > 200`); !high {
		t.Error("on a phone the second engine does not stand beneath the first")
	}
}

// Side by side the lesson asks as it does of one engine, once for all, and shows what came of
// the answer; the picture keeps its place.
func TestAComparisonAsksItsQuestions(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	for _, o := range []Options{{Width: 1280, Height: 800}, {Width: 390, Height: 844, Touch: true}, {Width: 1920, Height: 1080}} {
		o.ReducedMotion = true
		more := ""
		if o.Width == 1920 {
			more = "&present=1"
		}
		p := Open(t, site.URL+"/#s=half-replaced&compare=all&step=3"+more, o).Ready()
		p.Key(kb.ArrowRight)
		p.Wait(`[...document.querySelectorAll('.ask [data-answer]')].filter(b=>b.checkVisibility()).length === 3`)
		p.Shot(fmt.Sprintf("compare-ask-%d", o.Width))
		if out := Eval[[]string](p, `[...document.querySelectorAll('.ask [data-answer]')].filter(b => { const r = b.getBoundingClientRect(); return r.right > innerWidth || innerWidth !== 390 && r.bottom > innerHeight }).map(b => b.innerText)`); len(out) > 0 {
			t.Errorf("at %d px the answers %q are off the screen", o.Width, out)
		}
		p.Key(rightKey(t, "half-replaced", 4))
		at(p, 4, 6, "en")
		p.Wait(`[...document.querySelectorAll('.ask.done')].some(e=>e.checkVisibility() && e.innerText.startsWith('Right.') && (innerWidth === 1920 || e.innerText.includes('1 of 1')))`) // a room keeps no score
		p.Key(kb.ArrowLeft)
		at(p, 3, 6, "en")
		p.Key(kb.ArrowRight) // it was answered
		at(p, 4, 6, "en")
	}
}

// Each engine goes through the parts of its own step; the one with fewer waits for the others.
func TestAComparisonGoesIntoAStep(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=half-replaced&predict=0&compare=all&step=4", Options{ReducedMotion: true}).Ready()
	const columns = `[...document.querySelectorAll('table.compared tr[data-engine]')].map(r=>[...r.cells].map(c=>c.textContent).join(' | ')).join('\n')`
	whole := Eval[string](p, columns)
	alt(p, kb.ArrowRight)
	p.Wait(kicker + `.startsWith('step 4, part 1 of ') && location.hash.includes('part=1')`)
	of := Eval[int](p, `+`+kicker+`.split(' ').pop()`)
	seen := map[string]bool{}
	for k := 1; k <= of; k++ {
		part(p, 4, k, of)
		seen[Eval[string](p, columns)] = true
		alt(p, kb.ArrowRight)
	}
	part(p, 4, 0, of)
	if got := Eval[string](p, columns); got != whole || len(seen) < 4 {
		t.Errorf("after %d parts the engines stand at\n%s\nwant, as after the step,\n%s\nand at least 4 different states on the way, not %d", of, got, whole, len(seen))
	}
	// The way back leads through the same parts, and a link keeps the place.
	alt(p, kb.ArrowLeft)
	part(p, 4, of-1, of)
	there := Eval[string](p, columns)
	q := Open(t, site.URL+"/"+Eval[string](p, `location.hash`), Options{ReducedMotion: true}).Ready()
	part(q, 4, of-1, of)
	if got := Eval[string](q, columns); got != there {
		t.Errorf("the link shows\n%s\nwant\n%s", got, there)
	}
}

// Beside title and engines the question of a lesson is whole, in two lines where it has to, and
// the picture loses less for it than another line of the headline would take.
func TestTheQuestionBesideTheEnginesIsWhole(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=watch-ends&predict=0&step=2", Options{ReducedMotion: true}).Ready()
	for _, c := range []struct {
		w, h     int64
		lang     string
		controls float64 // at most so high
	}{{1280, 800, "en", 48}, {1280, 800, "zh", 48}, {1120, 760, "en", 48}, {900, 760, "en", 48}, {390, 844, "en", 124}} {
		p.Emulate(Options{Width: c.w, Height: c.h, DPR: 1, ReducedMotion: true})
		Eval[bool](p, fmt.Sprintf(`(location.hash = '#s=watch-ends&predict=0&step=2&lang=%s', true)`, c.lang))
		at(p, 2, 6, c.lang)
		p.Wait(fmt.Sprintf(`!!document.querySelector(".app.phone") === %v && !!document.querySelector(".app.stacked") === %v`, c.w < 760, c.w >= 760 && c.w < 1100))
		got := Eval[struct{ Question, Kick rect }](p, `(()=>{const box=q=>{const b=document.querySelector(q).getBoundingClientRect();return {X0:b.left,Y0:b.top,X1:b.right,Y1:b.bottom}};
			return {Question: box('.titled span'), Kick: box('.kick')}})()`)
		if q, k := got.Question, got.Kick; q.X1 > k.X1 || q.Y1 > k.Y1+1 || k.Y1-k.Y0 > c.controls {
			t.Errorf("%d×%d %s: the question stands at %+v in %+v, want it whole within, and that at most %v px high", c.w, c.h, c.lang, q, k, c.controls)
		}
		if cut := Eval[bool](p, `[...document.querySelectorAll('.kick *')].some(e => { const c = getComputedStyle(e); return c.overflow !== 'visible' && e.scrollWidth > e.clientWidth && e.className !== 'sr' })`); cut {
			t.Errorf("%d×%d %s: a text beside the title is cut", c.w, c.h, c.lang)
		}
	}
}

// rightKey is the key that gives the right answer to the question before a step of a lesson.
func rightKey(t *testing.T, lesson string, step int) string {
	t.Helper()
	g := scenarios.Find(lesson).Items[step].Gate
	if g == nil {
		t.Fatalf("%s asks nothing before step %d", lesson, step)
	}
	return strconv.Itoa(1 + slices.Index(g.Order(), 0))
}
