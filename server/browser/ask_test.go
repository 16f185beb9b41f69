//go:build browser

package browser

import "testing"

// On a phone the question, what came of the answer, and the end of the lesson are in sight, and
// a finger reaches them, without a search below the picture.
func TestAPhoneShowsTheQuestionItAsks(t *testing.T) {
	t.Parallel()
	const reached = `(e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) })`
	site := Serve(t)
	for _, lang := range []string{"en", "zh"} {
		p := Open(t, site.URL+"/#s=dirty-and-processing&step=2&lang="+lang, Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
		at(p, 2, 10, lang)
		p.Click("step")
		p.Wait(`document.querySelectorAll('.ask [data-answer]').length === 4`)
		p.Shot("phone-ask-" + lang)
		if n := Eval[int](p, `[...document.querySelectorAll('.ask [data-answer]')].filter(`+reached+`).length`); n != 4 {
			t.Errorf("%s: %d of 4 answers can be reached", lang, n)
		}
		Eval[bool](p, `(document.querySelector('.ask [data-answer]').click(), true)`)
		p.Wait(`[...document.querySelectorAll('.ask.done')].some(` + reached + `)`)
		p.Shot("phone-answered-" + lang)
		Eval[bool](p, `(location.hash = '#s=dirty-and-processing&step=10&lang=`+lang+`', true)`)
		at(p, 10, 10, lang)
		p.Wait(`[...document.querySelectorAll('.end [data-act=next]')].some(` + reached + `)`)
		p.Shot("phone-end-" + lang)
	}
}
