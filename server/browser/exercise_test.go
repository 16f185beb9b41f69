//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// From the course to the goal and on to the next exercise, by what a reader presses.
func TestAnExerciseIsReachedAndTickedInTheCourse(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=course&lang=en", Options{ReducedMotion: true})
	p.Wait(`document.querySelector('[data-exercise=owed-while-held]')`)
	Eval[bool](p, `(document.querySelector('[data-exercise=owed-while-held]').click(), true)`)
	p.Wait(`location.hash.includes('ex=owed-while-held')`)
	p.Ready()
	has(p, "[data-role=goal]", "make another pass be owed for a")
	p.Wait(`!document.querySelector('[data-act=shutdown]') && document.querySelector('[data-act=anew]').disabled`)
	p.Click("hint")
	has(p, ".exercise ol", "Two sets:")
	has(p, "[data-act=hint]", "Hint 2 of 3")
	p.Click("add")
	at(p, 1, 1, "en")
	p.Click("get-W1")
	at(p, 2, 2, "en")
	has(p, "[data-role=used]", "Calls: 2")
	p.Click("add")
	has(p, "[data-role=reached]", "Reached. Calls: 3.")
	has(p, "[role=status]", "Reached. Calls: 3.")
	p.Click("anew")
	at(p, 0, 0, "en")
	p.Click("solve")
	at(p, 3, 3, "en")
	has(p, "[data-role=reached]", "Reached, by the solution.")
	p.Key(kb.ArrowLeft)
	at(p, 2, 3, "en")
	Eval[bool](p, `(document.querySelector('[data-act=next-exercise]').click(), true)`)
	p.Wait(`location.hash.includes('ex=two-hold-a')`)
	has(p, "[data-role=goal]", "Make W1 and W2 hold a at the same time.")
	Eval[bool](p, "(location.hash = 'p=course&lang=en') !== ''")
	p.Wait(`document.querySelectorAll('.exercises .tick[role=img]').length === 1 && document.querySelector('[data-exercise=owed-while-held] .tick').innerText === '✓'`)
	p.Click("forget")
	p.Wait(`document.querySelectorAll('.exercises .tick[role=img]').length === 0`)
}
