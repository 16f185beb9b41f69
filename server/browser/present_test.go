//go:build browser

package browser

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

const headlineSize = `parseFloat(getComputedStyle(document.querySelector('h1[data-role=headline]')).fontSize)`

// At 1080p everything is as large as a room needs: the picture three times the embed's.
func TestTheProjectorIsTheEmbedScaledToTheScreen(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=4&present=1", Options{Width: 1920, Height: 1080, ReducedMotion: true}).Ready()
	if got := Eval[float64](p, headlineSize); got < 36 {
		t.Errorf("the headline is %v px, want at least 36", got)
	}
	p.Wait(`document.querySelectorAll('.tokens button').length === 1`)
	if w := Eval[float64](p, `document.querySelector('.tokens button').offsetWidth`); w < 63*2.9 {
		t.Errorf("a key is %v px wide, want three times 63", w)
	}
	if got := Eval[bool](p, `document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth`); !got {
		t.Error("the page scrolls on the projector")
	}
	p.Key(kb.PageDown)
	p.Wait(`document.querySelector('.hud').innerText.includes('PgDn')`)
	p.Wait(`location.hash.includes('step=5')`)
	p.Shot("projector")
	p.Key("b")
	p.Wait(`!document.querySelector('.blank').hidden`)
	p.Key(kb.PageDown) // brings the picture back, and does nothing else
	p.Wait(`document.querySelector('.blank').hidden`)
	if got := Eval[string](p, `new URLSearchParams(location.hash.slice(1)).get('step')`); got != "5" {
		t.Errorf("after the blank screen the page is at step %s, want 5 still", got)
	}
	p.Key(kb.Escape)
	p.Wait(`document.querySelector('header.top').offsetHeight > 0 && !location.hash.includes('present')`)
	p.Key("p")
	p.Wait(`location.hash.includes('present=1') && ` + headlineSize + ` > 36`)
}

// A question of a presentation is asked, since a room answers by show of hands.
func TestTheProjectorAsksItsQuestions(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&step=2&present=1", Options{Width: 1920, Height: 1080, ReducedMotion: true}).Ready()
	p.Key(kb.PageDown)
	p.Wait(`document.querySelectorAll('.ask [data-answer]').length === 4`)
	p.Shot("projector-ask")
	if n := Eval[int](p, `[...document.querySelectorAll('.ask [data-answer]')].filter(b=>parseFloat(getComputedStyle(b).fontSize) < 36 || b.getBoundingClientRect().bottom > innerHeight).length`); n > 0 {
		t.Errorf("%d answers are small or off the screen", n)
	}
	// Neither the question nor what came of its answer lies over the picture that it is about.
	const apart = `(box => box('.ask:not([hidden])').top >= box('#stage').bottom - 6 && box('#stage').height > innerHeight / 3)(s => document.querySelector(s).getBoundingClientRect())`
	p.Wait(apart)
	p.Key("1")
	p.Wait(`document.querySelector('.ask.done:not([hidden])') !== null && location.hash.includes('step=3') && ` + apart)
	p.Shot("projector-said")
	if got := Eval[bool](p, `document.documentElement.scrollHeight <= innerHeight`); !got {
		t.Error("with the answer the page scrolls")
	}
}

func TestTheChromeOfALargeEmbedGrowsWithIt(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#embed&s=dirty-and-processing", Options{Width: 640, Height: 360, ReducedMotion: true}).Ready()
	if got := Eval[float64](p, headlineSize); got != 17 {
		t.Errorf("at 640×360 the headline is %v px, want 17", got)
	}
	p.Emulate(Options{Width: 1280, Height: 720, DPR: 1, ReducedMotion: true})
	p.Wait(headlineSize + ` === 34`)
	// The scrubber follows: a click in its middle lands in the middle of the lesson.
	p.Wait(`document.querySelector('#scrub svg').viewBox.baseVal.width < 600`)
	const middle = `(r=>[r.left+r.width/2,r.top+r.height/2])(document.querySelector('#scrub').getBoundingClientRect())`
	const there = `/step=[3-7]/.test(location.hash)`
	for range 10 { // until it rests: on a busy machine the layout comes late
		r := Eval[[]float64](p, middle)
		p.ClickAt(r[0], r[1])
		time.Sleep(300 * time.Millisecond)
		if Eval[bool](p, there) {
			return
		}
	}
	p.Wait(there)
}

// A class's quiz stands on the screen with its picture, its answers beside it, and so does what came of one.
func TestAQuizStandsOnTheProjectorWhole(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=quiz&of=class-queue&present=1", Options{Width: 1920, Height: 1080, ReducedMotion: true})
	const whole = `['.still svg', '.tools', '.came', '#quiz-state'].every(s => document.querySelector('section.quiz ' + s).getBoundingClientRect().bottom <= innerHeight)`
	p.Wait(`document.querySelector('#quiz-still svg') && document.querySelectorAll('[data-answer]').length > 1`)
	p.Wait(whole)
	p.Key(kb.PageDown) // nobody answers: the remote tells it first
	p.Wait(`document.querySelector('.came').innerText.startsWith('The answer: ') && ` + whole)
	p.Key(kb.PageDown)
	p.Wait(`document.querySelector('[data-role=quiz-at]').innerText === 'Question 2 of 8'`)
}
