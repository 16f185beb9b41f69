//go:build browser

package browser

import (
	"image"
	"testing"
)

// In high contrast and with the system's own colours every pixel of the picture lies
// between two colours: nothing is said by a hue.
func TestHighContrastPaintsWithTwoColours(t *testing.T) {
	site := Serve(t)
	for _, c := range []struct {
		name, hash string
		opts       Options
	}{
		{"hc-light", "&theme=hc", Options{ReducedMotion: true}},
		{"hc-dark", "&theme=hc", Options{ReducedMotion: true, Dark: true}},
		{"forced", "", Options{ReducedMotion: true, ForcedColors: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Width, c.opts.Height, c.opts.DPR = 1280, 800, 1
			p := Open(t, site.URL+"/#s=dirty-and-processing&predict=0&step=5"+c.hash, c.opts).Ready()
			at(p, 5, 10, "en")
			p.Wait(`!document.querySelector('#stage > svg')`)
			img := p.Shot(c.name)
			r := Eval[[]int](p, `(r=>[r.left,r.top,r.right,r.bottom].map(Math.round))(document.querySelector('#stage').getBoundingClientRect())`)
			ink := 0
			for y := r[1]; y < r[3]; y++ {
				for x := r[0]; x < r[2]; x++ {
					cr, cg, cb, _ := img.At(x, y).RGBA()
					lo, hi := min(cr, cg, cb)>>8, max(cr, cg, cb)>>8
					if hi-lo > 8 {
						t.Fatalf("pixel %v has the colour %d %d %d, want a grey", image.Pt(x, y), cr>>8, cg>>8, cb>>8)
					}
					if lo > 64 && lo < 192 {
						ink++
					}
				}
			}
			if n := Colours(img, image.Rect(r[0], r[1], r[2], r[3])); n < 10 {
				t.Errorf("the stage shows %d colours, want a picture", n)
			}
			if grey := float64(ink) / float64((r[2]-r[0])*(r[3]-r[1])); grey > .12 {
				t.Errorf("%.0f %% of the picture is grey, want edges of letters and lines only", grey*100)
			}
		})
	}
}
