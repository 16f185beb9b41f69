//go:build browser

package browser

import (
	"fmt"
	"image"
	"os"
	"strconv"
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	Close()
	os.Exit(code)
}

// lesson is a page with a picture on its stage.
const lesson = "/#s=dirty-and-processing&step=5"

func TestThePictureIsPaintedInsideTheStage(t *testing.T) {
	site := Serve(t)
	for _, c := range []struct {
		name string
		opts Options
	}{
		{"stage-light", Options{}},
		{"stage-dark-2x", Options{Width: 1280, Height: 800, DPR: 2, Dark: true}},
		{"stage-light-2x", Options{Width: 1280, Height: 800, DPR: 2}},
		{"stage-1.5x", Options{Width: 1000, Height: 700, DPR: 1.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Open(t, site.URL+lesson, c.opts).Ready()
			r := Eval[[]float64](p, `(()=>{const c=document.querySelector('.stage > canvas').getBoundingClientRect(),s=document.querySelector('.stage').getBoundingClientRect();return [c.left-s.left,c.top-s.top,s.right-c.right,s.bottom-c.bottom,s.left,s.top,s.right,s.bottom]})()`)
			for i, gap := range r[:4] {
				if gap < 0 || gap > 1 {
					t.Errorf("gap between stage and canvas, side %d = %v, want 0 to 1", i, gap)
				}
			}
			img := p.Shot(c.name)
			d := p.opts.DPR
			area := image.Rect(int(r[4]*d), int(r[5]*d), int(r[6]*d), int(r[7]*d))
			if n := Colours(img, area); n < 50 {
				t.Errorf("the stage shows %d colours, want a picture", n)
			}
			if n := Eval[int](p, "document.querySelectorAll('canvas').length"); n != 1 {
				t.Errorf("canvases in the document = %d, want 1", n)
			}
			t.Log("ms: ", Eval[map[string]float64](p, "(({still,fetched,running,t0})=>({still,fetched,running,t0}))(informerscope)"))
		})
	}
}

func TestAResizedWindowIsPaintedAgainAtItsSize(t *testing.T) {
	p := Open(t, Serve(t).URL+lesson, Options{}).Ready()
	// The canvas has the stage's device pixels, one for one.
	fits := "(()=>{const c=document.querySelector('.stage > canvas'),r=c.parentNode.getBoundingClientRect(),b=c.getBoundingClientRect(),d=devicePixelRatio;return d===%d&&c.width===Math.floor(r.width*d+.01)&&c.height===Math.floor(r.height*d+.01)&&Math.abs(b.width*d-c.width)<.01})()"
	for i, o := range []Options{{Width: 1280, Height: 800, DPR: 1}, {Width: 1001, Height: 700, DPR: 1}, {Width: 1001, Height: 700, DPR: 2}, {Width: 390, Height: 844, DPR: 3}} {
		draws := p.Meter().Draws
		if i > 0 {
			p.Emulate(o)
			p.Wait("meter.draws > " + strconv.Itoa(draws))
		}
		p.Wait(fmt.Sprintf(fits, int(o.DPR)))
		p.Shot(fmt.Sprintf("stage-%dx%d-%vx", o.Width, o.Height, o.DPR))
	}
}
