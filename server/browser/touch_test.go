//go:build browser

package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// finger sends pointer events of one touch to the stage.
const finger = `window.finger=(type,x,y,more)=>document.querySelector('#stage').dispatchEvent(new PointerEvent(type,{bubbles:true,cancelable:true,pointerType:'touch',isPrimary:true,clientX:x,clientY:y,...more}))`

func TestASwipeStepsAndNothingElseDoes(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=4", Options{Width: 390, Height: 844, Touch: true, ReducedMotion: true, Before: finger}).Ready()
	at(p, 4, 10, "en")
	stroke := func(js string) { t.Helper(); Eval[bool](p, `(()=>{`+js+`;return true})()`) }
	stroke(`finger('pointerdown',300,300);finger('pointermove',200,305);finger('pointerup',180,310)`)
	at(p, 5, 10, "en")
	stroke(`finger('pointerdown',100,300);finger('pointerup',250,300)`)
	at(p, 4, 10, "en")
	for name, js := range map[string]string{
		"a slanted stroke":         `finger('pointerdown',300,300);finger('pointerup',200,380)`,
		"a short one":              `finger('pointerdown',300,300);finger('pointerup',270,300)`,
		"one the browser scrolled": `finger('pointerdown',300,300);finger('pointercancel',290,340);finger('pointerup',100,340)`,
		"two fingers":              `finger('pointerdown',300,300);finger('pointerdown',100,300,{isPrimary:false});finger('pointerup',100,300)`,
	} {
		stroke(js)
		if got := Eval[string](p, `document.querySelector('[data-role=position]').innerText`); got != "step 4 of 10" {
			t.Errorf("after %s the page is at %q, want step 4", name, got)
		}
	}
	if got := Eval[string](p, `getComputedStyle(document.querySelector('#stage')).touchAction`); got != "pan-y pinch-zoom" {
		t.Errorf("touch-action of the stage = %q, want pan-y pinch-zoom", got)
	}
}

func TestALongPressInspectsAKey(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 390, Height: 844, Touch: true, ReducedMotion: true, Before: finger}).Ready()
	at(p, 5, 10, "en")
	x, y := tokenAt(p, "a")
	Eval[bool](p, `(([x,y])=>finger('pointerdown',x,y))([`+num(x)+`,`+num(y)+`])`)
	p.Wait(`document.querySelector('.inspect h2') && document.querySelector('.inspect h2').innerText.startsWith('a')`)
	if text := Eval[string](p, `document.querySelector('.card').innerText`); text == "" {
		t.Error("the long press shows no card beside the finger")
	}
}

func TestTabGoesThroughTheKeysOfThePictureInReadingOrder(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Wait(`document.querySelectorAll('.tokens button').length === 2`)
	for range 30 {
		p.Key("\t")
		if Eval[bool](p, `document.activeElement.matches('.tokens button')`) {
			break
		}
	}
	token := `document.activeElement.dataset.token || ''`
	if got := Eval[string](p, token); got != "key:b" {
		t.Fatalf("the first key that Tab finds is %q, want key:b, in the queue", got)
	}
	p.Wait(`document.querySelector('.card').innerText.includes('no. 1 in the queue')`)
	p.Key("\t")
	p.Wait(token + ` === 'key:a'`)
	x, y := tokenAt(p, "a")
	if got := Eval[bool](p, `(r=>r.left<`+num(x)+`&&r.right>`+num(x)+`&&r.top<`+num(y)+`&&r.bottom>`+num(y)+`)(document.activeElement.getBoundingClientRect())`); !got {
		t.Error("the focus does not lie over the token of a")
	}
	p.Key(kb.Enter)
	p.Wait(`document.querySelector('.inspect h2') && document.querySelector('.inspect h2').innerText.startsWith('a')`)
}

// Keys in lanes stand close: the outline of the one with the focus covers no other.
func TestTheOutlineOfAKeyInALaneCoversNoOther(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#p=play&set=queue:priority&z=Add+p1+prio%3D-100%3B+Add+p2+prio%3D-100%3B+Add+x%3B+Add+y%3B+Add+u+prio%3D5%3B+Add+p3+prio%3D-100",
		Options{Width: 390, Height: 844, Touch: true, ReducedMotion: true}).Ready()
	p.Wait(`document.querySelectorAll('.tokens button').length === 6`)
	for range 60 {
		p.Key("\t")
		if Eval[bool](p, `document.activeElement.dataset.token === 'key:p2'`) {
			break
		}
	}
	covered := `(a => { const s = getComputedStyle(a), by = parseFloat(s.outlineOffset) + parseFloat(s.outlineWidth), r = a.getBoundingClientRect(); return s.outlineStyle + ': ' +
		[...document.querySelectorAll('.tokens button')].filter(b => b !== a && (o => o.left < r.right + by && r.left - by < o.right && o.top < r.bottom + by && r.top - by < o.bottom)(b.getBoundingClientRect())).map(b => b.dataset.token) })(document.activeElement)`
	if got := Eval[string](p, covered); got != "solid: " {
		t.Errorf("the focus on p2 covers %q, want a solid outline over none", got)
	}
	p.Shot("lanes-focus")
}

func num(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
