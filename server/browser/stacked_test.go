//go:build browser

package browser

import (
	"fmt"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// boxes are where the picture, the column with code and state, the controls and an open
// question stand in the window.
const boxes = `(()=>{const o={};for(const [n,q] of [['stage','#stage'],['side','.side'],['controls','.transport'],['ask','.ask:not([hidden])']]){
	const b=document.querySelector(q)?.getBoundingClientRect();o[n]=b?{X0:b.left,Y0:b.top,X1:b.right,Y1:b.bottom}:{}}return o})()`

type rect struct{ X0, Y0, X1, Y1 float64 }

// In a window that is too narrow for a column beside the picture the column stands beneath it:
// the picture's captions, 14 px at full size, keep 11 of them.
func TestANarrowWindowStacksItsColumn(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=own-write&predict=0&step=6", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	for _, c := range []struct {
		w, h    int64
		stacked bool
	}{{760, 1024, true}, {820, 1180, true}, {900, 800, true}, {1000, 800, true}, {1024, 768, true}, {1100, 800, false}, {1280, 800, false}} {
		p.Emulate(Options{Width: c.w, Height: c.h, DPR: 1, ReducedMotion: true})
		p.Wait(fmt.Sprintf(`innerWidth === %d && !!document.querySelector('.app.stacked') === %v`, c.w, c.stacked))
		for _, lesson := range []struct {
			id   string
			w, h float64
		}{{"own-write", 928, 512}, {"dirty-and-processing", 888, 504}} {
			Eval[bool](p, `(location.hash = '#predict=0&step=5&s=`+lesson.id+`', true)`)
			p.Wait(`document.querySelector('.kick').innerText.startsWith('` + scenarios.Find(lesson.id).Place() + ` ')`)
			b := Eval[map[string]rect](p, boxes)
			stage, side, controls := b["stage"], b["side"], b["controls"]
			if got := side.Y0 >= stage.Y1-8; got != c.stacked {
				t.Errorf("%d×%d %s: the column is below the picture: %v, want %v (%+v)", c.w, c.h, lesson.id, got, c.stacked, b)
			}
			if !c.stacked && side.X0 < stage.X1 {
				t.Errorf("%d×%d %s: the column covers the picture: %+v", c.w, c.h, lesson.id, b)
			}
			if k := min((stage.X1-stage.X0)/lesson.w, (stage.Y1-stage.Y0)/lesson.h); 14*k < 11 && c.stacked {
				t.Errorf("%d×%d %s: captions are %.1f px, want at least 11", c.w, c.h, lesson.id, 14*k)
			}
			if controls.Y1 > float64(c.h)+1 || controls.Y0 < stage.Y1-8 {
				t.Errorf("%d×%d %s: the controls are not under the picture in the window: %+v", c.w, c.h, lesson.id, b)
			}
		}
	}
}

// A question stands over the controls there, and covers nothing of the picture it asks about.
func TestAQuestionOfANarrowWindowCoversNothing(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&step=2", Options{Width: 1000, Height: 800, ReducedMotion: true}).Ready()
	p.Click("step")
	p.Wait(`document.querySelector('.transport .ask [data-answer]')`)
	b := Eval[map[string]rect](p, boxes)
	if ask, stage := b["ask"], b["stage"]; ask.Y0 < stage.Y1-8 || ask.Y1 > 800 {
		t.Errorf("the question stands at %+v, the picture at %+v: want it beneath, and in the window", ask, stage)
	}
}
