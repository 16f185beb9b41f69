//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func playground(t *testing.T, hash string, o Options) *Page {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 1280, 800
	}
	o.ReducedMotion = true
	return Open(t, Serve(t).URL+"/#p=play"+hash, o).Ready()
}

// Where nothing is due, Step says so and what to do instead; pressed again, it lets the time
// pass, and its button has said how much.
func TestStepSaysSoBeforeItSkipsMinutes(t *testing.T) {
	t.Parallel()
	p := playground(t, "&z=Add+a", Options{})
	skip := `document.querySelector('[data-act=step] small:not([hidden])')`
	p.Wait(`!` + skip)
	p.Key(kb.ArrowRight)
	has(p, headline, "a waits, and no worker takes it by itself: W1 Get takes it. Step again skips 7m38s")
	at(p, 1, 1, "en")
	has(p, "[role=status]", "Step again skips 7m38s")
	has(p, "[data-act=step] small", "skip 7m38s")
	p.Key(kb.ArrowRight)
	at(p, 2, 2, "en")
	has(p, headline, "After 7m38s: The watch has ended. The store keeps what it knows.")
	p.Click("undo")
	p.Click("add-after") // an appointment is waited for unasked
	p.Wait(skip + `.innerText === 'skip 5s'`)
	p.Key(kb.ArrowRight)
	has(p, headline, "After 5s: ")
}

// A link has every future, where it was left, and the step that was shown: also the first.
func TestALinkBringsFuturesAndTheBeginningBack(t *testing.T) {
	t.Parallel()
	p := playground(t, "&z=Add+a%3B+Add+b%3B+W1+Get", Options{})
	at(p, 3, 3, "en") // without a step it opens at the newest
	p.Key(kb.ArrowLeft)
	p.Click("add") // what if 1
	at(p, 3, 3, "en")
	p.Click("get-W2")
	at(p, 4, 4, "en")
	p.Key(kb.ArrowLeft)
	p.Click("shutdown") // what if 2, in what if 1
	at(p, 4, 4, "en")
	has(p, "[data-role=fork]", "it leaves “what if 1” at step 3")
	again := func() {
		t.Helper()
		Eval[bool](p, "(location.reload(), true)")
		p.Ready()
		p.Wait(`document.querySelectorAll('[data-branch]').length === 3`)
	}
	again()
	at(p, 4, 4, "en")
	has(p, headline, "The queue is shut down.")
	has(p, "[data-role=fork]", "it leaves “what if 1” at step 3")
	Eval[bool](p, `(document.querySelector('[data-branch="1"]').click(), true)`)
	at(p, 4, 4, "en")
	has(p, headline, "W2 takes a.")
	for range 4 {
		p.Key(kb.ArrowLeft)
	}
	at(p, 0, 4, "en")
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "step=0") {
		t.Errorf("the link at the beginning is %q", hash)
	}
	again()
	at(p, 0, 4, "en")
	p.Wait(`document.querySelector('[data-branch="1"]').getAttribute('aria-pressed') === 'true'`)
}

// On a phone the calls of the work queue are in sight, and under a finger, beside the picture.
func TestAPhoneHasTheCallsInReach(t *testing.T) {
	t.Parallel()
	p := playground(t, "", Options{Width: 390, Height: 844, Touch: true})
	for _, act := range []string{"add", "get-W1", "done-W1", "step"} {
		box := Eval[[]float64](p, `(() => { const r = document.querySelector('[data-act=`+act+`]').getBoundingClientRect(); return [r.left, r.right, r.top, r.bottom, r.height] })()`)
		if box[0] < 0 || box[1] > 390 || box[3] > 844 || box[4] < 40 {
			t.Errorf("%s stands at %v, want it in the window and 40 px high", act, box)
		}
	}
	p.Click("add")
	p.Click("get-W1")
	has(p, headline, "W1 takes a.")
	p.Click("step") // its longer headline moves the picture, and the keys over it
	has(p, headline, "W1 has a")
	p.Wait(`(() => { const s = document.getElementById('stage').getBoundingClientRect(), t = document.querySelector('[data-token="key:a"]').getBoundingClientRect(), [x, y] = informerscope.where('key:a'); return Math.abs(t.top + t.height / 2 - s.top - y) < 12 && Math.abs(t.left + t.width / 2 - s.left - x) < 12 })()`)
	p.Shot("play-phone")
	if over := Eval[float64](p, `document.documentElement.scrollWidth`); over > 390 {
		t.Errorf("the page is %v px wide", over)
	}
}
