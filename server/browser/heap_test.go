//go:build browser

package browser

import (
	"strings"
	"testing"
)

// The delay heap is drawn on the ruler, and on request as array and tree; the lesson about
// the heap begins with the tree, and the link says which is shown.
func TestTheDelayHeapIsShownAsArrayAndTree(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	wide := Options{Width: 1280, Height: 800, ReducedMotion: true}
	drawn := `informerscope.where('slot:d') !== null && informerscope.where('ticket:d') !== null`

	p := Open(t, site.URL+"/#s=inside-the-heap&predict=0&step=4", wide).Ready()
	p.Wait(drawn)
	if first := Eval[string](p, `document.querySelector('table.state [data-row=d] [data-col=array]').innerText`); first != "[0]" {
		t.Errorf("the table says that d stands at %q, want [0]", first)
	}
	p.Shot("heap-tree")
	p.Click("tree")
	p.Wait(`informerscope.where('slot:d') === null && informerscope.where('ticket:d') !== null`)
	if hash := Eval[string](p, "location.hash"); !strings.Contains(hash, "view=heap") {
		t.Errorf("without the tree the link is %q, want view=heap", hash)
	}
	p.Key("h")
	p.Wait(drawn)

	q := Open(t, site.URL+"/#p=play&z=AddAfter%20d%205s", wide).Ready()
	q.Wait(`!document.querySelector('[data-act=tree]').closest('section').hidden`)
	q.Click("tree")
	q.Wait(drawn)
	q.Click("tree")
	q.Wait(`informerscope.where('slot:d') === null`)
	if hash := Eval[string](q, "location.hash"); strings.Contains(hash, "view=") {
		t.Errorf("after the second press the link is %q, want the view it had", hash)
	}

	for _, o := range []Options{{Width: 640, Height: 360, ReducedMotion: true}, {Width: 390, Height: 844, ReducedMotion: true, Touch: true}} {
		hash := "/#s=inside-the-heap&predict=0&step=4"
		if o.Height == 360 {
			hash = strings.Replace(hash, "#", "#embed&", 1)
		}
		Open(t, site.URL+hash, o).Ready().Wait(drawn)
	}
}
