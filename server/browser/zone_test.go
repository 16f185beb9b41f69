//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/informerscope/informerscope/scenarios"
)

const (
	sheet    = `document.querySelector('#explain:not([hidden])')`
	sheetOf  = sheet + `?.querySelector('h2').innerText`
	ownField = sheet + `.querySelector('.own').innerText.replace(/\s+/g, ' ')`
)

// sheetShows waits until the explanation of that zone is open; "" is none.
func sheetShows(p *Page, zone string) {
	p.T.Helper()
	if zone == "" {
		p.Wait(`!` + sheet)
		return
	}
	p.Wait(sheetOf + ` === '` + zone + `'`)
}

// A key opens a zone beside the picture: what it is for, client-go's fields with the values of
// the step, which follow the steps; Escape closes it and gives the focus back.
func TestAZoneExplainsItself(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=2", Options{ReducedMotion: true}).Ready()
	at(p, 2, 10, "en")
	p.Key("2")
	sheetShows(p, "dirty")
	if got := Eval[string](p, ownField); got != "dirty sets.Set[t] {}" {
		t.Errorf("at step 2 the sheet says %q of dirty", got)
	}
	if got := Eval[string](p, `document.activeElement.id`); got != "explain-title" {
		t.Errorf("the focus is on %q, want the title of the sheet", got)
	}
	p.Key(kb.ArrowRight)
	at(p, 3, 10, "en")
	p.Wait(ownField + ` === 'dirty sets.Set[t] {a}'`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "zone=dirty") {
		t.Errorf("the link is %q, want zone=dirty in it", hash)
	}
	if href := Eval[string](p, sheet+`.querySelector('h3 a').href`); href != "https://github.com/kubernetes/client-go/blob/"+scenarios.ClientGo+"/util/workqueue/queue.go#L190" {
		t.Errorf("the way to the source is %q", href)
	}
	p.Shot("zone")
	p.Key("3")
	sheetShows(p, "processing")
	p.Key(kb.Escape)
	sheetShows(p, "")

	// From the title by Tab and Enter: the focus goes back there.
	Eval[bool](p, `(document.querySelector('.zones [data-token=queue]').focus(), true)`)
	p.Key(kb.Enter)
	sheetShows(p, "queue")
	Eval[bool](p, `(document.querySelector('[data-act=explain-close]').focus(), true)`)
	p.Key(kb.Enter)
	sheetShows(p, "")
	p.Wait(`document.activeElement.dataset.token === 'queue'`)

	// From the title by a click, and on to the machine's own code.
	where := Eval[[]float64](p, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.zones [data-token=processing]').getBoundingClientRect())`)
	p.ClickAt(where[0], where[1])
	sheetShows(p, "processing")
	p.Click("machine")
	sheetShows(p, "")
	p.Wait(`document.querySelector('.code h2 button').innerText.includes('Queue.done') && document.activeElement.id === 'code'`)
	p.Key(kb.ArrowRight) // with the next step the code is the step's again
	p.Wait(`!document.querySelector('.code h2 button').innerText.includes('Queue.done')`)
}

// The same on a phone by a tap, in Chinese, and where engines stand side by side.
func TestAZoneExplainsItselfEverywhere(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#s=pipeline-under-load&predict=0&step=3&lang=zh", Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
	where := Eval[[]float64](p, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.zones [data-token=fifo]').getBoundingClientRect())`)
	p.ClickAt(where[0], where[1])
	sheetShows(p, "FIFO")
	p.Shot("zone-phone")
	if text := Eval[string](p, sheet+`.innerText`); !strings.Contains(text, "一次换完") || !strings.Contains(text, "[]Delta") {
		t.Errorf("on a phone in Chinese the sheet says %q", text)
	}
	if over := Eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the page is %v px too wide", over)
	}

	q := Open(t, site.URL+"/#s=half-replaced&compare=all&predict=0&step=3", Options{ReducedMotion: true}).Ready()
	at(q, 3, 6, "en")
	for i, engine := range []string{"classic", "ordered", "batched", "atomic"} {
		if engine == "batched" {
			continue // as ordered
		}
		q.Key(string(rune('1' + i)))
		sheetShows(q, "FIFO, "+engine)
		want := map[string]string{"classic": "DeltaFIFO", "ordered": "RealFIFO", "atomic": "RealFIFO"}[engine]
		if text := Eval[string](q, sheet+`.innerText`); !strings.Contains(text, "cache."+want) || engine == "atomic" != strings.Contains(text, "ReplacedAll") {
			t.Errorf("the FIFO of %s is explained by %q", engine, text)
		}
		left := Eval[float64](q, sheet+`.getBoundingClientRect().left`)
		if engine == "atomic" != (left < 100) {
			t.Errorf("the sheet of %s stands at %v px", engine, left)
		}
	}
	q.Shot("zone-compare")
	// A question takes the place, and its keys.
	Eval[bool](q, `(location.hash = '#s=half-replaced&compare=all&step=3&zone=fifo%7Catomic', true)`)
	sheetShows(q, "FIFO, atomic")
	q.Key(kb.ArrowRight)
	q.Wait(`[...document.querySelectorAll('.ask [data-answer]')].some(b => b.checkVisibility())`)
	sheetShows(q, "")
}

// On a projector all but a round place is dim: at what the step is about, then at the pointer.
func TestTheSpotlightFollowsThePointer(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=1&present=1", Options{Width: 1920, Height: 1080, ReducedMotion: true}).Ready()
	const light = `(e => e.checkVisibility() ? [parseFloat(e.style.getPropertyValue('--x')), parseFloat(e.style.getPropertyValue('--y'))] : [])(document.querySelector('#spotlight'))`
	p.Key("s")
	p.Wait(light + `.length === 2`)
	if off := Eval[float64](p, `((l, k, r) => Math.hypot(l[0] - r.x - k[0], l[1] - r.y - k[1]))(`+light+`, informerscope.where('key:a'), document.querySelector('#stage').getBoundingClientRect())`); off > 2 {
		t.Errorf("the light is %v px away from the key of the step", off)
	}
	p.Move(400, 300)
	p.Wait(light + `.join() === '400,300'`)
	p.Shot("spotlight")
	p.Key(kb.Escape)
	p.Wait(light + `.length === 0 && location.hash.includes('present=1')`)
}

// The buttons over the picture are seen where their titles are, in every layout: what holds them is as
// wide as the picture, and cuts none off.
func TestTheButtonsOverThePictureAreSeenInEveryLayout(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	for hash, o := range map[string]Options{
		"#s=two-fifos&predict=0&step=3":                      {Width: 1280, Height: 800},
		"#s=two-fifos&predict=0&step=3&lang=en":              {Width: 390, Height: 844},
		"#s=two-fifos&predict=0&step=3&lang=zh":              {Width: 800, Height: 900},
		"#embed&s=two-fifos&predict=0&step=3":                {Width: 640, Height: 360},
		"#embed&s=two-fifos&predict=0&step=3&code=1":         {Width: 1000, Height: 500},
		"#embed&s=two-fifos&predict=0&step=3&lang=zh":        {Width: 1900, Height: 1060},
		"#s=two-fifos&predict=0&step=3&compare=all":          {Width: 1280, Height: 900},
		"#s=two-fifos&predict=0&step=3&present=1&theme=dark": {Width: 1920, Height: 1080},
	} {
		o.ReducedMotion = true
		p := Open(t, site.URL+"/"+hash, o).Ready()
		p.Wait("document.querySelectorAll('.zones button').length > 2")
		p.Wait(`(() => { const o = document.querySelector('.over').getBoundingClientRect(), s = document.getElementById('stage').getBoundingClientRect();
			const margin = -parseFloat(getComputedStyle(document.getElementById('stage')).marginTop); // which grows with an embed
			return margin >= 4 && o.left <= s.left && o.right >= s.right && Math.abs(o.top - s.top - margin) < 2 && [...document.querySelectorAll('.zones button')].every(b => { const r = b.getBoundingClientRect(); return r.left >= o.left && r.right <= o.right + 1 && r.top >= s.top - 1 }) })()`)
	}
}
