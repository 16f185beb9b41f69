//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// focusField puts the cursor into a field of the form and takes out what stands there.
func focusField(p *Page, act string) {
	p.T.Helper()
	p.Wait(`document.querySelector('[data-act="` + act + `"]')`)
	Eval[bool](p, `(e => (e.focus(), e.select?.(), true))(document.querySelector('[data-act="`+act+`"]'))`)
}

const written = `document.querySelector('#form-line').value`

// What is typed into a form stands below as a line with each key, Enter does it, and another form
// keeps nothing of it.
func TestAFormIsWrittenAsItIsFilledIn(t *testing.T) {
	t.Parallel()
	p := playground(t, "", Options{})
	p.Click("commands")
	focusField(p, "find-verb")
	p.Key("handler")
	p.Wait(`document.querySelectorAll('[data-verb]').length < 12`)
	Eval[bool](p, `(document.querySelector('[data-verb=add-handler]').click(), true)`)
	focusField(p, "fill-handler")
	p.Key("late")
	p.Wait(written + ` === 'add-handler late'`)
	focusField(p, "fill-does")
	p.Key("observe")
	focusField(p, "fill-resync")
	p.Key("5x")
	p.Wait(written + ` === 'add-handler late=observe,resync=5x'`)
	has(p, ".form .wrong", "want resync=25s")
	p.Key(kb.Backspace + "m")
	p.Wait(written + ` === 'add-handler late=observe,resync=5m' && document.querySelector('.form .wrong').innerText === ''`)
	p.Key(kb.Enter)
	at(p, 1, 1, "en")
	has(p, headline, "A handler registers.")
	p.Wait(`location.hash.includes('late%3Dobserve%2Cresync%3D5m')`)
	Eval[bool](p, `(document.querySelector('[data-verb=remove-handler]').click(), true)`)
	p.Wait(written + ` === 'remove-handler h1' && document.querySelectorAll('[data-act="fill-handler"] option').length === 2`)
	focusField(p, "form-line") // or the line is written by hand
	p.Key("remove-handlr late")
	p.Wait(`document.querySelector('[data-act=give]').disabled`)
	has(p, ".form .wrong", "did you mean \"remove-handler\"")
	focusField(p, "form-line")
	p.Key("remove-handler late")
	p.Click("give")
	at(p, 2, 2, "en")
	has(p, headline, "A handler is removed.")
}

// A line of the header begins the session anew, and its commands are given again.
func TestAHeaderLineOfTheSettingsBeginsAnew(t *testing.T) {
	t.Parallel()
	p := playground(t, "&z=create+p1+n1;create+p2+n1", Options{Width: 390, Height: 844, Touch: true})
	Eval[bool](p, `(document.querySelector('[data-act=settings]').click(), true)`)
	p.Wait(`document.querySelector('[data-header=transform]')`)
	Eval[bool](p, `(document.querySelector('[data-header=transform]').click(), true)`)
	focusField(p, "fill-drop")
	Eval[bool](p, `(e => (e.value = '.spec.nodeName', e.dispatchEvent(new Event('change', {bubbles: true})), true))(document.querySelector('[data-act="fill-drop"]'))`)
	p.Wait(written + ` === 'transform: drop=.spec.nodeName'`)
	Eval[bool](p, `(document.querySelector('[data-act=give]').click(), true)`)
	p.Wait(`location.hash.includes('set=transform')`)
	at(p, 2, 2, "en")
	has(p, ".notice", "commands given again: 2")
	Eval[bool](p, `(document.querySelector('[data-act=without]').click(), true)`)
	p.Wait(`!location.hash.includes('set=')`)
}

// On a phone the goal of an exercise is in the window wherever the page is scrolled to.
func TestThePhoneShowsTheGoalWhereverItIsScrolledTo(t *testing.T) {
	t.Parallel()
	p := playground(t, "&ex=success-unreported", Options{Width: 390, Height: 844, Touch: true}) // its goal has three lines
	const inside = `(r => r.top >= 0 && r.bottom <= innerHeight && r.height > 0)(document.querySelector('[data-act=goal]').getBoundingClientRect())`
	for _, y := range []string{"0", "document.body.scrollHeight / 2", "document.body.scrollHeight"} {
		Eval[bool](p, `(scrollTo(0, `+y+`), true)`)
		p.Wait(inside)
	}
	const cut = `(e => e.scrollHeight > e.clientHeight + 1)(document.querySelector('[data-act=goal]'))`
	p.Wait(cut)
	p.Click("goal")
	p.Wait(`!` + cut + ` && ` + inside)
}
