//go:build browser

package browser

import (
	"fmt"
	"testing"
)

// At first sight of a step nothing lies over a phone's picture: the controls stand beneath it, at
// the end of a lesson with the next one above them. Its captions, 14 px at full size, keep 11.
func TestAPhoneShowsItsWholePicture(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	for _, size := range [][2]int64{{390, 844}, {360, 740}} {
		p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0", Options{Width: size[0], Height: size[1], ReducedMotion: true, Touch: true}).Ready()
		for _, c := range []struct {
			lesson, lang string
			step, of     int
		}{
			{"dirty-and-processing", "en", 5, 10}, {"dirty-and-processing", "en", 10, 10}, {"dirty-and-processing", "zh", 10, 10},
			{"late-handler", "en", 3, 5}, {"late-handler", "en", 5, 5}, {"own-write", "en", 5, 12},
		} {
			Eval[bool](p, fmt.Sprintf(`(location.hash = '#predict=0&s=%s&step=%d&lang=%s', scrollTo(0, 0), true)`, c.lesson, c.step, c.lang))
			at(p, c.step, c.of, c.lang)
			p.Wait(fmt.Sprintf(`!!document.querySelector('.end [data-act=next]') === %v`, c.step == c.of))
			// The frame after next: the picture has the room by then that the headline leaves.
			Eval[bool](p, `new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(true))))`)
			b := Eval[map[string]rect](p, `(()=>{const o={};for(const q of ['#stage','.bar']){const b=document.querySelector(q).getBoundingClientRect();o[q]={X0:b.left,Y0:b.top,X1:b.right,Y1:b.bottom}}return o})()`)
			stage, bar := b["#stage"], b[".bar"]
			if stage.Y1 > bar.Y0+4 || bar.Y1 > float64(size[1]) {
				t.Errorf("%d×%d %s step %d %s: picture %+v, controls %+v: want it above them, and both in the window", size[0], size[1], c.lesson, c.step, c.lang, stage, bar)
			}
			if k := (stage.Y1 - stage.Y0) / (448 + 8); 14*k < 11-.05 {
				t.Errorf("%d×%d %s step %d %s: captions are %.1f px, want at least 11", size[0], size[1], c.lesson, c.step, c.lang, 14*k)
			}
		}
	}
}

// An open question stands under the picture that it asks about; an answer that has no room is reached by
// scrolling. Of the goal of an exercise there are two lines at least.
func TestAPhoneAsksBeneathThePicture(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	var p *Page
	for _, lang := range []string{"en", "zh"} {
		p = Open(t, site.URL+"/#s=dirty-and-processing&step=2&lang="+lang, Options{Width: 390, Height: 844, ReducedMotion: true, Touch: true}).Ready()
		p.Click("step")
		p.Wait(`!!document.querySelector('.bar > .ask:not([hidden]) [data-answer="4"]')`)
		Eval[bool](p, `new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(true))))`)
		b := Eval[map[string]rect](p, `(()=>{const o={};for(const q of ['#stage','.bar']){const b=document.querySelector(q).getBoundingClientRect();o[q]={X0:b.left,Y0:b.top,X1:b.right,Y1:b.bottom}}return o})()`)
		if stage, bar := b["#stage"], b[".bar"]; stage.Y1 > bar.Y0+4 || bar.Y1 > 844 {
			t.Errorf("%s: picture %+v, question and controls %+v: want them beneath it, and in the window", lang, stage, bar)
		} else if k := (stage.Y1 - stage.Y0) / (448 + 8); 14*k < 11-.05 {
			t.Errorf("%s: captions are %.1f px, want at least 11", lang, 14*k)
		}
		if hidden := Eval[string](p, `[...document.querySelectorAll('.bar > .ask [data-answer]')].filter(a => {
			a.scrollIntoView({block: 'nearest'});
			const r = a.getBoundingClientRect(), of = document.querySelector('.bar > .ask').getBoundingClientRect();
			return r.top < of.top || r.bottom > of.bottom || r.height < 40;
		}).map(a => a.textContent).join(', ')`); hidden != "" {
			t.Errorf("%s: %q cannot be reached", lang, hidden)
		}
		p.Shot("ask-" + lang)
	}
	for _, x := range []string{"first-failure-waits", "success-unreported"} {
		for _, lang := range []string{"en", "zh"} {
			Eval[bool](p, fmt.Sprintf(`(location.hash = '#p=play&ex=%s&lang=%s', scrollTo(0, 0), true)`, x, lang))
			p.Wait(fmt.Sprintf(`document.documentElement.lang.startsWith('%s') && !!document.querySelector('.goal:not([hidden])')`, lang))
			cut := Eval[bool](p, `new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => { const g = document.querySelector('.goal'); f(g.scrollHeight > g.clientHeight || g.scrollWidth > g.clientWidth) })))`)
			if cut && (x != "success-unreported" || lang != "en") {
				t.Errorf("%s %s: the goal is cut", x, lang)
			}
			if Eval[float64](p, `document.querySelector('#stage').getBoundingClientRect().bottom - document.querySelector('.bar').getBoundingClientRect().top`) > 4 {
				t.Errorf("%s %s: the controls cover the picture", x, lang)
			}
			p.Shot("goal-" + x + "-" + lang)
		}
	}
}
