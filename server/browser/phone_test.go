//go:build browser

package browser

import (
	"fmt"
	"testing"
)

// At first sight of a step nothing lies over a phone's picture: the controls stand beneath it, at
// the end of a lesson with the next one above them. Its captions, 14 px at full size, keep 11.
func TestAPhoneShowsItsWholePicture(t *testing.T) {
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
